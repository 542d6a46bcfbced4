"""Classes with probabilities that mean what they say."""

import numpy as np
from sklearn.datasets import load_wine
from sklearn.metrics import log_loss
from sklearn.model_selection import train_test_split

from coset import CosetClassifier

x, y = load_wine(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(x, y, random_state=0)

model = CosetClassifier(hidden="linear", random_state=0).fit(x_train, y_train)
print("accuracy %.2f" % model.score(x_test, y_test))
print("log loss %.3f" % log_loss(y_test, model.predict_proba(x_test)))
print("least sure of row", int(np.argmin(model.predict_proba(x_test).max(axis=1))))
