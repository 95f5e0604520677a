"""Exact optimal play for every score-card game.

plain/       what needs no arrays: parts and positions of a card, a packed table read in plain Python
arrays/      a `Sheet` as arrays: dice and what can be kept of them, points of every roll, all positions
induction/   the arrays solved backwards, layer by layer, in threads or on a cluster, into files
asking/      who knows values (a table, a shipped one, a model with exact end games); what every move is worth
simulation/  many games with the exact policy, in compiled code
objectives/  other aims than the mean: the whole distribution, the greatest chance to reach a target
data/        what ships: packed tables and a model
oracle.py    two plain solvers that check the fast one

Each group may use those above it. All but `arrays/` and `asking/sources` load the compiler, which takes a moment:
commands import them when they need them.
"""
