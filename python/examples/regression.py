"""Numbers with their uncertainty, from a table with text, dates and gaps or just an array."""

import numpy as np
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split

from coset import CosetRegressor

x, y = load_diabetes(return_X_y=True, as_frame=False)
x_train, x_test, y_train, y_test = train_test_split(x, y, random_state=0)

model = CosetRegressor(hidden="linear", random_state=0).fit(x_train, y_train)
mean, sd = model.predict(x_test, return_std=True)
low, high = model.predict_quantiles(x_test, [0.05, 0.95]).T
print("R^2 %.2f" % model.score(x_test, y_test))
print("90%% intervals hold %.0f%% of the test rows" % (100 * np.mean((low < y_test) & (y_test < high))))
print("log density %.3f" % model.predict_distribution(x_test).logpdf(y_test).mean())
