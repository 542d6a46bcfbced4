"""A table as every method gets it: one CSV file, and splits of its rows as JSON files.

Coset reads the files. The others get numbers: medians for missing cells, one column for each level
of a text, all else standardised, learnt from the training rows.
"""

import hashlib
import json
from dataclasses import dataclass

import numpy as np
import pandas as pd

TEST_SHARE = 0.2


@dataclass
class Arrays:
    x: np.ndarray  # (training row, feature)
    y: np.ndarray  # (training row): standardised, or a class's number
    x_test: np.ndarray


class Problem:
    """One split of one table; rows are drawn with the split's number, by class where there are."""

    def __init__(self, table, split, folder):
        self.table, self.split = table, split
        self.csv = folder / (table.name + ".csv")
        self.split_file = folder / ("%s-split-%d.json" % (table.name, split))
        self.test_csv = folder / ("%s-test-%d.csv" % (table.name, split))
        folder.mkdir(parents=True, exist_ok=True)
        table.frame().to_csv(self.csv, index=False)
        self.frame = pd.read_csv(self.csv)  # so that all have read the same file
        self.train, self.test = self.rows()
        rows = {"train": self.train.tolist(), "test": self.test.tolist()}
        self.split_file.write_text(json.dumps(rows))
        self.frame.iloc[self.test].to_csv(self.test_csv, index=False)
        target = self.frame[table.target]
        if table.classes:
            labels = target.astype(str)
            self.class_names = sorted(labels.unique())
            self.y = labels.map(self.class_names.index).to_numpy()
        else:
            self.class_names = []
            values = target.to_numpy(float)
            self.mean, self.sd = values[self.train].mean(), values[self.train].std()
            self.y = (values - self.mean) / self.sd
        self.y_test = self.y[self.test]

    def rows(self):
        from sklearn.model_selection import train_test_split

        classes = self.frame[self.table.target] if self.table.classes else None
        train, test = train_test_split(
            np.arange(len(self.frame)),
            test_size=TEST_SHARE,
            random_state=self.split,
            stratify=classes,
        )
        return np.sort(train), np.sort(test)

    def digest(self):
        """Of what a result depends on besides the method."""
        content = self.csv.read_bytes() + self.split_file.read_bytes()
        return hashlib.sha256(content).hexdigest()[:16]

    def arrays(self):
        from sklearn.compose import make_column_selector, make_column_transformer
        from sklearn.impute import SimpleImputer
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import OneHotEncoder, StandardScaler

        numbers = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
        texts = make_pipeline(
            SimpleImputer(strategy="constant", fill_value="missing"),
            OneHotEncoder(handle_unknown="ignore", sparse_output=False),
        )
        columns = make_column_transformer(
            (numbers, make_column_selector(dtype_include="number")),
            (texts, make_column_selector(dtype_exclude="number")),
        )
        features = self.frame.drop(columns=self.table.target)
        x = columns.fit_transform(features.iloc[self.train])
        return Arrays(x, self.y[self.train], columns.transform(features.iloc[self.test]))
