"""The results as Markdown for docs/lab/results.md, and all of them as CSV."""

import csv

import numpy as np

HEAD = """\
LPPD on the test rows (target standardised on the training rows) and CPU seconds from start to end,
JVM start and JAX's compilation included: means over seeds with their standard errors. The error of
the difference is that of two independent means; "equal" where it exceeds the difference.

| case | seeds | bde: LPPD | Coset: LPPD | difference | Coset is | bde: gradients, CPU s | \
Coset: gradients, CPU s | CPU ratio |
| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |
"""

SOURCE = """
`{command}`, commit {commit}: `coset fit {options}` with the case's layers. {cpu}, {vectors}, one
core for each. {coset}; bde {bde} with BlackJAX {blackjax}, JAX {jax} on Python {python}.
"""


class Sample:
    """What one system found in one case, a seed each."""

    def __init__(self, results):
        lppd = [r["lppd"] for r in results]
        self.seeds = len(results)
        self.lppd = float(np.mean(lppd)) if results else np.nan
        enough = len(results) > 1
        self.error = float(np.std(lppd, ddof=1) / np.sqrt(len(lppd))) if enough else np.nan
        self.cpu_seconds = float(np.mean([r["cpu_seconds"] for r in results] or [np.nan]))
        self.gradients = float(np.mean([r["gradients"] for r in results] or [np.nan]))
        self.lost = sum(r["lost"] for r in results)

    def score(self):
        return number("%.4f", self.lppd) + " ± " + number("%.4f", self.error)

    def cost(self):
        return number("%.0f k", self.gradients / 1000) + ", " + number("%.1f", self.cpu_seconds)


def number(form, value):
    return form % value if np.isfinite(value) else "?"


def rows(found):
    """(case, bde's sample, Coset's sample) of each case."""
    cases = dict.fromkeys(job.case for job, _ in found)
    return [(case, *(sample(found, case, s) for s in ("bde", "coset"))) for case in cases]


def sample(found, case, system):
    return Sample([r for job, r in found if (job.case, job.system) == (case, system)])


def of(rows, facts):
    text = HEAD
    for case, bde, coset in rows:
        difference, error = coset.lppd - bde.lppd, np.hypot(bde.error, coset.error)
        cells = (
            case,
            "%d, %d" % (bde.seeds, coset.seeds),
            bde.score(),
            coset.score(),
            number("%+.4f", difference) + " ± " + number("%.4f", error),
            verdict(difference, error),
            bde.cost(),
            coset.cost(),
            number("%.1f", bde.cpu_seconds / coset.cpu_seconds),
        )
        text += "| %s |\n" % " | ".join(cells)
    lost = sum(bde.lost for _, bde, _ in rows)
    if lost:
        text += "\n%d of bde's draws were not finite and are dropped.\n" % lost
    return text + SOURCE.format(**facts)


def verdict(difference, error):
    if not np.isfinite(difference + error):
        return "?"
    return "equal" if abs(difference) <= error else "above" if difference > 0 else "below"


def write_csv(path, found):
    columns = ("lppd", "cpu_seconds", "gradients", "draws", "lost")
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("case", "system", "seed", *columns))
        for job, result in found:
            writer.writerow((job.case, job.system, job.seed, *(result[c] for c in columns)))
