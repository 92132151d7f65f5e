"""What the owner of orders on file is told: what they did and when, what can't happen any more, where a fault is."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine
from tests.moderator.house import House, copied, open_house, settings_for
from tests.moderator.positions import bring
from tests.moderator.report.positions import game as played
from tests.moderator.table.test_filed import at_table, notices, others, trading
from tests.phrasings.counter import Counter
from tests.printed import first_draws


def for_sale(state: Any) -> bool:
    """An operating turn in which somebody else's private could be bought."""
    return engine.round_kind(state) == "operating" and not state.demands and any(
        type(move).__name__ == "BuyPrivate" and state.privates[move.private] != engine.to_act(state)
        for move in engine.legal_moves(state)
    )  # fmt: skip


def before_trains(state: Any) -> bool:
    """A company lays track while another has a train."""
    return (
        engine.round_kind(state) == "operating"
        and not state.demands
        and state.cursor.step == "track"
        and any(state.trains_of(company) for company in others_companies(state))
    )


def others_companies(state: Any) -> list[str]:
    return [company for company, director in state.directors.items() if director != engine.to_act(state)]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> dict[str, tuple[House, str]]:
    """Tables of 1882 brought to each position once."""
    found = {}
    for there in (trading, for_sale, before_trains, runs_next):
        folder = tmp_path_factory.mktemp(there.__name__)
        shutil.copy(empty_database, folder / "waybill.sqlite")
        house = open_house(settings_for(folder), migrated=True)
        house.eager = False
        found[there.__name__] = house, at_table(house, there=there)
        house.office.close()
    return found


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path, begun: dict[str, Any]) -> Iterator[tuple[House, str]]:
    house, game = begun[getattr(request, "param", "trading")]
    made = copied(house, tmp_path)
    made.eager = False
    yield made, game
    made.office.close()


def sale(house: House, game: str) -> Any:
    state = house.state(game)
    mover = engine.to_act(state)
    return next(
        move for move in engine.legal_moves(state)
        if type(move).__name__ == "BuyPrivate" and state.privates[move.private] != mover
    )  # fmt: skip


def shown(house: House, game: str, seat: str, question: str) -> str:
    return " ".join(house.write(game, seat, question).text.split())


def instead(answer: Any) -> list[str]:
    return [one for line in answer.rows[0].data["lines"] for one in line["instead"]]


# ---------------------------------------------------------------------- offers


@pytest.mark.parametrize("table", ["for_sale"], indirect=True)
def test_why_tells_which_offer_was_answered_how_and_when(table: tuple[House, str]) -> None:
    house, game = table
    move, mover = sale(house, game), str(house.row(game).mover)
    owner = house.state(game).privates[move.private]
    house.write(game, owner, "language fr")
    house.write(game, owner, f"willing sell {move.private} from {move.price}")
    house.write(game, owner, f"refuse offers from {mover}")
    house.write(game, mover, f"propose buy private {move.private} for {move.price}")
    why = shown(house, game, owner, "why 2")
    assert f"vous avez refusé une offre de {mover}" in why and f"{move.private} pour {move.price}" in why
    assert f"après le coup {house.row(game).seq}" in why and "16 nov" in why
    house.write(game, owner, "cancel 2")
    before = house.row(game).seq
    house.write(game, mover, f"propose buy private {move.private} for {move.price}")
    why = shown(house, game, owner, "why 1")
    assert f"vous avez accepté une offre de {mover}" in why and f"après le coup {before}" in why
    assert "n'est plus à vous" in why, "what it was about is sold, so it does not wait any more"


@pytest.mark.parametrize("table", ["for_sale"], indirect=True)
def test_where_an_offer_is_both_refused_and_welcome_it_is_said_which_speaks(table: tuple[House, str]) -> None:
    house, game = table
    move, mover = sale(house, game), str(house.row(game).mover)
    owner = house.state(game).privates[move.private]
    house.write(game, owner, f"willing sell {move.private} from {move.price}")
    by_name = house.write(game, owner, f"refuse offers from {mover}")
    assert f"it is heard before 1: willing sell {move.private} from {move.price}" in by_name.said
    house.write(game, owner, "cancel 2")
    everybody = house.write(game, owner, "refuse all offers")
    assert f"1 is heard first: willing sell {move.private} from {move.price}" in everybody.said


