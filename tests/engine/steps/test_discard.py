"""Trains over the limit: which company gives up which train, in which order, and where it goes."""

from __future__ import annotations

from engine.game import Book, legal_moves, open_step, to_act
from engine.moves import BuyTrain, Discard
from engine.names import BANK, POOL, Holder
from engine.state import Demand, State
from engine.steps.buy_trains import BuyTrains
from engine.steps.discard import DiscardTrains, TrainsOverLimit, demand_discards, excess
from tests.engine.steps.made import ANN, BEN, CROWN, NOR, PIT, SUD, composed, play, position, refused, why

BOTH = (TrainsOverLimit(ANN, NOR, 2), TrainsOverLimit(BEN, SUD, 1))


def crowded(*demands: Demand, discard: DiscardTrains | None = None) -> State:
    trains: dict[Holder, str] = {NOR: "2 2 3 3", SUD: "2 3 3"}
    return position(
        title=composed((BuyTrains(),), discard=discard), step="trains", trains=trains, demands=demands or BOTH
    )


def test_a_company_gives_up_train_by_train_until_it_is_at_its_limit() -> None:
    once = play(crowded(), Discard("2"))
    assert once.demands == (TrainsOverLimit(ANN, NOR, 1), BOTH[1])
    twice = play(once, Discard("3"))
    assert (twice.trains_of(NOR), twice.demands) == (("2", "3"), BOTH[1:])
    assert to_act(twice) == BEN


def test_each_kind_of_train_is_offered_once() -> None:
    assert list(legal_moves(crowded())) == [Discard("2"), Discard("3")]


def test_a_train_the_company_has_not_is_refused_with_those_it_has() -> None:
    told = refused(crowded(), Discard("D"))
    assert (told.rule, told.why) == ("discard", "NOR has no D-train.")
    assert set(told.instead) == {"discard 2", "discard 3"}


def test_companies_discard_in_the_order_in_which_they_were_asked() -> None:
    assert why(crowded(), Discard("2", SUD)) == ("discard", "NOR must discard first.")
    assert play(crowded(), Discard("2", NOR)).trains_of(NOR) == ("2", "3", "3")


def test_any_order_is_for_companies_that_wait_and_for_no_others() -> None:
    free = DiscardTrains(any_order=lambda state: True)
    after = play(crowded(discard=free), Discard("2", SUD))
    assert (after.trains_of(SUD), after.demands) == (("3", "3"), BOTH[:1])
    alone = crowded(BOTH[0], discard=free)
    assert why(alone, Discard("2", SUD)) == ("discard", "NOR must discard first.")


def test_a_discarded_train_lies_in_the_pool_or_is_out_of_the_game() -> None:
    assert play(crowded(), Discard("3")).trains_of(POOL) == ("3",)
    assert play(crowded(discard=DiscardTrains(to_pool=False)), Discard("3")).trains_of(POOL) == ()


def test_nothing_else_is_decided_before() -> None:
    told = refused(crowded(), BuyTrain("2", BANK, 100))
    assert told.rule == "interrupt" and "discard 2" in told.instead


def test_when_all_is_given_up_the_turn_goes_on_where_it_was() -> None:
    state = position(
        title=composed((BuyTrains(),)),
        step="trains",
        cash={NOR: 100},
        trains={NOR: "2", SUD: "2 3 3"},
        demands=BOTH[1:],
    )
    after = play(state, Discard("2"))
    assert not after.demands and (open_step(after).name, to_act(after)) == ("trains", ANN)


def test_how_many_are_too_many_depends_on_the_kind_of_company() -> None:
    state = position(started=(NOR, PIT, CROWN), step="none", trains={NOR: "2 2", PIT: "2 2", CROWN: "2 2 2 2"})
    assert [excess(state, company) for company in (NOR, PIT, CROWN)] == [0, 1, 0]
    assert excess(state.change(trains={NOR: ("2", "2", "3")}), NOR) == 1


def test_crowded_companies_are_asked_in_the_order_given_and_each_once() -> None:
    book = Book(position(step="none", trains={NOR: "2 2 3", SUD: "2 2 3 3"}))
    demand_discards(book, (SUD, NOR))
    demand_discards(book, (NOR, SUD))
    assert book.state.demands == (TrainsOverLimit(BEN, SUD, 2), TrainsOverLimit(ANN, NOR, 1))


def test_who_is_at_the_limit_is_not_asked() -> None:
    book = Book(position(step="none", trains={NOR: "2 2"}))
    demand_discards(book, (NOR, SUD))
    assert not book.events
