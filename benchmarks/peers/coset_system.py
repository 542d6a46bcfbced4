"""Coset by its command line, on one thread; draws and steps come from the run's journal."""

import os
import resource
import shlex
import shutil
import struct
import subprocess
import time

import numpy as np

import model
from sampled import Sampled

STATISTICS = np.dtype(
    [
        ("log_density", ">f8"),
        ("energy", ">f8"),
        ("acceptance", ">f8"),
        ("depth", ">i4"),
        ("steps", ">i4"),
        ("diverged", "i1"),
    ]
)  # as OutcomeCodec writes them


def chains_of(journal):
    """Yields (chain, warm-up steps, q (draw, parameter), statistics) of every finished chain."""
    content = journal.read_bytes()
    at = 44  # after magic number, digest of the manifest, checksum
    while at < len(content):
        _, _, length, _ = struct.unpack_from(">qiii", content, at)  # mark, number, length, checksum
        body = content[at + 20 : at + 20 + length]
        at += 20 + length
        if body[0] != 1:
            raise RuntimeError("A chain failed: " + body[5:].decode())
        _, chain, count, dimension, _, warmup_steps, _ = struct.unpack_from(">biiidqi", body)
        values = 33 + 8 * dimension  # after the inverse mass matrix
        q = np.frombuffer(body, ">f8", count * dimension, values).reshape(count, dimension)
        yield chain, warmup_steps, q.astype(np.float64), np.frombuffer(
            body, STATISTICS, count, values + q.nbytes
        )


def call(*words):
    """Runs a command of Coset and returns what it prints."""
    command = [*shlex.split(os.environ["COSET_COMMAND"]), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError("Coset ended with %d: %s" % (done.returncode, done.stderr))
    return done.stdout


def coset_nuts(network, data, warmup, draws, chains, spare, seed, folder):
    """Runs spare chains first and leaves them out: in them the JVM still compiles."""
    shutil.rmtree(folder, ignore_errors=True)
    cpu = child_seconds()
    began = time.perf_counter()
    call(
        "fit",
        data.csv,
        "--target",
        data.target,
        "--hidden",
        ",".join(map(str, model.NETWORKS[network])),
        "--split",
        data.splits,
        "--standardise",
        "all",
        "--precision",
        "single",
        "--chains",
        chains + spare,
        "--sampler",
        "nuts",
        "--warmup",
        warmup,
        "--draws",
        draws,
        "--seed",
        seed,
        "--threads",
        "1",
        "--json",
        "--out",
        folder,
    )
    wall = time.perf_counter() - began
    busy = (child_seconds() - cpu) / wall
    seconds = {
        int(chain): float(taken)
        for chain, taken in (
            line.split(",") for line in (folder / "timings.csv").read_text().split()
        )
    }
    every = sorted(chains_of(folder / "draws.journal"), key=lambda one: one[0])
    found = every[spare:]
    sampled = Sampled(
        q=np.stack([q for _, _, q, _ in found]),
        log_density=np.stack([s["log_density"] for *_, s in found]),
        seconds=[seconds[chain] for chain, *_ in found],
        warmup_steps=[steps for _, steps, _, _ in found],
        draw_steps=[int(s["steps"].sum()) for *_, s in found],
        divergences=[int(s["diverged"].sum()) for *_, s in found],
        acceptance=[float(s["acceptance"].mean()) for *_, s in found],
        setup_seconds=0,
        busy=busy,
    )
    rate = (sum(sampled.warmup_steps) + sum(sampled.draw_steps)) / sum(sampled.seconds)
    all_steps = sum(steps + int(s["steps"].sum()) for _, steps, _, s in every)
    sampled.setup_seconds = wall - all_steps / rate
    return sampled


def child_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
