"""The consoles: everything their people's commands can do, shown before it acts, and for nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from engine.message import Message
from moderator import command_line
from moderator.errands import heartbeat
from moderator.hearing.registry import all_commands
from moderator.language import Words, languages
from moderator.store.mails import Sending
from moderator.store.statuses import GameStatus, MailStatus
from moderator.table.deadlines import open_decision
from moderator.web import create_app
from moderator.web.console import GAMES, MAILS_IN, MAILS_OUT
from moderator.web.doors import DOORS
from moderator.web.moderating import DEEDS
from tests.moderator.house import House
from tests.moderator.web.visiting import person_of, signed_in, token

BOSS = "boss@example.org"
# Offered while the clock stands still.
OTHERWISE = ("gm resume",)


@pytest.fixture
def boss(client: FlaskClient, house: House) -> FlaskClient:
    client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    signed_in(client, BOSS, house)
    return client


def do(client: FlaskClient, game: str, what: str, **fields: str) -> str:
    page = f"/games/{game}/moderate"
    form = {"token": token(client, page), "what": what, "once": f"{what}{sorted(fields.items())}", **fields}
    return client.post(page, data=form, follow_redirects=True).text


def test_the_console_shows_who_holds_the_game_up(boss: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    page = boss.get(f"/games/{game}/moderate").text
    assert "red@example.org" in page and "has to move" in page


@pytest.mark.parametrize("who", ["red@example.org", "stranger@example.org"])
def test_it_is_for_the_games_moderators_alone(client: FlaskClient, house: House, who: str) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    other = house.game("Red", "Blue", gm=who)
    signed_in(client, who, house)
    assert client.get(f"/games/{game}/moderate").status_code == 403
    form = {"token": token(client, f"/games/{other}/moderate"), "what": "gm pause", "once": "1"}
    assert client.post(f"/games/{game}/moderate", data=form).status_code == 403
    assert house.row(game).paused_at is None


@pytest.mark.parametrize(
    ("what", "fields"),
    [
        ("gm status", {}),
        ("gm pause", {}),
        ("gm extend", {"hours": "24"}),
        ("gm deadline", {"moment": "2026-11-25T21:00"}),
        ("gm hours", {"hours": "12"}),
        ("gm grace", {"hours": "6"}),
        ("gm late", {"late": "default"}),
        ("gm weekdays", {"weekdays": "Mon-Fri"}),
        ("gm visibility", {"visibility": "private"}),
        ("gm machines", {"machines": "no"}),
        ("gm remind", {}),
        ("gm resend", {"seat": "Red"}),
        ("gm replace", {"seat": "Blue", "address": "new@example.org"}),
        ("gm replace", {"seat": "Blue", "address": "bot"}),
        ("gm as", {"seat": "Red", "lines": "bid N 5"}),
        ("gm rule", {"text": "So be it."}),
        ("gm clock", {"clock": "bank 10 days"}),
        ("gm allow", {"days": "30"}),
        ("gm allow", {}),
        ("gm penalty", {"kind": "points", "price": "1"}),
        ("gm penalty", {"kind": "none"}),
        ("gm ladder", {"count": "2"}),
        ("gm ladder", {}),
        ("gm reminders", {"reminders": "50% 90%"}),
        ("gm log", {"count": "20"}),
        ("gm second", {"address": "deputy@example.org"}),
        ("gm hand over", {"address": "deputy@example.org"}),
        ("lines", {"lines": "gm log 5"}),
    ],
)
def test_a_form_does_what_its_command_does(boss: FlaskClient, house: House, what: str, fields: dict[str, str]) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    page = do(boss, game, what, **fields)
    assert 'class="said bad"' not in page, re.findall(r'<section class="said.*?</section>', page, re.S)
    assert 'id="answer"' in page


def test_every_command_of_a_moderator_is_offered(boss: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    page = boss.get(f"/games/{game}/moderate").text
    for one in all_commands():
        if one.words.startswith("gm "):
            assert one.words in DEEDS and (f'value="{one.words}"' in page or one.words in OTHERWISE), one.words
    assert {what for what in DEEDS if what.startswith("gm ")} <= {one.words for one in all_commands()}


def test_taking_back_is_shown_before_it_is_done_and_can_be_brought_back(boss: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    house.write(game, "Red", "bid N 5")
    page = do(boss, game, "gm undo to", to="0")
    assert house.orders(game) == ["Red: bid N 5"], "only shown"
    assert "bid N 5" in page
    word = re.search(r'name="word" value="(\w+)"', page)
    assert word is not None
    do(boss, game, "confirm", word=word.group(1))
    assert house.orders(game) == ["Boss: undo to 0"] or "Red: bid N 5" not in house.orders(game)
    do(boss, game, "gm redo")
    assert "Red: bid N 5" in house.orders(game)


def test_misses_are_excused(boss: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    assert "Red has missed nothing" in do(boss, game, "gm excuse", seat="Red")


def test_hours_of_the_bank_are_given_where_there_is_one(boss: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    do(boss, game, "gm clock", clock="bank 10 days")
    assert 'class="said bad"' not in do(boss, game, "gm bank", seat="Red", sign="+", hours="48")


@pytest.mark.parametrize(
    ("what", "fields"), [("gm as", {"seat": "Red", "lines": "bid N 5"}), ("gm extend", {"hours": "24"})]
)
def test_what_a_deed_would_do_is_shown_before_it_is_done(
    boss: FlaskClient, house: House, what: str, fields: dict[str, str]
) -> None:
    game = house.game("Red", "Blue", gm=BOSS)

    def due() -> object:
        with house.office.reading() as desk:
            return getattr(open_decision(desk, game), "due_at", None)

    before = due()
    page = do(boss, game, what, **fields, **{"try": "1"})
    assert "This was tried; nothing was played." in page and 'class="said bad"' not in page
    assert house.orders(game) == [] and due() == before, "only shown"
    do(boss, game, what, **fields)
    assert house.orders(game) or due() != before


def shown(client: FlaskClient, game: str) -> str:
    """The position that the page shows as one acts for a seat on it."""
    page = client.get(f"/games/{game}/moderate").text
    (form,) = (one for one in page.split("<form") if 'value="gm as"' in one)
    return re.findall(r'name="tried" value="([0-9]+)"', form)[0]


@pytest.mark.parametrize(
    ("what", "fields"), [("gm as", {"seat": "Red", "lines": "pass"}), ("lines", {"lines": "gm as Red\npass\nend as"})]
)
def test_what_is_played_for_a_seat_a_moment_too_late_is_not_kept_for_its_next_decision(
    boss: FlaskClient, house: House, what: str, fields: dict[str, str]
) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    seen = shown(boss, game)
    house.write(game, "Red", "bid N 5")
    before = house.orders(game)
    page = do(boss, game, what, **fields, tried=seen)
    assert 'class="said bad"' in page and "The game has gone on since you saw that Red had to move." in page
    assert house.orders(game) == before
    house.write(game, "Blue", "bid N 10")
    assert len(house.orders(game)) == len(before) + 1 and house.row(game).mover == "Red", "Red is asked"
    # On the position that is shown it is played.
    do(boss, game, what, **fields, tried=shown(boss, game), once="again")
    assert house.orders(game)[len(before) + 1 :] == ["Red: pass"]


def test_what_is_played_for_a_seat_that_was_not_on_turn_is_kept_as_the_page_said(
    boss: FlaskClient, house: House
) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    seen = shown(boss, game)
    house.write(game, "Red", "bid N 5")
    do(boss, game, "gm as", seat="Blue", lines="pass", tried=seen)
    assert house.orders(game)[-1].endswith("pass")


def test_what_is_played_for_a_seat_is_not_played_after_moves_were_taken_back(boss: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    house.write(game, "Red", "bid N 5")
    seen = shown(boss, game)
    house.write(game, "Red", "undo")
    page = do(boss, game, "gm as", seat="Blue", lines="bid N 10", tried=seen)
    assert 'class="said bad"' in page and house.orders(game) == ["Red: undo to 0"]


@pytest.mark.parametrize("fields", [{"seat": "Blue"}, {"address": "bot"}, {"seat": "", "address": ""}])
def test_nobody_loses_a_seat_to_a_bot_by_the_button_alone(
    boss: FlaskClient, house: House, fields: dict[str, str]
) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    page = boss.get(f"/games/{game}/moderate").text
    (form,) = (one for one in page.split("<form") if 'value="gm replace"' in one)
    assert re.search(r'<select id="replace" name="seat" required><option value=""></option>', form)
    assert re.search(r'<input id="by" name="address" required', form)
    assert 'class="said bad"' in do(boss, game, "gm replace", **fields)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None and not any(seat.bot for seat in play.players)


def test_one_line_is_one_line(boss: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    form = {"token": token(boss, f"/games/{game}/moderate"), "what": "gm grace", "once": "1", "hours": "6\ngm end"}
    assert boss.post(f"/games/{game}/moderate", data=form).status_code == 400


@pytest.fixture
def admin(client: FlaskClient, house: House) -> FlaskClient:
    client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    person_of(house, "ops@example.org")
    with house.office.desk() as desk:
        person = desk.person_at("ops@example.org")
        assert person is not None
        person.operator = True
    signed_in(client, "ops@example.org", house)
    return client


def test_the_console_says_nothing_that_a_link_has_it_say(admin: FlaskClient) -> None:
    assert "rekey now" not in admin.get("/console/?done=Type+rekey+now").text
    form = {"token": token(admin, "/console/"), "what": "pause"}
    assert "Paused: 0 games." in admin.post("/console/clocks", data=form, follow_redirects=True).text
    assert 'role="status"' not in admin.get("/console/").text, "shown once"


def test_the_operators_console_is_for_operators(admin: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    page = admin.get("/console/?who=red@")
    assert page.status_code == 200 and "red@example.org" in page.text and game in page.text
    player = create_app(house.office).test_client()
    signed_in(player, "red@example.org", house)
    form = {"token": token(player, "/me/"), "what": "block"}
    for path in ("/console/", "/console/mails/1"):
        assert player.get(path).status_code == 403
    for path in ("/console/people/1", "/console/clocks", "/console/outbox/retry", "/console/mails/1/retry"):
        assert player.post(path, data=form).status_code == 403


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ("laufende Partien", "E-Mails ein, beantwortet", "Datenbank", "in Ordnung", "Taktgeber")),
        ("fr", ("parties en cours", "courriels reçus, traités", "base de données", "tout va bien", "horloge")),
        ("ko", ("진행 중인 게임", "받은 메일, 답장함", "데이터베이스", "정상", "시계")),
    ],
)
def test_the_operators_console_says_states_in_the_readers_words(
    admin: FlaskClient, house: House, language: str, said: tuple[str, ...]
) -> None:
    # Whatever a row can be has its words.
    assert (set(GAMES), set(MAILS_IN), set(MAILS_OUT)) == (set(GameStatus), set(MailStatus), set(Sending))
    game = house.game("Red", "Blue", gm=BOSS)
    house.write(game, "Red", "bid N 5")
    with admin.session_transaction() as session:
        session["language"] = language
    shown = " ".join(re.findall(r"<d[td][^>]*>([^<]*)", admin.get("/console/").text))
    assert all(word in shown for word in said), shown
    assert not re.search(r"\b(running|done|ok|pending|sent|beat|worker|database|never|disk)\b", shown)


def test_people_are_blocked_joined_and_forgotten(admin: FlaskClient, house: House) -> None:
    red, two = person_of(house, "red@example.org"), person_of(house, "red2@example.org")
    form = {"token": token(admin, "/console/")}
    player = create_app(house.office).test_client()
    signed_in(player, "red@example.org", house)
    assert player.get("/me/").status_code == 200
    admin.post(f"/console/people/{red.id}", data=form | {"what": "block"})
    assert player.get("/me/").status_code == 302, "out at once"
    admin.post(f"/console/people/{red.id}", data=form | {"what": "unblock"})
    admin.post(f"/console/people/{red.id}", data=form | {"what": "merge", "other": str(two.id)})
    with house.office.reading() as desk:
        found = desk.person_at("red2@example.org")
        assert found is not None and found.id == red.id
    admin.post(f"/console/people/{red.id}", data=form | {"what": "forget", "name": "wrong"})
    assert person_of(house, "red@example.org").id == red.id
    admin.post(f"/console/people/{red.id}", data=form | {"what": "forget", "name": red.name})
    with house.office.reading() as desk:
        assert desk.person_at("red@example.org") is None


def test_what_ails_the_service_is_said_in_the_operators_words(admin: FlaskClient, house: House) -> None:
    for part in heartbeat.PARTS:
        heartbeat.sign(house.office, part)
    house.pass_time(minutes=2)
    heartbeat.sign(house.office, heartbeat.WORKER)
    admin.post("/language", data={"token": token(admin, "/console/"), "language": "de", "next": "/"})
    assert "zuletzt vor 120 s gesehen" in admin.get("/console/").text
    assert "last seen 120 s ago" in admin.get("/readyz").text, "programs read English"


def test_all_clocks_are_stopped_and_go_on(admin: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    form = {"token": token(admin, "/console/")}
    admin.post("/console/clocks", data=form | {"what": "pause"})
    assert house.row(game).paused_at is not None
    admin.post("/console/clocks", data=form | {"what": "resume"})
    assert house.row(game).paused_at is None
    with house.office.reading() as desk:
        who = desk.person_at("ops@example.org")
        assert who is not None
        told = [(row.what, row.who) for row in desk.service.deeds(2, game)]
        assert told == [("resume all games", who.name), ("pause all games", who.name)], "its moderator's log says who"
        assert "command line" not in {row.who for row in desk.service.deeds(9) if "all" in row.what}


def test_new_order_addresses_are_made_for_whoever_types_the_word(admin: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    before = house.address(game, "Red")
    form = {"token": token(admin, "/console/")}
    admin.post("/console/secrets", data=form | {"word": "yes"})
    assert house.address(game, "Red") == before, "nothing without the word"
    admin.post("/console/secrets", data=form | {"word": "rekey"})
    assert house.address(game, "Red") != before


def test_a_person_s_data_are_handed_out_and_that_is_noted(admin: FlaskClient, house: House) -> None:
    house.game("Red", "Blue")
    red = person_of(house, "red@example.org")
    answer = admin.get(f"/console/people/{red.id}/data.json")
    assert (
        answer.get_json()["addresses"] == ["red@example.org"] and "attachment" in answer.headers["Content-Disposition"]
    )
    assert "console: export" in admin.get("/console/").text


def test_an_operator_makes_another_and_nobody_unmakes_themselves(admin: FlaskClient, house: House) -> None:
    red = person_of(house, "red@example.org")
    form = {"token": token(admin, "/console/")}
    admin.post(f"/console/people/{red.id}", data=form | {"what": "operator"})
    other = create_app(house.office).test_client()
    signed_in(other, "red@example.org", house)
    assert other.get("/console/").status_code == 200
    me = person_of(house, "ops@example.org")
    admin.post(f"/console/people/{me.id}", data=form | {"what": "no operator"})
    assert admin.get("/console/").status_code == 200


def test_an_operators_browser_left_open_gives_the_service_to_nobody(admin: FlaskClient, house: House) -> None:
    """Whoever found it would run the service from their own sign-in for good, and nobody had a mail."""
    game, mallory = house.game("Red", "Blue"), person_of(house, "mallory@evil.example")
    before, red = house.address(game, "Red"), person_of(house, "red@example.org")
    house.pass_time(hours=2)
    form = {"token": token(admin, "/console/"), "name": red.name, "other": str(mallory.id)}
    for what in ("operator", "merge", "forget", "no operator"):
        page = admin.post(f"/console/people/{red.id}", data=form | {"what": what}, follow_redirects=True).text
        assert "sign in again by email" in page, what
    admin.post("/console/secrets", data=form | {"word": "rekey"})
    assert admin.get(f"/console/people/{red.id}/data.json").status_code == 302
    assert house.address(game, "Red") == before
    with house.office.reading() as desk:
        found = desk.person_at("red@example.org")
        assert found is not None and found.id == red.id and not found.operator
    # What is taken back as easily is done at once.
    admin.post(f"/console/people/{red.id}", data=form | {"what": "block"})
    with house.office.reading() as desk:
        assert desk.people.get(red.id).blocked


def test_every_operator_hears_of_a_new_one_by_mail(admin: FlaskClient, house: House) -> None:
    red, other = person_of(house, "red@example.org"), person_of(house, "other@example.org")
    with house.office.desk() as desk:
        desk.people.get(other.id).operator = True
    form = {"token": token(admin, "/console/")}
    admin.post(f"/console/people/{red.id}", data=form | {"what": "operator"})
    told = house.outbox("notice")
    assert {row.recipient for row in told} == {"ops@example.org", "other@example.org", "red@example.org"}
    assert "red@example.org" in str(told[0].data["text"])
    admin.post(f"/console/people/{other.id}", data=form | {"what": "no operator"})
    assert len(house.outbox("notice", "other@example.org")) == 2, "who was one hears of it too"


@pytest.mark.parametrize(
    ("language", "moderator", "share", "bid"),
    [
        ("fr", "arbitre", "0,0 %", "enchérir 20 sur TSR"),
        ("de", "Spielleiter", "0,0 %", "biete 20 auf TSR"),
        ("ko", "진행자", "0.0 %", "TSR에 20 입찰"),
    ],
)
def test_consoles_call_seats_orders_and_shares_as_the_reader_does(
    boss: FlaskClient, house: House, language: str, moderator: str, share: str, bid: str
) -> None:
    game = house.game("Red", "Blue", "Green", title="1861", gm=BOSS)
    house.write(game, "Red", "bid TSR 20")
    with house.office.desk() as desk:
        desk.meet(BOSS).operator = True
    with boss.session_transaction() as session:
        session["language"] = language
    console, mine, table = (boss.get(path).text for path in ("/console/?who=boss", "/me/", f"/games/{game}/moderate"))
    assert f">{game}</a> ({moderator})" in console and share in console
    assert f"{moderator} ·" in mine
    assert f'<th scope="row">{moderator}</th>' in table and bid in table
    assert not re.search(r"\bGM\b", re.sub(r"<[^>]*>", " ", console + mine))


@pytest.mark.parametrize("language", languages()[1:])
def test_the_operator_reads_the_console_in_their_language(boss: FlaskClient, house: House, language: str) -> None:
    with house.office.desk() as desk:
        desk.meet(BOSS).operator = True
    with boss.session_transaction() as session:
        session["language"] = language
    page = boss.get("/console/?who=boss").text
    titles = re.findall(r"<h[123]>([^<]*)</h[123]>", page)
    # What there is nothing of has a figure and no heading.
    assert len(titles) > 6 and not {"Health", "Queues", "Set aside", "People", "Operators", "Log"} & set(titles)
    form = {"token": token(boss, "/console/"), "what": "pause"}
    told = Words(language).say(Message("Paused: {count} games.", count=0))
    assert told in boss.post("/console/clocks", data=form, follow_redirects=True).text


@pytest.mark.parametrize("language", languages())
def test_what_may_be_chosen_is_said_in_words_and_shows_what_holds(
    boss: FlaskClient, house: House, language: str
) -> None:
    game = house.game("Red", "Blue", gm=BOSS)
    do(boss, game, "gm machines", machines="no")
    with boss.session_transaction() as session:
        session["language"] = language
    page = boss.get(f"/games/{game}/moderate").text
    said = ("wait for the moderator", "nothing", "everybody", "may not play")
    chosen = re.findall(r'<option value="(\w+)" selected>([^<]*)</option>', page)
    assert chosen == [
        (word, str(escape(Words(language).say(Message(text)))))
        for word, text in zip(("wait", "none", "public", "no"), said, strict=True)
    ]


# Each command of ./waybill, and the page on which an operator does the same; or why it is done at the machine alone.
AT_THE_MACHINE = {
    "words export": "changes files of the program",
    "words import": "changes files of the program",
    "title new": "changes files of the program",
    "migrate": "without it there are no pages",
    "signin": "lets in whoever cannot sign in by mail, so it must not need a sign-in",
    "game log": "a game's log is its moderators'; what operators do stands in the log of the console",
    "report": "writes a mail of a player, with their secret address, for whoever works on the program",
    "mail work": "a process of its own, which the service starts for itself",
    "sweep": "the service does all of it by itself",
    "backup": "writes a file with every secret there is; no page gives that away",
    "restore": "fills an empty database; there is nobody yet who could sign in",
    "audit": "plays all games again, which takes longer than a page may",
    "td": "said by the director's desk, in its own words",
}
ON_A_PAGE = {
    "game new": "pages.make",
    "game list": "api.games",
    "game state": "api.state",
    "game export": "spectators.record",
    "user add": "entering.send_link",
    "person list": "console.overview",
    "person show": "console.overview",
    "person export": "console.data",
    "person block": "console.person",
    "person merge": "console.person",
    "person forget": "console.person",
    "pause": "console.clocks",
    "resume": "console.clocks",
    "mail list": "console.overview",
    "mail show": "console.mail",
    "mail retry": "console.again",
    "outbox list": "console.overview",
    "outbox providers": "console.overview",
    "outbox retry": "console.send_again",
    "doctor": "health.ready",
    "rekey": "console.secrets",
    "verify": "checking.check",
}


def every_command(group: click.Group, above: str = "") -> Iterator[str]:
    for name, one in group.commands.items():
        if isinstance(one, click.Group):
            yield from every_command(one, f"{above}{name} ")
        else:
            yield above + name


def test_every_command_of_the_command_line_is_on_a_page_or_says_why_not(client: FlaskClient) -> None:
    assert sorted(every_command(command_line.main)) == sorted({*AT_THE_MACHINE, *ON_A_PAGE})
    assert not AT_THE_MACHINE.keys() & ON_A_PAGE.keys()
    assert set(ON_A_PAGE.values()) <= {rule.endpoint for rule in client.application.url_map.iter_rules()}
    assert set(ON_A_PAGE.values()) <= DOORS.keys()
