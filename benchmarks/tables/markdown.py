"""The comparison as Markdown and as CSV."""

import csv

from comparison import pooled_coverage

NAMES = {
    "coset": "Coset",
    "linear": "linear",
    "gp": "GP",
    "forest": "forest",
    "boosting": "boosting",
    "ngboost": "NGBoost",
    "mlp": "MLP",
    "laplace": "laplace-torch",
}
CELLS = {True: "yes", False: "**no**", None: "not run"}

SOURCE = """
`{command}`, commit {commit}{arguments}, splits: {splits}. {coset}; scikit-learn {sklearn}, NGBoost
{ngboost}{laplace}, Python {python}. {cpu}.
"""


def heading(title, *columns, numbers):
    """The last columns are numbers."""
    lines = ["---"] * (len(columns) - numbers) + ["---:"] * numbers
    return "\n## %s\n\n%s%s" % (title, row(*columns), row(*lines))


def row(*cells):
    return "| %s |\n" % " | ".join(cells)


def number(value, form="%.3f"):
    return "" if value is None else form % value


def of(found, methods, facts):
    names = [NAMES[m] for m in methods]
    text = heading(
        "LPPD", "table", "best", "Coset's less the best", "holds", *names, numbers=len(names)
    )
    text += "".join(lppd_row(c, methods) for c in found) + verdict(found)
    text += heading(
        "RMSE in standard deviations, or accuracy", "table", "score", *names, numbers=len(names)
    )
    text += "".join(point_row(c, methods) for c in found)
    text += heading("90% intervals", "table", *names, numbers=len(names))
    text += "".join(coverage_row(c, methods) for c in found if not c.table.classes)
    text += pooled_rows(found, methods)
    text += heading(
        "CPU seconds of a split", "table", "rows", "columns", *names, numbers=len(names) + 2
    )
    text += "".join(cpu_row(c, methods) for c in found)
    return (text + reasons(found) + row_errors(found) + SOURCE.format(**facts)).lstrip()


def lppd_row(contest, methods):
    best, behind = contest.best(), contest.coset_behind()
    cells = []
    for m in methods:
        entry = contest.finished().get(m)
        bold = "**%s**" if entry is not None and entry is best else "%s"
        said = entry and "%.3f ± %.3f" % (entry.mean("lppd"), entry.lppd_error())
        cells.append(bold % said if said else "–")
    return row(
        contest.table.name,
        NAMES[best.method] if best else "none",
        "%+.3f ± %.3f" % behind if behind else "–",
        CELLS[contest.holds()],
        *cells,
    )


def verdict(found):
    """The share of tables on which Coset was run."""
    run = [c.holds() for c in found if c.holds() is not None]
    if not run:
        return ""
    text = "\nCoset is best or within one standard error of the best on %d of %d tables: %.0f%%.\n"
    return text % (sum(run), len(run), 100 * sum(run) / len(run))


def point_row(contest, methods):
    score = "accuracy" if contest.table.classes else "rmse"
    return row(contest.table.name, score, *scores(contest, methods, lambda e: e.mean(score)))


def coverage_row(contest, methods):
    return row(
        contest.table.name, *scores(contest, methods, lambda e: 100 * e.coverage(), "%.1f%%")
    )


def cpu_row(contest, methods):
    rows, columns = contest.table.frame().shape
    cells = scores(contest, methods, lambda e: e.mean("cpu_seconds"), "%.1f")
    return row(contest.table.name, format(rows, ","), str(columns - 1), *cells)


def scores(contest, methods, score, form="%.3f"):
    finished = contest.finished()
    return [form % score(finished[m]) if m in finished else "–" for m in methods]


def pooled_rows(found, methods):
    pooled = [pooled_coverage(found, m) for m in methods]
    names = ("**all rows**", "**mean of tables**")
    return "".join(
        row(name, *(number(p and 100 * p[i], "%.1f%%") or "–" for p in pooled))
        for i, name in enumerate(names)
    )


def reasons(found):
    """Each method without a score, and why."""
    lines = [
        "- %s, %s: %s\n" % (c.table.name, NAMES[m], e.reason())
        for c in found
        for m, e in c.entries.items()
        if e.reason()
    ]
    return "\n## Without a score\n\n" + "".join(lines) if lines else ""


def row_errors(found):
    """Coset's rows are told from its quantiles: how far they are from the LPPD that it says."""
    entries = [c.finished().get("coset") for c in found]
    errors = [abs(r["row_error"]) for e in entries if e for r in e.results]
    if not errors:
        return ""
    return "\nCoset's densities of rows, by quantiles: their mean is off by %.1g at most.\n" % max(
        errors
    )


COLUMNS = ("lppd", "rmse", "accuracy", "cpu_seconds")


def write_csv(path, found):
    """A row for each table and method; what a method lacks is empty, and the reason says why."""
    rows = []
    for contest in found:
        table, best = contest.table, contest.best()
        frame = table.frame()
        for method, entry in contest.entries.items():
            done = not entry.reason()
            behind = contest.coset_behind() if method == "coset" else None
            rows.append(
                {
                    "table": table.name,
                    "package": table.package,
                    "version": table.version(),
                    "rows": len(frame),
                    "features": frame.shape[1] - 1,
                    "target": table.target,
                    "method": method,
                    "best": done and entry is best,
                    **{c: number(entry.mean(c), "%.6g") if done else "" for c in COLUMNS},
                    "lppd_se": number(entry.lppd_error(), "%.6g") if done else "",
                    "coverage": number(entry.coverage(), "%.6g") if done else "",
                    "behind": number(behind and behind[0], "%.6g"),
                    "behind_se": number(behind and behind[1], "%.6g"),
                    "reason": entry.reason(),
                }
            )
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_overall(path, methods):
    """A row for each method, for the chart of docs/against-the-field.md."""
    lines = ["method,behind,cpu_seconds,tables"]
    lines += ["%s,%.4f,%.3g,%d" % (method, *of) for method, of in methods.items()]
    path.write_text("\n".join(lines) + "\n")


def tables(every):
    """What tables there are."""
    columns = (
        "table",
        "package",
        "licence",
        "target",
        "classes",
        "rows",
        "features",
        "missing cells",
    )
    text = heading("Tables", *columns, numbers=4)
    for table in every:
        frame = table.frame()
        features = frame.drop(columns=table.target)
        text += row(
            table.name,
            "%s %s" % (table.package, table.version()),
            table.licence(),
            table.target,
            str(frame[table.target].nunique()) if table.classes else "",
            format(len(frame), ","),
            str(features.shape[1]),
            str(int(features.isna().sum().sum())),
        )
    return text.lstrip()
