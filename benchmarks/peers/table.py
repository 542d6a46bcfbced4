"""The results as Markdown, for docs/lab/results.md."""

from summary import SIGNIFICANCE

NAMES = {"coset": "Coset", "numpyro": "NumPyro", "blackjax": "BlackJAX"}
WAYS = {"main": "", "rows-first": ", points in rows", "vectorized": ", vectorized chains"}

SPEED = """\
Leapfrog steps per second on one core, warm-up and draws, without compilation: median over lanes.
Coset's lead is taken within each lane, where it ran on the same core just before or after; in
brackets its range over lanes.

| case | system | steps/s | µs per step | Coset is faster by | start, compilation |
| --- | --- | ---: | ---: | ---: | ---: |
"""

QUALITY = """\
Seconds per effective draw, without warm-up, at the system's best rate above: bulk ESS of the
predictions at the test points (median over points) and of log sigma. "Within": from the sum of the
single chains' ESS, that is, how fast a chain moves within its mode. LPPD with its Monte Carlo error
(jackknife over chains); "equal" where Welch's test does not reject at the level {level}.

| case | system | chains x draws (warm-up) | steps per draw | acceptance | prediction | within | \
log sigma | R-hat | LPPD | Coset's less this | equal |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
"""

SOURCE = """
`{command}`, commit {commit}, seed {seed}, {minutes} minutes. {cpu}, {vectors}, cores: {cores}.
{coset}; JAX {jax} on Python {python}, NumPyro {numpyro}, BlackJAX {blackjax}.
"""


def of(cases, facts, results):
    text = SPEED
    for case, numbers in cases.items():
        for s in numbers["speeds"]:
            text += row(
                case,
                NAMES[s["system"]] + WAYS[s["kind"]],
                format(round(s["rate"]), ","),
                "%.3g" % (1e6 / s["rate"]),
                "" if s["system"] == "coset" else lead(s["coset_leads"], s["coset_lead"]),
                "%.1f s" % s["setup_seconds"],
            )
    text += "\n" + QUALITY.format(level=SIGNIFICANCE)
    for case, numbers in cases.items():
        for q in numbers["qualities"]:
            cost = q["seconds_per_effective_draw"]
            text += row(
                case,
                NAMES[q["system"]],
                "%d x %d (%d)" % (q["chains"], q["draws"], q["warmup"]),
                "%.0f" % q["steps_per_draw"],
                "%.2f" % q["acceptance"],
                number(cost["predictions"]),
                number(cost["predictions_within_chains"]),
                number(cost["sigma"]),
                number(q["rhat_predictions"], "%.2f"),
                "%.4f ± %.4f" % (q["lppd"], q["lppd_error"]),
                difference(q),
                {True: "yes", False: "**no**", None: ""}[q.get("lppd_equal")],
            )
    return text + neighbours(cases) + doubts(results) + SOURCE.format(**facts)


def row(*cells):
    return "| %s |\n" % " | ".join(cells)


def lead(leads, median):
    if not leads:
        return "?"
    return "%.1f" % median + (" (%.1f–%.1f)" % (min(leads), max(leads)) if len(leads) > 1 else "")


def number(value, form="%.2g"):
    return "?" if value is None else form % value


def difference(q):
    if "lppd_difference" not in q:
        return ""
    return "%+.4f ± %.4f" % (q["lppd_difference"], q["lppd_difference_error"])


def neighbours(cases):
    text = ""
    for case, numbers in cases.items():
        ratios = ["%s %.2f" % (NAMES[s], v) for s, v in numbers["alone"].items()]
        if ratios:
            text += "\nWith the other cores at rest, times the rate on %s: %s.\n" % (
                case,
                ", ".join(ratios),
            )
    return text


def doubts(results):
    """A core shared with other work spoils elapsed times."""
    busy = [100 * r["busy"] for r in results if not 0.9 < r["busy"] < 1.1]
    if not busy:
        return ""
    return "\n**Not to be trusted**: %d of %d measurements had %.0f%% to %.0f%% of a core.\n" % (
        len(busy),
        len(results),
        min(busy),
        max(busy),
    )
