"""The box, the set-up and the first stock round (sections 2 to 5)."""

from __future__ import annotations

import pytest

from engine.board.hexes import Hex
from engine.game import legal_moves, to_act
from engine.names import BANK, IPO
from engine.state import State
from tests.engine.positions import P1, P2, P3, P4, Firm, go_on, owner, play, refused
from tests.engine.titles.proving import covers, proves
from tests.engine.titles.t1861.table import opening, position

SOLD = {"TSR": P1, "BSS": P3, "MYR": P3, "MRR": P3, "WVR": P1}


def nikolaev() -> State:
    """All privates are sold, the last to P1; P2 may open the auction of N."""
    return position(
        round="stock", on_turn=P2, number=1, privates=SOLD, cash={P1: 200, P3: 150}, facts={"last": P1}, priority=P1
    )


@proves("2.1", "2.2", "3.2")
@pytest.mark.parametrize(("players", "each", "limit"), [(3, 420, 21), (4, 315, 16), (5, 252, 13), (6, 210, 11)])
@covers("A1")
def test_capital_bank_and_certificate_limit(players: int, each: int, limit: int) -> None:
    state = opening(players=players)
    assert [state.cash[p] for p in state.players] == [each] * players
    assert state.cash[BANK] == 15000 - players * each
    assert state.title.certificate_limit[players] == limit


@proves("2.1")
@pytest.mark.parametrize("players", [1, 2, 7])
def test_other_numbers_of_players_are_turned_away(players: int) -> None:
    with pytest.raises(ValueError, match=rf"1861 is played by .* not by {players}"):
        opening(seats=[f"player {n}" for n in range(players)])


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("Ann", "Ben", "tsr"), "tsr has a meaning of its own in 1861"),
        (("Ann", "Ben", "Pool"), "Pool has a meaning of its own in 1861"),
        (("Ann", "Ben", "ANN"), "The name ANN is taken"),
        (("Ann", "Ben", " Cy"), "can't be empty or begin or end with a space"),
    ],
)
def test_a_name_that_could_be_mistaken_is_refused(names: tuple[str, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        opening(seats=list(names))


@proves("2.3", "2.5")
def test_companies_and_their_stations() -> None:
    title = opening().title
    kinds = {
        kind: [c for c, s in title.companies.items() if s.kind.name == kind] for kind in ("minor", "public", "national")
    }
    early = "N StP-W M-NN R-O O-K M-K K-K M-V K-B K-R".split()
    assert kinds["minor"] == early + "M-B D V T-R S-V E".split()
    assert [c for c in kinds["minor"] if title.companies[c].from_phase == "2"] == early
    assert kinds["public"] == "GR NW SW SE MK MVR MKV MKN".split()
    assert {title.companies[c].stations for c in kinds["minor"]} == {1}
    assert {title.companies[c].stations for c in kinds["public"]} == {3}
    assert title.companies["RSR"].stations == 8


@proves("2.4")
def test_the_privates_as_printed() -> None:
    rows = {p.symbol: (p.minimum, p.face, p.income, p.bonus, p.bonus_hexes) for p in opening().title.privates.values()}
    assert rows == {
        "TSR": (20, 30, 10, 0, ()),
        "BSS": (30, 45, 15, 10, ("D20",)),
        "MYR": (40, 60, 20, 10, ("H8",)),
        "MRR": (50, 75, 25, 10, ("H8",)),
        "WVR": (60, 90, 30, 10, ("A9", "A11", "A13", "A15")),
    }


@proves("2.6", "3.3")
def test_the_trains_as_printed() -> None:
    state = opening()
    rows = [(t.name, t.price, t.count, t.rusts_on, t.opens) for t in state.title.trains.values()]
    assert rows == [
        ("2", 100, 10, "4", ""),
        ("3", 225, 7, "6", "3"),
        ("4", 350, 4, "8", "4"),
        ("5", 550, 4, "", "5"),
        ("6", 650, 2, "", "6"),
        ("7", 800, 2, "", "7"),
        ("8", 1000, None, "", "8"),
        ("2+2", 600, None, "", ""),
        ("5+5E", 1500, None, "", ""),
    ]
    assert state.depot == (*["2"] * 10, *["3"] * 7, *["4"] * 4, *["5"] * 4, *["6"] * 2, *["7"] * 2)


@proves("3.1", "3.3", "3.6", "5.2.1")
def test_the_first_seat_has_priority_and_opens_the_first_private() -> None:
    state = opening(seats=["Vera", "Ivan", "Olga"])
    assert (state.priority, to_act(state), state.phase) == ("Vera", "Vera", "2")
    assert state.cursor.round == "auction"
    assert state.facts.bidding is not None and state.facts.bidding.item == "TSR"
    assert not state.market.cells
    assert all(held == {IPO: 10} for held in state.shares.values())


@proves("3.4", "3.5")
def test_printed_track_lies_and_slots_are_kept() -> None:
    board = opening().board
    assert board.face(Hex("G7")).colour == "yellow"
    assert board.face(Hex("E1")).colour == "green"
    kept = {
        company: f"{hex_}:{stop}" for (hex_, stop), companies in board.reservations().items() for company in companies
    }
    assert kept["StP-W"] == "E1:0"
    assert kept["RSR"] == "E1:1"
    assert (kept["M-K"], kept["N"], kept["M-NN"]) == ("H8:0", "H8:1", "H8:2")
    assert len(kept) == 17


@proves("5.2.3", "5.2.8")
@covers("A2")
def test_the_last_one_left_pays() -> None:
    state = play(opening(), "bid TSR 20", "bid TSR 25", "pass", "pass", "pass")
    assert owner(state, "TSR") == P2
    assert state.cash[P2] == 290
    assert state.cash[BANK] == 13740 + 25
    assert to_act(state) == P3
    assert state.facts.bidding is not None and state.facts.bidding.item == "BSS"


@proves("5.2.2")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("bid TSR 15", "Bid R20 at least."),
        ("bid TSR 22", "Bid a multiple of R5."),
        ("bid TSR 320", "P1 has R315."),
    ],
)
@covers("A3")
def test_opening_bids_below_between_and_above(order: str, why: str) -> None:
    no = refused(opening(), order)
    assert (no.why, no.rule) == (why, "5.2.2")
    assert no.instead


