"""Where the data lie; which machine, versions and cores."""

import importlib.metadata
import os
import platform
import shlex
import subprocess
import sys
from pathlib import Path


def data_folder():
    """The paper's datasets, which lie in the checkout."""
    checkout = Path(__file__).resolve().parents[2]
    return checkout / "experiments/src/main/resources/dev/coset/experiments/datasets"


def cores(count):
    """So many cores, on different physical ones as long as there are such."""
    allowed = sorted(os.sched_getaffinity(0))
    if count > len(allowed):
        raise SystemExit("There are %d cores, not %d: lower --cores." % (len(allowed), count))
    seen, first, others = set(), [], []
    for core in reversed(allowed):  # the first core serves most interrupts
        siblings = Path("/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list" % core)
        group = siblings.read_text().strip() if siblings.exists() else str(core)
        (others if group in seen else first).append(core)
        seen.add(group)
    return (first + others)[:count]


def physical(chosen):
    """Of the chosen cores, how many are physical ones, as far as the system says."""
    files = [
        Path("/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list" % c) for c in chosen
    ]
    return len({f.read_text() if f.exists() else str(f) for f in files})


def facts(seed, chosen):
    return {
        "commit": commit(),
        "seed": seed,
        "cpu": cpu_model(),
        "cores": "%d of %d (%d physical)" % (len(chosen), os.cpu_count(), physical(chosen)),
        "vectors": vectors(),
        "load_before": os.getloadavg()[0],
        "coset": coset_version(),
        "python": platform.python_version(),
        **{p: importlib.metadata.version(p) for p in ("jax", "numpyro", "blackjax")},
    }


def command(*benchmark):
    """As it was called, but for where the results go."""
    words = sys.argv[1:]
    if "--out" in words:
        del words[words.index("--out") : words.index("--out") + 2]
    return shlex.join(["benchmarks/peers/run", *benchmark, *words])


def cpu_model():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def vectors():
    flags = Path("/proc/cpuinfo").read_text()
    return "AVX-512" if "avx512f" in flags else "AVX2" if "avx2" in flags else "narrower"


def commit():
    named = os.environ.get("COSET_COMMIT")  # where there is no repository
    if named:
        return named
    here = Path(__file__).resolve().parent
    try:
        described = subprocess.run(
            ["git", "-C", str(here), "describe", "--always", "--dirty"],
            capture_output=True,
            text=True,
        )
        if described.returncode == 0:
            return described.stdout.strip()
    except FileNotFoundError:
        pass
    return "unknown"


def coset_version():
    command = [*shlex.split(os.environ["COSET_COMMAND"]), "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
