"""Turns by mail: the guard's number, what ends a turn, and who is asked (rows 3, 4 and 12 of docs/tried.md)."""

from __future__ import annotations

import pytest

import engine
from moderator.store.tables import Outgoing
from tests.moderator.house import House
from tests.moderator.report.positions import game
from tests.phrasings.counter import Counter
from tests.phrasings.positions import at


def _asked(house: House, seat: str) -> list[Outgoing]:
    return [row for row in house.outbox("move") if row.recipient == f"{seat.lower()}@example.org"]


def test_whoever_passes_and_must_open_the_next_item_gets_a_new_turn_number(counter: Counter) -> None:
    house, state = counter.house, game("1861-3", 13)[1]
    id_ = counter.set_up(state, "en")
    mover = engine.to_act(state)
    turn = house.row(id_).turn
    first = house.write(id_, mover, f"turn {turn}\npass", deliver=False)
    assert first.word == "ACCEPTED"
    row = house.row(id_)
    assert row.mover == mover and row.turn > turn
    # What the next mail proposes is not taken for the mail before.
    again = house.write(id_, mover, f"turn {row.turn}\npass", deliver=False)
    assert again.word == "ACCEPTED"
    assert house.orders(id_) == [f"{mover}: pass", f"{mover}: pass"]


def test_the_same_words_for_the_same_question_are_a_duplicate(counter: Counter) -> None:
    house, state = counter.house, game("1861-3", 13)[1]
    id_ = counter.set_up(state, "en")
    mover, turn = engine.to_act(state), house.row(id_).turn
    house.write(id_, mover, f"turn {turn}\npass", deliver=False)
    assert house.write(id_, mover, f"turn {turn}\npass", deliver=False).word == "DUPLICATE"
    assert house.orders(id_) == [f"{mover}: pass"]


@pytest.mark.parametrize("after", ["done", "pass"])
def test_done_behind_a_turn_that_ended_by_itself_never_touches_the_next_company(counter: Counter, after: str) -> None:
    house, state = counter.house, game("1861-3", 158)[1]
    id_ = counter.set_up(state, "en")
    mover = engine.to_act(state)
    before = state.cursor.order[state.cursor.at]
    answered = house.write(id_, mover, f"run best\n{after}", deliver=False)
    now = house.state(id_)
    assert answered.word == "ACCEPTED" and "your turn had ended already" in answered.said
    assert engine.to_act(now) == mover and now.cursor.order[now.cursor.at] != before
    assert len(house.orders(id_)) == 1


def test_an_order_behind_the_end_of_a_turn_refuses_the_mail(counter: Counter) -> None:
    house, state = counter.house, game("1861-3", 158)[1]
    id_ = counter.set_up(state, "en")
    answered = house.write(id_, engine.to_act(state), "run best\nlay 8 on B6\ndone", deliver=False)
    assert answered.word == "NOT ACCEPTED" and house.orders(id_) == []


def test_after_a_pass_by_proxy_whoever_opens_the_next_item_is_asked(counter: Counter) -> None:
    """Row 12: the clock never runs in silence."""
    house, state = counter.house, game("1861-3", 12)[1]
    id_ = counter.set_up(state, "en")
    (other,) = {engine.to_act(game("1861-3", 13)[1])} - {engine.to_act(state)}
    item = state.facts.bidding.item
    house.write(id_, other, f"bid {item} up to {state.facts.bidding.high} then pass", deliver=False)
    _, order = game("1861-3", 13)[0][-1].by, game("1861-3", 13)[0][-1].order
    house.write(id_, engine.to_act(state), order, deliver=False)
    row = house.row(id_)
    assert row.mover == other and house.orders(id_)[-1] == f"{other}: pass"
    assert any(mail.data["turn"] == row.turn for mail in _asked(house, other))


def test_who_is_still_to_decide_after_the_moderator_played_for_them_is_asked(counter: Counter) -> None:
    house, state = counter.house, game("1861-3", 75)[1]
    counter.games["1861"] = house.game("Red", "Green", "Blue", title="1861", gm="gm@example.org")
    id_ = counter.set_up(state, "en")
    before = len(_asked(house, "Green"))
    house.write(id_, "GM", "gm as Green\nlay 58 on B8\nend as", sender="gm@example.org", deliver=False)
    assert house.orders(id_) == ["Green: lay 58 on B8 facing 4"] and house.row(id_).mover == "Green"
    assert len(_asked(house, "Green")) == before + 1


def test_where_a_minor_begins_is_said_in_the_mail_that_opens_its_auction(counter: Counter) -> None:
    """The bid is made, and the same player must say one thing more about it: the turn goes on."""
    house, state = counter.house, game("1867-1", 61)[1]
    mover = str(engine.to_act(state))
    bid = next(order for order in engine.legal_orders(state) if order.startswith("bid "))
    after = engine.apply(state, engine.parse_order(state, bid), mover, state.players).state
    home = engine.legal_orders(after)[0]
    id_ = counter.set_up(state, "en")
    assert house.write(id_, mover, f"{bid}\n{home}", deliver=False).word == "ACCEPTED"
    assert house.orders(id_) == [f"{mover}: {bid}", f"{mover}: {home}"]


def test_turning_a_minor_into_a_public_company_is_an_order_and_no_guard(counter: Counter) -> None:
    house, state = counter.house, at("1867 convert")
    id_ = counter.set_up(state, "en")
    answered = house.write(id_, engine.to_act(state), "turn TN into the Chesapeake and Ohio", deliver=False)
    assert answered.word == "ACCEPTED", answered.text
    assert house.orders(id_) == [f"{engine.to_act(state)}: convert TN into C&O"]
