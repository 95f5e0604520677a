"""What arrays and compiled code agree on. It stands apart so that who only counts positions loads no compiler."""

import numpy as np

LANES = 16  # positions that are worked on side by side: two AVX2 registers, so that a row of indices pays twice
NEVER = np.float32(-1e9)  # the worth of an entry that cannot be made
