"""Exact optimal play for every score-card game.

A `Sheet` becomes arrays (`pools`, `tables`, `space`), the arrays are solved backwards (`kernel`, `induct`), the values
are kept (`tablefile`, `shipped`) and asked (`position`, `valuers`, `turns`). Importing this room loads the
compiler, which takes a moment: commands do it when they need it.
"""
