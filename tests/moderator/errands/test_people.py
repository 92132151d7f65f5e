"""People who are shut out, joined, handed their data or forgotten; old mails thrown away; all clocks stopped."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from moderator.errands import people
from moderator.errands.audit import audit
from moderator.errands.guests import IDLE, forget_idle, make_guest
from moderator.errands.sweep import sweep
from moderator.events import announcing
from moderator.inbox.handle import handle
from moderator.store.tables import Mail, Table
from moderator.web import create_app
from moderator.web.feeds import calendar_link
from tests.moderator.house import House

GM = "boss@example.org"


def test_ones_data_hold_nothing_of_a_seat_that_is_somebody_elses(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Blue", "note SECRETNOTE")
    house.write(game, "Blue", "bid N up to 50 then pass")
    house.write(game, "Blue", "substitute sub@example.org until 2030-01-01")
    house.write(game, "Blue", "bid N up to 40 then pass", sender="sub@example.org")
    with house.office.reading() as desk:
        sub, blue = desk.person_at("sub@example.org"), desk.person_at("blue@example.org")
        assert sub is not None and blue is not None
        standing_in, owning = people.told(desk, sub)["seats"], people.told(desk, blue)["seats"]
    assert standing_in == [
        {
            "game": game,
            "seat": "Blue",
            "role": "player",
            "stands_in": True,
            "orders_on_file": ["bid N up to 40 then pass"],
        }
    ]
    assert owning[0]["notes"] == ["SECRETNOTE"]
    assert "orders_on_file" not in owning[0], "what the substitute plans is theirs"


def test_two_who_direct_the_same_event_are_not_joined_and_nothing_breaks(house: House) -> None:
    with house.office.desk() as desk:
        one, other = desk.meet("one@example.org"), desk.meet("other@example.org")
        cup = announcing.announce(desk, "cup", ["titles toy", "tables 2", "format swiss 2"], "test", one)
        announcing.add_deputy(desk, cup, other, "test")
    with house.office.desk() as desk:
        both = [desk.person_at(f"{name}@example.org") for name in ("one", "other")]
        assert both[0] is not None and both[1] is not None
        assert people.merge(desk, both[0], both[1]) == "Both direct cup."


def test_who_is_joined_to_another_reads_what_was_written_to_them(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "press Blue: a word")
    with house.office.desk() as desk:
        blue, new = desk.person_at("blue@example.org"), desk.meet("azure@example.org")
        assert blue is not None and people.merge(desk, new, blue) == ""
        assert [row.text for row in desk.games.press(game, "Blue", new.id, 5)] == ["a word"]


def test_who_is_blocked_can_do_nothing_and_not_be_invited(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    with house.office.desk() as desk:
        red = desk.person_at("red@example.org")
        assert red is not None
        people.block(desk, red, blocked=True)
    answer = house.write(game, "Red", "bid N 5", deliver=False)
    assert (answer.word, house.orders(game)) == ("NOT ACCEPTED", [])
    assert "takes no email from you" in answer.said
    refused = house.write(game, "GM", "gm replace Blue by red@example.org", sender=GM, deliver=False)
    assert "can't be invited" in refused.said


def test_who_is_forgotten_leaves_no_trace_and_the_game_goes_on(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "note my secret\nbid N 5")
    with house.office.desk() as desk:
        red = desk.person_at("red@example.org")
        assert red is not None
        people.forget(desk, red)
    with house.office.reading() as desk:
        assert desk.person_at("red@example.org") is None
        rows = [*desk.session.query(Mail)]
        assert all(not row.raw and not row.sender for row in rows)
        assert "red@example.org" not in json.dumps([row.detail for row in desk.service.deeds(100, game)])
    assert house.outbox(to="red@example.org") == []
    assert house.write(game, "Blue", "pass", deliver=False).word == "ACCEPTED"
    assert ("bots", game) in house.bells


@pytest.mark.parametrize(
    ("writes", "sender", "source"),
    [
        ("Red <red@example.org>", "", "imap"),
        ("RED@Example.ORG", "bounce-17@lists.example", "smtp"),
        ("red+games@example.org", "red+games@example.org", "smtp"),
        ('"Red, the player" <red@example.org>', "prvs=1=red@relay.example", "mailgun"),
    ],
)
def test_nothing_of_who_is_forgotten_is_kept_by_whatever_road_they_wrote(
    house: House, writes: str, sender: str, source: str
) -> None:
    """Mails were known by the sender of their envelope alone, which a mailbox does not tell and lists replace."""
    game = house.game("Red", "Blue", gm=GM)
    to = house.address(game, "Red")
    mine = house.take_in(house.raw(writes, to, "note my secret"), sender, to, source)
    assert handle(house.office, mine.mail_id) == "ACCEPTED"
    other = house.take_in(house.raw("blue@example.org", to, "hello red@example.org"), "blue@example.org", to)
    handle(house.office, other.mail_id)
    with house.office.desk() as desk:
        desk.note("Red+Games@example.org", "something", game, address=writes, seat="Red")
        red = desk.person_at("red@example.org")
        assert red is not None
        people.forget(desk, red)
    with house.office.reading() as desk:
        gone, stays = desk.incoming.get(mine.mail_id), desk.incoming.get(other.mail_id)
        assert gone is not None and stays is not None
        assert (gone.raw, gone.sender, gone.envelope) == (b"", "", {})
        assert stays.raw and stays.sender, "what others have written is theirs"
        log = [(entry.who, entry.detail) for entry in desk.service.deeds(100, game)]
        assert ("somebody", {"seat": "Red"}) in log
    assert not any("red" in row.recipient for row in house.outbox())


def test_a_mail_that_waits_keeps_its_way_back_when_people_are_joined(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.deliver()
    assert house.write(game, "Red", "bid N 5", deliver=False).word == "ACCEPTED"
    with house.office.desk() as desk:
        old, new = desk.person_at("blue@example.org"), desk.meet("bleu@example.org")
        assert old is not None
        people.merge(desk, new, old)
    house.deliver()
    move = house.outbox("move", "blue@example.org")[-1]
    assert f"<{house.address(game, 'Blue')}>".encode() in (move.raw or b"").replace(b"\r\n ", b"")


def test_nobody_gets_the_number_of_somebody_who_is_gone(house: House) -> None:
    """Links and words are made for a number; a guest's calendar showed the games of whoever came after them."""
    pages = create_app(house.office).test_client()
    with house.office.desk() as desk:
        guest = make_guest(desk, "en").id
        links = [calendar_link(desk, guest).partition(house.office.settings.base_url)[2]]
    house.pass_time(days=IDLE.days + 1)
    forget_idle(house.office)
    with house.office.desk() as desk:
        one, other = desk.meet("one@example.org"), desk.meet("other@example.org")
        links.append(calendar_link(desk, other.id).partition(house.office.settings.base_url)[2])
        gone = {guest, other.id}
        assert guest != one.id and people.merge(desk, one, other) == ""
    with house.office.desk() as desk:
        assert desk.meet("next@example.org").id not in gone
    house.game("Next", "Other")
    assert not any("BEGIN:VEVENT" in pages.get(link).text for link in links)
    # Nothing of them is kept for long, but for the one number.
    house.pass_time(days=IDLE.days + 1)
    forget_idle(house.office)
    with house.office.reading() as desk:
        assert desk.person(guest) is None


