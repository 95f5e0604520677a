"""From the finished card back to the empty one: the compiled turn, layer by layer, and the files it fills."""
