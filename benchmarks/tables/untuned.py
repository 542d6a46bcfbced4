"""What users would pick instead of Coset, untuned: scikit-learn, NGBoost and laplace-torch.

Where a method gives no density, it is a normal around its prediction, and its standard deviation is
that of residuals on rows that were not trained on.
"""

import contextlib
import warnings

import numpy as np

from predictive import Classes, Normal

MOST_ROWS_OF_GP = 2000
HELD_BACK = 0.1
LAPLACE_BATCH = 150


class Unsuited(Exception):
    """A method that is not for this table."""


def linear(problem, data, seed):
    from sklearn.linear_model import BayesianRidge, LogisticRegression

    if problem.class_names:
        return probabilities(LogisticRegression(max_iter=1000), data)
    model = BayesianRidge().fit(data.x, data.y)
    return Normal(*model.predict(data.x_test, return_std=True))


def gp(problem, data, seed):
    """The length scale starts at the distance that standardised rows have from each other."""
    from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

    if len(problem.frame) > MOST_ROWS_OF_GP:
        raise Unsuited("more than %s rows" % format(MOST_ROWS_OF_GP, ","))
    kernel = ConstantKernel() * RBF(np.sqrt(data.x.shape[1]))
    if problem.class_names:
        return probabilities(GaussianProcessClassifier(kernel, random_state=seed), data)
    model = GaussianProcessRegressor(kernel + WhiteKernel(), random_state=seed)
    model.fit(data.x, data.y)
    return Normal(*model.predict(data.x_test, return_std=True))


def forest(problem, data, seed):
    """Normal with the residuals out of the bag; classes with Laplace's one vote more for each."""
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    if problem.class_names:
        model = RandomForestClassifier(random_state=seed)
        votes = len(model.fit(data.x, data.y).estimators_) * model.predict_proba(data.x_test) + 1
        return Classes(votes / votes.sum(axis=1, keepdims=True))
    model = RandomForestRegressor(oob_score=True, random_state=seed).fit(data.x, data.y)
    return Normal(model.predict(data.x_test), root_mean_square(model.oob_prediction_ - data.y))


def boosting(problem, data, seed):
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

    if problem.class_names:
        return probabilities(HistGradientBoostingClassifier(random_state=seed), data)
    return by_residuals(HistGradientBoostingRegressor(random_state=seed), data, seed)


def ngboost(problem, data, seed):
    from ngboost import NGBClassifier, NGBRegressor
    from ngboost.distns import k_categorical

    if problem.class_names:
        categorical = k_categorical(len(problem.class_names))
        return probabilities(
            NGBClassifier(Dist=categorical, verbose=False, random_state=seed), data
        )
    model = NGBRegressor(verbose=False, random_state=seed).fit(data.x, data.y)
    found = model.pred_dist(data.x_test).params
    return Normal(found["loc"], found["scale"])


def mlp(problem, data, seed):
    from sklearn.neural_network import MLPClassifier, MLPRegressor

    if problem.class_names:
        return probabilities(MLPClassifier(random_state=seed), data)
    return by_residuals(MLPRegressor(random_state=seed), data, seed)


def laplace(problem, data, seed):
    """The network of laplace-torch's regression example, trained with its prior and noise.

    That example says that its other way, a posterior around a network that was trained before,
    cannot fix one that is over- or underfitted: untuned on small tables, many are.
    """
    try:
        import torch
        from laplace import marglik_training
        from laplace.curvature import BackPackGGN
    except ImportError as missing:
        raise Unsuited("requirements-laplace.txt is not installed: %s" % missing) from missing
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    x, x_test = (torch.tensor(part, dtype=torch.float32) for part in (data.x, data.x_test))
    if problem.class_names:
        likelihood, outputs, y = "classification", len(problem.class_names), torch.tensor(data.y)
    else:
        likelihood, outputs = "regression", 1
        y = torch.tensor(data.y, dtype=torch.float32)[:, None]
    net = torch.nn.Sequential(
        torch.nn.Linear(x.shape[1], 50), torch.nn.Tanh(), torch.nn.Linear(50, outputs)
    )
    rows = torch.utils.data.TensorDataset(x, y)
    loader = torch.utils.data.DataLoader(rows, batch_size=LAPLACE_BATCH, shuffle=True)
    posterior, *_ = marglik_training(
        net, loader, likelihood, backend=BackPackGGN, optimizer_kwargs={"lr": 1e-2}
    )
    if problem.class_names:
        return Classes(posterior(x_test, link_approx="probit").detach().double().numpy())
    mean, variance = (part.detach().double().flatten().numpy() for part in posterior(x_test))
    return Normal(mean, np.sqrt(variance + posterior.sigma_noise.item() ** 2))


def probabilities(model, data):
    return Classes(model.fit(data.x, data.y).predict_proba(data.x_test))


def by_residuals(model, data, seed):
    """The residuals of a tenth that is held back; then the model is trained on all rows."""
    from sklearn.model_selection import train_test_split

    x, x_held, y, y_held = train_test_split(data.x, data.y, test_size=HELD_BACK, random_state=seed)
    sd = root_mean_square(model.fit(x, y).predict(x_held) - y_held)
    return Normal(model.fit(data.x, data.y).predict(data.x_test), sd)


def root_mean_square(values):
    return float(np.sqrt(np.mean(values**2)))


UNTUNED = {
    "linear": linear,
    "gp": gp,
    "forest": forest,
    "boosting": boosting,
    "ngboost": ngboost,
    "mlp": mlp,
    "laplace": laplace,
}
ON_REQUEST = {"laplace"}  # PyTorch is large


def load(methods):
    """Imports PyTorch once, before anything is timed: it takes seconds, as Python's start does."""
    if "laplace" in methods:
        with contextlib.suppress(ImportError), warnings.catch_warnings(action="ignore"):
            import laplace  # noqa: F401
