"""One case on one core: the systems one after another, so that all meet the same core.

Called by peers.py with the lane as a JSON file; writes beside it what each system yields.
"""

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

# One thread for XLA, as the process has one core; read when JAX is imported.
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
sys.path += [p for p in [os.environ.get("COSET_PEERS_PACKAGES")] if p]

import numpy as np

import coset_system
import jax_systems
import model

DENSITY_TOLERANCE = 0.1  # rounding of a sum over the points in single precision stays far below


def sample(system, lane, data, folder):
    sizes = [lane["warmup"], lane["draws"]]
    if system == "coset":
        run = folder / "run"
        return coset_system.coset_nuts(
            lane["network"], data, *sizes, lane["chains"], lane["spare"], lane["seed"], run
        )
    problem = jax_systems.Problem(lane["network"], data, lane["form"])
    return jax_systems.NUTS_OF[system](
        problem, *sizes, lane["peer_chains"], lane["method"], lane["seed"]
    )


def check_density(sampled, system, lane, data):
    """All systems sample the same density: each one's is the model's up to a constant."""
    some = slice(None, None, max(1, sampled.q.shape[1] // 10))
    for q, log_density in zip(sampled.q[:, some], sampled.log_density[:, some]):
        offset = log_density - model.log_density(q, lane["network"], data)
        if not np.ptp(offset) < DENSITY_TOLERANCE:
            raise RuntimeError("%s samples another density: %s" % (system, offset))


def main(path):
    lane = json.loads(path.read_text())
    data = model.Data(lane["data"])
    for system in lane["systems"]:
        sampled = sample(system, lane, data, path.parent)
        check_density(sampled, system, lane, data)
        q = sampled.q
        f = [model.outputs(chain[:, :-1], data.x_test, lane["network"], data) for chain in q]
        arrays = path.parent / (system + ".npz")
        np.savez(arrays, f=np.stack(f).astype(np.float32), log_sigma=q[:, :, -1])
        figures = {k: v for k, v in asdict(sampled).items() if not isinstance(v, np.ndarray)}
        unfinished = path.parent / (system + ".part")
        unfinished.write_text(json.dumps(figures))
        unfinished.rename(path.parent / (system + ".json"))


main(Path(sys.argv[1]))
