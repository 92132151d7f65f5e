"""What people write for an order is understood, and never misread: hundreds of phrasings in each language."""

from __future__ import annotations

import pytest

from engine.errors import Ambiguous, Refused
from engine.game import apply, to_act
from engine.moves import LayTile
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
        ("private auction", "de", "ich will nicht passen"),
        ("private auction", "de", "ich biete 25, wenn Green passt"),
        ("private auction", "de", "soll ich 25 bieten?"),
        ("private auction", "de", "ich biete vielleicht 25"),
        ("private auction", "de", "ich steige bei 30 aus"),
        ("track", "de", "lege 58 nicht auf B8"),
        ("late stock round", "de", "ich verkaufe keine SW"),
        ("late stock round", "de", "kaufe NW und SW"),
        ("dividend", "de", "nicht einbehalten"),
        ("trains of others", "de", "verkaufe einen Zug an V für 20"),
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


@pytest.mark.parametrize(
    ("language", "line", "facing"),
    [
        ("de", "lege 3 auf B8 Richtung NO", 4),
        ("de", "lege 3 auf B8 Richtung Nordost", 4),
        ("fr", "poser 4 en B8 orientée SO", 1),
        ("fr", "poser 4 sur B8 orientée sud-ouest", 1),
        ("de", "lege 4 auf B8 Richtung SW", 1),
    ],
)
def test_sides_are_read_as_the_writers_language_calls_them(language: str, line: str, facing: int) -> None:
    move = parse_order(at("track"), line, language)
    assert isinstance(move, LayTile) and move.facing == facing


@pytest.mark.parametrize("language", ["", "en", "ko"])
@pytest.mark.parametrize(
    ("line", "readings"),
    [
        ("lay 3 on L12 facing NO", {"lay 3 on L12 facing 2"}),
        ("lege 58 auf L12 Richtung NO", set()),
        ("lege 58 auf L12 Richtung SO", set()),
        ("poser 58 en L12 orientée SO", set()),
        ("lay 58 L12 SO", set()),
        ("58 L12 NO", set()),
    ],
)
def test_a_side_that_means_two_things_is_asked_about_where_the_language_is_not_known(
    language: str, line: str, readings: set[str]
) -> None:
    """SO is sud-ouest and Südost, NO nord-ouest and Nordost; 58 would fit L12 in one way whatever is said."""
    with pytest.raises(Refused) as refused:
        for order in orders_in(at("1882 track"), line, language):
            parse_order(at("1882 track"), order, language)
    assert readings <= set(refused.value.instead)


def test_both_readings_of_a_side_are_shown() -> None:
    with pytest.raises(Ambiguous) as asked:
        parse_order(at("1882 power"), "lay 59 on E5 facing NO", "")
    assert asked.value.instead == ("lay 59 on E5 facing 2", "lay 59 on E5 facing 4")


def test_of_two_readings_only_what_could_be_laid_is_shown_and_it_is_still_not_played() -> None:
    with pytest.raises(Ambiguous) as asked:
        parse_order(at("1882 track"), "lay 3 on L12 facing NO", "")
    assert asked.value.instead == ("lay 3 on L12 facing 2",)
