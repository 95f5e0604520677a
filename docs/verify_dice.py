"""Check the dice of a finished match without Knobel: python verify_dice.py MATCHFILE

The file says who threw when; this derives what each die had to show then, from the revealed seed alone.
"""

import hmac
import sys
from hashlib import sha256

STEPS = {"roll": "T", "draw": "T", "note": "T", "keep": "r", "chip": "r"}  # T begins a turn, r throws again


def fingerprint(*lines: object) -> str:
    return sha256("\n".join(map(str, lines)).encode()).hexdigest()


def pick(seed: bytes, key: str, stream: str, turn: int, roll: int, die: int, outcomes: int) -> int:
    block = 0
    while True:
        place = "\n".join(map(str, ("knobel pick", 1, key, stream, turn, roll, die, block)))
        for byte in hmac.digest(seed, place.encode(), "sha256"):
            if byte < 256 - 256 % outcomes:  # the bytes above would favour low numbers
                return byte % outcomes
        block += 1


def verify(text: str) -> int:
    lines = [line.rpartition(" #")[0] for line in text.split("\n")]
    head = dict(line.split(": ", 1) for line in lines[1 : lines.index("")])
    events = [line.split(" ") for line in lines[lines.index("") + 1 :]]
    seed = next(words[1] for words in events if words[0] == "seed")
    seals = [n for n, words in enumerate(events) if words[0] == "seal"]  # it went on without the seed it began with
    sealed = events[seals[-1]][1] if seals else head["sealed"]
    assert fingerprint("knobel seal", 1, head["id"], head["rules"], seed) == sealed, "not the promised seed"
    salts = sorted(f"{ord(words[0]) - 65}:{words[2]}" for words in events if words[1:2] == ["salt"])
    key = fingerprint("knobel key", 1, head["id"], sealed, *salts)
    dice = [die.split(",") for die in head["faces"].split(" ")]
    past: list[tuple[str, str]] = []  # seat and verb of all that was not taken back
    decision, checked = [""], 0
    for n, (seat, *words) in enumerate(events):
        if seat not in tuple("ABCDEFGH"):
            continue
        if words[0] == "undo":
            past.pop()
        if words[0] in ("undo", "salt", "correct", "hints"):
            continue
        sign = next((sign for sign in ("=", "~") if sign in words), "")  # sealed dice, or real ones typed in
        asked, shown = (words[: words.index(sign)], words[words.index(sign) + 1 :]) if sign else (words, [])
        decision = asked or decision
        start = decision == ["roll"] and len(shown) == 1 < len(dice)  # a throw for who begins
        past += [(seat, "start" if start else word) for word in asked[:1]] + [(seat, sign)] * bool(sign)
        if sign != "=":
            continue
        own = "".join(STEPS.get(verb, "") for other, verb in past if other == seat)
        stream, turn, roll = str(ord(seat) - 65), own.count("T") - 1, 1 + len(own.rpartition("T")[2])
        if head["dice"] == "same":
            stream = "all"
        if start:
            stream, turn, roll = "start", [word for _, word in past].count("start") - 1, 1
        mask = "0" * len(shown) if decision[0] in ("roll", "draw") else decision[1]
        for die, face in zip((die for die, bit in enumerate(mask) if bit == "0"), shown, strict=True):
            faces = list("123456") if start else dice[die]
            if not seals or n > seals[-1]:
                promised = faces[pick(bytes.fromhex(seed), key, stream, turn, roll, die, len(faces))]
                assert face == promised, f"{seat} {' '.join(decision)}: {promised} was promised, {face} is shown"
                checked += 1
            if not face.isdigit():
                dice[die] = [card for card in faces if card != face]  # a card is gone once it is drawn
    return checked


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(verify(file.read()), "dice fell as promised")