@pytest.mark.parametrize("table", ["before_trains"], indirect=True)
def test_a_proposal_at_another_step_says_which_step_it_belongs_to(table: tuple[House, str]) -> None:
    house, game = table
    state, mover = house.state(game), str(house.row(game).mover)
    company = next(one for one in others_companies(state) if state.trains_of(one))
    line = f"propose train {state.trains_of(company)[0]} from {company} for 5"
    said = house.write(game, mover, line)
    assert said.word == "NOT ACCEPTED" and "agree" not in said.said, said.said
    assert "Propose this when its step has come: the operating company buys trains" in said.said
    assert "Now something else is decided: the operating company lays or upgrades track" in said.said
    assert any(order.startswith("lay ") for order in instead(said))
    other = others(house, game)[0]
    waiting = house.write(game, other, line)
    assert f"It is {mover}'s turn; propose this in your own." in waiting.said


# ---------------------------------------------------------------------- blocks


def mine(house: House, game: str, seat: str) -> str:
    return str(next(company for company, director in house.state(game).directors.items() if director == seat))


def test_a_block_may_leave_out_track_in_any_round(table: tuple[House, str]) -> None:
    house, game = table
    seat = others(house, game)[0]
    company = mine(house, game, seat)
    for line in (f"when {company} operates:\nno track\nno station\nrun best\npay\nno train\nend when",):
        kept = house.write(game, seat, line)
        assert kept.word == "ACCEPTED", kept.said
        assert f"In the next turn of {company}: no track; no station; run best; pay; no train." in kept.said
    french = house.write(
        game, seat, f"cancel all\nquand {company} exploite :\npas de voie\ncirculer au mieux\nverser\nfin quand"
    )
    assert "no track; run best; pay" in french.said


@pytest.mark.parametrize("fault", ["lay 57 on A1", "frobnicate", "else frobnicate"])
def test_a_fault_in_a_block_is_shown_on_its_line(table: tuple[House, str], fault: str) -> None:
    house, game = table
    seat = others(house, game)[0]
    company = mine(house, game, seat)
    said = house.write(game, seat, f"when {company} operates:\nrun best\n{fault}\npay\nend when")
    assert said.word == "NOT ACCEPTED"
    (line,) = said.rows[0].data["lines"]
    assert line["text"] == fault and line["mark"] == "✗"
    assert line["instead"] == [], "what could be ordered now is not what a company does in its turn"


def runs_next(state: Any) -> bool:
    """The last step of a turn, before that of a company of somebody else which has a train."""
    order, at = state.cursor.order, state.cursor.at
    return (
        engine.round_kind(state) == "operating"
        and state.cursor.number > 1
        and state.cursor.step == "trains"
        and not state.demands
        and at + 1 < len(order)
        and bool(state.trains_of(order[at + 1]))
        and state.directors[order[at]] != state.directors[order[at + 1]]
    )


@pytest.mark.parametrize("table", ["runs_next"], indirect=True)
def test_what_a_block_leaves_out_is_left_out_when_its_turn_comes(table: tuple[House, str]) -> None:
    house, game = table
    state = house.state(game)
    company = state.cursor.order[state.cursor.at + 1]
    owner = state.directors[company]
    kept = house.write(
        game, owner, f"when {company} operates:\nno track\nno station\nrun best\npay\nno train\nend when"
    )
    assert kept.word == "ACCEPTED", kept.said
    before = len(house.orders(game))
    first = house.write(game, str(house.row(game).mover), "done")
    assert first.word == "ACCEPTED", first.said
    played = [order for order in house.orders(game)[before:] if order.startswith(f"{owner}:")]
    assert played[0] == f"{owner}: pass", played
    assert not any(verb in order for order in played for verb in (" lay ", " token ", " train ")), played


