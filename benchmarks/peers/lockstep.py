"""NumPyro's vectorised NUTS on a GPU: what the paper's run of all chains would take.

All chains of a transition run together until the longest tree is built, so a transition's time
hardly varies: it is measured from the start of warm-up on, for a while, and multiplied. Compiling
is excluded. Needs JAX with its GPU and NumPyro only.
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist
from numpyro.infer import NUTS

import model

WARMUP, DRAWS = 1024, 1


def kernel_of(data, widths):
    x, y = jnp.asarray(data.x, jnp.float32), jnp.asarray(data.y, jnp.float32)
    parameters = model.parameters(widths)

    def bnn():
        theta = numpyro.sample("theta", dist.Normal(0, 1).expand([parameters]).to_event(1))
        sigma = numpyro.sample("sigma", dist.HalfNormal(1.0))
        h = x
        parts = model.layers(theta, widths)
        for weights, biases in parts[:-1]:
            h = jnp.tanh(h @ weights.T + biases)
        weights, biases = parts[-1]
        numpyro.sample("y", dist.Normal((h @ weights.T + biases)[:, 0], sigma), obs=y)

    return NUTS(bnn, target_accept_prob=0.8, max_tree_depth=10)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data")
    parser.add_argument("network", choices=model.NETWORKS)
    parser.add_argument("--chains", type=int, default=1274)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    data = model.Data(given.data)
    kernel = kernel_of(data, model.widths_of(given.network, data))
    keys = jax.random.split(jax.random.key(0), given.chains)
    state = kernel.init(keys, WARMUP, None, (), {})
    began = time.perf_counter()
    step = jax.jit(lambda s: kernel.sample(s, (), {})).lower(state).compile()
    compiled = time.perf_counter() - began
    transitions = gradients = longest = 0
    began = time.perf_counter()
    while time.perf_counter() - began < given.seconds and transitions < WARMUP + DRAWS:
        state = jax.block_until_ready(step(state))
        transitions += 1
        gradients += int(state.num_steps.sum())
        longest += int(state.num_steps.max())
    seconds = time.perf_counter() - began
    print(
        "%s, %s, %d chains on %s, compiled in %.0f s: %d transitions in %.1f s, %.2f ms for each "
        "of %d steps in lock-step, %.2f M gradients/s; %d transitions would take %.0f s"
        % (
            given.data,
            given.network,
            given.chains,
            jax.devices()[0].device_kind,
            compiled,
            transitions,
            seconds,
            1000 * seconds / longest,
            longest,
            gradients / seconds * 1e-6,
            WARMUP + DRAWS,
            (WARMUP + DRAWS) * seconds / transitions,
        )
    )


if __name__ == "__main__":
    main()
