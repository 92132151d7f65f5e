"""Orders on file by mail: kept and read back, secret, played when their time comes, stopped, explained."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.message import Message
from moderator.store.statuses import OnFile
from moderator.table import standing
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.positions import bring
from tests.moderator.table.test_noshow import let_it_pass
from tests.printed import first_draws

SEATS = ("Red", "Green", "Blue")


@pytest.fixture(scope="module")
def traded(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> tuple[Path, str]:
    """A database with a table of 1882 in a stock round, made once, and the game's name."""
    folder = tmp_path_factory.mktemp("traded")
    shutil.copy(empty_database, folder / "waybill.sqlite")
    made = open_house(settings_for(folder), migrated=True)
    made.eager = False
    game = at_table(made)
    made.office.close()
    return folder, game


@pytest.fixture
def stock(tmp_path: Path, traded: tuple[Path, str]) -> Iterator[tuple[House, str]]:
    # With the secret the addresses are made from.
    shutil.copytree(traded[0], tmp_path, dirs_exist_ok=True)
    made = open_house(settings_for(tmp_path), migrated=True)
    made.eager = False
    yield made, traded[1]
    made.office.close()


@pytest.fixture
def real(tmp_path: Path, empty_database: Path) -> Iterator[House]:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    made = open_house(settings_for(tmp_path), migrated=True)
    made.eager = False
    yield made
    made.office.close()


def trading(state: Any) -> bool:
    """A later stock round, at the beginning of a turn in which shares may be bought, sold or left alone."""
    kinds = {type(move).__name__ for move in engine.legal_moves(state)}
    return (
        engine.round_kind(state) == "stock"
        and state.cursor.number > 1
        and state.facts.bidding is None
        and not state.demands
        and state.facts.passes == 0
        and {"Pass", "Sell", "Buy"} <= kinds
    )


def at_table(house: House, title: str = "1882", there: Any = trading, **terms: Any) -> str:
    game = house.game(*SEATS, gm="boss@example.org", title=title, drawn=first_draws(title), terms=terms)
    bring(house, game, there)
    return game


def others(house: House, game: str) -> list[str]:
    """Whoever is not to move, in the order in which they will be."""
    mover = house.row(game).mover
    players = list(house.state(game).players)
    at = players.index(mover)
    return [*players[at + 1 :], *players[:at]]


def notices(house: House, seat: str) -> list[str]:
    return [f"{row.data['title']}: {row.data['text']}" for row in house.outbox("notice", f"{seat.lower()}@example.org")]


def test_a_standing_pass_speaks_in_its_owners_turn_and_nobody_waits(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, second) = str(real.row(game).mover), others(real, game)
    for seat in (first, second):
        kept = real.write(game, seat, "standing pass even if someone sells even if a company is started")
        assert kept.word in ("ACCEPTED", "QUEUED"), kept.said
        assert "on file as 1, secret: standing pass in stock round " in kept.said
        assert (
            "you pass, unless: a directorship you hold can be taken; the phase changes. Then you are asked."
            in kept.said
        )
    before = real.row(game).seq
    real.write(game, mover, "pass")
    played = real.orders(game)[-3:]
    assert played == [f"{mover}: pass", f"{first}: pass", f"{second}: pass"]
    assert real.row(game).seq == before + 3


def test_numbers_are_counted_for_each_seat_and_nobody_else_is_told(stock: tuple[House, str]) -> None:
    real, game = stock
    first, second = others(real, game)
    mails_before = len(real.outbox())
    for seat in (first, second):
        assert "on file as 1, secret" in real.write(game, seat, "standing pass").said
    fresh = real.outbox()[mails_before:]
    assert {(row.kind, row.recipient) for row in fresh} == {
        ("answer", f"{first.lower()}@example.org"),
        ("answer", f"{second.lower()}@example.org"),
    }