@pytest.mark.parametrize("table", ["runs_next"], indirect=True)
@pytest.mark.parametrize("last", ["", "if cash CN >= 9000 then train 5\n"])
def test_a_block_that_does_not_end_the_turn_says_so_and_what_is_left_is_asked(
    table: tuple[House, str], last: str
) -> None:
    house, game = table
    state = house.state(game)
    company = state.cursor.order[state.cursor.at + 1]
    owner = state.directors[company]
    told = "It does not end with `done`: what is left to decide in that turn, you are asked."
    block = f"when {company} operates:\nno track\nno station\nrun best\npay\n{last}"
    assert told not in house.write(game, owner, f"{block}done\nend when").said
    kept = house.write(game, owner, f"cancel all\n{block}end when")
    assert told in kept.said, kept.said
    assert told.split(":")[0] in shown(house, game, owner, "orders")
    before = len(house.outbox("move", f"{owner.lower()}@example.org"))
    house.write(game, str(house.row(game).mover), "done")
    assert house.row(game).mover == owner and house.orders(game)[-1].startswith(f"{owner}: ")
    (done,) = (one for one in notices(house, owner) if one.startswith("Your order on file is done"))
    assert "Your turn is still open: you are asked what is left of it." in done
    (asked,) = house.outbox("move", f"{owner.lower()}@example.org")[before:]
    assert asked.data["turn"] == house.row(game).turn


def test_what_stands_behind_the_end_of_a_turn_is_not_taken(table: tuple[House, str]) -> None:
    house, game = table
    seat = others(house, game)[0]
    company = mine(house, game, seat)
    said = house.write(game, seat, f"when {company} operates: run best; done; train 3")
    assert said.word == "NOT ACCEPTED" and "Your turn was over before 'train 3'." in said.said, said.said
    assert instead(said) == [f"when {company} operates: run best; train 3; done"]
    assert house.write(game, seat, instead(said)[0]).word == "ACCEPTED"


@pytest.mark.parametrize(
    "line",
    [
        "when {company} operates: run best; pay; done",
        "when {company} operates: run best; pay; done; end when",
        "quand {company} opère : circuler au mieux; verser; fini",
        "wenn {company} fährt: fahre beste Strecke; zahle aus; fertig",
        "{company} 운영하면: 최고 운행; 배당; 완료",
        "{company} 운영 시: 최고 운행; 배당; 완료",
        "{company} 운영 시: 최고 운행, 배당, 완료",
    ],
)
def test_a_turn_in_one_line_is_parted_by_either_sign_in_every_language(table: tuple[House, str], line: str) -> None:
    house, game = table
    seat = others(house, game)[0]
    company = mine(house, game, seat)
    kept = house.write(game, seat, line.format(company=company))
    assert (
        kept.word == "ACCEPTED"
        and f"{company}: no track is laid; no station is placed; run best; pay; done." in kept.said
    )


# ---------------------------------------------------------------------- what is so already, and what never will be


def test_what_is_so_already_is_told(table: tuple[House, str]) -> None:
    house, game = table
    seat = others(house, game)[0]
    kept = house.write(game, seat, "if the 2-train is sold then pass")
    assert kept.word == "ACCEPTED"
    assert "That is so already (a 2-train is sold): it acts the next time you decide about it." in kept.said
    assert "That is so already" in house.write(game, seat, "preview\nif the 3-train is sold then pass").said
    later = house.write(game, seat, "if the 6-train is sold then pass")
    assert "so already" not in later.said and "Until then it does nothing." in later.said
    assert "asked as ever" not in later.said, "another order on file may speak meanwhile"


def test_what_can_never_be_is_refused_with_the_reason(table: tuple[House, str]) -> None:
    house, game = table
    seat, state = others(house, game)[0], house.state(game)
    company = next(iter(state.started))
    for line, why in {
        "if phase = 2 then pass": f"It is phase {state.phase} already.",
        "when 2-trains left = 5 then pass": "The bank has 0 2-trains left, and gets no more.",
        f"if someone starts {company} then pass": f"{company} exists already: nobody starts it any more.",
        "if phase <= 2 and Blue passes then pass": f"It is phase {state.phase} already.",
    }.items():
        said = house.write(game, seat, line)
        assert said.word == "NOT ACCEPTED" and f"can't happen: {why}" in said.said, said.said


