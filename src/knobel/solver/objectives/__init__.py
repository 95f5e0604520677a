"""Other aims than the mean: the distribution of the result, and the chance to reach a target."""
