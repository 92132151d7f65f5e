"""What directors and players of an event read: as they wrote it, with what they need to know, and nothing that is not
so."""

from __future__ import annotations

import html

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from engine import Refused
from moderator.events import announcing
from moderator.hearing.directing import as_operator
from moderator.store.statuses import EntryStatus, RoundStatus
from tests.moderator.events.conftest import BOSS, PROVED, Club
from tests.moderator.events.test_going import begun, resign, swept
from tests.moderator.web.visiting import signed_in, token

ANNA, BERT, CLEO = "anna@example.org", "bert@example.org", "cleo@example.org"


@pytest.fixture
def boss(client: FlaskClient, club: Club) -> FlaskClient:
    club.house.eager = True
    signed_in(client, BOSS, club.house)
    return client


def desk(client: FlaskClient, what: str, **fields: str) -> str:
    form = {"token": token(client, "/events/cup/desk"), "what": what, "once": f"{what} {fields}", **fields}
    return html.unescape(client.post("/events/cup/desk", data=form, follow_redirects=True).text)


def told(club: Club, to: str) -> str:
    return club.house.outbox("notice", to)[-1].data["text"]


def test_no_seed_is_shown_before_entry_is_closed(boss: FlaskClient, club: Club) -> None:
    club.announce()
    trial = desk(boss, "td close").partition('id="trial"')[2].partition("</section>")[0]
    assert "close entry to cup: 4 have entered" in trial
    assert "the seed is" not in trial


def test_what_is_meant_on_the_desk_is_done_without_a_word_by_mail(boss: FlaskClient, club: Club) -> None:
    club.announce()
    page = desk(boss, "lines", lines="td close cup", sure="1")
    assert f"the seed is {club.row().seed}" in page
    assert club.house.outbox("confirm", BOSS) == []


def test_nobody_but_a_page_says_that_it_is_meant(club: Club) -> None:
    club.announce()
    raw = club.house.raw(BOSS, "play@waybill.localhost", "td close cup").replace(
        b"Subject:", b"X-Waybill-Meant: yes\r\nSubject:", 1
    )
    assert b"X-Waybill-Meant" in raw
    from moderator.inbox.handle import handle

    receipt = club.house.take_in(raw, BOSS, "play@waybill.localhost")
    handle(club.house.office, receipt.mail_id)
    assert club.house.answer(receipt.mail_id, deliver=False).word == "CONFIRM"
    assert club.row().seed == ""


def test_a_day_is_told_as_that_day_and_a_date_refused_as_it_was_written(club: Club) -> None:
    club.announce("entry until 2027-01-10")
    assert "Entry until Sun 10 Jan 23:59 UTC." in club.write("terms cup").text
    refused = club.write("td change cup entry until 2020-01-10")
    assert "entry until 2020-01-10 — That moment has passed." in " ".join(refused.text.split())


def test_a_club_is_read_back(club: Club) -> None:
    club.announce()
    club.write("enter cup as Red Fox club Lyon", ANNA)
    asked = str(club.house.outbox("confirm", ANNA)[-1].data)
    assert "Red Fox (club: Lyon)" in asked
    assert club.overview().entry_named("Red Fox").club == "Lyon"


def test_somebody_new_is_called_as_they_call_themselves(club: Club) -> None:
    club.announce()
    for sender, name in (("Bob Brown <b.brown@example.org>", "Bob Brown"), ('"+++" <zed@example.org>', "zed")):
        address = sender.partition("<")[2].strip(">")
        from moderator.inbox.handle import handle

        receipt = club.house.take_in(
            club.house.raw(sender, "play@waybill.localhost", "enter cup"), address, "play@waybill.localhost"
        )
        handle(club.house.office, receipt.mail_id)
        word = club.house.outbox("confirm", address)[-1].data["word"]
        club._sent(f"confirm {word}", address)
        assert club.overview().entry_named(name).status == EntryStatus.ENTERED