@pytest.mark.parametrize(
    ("line", "why", "then"),
    [
        ("standing pass in SR99", "Stock round 99 is too far away to plan for.", ["standing pass in stock round 4"]),
        ("standing pass in SR1", "Stock round 1 is over.", ["standing pass"]),
        (
            "standing pass in AUC",
            "The auction of the privates is over.",
            ["standing pass", "standing pass all auctions"],
        ),
    ],
)
def test_a_round_that_is_over_or_never_comes_is_no_round_to_plan_for(
    table: tuple[House, str], line: str, why: str, then: list[str]
) -> None:
    house, game = table
    said = house.write(game, others(house, game)[0], line)
    assert said.word == "NOT ACCEPTED" and why in said.said
    assert instead(said) == then


def starting(house: House, game: str) -> tuple[str, str]:
    """A company that can be started now, and the order that does it."""
    order = next(one for one in engine.legal_orders(house.state(game)) if one.startswith("start "))
    return order.split()[1], order


def test_an_order_that_can_never_act_again_is_told_when_that_comes_about_and_once(table: tuple[House, str]) -> None:
    house, game = table
    mover = str(house.row(game).mover)
    company, order = starting(house, game)
    house.write(game, mover, f"if someone starts {company} then pass\nif {mover} has 9 {company} then pass")
    assert house.write(game, mover, order).word == "ACCEPTED"
    told = [one for one in notices(house, mover) if "if someone starts" in one]
    assert len(told) == 1 and told[0].startswith("Your order on file has ended: 1: if someone starts")
    assert f"{company} exists already: nobody starts it any more." in told[0]
    listed = shown(house, game, mover, "orders")
    assert "1: if someone" not in listed and "2: if" in listed
    assert f"{company} exists already: nobody starts it any more." in shown(house, game, mover, "why 1")
    house.write(game, mover, "done")
    house.write(game, str(house.row(game).mover), "pass")
    assert len([one for one in notices(house, mover) if "if someone starts" in one]) == 1


def test_what_an_order_waited_for_and_what_has_happened_does_not_end_it_before_it_acts(
    table: tuple[House, str],
) -> None:
    house, game = table
    mover, (first, second) = str(house.row(game).mover), others(house, game)
    company, order = starting(house, game)
    house.write(game, second, f"if someone starts {company} then pass")
    assert house.write(game, mover, f"{order}\ndone").word == "ACCEPTED"
    assert house.row(game).mover == first
    assert "1: if someone starts" in shown(house, game, second, "orders")
    house.write(game, first, "pass")
    assert house.orders(game)[-1] == f"{second}: pass"


def test_who_has_passed_in_a_round_is_not_mailed_that_it_is_over(table: tuple[House, str]) -> None:
    house, game = table
    (first, _) = others(house, game)
    house.write(game, first, "standing pass even if someone sells even if a company is started even if a directorship")
    number = house.state(game).cursor.number
    for _ in range(12):
        if house.state(game).cursor.round != "stock":
            break
        house.write(game, str(house.row(game).mover), "pass")
    assert house.state(game).cursor.round != "stock" and house.state(game).cursor.number == number
    mover = str(house.row(game).mover)
    assert mover == first or not [one for one in notices(house, first) if "is over" in one]


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", "rien de ce qui l'arrêterait"), ("de", "nichts ist geschehen"), ("ko", "멈출 만한 일")],
)
def test_why_speaks_the_language_its_reader_has_now(table: tuple[House, str], language: str, words: str) -> None:
    house, game = table
    mover, (first, _) = str(house.row(game).mover), others(house, game)
    house.write(game, first, "standing pass even if someone sells even if a company is started even if a directorship")
    house.write(game, mover, "pass")
    assert "nothing has happened that stops it" in shown(house, game, first, "why 1")
    house.write(game, first, f"language {language}")
    said = shown(house, game, first, "why 1")
    assert "nothing has happened" not in said and words in said, said


