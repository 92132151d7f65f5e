"""Events on pages: announced, entered and directed by forms that say what a mail would; what others notice is shown
first."""

from __future__ import annotations

import html
import re
import secrets
from typing import Any

import pytest
from flask.testing import FlaskClient

from moderator.events import announcing
from moderator.hearing.registry import all_commands
from moderator.language import languages
from moderator.store.statuses import CupStatus, EntryStatus, RoundStatus
from moderator.web.directing import DEEDS
from tests.moderator.events.conftest import BOSS, Club
from tests.moderator.web.visiting import signed_in, token


@pytest.fixture
def boss(client: FlaskClient, club: Club) -> FlaskClient:
    signed_in(client, BOSS, club.house)
    return client


def sent(client: FlaskClient, path: str, **form: Any) -> str:
    """A form filled in and sent, and the page that comes back."""
    form = {name.replace("_", " "): value for name, value in form.items()}
    hidden = {"token": token(client, "/events"), "once": secrets.token_hex(8)}
    answer = client.post(path, data={**hidden, **form}, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return answer.text


def desk(client: FlaskClient, what: str, **form: Any) -> str:
    return sent(client, "/events/cup/desk", what=what, **form)


def done(client: FlaskClient, what: str, **form: Any) -> str:
    """What was shown is done: the line that the page would send."""
    page = desk(client, what, **form)
    line = re.search(r'name="lines" value="([^"]+)"><input type="hidden" name="sure"', page)
    assert line is not None, page
    text = line[1].replace("&#34;", '"').replace("&gt;", ">").replace("&#39;", "'")
    return sent(client, "/events/cup/desk", what="lines", lines=text, sure="1")


def test_an_event_is_announced_by_a_form(boss: FlaskClient, club: Club) -> None:
    page = sent(
        boss,
        "/events/new",
        name="cup",
        called="Spring Cup",
        titles=["1861", "1882"],
        format="swiss 2 then final",
        tables="4 from 3 to 5",
        entry_until="2027-01-10T18:00",
        next_round="on my word",
        press="1",
        more="weekdays Mon-Fri",
    )
    assert "Spring Cup" in page
    lines = club.overview().terms.lines()
    assert {"titles 1861, 1882", "next round on my word", "press yes", "waiting list no", "weekdays Mon-Fri"} <= set(
        lines
    )
    assert "entry until 2027-01-10 18:00" in lines
    with club.house.office.reading() as at:
        director = announcing.director_of(at, club.row())
        assert director is not None and at.main_address(director) == BOSS


def test_an_announcement_that_is_refused_is_shown_again_as_it_was(boss: FlaskClient, club: Club) -> None:
    page = sent(boss, "/events/new", name="cup", called="Spring Cup", titles=["1861"], tables="9", press="1")
    assert "Tables have from 2 to 6 players." in page
    assert 'value="Spring Cup"' in page
    assert 'value="9"' in page
    with club.house.office.reading() as at:
        assert at.cups.latest(5) == []


def test_one_round_is_one_round(client: FlaskClient, club: Club) -> None:
    club.announce("format swiss 1", bots=3)
    page = client.get("/events/cup").text
    assert "Swiss system, one round" in page and "1 rounds" not in page


def test_one_enters_and_leaves_on_the_page_and_sees_the_terms_before(client: FlaskClient, club: Club) -> None:
    club.announce(bots=3)
    assert "enter cup" in client.get("/events/cup").text, "who is not signed in is told what to write"
    signed_in(client, "anna@example.org", club.house)
    page = sent(client, "/events/cup/hand-in", what="enter", name="Red Fox", club="Lyon")
    assert "Format: Swiss system, 2 rounds." in page
    assert len(club.overview().entries) == 3, "nobody has entered before they confirm"
    word = re.search(r'name="lines" value="(confirm \w+)"', page)
    assert word is not None
    assert "Red Fox" in sent(client, "/events/cup/hand-in", lines=word[1])
    entry = club.overview().entry_named("Red Fox")
    assert (entry.status, entry.club) == (EntryStatus.ENTERED, "Lyon")
    assert "You are in this event as Red Fox" in client.get("/events/cup").text
    assert "you have left" in sent(client, "/events/cup/hand-in", lines="withdraw from cup")
    assert club.overview().entry_named("Red Fox").status == EntryStatus.WITHDRAWN


def test_the_page_shows_what_is_lost_and_leaves_with_its_second_button(client: FlaskClient, club: Club) -> None:
    club.announce("next round on my word", people=("Anna",), bots=3)
    club.close()
    signed_in(client, "anna@example.org", club.house)
    page = sent(client, "/events/cup/hand-in", lines="withdraw from cup")
    assert "could come back only onto the waiting list" in page
    assert club.overview().entry_named("Anna").status == EntryStatus.ENTERED
    word = re.search(r'name="lines" value="(confirm \w+)"', page)
    assert word is not None
    assert "you have left" in sent(client, "/events/cup/hand-in", lines=word[1])
    assert club.overview().entry_named("Anna").status == EntryStatus.WITHDRAWN


def test_everything_a_director_can_write_is_on_the_desk() -> None:
    written = {one.words for one in all_commands() if one.words.startswith("td ")}
    assert set(DEEDS) == written - {"td new"}


@pytest.mark.parametrize("who", ["x@example.org", "anna@example.org"])
def test_the_desk_is_the_directors_alone(client: FlaskClient, club: Club, who: str) -> None:
    club.announce(people=("Anna",), bots=3)
    signed_in(client, who, club.house)
    away = {"REMOTE_ADDR": "192.0.2.7"}
    assert client.get("/events/cup/desk", environ_base=away).status_code == 403
    form = {"token": token(client, "/events"), "what": "td close"}
    assert client.post("/events/cup/desk", data=form, environ_base=away).status_code == 403
    assert club.row().status == CupStatus.OPEN


def test_who_runs_the_service_and_does_not_direct_is_told_what_to_write_there(client: FlaskClient, club: Club) -> None:
    club.announce(bots=4)
    signed_in(client, "x@example.org", club.house)
    page = sent(client, "/events/cup/desk", what="td close")
    assert "<code>./waybill td close cup</code>" in page and "Only the director" not in page
    assert club.row().status == CupStatus.OPEN


def _facts(club: Club) -> object:
    overview = club.overview()
    with club.house.office.reading() as at:
        deeds = len(at.cups.deeds("cup", 1000))
    return (
        club.state(),
        overview.cup.terms,
        [(e.name, e.status) for e in overview.entries],
        deeds,
        len(club.house.outbox()),
    )


SHOWN = {
    "td change": ({"line": "round 40 days", "reason": ""}, "round 30 days", "round 40 days"),
    "td close": ({}, "open for entry", "entry closed"),
    "td withdraw": ({"entry": "e1"}, "Anna", "withdrawn"),
    "td enter": ({"name": "Zoe", "address": "zoe@example.org"}, "Zoe", "entered"),
    "td expel": ({"entry": "e1", "reason": "for nothing"}, "Anna", "excluded"),
    "td cancel": ({"reason": "no time"}, "open for entry", "cancelled"),
    "td deputy": ({"address": "eve@example.org"}, "Directors", "<ins>boss, eve</ins>"),
    "td tell": ({"text": "hello"}, "sent to everybody", "People who get an email: 2"),
}


@pytest.mark.parametrize("what", SHOWN)
def test_what_others_notice_is_shown_before_it_is_done(boss: FlaskClient, club: Club, what: str) -> None:
    club.announce(people=("Anna", "Bert"), bots=2)
    form, was, would_be = SHOWN[what]
    before = _facts(club)
    page = desk(boss, what, **form)
    assert was in page and would_be in page
    trial = page.partition('id="trial"')[2].partition("</section>")[0]
    assert "<del>entered</del></td><td><ins>entered</ins>" not in trial, "what stays as it is is not shown"
    assert "Do it" in page
    assert _facts(club) == before, "it was only tried"
    page = done(boss, what, **form)
    assert 'id="answer"' in page
    assert 'role="alert"' not in page
    assert _facts(club) != before


def test_a_draw_made_anew_meanwhile_is_shown_and_not_published_for_the_one_that_was_seen(
    boss: FlaskClient, club: Club
) -> None:
    def drawn() -> str:
        club.write("td draw cup")
        club.move_on()
        last = club.overview().last
        return str(last.status) if last is not None else ""

    club.announce("next round on my word", people=("Anna", "Bert"), bots=2)
    club.close()
    assert drawn() == "drawn"
    [seen] = re.findall(r'name="seen" value="([^"]+)"', desk(boss, "td publish"))
    assert drawn() == "drawn"
    page = desk(boss, "lines", lines="td publish cup", sure="1", seen=seen)
    assert "the event has moved on since this was shown" in page and "Do it" in page
    last = club.overview().last
    assert last is not None and last.status == "drawn"
    [seen] = re.findall(r'name="seen" value="([^"]+)"', page)
    desk(boss, "lines", lines="td publish cup", sure="1", seen=seen)
    last = club.overview().last
    assert last is not None and last.status != "drawn"


@pytest.mark.parametrize(
    ("what", "form", "why"),
    [
        ("td change", {"line": "tables 9"}, "Tables have from 2 to 6 players."),
        ("td publish", {}, "No round of cup waits to be published."),
        ("td cancel", {}, "Say why."),
        ("td extend", {"days": "7", "reason": "x"}, "No round of cup is under way."),
    ],
)
def test_what_can_not_be_done_is_said_at_once(
    boss: FlaskClient, club: Club, what: str, form: dict[str, str], why: str
) -> None:
    club.announce(people=("Anna",), bots=3)
    before = _facts(club)
    page = desk(boss, what, **form)
    assert why in page
    assert "Do it" not in page
    assert _facts(club) == before


def test_a_browser_left_open_names_no_deputy(boss: FlaskClient, club: Club) -> None:
    """Whoever found it would direct the event from their own mailbox for good, and its director had no mail."""
    club.announce(bots=4)
    line = "td deputy cup mallory@evil.example"
    for page in (
        desk(boss, "td deputy", address="mallory@evil.example", sure="1"),
        desk(boss, "lines", lines=line, sure="1"),
        desk(boss, "lines", lines=line),
    ):
        answer = page.partition('id="answer"')[2].partition("</section>")[0]
        assert answer and not re.search(r"confirm [A-Z2-9]{8}", answer), "no button gives the word"
    with club.house.office.reading() as at:
        assert [row.role for row, _ in at.cups.staff("cup")] == ["director"]
    assert {row.recipient for row in club.house.outbox("confirm")} == {BOSS}
    assert not club.house.outbox("", "mallory@evil.example")
    # The word from the mailbox does it, and is of use to nobody else.
    word = club.house.outbox("confirm")[0].data["word"]
    club.write(f"confirm {word}", "mallory@evil.example")
    with club.house.office.reading() as at:
        assert len(at.cups.staff("cup")) == 1
    club.write(f"confirm {word}")
    with club.house.office.reading() as at:
        assert [at.main_address(person) for _, person in at.cups.staff("cup")] == [BOSS, "mallory@evil.example"]


def test_a_deputy_can_not_call_an_event_off(client: FlaskClient, club: Club) -> None:
    club.announce(bots=4)
    with club.house.office.desk() as at:
        announcing.add_deputy(at, announcing.find(at, "cup", locked=True), at.meet("eve@example.org", "Eve"), "test")
    signed_in(client, "eve@example.org", club.house)
    assert "Do it" not in desk(client, "td cancel", reason="mine")
    desk(client, "lines", lines='td cancel cup "mine"', sure="1")
    assert club.row().status == CupStatus.OPEN
    assert "Do it" in desk(client, "td close")


def test_a_whole_event_is_directed_on_the_desk(boss: FlaskClient, club: Club) -> None:
    club.announce("next round on my word", "format swiss 1", people=("Anna", "Bert"), bots=2)
    desk(boss, "td ban", names="Anna, Bert")
    assert "apart: Anna, Bert" in boss.get("/events/cup/desk").text
    done(boss, "td close")
    desk(boss, "td draw")
    club.move_on()
    assert "is drawn and waits for your word" in boss.get("/events/cup/desk").text
    done(boss, "td publish")
    club.move_on()
    assert club.overview().rounds[0].status == RoundStatus.RUNNING
    assert "Mon 21 Dec" in desk(boss, "td extend", days="5", reason="holidays")
    mine = club.overview().table_of(club.overview().entry_named("Anna"))
    assert mine is not None
    order = " > ".join(seat["seat"] for seat in mine.seats)
    page = desk(boss, "td rule", table=str(mine.number), order=order, reason="so be it")
    assert f"Table {mine.number}" in page and "decided" in page
    done(boss, "td rule", table=str(mine.number), order=order, reason="so be it")
    done(boss, "td end round")
    for _ in range(3):
        club.move_on()
    assert "Everything comes out as it is written down." in desk(boss, "td audit")


def test_what_may_be_chosen_for_an_event_is_said_in_the_readers_words(boss: FlaskClient, club: Club) -> None:
    seen: dict[str, set[str]] = {}
    for language in languages():
        boss.post("/language", data={"token": token(boss, "/events"), "language": language, "next": "/"})
        page = boss.get("/events/new").text
        for value, label in re.findall(r'<option value="([^"]+)"[^>]*>([^<]+)</option>', page):
            seen.setdefault(value, set()).add(html.unescape(label))
    assert {"by itself", "adjudicate", "waiting list", "rank", "default"} <= set(seen)
    assert {value for value, labels in seen.items() if len(labels) < len(languages())} == set()


def test_a_ruling_on_an_appeal_begins_with_the_places_as_they_are(boss: FlaskClient, club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=2)
    club.write("td ban cup Anna, Bert")
    club.close()
    club.move_on()
    page = boss.get("/events/cup").text
    assert page.count('<td class="number">1</td>') == 4 and 'class="first"' not in page, "nobody leads yet"
    mine = club.overview().table_of(club.overview().entry_named("Anna"))
    assert mine is not None
    club.write(f"td at cup {mine.number} gm end")
    club.house.do("ending", mine.game_id)
    club.write('appeal cup "it was not over"', "anna@example.org")
    for ranks, between in (((1, 1), " = "), ((2, 1), " > ")):
        with club.house.office.desk() as at:
            table = announcing.find(at, "cup", locked=True) and at.cups.table(mine.id)
            assert table is not None and table.result is not None
            came = [
                [who, 500, rank, kind] for (who, _, _, kind), rank in zip(table.result["standing"], ranks, strict=True)
            ]
            table.result = {**table.result, "standing": came}
        seats = [
            next(one["seat"] for one in mine.seats if one["entry"] == who)
            for who, *_ in sorted(came, key=lambda x: x[2])
        ]
        page = html.unescape(boss.get("/events/cup/desk").text)
        (order,) = re.findall(rf'id="order{mine.number}"[^>]*value="([^"]*)"', page)
        assert sorted(order.split(" = ")) == sorted(seats) if between == " = " else order == between.join(seats)


def test_the_desk_shows_what_closing_entry_sets_going_and_who_has_not_answered(boss: FlaskClient, club: Club) -> None:
    club.announce(people=("Anna", "Bert"), bots=1)
    club.write("td enter cup Dora: dora@example.org")
    assert "no answer yet: Dora" in boss.get("/events/cup/desk").text
    trial = desk(boss, "td close").partition('id="trial"')[2].partition("</section>")[0]
    assert "The first round is drawn and published at once" in trial and "no answer yet: Dora" in trial


def test_the_desk_does_not_say_that_a_draw_waits_which_goes_out_by_itself(boss: FlaskClient, club: Club) -> None:
    club.announce("next round on my word", people=("Anna", "Bert"), bots=2)
    club.close()
    club.write("td draw cup")
    club.move_on()
    club.write("td change cup next round by itself because I travel")
    page = boss.get("/events/cup/desk").text
    assert "is drawn and is published by itself" in page and "waits for your word" not in page


def test_the_desk_shows_since_when_an_appeal_is_open(boss: FlaskClient, club: Club) -> None:
    club.announce("next round on my word", people=("Anna", "Bert"), bots=0)
    club.close()
    club.next_round()
    club.write('td rule cup 1 Anna > Bert "so"')
    club.write('appeal cup "it was me"', "bert@example.org")
    page = boss.get("/events/cup/desk").text
    assert "it was me" in page and "Mon 16 Nov" in page.partition("it was me")[2].partition("</p>")[0]


def test_my_page_lists_what_i_play_in_and_what_i_direct(client: FlaskClient, club: Club) -> None:
    club.announce("called Spring Cup", people=("Anna",), bots=1)
    with club.house.office.desk() as at:
        announcing.announce(at, "other", ["titles toy", "tables 2"], "test", at.meet("anna@example.org"))
    signed_in(client, "anna@example.org", club.house)
    page = client.get("/me/").text
    listed = page.partition('id="events"')[2].partition("</ul>")[0]
    assert '<a href="/events/cup">Spring Cup</a>' in listed and "open for entry · you: entered" in listed
    assert '<a href="/events/other">' in listed and 'href="/events/other/desk"' in listed
    assert 'href="/events/cup/desk"' not in listed, "she does not direct it"
    signed_in(client, "nobody@example.org", club.house)
    assert 'id="events"' not in client.get("/me/").text
