"""One of the paper's datasets in its split, standardised on the training rows."""

import json

import numpy as np

import machine


class Problem:
    """The file and split for Coset; arrays of standardised rows for bde."""

    def __init__(self, name):
        folder = machine.data_folder()
        self.csv, self.splits = folder / (name + ".csv"), folder / "splits.json"
        self.target = self.csv.open().readline().strip().split(",")[-1]
        rows = np.loadtxt(self.csv, delimiter=",", skiprows=1)
        split = json.loads(self.splits.read_text())[name]
        train = rows[split["train"]]
        self.sd = train[:, -1].std()  # of the target, divisor n
        rows = (rows - train.mean(axis=0)) / train.std(axis=0)
        self.x, self.y = rows[split["train"], :-1], rows[split["train"], -1]
        self.x_test, self.y_test = rows[split["test"], :-1], rows[split["test"], -1]