# ---------------------------------------------------------------------- the moderator


def take_back(house: House, game: str, to: int) -> None:
    house.write(game, "GM", f"gm undo to {to}", sender="boss@example.org")
    house.confirm(game, "GM", sender="boss@example.org")


def test_a_limit_comes_back_after_an_undo_and_is_held_for_one_turn(tmp_path: Path, empty_database: Path) -> None:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    house = open_house(settings_for(tmp_path), migrated=True)
    house.eager = False
    game = house.game("Red", "Green", "Blue", gm="boss@example.org", title="1861", drawn=first_draws("1861"))
    mover, (first, second) = str(house.row(game).mover), others(house, game)
    item = next(iter(engine.bids(house.state(game))))
    assert "on file as 1" in house.write(game, first, f"bid {item} up to 200 then pass").said
    assert house.write(game, mover, f"bid {item} {engine.bids(house.state(game))[item].amount}").word == "ACCEPTED"
    assert house.row(game).mover == second, "the limit has answered"
    to = house.row(game).seq - 1
    take_back(house, game, to)
    assert house.row(game).mover == first, "whoever must move is asked first"
    assert any("Your order on file is held: 1: bid" in one for one in notices(house, first))
    assert f"1: bid {item} up to 200 then pass" in shown(house, game, first, "orders")
    bid = engine.bids(house.state(game))[item]
    house.write(game, first, f"bid {item} {bid.amount}")
    higher = engine.bids(house.state(game))[item].amount
    house.write(game, second, f"bid {item} {higher}\n")
    house.write(game, mover, "pass")
    assert house.orders(game)[-1].startswith(f"{first}: bid {item} "), "from its next turn on it speaks again"
    house.office.close()


def test_a_limit_that_was_given_and_used_up_after_that_move_is_told_to_be_gone(house: House) -> None:
    game = house.game("Red", "Green", "Blue", gm="boss@example.org", title="1861", drawn=first_draws("1861"))
    mover, (first, second) = str(house.row(game).mover), others(house, game)
    bid = next(iter(engine.bids(house.state(game)).values()))
    house.write(game, mover, engine.write_order(bid))
    house.write(game, second, f"bid {bid.item} up to {bid.amount + 5} then pass")
    house.write(game, first, f"bid {bid.item} {bid.amount + 5}")
    assert house.orders(game)[-1] == f"{second}: pass"
    take_back(house, game, 0)
    assert "No orders on file." in shown(house, game, second, "orders")
    told = [one for one in notices(house, second) if "Your order is not on file any more: " in one]
    assert len(told) == 1 and f"1: bid {bid.item} up to {bid.amount + 5} then pass" in told[0], told
    assert "send it again" in told[0]
    assert not any("not on file" in one for seat in (mover, first) for one in notices(house, seat))


def test_who_must_move_after_an_undo_is_told_which_orders_are_held(table: tuple[House, str]) -> None:
    house, game = table
    mover, (first, _) = str(house.row(game).mover), others(house, game)
    house.write(game, first, "standing pass even if someone sells even if a company is started even if a directorship")
    house.write(game, mover, "pass")
    to = next(at for at, order in enumerate(house.orders(game), 1) if order == f"{first}: pass") - 1
    to = house.row(game).seq - (len(house.orders(game)) - to)
    take_back(house, game, to)
    assert house.row(game).mover == first, "it does not act at once"
    held = [one for one in notices(house, first) if "Your order on file is held: " in one]
    assert len(held) == 1 and "1: standing pass in stock round " in held[0]
    assert "so you are asked. From your next turn on it speaks again." in held[0]


