"""One model on one data set, sampled by Coset and by NumPyro in double precision, and compared."""

import csv
import json
import time
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
from numpyro.infer import MCMC, NUTS

import coset_system
import model
import problems
from likelihoods import LIKELIHOODS
from summary import jackknife

ROUNDING = 1e-6  # of sums over points and draws in double precision, far below Monte Carlo error
EXCHANGES = 20000  # enough for a p below the joint level over the number of cases


@dataclass
class Case:
    likelihood: str
    data: str
    hidden: int

    def name(self):
        return "%s-%s-%d" % (self.likelihood, self.data, self.hidden)

    def widths(self, problem):
        likelihood = LIKELIHOODS[self.likelihood]
        return (problem.x.shape[1], self.hidden, likelihood.outputs(len(problem.class_names)))


@dataclass
class Chains:
    q: np.ndarray  # (chain, draw, parameter), then nuisance
    log_density: np.ndarray  # (chain, draw), up to a constant
    steps: np.ndarray  # (chain, draw)
    divergences: int
    seconds: float


@dataclass
class Sizes:
    chains: int
    warmup: int
    draws: int


def fit(case, problem, sizes, seed, run):
    coset_system.call(
        *("fit", problem.csv, "--target", problem.target, "--split", problem.split),
        *("--likelihood", case.likelihood, "--hidden", case.hidden, "--precision", "double"),
        *("--sampler", "nuts", "--chains", sizes.chains, "--warmup", sizes.warmup, "--draws", sizes.draws),
        *("--seed", seed, "--threads", 1, "--out", run),
    )


def by_coset(case, problem, sizes, seed, run):
    began = time.perf_counter()
    fit(case, problem, sizes, seed, run)
    seconds = time.perf_counter() - began
    found = sorted(coset_system.chains_of(run / "draws.journal"), key=lambda one: one[0])
    statistics = np.stack([s for *_, s in found])
    return Chains(
        q=np.stack([q for _, _, q, _ in found]),
        log_density=statistics["log_density"],
        steps=statistics["steps"],
        divergences=int(statistics["diverged"].sum()),
        seconds=seconds,
    )


def by_numpyro(case, problem, sizes, seed):
    widths, likelihood = case.widths(problem), LIKELIHOODS[case.likelihood]
    x, y = jnp.asarray(problem.x.T), jnp.asarray(problem.y)

    def network():
        theta = numpyro.sample(
            "theta", dist.Normal(0, 1).expand([model.parameters(widths)]).to_event(1)
        )
        (weights, biases), (last, offsets) = model.layers(theta, widths)
        h = jnp.tanh(weights @ x + biases[:, None])
        likelihood.observe(last @ h + offsets[:, None], y)

    began = time.perf_counter()
    mcmc = MCMC(
        NUTS(network),
        num_warmup=sizes.warmup,
        num_samples=sizes.draws,
        num_chains=sizes.chains,
        chain_method="sequential",
        progress_bar=False,
    )
    mcmc.run(jax.random.key(seed), extra_fields=("potential_energy", "num_steps", "diverging"))
    samples = mcmc.get_samples(group_by_chain=True)
    extra = mcmc.get_extra_fields(group_by_chain=True)
    q = [np.asarray(samples["theta"])]
    if likelihood.nuisances:
        q.append(np.log(np.asarray(samples["sigma"]))[..., None])
    return Chains(
        q=np.concatenate(q, axis=-1),
        log_density=-np.asarray(extra["potential_energy"]),
        steps=np.asarray(extra["num_steps"]),
        divergences=int(np.asarray(extra["diverging"]).sum()),
        seconds=time.perf_counter() - began,
    )


class Reference:
    """What the model says of draws, in NumPy, whoever made them."""

    def __init__(self, case, problem):
        self.problem = problem
        self.widths = case.widths(problem)
        self.parameters = model.parameters(self.widths)
        self.likelihood = LIKELIHOODS[case.likelihood]

    def parts(self, q, x):
        theta, nuisance = q[:, : self.parameters], q[:, self.parameters :]
        return model.forward(theta, x, self.widths), nuisance

    def check_density(self, system, chains):
        """Both systems sample this density: each one's own is the same up to one constant."""
        q = chains.q.reshape(-1, chains.q.shape[-1])
        z, nuisance = self.parts(q, self.problem.x)
        log_density = (
            self.likelihood.log_likelihood(z, nuisance, self.problem.y).sum(axis=1)
            + self.likelihood.log_prior(nuisance)
            - 0.5 * np.sum(q[:, : self.parameters] ** 2, axis=1)
        )
        offset = chains.log_density.reshape(-1) - log_density
        if not np.ptp(offset) < ROUNDING:
            raise RuntimeError("%s samples another density: %s" % (system, offset))

    def log_likelihood(self, chains):
        """Of the test rows: (chain, draw, point)."""
        found = [self.parts(q, self.problem.x_test) for q in chains.q]
        return np.stack(
            [self.likelihood.log_likelihood(*parts, self.problem.y_test) for parts in found]
        )

    def quantities(self, chains):
        """Each chain's mean of what is compared row by row: (chain, quantity, point)."""
        found = [self.parts(q, self.problem.x_test) for q in chains.q]
        return np.stack([self.likelihood.quantities(*parts).mean(axis=0) for parts in found])


