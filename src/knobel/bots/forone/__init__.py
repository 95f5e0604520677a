"""The learned players of For One – Kniffel.

`arrays` (the rules of a level as arrays) and `simulator` (positions, moves, dice) play the game in compiled code.
`features`, `network` and `gradients` are the evaluation that learns, `heuristic` the one made by hand. `evaluation`
values every outcome of a round, `search` looks ahead; both work in a `workspace`. `games` plays whole games, `training`
learns from them, `players` sit at a table. `rounds` has the numbers of positions and moves, in plain Python.
"""