def test_what_comes_back_with_an_undo_is_told_to_who_must_move_too(table: tuple[House, str]) -> None:
    house, game = table
    mover, (first, second) = str(house.row(game).mover), others(house, game)
    house.write(game, first, f"if {mover} passes then pass")
    house.write(game, mover, "pass")
    assert house.row(game).mover == second
    take_back(house, game, house.row(game).seq - 1)
    assert house.row(game).mover == first
    told = [one for one in notices(house, first) if "Your order is on file again: " in one]
    assert len(told) == 1 and "In this turn you are asked all the same." in told[0]


def test_a_moderator_who_orders_out_of_turn_reads_whose_turn_it_is_kept_for(table: tuple[House, str]) -> None:
    house, game = table
    seat = others(house, game)[0]
    said = house.write(game, "GM", f"gm as {seat}\npass\nend as", sender="boss@example.org")
    assert said.word == "QUEUED"
    assert f"the lines below are kept for {seat}'s next turn" in said.said
    assert f"kept for {seat}'s next turn: pass" in said.said
    assert "your" not in said.said and "your orders" not in said.text.partition("\n\n")[0]
    # The table is told of it; whose seat it is reads the orders, in one mail.
    assert f"It is not {seat}'s turn: the orders are kept until it is." in notices(house, others(house, game)[1])[0]
    (mine,) = notices(house, seat)
    assert "Kept for your next turn, by the moderator: pass" in mine


def test_who_takes_their_own_turn_back_reads_what_is_held(table: tuple[House, str]) -> None:
    house, game = table
    mover = str(house.row(game).mover)
    house.write(game, mover, "standing pass even if someone sells even if a company is started even if a directorship")
    assert house.orders(game)[-1] == f"{mover}: pass", "it acts at once"
    said = house.write(game, mover, "undo").said
    assert "taken back: pass. On file, but held in this turn: 1: standing pass in stock round " in said
    assert house.row(game).mover == mover


@pytest.mark.parametrize("line", ["annuler tout", "취소 전부", "zurücknehmen alles"])
def test_one_word_for_undo_and_cancel_is_asked_about_where_orders_are_on_file(
    table: tuple[House, str], line: str
) -> None:
    house, game = table
    mover = str(house.row(game).mover)
    house.write(game, mover, "pass\nif the 6-train is sold then pass")
    before = house.orders(game)
    said = house.write(game, mover, line)
    assert said.word == "NOT ACCEPTED" and instead(said) == ["cancel all", "undo"], said.said
    assert house.orders(game) == before
    assert "cancelled: if 6-train sold then pass" in house.write(game, mover, "supprimer tout").said
    assert "taken back: pass" in house.write(game, mover, line).said, "with nothing on file it can mean one thing only"


@pytest.mark.parametrize(
    "line",
    [
        "streiche 1", "lösche 1", "storniere 1", "widerrufe 1", "Befehl löschen 1", "supprime 1",
        "annuler la consigne 1", "예약 취소 1", "명령 취소 1", "모두 취소", "전부 취소",
    ],
)  # fmt: skip
def test_what_is_on_file_is_cancelled_in_everybodys_words(table: tuple[House, str], line: str) -> None:
    house, game = table
    first, _ = others(house, game)
    house.write(game, first, "if the 6-train is sold then pass")
    assert "cancelled: if 6-train sold then pass" in house.write(game, first, line).said


@pytest.mark.parametrize(
    "line",
    [
        "Aufträge",
        "meine Aufträge",
        "Daueraufträge",
        "consignes",
        "mes consignes",
        "예약 목록",
        "예약 명령",
        "보관된 명령",
    ],
)
def test_what_is_on_file_is_listed_in_everybodys_words(table: tuple[House, str], line: str) -> None:
    house, game = table
    first, _ = others(house, game)
    house.write(game, first, "if the 6-train is sold then pass")
    said = house.write(game, first, line)
    assert said.word == "ACCEPTED" and "1 on file" in said.said, said.said


# ---------------------------------------------------------------------- as people put it


