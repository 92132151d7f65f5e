"""A fourth language is a few files of words and touches no Python: German, with a dozen strings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine import catalogue as engine
from engine.events import SharesBought, TileLaid
from engine.message import Listed, Message, Money
from engine.names import Company, Player
from moderator.language import Moment, Teller, Words, catalogues, languages, spoken
from moderator.language.grammar import grammar
from moderator.language.words import habits
from tests.engine.notation.games import opening

GERMAN = """
[language]
name = "Deutsch"

[dates]
full = "EEEE, d. MMMM y, HH:mm 'Uhr'"
here = "{moment} ({zone}, {utc} UTC)"

# Which article a name takes is data: die N, der SR; in the dative der N, dem SR.
[genders]
SR = "m"

[forms.die]
other = "die {}"
m = "der {}"

[forms.der]
other = "der {}"
m = "dem {}"

[rounds]
stock = "Aktienrunde"

[where]
pool = "der Pool"

[from]
pool = "aus dem Pool"
other = "von {holder:der}"

[why]
sold = "nach dem Verkauf"

[sentences]
SharesBought = { one = "{player} kauft eine Aktie von {company:der} {source} für {paid:money}.", other = "{player} kauft {count} Aktien von {company:der} {source} für {paid:money}." }
TileLaid = "{company:Die} legt Teil {tile} auf {place}, Richtung {facing}{cost}."
cost = " für {amount:money}"

[messages]
"{company} has no station on the map, so it can reach no track." = "{company:Die} hat keine Station auf der Karte und erreicht keine Strecke."
"The bank sells {trains} now." = "Die Bank verkauft jetzt {trains}."
"{train}-trains" = "{train}er-Züge"
"This costs {price}; {company} can raise {most}." = "Das kostet {price}; {company:die} kann {most} aufbringen."
"""  # noqa: E501


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Words]:
    """The owners there are, and one more folder of words."""
    (tmp_path / "de.toml").write_text(GERMAN, "utf-8")
    found = {**catalogues.owners(), "somewhere": tmp_path}
    monkeypatch.setattr(catalogues, "owners", lambda: found)
    known = (languages, catalogues.catalogue, habits, grammar)
    for each in known:
        each.cache_clear()
    yield Words("de", "R")
    for each in known:
        each.cache_clear()


def test_a_language_is_there_when_its_catalogue_is(german: Words) -> None:
    assert languages() == ("en", "de", "fr", "ko")
    assert catalogues.named("deutsch") == "de" and german.language == "de"


def test_german_writes_numbers_money_lists_and_dates_by_the_unicode_tables(german: Words) -> None:
    assert german.money(1200) == "1.200\u00a0R"
    assert german.listed(["N", "E", "SR"]) == "N, E und SR"
    assert german.text(Listed(["N", "E"], "or")) == "N oder E"
    at = datetime(2026, 11, 17, 20, tzinfo=UTC)
    assert german.moment(at, "UTC") == "Dienstag, 17. November 2026, 20:00 Uhr"
    assert spoken(Moment(at), german, "Europe/Berlin").endswith("21:00 Uhr (Europe/Berlin, 20:00 UTC)")
    assert [german.plural(number) for number in (0, 1, 2)] == ["other", "one", "other"]


def test_german_tells_events_with_its_own_plurals_and_articles(german: Words) -> None:
    state = opening()
    teller = Teller(german, state)
    bought = SharesBought(Player("Red"), Company("N"), "(pool)", 2, 70, "(bank)")
    assert teller.sentence(bought) == "Red kauft 2 Aktien von der N aus dem Pool für 140\u00a0R."
    one = SharesBought(Player("Red"), Company("SR"), "(pool)", 1, 70, "(bank)")
    assert teller.sentence(one) == "Red kauft eine Aktie von dem SR aus dem Pool für 70\u00a0R."
    laid = TileLaid("SR", "G15", "57", 2, 20, 0, upgrade=False)
    assert teller.sentence(laid) == "Der SR legt Teil 57 auf Kharkov (G15), Richtung 2 für 20\u00a0R."


def test_german_says_messages_and_english_stands_in_for_what_is_missing(german: Words) -> None:
    said = Message("This costs {price}; {company} can raise {most}.", price=Money(1200, "R"), company="N", most=7)
    assert german.say(said) == "Das kostet 1.200\u00a0R; die N kann 7 aufbringen."
    trains = Listed([Message("{train}-trains", train=name) for name in "238"])
    assert german.say(Message("The bank sells {trains} now.", trains=trains)) == (
        "Die Bank verkauft jetzt 2er-Züge, 3er-Züge und 8er-Züge."
    )
    assert german("result") == "Result"
    assert german.say(Message("There is no hex {hex} on this map.", hex="Z9")) == "There is no hex Z9 on this map."


def test_no_source_file_names_the_new_language() -> None:
    assert engine.languages(engine.owners()) == ("en", "fr", "ko")
