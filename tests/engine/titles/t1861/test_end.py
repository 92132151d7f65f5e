"""The end of the game, the options, the names (sections 20 to 24, and 4)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine.errors import Refused
from engine.events import GameEnded, PhaseBegan, RoundBegan
from engine.game import Book, draws, settle, start, to_act
from engine.mechanisms.endings.events import BankBroke, EndAnnounced
from engine.moves import Bid, Sell
from engine.names import BANK
from engine.notation import parse_order
from engine.state import State
from engine.titles.t1861 import TITLE
from tests.engine.positions import P1, P2, P3, P4, Firm, events_of, play, refused
from tests.engine.titles.proving import ROOT, covers, proves
from tests.engine.titles.t1861.table import opening, position

BROKE = {P1: 0, P2: 0, P3: 0, P4: 0}
# A public that never has a decision to take: no station, all the trains it may have.
IDLE = Firm("NW", {P1: 2}, at="2,6", trains="8 8", stations="")


def at_the_end_of_turn(*firms: Firm, on_turn: str, phase: str, step: str = "privates", **more: Any) -> State:
    return position(4, *firms, round="operating", on_turn=on_turn, phase=phase, step=step, **more)


def happened(state: State) -> list[Any]:
    book = Book(state)
    state.title.rounds[state.cursor.round].next(book)
    settle(book)
    return list(book.events)


def rounds(events: list[Any]) -> list[str]:
    return [f"{e.cursor.round} {e.cursor.number}.{e.cursor.sub}" for e in events if isinstance(e, RoundBegan)]


def state_buys_an_8(sub: int, **more: Any) -> State:
    return at_the_end_of_turn(
        IDLE, on_turn="RSR", phase="7", step="state-income", number=6, sub=sub, depot="", trains={"RSR": "7"},
        stations={"RSR": "E1:1"}, **{"cash": {**BROKE, "RSR": 1000}, **more},
    )  # fmt: skip


@proves("20.1", "4.1", "4.3")
@covers("M1", "T76")
def test_an_8_in_the_first_round_of_a_set() -> None:
    events = happened(state_buys_an_8(1))
    assert rounds(events) == ["operating 6.2", "operating 6.3"]
    assert isinstance(events[-1], GameEnded) and events[-1].why == "8-train"


@proves("20.1", "4.1")
@covers("M2", "T76")
def test_an_8_in_the_second_round_of_a_set() -> None:
    events = happened(state_buys_an_8(2))
    assert rounds(events) == ["stock 7.0", "operating 7.1", "operating 7.2", "operating 7.3"]
    assert isinstance(events[-1], GameEnded) and events[-1].why == "8-train"


@proves("20.2", "4.4")
@covers("M3", "T77")
def test_an_empty_bank_ends_the_game_after_the_round() -> None:
    firms = Firm("NW", {P1: 10}, at="2,6", trains="6 6"), Firm("M-K", P2, at=100, trains="6", stations="")
    state = at_the_end_of_turn(
        *firms, on_turn="NW", phase="6", step="dividend", number=5, sub=1, turn={"ran": True, "revenue": 200},
        trains={"RSR": "6"}, bank=150, cash={P2: 12000, "RSR": 0},
    )  # fmt: skip
    state = state.change(cash={**state.cash, P3: 15000 - sum(v for p, v in state.cash.items() if p != P3)})
    events = [*events_of(state, "pay")]
    assert [type(e) for e in events if isinstance(e, BankBroke | EndAnnounced | GameEnded)] == [
        BankBroke,
        EndAnnounced,
        GameEnded,
    ]
    assert rounds(events) == []
    after = play(state, "pay")
    assert after.over
    assert after.cash[BANK] == 150 - 200 - 90  # paid on credit, and what the state railway earns too
    assert to_act(after) is None


@proves("20.2")
@covers("T78")
def test_in_phase_2_too() -> None:
    firms = (Firm("NW", {P1: 10}, at="2,6", trains="2 2 2 2"),)
    state = at_the_end_of_turn(
        *firms, on_turn="NW", phase="2", step="dividend", number=2, turn={"ran": True, "revenue": 200}, bank=150
    )
    state = state.change(cash={**state.cash, P3: 15000 - sum(v for p, v in state.cash.items() if p != P3)})
    assert play(state, "pay").over


def broken(**more: Any) -> State:
    """The bank broke earlier in OR 7.2; the state railway is about to buy the first 8."""
    return state_buys_an_8(2, broken=True, ending="bank", **more)


@proves("20.2")
@covers("M4", "T77")
def test_the_bank_keeps_its_say_unless_overridden() -> None:
    events = happened(broken())
    assert [e.phase for e in events if isinstance(e, PhaseBegan)] == ["8"]
    assert isinstance(events[-1], GameEnded) and events[-1].why == "bank"
    assert rounds(events) == []
    events = happened(broken(options={"bank_break_override": True}))
    assert rounds(events) == ["stock 7.0", "operating 7.1", "operating 7.2", "operating 7.3"]
    assert isinstance(events[-1], GameEnded) and events[-1].why == "8-train"


@proves("20.2")
@covers("T77")
def test_after_an_8_the_bank_does_not_matter() -> None:
    state = at_the_end_of_turn(
        Firm("NW", {P1: 10}, at="2,6", trains="8 8"), on_turn="NW", phase="8", step="dividend", number=6, sub=2,
        turn={"ran": True, "revenue": 200}, bank=150, ending="8-train", final_set=6,
    )  # fmt: skip
    state = state.change(cash={**state.cash, P3: 15000 - sum(v for p, v in state.cash.items() if p != P3)})
    events = [*events_of(state, "pay")]
    assert any(isinstance(e, BankBroke) for e in events)
    assert rounds(events)[:1] == ["operating 6.3"]


@proves("20.2")
def test_a_bank_broken_in_a_stock_round_ends_the_game_after_the_next_operating_round() -> None:
    state = position(
        4,
        Firm("NW", {P1: 5}, at="2,6", trains="5 5 5", stations=""),
        round="stock",
        on_turn=P1,
        phase="5",
        number=3,
        bank=100,
    )
    state = state.change(cash={**state.cash, P3: 0, P4: 0, P2: 0})
    state = state.change(cash={**state.cash, "SE": 15000 - sum(state.cash.values())})
    state = play(state, "sell 1 NW")
    assert (state.broken, state.ending, state.over, state.cursor.round) == (True, "bank", False, "stock")
    events = [*events_of(state, "done")]
    while not any(isinstance(e, RoundBegan) for e in events):
        for event in events:
            state = event.apply(state)
        events = [*events_of(state, "pass")]
    assert rounds(events) == ["operating 3.1"]
    assert isinstance(events[-1], GameEnded)


@proves("20.3", "20.4")
@covers("M5", "T79")
def test_loans_lower_the_final_price() -> None:
    firm = Firm("NW", {P1: 4}, at="2,6", trains="8 8", stations="", loans=2, cash=10)
    state = position(4, firm, round="stock", on_turn=P1, phase="8")
    assert TITLE.value(state, P1) == 315 + 4 * 110
    ending = at_the_end_of_turn(
        firm, on_turn="RSR", phase="7", step="state-trains", number=5, ending="bank", broken=True, trains={"RSR": "7"}
    )
    last = happened(ending)[-1]
    assert isinstance(last, GameEnded)
    assert dict(last.scores)[P1] == 315 + 4 * 110


@proves("20.4")
@covers("M6", "T79")
def test_what_a_player_is_worth() -> None:
    firms = Firm("NW", {P1: 4}, at=300, cash=2000), Firm("M-K", P1, at="5,6", loans=1, cash=500)
    state = position(
        4, *firms, round="stock", on_turn=P1, phase="4", privates={"MYR": P1, "TSR": "M-K"}, cash={P1: 500}
    )
    assert TITLE.value(state, P1) == 500 + 1200 + 180 + 60
    assert TITLE.value(state, P2) == 315


@proves("20.5")
def test_equals_share_the_place() -> None:
    ending = at_the_end_of_turn(
        Firm("NW", {P1: 2, P2: 2}, at="2,6", trains="7 7", stations=""), on_turn="RSR", phase="7", step="state-trains",
        ending="bank", broken=True, trains={"RSR": "7"},
    )  # fmt: skip
    scores = dict(happened(ending)[-1].scores)
    assert scores[P1] == scores[P2] == 315 + 270
    assert scores[P3] == scores[P4] == 315


# ---------------------------------------------------------------------- options


@proves("21.4", "2.1")
@covers("T80")
def test_the_game_for_two() -> None:
    seats = (P1, P2)
    wanted = draws("1861", seats, {"two_player": True})
    assert set(wanted) == {"removed"}
    assert set(wanted["removed"]) == {" ".join(pair) for pair in combinations(TITLE.privates, 2)}
    state = opening(players=2, drawn={"removed": "BSS WVR"}, two_player=True)
    assert [state.cash[p] for p in seats] == [420, 420]
    assert list(state.privates) == ["TSR", "MYR", "MRR"]
    assert state.depot == (*["2"] * 7, *["3"] * 5, *["4"] * 3, *["5"] * 3, "6", "7")
    assert state.title.certificate_limit[2] == 21
    assert state.facts.bidding is not None and state.facts.bidding.item == "TSR"


@proves("21.4")
@covers("T80", "T59")
def test_two_players_may_hold_70_percent() -> None:
    option = {"two_player": True}
    firm = Firm("NW", {P1: 6}, at=100)
    state = position(2, firm, round="stock", on_turn=P1, phase="5", options=option, cash={P1: 900})
    assert play(state, "buy NW").held(P1, "NW") == 7
    seven = position(
        2,
        Firm("NW", {P1: 7}, at=100),
        Firm("SW", P2, at=100),
        round="stock",
        on_turn=P1,
        phase="5",
        options=option,
        cash={P1: 900},
    )
    assert refused(seven, "buy NW").why == "Nobody may hold more than 70 % of NW."
    again = position(
        2,
        Firm("NW", {P1: 2}, at=100, operated=False),
        round="stock",
        on_turn=P1,
        phase="5",
        options=option,
        cash={P1: 900},
    )
    for _ in range(5):
        again = play(again, "buy NW", "pass")
    assert again.held(P1, "NW") == 7


@proves("21.4", "2.1")
def test_two_without_the_option_or_the_draw_are_turned_away() -> None:
    with pytest.raises(ValueError, match=r"1861 is played by .* not by 2"):
        start("1861", (P1, P2))
    with pytest.raises(ValueError, match="removed must be drawn"):
        start("1861", (P1, P2), {}, {"two_player": True})


@proves("21.1")
def test_options_that_do_not_exist_are_turned_away() -> None:
    with pytest.raises(ValueError, match="1861 has no option"):
        opening(third_edition=True)
    with pytest.raises(ValueError, match="merger_price_floor"):
        opening(merger_price_floor=85)


@proves("21.1", "21.2")
def test_usual_values_and_those_of_the_second_edition() -> None:
    usual = opening().options
    second = opening(second_edition=True).options
    changed = {name: (usual[name], second[name]) for name in usual if usual[name] != second[name]}
    assert changed == {
        "nizhnii_green_cost": (0, 20),
        "bank_break_override": (False, True),
        "private_reduction_sale": ("auction", "first_taker"),
        "merger_price_floor": (70, 100),
        "merger_second_share": ("earliest_owner_must", "any_owner_may"),
        "merger_connection": ("hub", "chain"),
        "merger_director_tie": ("earliest_minor", "first_to_two_shares"),
        "merger_purchases_start": ("director", "earliest_minor_owner"),
    }
    assert TITLE.recorded_preset == "second_edition"


@proves("21.3")
def test_with_prompting_as_on_the_site_discards_come_in_any_order() -> None:
    firms = (
        Firm("NW", P1, at=110, cash=650, trains="5"),
        Firm("GR", P3, at=120, trains="4 5 5"),
        Firm("SW", P3, at=100, trains="4 4 5"),
    )
    state = at_the_end_of_turn(
        *firms, on_turn="NW", phase="5", step="trains", depot="6 6 7", options={"prompting": "site"}
    )
    state = play(state, "train 6", "discard 4 of SW")
    assert state.trains_of("SW") == ("4", "5")
    usual = at_the_end_of_turn(*firms, on_turn="NW", phase="5", step="trains", depot="6 6 7")
    no = refused(play(usual, "train 6"), "discard 4 of SW")
    assert (no.why, no.rule) == ("GR must discard first.", "15.6.1")


@proves("21.3.1", "21.2")
def test_a_recorded_game_ends_as_recorded() -> None:
    from engine.__main__ import read_json
    from engine.interop.record import read_record
    from engine.interop.site18xx import positions

    game = next(iter(sorted((ROOT.parent / "shared" / "corpus" / "1861" / "real").glob("bank_breaks*.json.gz"))), None)
    if game is None:
        pytest.skip("no recorded games at hand")
    last = [done.state for done in positions(read_record(read_json(str(game))))][-1]
    assert last.over
    assert sorted((TITLE.value(last, p) for p in last.players), reverse=True) == [14735, 13420, 9728, 6157]


# ---------------------------------------------------------------------- names and orders


@proves("23.1")
def test_a_hyphen_makes_a_minor() -> None:
    state = position(4, Firm("N", P4, at="9,0"), Firm("MK", {P1: 5}, at=100), round="stock", on_turn=P1, phase="4")
    assert parse_order(state, "bid M-K 100") == Bid("M-K", 100)
    assert parse_order(state, "sell 1 mk") == Sell("MK", 1)
    assert parse_order(state, "bid mv 100") == Bid("M-V", 100)
    assert parse_order(state, "bid KK 100") == Bid("K-K", 100)


@proves("23.2", "23.4")
def test_other_names() -> None:
    state = position(4, Firm("N", P4, at="9,0"), round="stock", on_turn=P1, phase="4")
    assert parse_order(state, "bid Y 100") == parse_order(state, "bid D 100") == Bid("D", 100)
    assert list(TITLE.privates) == ["TSR", "BSS", "MYR", "MRR", "WVR"]


@proves("4.5")
def test_an_interruption_comes_first() -> None:
    state = at_the_end_of_turn(
        Firm("N", P1, at=100, cash=400, trains="3"), on_turn="N", phase="3", step="trains", depot="4 4"
    )
    state = play(state, "train 4")
    no = refused(state, "train 4")
    assert (no.why, no.rule) == (
        "Another decision comes first: a company over its train limit gives up a train.",
        "4.5",
    )


@proves("24.1", "4.1")
def test_after_the_end_nothing_is_taken() -> None:
    ending = at_the_end_of_turn(
        IDLE, on_turn="RSR", phase="7", step="state-trains", ending="bank", broken=True, trains={"RSR": "7"}
    )
    state = ending
    for event in happened(ending):
        state = event.apply(state)
    with pytest.raises(Refused, match="The game is over"):
        events_of(state, "pass", by=P1)
