"""A new language is a few files of words and touches no Python: Spanish, with a dozen strings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from config.settings import ROOT
from engine import catalogue as engine
from engine.events import SharesBought, TileLaid
from engine.message import Listed, Message, Money
from engine.names import Company, Player
from moderator.language import Moment, Teller, Words, catalogues, languages, spoken
from moderator.language.grammar import grammar
from moderator.language.words import habits
from tests.engine.notation.games import opening

SPANISH = """
[language]
name = "español"

[dates]
full = "EEEE, d 'de' MMMM 'de' y, HH:mm 'h'"
here = "{moment} ({zone}, {utc} UTC)"

# Which article a name takes is data: la N, el SR; of it: de la N, del SR.
[genders]
SR = "m"

[forms.la]
other = "la {}"
m = "el {}"

[forms.de_la]
other = "de la {}"
m = "del {}"

[rounds]
stock = "Ronda de bolsa"

[where]
pool = "el mercado"

[from]
pool = "en el mercado"
other = "{holder:de_la}"

[why]
sold = "tras la venta"

[sentences]
SharesBought = { one = "{player} compra una acción {company:de_la} {source} por {paid:money}.", other = "{player} compra {count} acciones {company:de_la} {source} por {paid:money}." }
TileLaid = "{company:La} coloca la loseta {tile} en {place}, orientación {facing}{cost}."
cost = " por {amount:money}"

[messages]
"{company} has no station on the map, so it can reach no track." = "{company:La} no tiene estación en el mapa y no llega a ninguna vía."
"The bank sells {trains} now." = "La banca vende ahora {trains}."
"{train}-trains" = "trenes {train}"
"This costs {price}; {company} can raise {most}." = "Cuesta {price}; {company:la} puede reunir {most}."
"""  # noqa: E501


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Words]:
    """The owners there are, and one more folder of words."""
    (tmp_path / "es.toml").write_text(SPANISH, "utf-8")
    found = {**catalogues.owners(), "somewhere": tmp_path}
    monkeypatch.setattr(catalogues, "owners", lambda: found)
    known = (languages, catalogues.catalogue, habits, grammar)
    for each in known:
        each.cache_clear()
    yield Words("es", "R")
    for each in known:
        each.cache_clear()


def test_a_language_is_there_when_its_catalogue_is(spanish: Words) -> None:
    assert set(languages()) - set(engine.languages(engine.owners())) == {"es"}
    assert catalogues.named("Español") == "es" and spanish.language == "es"


def test_it_writes_numbers_money_lists_and_dates_by_the_unicode_tables(spanish: Words) -> None:
    assert spanish.money(1200) == "1.200\u00a0R"
    assert spanish.listed(["N", "E", "SR"]) == "N, E y SR"
    assert spanish.text(Listed(["N", "E"], "or")) == "N o E"
    at = datetime(2026, 11, 17, 20, tzinfo=UTC)
    assert spanish.moment(at, "UTC") == "martes, 17 de noviembre de 2026, 20:00 h"
    assert spoken(Moment(at), spanish, "Europe/Madrid").endswith("21:00 h (Europe/Madrid, 20:00 UTC)")
    assert [spanish.plural(number) for number in (0, 1, 2)] == ["other", "one", "other"]


def test_it_tells_events_with_its_own_plurals_and_articles(spanish: Words) -> None:
    state = opening()
    teller = Teller(spanish, state)
    bought = SharesBought(Player("Red"), Company("N"), "(pool)", 2, 70, "(bank)")
    assert teller.sentence(bought) == "Red compra 2 acciones de la N en el mercado por 140\u00a0R."
    one = SharesBought(Player("Red"), Company("SR"), "(pool)", 1, 70, "(bank)")
    assert teller.sentence(one) == "Red compra una acción del SR en el mercado por 70\u00a0R."
    laid = TileLaid("SR", "G15", "57", 2, 20, 0, upgrade=False)
    assert teller.sentence(laid) == "El SR coloca la loseta 57 en Kharkov (G15), orientación 2 por 20\u00a0R."


def test_it_says_messages_and_english_stands_in_for_what_is_missing(spanish: Words) -> None:
    said = Message("This costs {price}; {company} can raise {most}.", price=Money(1200, "R"), company="N", most=7)
    assert spanish.say(said) == "Cuesta 1.200\u00a0R; la N puede reunir 7."
    trains = Listed([Message("{train}-trains", train=name) for name in "238"])
    assert spanish.say(Message("The bank sells {trains} now.", trains=trains)) == (
        "La banca vende ahora trenes 2, trenes 3 y trenes 8."
    )
    assert spanish("result") == "Result"
    assert spanish.say(Message("There is no hex {hex} on this map.", hex="Z9")) == "There is no hex Z9 on this map."


def test_no_source_file_names_the_new_language() -> None:
    """What a language says and how is in files of words, and in a grammar of its own."""
    assert "es" not in engine.languages(engine.owners())
    named = []
    for path in sorted(path for folder in ("engine", "moderator") for path in (ROOT / folder).rglob("*.py")):
        if path.parent.name == "grammar":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and node.value in ("es", "Spanish", "Español", "español", "spanish"):
                named.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert named == []