def test_a_stop_becomes_the_question_in_the_mail_that_asks(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    state = real.state(game)
    sold = next(
        move.company
        for move in engine.legal_moves(state)
        if type(move).__name__ == "Sell" and state.held(first, move.company)
    )
    real.write(game, first, "standing pass")
    real.write(game, mover, f"sell 1 {sold}\npass")
    assert real.row(game).mover == first, "it never turns into a pass by itself"
    stopped = notices(real, first)[-1]
    assert f"It stops here: {mover} sells shares of {sold}." in stopped
    asked = real.outbox("move", f"{first.lower()}@example.org")[-1]
    assert f"It stops here: {mover} sells shares of {sold}." in real.text_of(asked)
    why = real.write(game, first, "why 1")
    assert "It has stopped, and you were asked." in why.text


def test_who_is_asked_about_one_order_is_not_answered_by_another(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    state = real.state(game)
    company = next(iter(state.started))
    written = f"if price {company} >= 1 then sell {state.held(first, company) + 1} {company} else pass"
    assert "on file as 1, secret" in real.write(game, first, written).said
    assert "on file as 2, secret" in real.write(game, first, "standing pass").said
    real.write(game, mover, "pass")
    assert real.row(game).mover == first, "what no longer fits is asked about"
    assert "Your orders no longer fit" in notices(real, first)[-1]
    # By hand it goes on, and the other order speaks in the next turn.
    real.write(game, first, "pass")
    assert real.row(game).mover != first


def test_orders_that_contradict_each_other_are_refused_with_both_shown(stock: tuple[House, str]) -> None:
    real, game = stock
    first, _ = others(real, game)
    real.write(game, first, "standing pass")
    company = next(iter(real.state(game).started))
    refused = real.write(game, first, f"standing buy {company} until 5 shares")
    assert refused.word == "NOT ACCEPTED"
    assert "This contradicts what you have on file as 1: standing pass in stock round " in refused.said
    assert "cancel 1" in refused.text
    again = real.write(game, first, "Standing  pass")
    assert again.word == "NOT ACCEPTED" and "You have this on file already as 1." in again.said


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("standing operate {mine}: run best, pay", "when {mine} operates then run best; withhold; done"),
        ("if price {mine} >= 100 then sell 1 {mine} else pass", "standing buy {mine} until 6 shares"),
    ],
)
def test_whatever_speaks_for_the_same_decision_is_refused_with_what_to_do(
    stock: tuple[House, str], first: str, second: str
) -> None:
    real, game = stock
    state = real.state(game)
    mine, owner = next((c, d) for c, d in state.directors.items() if d != real.row(game).mover)
    one, other = first.format(mine=mine), second.format(mine=mine)
    # In one mail neither is kept, so neither has a number.
    both = real.write(game, owner, f"{one}\n{other}")
    assert both.word == "NOT ACCEPTED"
    assert "This contradicts a line above" in both.said and "Send one of the two." in both.said
    assert "No orders on file." in real.write(game, owner, "orders").text
    assert real.write(game, owner, one).word == "ACCEPTED"
    refused = real.write(game, owner, other)
    assert refused.word == "NOT ACCEPTED"
    assert "This contradicts what you have on file as 1" in refused.said
    assert "if you mean this one, send `cancel 1` before it." in refused.said
    assert "on file as 2, secret" in real.write(game, owner, f"cancel 1\n{other}").said


def test_an_order_that_acts_at_once_says_so_in_the_answer(stock: tuple[House, str]) -> None:
    real, game = stock
    mover = str(real.row(game).mover)
    answer = real.write(game, mover, "standing pass\nrefuse all offers").text
    assert real.orders(game)[-1] == f"{mover}: pass"
    assert "1 acted at once: pass" in answer and "2 acted" not in answer
    later = real.write(game, mover, "standing pass all auctions").text
    assert "acted at once" not in later


def test_what_an_order_on_file_plays_behind_ones_own_orders_is_said_in_the_answer(real: House) -> None:
    def laying(state: Any) -> bool:
        if engine.round_kind(state) != "operating" or state.demands:
            return False
        kinds = {type(move).__name__ for move in engine.legal_moves(state)}
        return "LayTile" in kinds and bool(state.trains_of(engine.company_on_turn(state)))

    game = at_table(real, there=laying)
    state, mover = real.state(game), str(real.row(game).mover)
    company = engine.company_on_turn(state)
    kept = real.write(game, mover, f"standing operate {company}: no station, run best, withhold, no train").text
    assert "acted at once" not in kept, "track is asked first"
    answer = real.write(game, mover, "no track").text
    assert real.row(game).mover != mover or engine.company_on_turn(real.state(game)) != company
    said = " ".join(answer.split())
    assert "1 acted at once: " in said and "withhold" in said and "done" in said, answer


def test_what_is_left_out_behind_the_end_of_a_companys_turn_is_no_fault(real: House) -> None:
    def full(state: Any) -> bool:
        """A company that may have no more trains: its turn ends with its run."""
        company = engine.company_on_turn(state) if engine.round_kind(state) == "operating" else ""
        return bool(company) and not state.demands and len(state.trains_of(company)) == 2 and state.cursor.number > 1

    game = at_table(real, "1867", full)
    answer = real.write(game, str(real.row(game).mover), "no track\nrun best\nno train\ndone")
    assert answer.word == "ACCEPTED", answer.said
    assert "no train  your turn had ended already" in answer.said


def test_a_mail_that_is_refused_tells_of_no_number_and_no_seal(stock: tuple[House, str]) -> None:
    """Nothing of it was kept: whoever holds the record against their mails would look for that seal in vain."""
    real, game = stock
    first, _ = others(real, game)
    refused = real.write(game, first, "standing pass\nrefuse all offers\nstanding pss")
    assert refused.word == "NOT ACCEPTED"
    assert "you pass, unless" in refused.said and "You refuse all offers" in refused.said
    assert "sealed as" not in refused.text and "on file as" not in refused.text


