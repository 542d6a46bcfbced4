"""The cases, and what bde is given in each.

MILE (Sommer et al., ICLR 2025, arXiv 2502.06335): 12 members, 10,000 steps of sampling after 50,000
of warm-up, every tenth kept; a step takes two gradients, which makes 1.44 million. bde's own
benchmark (its repository's paper/scripts/benchmark.py) has four layers of 16, 10 members and 1,000
steps. How members are trained is that benchmark's in both. All else is the package's default: ReLU,
standard normal prior, first step size lr, energy variance from 0.5 to 0.1.
"""

TRAINING = {"epochs": 1200, "patience": 20, "validation_split": 0.15, "lr": 1e-3}
MILE = {"n_members": 12, "warmup_steps": 50_000, "n_samples": 10_000, "n_thinning": 10, **TRAINING}
BENCHMARK = {**MILE, "n_members": 10, "n_samples": 1000}
QUICK = {"n_members": 1, "warmup_steps": 100, "n_samples": 100}

# Case -> (data, hidden layers, bde's settings), the longest first.
CASES = {
    "airfoil-deep": ("airfoil", [16, 16, 16, 16], BENCHMARK),
    "airfoil": ("airfoil", [16, 16], MILE),
    "concrete": ("concrete", [16, 16], MILE),
    "energy": ("energy", [16, 16], MILE),
    "izmailov": ("izmailov", [16, 16], MILE),
    "yacht": ("yacht", [16, 16], MILE),
}


def gradients(bde, epochs):
    """Of all members; epochs is the sum of those that each was trained for."""
    return epochs + 2 * bde["n_members"] * (bde["warmup_steps"] + bde["n_samples"])