STOCKS = "standing pass all stock rounds"
SAID = {
    "standing pass until the phase changes": STOCKS,
    "standing pass in every stock round": STOCKS,
    "standing pass all stock rounds until the phase changes": STOCKS,
    "consigne : passer à tous les tours de bourse jusqu'au changement de phase": STOCKS,
    "Dauerauftrag: passen in allen Aktienrunden bis zum Phasenwechsel": STOCKS,
    "consigne de passer jusqu'au changement de phase": STOCKS,
    "Dauerauftrag passen bis die Phase wechselt": STOCKS,
    "예약 패스 단계가 바뀔 때까지": STOCKS,
    "standing pass this round": "standing pass in stock round 3",
    "standing pass in the next stock round": "standing pass in stock round 4",
    "consigne : passer au prochain tour de bourse": "standing pass in stock round 4",
    "Dauerauftrag: passen in der nächsten Aktienrunde": "standing pass in stock round 4",
    "다음 주식 라운드에서 예약 패스": "standing pass in stock round 4",
    "standing pass unless the phase changes": "standing pass in stock round 3",
    "refuser les offres d'Ulla": "refuse offers from Ulla",
    "je refuse les offres d'Ulla": "refuse offers from Ulla",
    "Ulla의 제안을 거절합니다": "refuse offers from Ulla",
    "lehne Angebote von Ulla ab": "refuse offers from Ulla",
    "6열차가 팔리면 패스": "if 6-train sold then pass",
    "Ulla가 패스하면 패스": "if Ulla passes then pass",
    "CPR 주가가 190 이상이면 CPR 2주 판매": "if price CPR >= 190 then sell 2 CPR",
    "wenn Ulla passt, dann passe": "if Ulla passes then pass",
    "wenn Phase 5 beginnt, dann passe": "if phase >= 5 then pass",
}
BLOCKS = {
    "{company}이 운영하면:\n최고 운행\n배당\n끝": "run best; pay",
    "{company} 차례에:\n선로 없음\n최고 운행\n배당\n끝": "no track; run best; pay",
    "wenn {company} betrieben wird:\nfahre bestens\nzahle aus\nende wenn": "run best; pay",
    "sobald {company} an der Reihe ist:\nkeine Gleise\nfahre bestens\nende sobald": "no track; run best",
}


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[tuple[House, str]]:
    """A table with a player whose name French elides before."""
    folder = tmp_path_factory.mktemp("named")
    shutil.copy(empty_database, folder / "waybill.sqlite")
    house = open_house(settings_for(folder), migrated=True)
    house.eager = False
    game = house.game("Red", "Ulla", "Blue", gm="boss@example.org", title="1882", drawn=first_draws("1882"))
    bring(house, game, trading)
    yield house, game
    house.office.close()


@pytest.mark.parametrize("line", SAID)
def test_it_is_understood_however_it_is_put(named: tuple[House, str], line: str) -> None:
    house, game = named
    seat = next(one for one in others(house, game) if one != "Ulla")
    kept = house.write(game, seat, line)
    assert kept.word == "ACCEPTED", kept.said
    assert f": {SAID[line]}. " in kept.said, kept.said
    assert house.write(game, seat, "cancel all").word == "ACCEPTED"


@pytest.mark.parametrize("block", BLOCKS)
def test_a_whole_turn_is_understood_in_every_language(named: tuple[House, str], block: str) -> None:
    house, game = named
    seat = next(one for one in others(house, game) if one != "Ulla")
    company = mine(house, game, seat)
    kept = house.write(game, seat, block.format(company=company))
    assert kept.word == "ACCEPTED", kept.said
    assert f": when {company} operates: {BLOCKS[block]}; end when. " in kept.said
    assert house.write(game, seat, "cancel all").word == "ACCEPTED"


@pytest.mark.parametrize("line", ["always pass", "toujours passer", "immer passen", "계속 패스"])
def test_always_may_mean_several_things_and_is_asked_about(table: tuple[House, str], line: str) -> None:
    house, game = table
    said = house.write(game, others(house, game)[0], line)
    assert said.word == "NOT ACCEPTED"
    assert instead(said)[:3] == ["standing pass", STOCKS, "standing pass all auctions"]


