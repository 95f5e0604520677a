"""Check the dice of a finished Knobel match without Knobel: python verify_dice.py match.knobel

Needs nothing but Python. It trusts the file for who threw what and when (the rules decide that), and derives
anew what every die had to show: with the revealed seed, from nothing but its place in the match.
"""

import hmac
import sys
from hashlib import sha256

FACES = {"extreme": lambda die: range(10) if die == 5 else range(1, 7)}
FACES["seven"] = lambda die: [face for face in range(1, 8) if face != die + 1]


def pick(seed, key, stream, turn, roll, die, outcomes):
    block = 0
    while True:
        place = "\n".join(map(str, ["knobel pick", 1, key, stream, turn, roll, die, block]))
        for byte in hmac.digest(seed, place.encode(), "sha256"):
            if byte < 256 - 256 % outcomes:
                return byte % outcomes
        block += 1


def promise(match, rules, seed):
    return sha256("\n".join(["knobel seal", "1", match, rules, seed]).encode()).hexdigest()


def dice_key(match, commitment, salts):
    return sha256("\n".join(["knobel key", "1", match, commitment, *salts]).encode()).hexdigest()


def main(path):
    lines = [line.rpartition(" #")[0] for line in open(path, encoding="utf-8").read().split("\n")]
    head = dict(line.split(": ", 1) for line in lines[1 : lines.index("")])
    moves = lines[lines.index("") + 1 :]
    seed = next(line.split()[1] for line in moves if line.startswith("seed "))
    assert promise(head["id"], head["rules"], seed) == head["sealed"], "the seed is not the promised one"
    salts = sorted(f"{'ABCDEFGH'.index(line[0])}:{line.split()[2]}" for line in moves if line[2:].startswith("salt "))
    key, game = dice_key(head["id"], head["sealed"], salts), head["game"].split("+")[0].split(":")[0]
    seats, faces = sum(letter in head for letter in "ABCDEFGH"), FACES.get(game, lambda die: range(1, 7))
    print(check(moves, bytes.fromhex(seed), key, seats, faces, head), "throws are as promised")


if __name__ == "__main__":
    main(sys.argv[1])