def check_commands(problem, run, lppd, quantities):
    """score and predict say what the reference says of Coset's draws."""
    scores = json.loads(coset_system.call("score", run, "--json", "--threads", 1))
    ours, theirs = [lppd], [scores["lppd"]]
    predicted = list(
        csv.DictReader(
            coset_system.call("predict", run, problem.test_csv, "--threads", 1).splitlines()
        )
    )
    mean = quantities.mean(axis=0)  # (quantity, point)
    if problem.class_names:
        names = problem.class_names[-len(mean) :]
        theirs += [float(row["p_" + name]) for name in names for row in predicted]
        ours += list(mean.ravel())
    else:
        theirs += [(float(row["mean"]) - problem.mean) / problem.deviation for row in predicted]
        ours += list(mean[0])
    if not np.allclose(ours, theirs, rtol=0, atol=ROUNDING):
        worst = np.max(np.abs(np.subtract(ours, theirs)))
        raise RuntimeError("score or predict is off by %g: %s" % (worst, run))


def root_mean_square(values):
    return float(np.sqrt(np.mean(values**2)))


def row_by_row(ours, theirs, random):
    """The root mean square difference of row-wise means, its scale, and whether it is chance.

    The scale is that of one side's halves, over the root of 2 as halves have half the chains. Were
    both systems the same, chains could change sides: p is the share of such exchanges that differ
    by as much.
    """
    chains = len(ours)

    def halves(one):
        order = random.permutation(chains)
        difference = one[order[: chains // 2]].mean(axis=0) - one[order[chains // 2 :]].mean(axis=0)
        return np.mean(difference**2) / 2

    scale = np.sqrt(np.mean([halves(one) for one in (ours, theirs) for _ in range(100)]))
    pooled = np.concatenate([ours, theirs]).reshape(2 * chains, -1)
    sides = np.repeat([1.0, -1.0], chains) / chains
    difference = root_mean_square(sides @ pooled)
    exchanged = [root_mean_square(random.permutation(sides) @ pooled) for _ in range(EXCHANGES)]
    p = (1 + np.sum(np.array(exchanged) >= difference)) / (1 + EXCHANGES)
    return {"rms_difference": difference, "rms_scale": float(scale), "rms_p": float(p)}


def compare(case, sizes, seed, folder):
    problem, run = problems.of(case.data, folder, seed), folder / "run"
    reference = Reference(case, problem)
    found = {
        "coset": by_coset(case, problem, sizes, seed, run),
        "numpyro": by_numpyro(case, problem, sizes, seed),
    }
    row = {
        "likelihood": case.likelihood,
        "data": case.data,
        "hidden": case.hidden,
        "train": len(problem.y),
        "test": len(problem.y_test),
        "parameters": found["coset"].q.shape[-1],
    }
    quantities = {}
    for system, chains in found.items():
        reference.check_density(system, chains)
        lppd, error = jackknife(reference.log_likelihood(chains))
        quantities[system] = reference.quantities(chains)
        row[system + "_lppd"], row[system + "_error"] = lppd, error
        row[system + "_steps_per_draw"] = float(chains.steps.mean())
        row[system + "_divergences"] = chains.divergences
        row[system + "_seconds"] = chains.seconds
    check_commands(problem, run, row["coset_lppd"], quantities["coset"])
    row["difference"] = row["coset_lppd"] - row["numpyro_lppd"]
    row["error"] = float(np.hypot(row["coset_error"], row["numpyro_error"]))
    row["standard_errors"] = row["difference"] / row["error"]
    random = np.random.default_rng(seed)
    return {**row, **row_by_row(quantities["coset"], quantities["numpyro"], random)}
