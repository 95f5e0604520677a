"""Who looks over a player's shoulder: how good a result is, and against whom."""
