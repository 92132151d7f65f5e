"""One event, one sentence."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import pytest

import engine
from engine.board.hexes import Hex
from engine.catalogue import english, owners, read
from engine.events import Event, RouteRun, SharesBought, TileLaid, TrainsRan
from engine.message import parts
from engine.names import Company, Player
from engine.text import sentence, tell
from engine.text.telling import _owned
from tests.engine.notation.games import opening, played
from tests.printed import TITLES


def every_event() -> list[type[Event]]:
    """All kinds of event the engine and its titles define."""
    for module in walk_packages(engine.__path__, "engine."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    found, waiting = [], [Event]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        here = (
            getattr(import_module(kind.__module__), kind.__name__, None)
            if kind.__module__.startswith("engine.")
            else None
        )
        if here is kind and kind is not Event:
            found.append(kind)
    return found


def test_every_event_that_is_not_silent_has_a_sentence() -> None:
    speaking = {kind.__name__ for kind in every_event() if not kind.silent}
    assert len(speaking) > 30
    # The key of a sentence is the event's name, or its name and a case of it.
    assert speaking - {key.partition("_")[0] for key in english().tables["sentences"]} == set()


def test_a_sentence_without_a_telling_names_fields_of_its_event_alone() -> None:
    for kind in every_event():
        owner, telling = _owned(kind.__module__, kind.__name__)
        if kind.silent or telling:
            continue
        told = read(owners()[owner] / "en.toml")["sentences"][kind.__name__]
        forms = [told] if isinstance(told, str) else [form for name, form in told.items() if name != "by"]
        named = {place for form in forms for _, place, _ in parts(form) if place}
        assert named <= set(kind.__dataclass_fields__), kind


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(2))
def test_all_that_happens_in_a_random_game_is_said_in_one_sentence_each(title: str, seed: int) -> None:
    for state, _, events in played(seed, 200, title):
        before = state
        for event in events:
            said = sentence(event, before)
            assert event.silent is (said == "")
            assert "\n" not in said
            assert said == "" or ((said.endswith(".") and said[0].isupper()) or said[0].isdigit())
            before = event.apply(before)


def test_amounts_and_places_are_said_in_full_where_the_position_is_known() -> None:
    laid = TileLaid("K-R", "G15", "57", 2, 20, 0, upgrade=False)
    assert sentence(laid) == "K-R lays tile 57 facing 2 on G15 for 20."
    assert sentence(laid, opening()) == "K-R lays tile 57 facing 2 on Kharkov (G15) for R20."


def test_a_run_is_said_by_the_stops_it_counted() -> None:
    ran = TrainsRan("M-K", (RouteRun("8", ("H8", "H10", "H12"), ("H8:0", "H10:0"), 50),), 50)
    assert sentence(ran, opening()) == "M-K runs an 8-train H8–H10 for R50."
    assert Hex("H12") not in sentence(ran)


@pytest.mark.parametrize(
    ("count", "source", "said"),
    [
        (1, "(pool)", "Red buys a share of GR from the pool for R70."),
        (2, "(ipo)", "Red buys 2 shares of GR from the initial offer for R140."),
        (1, "(treasury)", "Red buys a share of GR from its treasury for R70."),
    ],
)
def test_english_counts_like_any_language(count: int, source: str, said: str) -> None:
    assert sentence(SharesBought(Player("Red"), Company("GR"), source, count, 70, "(bank)"), opening()) == said


def test_an_event_is_told_in_the_words_of_its_owner() -> None:
    owners = {kind.__name__: kind.__module__ for kind in every_event()}
    told = tell(TileLaid("K-R", "G15", "57", 2, 20, 0, upgrade=False))
    assert told is not None and told.table == "sentences"
    assert owners["RebellionBegan"].startswith("engine.titles.t1882")
