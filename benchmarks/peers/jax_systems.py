"""NUTS of NumPyro and of BlackJAX: one chain, warm-up and draws, is one compiled call.

Both get float32, target acceptance 0.8, depth 10, a diagonal mass matrix and starts uniform on
(-2, 2), which are also Coset's. Chains run one after another ("sequential") or under one vmap
("vectorized").
"""

import time

import blackjax
import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
from numpyro.infer import NUTS

import model
from sampled import Sampled

TARGET_ACCEPTANCE = 0.8
MAX_DEPTH = 10


def rows_first(theta, x, widths):
    """f_theta as users of NumPyro write it: points in rows, x @ w + b."""
    h = x
    parts = model.layers(theta, widths)
    for weights, biases in parts[:-1]:
        h = jnp.tanh(h @ weights.T + biases)
    weights, biases = parts[-1]
    return (h @ weights.T + biases)[:, 0]


def points_last(theta, x, widths):
    """The same function, points in columns: on a CPU XLA is up to three times as fast this way."""
    h = x.T
    parts = model.layers(theta, widths)
    for weights, biases in parts[:-1]:
        h = jnp.tanh(weights @ h + biases[:, None])
    weights, biases = parts[-1]
    return (weights @ h + biases[:, None])[0]


FORMS = {"rows-first": rows_first, "points-last": points_last}


class Problem:
    """Data and function in single precision."""

    def __init__(self, network, data, form):
        self.widths = model.widths_of(network, data)
        self.parameters = model.parameters(self.widths)
        self.x, self.y = jnp.asarray(data.x, jnp.float32), jnp.asarray(data.y, jnp.float32)
        self.form = FORMS[form]

    def f(self, theta):
        return self.form(theta, self.x, self.widths)


def numpyro_nuts(problem, warmup, draws, chains, method, seed):
    def bnn():
        theta = numpyro.sample("theta", dist.Normal(0, 1).expand([problem.parameters]).to_event(1))
        sigma = numpyro.sample("sigma", dist.HalfNormal(1.0))
        numpyro.sample("y", dist.Normal(problem.f(theta), sigma), obs=problem.y)

    kernel = NUTS(bnn, target_accept_prob=TARGET_ACCEPTANCE, max_tree_depth=MAX_DEPTH)

    def chain(state):
        def transition(state, _):
            state = kernel.sample(state, (), {})
            z = state.z
            q = jnp.concatenate(
                [z["theta"], z["sigma"][..., None]], axis=-1
            )  # unconstrained: log sigma
            return state, (
                q,
                state.num_steps,
                state.diverging,
                state.accept_prob,
                -state.potential_energy,
            )

        return jax.lax.scan(transition, state, None, length=warmup + draws)[1]

    began = time.perf_counter()
    keys = jax.random.split(jax.random.key(seed), chains)
    batches = [keys] if method == "vectorized" else list(keys)
    starts = [kernel.init(k, warmup, None, (), {}) for k in batches]
    return timed(chain, starts, began, warmup, draws, steps_first=method == "vectorized")


def blackjax_nuts(problem, warmup, draws, chains, method, seed):
    n = len(problem.y)

    def log_density(q):
        theta, log_sigma = q[:-1], q[-1]
        sigma = jnp.exp(log_sigma)
        residuals = (problem.y - problem.f(theta)) / sigma
        prior = -0.5 * jnp.sum(theta * theta) - 0.5 * sigma * sigma + log_sigma
        return prior - 0.5 * jnp.sum(residuals * residuals) - n * log_sigma

    def kept(state, info):
        return (
            state.position,
            info.num_integration_steps,
            info.is_divergent,
            info.acceptance_rate,
            state.logdensity,
        )

    adaptation = blackjax.window_adaptation(
        blackjax.nuts,
        log_density,
        target_acceptance_rate=TARGET_ACCEPTANCE,
        max_num_doublings=MAX_DEPTH,
        adaptation_info_fn=lambda state, info, _: kept(state, info),
    )

    def chain(key):
        for_start, for_warmup, for_draws = jax.random.split(key, 3)
        q = jax.random.uniform(for_start, (problem.parameters + 1,), minval=-2, maxval=2)
        (state, tuned), learned = adaptation.run(for_warmup, q, warmup)
        nuts = blackjax.nuts(log_density, **tuned)

        def transition(state, key):
            state, info = nuts.step(key, state)
            return state, kept(state, info)

        drawn = jax.lax.scan(transition, state, jax.random.split(for_draws, draws))[1]
        return jax.tree.map(lambda a, b: jnp.concatenate([a, b]), learned, drawn)

    began = time.perf_counter()
    keys = jax.random.split(jax.random.key(seed), chains)
    if method == "vectorized":
        return timed(jax.vmap(chain), [keys], began, warmup, draws, steps_first=False)
    return timed(chain, list(keys), began, warmup, draws, steps_first=False)


def timed(run, inputs, began, warmup, draws, steps_first):
    """Compiles, then calls once per input. NumPyro's vectorized output is (step, chain, ...)."""
    compiled = jax.jit(run).lower(inputs[0]).compile()
    setup = time.perf_counter() - began
    outputs, seconds, busy = [], [], 0.0
    for one in inputs:
        wall, cpu = time.perf_counter(), time.process_time()
        output = jax.block_until_ready(compiled(one))
        seconds.append(time.perf_counter() - wall)
        busy += time.process_time() - cpu
        outputs.append([np.asarray(a) for a in output])
    if outputs[0][1].ndim == 1:
        q, steps, diverged, acceptance, log_density = (np.stack(a) for a in zip(*outputs))
    else:
        q, steps, diverged, acceptance, log_density = (
            np.swapaxes(a, 0, 1) if steps_first else a for a in outputs[0]
        )
    busy /= sum(seconds)
    chains = len(q)
    if len(seconds) < chains:
        seconds = [seconds[0] / chains] * chains
    return Sampled(
        q=q[:, warmup:],
        log_density=log_density[:, warmup:],
        seconds=seconds,
        warmup_steps=steps[:, :warmup].sum(axis=1).tolist(),
        draw_steps=steps[:, warmup:].sum(axis=1).tolist(),
        divergences=diverged[:, warmup:].sum(axis=1).tolist(),
        acceptance=acceptance[:, warmup:].mean(axis=1).tolist(),
        setup_seconds=setup,
        busy=busy,
    )


NUTS_OF = {"numpyro": numpyro_nuts, "blackjax": blackjax_nuts}
