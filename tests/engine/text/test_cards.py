"""Cards say what is printed, in the words of the title; the page of rules is found by paragraph."""

from __future__ import annotations

import re

import pytest

import engine
from engine.catalogue import languages, owners, read
from engine.text.rulebook import read_rules, rulebook
from tests.phrasings.positions import at
from tests.printed import TITLES


@pytest.mark.parametrize("title", TITLES)
def test_everything_a_title_prints_has_a_card_that_can_be_said(title: str) -> None:
    game = engine.title_named(title)
    for kind, names in (
        ("privates", game.privates),
        ("companies", game.companies),
        ("trains", game.trains),
        ("phases", game.phases),
        ("tiles", game.plan.tiles),
        ("options", game.options),
    ):
        found = engine.cards(title, kind)
        assert [card.name for card in found] == list(names)
        assert all(str(card.text) and "{" not in str(card.text) for card in found)


@pytest.mark.parametrize("title", TITLES)
def test_what_a_title_tells_of_a_card_is_told_in_every_language_and_of_a_card_there_is(title: str) -> None:
    game = engine.title_named(title)
    folder = owners()[f"engine.titles.t{title}"]
    told = [set(read(folder / f"{language}.toml")["cards"]) for language in languages(owners())]
    assert all(one == told[0] for one in told)
    # "about" is what the whole game is like.
    known = {"about", *game.privates, *game.companies, *game.options}
    known |= {f"train {name}" for name in game.trains} | {f"phase {name}" for name in game.phases}
    known |= {str(hex_) for hex_, place in game.plan.hexes.items() if place.name}
    assert told[0] <= {f"{title} {name}" for name in known}
    assert {f"{title} {name}" for name in game.options} <= told[0]


@pytest.mark.parametrize(
    ("title", "asked", "found"),
    [
        ("1861", "nikolaev", ["N"]),
        ("1861", "tsarskoye selo railway", ["TSR"]),
        ("1861", "5+5E", ["5+5E"]),
        ("1861", "8-train", ["8"]),
        ("1861", "tile 57", ["57"]),
        ("1882", "phase D", ["D"]),
        ("1882", "CNR", ["CNoR"]),
        ("1882", "announced_runs", ["announced_runs"]),
        ("1882", "nobody", []),
        ("1867", "der 8er-Zug", ["8"]),
        ("1867", "timmins", ["D2"]),
        ("1867", "hex L12", ["L12"]),
        ("1867", "buffalo", ["BBG", "F18"]),  # a company that begins with the name, and the place that has it
    ],
)
def test_a_card_is_found_by_any_of_its_names(title: str, asked: str, found: list[str]) -> None:
    assert [card.name for card in engine.find_cards(title, asked)] == found


def test_a_place_is_told_as_it_is_printed_and_as_it_stands() -> None:
    (printed,) = engine.find_cards("1867", "Timmins")
    assert str(printed.text).splitlines()[:2] == ["Timmins (D2)", "    a city worth $40, slots: 1"]
    assert "80 on a route that counts Toronto" in str(printed.text)
    assert "closed until phase 3" in str(engine.find_cards("1867", "Granby")[0].text)
    (now,) = engine.find_cards("1867", "L12", at("1867 station"))
    assert "tile 639; a city worth $100, slots: 4; marked M; stations of C&O, CN, CPR and GTR" in str(now.text)
    (outside,) = engine.find_cards("1867", "F18", at("1867 station"))
    assert "off-board, now worth" in str(outside.text)


def test_a_word_of_the_vocabulary_leads_to_its_paragraph() -> None:
    book = rulebook("1867")
    assert book is not None
    assert (book.defined("export"), book.defined("trade-in"), book.defined("weather")) == ("4.7", "15.7", "")


def test_a_number_means_its_paragraph_or_all_below_it() -> None:
    book = read_rules(
        "# T\n\nBefore.\n\n## 1. A\n\n**1.1** One.\n\n**1.1.1** Two.\n\n| a |\n|---|\n| b |\n\n## 2. B\n\n**2.1** C.\n"
    )
    found = book.find("1.1")
    assert found is not None
    section, paragraphs = found
    assert (section.heading, [each.number for each in paragraphs]) == ("A", ["1.1", "1.1.1"])
    assert paragraphs[1].text.endswith("| b |") and book.around(section)[0].heading == "B"
    whole = book.find("2")
    assert whole is not None and [each.text for each in whole[1]] == ["C."]
    assert book.find("3.1") is None


@pytest.mark.parametrize("title", TITLES)
def test_the_rules_speak_to_players_and_not_of_files(title: str) -> None:
    book = engine.rulebook(title)
    assert book is not None
    text = "\n".join(each.text for section in book.sections for each in section.paragraphs)
    assert not re.findall(r"\w+\.(?:toml|txt|md|py)\b|\btests?\b", text, re.IGNORECASE)
