"""The text part alone is the whole position: it is read back and compared with the engine's."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.names import BANK, IPO, POOL, TREASURY
from engine.state import State
from moderator.outbox.report import report
from tests.moderator.report.positions import PLAYED, game, view

PLACE = {"treasury": TREASURY, "pool": POOL, "offer": IPO}


def sections(text: str) -> dict[str, list[str]]:
    """Headings and their entries; a line that is set in belongs to the entry before it."""
    found: dict[str, list[str]] = {}
    entries: list[str] = []
    for block in text.split("\n\n"):
        head, *lines = block.strip("\n").split("\n")
        entries = found.setdefault(head, [])
        for line in lines:
            if line.startswith("    ") and entries and head not in ("MAP", "STOCK MARKET"):
                entries[-1] += " " + line.strip()
            else:
                entries.append(line)
    return found


def amount(text: str) -> int:
    return int(re.sub(r"[^\d-]", "", text))


def rebuilt(text: str) -> dict[str, Any]:
    """Cash, holdings, prices, trains, tiles and stations as the mail tells them."""
    part = sections(text)
    facts: dict[str, Any] = {"cash": {}, "held": {}, "price": {}, "trains": {}, "tiles": {}, "stations": set()}
    facts["privates"], facts["loans"] = {}, {}
    for entry in part["PLAYERS"]:
        said = re.fullmatch(r"(.+?)(?: \((?:bankrupt|priority)\))*: (\S+) cash, .*?; (.*)", entry)
        assert said, entry
        player, cash, papers = said.groups()
        facts["cash"][player] = amount(cash)
        for paper in papers.split(", ") if papers != "no shares" else ():
            name, _, share = paper.partition(" ")
            if share:
                facts["held"][player, name] = int(share.split("0%")[0])
            else:
                facts["papers"] = facts.get("papers", set()) | {(player, name)}
    for entry in part.get("COMPANIES, IN OPERATING ORDER", ()):
        company, _, rest = entry.partition(": ")
        for fact in rest.split("; "):
            if re.fullmatch(r"\D?[\d,]+", fact):
                facts["price"][company] = amount(fact)
            elif fact.endswith(" cash"):
                facts["cash"][company] = amount(fact)
            elif fact.startswith("trains "):
                owned = re.sub(r" \(\d+\)$", "", fact.removeprefix("trains "))
                facts["trains"][company] = tuple(owned.split()) if owned != "none" else ()
            elif fact.startswith("loans "):
                facts["loans"][company] = amount(fact)
            elif fact.split()[0] in PLACE and fact.endswith("0%"):
                facts["held"][PLACE[fact.split()[0]], company] = int(fact.split()[1].split("0%")[0])
    for entry in part.get("TILES AND STATIONS", ()):
        where, _, rest = entry.partition(": ")
        hex_ = where.split(" ")[0]
        if laid := re.match(r"(?:yellow|green|brown|grey) (\S+) facing (\d)", rest):
            facts["tiles"][hex_] = (laid[1], int(laid[2]))
        for names, city in re.findall(
            r"stations? ([^,(]+?(?:, [^,(]+?)*)(?: in city (\d))?(?: \(\d free\))?(?=, station|$)", rest
        ):
            for name in re.split(r", | and ", names):
                facts["stations"].add((hex_, int(city or 1) - 1, name))
    facts["bank"] = amount(part["BANK AND TRAINS"][0].split(".")[0])
    return facts


def compare(state: State, text: str) -> None:
    facts = rebuilt(text)
    assert facts["bank"] == state.cash_of(BANK)
    for player in state.players:
        assert facts["cash"][player] == state.cash_of(player)
    for company, trains in facts["trains"].items():
        assert facts["cash"][company] == state.cash_of(company)
        assert trains == state.trains_of(company)
        assert facts["loans"].get(company, 0) == state.loans_of(company)
    assert set(facts["price"]) == set(state.market.cells)
    assert all(price == state.price(company) for company, price in facts["price"].items())
    papers = facts.get("papers", set())
    for company, held in state.shares.items():
        public = state.title.companies[company].kind.traded
        for holder, count in held.items():
            if holder in state.players and count == 10:
                assert (holder, company) in papers
            elif holder in state.players or (public and company in state.started and company not in state.gone):
                assert facts["held"].get((holder, company)) == count, (holder, company)
    for private, owner in state.privates.items():
        assert owner not in state.players or (owner, private) in papers
    assert facts["tiles"] == {str(h): t for h, t in state.board.tiles.items()}
    stations = {(str(h), stop, s) for (h, stop), slots in state.board.cities.items() for s in slots if s}
    assert facts["stations"] == stations


@pytest.mark.parametrize("name", PLAYED)
def test_the_text_part_alone_rebuilds_the_position(name: str) -> None:
    played, state = game(*PLAYED[name])
    compare(state, report(view(played, state, text_only=True)).text)


@pytest.mark.parametrize("language", ["en", "fr", "de", "ko"])
@pytest.mark.parametrize(("name", "moves"), [("1861-3", 1404), ("1867-1", 800)])
def test_late_in_a_long_game_no_tile_and_no_word_how_to_answer_is_left_out(
    name: str, moves: int, language: str
) -> None:
    played, state = game(name, moves)
    lines = report(view(played, state, back=60, language=language, text_only=True)).text.split("\n")
    told = {found[0] for line in lines if (found := re.match(r"[A-Z]\d+", line))}
    assert {str(hex_) for hex_ in state.board.tiles} <= told
    assert any(f"{state.title.name}-7" in line for line in lines[-8:])


@pytest.mark.long
@pytest.mark.parametrize("name", ["1861-3", "1867-1", "1882-1"])
def test_every_position_of_a_game_is_rebuilt_from_its_text(name: str) -> None:
    from tests.moderator.report.positions import whole

    for number in range(0, len(whole(name)[0]), 5):
        played, state = game(name, number)
        compare(state, report(view(played, state, text_only=True)).text)
