"""Runs inside the environment of a peer: what it does per CPU second, as JSON. Knows nothing of Knobel."""

import json
import sys
from collections.abc import Callable
from importlib import import_module
from time import process_time


def rate(work: Callable[[], int], runs: int = 3) -> float:
    """Units of work per CPU second, the best of some runs."""
    best = 0.0
    for _ in range(runs):
        begin = process_time()
        done = work()
        best = max(best, done / (process_time() - begin))
    return best


def yatzy_solver() -> dict[str, float]:
    peer = import_module("yatzy_solver")
    solvers = {}

    def solve(variant: str) -> Callable[[], int]:
        def work() -> int:
            solvers[variant] = peer.Solver.build(peer.Variant(variant))
            return 1

        return work

    found = {name: rate(solve(name), runs=2) for name in ("american", "yatzy-scandinavian")}
    solver = solvers["american"]

    def simulate() -> int:
        solver.simulate(3000, seed=1)
        return 3000

    def advise() -> int:
        for _ in range(200):
            solver.option_values("dice 1 3 3 5 6 | rolls 2 | upper 0 | filled -")
        return 200

    return {**found, "games": rate(simulate), "advice": rate(advise)}


def open_spiel() -> dict[str, float]:
    """Games at random, played by its own compiled loop."""
    peer = import_module("pyspiel")
    game = peer.load_game("yacht")
    players: int = game.num_players()
    bots = [peer.make_uniform_random_bot(seat, seat) for seat in range(players)]

    def play() -> int:
        for seed in range(100):
            peer.evaluate_bots(game.new_initial_state(), bots, seed)
        return 100 * players

    return {"games": rate(play)}


def gym_yahtzee() -> dict[str, float]:
    """Games at random, by the moves it samples itself."""
    environment = import_module("gym_yahtzee.envs.yahtzee_env").YahtzeeSingleEnv

    def play() -> int:
        for _ in range(200):
            env, over = environment(), False
            while not over:
                _, _, over, _ = env.step(env.sample_action())
        return 200

    return {"games": rate(play)}


RUNS = {"yatzy-solver": yatzy_solver, "OpenSpiel": open_spiel, "gym-yahtzee": gym_yahtzee}

if __name__ == "__main__":
    found = RUNS[sys.argv[1]]()
    print(json.dumps(found))
