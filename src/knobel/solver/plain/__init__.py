"""What of the solver needs no arrays: positions and their places, and a packed table read value by value."""
