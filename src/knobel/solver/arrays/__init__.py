"""A score card as arrays. Nothing here loads the compiler."""