def test_who_is_shut_out_is_not_let_in_by_being_joined(house: House) -> None:
    with house.office.desk() as desk:
        one, other = desk.meet("one@example.org"), desk.meet("other@example.org")
        people.block(desk, other, blocked=True)
        people.merge(desk, one, other)
        assert one.blocked


def test_two_rows_of_one_person_become_one_unless_both_sit_at_a_table(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    with house.office.desk() as desk:
        red, blue, boss = (desk.person_at(one) for one in ("red@example.org", "blue@example.org", GM))
        assert red is not None and blue is not None and boss is not None
        assert game in people.merge(desk, red, blue)
        other = desk.meet("red@example.net")
        assert people.merge(desk, red, other) == ""
    assert house.write(game, "Red", "bid N 5", sender="red@example.net", deliver=False).word == "ACCEPTED"
    assert house.outbox("answer")[-1].recipient == "red@example.net"


def test_somebody_may_ask_for_all_that_is_kept_about_them(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "note my secret\nzone Asia/Seoul", deliver=False)
    with house.office.reading() as desk:
        red = desk.person_at("red@example.org")
        assert red is not None
        data = people.told(desk, red)
    assert (data["zone"], data["seats"][0]["notes"]) == ("Asia/Seoul", ["my secret"])


def test_incoming_mails_are_thrown_away_after_a_year(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    mail = house.write(game, "Red", "status", deliver=False).mail_id
    house.pass_time(days=364)
    sweep(house.office, lambda task, key: None)
    with house.office.reading() as desk:
        assert desk.incoming.get(mail).raw
    house.pass_time(days=2)
    sweep(house.office, lambda task, key: None)
    with house.office.reading() as desk:
        assert desk.incoming.get(mail).raw == b""


def test_all_clocks_stop_for_an_outage_and_only_those_run_again(house: House) -> None:
    one, other = house.game("Red", "Blue", gm=GM), house.game("Red", "Blue", gm=GM)
    house.write(one, "GM", "gm pause", sender=GM, deliver=False)
    with house.office.desk() as desk:
        assert people.pause_all(desk) == 1
    assert house.row(other).paused_at is not None
    house.pass_time(days=2)
    with house.office.desk() as desk:
        assert people.resume_all(desk) == 1
    assert house.row(other).paused_at is None
    assert house.row(one).paused_at is not None, "its moderator paused it"


def test_joining_people_leaves_the_seals_of_their_games_whole(house: House) -> None:
    game = house.game("Red", "Blue", gm="old@example.org")
    house.write(game, "Red", "bid N 5")
    with house.office.desk() as desk:
        for new, old in (("new@example.org", "old@example.org"), ("rouge@example.org", "red@example.org")):
            mine, other = desk.meet(new), desk.person_at(old)
            assert other is not None
            assert people.merge(desk, mine, other) == ""
    assert audit(house.office, game) == []
    assert house.write(game, "Blue", "bid N 10").word == "ACCEPTED"


def test_a_word_that_waits_brings_nobody_back_who_is_forgotten(house: House) -> None:
    """Another address they had named, not proved yet, was kept with their name; its word gave it to nobody's seat."""
    game = house.game("Red", "Blue", gm=GM)
    with house.office.desk() as desk:
        red = desk.person_at("red@example.org")
        assert red is not None
        red.name = "Rosalind"
    house.write(game, "Red", "address add other@example.org")
    (asked,) = house.outbox("confirm", "other@example.org")
    with house.office.desk() as desk:
        red = desk.person_at("red@example.org")
        assert red is not None
        people.forget(desk, red)
    with house.office.database.connect() as connection:
        kept = [
            (table.name, str(row))
            for table in Table.metadata.sorted_tables
            for row in connection.execute(select(table))
            if any(one in str(row) for one in ("red@example.org", "other@example.org", "Rosalind"))
        ]
    assert kept == []
    to = house.office.addresses.general()
    word = house.raw("other@example.org", to, f"confirm {asked.data['word']}")
    handle(house.office, house.take_in(word, "other@example.org", to).mail_id)
    with house.office.reading() as desk:
        assert desk.person_at("other@example.org") is None