def test_one_word_for_undo_and_cancel_takes_no_turn_back_by_mistake(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    real.write(game, mover, "language fr")
    real.write(game, mover, "refuser toutes les offres")
    real.write(game, mover, "pass")
    asked = real.write(game, mover, "annuler 1")
    assert asked.word == "NOT ACCEPTED" and "cancel 1" in asked.said
    assert real.row(game).mover == first, "the turn stands"


def test_a_whole_turn_is_told_of_in_one_line(stock: tuple[House, str]) -> None:
    real, game = stock
    state = real.state(game)
    mine, owner = next((c, d) for c, d in state.directors.items() if d != real.row(game).mover)
    kept = real.write(game, owner, f"when {mine} operates then run best; pay; done").said
    assert f"secret: when {mine} operates: run best; pay; done; end when. In the next turn" in kept
    assert f"cancelled: when {mine} operates: run best; pay; done; end when" in real.write(game, owner, "cancel 1").said


def test_what_becomes_of_a_whole_turn_is_told_in_one_line(stock: tuple[House, str]) -> None:
    real, game = stock
    state = real.state(game)
    mine, owner = next((c, d) for c, d in state.directors.items() if d != real.row(game).mover)
    real.write(game, owner, f"when {mine} operates:\nno track\nrun best\ndone\nend when")
    with real.office.desk() as desk:
        play = desk.game(game)
        assert play is not None
        seat = next(one for one in play.players if one.name == owner)
        (row,) = standing.open_orders(desk, seat)
        standing.end(desk, play, seat, row, OnFile.ASKED, Message("It stops here: {why}.", why="so"))
    told = notices(real, owner)[-1]
    assert f"1: when {mine} operates: no track; run best; done; end when\nIt stops here: so. It is off" in told


def test_a_limit_below_the_next_bid_is_refused_with_that_bid(real: House) -> None:
    game = real.game(*SEATS, title="1861", drawn=first_draws("1861"))
    refused = real.write(game, "Blue", "bid TSR up to 10")
    assert refused.word == "NOT ACCEPTED" and "The next bid for TSR is R20." in refused.said
    assert "bid TSR up to 20 then ask" in " ".join(refused.text.split())


def test_a_bid_with_a_limit_is_no_exception(real: House) -> None:
    game = real.game(*SEATS, title="1882", drawn=first_draws("1882"))
    kept = real.write(game, "Blue", "bid P5 up to 200 then ask").said
    assert "on file as 1, secret: bid P5 up to 200 then ask. You bid the least needed for P5, up to $200," in kept
    refused = real.write(game, "Blue", "if Red bids P2 then bid P3 90 else pass")
    assert refused.word == "NOT ACCEPTED"
    assert "This contradicts what you have on file as 1: bid P5 up to 200 then ask." in refused.said
    beside = real.write(game, "Blue", "standing pass").said
    assert "Where both would speak, 1 is heard first: bid P5 up to 200 then ask." in beside
    assert "You bid the least needed for P5, up to $200," in real.write(game, "Blue", "orders").text
    assert real.write(game, "Blue", "cancel all\nif Red bids P2 then bid P3 90 else pass").word == "ACCEPTED"
    again = real.write(game, "Blue", "bid P5 up to 210")
    assert "This contradicts what you have on file as 3: if Red bids P2 then bid P3 90 else pass." in again.said


def test_why_explains_what_a_bid_with_a_limit_did_and_its_seal_is_of_its_words(real: House) -> None:
    game = real.game(*SEATS, title="1861", drawn=first_draws("1861"))
    said = real.write(game, "Green", "bid TSR up to 30 then pass").said
    seal = re.search(r"sealed as ([0-9a-f]{64})", said)
    assert seal is not None
    real.write(game, "Red", "bid TSR 20")
    real.write(game, "Blue", "pass")
    real.write(game, "Red", "bid TSR 30")
    why = " ".join(real.write(game, "Green", "why 1").text.split())
    assert "1: bid TSR up to 30 then pass" in why
    assert "Move 2, bid TSR 25: the least bid for TSR is R25, your limit R30" in why
    assert "Move 5, pass: The next bid for TSR is R35, your limit was R30." in why
    assert "It is done." in why
    word = re.search(r"with the word ([0-9a-f]{16})", why)
    assert word is not None
    assert hashlib.sha256(f"bid TSR up to 30 then pass\n{word[1]}".encode()).hexdigest() == seal[1]


def test_what_a_bid_with_a_limit_did_is_forgotten_with_what_is_taken_back(real: House) -> None:
    game = real.game(*SEATS, title="1861", drawn=first_draws("1861"))
    real.write(game, "Green", "bid TSR up to 30 then pass")
    real.write(game, "Red", "bid TSR 20")
    assert "Move 2, bid TSR 25" in real.write(game, "Green", "why 1").text
    assert real.write(game, "Green", "undo").word == "ACCEPTED"
    assert "Move 2, bid TSR 25" not in real.write(game, "Green", "why 1").text


def test_a_company_nobody_has_started_is_bought_once_somebody_has(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    state = real.state(game)
    start = next(move for move in engine.legal_moves(state) if type(move).__name__ == "Start")
    company = start.company  # type: ignore[attr-defined]
    kept = real.write(game, first, f"standing buy {company} until 2 shares even if someone sells").said
    assert f"{company} has not been started: this waits until it is. Neither its start nor what happens before" in kept
    assert real.write(game, mover, f"{engine.write_order(start)}\ndone").word == "ACCEPTED"
    assert any(order.startswith(f"{first}: buy {company}") for order in real.orders(game)[-2:]), real.orders(game)[-3:]


def test_a_company_that_is_waited_for_is_bought_whatever_happened_before_its_start(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, second) = str(real.row(game).mover), others(real, game)
    state = real.state(game)
    start: Any = next(move for move in engine.legal_moves(state) if type(move).__name__ == "Start")
    company = start.company
    sold = next(
        move.company
        for move in engine.legal_moves(state)
        if type(move).__name__ == "Sell" and state.held(first, move.company)
    )
    real.write(game, first, f"standing buy {company} until 2 shares")
    real.write(game, mover, f"sell 1 {sold}\ndone")
    assert real.row(game).mover == first, "nothing can be bought yet, so its owner is asked as ever"
    assert not any("has stopped" in one for one in notices(real, first)), "what is sold has nothing to do with it"
    real.write(game, first, "pass")
    real.write(game, second, "pass")
    begun = real.write(game, mover, f"{engine.write_order(start)}\ndone")
    assert begun.word == "ACCEPTED", begun.said
    assert any(order.startswith(f"{first}: buy {company}") for order in real.orders(game)[-2:]), notices(real, first)


def test_what_its_owner_names_stops_the_purchase_of_a_company_that_is_waited_for(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    state = real.state(game)
    start: Any = next(move for move in engine.legal_moves(state) if type(move).__name__ == "Start")
    sold: Any = next(move for move in engine.legal_moves(state) if type(move).__name__ == "Sell")
    real.write(game, first, f"standing buy {start.company} until 2 shares unless someone sells {sold.company}")
    real.write(game, mover, f"sell 1 {sold.company}\ndone")
    told = notices(real, first)[-1]
    assert told.startswith("Your order on file has stopped: 1: standing buy ")
    assert f"It stops here: {mover} sells shares of {sold.company}. It is off your list: if you still mean it" in told


def test_who_is_refused_by_name_is_refused_whatever_they_offer(real: House) -> None:
    def private(state: Any) -> bool:
        return engine.round_kind(state) == "operating" and not state.demands and any(
            type(move).__name__ == "BuyPrivate" and state.privates[move.private] != engine.to_act(state)
            for move in engine.legal_moves(state)
        )  # fmt: skip

    game = at_table(real, there=private)
    state, mover = real.state(game), str(real.row(game).mover)
    move: Any = next(
        move for move in engine.legal_moves(state)
        if type(move).__name__ == "BuyPrivate" and state.privates[move.private] != mover  # type: ignore[attr-defined]
    )  # fmt: skip
    owner = state.privates[move.private]
    real.write(game, owner, f"willing sell {move.private} from {move.price}\nrefuse offers from {mover}")
    real.write(game, mover, f"propose buy private {move.private} for {move.price}")
    assert real.state(game).privates[move.private] == owner
    assert any("You refused by 2: refuse offers from" in one for one in notices(real, owner))


def test_orders_lists_reads_back_and_cancel_takes_back(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    real.write(game, first, "standing pass")
    listed = real.write(game, first, "orders").text
    assert "1: standing pass in stock round " in listed
    assert "you pass, unless: another player sells" in listed
    assert "cancelled: standing pass in stock round " in real.write(game, first, "cancel 1").said
    real.write(game, mover, "pass")
    assert real.row(game).mover == first


def test_several_orders_are_cancelled_at_once_and_none_by_a_forgotten_number(stock: tuple[House, str]) -> None:
    real, game = stock
    first, _ = others(real, game)
    real.write(game, first, "standing pass\nrefuse all offers\nstanding pass all auctions")
    unclear = real.write(game, first, "cancel")
    assert unclear.word == "NOT ACCEPTED" and "Which? Name its number." in unclear.said
    assert real.write(game, first, "cancel 1, 9").word == "NOT ACCEPTED"
    done = real.write(game, first, "cancel 1, 3")
    assert "cancelled: standing pass in stock round " in done.said and "standing pass all auctions" in done.said
    left = real.write(game, first, "orders").text
    assert "2: refuse all offers" in left and "standing pass" not in left
    assert "cancelled: refuse all offers" in real.write(game, first, "cancel").said


def test_why_says_on_which_fact_an_order_acted(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    real.write(game, first, f"if {mover} passes then pass")
    real.write(game, mover, "pass")
    seq = len(real.orders(game))
    why = real.write(game, first, "why 1").text
    assert f"{mover} passes" in why and "It is done." in why
    assert f"Move {real.row(game).seq}, pass: {mover} passes" in why or f"Move {seq}" in why


def test_why_an_order_stopped_is_said_in_its_owner_s_language(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    state = real.state(game)
    sold = next(
        move.company
        for move in engine.legal_moves(state)
        if type(move).__name__ == "Sell" and state.held(first, move.company)
    )
    real.write(game, first, "language fr")
    real.write(game, first, "standing pass")
    real.write(game, mover, f"sell 1 {sold}\npass")
    why = " ".join(real.write(game, first, "why 1").text.split())
    assert "It stops here" not in why and "sells shares" not in why
    assert mover in why and sold in why


def test_preview_tells_what_would_be_kept_and_keeps_nothing(stock: tuple[House, str]) -> None:
    real, game = stock
    first, _ = others(real, game)
    tried = real.write(game, first, "preview\nstanding pass")
    assert tried.word == "PREVIEW" and "you pass, unless" in tried.said
    assert "No orders on file." in real.write(game, first, "orders").text


def test_an_order_is_sealed_and_its_word_told_to_its_owner(stock: tuple[House, str]) -> None:
    real, game = stock
    first, _ = others(real, game)
    said = real.write(game, first, "standing pass").said
    seal = re.search(r"sealed as ([0-9a-f]{64})", said)
    assert seal is not None
    why = " ".join(real.write(game, first, "why 1").text.split())
    word = re.search(r"with the word ([0-9a-f]{16})", why)
    order = re.search(r"1: (standing pass in stock round \d+)", why)
    assert word is not None and order is not None
    assert hashlib.sha256(f"{order[1]}\n{word[1]}".encode()).hexdigest() == seal[1]


def test_a_whole_turn_is_written_as_a_block(real: House) -> None:
    def ours(state: Any) -> bool:
        return engine.round_kind(state) == "operating" and len(state.cursor.order) > 1 and state.cursor.at == 0 and (
            state.directors[state.cursor.order[0]] != state.directors[state.cursor.order[1]]
        )  # fmt: skip

    game = at_table(real, there=ours)
    state = real.state(game)
    company = state.cursor.order[1]
    owner = state.directors[company]
    kept = real.write(
        game, owner, f"when {company} operates:\n  run best\n  pay\n  done\nelse\n  done\nend when\norders"
    )
    left = "no track is laid; no station is placed"
    told = f"In the next turn of {company}: {left}; run best; pay; done. If that can't be played: {left}; done."
    assert told in kept.said
    unclosed = real.write(game, owner, f"cancel all\nwhen {company} operates:\nrun best")
    assert unclosed.word == "NOT ACCEPTED" and "close it with `end when`" in unclosed.said


def test_it_is_told_that_the_second_part_of_a_block_was_played_and_why(real: House) -> None:
    game = at_table(real, there=lambda state: engine.round_kind(state) == "operating" and not state.demands)
    state = real.state(game)
    company, owner = state.cursor.order[state.cursor.at], str(engine.to_act(state))
    block = (
        f"when {company} operates:\ntrain 5\ndone\nelse\nno track\nno station\nrun best\npay\nno train\ndone\nend when"
    )
    assert real.write(game, owner, block).word == "ACCEPTED"
    (told,) = (one for one in notices(real, owner) if "is done" in one)
    assert "That stands behind `else`: the first orders no longer fit: " in told


def test_an_order_taken_back_with_the_game_is_on_file_again_and_does_not_act_at_once(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, second) = str(real.row(game).mover), others(real, game)
    to = real.row(game).seq
    real.write(game, first, f"if {mover} passes then pass")
    real.write(game, mover, "pass")
    assert real.row(game).mover == second
    real.write(game, "GM", f"gm undo to {to}", sender="boss@example.org")
    real.confirm(game, "GM", sender="boss@example.org")
    assert real.row(game).mover == mover
    assert "1: if" in real.write(game, first, "orders").text
    real.write(game, mover, "pass")
    assert real.row(game).mover == second, "what had been taken back happens again in its own time"


def test_what_is_on_file_is_closed_when_the_seat_gets_another_player(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    real.write(game, first, "standing pass")
    real.write(game, first, "substitute sub@example.org until 2026-12-20")
    listed = real.write(game, first, "orders", sender="sub@example.org").text
    assert "standing pass" not in listed
    real.write(game, mover, "pass")
    assert real.row(game).mover == first


def test_offers_are_answered_by_what_one_is_willing_to_do(real: House) -> None:
    def private(state: Any) -> bool:
        if engine.round_kind(state) != "operating" or state.demands:
            return False
        mover = engine.to_act(state)
        return any(holder in state.players and holder != mover for holder in state.privates.values()) and any(
            type(move).__name__ == "BuyPrivate" for move in engine.legal_moves(state)
        )

    game = at_table(real, there=private)
    state = real.state(game)
    mover = str(real.row(game).mover)
    move = next(
        move for move in engine.legal_moves(state)
        if type(move).__name__ == "BuyPrivate" and state.privates[move.private] not in (mover,)
    )  # fmt: skip
    owner, company = state.privates[move.private], engine.company_on_turn(state)
    kept = real.write(game, owner, f"willing sell {move.private} to {company} from {move.price}")
    assert f"You agree when {company} offers" in kept.said and "This holds once: then it is used up." in kept.said
    said = real.write(game, mover, f"propose buy private {move.private} for {move.price}")
    assert said.word == "ACCEPTED", said.said
    assert real.state(game).privates[move.private] == company, "agreed and played in one go"
    assert any("You agreed by 1: willing sell" in one for one in notices(real, owner))


def test_offers_from_somebody_are_refused_unseen(real: House) -> None:
    def private(state: Any) -> bool:
        if engine.round_kind(state) != "operating" or state.demands:
            return False
        return any(type(move).__name__ == "BuyPrivate" for move in engine.legal_moves(state)) and any(
            holder in state.players and holder != engine.to_act(state) for holder in state.privates.values()
        )

    game = at_table(real, there=private)
    state, mover = real.state(game), str(real.row(game).mover)
    move = next(
        move for move in engine.legal_moves(state)
        if type(move).__name__ == "BuyPrivate" and state.privates[move.private] != mover
    )  # fmt: skip
    owner = state.privates[move.private]
    assert "You refuse whatever" in real.write(game, owner, f"refuse offers from {mover}").said
    real.write(game, mover, f"propose buy private {move.private} for {move.price}")
    assert any("refused" in one for one in notices(real, mover))
    assert any("You refused by 1: refuse offers from" in one for one in notices(real, owner))


def test_late_standing_lets_orders_on_file_speak_and_plays_the_rest_safely(real: House) -> None:
    def ours(state: Any) -> bool:
        company = engine.company_on_turn(state)
        return bool(
            company
            and engine.round_kind(state) == "operating"
            and state.trains.get(company)
            and state.last_run.get(company)
            and any(order.startswith("lay ") for order in engine.legal_orders(state))
        )

    game = at_table(real, there=ours, noshow="standing")
    mover, company = str(real.row(game).mover), engine.company_on_turn(real.state(game))
    before = real.row(game).seq
    kept = real.write(game, mover, f"standing operate {company}: run best, withhold, no train")
    assert kept.word in ("ACCEPTED", "QUEUED"), kept.said
    assert real.row(game).seq == before, "track is its owner's to decide"
    let_it_pass(real, game)
    played = [order.partition(": ")[2] for order in real.orders(game)[before:]]
    assert "withhold" in played and any(order.startswith("run ") for order in played)
    assert "pay" not in played


def test_who_is_late_is_not_told_that_they_are_asked_what_is_left(real: House) -> None:
    game = at_table(real, noshow="standing")
    mover = str(real.row(game).mover)
    order = next(one for one in engine.legal_orders(real.state(game)) if one.startswith("sell 1 "))
    kept = real.write(game, mover, f"if phase >= 2 then {order}")
    assert "you are asked what is left of it" in kept.said
    assert real.orders(game)[-1] == f"{mover}: {order}" and real.row(game).mover == mover
    (done,) = notices(real, mover)
    assert "Your turn is still open: you are asked what is left of it." in done
    real.write(game, mover, "undo")
    assert let_it_pass(real, game) == ["pass"]
    assert real.orders(game)[-2:] == [f"{mover}: {order}", f"{mover}: pass"]
    (late,) = (one for one in notices(real, mover)[1:] if one.startswith("Your order on file is done"))
    assert "you are asked" not in late


def test_who_names_a_substitute_reads_which_orders_were_closed(stock: tuple[House, str]) -> None:
    real, game = stock
    owner = others(real, game)[0]
    real.write(game, owner, "standing pass in stock round 4\nrefuse all offers")
    said = real.write(game, owner, "substitute sub@example.org until 2026-12-01").said
    assert "what you had on file was closed: standing pass in stock round 4; refuse all offers" in said


FORMS = {
    "standing pass": "In stock round",
    "standing pass all auctions": "In every auction you pass.",
    "consigne passer": "In stock round",
    "예약 패스": "In stock round",
    "standing buy {company} until 5 shares": "until you hold 5 shares",
    "consigne acheter {company} jusqu'à 5 actions": "until you hold 5 shares",
    "{company} 예약 구매 5주까지": "until you hold 5 shares",
    "if price {company} >= 100 then sell 1 {company} else pass": "if the price of {company} is $100 or more",
    "si le cours de {company} est d'au moins 100 alors passer": "in which the price of {company} is $100 or more",
    "만약 {company} 주가가 100 이상이면 패스": "in which the price of {company} is $100 or more",
    "when P1 is sold then pass": "in which P1 is sold",
    "if the 4-train is sold before my turn then pass": "if a 4-train is sold",
    "standing operate {company}: run best, pay": "the best run; the earnings are paid out; no private is bought.",
    "standing operate {company}: withhold until 4-train": "the earnings are withheld until a 4-train is sold",
    "standing operate {company}: train 3 if there is money, no track": "a 3-train is bought if the treasury can pay",
    "when {company} operates then run best; pay; done": (
        "In the next turn of {company}: no track is laid; no station is placed; run best; pay; done."
    ),
    "refuse offers from {other}": "You refuse whatever {other} offers you. This holds every time, until you cancel it.",
    "refuse all offers": "You refuse all offers",
}


def test_each_form_by_mail_line_by_line(real: House) -> None:
    def directing(state: Any) -> bool:
        mover = engine.to_act(state)
        return trading(state) and any(director not in (mover, None) for director in state.directors.values())

    game = at_table(real, there=directing)
    state = real.state(game)
    company, owner = next((c, d) for c, d in state.directors.items() if d != engine.to_act(state))
    other = next(player for player in state.players if player != owner)
    for line, told in FORMS.items():
        names = {"company": company, "other": other}
        kept = real.write(game, owner, line.format(**names))
        assert kept.word == "ACCEPTED", f"{line}: {kept.said}"
        assert told.format(**names) in kept.said, line
        assert real.write(game, owner, "cancel all").word == "ACCEPTED"


def with_terms(house: House, game: str, **terms: Any) -> None:
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        for name, value in terms.items():
            play.agree_on(name, value)


def test_a_turn_can_be_taken_back_before_anything_follows_from_it(stock: tuple[House, str]) -> None:
    real, game = stock
    with_terms(real, game, mind=15)
    mover, (first, second) = str(real.row(game).mover), others(real, game)
    real.write(game, first, "standing pass")
    asked = len(real.outbox("move"))
    real.write(game, mover, "pass")
    assert real.orders(game)[-1] == f"{mover}: pass", "nothing follows yet"
    assert len(real.outbox("move")) == asked, "and nobody is asked"
    real.write(game, mover, "undo")
    assert real.row(game).mover == mover
    real.write(game, mover, "pass")
    real.pass_time(minutes=16)
    real.do("bots", game)
    assert real.orders(game)[-2:] == [f"{mover}: pass", f"{first}: pass"]
    real.pass_time(minutes=16)
    real.do("bots", game)
    assert real.outbox("move")[-1].recipient == f"{second.lower()}@example.org"


def test_inside_the_window_a_turn_is_seen_by_who_looks_and_taken_back_without_a_word(stock: tuple[House, str]) -> None:
    real, game = stock
    with_terms(real, game, mind=15)
    mover, (first, second) = str(real.row(game).mover), others(real, game)
    real.write(game, first, "standing pass")
    done = " ".join(real.write(game, mover, "pass").text.split())
    assert re.search(r"You can take your turn back with `undo` until [^;]* \d\d:\d\d UTC; nobody is asked", done)
    looked = " ".join(real.write(game, second, "status").text.split())
    assert f"{mover} can take the last turn back until" in looked and "nobody is asked before then" in looked
    before = len(real.outbox("notice"))
    assert real.write(game, mover, "undo").word == "ACCEPTED"
    real.write(game, mover, "pass")
    real.pass_time(minutes=16)
    real.do("bots", game)
    # What an order on file did is a turn like any other: its owner has the same time to think again.
    assert real.orders(game)[-1] == f"{first}: pass"
    looked = " ".join(real.write(game, second, "status").text.split())
    assert f"{first} can take the last turn back until" in looked and "on file" not in looked.partition("YOU CAN")[0]
    assert real.write(game, first, "undo").word == "ACCEPTED"
    assert real.row(game).mover == first, "and it does not act again in the turn that was taken back"
    assert len(real.outbox("notice")) == before, "nobody had been told of it"
    real.write(game, first, "pass")
    real.pass_time(minutes=16)
    real.do("bots", game)
    asked = " ".join(real.text_of(real.outbox("move", f"{second.lower()}@example.org")[-1]).split())
    assert "takes back what came after" not in asked.partition("YOUR DECISION")[0]
    history = real.write(game, second, "history 6").text
    assert f"{first}: pass (taken back)" in " ".join(history.split()), "the record keeps it all"


def test_who_has_a_while_to_think_again_is_told_what_was_played_and_until_when(stock: tuple[House, str]) -> None:
    real, game = stock
    with_terms(real, game, mind=15)
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    company = next(one for one in real.state(game).directors)
    real.write(game, first, f"if price {company} >= 350 then sell 1 {company} else pass")
    real.write(game, mover, "pass")
    real.pass_time(minutes=16)
    real.do("bots", game)
    told = notices(real, first)[-1]
    assert f"It was played as move {real.row(game).seq}: pass." in told, "which of the two it was"
    assert re.search(r"Until [^;]* \d\d:\d\d UTC you can take it back with `undo`; nobody is asked before", told), told
    assert real.write(game, first, "undo").word == "ACCEPTED"


def test_after_the_window_whoever_was_told_is_told_of_the_undo(stock: tuple[House, str]) -> None:
    real, game = stock
    with_terms(real, game, mind=15)
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    real.write(game, mover, "pass")
    real.pass_time(minutes=16)
    real.do("bots", game)
    assert real.outbox("move")[-1].recipient == f"{first.lower()}@example.org"
    assert real.write(game, mover, "undo").word == "ACCEPTED"
    assert any(f"{mover} took back: pass." in one for one in notices(real, first))


def test_a_game_may_tell_the_table_that_an_order_was_sealed_and_later_what_it_said(stock: tuple[House, str]) -> None:
    real, game = stock
    with_terms(real, game, seals="open")
    mover, (first, second) = str(real.row(game).mover), others(real, game)
    said = real.write(game, first, f"if {mover} passes then pass").said
    seal = re.search(r"[0-9a-f]{64}", said)
    assert seal is not None
    real.write(game, mover, "pass")
    asked = real.text_of(real.outbox("move", f"{second.lower()}@example.org")[-1])
    assert f"A sealed order was filed: {seal[0]}" in " ".join(asked.split())
    assert f"{first}'s sealed order is used up: if {mover} passes then pass; word" in " ".join(asked.split())


def test_who_moves_after_an_order_was_sealed_is_told_in_the_answer_to_their_move(stock: tuple[House, str]) -> None:
    real, game = stock
    with_terms(real, game, seals="open")
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    seal = re.search(r"[0-9a-f]{64}", real.write(game, first, "standing pass all auctions").said)
    assert seal is not None
    answer = real.write(game, mover, "pass")
    assert answer.word == "ACCEPTED"
    assert f"A sealed order was filed: {seal[0]}" in " ".join(answer.text.split())
    mails = [real.text_of(row) for row in real.outbox() if row.recipient == f"{mover.lower()}@example.org"]
    assert sum(seal[0] in text for text in mails) == 1


def test_whoever_gets_the_seat_learns_neither_what_was_on_file_nor_how_much(stock: tuple[House, str]) -> None:
    real, game = stock
    first, _ = others(real, game)
    real.write(game, first, "standing pass\nrefuse all offers")
    real.write(game, "GM", f"gm replace {first} by new@example.org", sender="boss@example.org")
    told = [
        row for row in real.outbox("notice", f"{first.lower()}@example.org") if "no longer play" in row.data["title"]
    ]
    assert "What you had on file is closed: standing pass in stock round " in told[-1].data["text"]
    real.write(game, first, "join", sender="new@example.org")
    assert "You have no order 1 on file." in real.write(game, first, "why 1", sender="new@example.org").said
    assert (
        "on file as 1, secret" in real.write(game, first, "standing pass all auctions", sender="new@example.org").said
    )


def test_who_relies_on_an_order_is_told_when_it_is_used_up(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    item = real.state(game).facts.bidding.item
    assert real.write(game, "Green", f"if Red passes then bid {item} 20").verdict == "ACCEPTED"
    assert real.write(game, "Red", "pass").verdict == "ACCEPTED"
    assert real.orders(game)[:2] == ["Red: pass", f"Green: bid {item} 20"]
    told = [row for row in real.outbox("notice", "green@example.org") if "on file is done" in str(row.data["title"])]
    assert len(told) == 1 and f"It was played as move 2: bid {item} 20." in str(told[0].data["text"])
    assert "Until somebody else acts you can take it back with `undo`." in str(told[0].data["text"])
    assert not [row for row in real.outbox("notice") if row.recipient != "green@example.org"], "and nobody else is"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "standing buy {share} until 3 shares then ask unless {other} sells {share}"),
        ("fr", "consigne acheter {share} jusqu'à 3 actions puis demander sauf si {other} vend {share}"),
        ("de", "Dauerauftrag: {share} kaufen bis 3 Aktien, dann fragen, außer wenn {other} {share} verkauft"),
    ],
)
def test_an_exception_of_an_order_on_file_is_said_of_that_order_and_of_no_move_beside_it(
    stock: tuple[House, str], language: str, line: str
) -> None:
    real, game = stock
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    state = real.state(game)
    share = next(one for one in state.started if state.title.companies[one].kind.traded)
    real.write(game, mover, f"language {language}")
    both = real.write(game, mover, f"pass\n{line.format(share=share, other=first)}")
    assert both.word == "ACCEPTED", both.said
    assert f"{mover}: pass" in real.orders(game)[-3:]


def test_what_may_take_back_a_move_and_names_something_says_what_to_send_instead(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, (first, _) = str(real.row(game).mover), others(real, game)
    unclear = real.write(game, mover, f"pass\nbuy nothing unless {first} sells CPR")
    assert unclear.word == "NOT ACCEPTED"
    assert "confirm" in unclear.text or "without this line" in " ".join(unclear.text.split()), unclear.text


def test_a_limit_behind_a_condition_is_kept_as_one_of_two_orders_at_one_word(real: House) -> None:
    game = real.game(*SEATS, title="1882", drawn=first_draws("1882"))
    other = next(one for one in SEATS if one != real.row(game).mover)
    asked = real.write(game, other, "if P1 is sold then bid P3 up to 90 then pass")
    offered = " ".join(asked.text.split())
    assert asked.word == "NOT ACCEPTED", asked.text
    words = dict(re.findall(r"(if P1 is sold then bid P3 90|bid P3 up to 90 then pass): +confirm ([\w-]+)", offered))
    assert len(words) == 2, offered
    kept = real.write(game, other, f"confirm {words['if P1 is sold then bid P3 90']}")
    assert "on file as 1, secret: if P1 is sold then bid P3 90" in kept.said


def test_a_pass_queued_in_an_auction_is_not_played_in_the_round_that_follows(real: House) -> None:
    game = real.game(*SEATS, gm="boss@example.org", title="1882", drawn=first_draws("1882"))
    while True:
        state, mover = real.state(game), real.row(game).mover
        bid = next(iter((*engine.bids(state).values(), *engine.legal_moves(state))))
        after = engine.apply(state, bid, engine.Player(mover)).state
        if after.cursor.round != "auction":
            break
        assert real.write(game, mover, engine.write_order(bid)).word == "ACCEPTED"
    following = engine.to_act(after)
    assert following is not None and following != mover
    assert real.write(game, following, "pass").word == "QUEUED"
    for question in ("orders", "why 1"):
        shown = " ".join(real.write(game, following, question).text.split())
        assert "Queued for your next turn in the auction of the privates." in shown
    real.write(game, mover, engine.write_order(bid))
    assert real.state(game).cursor.round == "stock"
    assert real.row(game).mover == following, "they are asked"
    told = real.text_of(real.outbox("move", f"{following.lower()}@example.org")[-1])
    assert "The auction of the privates is over." in told
    assert "No orders on file." in real.write(game, following, "orders").text


def test_a_pass_queued_in_a_stock_round_is_played_in_it(stock: tuple[House, str]) -> None:
    real, game = stock
    mover, state = str(real.row(game).mover), real.state(game)
    following = engine.to_act(engine.apply(state, engine.parse_order(state, "pass"), engine.Player(mover)).state)
    assert following is not None and real.write(game, following, "pass").word == "QUEUED"
    shown = " ".join(real.write(game, following, "orders").text.split())
    assert f"Queued for your next turn in stock round {state.cursor.number}." in shown
    real.write(game, mover, "pass")
    assert real.orders(game)[-1] == f"{following}: pass"
