"""A history is to its users what a tuple is, only that growing it costs the same at any length."""

from hypothesis import given
from hypothesis import strategies as st

from knobel.match.history import NONE, History
from knobel.match.host import new_match

Bounds = st.none() | st.integers(-400, 400)


@given(
    st.lists(st.integers(0, 90), max_size=5),
    st.tuples(Bounds, Bounds, st.sampled_from([None, 1, 2, -1])),
    st.integers(0, 5),
)
def test_it_behaves_as_the_tuple_of_its_items(
    lengths: list[int], bounds: tuple[int | None, int | None, int | None], dropped: int
) -> None:
    history: History[int] = NONE
    plain: tuple[int, ...] = ()
    for length in lengths:
        more = tuple(range(len(plain), len(plain) + length))
        before, history, plain = history, history.plus(*more), plain + more
        assert tuple(before) == plain[: len(before)], "what it grew from stays as it was"
    for _ in range(min(dropped, len(plain))):
        history, plain = history.but_last(), plain[:-1]
    assert history == plain
    assert (len(history), history.last, hash(history)) == (len(plain), plain[-1] if plain else None, hash(plain))
    assert history[slice(*bounds)] == plain[slice(*bounds)]
    assert [history[n] for n in range(-len(plain), len(plain))] == [*plain, *plain]
    assert all(history.since(n) == plain[n:] for n in range(0, len(plain) + 1, 17))


def test_folding_a_long_match_copies_no_more_a_step_than_folding_a_short_one() -> None:
    """Nearly all of a long history is shared with the one before: no step copies it."""
    match = new_match("kniffel", ["Ada"]).match
    for n in range(2000):
        match = match.switch(n % 2 == 0)
    longer = match.switch(True)
    mine, theirs = match.events._pieces, longer.events._pieces
    assert all(one is other for one, other in zip(mine, theirs, strict=True))
    assert len(longer.events._rest) < 64
    assert len(mine) == 2000 // 64
