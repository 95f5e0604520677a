"""What positions and moves are worth: where the numbers come from, and advice within a turn."""