def test_offers_of_somebody_who_does_not_play_are_no_answer_to_the_one_that_waits(table: tuple[House, str]) -> None:
    house, game = table
    said = house.write(game, others(house, game)[0], "refuser les offres d'Ann")
    assert said.word == "NOT ACCEPTED" and "Ann" in said.said.partition("  ")[2], said.said


def test_what_others_do_by_ones_own_pass_stops_the_next(house: House) -> None:
    """Who passes last in an auction starts the winner's company: that is a reason to ask as well as any other."""
    house.eager = False
    game = Counter(house).set_up(played("1861-3", 50)[1], "en")
    house.write(game, "Green", "pass", deliver=False)
    house.write(game, "Blue", "standing pass", deliver=False)
    assert house.orders(game) == ["Green: pass", "Blue: pass"]
    house.write(game, "Green", "pass", deliver=False)
    assert house.row(game).mover == "Blue" and house.orders(game)[-1] == "Green: pass"
    assert "Red starts N" in house.write(game, "Blue", "why 1").text


# ---------------------------------------------------------------------- what has died


def test_a_limit_for_a_company_that_is_gone_ends_and_says_so(house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861", drawn=first_draws("1861"))
    assert "on file as 1" in house.write(game, "Blue", "bid N up to 200 then pass").said
    bring(house, game, lambda state: "N" in state.gone)
    told = [one for one in notices(house, "Blue") if one.startswith("Your order on file has ended")]
    assert len(told) == 1 and "1: bid N up to 200 then pass\nN is gone." in told[0], told


def test_what_a_new_order_finds_at_its_end_is_said_in_the_same_answer(table: tuple[House, str]) -> None:
    house, game = table
    first = others(house, game)[0]
    number = house.state(game).cursor.number
    house.write(game, first, "standing pass")
    bring(house, game, lambda state: state.cursor.round == "operating" and engine.to_act(state) != first)
    later = house.write(game, first, f"standing pass in stock round {number + 1}")
    assert later.word == "ACCEPTED"
    said = [*notices(house, first), later.said]
    assert sum(f"Stock round {number} is over." in one for one in said) == 1, said


def test_who_directs_a_company_no_more_is_told_that_it_is_not_operated(table: tuple[House, str]) -> None:
    house, game = table
    state = house.state(game)
    company, owner = next((one, who) for one, who in state.directors.items() if who != house.row(game).mover)
    for line in (f"standing operate {company}: run best, pay", f"when {company} operates: no track; run best; done"):
        order = engine.read_standing(state, owner, line)
        assert order is not None
        lost = state.change(directors={**state.directors, company: house.row(game).mover})
        over = order.over(engine.Seen(lost, frozenset(), owner))
        assert str(over) == f"You don't direct {company} any more."
        assert order.over(engine.Seen(state, frozenset(), owner)) is None


def test_no_refusal_proposes_what_contradicts_something_on_file(table: tuple[House, str]) -> None:
    house, game = table
    seat, other = others(house, game)
    mine_, theirs = mine(house, game, seat), mine(house, game, other)
    proposed = f"standing operate {mine_}: run best, pay"
    wrong = f"standing operate {theirs}: run best, pay"
    assert proposed in instead(house.write(game, seat, wrong))
    house.write(game, seat, f"standing operate {mine_}: run best, withhold")
    said = house.write(game, seat, wrong)
    assert said.word == "NOT ACCEPTED" and proposed not in instead(said), instead(said)


def test_who_tries_an_order_in_their_own_turn_is_told_that_it_acts_at_once(table: tuple[House, str]) -> None:
    house, game = table
    mover, (first, _) = str(house.row(game).mover), others(house, game)
    before = house.row(game).seq
    tried = house.write(game, mover, "preview\nstanding pass whatever happens")
    assert tried.word == "PREVIEW" and "It would act at once: pass" in tried.said, tried.said
    assert "at once" not in house.write(game, first, "preview\nstanding pass whatever happens").said
    assert house.row(game).seq == before