@proves("5.2.2")
@pytest.mark.parametrize(("order", "why"), [("bid TSR 25", "Bid R30 at least."), ("bid TSR 27", "Bid R30 at least.")])
@covers("A3")
def test_raises_that_do_not_raise(order: str, why: str) -> None:
    state = play(opening(), "bid TSR 20", "bid TSR 25")
    assert (refused(state, order).why, refused(state, order).rule) == (why, "5.2.2")
    assert refused(state, "bid TSR 33").why == "Bid a multiple of R5."


@proves("5.1.1")
def test_only_the_private_on_offer_can_be_bid_for() -> None:
    no = refused(opening(), "bid BSS 30")
    assert (no.why, no.rule) == ("TSR is on offer now.", "5.1.1")
    assert refused(opening(), "bid N 100").rule == "5.1.1"


@proves("5.2.3")
@covers("A4")
def test_who_passed_is_out_of_the_auction() -> None:
    state = play(opening(), "bid TSR 20", "bid TSR 25", "pass", "pass", "bid TSR 30")
    assert to_act(state) == P2  # P3 and P4 are not asked again
    no = refused(state, "bid TSR 35", by=P3)
    assert (no.why, no.rule) == ("It is P2's decision now, not P3's.", "4.1")


@proves("5.2.4")
@covers("A5", "T1")
def test_declining_to_open_is_not_passing() -> None:
    state = play(opening(), "pass", "pass", "bid TSR 20", "pass")
    assert to_act(state) == P1
    state = play(state, "bid TSR 25", "pass", "pass")
    assert (owner(state, "TSR"), state.cash[P1]) == (P1, 290)


@proves("5.2.6")
@covers("A6", "T2")
def test_a_fallen_minimum_is_still_auctioned() -> None:
    state = play(opening(), "pass", "pass", "pass", "pass")
    assert state.facts.bidding is not None and state.facts.bidding.minimum == 15
    assert to_act(state) == P1
    state = play(state, "pass", "bid TSR 15", "bid TSR 20", "pass", "pass", "pass")
    assert (owner(state, "TSR"), state.cash[P3], state.cash[P2]) == (P3, 295, 315)


@proves("5.2.6")
@covers("A6", "T2")
def test_with_the_option_the_first_taker_has_bought() -> None:
    state = play(opening(private_reduction_sale="first_taker"), "pass", "pass", "pass", "pass", "pass", "bid TSR 15")
    assert (owner(state, "TSR"), state.cash[P2]) == (P2, 300)
    assert to_act(state) == P3


@proves("5.2.6")
def test_with_the_option_an_untouched_minimum_is_auctioned_as_ever() -> None:
    state = play(opening(private_reduction_sale="first_taker"), "bid TSR 20")
    assert owner(state, "TSR") == BANK
    assert to_act(state) == P2


@proves("5.2.7", "5.2.8")
@covers("A7", "T2")
def test_at_nothing_the_first_to_pass_gets_it_free() -> None:
    state = play(opening(), *["pass"] * 16)
    assert (owner(state, "TSR"), state.cash[P1]) == (P1, 315)
    assert to_act(state) == P2
    assert state.facts.bidding is not None and state.facts.bidding.item == "BSS"


