"""Rates, effective draws and LPPD of all lanes."""

from statistics import median

import numpy as np
from scipy.special import logsumexp
from scipy.stats import t as student

import model

SYSTEMS = ("coset", "numpyro", "blackjax")
KINDS = ("main", "rows-first", "vectorized")
SIGNIFICANCE = 0.01  # there are eight comparisons


def rate(result):
    """Leapfrog steps per second of one core, warm-up and draws."""
    return (sum(result["warmup_steps"]) + sum(result["draw_steps"])) / sum(result["seconds"])


def of(results):
    """The numbers of each case."""
    cases = sorted({r["case"] for r in results})
    return {case: case_summary([r for r in results if r["case"] == case]) for case in cases}


def case_summary(results):
    speeds = [speed(results, system, kind) for system in SYSTEMS for kind in KINDS]
    speeds = [s for s in speeds if s]
    qualities = []
    for system in SYSTEMS:
        main = [r for r in results if r["system"] == system and r["kind"] == "main"]
        if main:
            qualities.append(
                quality(system, main, max(s["rate"] for s in speeds if s["system"] == system))
            )
    compare_lppd(qualities)
    return {"speeds": speeds, "qualities": qualities, "alone": alone(results)}


def speed(results, system, kind):
    """The rate in lanes of a kind; Coset runs in every lane."""

    def is_it(r):
        return r["system"] == system and (
            r["kind"] == kind or system == "coset" and r["kind"] in KINDS
        )

    if system == "coset" and kind != "main":
        return None
    here = [r for r in results if is_it(r)]
    if not here:
        return None
    beside = {(r["kind"], r["repeat"]): rate(r) for r in results if r["system"] == "coset"}
    leads = [beside[lane] / rate(r) for r in here if (lane := (r["kind"], r["repeat"])) in beside]
    return {
        "system": system,
        "kind": kind,
        "rate": median(map(rate, here)),
        "rates": [rate(r) for r in here],
        "coset_lead": median(leads) if leads else None,
        "coset_leads": leads,
        "setup_seconds": median(r["setup_seconds"] for r in here),
    }


def quality(system, main, best_rate):
    """What the draws of all main lanes together are worth."""
    network_data = model.Data(main[0]["data"])
    arrays = [np.load(r["arrays"]) for r in main]
    f = np.concatenate([a["f"] for a in arrays])  # (chain, draw, point)
    log_sigma = np.concatenate([a["log_sigma"] for a in arrays])  # (chain, draw)
    draw_steps = sum(sum(r["draw_steps"]) for r in main)
    steps = draw_steps + sum(sum(r["warmup_steps"]) for r in main)
    lppd, lppd_error = lppd_and_error(f, log_sigma, network_data.y_test)
    effective = {
        "predictions": float(np.median(ess(f))),
        "predictions_within_chains": float(np.median(sum(ess(chain[None]) for chain in f))),
        "sigma": float(ess(log_sigma[..., None])[0]),
    }
    return {
        "system": system,
        "chains": len(f),
        "draws": f.shape[1],
        "warmup": main[0]["warmup"],
        "steps_per_draw": draw_steps / f.shape[0] / f.shape[1],
        "acceptance": float(np.mean([a for r in main for a in r["acceptance"]])),
        "divergences": sum(sum(r["divergences"]) for r in main),
        "effective": effective,
        "seconds_per_effective_draw": costs(draw_steps / best_rate, effective),
        "seconds_per_effective_draw_with_warmup": costs(steps / best_rate, effective),
        "rhat_predictions": finite(np.median(rhat(f))),
        "lppd": lppd,
        "lppd_error": lppd_error,
    }


def costs(seconds, effective):
    """Seconds per effective draw; none where there are too few draws to tell."""
    return {k: seconds / e if e > 0 else None for k, e in effective.items()}


def finite(value):
    """As JSON can hold it."""
    return float(value) if np.isfinite(value) else None


def ess(values):
    """Bulk effective sample size (Vehtari et al. 2021): (chain, draw, point) -> (point)."""
    from blackjax.diagnostics import ess_bulk

    return np.atleast_1d(np.asarray(ess_bulk(values)))


def rhat(values):
    from blackjax import diagnostics

    return np.atleast_1d(np.asarray(diagnostics.rhat(values)))


def lppd_and_error(f, log_sigma, y):
    """Mean log predictive density of the test points, y ~ Normal(f, sigma), and its error."""
    sigma = np.exp(log_sigma)[..., None]
    z = (y - f.astype(np.float64)) / sigma
    return jackknife(-0.5 * z * z - np.log(sigma) - 0.5 * np.log(2 * np.pi))


def jackknife(log_density):
    """LPPD and its error by the jackknife over chains, of log densities (chain, draw, point)."""
    chain = logsumexp(log_density, axis=1) - np.log(log_density.shape[1])  # (chain, point)
    chains = len(chain)

    def mixture(kept):
        return float(np.mean(logsumexp(chain[kept], axis=0) - np.log(len(kept))))

    whole = mixture(np.arange(chains))
    without = np.array([mixture(np.delete(np.arange(chains), c)) for c in range(chains)])
    error = np.sqrt((chains - 1) / chains * np.sum((without - without.mean()) ** 2))
    return whole, float(error)


def compare_lppd(qualities):
    """Adds to each peer Coset's LPPD less its own, with error, and whether they agree (Welch)."""
    coset = next((q for q in qualities if q["system"] == "coset"), None)
    for q in qualities:
        if coset is None or q is coset or min(coset["chains"], q["chains"]) < 2:
            continue
        variances = [one["lppd_error"] ** 2 for one in (coset, q)]
        error = sum(variances) ** 0.5
        freedom = sum(variances) ** 2 / sum(
            v * v / (one["chains"] - 1) for v, one in zip(variances, (coset, q))
        )
        q["lppd_difference"] = coset["lppd"] - q["lppd"]
        q["lppd_difference_error"] = error
        q["lppd_p"] = float(2 * student.sf(abs(q["lppd_difference"]) / error, freedom))
        q["lppd_equal"] = q["lppd_p"] > SIGNIFICANCE


def alone(results):
    """By system: the rate with all other cores at rest over the rate among the other lanes."""
    ratios = {}
    for r in results:
        if r["kind"] == "alone":
            among = [rate(o) for o in results if o["system"] == r["system"] and o["kind"] == "main"]
            if among:
                ratios[r["system"]] = rate(r) / median(among)
    return ratios
