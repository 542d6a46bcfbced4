"""What a system hands over after sampling."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Sampled:
    q: np.ndarray  # (chain, draw, parameter), log sigma last
    log_density: np.ndarray  # (chain, draw), up to a constant
    seconds: list  # per chain, as all below up to acceptance
    warmup_steps: list  # leapfrog steps
    draw_steps: list
    divergences: list  # of the draws
    acceptance: list  # mean over the draws
    setup_seconds: float  # all but the steps of warmed-up code: start, compilation, initial points
    busy: float  # CPU time over elapsed time: below 1 where the core was shared with others
