"""Coset beside the others, from the results that are kept."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Entry:
    """One method on one table, over the splits."""

    method: str
    results: list  # (split), None where it is still to come

    def reason(self):
        """Why it has no LPPD, or nothing."""
        missing = [r for r in self.results if r is None or "reason" in r]
        return "" if not missing else missing[0]["reason"] if missing[0] else "not run yet"

    def rows(self):
        return np.concatenate([r["rows"] for r in self.results])

    def mean(self, name):
        """Over splits; nothing where the method has no such score."""
        values = [r[name] for r in self.results if name in r]
        return float(np.mean(values)) if values else None

    def lppd_error(self):
        return standard_error(self.rows())

    def total(self, name):
        return sum(r[name] for r in self.results)

    def coverage(self):
        return (
            self.total("covered") / self.total("points") if "covered" in self.results[0] else None
        )


@dataclass
class Contest:
    """All methods on one table."""

    table: object
    entries: dict  # method: Entry, those that were asked for

    def finished(self):
        return {m: e for m, e in self.entries.items() if not e.reason()}

    def best(self):
        """By mean LPPD; that the best of many is taken is to the others' favour, not to Coset's."""
        return max(self.finished().values(), key=lambda e: e.mean("lppd"), default=None)

    def coset_behind(self):
        """Coset's LPPD less the best one's, and the error of this difference.

        Test rows are paired and pooled over splits. A row may test in several splits, so that the
        error is a little too small: to Coset's disadvantage.
        """
        coset, best = self.finished().get("coset"), self.best()
        if coset is None:
            return None
        return coset.mean("lppd") - best.mean("lppd"), standard_error(coset.rows() - best.rows())

    def holds(self):
        """Whether Coset is the best or within one standard error of it; None: not run yet."""
        if "coset" not in self.entries or any(r is None for r in self.entries["coset"].results):
            return None
        behind = self.coset_behind()
        return behind is not None and -behind[0] <= behind[1]


def standard_error(values):
    return float(np.std(values, ddof=1) / np.sqrt(len(values)))


def contests(tables, methods, splits, kept):
    """Of the tables that have results."""
    found = [
        Contest(
            table,
            {m: Entry(m, [kept.find(table, split, m) for split in range(splits)]) for m in methods},
        )
        for table in tables
    ]
    return [c for c in found if any(any(e.results) for e in c.entries.values())]


def pooled_coverage(found, method):
    """Over all test rows, and the mean of tables; None where the method finished no regression."""
    entries = [c.finished().get(method) for c in found if not c.table.classes]
    entries = [e for e in entries if e is not None]
    if not entries:
        return None
    covered, points = (sum(e.total(n) for e in entries) for n in ("covered", "points"))
    return covered / points, float(np.mean([e.coverage() for e in entries]))


def overall(found, methods):
    """Of each method: nats behind the best, mean of tables, and CPU seconds, their geometric mean.

    Over tables that all of them finished, whose number is the last.
    """
    shared = [c for c in found if len(c.finished()) == len(methods)]
    if not shared:
        return {}
    return {
        m: (
            float(np.mean([c.best().mean("lppd") - c.entries[m].mean("lppd") for c in shared])),
            float(np.exp(np.mean([np.log(c.entries[m].mean("cpu_seconds")) for c in shared]))),
            len(shared),
        )
        for m in methods
    }