def test_who_waits_when_entry_closes_is_told_what_that_means(club: Club) -> None:
    club.announce("places 2", people=("Anna", "Bert"), bots=0)
    club.write("enter cup as Cleo", CLEO)
    club.close()
    assert "You are on the waiting list and have no place." in told(club, CLEO)
    assert "waiting list" not in told(club, ANNA)


def test_a_mail_that_nothing_proves_says_why_it_waits_and_what_would_come_of_it(club: Club) -> None:
    club.announce()
    said = " ".join(club._sent("td pin cup Bot A, Bot B", BOSS).text.split())
    assert "Nothing proves that this email comes from you" in said and "sit together: Bot A, Bot B" in said


def test_changed_terms_end_with_one_full_stop(boss: FlaskClient, club: Club) -> None:
    club.announce("hours 30", people=("Anna", "Bert"), bots=0)
    club.close()
    page = desk(boss, "td change", line="hours 40", reason="I like it")
    trial = page.partition('id="trial"')[2].partition("</section>")[0]
    assert "hours" in trial and ".." not in trial
    club.house.eager = False
    club._sent("td change cup hours 40 because I like it", BOSS, PROVED)
    asked = club.house.text_of(club.house.outbox("confirm", BOSS)[-1])
    assert "change the terms" in asked and ".." not in asked


def between_rounds(club: Club, *more: str) -> None:
    """Two rounds, the first is over; Anna has given up her seat in it, and is out."""
    club.announce("format swiss 2", "next round on my word", *more, people=("Anna", "Bert"), bots=2)
    club.close()
    club.next_round()
    overview = club.overview()
    mine = overview.table_of(overview.entry_named("Anna"))
    assert mine is not None and mine.game_id is not None
    club.house.write(mine.game_id, "Anna", "resign", sender=ANNA)
    word = club.house.outbox("confirm", ANNA)[-1].data["word"]
    club.house.write(mine.game_id, "Anna", f"confirm {word}", sender=ANNA)
    for table in club.overview().tables:
        seats = " > ".join(seat["seat"] for seat in table.seats)
        club.write(f'td rule cup {table.number} {seats} "so be it"')
    club.move_on()
    assert club.overview().entry_named("Anna").status == EntryStatus.WITHDRAWN


def test_the_director_brings_back_who_gave_up_a_seat(club: Club) -> None:
    between_rounds(club)
    assert "Anna is entered" in club.write(f"td enter cup Anna: {ANNA}").said
    assert "New Bot is entered" in club.write("td enter cup bot New Bot").said
    club.write("td draw cup")
    club.move_on()
    overview = club.overview()
    (draw,) = overview.last.draws
    drawn = {overview.by_key[who].name for who in draw["task"]["entrants"]}
    assert {"Anna", "New Bot"} < drawn


def test_who_waits_comes_in_by_the_director_between_rounds_and_not_during_one(club: Club) -> None:
    club.announce("format swiss 2", "next round on my word", people=("Anna",), bots=3)
    club.close()
    club.next_round()
    answer = club.write("td enter cup Cleo: cleo@example.org")
    assert "Cleo is on the waiting list; written again when this round is over, this has them drawn" in answer.said
    assert "you are on the waiting list of cup" in club.write("enter cup", CLEO).said, "and has no place"
    assert "has entered cup already" in club.write("td enter cup Cleo: cleo@example.org").said
    club.run()
    table = club.overview().tables_of(club.overview().rounds[0])
    for one in table:
        if one.status != "decided":
            club.write(f'td rule cup {one.number} {" > ".join(seat["seat"] for seat in one.seats)} "so"')
    club.move_on()
    assert club.overview().last.status == RoundStatus.OVER
    assert "Cleo is entered" in club.write("td enter cup Cleo: cleo@example.org").said
    assert club.overview().entry_named("Cleo").status == EntryStatus.ENTERED


def test_no_place_in_a_final_is_the_directors_to_give(club: Club) -> None:
    club.announce("format swiss 1 then final", "next round on my word", bots=4)
    club.close()
    club.next_round()
    club.run()
    assert club.overview().last.status == RoundStatus.OVER
    assert "Late Bot is on the waiting list" in club.write("td enter cup bot Late Bot").said


