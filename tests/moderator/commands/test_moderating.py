"""What a moderator does, and what becomes of those it is done to."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from moderator.errands.audit import audit
from moderator.errands.sweep import run_task, sweep
from moderator.store.tables import Offer
from moderator.table import journal, offers
from tests.moderator.house import Answered, House

GM = "boss@example.org"


@pytest.fixture(autouse=True)
def unrendered(house: House) -> None:
    house.eager = False


def gm(house: House, game: str, body: str) -> Answered:
    return house.write(game, "GM", body, sender=GM)


def sure(house: House, game: str, body: str) -> Answered:
    assert gm(house, game, body).word == "CONFIRM"
    return house.confirm(game, "GM", sender=GM)


def told(house: House, seat: str) -> str:
    rows = house.outbox("notice", f"{seat.lower()}@example.org")
    return "\n".join(f"{row.data['title']}\n{row.data['text']}" for row in rows)


def tick(house: House, **how_long: float) -> None:
    house.pass_time(**how_long)
    for _ in range(5):
        if not sweep(house.office, lambda task, key: run_task(house.office, task, key), timedelta(0)):
            break


def test_taking_back_is_shown_first_and_done_when_the_word_comes_back(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    for seat, order in (("Red", "bid N 5"), ("Blue", "bid N 10"), ("Red", "pass")):
        house.write(game, seat, order)
    asked = gm(house, game, "gm undo to 0")
    assert asked.word == "CONFIRM"
    assert "take back 3 moves, from 1 Red: bid N 5 on, to the auction of N, Red to move" in asked.said
    assert house.row(game).seq == 3
    assert house.confirm(game, "GM", sender=GM).word == "ACCEPTED"
    assert house.row(game).mover == "Red"


def test_a_word_for_an_undo_is_good_only_for_what_was_shown(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "bid N 5")
    gm(house, game, "gm undo to 0")
    house.write(game, "Blue", "bid N 10")
    late = house.confirm(game, "GM", sender=GM)
    assert (late.word, house.orders(game)) == ("NOT ACCEPTED", ["Red: bid N 5", "Blue: bid N 10"])
    assert "moved on" in late.said


def test_redo_brings_back_what_was_taken_back_to_the_letter(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    for seat, order in (("Red", "bid N 5"), ("Blue", "bid N 10"), ("Red", "pass"), ("Red", "count 3")):
        house.write(game, seat, order)
    before = house.row(game).digest
    sure(house, game, "gm undo to 1")
    assert house.row(game).digest != before
    assert gm(house, game, "gm redo").word == "ACCEPTED"
    assert house.row(game).digest == before
    assert house.orders(game)[-3:] == ["Blue: bid N 10", "Red: pass", "Red: count 3"]
    assert gm(house, game, "gm redo").word == "NOT ACCEPTED", "there is nothing more to bring back"
    assert audit(house.office) == []


def test_after_a_move_nothing_is_brought_back(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "bid N 5")
    sure(house, game, "gm undo to 0")
    house.write(game, "Red", "bid N 10")
    assert gm(house, game, "gm redo").word == "NOT ACCEPTED"


def test_finished_proxies_come_back_after_an_undo_as_they_were(house: House) -> None:
    game = house.game("Red", "Blue", "Green", gm=GM)
    house.write(game, "Blue", "bid N up to 10 then pass")
    house.write(game, "Red", "bid N 15")
    assert "Blue: pass" in house.orders(game)
    assert "No orders on file" in house.write(game, "Blue", "orders").text
    sure(house, game, "gm undo to 0")
    assert house.row(game).mover == "Red"
    assert "1: bid N up to 10 then pass" in house.write(game, "Blue", "orders").text
    assert "on file again" in told(house, "Blue")
    house.write(game, "Red", "bid N 5")
    assert "Blue: bid N 10" in house.orders(game), "and bids as it would have"


def test_after_an_undo_whoever_is_to_move_is_asked_before_their_proxy_bids_again(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "bid N up to 25 then pass")
    house.write(game, "Blue", "bid N 10")
    sure(house, game, "gm undo to 0")
    assert (house.row(game).mover, house.orders(game)) == ("Red", [": undo to 0"])
    assert "taken back" in told(house, "Red")


def test_ending_a_game_asks_first_and_says_what_it_ends(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "bid N 5")
    asked = gm(house, game, "gm end")
    assert (asked.word, house.row(game).status) == ("CONFIRM", "running")
    assert "end the game for good after 1 move:" in asked.said
    assert house.confirm(game, "GM", sender=GM).word == "ACCEPTED"
    assert house.row(game).status == "over"


def test_what_is_played_for_a_seat_out_of_turn_is_queued_on_that_seat(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    assert gm(house, game, "gm as Blue\nbid N 10\nend as").word == "QUEUED"
    assert "bid N 10" in house.write(game, "Blue", "orders").text
    assert "bid N 10" in told(house, "Blue"), "whose seat it is must know"
    house.write(game, "Red", "bid N 5")
    assert house.orders(game) == ["Red: bid N 5", "Blue: bid N 10"]


def test_orders_queued_by_the_moderator_stay_the_moderators(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    gm(house, game, "gm as Blue\nbid N 10\nend as")
    assert len(house.outbox("notice", "blue@example.org")) == 1, "one act, one mail"
    assert "The moderator plays for Blue" in told(house, "Red")
    listed = " ".join(house.write(game, "Blue", "orders").text.split())
    assert "1: bid N 10 The moderator gave this for your next turn." in listed
    house.write(game, "Red", "bid N 5")
    played = " ".join(house.write(game, "Red", "history").text.split())
    assert "1 Red: bid N 5 2 Blue: bid N 10 (by the moderator)" in played
    assert "Your order on file is done" not in told(house, "Blue")
    assert "Orders that the moderator gave for you" in told(house, "Blue")
    # What a player queues is their own.
    house.write(game, "Blue", "pass")
    assert "moderator gave" not in house.write(game, "Blue", "orders").text


def test_a_replacement_is_asked_and_finds_a_clean_desk(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Blue", "bid N up to 50 then pass\nnote Red bluffs")
    old = house.address(game, "Blue")
    assert gm(house, game, "gm replace Blue by new@example.org").word == "ACCEPTED"
    assert "no longer taken" in told(house, "Blue"), "the old player is told"
    assert house.address(game, "Blue") != old, "and their key is dead"
    assert [row.recipient for row in house.outbox("taking over")] == ["new@example.org"]
    house.write(game, "Red", "bid N 5")
    assert house.orders(game) == ["Red: bid N 5"], "the old player's proxy spends nobody's money"
    assert house.outbox("move", "new@example.org") == [], "nothing is asked of who has not said yes"
    assert house.write(game, "Blue", "join", sender="new@example.org").word == "ACCEPTED"
    assert house.outbox("move", "new@example.org"), "now it is their move"
    for question, answer in (("orders", "No orders on file"), ("notes", "None.")):
        assert answer in house.write(game, "Blue", question, sender="new@example.org").text
    assert house.write(game, "Blue", "bid N 10", sender="new@example.org").word == "ACCEPTED"
    house.deliver()
    raw = b"".join(row.raw or b"" for row in house.outbox(to="blue@example.org"))
    assert house.address(game, "Blue").encode() not in raw, "no mail to the old player carries the new address"


def test_who_is_asked_to_take_over_may_decline_and_a_bot_plays(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    gm(house, game, "gm replace Red by new@example.org")
    assert house.write(game, "Red", "decline", sender="new@example.org").word == "ACCEPTED"
    assert ("bots", game) in house.bells
    assert house.outbox("notice", GM)


def test_orders_of_somebody_late_alone_are_processed(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    assert "not late" in gm(house, game, "gm process turn 1").said
    tick(house, hours=25)
    assert gm(house, game, "gm process turn 1").word == "ACCEPTED"


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        ("gm hours 12", "Auction 24", "12 hours for each decision"),
        ("gm hours stock 72", "Stock round 48", "Stock round 72"),
        ("gm grace 6", "24 hours", "6 hours"),
        ("gm late default", "waits", "safe order"),
        ("gm weekdays Mon-Fri", "every day", "Mon-Fri"),
    ],
)
def test_terms_are_changed_and_told_as_old_and_new(house: House, line: str, old: str, new: str) -> None:
    game = house.game("Red", "Blue", gm=GM)
    assert gm(house, game, line).word == "ACCEPTED"
    rows = [row for row in house.outbox(to="red@example.org") if row.data.get("title") == "Terms changed"]
    text = rows[-1].data["text"]
    was, now = re.split("It is now|From now on", text)
    assert old in was
    assert new in now
    with house.office.reading() as desk:
        entry = journal.entries(desk, game)[-1]
    assert entry.who == "boss"
    assert entry.detail["address"] == GM
    assert old in entry.detail["old"]
    assert new in entry.detail["new"]
    assert gm(house, game, line).word == "ACCEPTED", "twice does no harm"


@pytest.mark.parametrize("line", ["gm hours", "gm hours never", "gm grace x", "gm late sometimes", "gm weekdays Foo"])
def test_terms_that_can_not_be_read_are_refused(house: House, line: str) -> None:
    assert gm(house, house.game("Red", "Blue", gm=GM), line).word == "NOT ACCEPTED"


def test_a_second_moderator_is_asked_and_may_not_name_others(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    assert gm(house, game, "gm second deputy@example.org").word == "ACCEPTED"
    assert openly(house, "deputy@example.org") == "ACCEPTED"
    assert house.write(game, "GM 2", "gm pause", sender="deputy@example.org").word == "ACCEPTED"
    refused = house.write(game, "GM 2", "gm hand over to deputy@example.org", sender="deputy@example.org")
    assert refused.word == "NOT ACCEPTED"
    assert gm(house, game, "gm second none").word == "ACCEPTED"
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        assert play.seat("GM 2") is None


def test_a_game_is_handed_over_when_the_new_moderator_says_yes(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    old = house.address(game, "GM")
    assert gm(house, game, "gm hand over to next@example.org").word == "ACCEPTED"
    assert gm(house, game, "gm pause").word == "ACCEPTED", "until then it is the old moderator's"
    assert openly(house, "next@example.org") == "ACCEPTED"
    assert house.write(game, "GM", "gm resume", sender="next@example.org").word == "ACCEPTED"
    assert house.address(game, "GM") != old
    assert house.write(game, "GM", "gm pause", sender=GM).status == "parked"


def openly(house: House, sender: str) -> str:
    """Sends the last word back to the mailbox open to everybody."""
    word = house.outbox("confirm", sender)[-1].data["word"]
    to = "play@waybill.localhost"
    receipt = house.take_in(house.raw(sender, to, f"confirm {word}"), sender, to)
    house.do("receive", receipt.mail_id)
    return house.answer(receipt.mail_id).word


def test_gm_status_says_who_holds_the_game_up_and_how_to_reach_them(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    blocks = gm(house, game, "gm status").rows[0].data["blocks"]
    text = "\n".join(block["text"] for block in blocks)
    assert "Red has to move, since" in text
    assert "red@example.org" in text
    assert "24 hours of grace" in text


def test_gm_status_tells_banks_and_absences(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    gm(house, game, "gm clock bank 10 days")
    gm(house, game, "gm bank -48h Blue")
    house.write(game, "Blue", "away 2026-12-01 to 2026-12-05")
    text = " ".join(gm(house, game, "gm status").text.split())
    assert "everybody has a bank of 10 days" in text
    assert "10 days in the bank" in text.partition("Red: joined")[2].partition("Blue: joined")[0]
    assert "8 days in the bank, away from Tue 1 Dec" in text.partition("Blue: joined")[2]


def test_remind_resend_and_withdraw(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM, start=False)
    assert len(house.outbox("invitation")) == 2
    house.write(game, "Red", "join")
    assert gm(house, game, "gm remind").said.endswith("reminded: Blue")
    assert gm(house, game, "gm resend Blue").word == "ACCEPTED"
    assert len(house.outbox("invitation", "blue@example.org")) == 3
    assert gm(house, game, "gm withdraw Blue").word == "ACCEPTED"
    assert "no longer taken" in told(house, "Blue")
    assert gm(house, game, "gm withdraw Red").word == "NOT ACCEPTED", "who has joined is not withdrawn"
    gm(house, game, "gm replace Blue by bot")
    assert house.row(game).status == "running"
    assert gm(house, game, "gm remind").word == "ACCEPTED"
    assert house.outbox("reminder", "red@example.org")


def test_whoever_is_to_move_is_reminded_beside_whoever_is_invited(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    gm(house, game, "gm replace Blue by new@example.org")
    assert house.row(game).mover == "Red"
    answered = gm(house, game, "gm remind")
    assert "Blue" in answered.said and "Red" in answered.said
    assert house.outbox("reminder", "red@example.org")


@pytest.mark.parametrize("line", ["gm terms", "orders", "bid N 5"])
def test_what_a_moderator_may_not_say_names_a_seat_that_is_there(house: House, line: str) -> None:
    game = house.game("Ann", "Bob", gm=GM)
    answered = gm(house, game, line)
    assert answered.word == "NOT ACCEPTED" and "gm as Red" not in answered.text
    assert "gm as Ann" in " ".join(answered.text.split()) or "gm terms" in line


def test_the_log_names_people_addresses_old_and_new_values_and_orders(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "bid N 5")
    gm(house, game, "gm extend 24h")
    sure(house, game, "gm undo to 0")
    text = gm(house, game, "gm log").rows[0].data["blocks"][0]["text"]
    assert f"boss <{GM}>: Deadline changed" in text
    assert "→" in text
    assert "orders: 1 Red: bid N 5" in text


def test_hours_and_days_can_not_put_a_deadline_off_for_years(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    for line in ("hours 08:00-08:01", "hours 08:00-15:59", "weekdays Mon", "weekdays Mon-Wed"):
        assert house.write(game, "Red", line).word == "NOT ACCEPTED", line
    for line in ("hours 22:00-06:00", "weekdays Sat-Tue"):
        assert house.write(game, "Red", line).word == "ACCEPTED", line
    moved = [row for row in house.outbox("deadline", "blue@example.org") if "hours, days or zone" in row.data["text"]]
    assert moved, "whoever waits is told"


def test_numbers_of_orders_and_offers_betray_nobodys_secrets(house: House) -> None:
    game = house.game("Red", "Blue", "Green", gm=GM)
    house.write(game, "Red", "bid N up to 50")
    assert "on file as 1" in house.write(game, "Green", "bid N up to 10").said
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        red, blue, green = play.players
        offers.make(desk, play, red, "", "give 1 to Blue", ["Blue"])
        offers.make(desk, play, red, "", "give 2 to Blue", ["Blue"])
        row, _ = offers.make(desk, play, blue, "", "give 1 to Green", ["Green"])
        assert (offers.number_for(row, "Green"), offers.number_for(row, "Blue")) == (1, 3)
        assert offers.accept(desk, play, green, 1) is row


def test_what_is_agreed_waits_for_the_companys_turn_and_ends_with_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = house.game("Red", "Blue", gm=GM)
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        red, blue = play.players
        company = next(iter(play.state.directors))
        row, _ = offers.make(desk, play, red, company, "give 1 to Blue", ["Blue"])
        offers.accept(desk, play, blue, 1)
        key = row.id
    tick(house, days=30)
    assert status(house, key) == "agreed", "however long that takes"
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        monkeypatch.setattr("engine.company_on_turn", lambda state: company)
        offers.pass_by(desk, play)
        monkeypatch.undo()
        offers.pass_by(desk, play)
    assert status(house, key) == "lapsed", "its turn has come and gone"


def status(house: House, key: int) -> str:
    with house.office.reading() as desk:
        row = desk.session.get(Offer, key)
        assert row is not None
        return row.status


def test_nobody_takes_back_a_move_that_a_bot_has_answered(house: House) -> None:
    game = house.game("Red", bots=("Robot",), gm=GM)
    house.write(game, "Red", "bid N 5")
    house.do("bots", game)
    assert len(house.orders(game)) > 1
    assert "Robot has acted since" in house.write(game, "Red", "undo").said


def test_nobody_files_orders_for_another_or_learns_of_theirs(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    assert house.write(game, "Blue", "bid N up to 30 then pass").word == "ACCEPTED"
    for line in ("standing pass", "bid N up to 20 then pass"):
        answer = gm(house, game, f"gm as Blue\n{line}\nend as")
        assert answer.word == "NOT ACCEPTED"
        said = " ".join(answer.text.split())
        assert "What Blue keeps on file is theirs alone to write" in said and "up to 30" not in said


def test_a_game_ended_where_it_stands_has_its_richest_as_winners_and_nobody_to_move(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    gm(house, game, "gm end")
    house.confirm(game, "GM", sender=GM)
    [row] = house.outbox("over", "red@example.org")
    text = house.text_of(row)
    assert "Red and Blue win together" in text and "–" not in text.splitlines()[2]
    assert "WHOSE TURN" not in text


def test_who_is_asked_to_take_a_seat_over_gets_no_mails_of_the_table_yet(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    gm(house, game, "gm replace Blue by new@example.org")
    gm(house, game, 'gm rule "No talking."')
    assert house.outbox("notice", "new@example.org") == []
    house.write(game, "Blue", "join", sender="new@example.org")
    gm(house, game, 'gm rule "Be kind."')
    assert len(house.outbox("notice", "new@example.org")) == 1


def test_the_log_says_what_was_and_is_once_and_when(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    for line in ("gm extend 24h", "gm grace 6"):
        gm(house, game, line)
    said = " ".join(gm(house, game, "gm log 5").text.split())
    assert "Deadline changed; 2026-11-17 12:00 UTC → 2026-11-18 12:00 UTC; mail" in said
    assert said.count("6 hours of grace") == 1


@pytest.mark.parametrize("line", ["orders", "cancel all", "why 2", "accept 1"])
def test_what_is_a_players_own_is_not_asked_for_in_their_name(house: House, line: str) -> None:
    """They did act for Blue; nobody else's seat is proposed."""
    game = house.game("Red", "Blue", gm=GM)
    answer = gm(house, game, f"gm as Blue\n{line}\nend as")
    assert answer.word == "NOT ACCEPTED"
    assert "theirs alone" in answer.said and "Blue" in answer.said and "gm as Red" not in answer.text
