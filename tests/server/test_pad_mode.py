"""Real dice on a real table: the server as a score pad."""

from random import Random

from knobel.match.log import verify
from knobel.match.notation import format_match, parse_match
from tests.server.house import House


def test_typing_dice(home: House) -> None:
    player = home.join(home.new(first=0, dice="hand"))
    assert player.table["source"] == "hand"
    assert [urn["faces"] for urn in player.table["urns"]] == [[1, 2, 3, 4, 5, 6]] * 5
    assert player.do("dice", faces=[5, 5, 5, 3, 3])["is"] == "state"
    assert player.do("dice", faces=[1], move="keep 11110")["is"] == "state"
    assert [die["face"] for die in player.view(0)["blocks"][0]["dice"]] == [5, 5, 5, 3, 1]
    assert player.do("dice", faces=[7], move="keep 11110")["code"] == "draw/refused"
    player.do("move", move="keep 11110")
    assert player.turn["waits"] == "dice"
    assert len(player.table["urns"]) == 1
    assert player.do("dice", faces=[3])["is"] == "state"
    assert player.do("undo")["is"] == "state"  # mistyped
    assert player.turn["waits"] == "dice"
    assert player.do("dice", faces=[4])["is"] == "state"
    assert player.do("move", move="enter fives")["is"] == "state"
    assert player.table["pad"] == [["fives"], []]
    player.close()


def test_noting_points_and_correcting_them(home: House) -> None:
    match = home.new(names=("Ada", "Ben", "Cy"), first=0, dice="hand")
    player = home.join(match)
    assert player.do("note", box="full_house", points=24)["code"] == "note/points"
    assert player.do("note", box="hut", points=24)["code"] == "note/box"
    assert player.do("note", box="full_house", points=25)["is"] == "state"
    assert player.do("note", box="sixes", points=18)["is"] == "state"
    assert player.table["ranking"][0] == {"place": 1, "seat": 0, "points": 25}
    corrected = player.do("correct", seat=0, box="full_house", points=0)
    assert corrected["events"][0] == {
        "n": 4, "seat": 0, "is": "corrected", "box": "full_house", "points": 0, "extra": 0, "was": 25,
    }  # fmt: skip
    assert player.table["ranking"][0] == {"place": 1, "seat": 1, "points": 18}
    assert player.do("correct", seat=2, box="ones", points=1)["code"] == "note/box"
    player.do("dice", faces=[1, 1, 1, 1, 2])
    assert player.do("note", box="ones", points=4)["code"] == "note/when"
    player.close()
    told = parse_match(home.http.get(f"/api/matches/{match}/file").text)
    assert parse_match(format_match(told)) == told


def test_a_pad_match_stays_open_for_corrections_until_it_is_closed(home: House) -> None:
    match = home.new(names=("Ada",), dice="hand")
    player = home.join(match)
    luck = Random(1)
    while not player.table["over"]:
        player.do("dice", faces=[luck.randint(1, 6) for _ in range(5)])
        player.do("move", move=luck.choice([move for move in player.moves() if move.startswith("enter")]))
    assert not player.table["revealed"]
    box = next(line for line in player.view(0)["blocks"][1]["boxes"] if line["key"] == "ones")
    changed = 0 if box["points"] else 1
    assert player.do("correct", seat=0, box="ones", points=changed)["is"] == "state"
    assert player.table["results"] == [[player.view(0)["points"]]]
    closed = home.http.post(f"/api/matches/{match}/end")
    assert closed.json()["table"]["revealed"]
    assert home.http.post(f"/api/matches/{match}/end").json()["code"] == "move/over"
    told = parse_match(home.http.get(f"/api/matches/{match}/file").text)
    assert verify(told).sealed == 0
    player.close()


def test_switching_between_the_apps_dice_and_real_ones(home: House) -> None:
    match = home.new(first=0)
    player = home.join(match)
    player.do("move", move="roll")
    player.do("move", move="enter chance")
    switched = player.do("source", source="hand")
    assert switched["events"] == [{"n": 4, "seat": None, "is": "switched", "by_hand": True}]
    assert player.do("source", source="hand")["is"] == "ack"
    player.do("dice", faces=[1, 2, 3, 4, 5])
    assert player.table["mixed"]
    player.do("move", move="keep 11110")  # a real die is in the air …
    back = player.do("source", source="app")  # … and the app's falls instead
    assert [event["is"] for event in back["events"]] == ["switched", "drew"]
    assert "by_hand" not in back["events"][1]
    player.play(Random(3))
    told = parse_match(home.http.get(f"/api/matches/{match}/file").text)
    assert verify(told).by_hand == 1
    player.close()


def test_what_can_be_written_is_told_and_an_entry_moves(home: House) -> None:
    match = home.new(names=("Ada", "Ben"), first=0, dice="hand")
    player = home.join(match)
    assert player.table["choices"]["full_house"] == [{"points": 0}, {"points": 25}]
    player.do("note", box="kniffel", points=50)
    player.do("note", box="ones", points=3)
    extra = player.table["choices"]["fives"][-1]
    assert (extra["points"], extra["extra"], extra["note"]["key"]) == (25, 50, "notes.extra")
    assert "kniffel" not in player.table["choices"]
    told = home.http.get(f"/api/matches/{match}/corrections/1/ones").json()
    assert told["values"]["ones"] == [{"points": n} for n in range(6)]
    assert told["values"]["full_house"] == [{"points": 0}, {"points": 25}]
    assert told["version"] == 3
    moved = player.do("correct", seat=1, box="ones", to="twos", points=4)
    assert moved["events"] == [
        {"n": 4, "seat": 1, "is": "shifted", "box": "ones", "was": 3, "to": "twos", "points": 4, "extra": 0}
    ]
    assert player.table["pad"] == [["kniffel"], ["twos"]]
    assert player.table["undo"] == 1
    assert player.do("undo", seat=1)["is"] == "state"
    assert player.table["pad"] == [["kniffel"], ["ones"]]
    assert player.do("correct", seat=1, box="ones", to="kniffel", points=1)["code"] == "note/points"
    assert home.http.get(f"/api/matches/{match}/corrections/1/twos").json()["code"] == "note/box"
    player.do("dice", faces=[1, 1, 2, 3, 4])
    assert player.table["choices"] == {}
    player.close()
    kept = parse_match(home.http.get(f"/api/matches/{match}/file").text)
    assert parse_match(format_match(kept)) == kept


def test_dice_that_are_held_stay_held_through_a_correction_and_its_undo(home: House) -> None:
    player = home.join(home.new(names=("Ada",), dice="hand"))
    player.do("note", box="chance", points=20)
    player.do("dice", faces=[5, 5, 5, 3, 3])
    player.do("keep", mask="11100")
    player.do("correct", seat=0, box="chance", points=21)
    assert player.state["held"] == "11100"
    player.do("undo", seat=0)
    assert player.state["held"] == "11100"
    player.close()