def test_a_draw_that_cannot_be_made_is_refused_at_once(club: Club) -> None:
    between_rounds(club, "tables 4 from 3 to 4")
    for name in ("Bot A", "Bot B"):
        assert club.write(f"td withdraw cup {name}").word == "ACCEPTED"
    refused = club.write("td draw cup")
    assert refused.word == "NOT ACCEPTED" and "too few for a table" in refused.said
    assert club.row().wishes.get("draw") is None


def test_publishing_what_can_not_be_drawn_says_why(club: Club) -> None:
    between_rounds(club)
    with club.house.office.desk() as at:
        cup = announcing.find(at, "cup", locked=True)
        cup.wishes, cup.trouble = {**cup.wishes, "draw": True}, "2 players are too few for a table of 3 or 4."
    assert "2 players are too few" in club.write("td publish cup").said


def test_who_took_over_a_seat_does_not_wait_any_more(club: Club) -> None:
    table = begun(club, waiting=("Cleo", "Dora"))
    resign(club, table, "Anna")
    swept(club)
    assert "Waiting list: Cleo, Dora" in club.write("td status cup").text
    assert club.house.write(str(table.game_id), "Anna", "join", sender=CLEO).word == "ACCEPTED"
    status = club.write("td status cup").text
    assert "Cleo plays for Anna" in status and "Waiting list: Dora" in status


def test_telling_an_event_of_bots_says_that_nobody_reads_it(club: Club) -> None:
    club.announce()
    assert "this went to nobody" in club.write('td tell cup "hello all"').said


@pytest.mark.parametrize(
    "line", ["td enter cup Pia: notanaddress", "td enter cup Pia: p@example.org, q@example.org", "td enter cup bot"]
)
def test_entering_nobody_says_what_to_write(club: Club, line: str) -> None:
    club.announce()
    with club.house.office.desk() as at, pytest.raises(Refused, match="Whom do you enter"):
        as_operator(at, line)


def test_nobody_enters_what_was_called_off(club: Club) -> None:
    club.announce()
    club.write('td cancel cup "so"')
    assert "cup was called off." in club.write("td enter cup bot K").said


def test_a_director_without_an_address_directs_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    from moderator import command_line

    monkeypatch.setattr(command_line, "open_office", lambda: club.house.office)
    said = CliRunner().invoke(
        command_line.main, ["td", "new", "pico", "--director", "not an address", "--line", "titles toy"]
    )
    assert said.exit_code == 1 and "no address of one person" in said.output
    with club.house.office.reading() as at:
        assert at.cups.get("pico") is None


def test_the_record_of_who_left_says_so(club: Club) -> None:
    club.announce(people=("Anna", "Bert"), bots=2)
    assert club.write("withdraw from cup", ANNA).word == "ACCEPTED"
    assert "cup: open for entry (withdrawn)" in club.write("record", ANNA).text
    assert "(withdrawn)" not in club.write("record", BERT).text


def test_who_plays_in_an_event_that_is_called_off_reads_that_their_game_goes_on(club: Club) -> None:
    club.announce("places 2", people=("Anna", "Bert"), bots=0)
    club.write("enter cup as Cleo", "cleo@example.org")
    club.write("td deputy cup vera@example.org")
    club.close()
    club.move_on()
    (game,) = club.games()
    assert club.write('td cancel cup "the hall is closed"').word == "ACCEPTED"

    def told(address: str) -> list[str]:
        rows = club.house.outbox("notice", address)
        return [row.data["text"] for row in rows if row.data["title"] == "cup is cancelled"]

    (anna,), (cleo,), (vera,) = (told(f"{name}@example.org") for name in ("anna", "cleo", "vera"))
    assert f"Your game {game} goes on as a game of its own" in anna
    assert "goes on" not in cleo + vera
    assert told(BOSS) == [], "who has done it knows"
