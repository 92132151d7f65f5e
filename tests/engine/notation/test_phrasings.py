"""What people write for an order is understood, and never misread: hundreds of phrasings in each language."""

from __future__ import annotations

import pytest

from engine.errors import Refused
from engine.game import apply, to_act
from engine.notation import orders_in, parse_order, write_order
from tests.phrasings.data import LANGUAGES, phrasings
from tests.phrasings.hearing import Heard, heard
from tests.phrasings.positions import at

# Of ten phrasings, so many are understood as meant; the rest is answered.
UNDERSTOOD = 0.9


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("held", [False, True], ids=["open", "held"])
def test_phrasings_are_understood_and_none_is_misread(language: str, held: bool) -> None:
    counted, wrong = 0, []
    said = [one for one in phrasings(language) if one.held is held]
    for one in said:
        what, words = heard(one)
        counted += what is Heard.UNDERSTOOD
        if what is Heard.MISREAD or (not one.means and what is Heard.UNDERSTOOD):
            wrong.append((str(one), words))
        if one.ask:
            assert what is Heard.ASKED and all(reading in words for reading in one.ask), str(one)
    assert wrong == []
    assert counted >= UNDERSTOOD * sum(bool(one.means) for one in said)


@pytest.mark.parametrize(
    ("position", "language", "line"),
    [
        ("private auction", "en", "I don't want to pass"),
        ("private auction", "en", "not passing"),
        ("private auction", "en", "don't pass, bid 25"),
        ("private auction", "en", "bid 25 but not more"),
        ("private auction", "en", "only bid if Green passes"),
        ("private auction", "en", "should I bid 25?"),
        ("private auction", "fr", "je ne passe pas"),
        ("private auction", "fr", "je mise 25 ou je passe"),
        ("private auction", "ko", "패스하지 않습니다"),
        ("private auction", "ko", "패스 안 해요"),
        ("private auction", "ko", "입찰할까요"),
        ("track", "en", "don't lay 58 on B8"),
        ("track", "en", "lay 58 or 3 on B8"),
        ("track", "en", "yellow on Vilna"),
        ("track", "en", "build in Vilna"),
        ("late stock round", "en", "don't sell SW"),
        ("late stock round", "en", "sell SW not NW"),
        ("late stock round", "en", "buy NW and SW"),
        ("dividend", "en", "don't withhold"),
        ("dividend", "fr", "ne pas retenir"),
        ("dividend", "fr", "verser sauf la moitié"),
        ("trainless", "en", "don't keep it"),
        ("trainless", "ko", "유지하지 않습니다"),
        ("trains of others", "en", "sell a train to V for 20"),
        ("trains of others", "en", "don't buy the 3 from V for 20"),
    ],
)
def test_a_sentence_that_says_no_or_maybe_is_never_played(position: str, language: str, line: str) -> None:
    state = at(position)
    with pytest.raises(Refused):
        for order in orders_in(state, line, language):
            parse_order(state, order, language)


@pytest.mark.parametrize(
    ("position", "language", "line", "orders"),
    [
        ("track", "en", "lay 58 on B8 facing 4 and buy a 2-train", ["lay 58 on B8 facing 4", "train 2"]),
        ("track", "fr", "je ne pose pas de voie et j'achète un train de type 2", ["pass", "train 2"]),
        ("late stock round", "en", "sell 1 SW, 1 NW", ["sell 1 SW", "sell 1 NW"]),
        ("track", "en", "No tile and buy a 2-train, that's it", ["pass", "train 2", "done"]),
    ],
)
def test_orders_joined_by_and_or_sharing_a_verb_are_heard_as_several(
    position: str, language: str, line: str, orders: list[str]
) -> None:
    state = at(position)
    found = orders_in(state, line, language)
    assert len(found) == len(orders)
    mover = to_act(state)
    for text, order in zip(found, orders, strict=True):
        if to_act(state) != mover:
            break
        move = parse_order(state, text, language)
        assert write_order(move) == order
        assert mover is not None
        try:
            state = apply(state, move, mover, state.players).state
        except Refused:
            break