@proves("5.2.8", "5.2.3")
@covers("T3")
def test_the_player_left_of_the_buyer_opens_the_next_private() -> None:
    state = play(opening(), "bid TSR 20", "pass", "bid TSR 25", "pass", "pass")
    assert owner(state, "TSR") == P3
    assert to_act(state) == P4


@proves("5.2.5")
def test_who_cannot_pay_the_next_bid_is_passed_over() -> None:
    state = position(cash={P2: 20, P4: 22}, privates={}, facts={"bidding": opening().facts.bidding})
    state = play(state, "bid TSR 20")
    assert to_act(state) == P3
    state = play(state, "pass")
    assert (owner(state, "TSR"), state.cash[P1]) == (P1, 295)


@proves("5.2.5", "6.5.2")
def test_who_is_at_the_certificate_limit_can_neither_open_nor_raise() -> None:
    crowd = [
        Firm(symbol, P1, at=100) for symbol in "N StP-W M-NN R-O O-K M-K K-K M-V K-B K-R M-B D V T-R S-V E".split()
    ]
    state = position(4, *crowd, facts={"bidding": opening().facts.bidding})
    state = go_on(state)
    assert to_act(state) == P2
    state = play(state, "bid TSR 20", "pass", "pass")
    assert (owner(state, "TSR"), state.cash[P2]) == (P2, 295)


@proves("5.3.1", "5.3.4")
@covers("A8", "T10")
def test_no_other_minor_before_Nikolaev() -> None:
    no = refused(nikolaev(), "bid M-K 100")
    assert (no.why, no.rule) == ("N must be the first minor to be sold.", "5.3.1")
    sold = play(nikolaev(), "bid N 100", "pass", "pass", "pass")
    assert sold.directors["N"] == P2
    assert to_act(sold) == P3
    put_up = play(sold, "bid M-K 100").facts.bidding
    assert put_up is not None and put_up.item == "M-K"


@proves("5.3.1")
@covers("T10")
def test_the_gate_is_open_even_when_Nikolaev_has_gone() -> None:
    state = position(round="stock", on_turn=P1, number=4, privates=SOLD, phase="3", gone="N")
    state = play(state, "bid M-K 100")
    assert state.facts.bidding is not None and state.facts.bidding.item == "M-K"
    assert refused(position(round="stock", on_turn=P1, gone="N"), "bid N 100").rule == "6.7.1"


@proves("5.3.2")
def test_the_minimum_of_Nikolaev_never_falls() -> None:
    state = play(nikolaev(), "pass", "pass", "pass")
    assert refused(state, "bid N 95").why == "Bid R100 at least."
    assert to_act(state) == P1


@proves("5.3.3", "7.1.1")
@covers("A9")
def test_nobody_wants_Nikolaev() -> None:
    state = play(nikolaev(), "pass", "pass", "pass", "pass")
    assert state.cash[P1] == 200 + 80
    assert state.cash[P3] == 150 + 120
    assert (state.cursor.round, state.cursor.number) == ("stock", 2)
    assert not state.market.cells
    assert refused(state, "bid M-K 100").rule == "5.3.1"


@proves("4.2", "6.9.3", "5.3.3")
@covers("A10")
def test_priority_goes_left_of_the_last_buyer_of_a_private() -> None:
    state = play(nikolaev(), "pass", "pass", "pass", "pass")
    assert state.priority == P2
    assert to_act(state) == P2


@proves("4.2", "5.3.2")
def test_the_turn_goes_on_left_of_the_last_private_sold() -> None:
    state = opening()
    for _ in range(4):
        state = play(state, f"bid {state.facts.bidding.minimum}", "pass", "pass", "pass")  # type: ignore[union-attr]
    # P1 to P4 have bought one each; P1 opens the last, P3 takes it.
    state = play(state, "bid WVR 60", "pass", "bid WVR 65", "pass", "pass")
    assert owner(state, "WVR") == P3
    assert (state.cursor.round, to_act(state)) == ("stock", P4)
    assert {m.item for m in legal_moves(state) if hasattr(m, "item")} == {"N"}


@proves("2.7")
def test_the_position_tells_all_holdings() -> None:
    from engine.text import position as page

    state = position(4, Firm("N", P3, at="6,2", cash=117, trains="2 2", loans=1), round="stock", on_turn=P1)
    text = " ".join(page(state).split())
    assert "N: R60; director P3; R117 cash; trains 2 2 (of 2); loans 1; stations H8" in text
    assert "P3: R315 cash, 1/16 certificates" in text
