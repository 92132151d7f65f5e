"""Tables of an event: made once whoever dies, played out when they are not over, anonymous, duplicate."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from sqlalchemy import event

from engine import Move, State
from moderator.bots.choose import choose
from moderator.bots.taste import Taste
from moderator.errands import people
from moderator.events import announcing, moving, rounds
from moderator.events.auditing import audit
from moderator.events.lines import standings_kept as kept
from moderator.office.desk import Desk
from moderator.store.cup_tables import RatingStep
from moderator.store.statuses import CupStatus, EntryStatus, TableStatus
from moderator.table import robots, seating
from moderator.table.onward import end_early, go_on
from moderator.table.robots import play_bots
from moderator.web import create_app
from tests.moderator.events.conftest import BOSS, Club
from tests.moderator.web.visiting import person_of


class Killed(BaseException):
    """The process is gone: nothing above it may tidy up."""


@contextmanager
def killed_at(chance: random.Random, odds: float) -> Iterator[None]:
    """Kills whoever adds a row, at random: whatever was not committed is gone."""
    add = Desk.add

    def dying(self: Desk, row: object) -> object:
        if chance.random() < odds:
            raise Killed
        return add(self, row)  # type: ignore[type-var]

    Desk.add = dying  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        Desk.add = add  # type: ignore[method-assign]


@pytest.mark.parametrize("seed", range(3))
def test_killed_anywhere_no_table_is_made_twice_and_none_is_missing(club: Club, seed: int) -> None:
    club.announce("format swiss 2", people=("Anna", "Bert"), bots=6)
    club.close()
    chance = random.Random(seed)
    deaths = 0
    for _ in range(400):
        if club.row().status == CupStatus.OVER:
            break
        try:
            with killed_at(chance, 0.2):
                for game in club.games():
                    if "Anna" not in {
                        seat["seat"] for t in club.overview().tables if t.game_id == game for seat in t.seats
                    }:
                        play_bots(club.house.office, game)
                    moving.take_ending(club.house.office, game)
                club.move_on()
        except Killed:
            deaths += 1
        _end_those_with_people(club)
        club.house.pass_time(hours=6)
    overview = club.overview()
    assert deaths > 3
    assert overview.cup.status == CupStatus.OVER
    for row in overview.rounds:
        seated = [seat["entry"] for table in overview.tables_of(row) for seat in table.seats]
        assert sorted(seated) == sorted(entry.key for entry in overview.entries)
    games = [table.game_id for table in overview.tables]
    assert len(set(games)) == len(games) == 8
    with club.house.office.reading() as desk:
        assert len(desk.games.all()) == 8, "no game was left behind"
        assert audit(desk, overview.cup) == []
    keys = [row.key for row in club.house.outbox()]
    assert len(keys) == len(set(keys))


def test_killed_or_not_the_standings_come_out_the_same(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def same(size: int = 16) -> str:
        return "5a" * size

    # One seed for both events and all their games, so that nothing but the deaths is otherwise.
    monkeypatch.setattr(announcing, "secrets", SimpleNamespace(token_hex=same))
    monkeypatch.setattr(seating, "secrets", SimpleNamespace(token_hex=same, choice=secrets.choice))
    other = Club(club.house, "other")
    other.announce("format swiss 3", bots=6)
    other.close()
    other.run()
    club.announce("format swiss 3", bots=6)
    club.close()
    chance, deaths = random.Random(7), 0
    for _ in range(400):
        if club.row().status == CupStatus.OVER:
            break
        try:
            with killed_at(chance, 0.2):
                club.play()
                club.move_on()
        except Killed:
            deaths += 1
    assert deaths > 3
    assert [table.result for table in club.overview().tables] == [table.result for table in other.overview().tables]
    assert kept(club.overview().lines) == kept(other.overview().lines)
    assert club.overview().cup.status == other.overview().cup.status == CupStatus.OVER


def _end_those_with_people(club: Club) -> None:
    for table in club.overview().tables:
        people = {"Anna", "Bert"} & {seat["seat"] for seat in table.seats}
        if table.status == TableStatus.PLAYING and table.game_id and people:
            with club.house.office.desk() as desk:
                play = desk.lock(table.game_id)
                assert play is not None
                if play.running:
                    end_early(desk, play, "agreed")
                    go_on(desk, play)


def test_a_table_that_is_not_over_is_played_out_and_the_same_figures_come_again(club: Club) -> None:
    club.announce("format swiss 1", "playouts 3", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    club.house.pass_time(days=31)
    club.move_on()
    (table,) = club.overview().tables
    assert table.estimate is not None
    assert len(table.estimate["samples"]) == 3
    assert table.status in (TableStatus.DECIDED, TableStatus.UNCLEAR)
    if table.status == TableStatus.UNCLEAR:
        asked = club.house.outbox("notice", BOSS)[-1]
        assert "the estimates overlap" in asked.data["text"]
        assert club.write(asked.data["orders"][0]).word == "ACCEPTED"
    club.after_a_day()
    assert club.row().status == CupStatus.OVER
    with club.house.office.reading() as desk:
        assert audit(desk, club.row(), play_outs=True) == []


@pytest.mark.parametrize(("rule", "how"), [("stands", "early"), ("ruling", "ruled")])
def test_other_rules_for_what_is_not_over(club: Club, rule: str, how: str) -> None:
    club.announce("format swiss 1", f"unfinished {rule}", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    club.house.pass_time(days=31)
    club.move_on()
    if rule == "ruling":
        assert club.overview().tables[0].status == TableStatus.UNCLEAR
        assert club.write('td rule cup 1 Anna = Bert "nobody was ahead"').word == "ACCEPTED"
    club.after_a_day()
    (table,) = club.overview().tables
    assert table.result is not None
    assert table.result["how"] == how
    assert club.row().status == CupStatus.OVER
    assert club.house.row(str(table.game_id)).status == "over"


def test_anonymous_tables_say_no_name_anywhere_until_the_round_is_over(club: Club) -> None:
    club.announce("anonymous yes", "format swiss 1", people=("Zebedee", "Xanthippe"), bots=2)
    club.close()
    club.move_on()
    club.house.deliver()
    client = create_app(club.house.office).test_client()
    overview = club.overview()
    table = overview.table_of(overview.entry_named("Zebedee"))
    assert table is not None and table.game_id is not None
    seat = next(one["seat"] for one in table.seats if one["entry"] == overview.entry_named("Zebedee").key)
    assert seat in ("Red", "Blue")
    together = f'Zebedee <span class="small">{seat}</span>'
    assert club.house.write(table.game_id, seat, "press all\nhello\nend press", sender="zebedee@example.org").word
    club.house.deliver()
    others = [
        row
        for row in club.house.outbox()
        if row.game_id == table.game_id and row.recipient not in ("zebedee@example.org", BOSS)
    ]
    for row in others:
        assert b"Zebedee" not in (row.raw or b"")
    for page in ("", "/game.json"):
        assert "Zebedee" not in client.get(f"/games/{table.game_id}{page}").text
    told = client.get("/events/cup/event.json").json
    assert told is not None
    (seats,) = [t["seats"] for r in told["rounds"] for t in r["tables"] if t["game"] == table.game_id]
    assert {one["entrant"] for one in seats} == {None}
    (sealed,) = client.get("/events/cup/draws.json").json[0]["draws"]
    assert set(sealed) == {"pool", "sealed"}
    assert together not in client.get("/events/cup").text
    assert "Zebedee" in club.write("td status cup").text, "the director sees names"
    for number in (1, 2):
        club.write(f"td at cup {number} gm end")
    for game in club.games():
        club.house.do("ending", game)
    club.after_a_day()
    assert club.row().status == CupStatus.OVER
    assert together in client.get("/events/cup").text


def test_duplicate_tables_have_one_draw_and_are_compared_by_seat(club: Club) -> None:
    club.announce("duplicate yes", "format swiss 1", bots=6)
    club.close()
    club.run()
    overview = club.overview()
    with club.house.office.reading() as desk:
        drawn = []
        for table in overview.tables:
            play = desk.game(str(table.game_id))
            assert play is not None
            drawn.append(play.drawn["title"])
    assert all(one == drawn[0] for one in drawn)
    # Three tables of two: everybody is compared with the two who had the same seat.
    assert {line.points.denominator for line in overview.lines} <= {1, 2, 3}
    assert len({line.entrant for line in overview.lines}) == 6


def test_an_event_may_forbid_press(club: Club) -> None:
    club.announce("press no", people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    (game,) = club.games()
    answer = club.house.write(game, "Anna", "press all\nhello\nend press")
    assert answer.word == "NOT ACCEPTED"
    assert "allows no table talk" in answer.said
    assert club.house.write(game, "GM", "press all\nhello\nend press", sender=BOSS).word == "ACCEPTED"


def test_a_bye_comes_only_where_it_must_and_never_twice(club: Club) -> None:
    club.announce("format swiss 3", bots=5)
    club.close()
    club.run()
    overview = club.overview()
    byes = [who for row in overview.rounds for _, drawing in overview.drawings(row) for who in drawing.byes]
    assert len(byes) == 3
    assert len(set(byes)) == 3


def test_who_resigns_has_forfeited_and_is_not_drawn_again(club: Club) -> None:
    club.announce(people=("Anna",), bots=3)
    club.close()
    club.move_on()
    table = club.overview().table_of(club.overview().entry_named("Anna"))
    assert table is not None
    club.house.write(str(table.game_id), "Anna", "resign")
    assert club.house.confirm(str(table.game_id), "Anna").word == "ACCEPTED"
    club.run()
    overview = club.overview()
    assert overview.cup.status == CupStatus.OVER
    assert overview.entry_named("Anna").status == EntryStatus.WITHDRAWN
    second = {seat["entry"] for one in overview.tables_of(overview.rounds[1]) for seat in one.seats}
    assert overview.entry_named("Anna").key not in second


def statements(club: Club, page: str) -> int:
    """How many questions a page asks the database."""
    asked: list[str] = []
    listen = lambda _c, _cur, statement, *_: asked.append(statement)  # noqa: E731
    client = create_app(club.house.office).test_client()
    event.listen(club.house.office.database, "before_cursor_execute", listen)
    try:
        assert client.get(page).status_code == 200
    finally:
        event.remove(club.house.office.database, "before_cursor_execute", listen)
    return len([one for one in asked if one.lstrip().upper().startswith("SELECT")])


@pytest.mark.parametrize("page", ["", "/standings", "/cross-table", "/event.json", "/standings.csv"])
def test_a_page_asks_as_often_for_many_players_as_for_few(club: Club, page: str) -> None:
    club.announce(bots=4)
    club.close()
    club.move_on()
    few = statements(club, f"/events/cup{page}")
    many = Club(club.house, "big")
    many.announce(bots=26)
    many.close()
    many.move_on()
    assert statements(many, f"/events/big{page}") == few


def decided(club: Club) -> None:
    """Every table of the round is over, by agreement, and its event has heard of it."""
    for table in club.overview().tables:
        if table.status == TableStatus.PLAYING and table.game_id is not None:
            with club.house.office.desk() as desk:
                play = desk.lock(table.game_id)
                assert play is not None
                end_early(desk, play, "agreed")
                go_on(desk, play)
            club.house.do("ending", table.game_id)


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("page", ["", "/standings", "/cross-table", "/event.json", "/standings.csv"])
def test_a_page_asks_as_often_for_many_results_as_for_few(club: Club, page: str, over: bool) -> None:
    """When all tables are decided, and when the event is over."""
    counts = []
    for name, bots in (("four", 4), ("many", 26)):
        mine = Club(club.house, name)
        mine.announce("format swiss 1", "called Cup of " + name, bots=bots)
        mine.close()
        mine.move_on()
        decided(mine)
        if over:
            mine.move_on()
        assert (mine.row().status == CupStatus.OVER) == over
        assert {table.status for table in mine.overview().tables} == {TableStatus.DECIDED}
        counts.append(statements(mine, f"/events/{name}{page}"))
    assert counts[0] == counts[1]


def test_the_page_of_ratings_asks_as_often_for_many_as_for_few(club: Club) -> None:
    counts, known = [], 0
    game = club.house.game("Ann", "Red")
    for most in (2, 9):
        with club.house.office.desk() as desk:
            for number in range(known, most):
                person = desk.meet(f"rated{number}@example.org", f"Rated {number}")
                person.rated = True
                desk.write()
                figures = {"rank": 1, "mu": 25.0 + number, "sigma": 3.0, "at": desk.now}
                desk.add(RatingStep(person_id=person.id, title="toy", game_id=game, **figures))
        known = most
        counts.append(statements(club, "/ratings"))
    assert counts[0] == counts[1]
    page = create_app(club.house.office).test_client().get("/ratings").text
    assert page.count("toy ") == 9 and "toy 24" in page, "25 + 8 less three times 3"


def test_publishing_asks_as_often_for_the_last_table_as_for_the_first(club: Club) -> None:
    club.announce(bots=20)
    club.close()
    counts: list[int] = []
    asked: list[str] = []
    made = rounds.make_table

    def counting(desk: Desk, cup: object, table_id: int) -> object:
        before = len(asked)
        try:
            return made(desk, cup, table_id)  # type: ignore[arg-type]
        finally:
            counts.append(len(asked) - before)

    event.listen(club.house.office.database, "before_cursor_execute", lambda _c, _cur, s, *_: asked.append(s))
    rounds.make_table = counting  # type: ignore[assignment]
    try:
        club.move_on()
    finally:
        rounds.make_table = made
    assert len(counts) == 10
    assert max(counts) - min(counts) <= 2


def test_the_other_pages_are_there(club: Club) -> None:
    club.announce()
    client = create_app(club.house.office).test_client()
    assert "cup" in client.get("/events").text
    assert client.get("/events/nowhere").status_code == 404
    club.close()
    club.run()
    assert "BEGIN:VCALENDAR" in client.get("/events/cup/event.ics").text
    assert "<feed" in client.get("/events/cup/feed.atom").text
    assert "<svg" in client.get("/events/cup/cross-table.svg").text
    assert client.get("/records").status_code == 200
    assert client.get("/ratings").status_code == 200
    assert client.get("/people/1").status_code == 404, "nobody has a page who did not ask for it"
    draws = client.get("/events/cup/draws.json").json
    assert draws is not None
    assert len(draws) == 2


def test_ratings_are_for_those_who_want_them_and_regular_games(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    assert club.write("rated yes", "anna@example.org").word == "ACCEPTED"
    assert club.write("rated yes", "bert@example.org").word == "ACCEPTED"
    club.close()
    club.move_on()
    (game,) = club.games()
    while club.house.row(game).status == "running":
        mover = club.house.row(game).mover
        order = "pass" if club.house.row(game).round.startswith("AUC") else "done"
        assert club.house.write(game, str(mover), order).word == "ACCEPTED"
    club.house.do("ending", game)
    club.move_on()
    assert "toy:" in club.write("rating", "anna@example.org").text
    assert game in club.write("record Bert", "x@example.org").text
    client = create_app(club.house.office).test_client()
    assert "Anna" in client.get("/ratings").text
    bert = person_of(club.house, "bert@example.org").id
    assert game in client.get(f"/people/{bert}").text
    with club.house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        play.show_to("private")
    # What is private is nobody's business but theirs who sat there.
    assert game not in club.write("record Bert", "x@example.org").text
    assert game in club.write("record", "bert@example.org").text
    assert game not in client.get(f"/people/{bert}").text
    assert game not in client.get("/records").text
    with club.house.office.reading() as desk:
        assert len(desk.endings.steps()) == 2
        assert audit(desk, club.row()) == []
    _held_against_records_and_log(club)


def _held_against_records_and_log(club: Club) -> None:
    """What is written down of a rated game can't be changed or left out unseen."""

    def found() -> list[str]:
        with club.house.office.reading() as desk:
            return [str(one) for one in audit(desk, club.row())]

    for name, wrong in (("rank", 9), ("title", "1861"), ("mu", 1.5), ("sigma", 1.5)):
        with club.house.office.desk() as desk:
            was = getattr(desk.endings.steps()[0], name)
            setattr(desk.endings.steps()[0], name, wrong)
        assert "comes out otherwise" in " ".join(found()), name
        with club.house.office.desk() as desk:
            setattr(desk.endings.steps()[0], name, was)
    assert found() == []
    with club.house.office.desk() as desk:
        desk.drop(desk.endings.steps()[0])
    assert "is missing" in " ".join(found()) and "comes out otherwise" in " ".join(found())
    with club.house.office.desk() as desk:
        desk.drop(desk.endings.steps()[0])
    assert len(found()) == 2 and all("is missing" in one for one in found())
    with club.house.office.desk() as desk:
        for person in desk.people.find("example.org", 10):
            people.forget(desk, person)
    assert not [one for one in found() if "is missing" in one], "who is forgotten has no rating"


def test_an_anonymous_table_that_is_over_is_not_told_of_before_its_round_is(club: Club) -> None:
    four = ("Anna", "Bert", "Cleo", "Dora")
    club.announce("format swiss 1", "anonymous yes", people=four, bots=0)
    for name in four:
        assert club.write("rated yes", f"{name.lower()}@example.org").word == "ACCEPTED"
    club.close()
    club.move_on()
    over, other = club.games()
    with club.house.office.reading() as desk:
        play = desk.game(over)
        assert play is not None
        sat = [(seat.person_id, desk.person(seat.person_id)) for seat in play.players]
    while club.house.row(over).status == "running":
        mover = club.house.row(over).mover
        order = "pass" if club.house.row(over).round.startswith("AUC") else "done"
        assert club.house.write(over, str(mover), order, sender=_holds(club, over, str(mover))).word == "ACCEPTED"
    club.house.do("ending", over)
    client = create_app(club.house.office).test_client()

    def told_of() -> set[str]:
        pages = [client.get(f"/people/{number}").text for number, _ in sat]
        pages += [
            club.write(f"{ask} {one.name}", "x@example.org").text for _, one in sat for ask in ("record", "rating")
        ]
        found = {"game" for page in pages if over in page}
        return found | {"rating" for page in (*pages, client.get("/ratings").text) if "toy" in page.replace(over, "")}

    assert club.house.row(other).status == "running"
    assert told_of() == set()
    while club.house.row(other).status == "running":
        mover = club.house.row(other).mover
        order = "pass" if club.house.row(other).round.startswith("AUC") else "done"
        assert club.house.write(other, str(mover), order, sender=_holds(club, other, str(mover))).word == "ACCEPTED"
    club.house.do("ending", other)
    club.move_on()
    assert told_of() == {"game", "rating"}


def _holds(club: Club, game: str, name: str) -> str:
    with club.house.office.reading() as desk:
        play = desk.game(game)
        seat = play.seat(name) if play is not None else None
        person = desk.holder(seat) if seat is not None else None
        assert person is not None
        return desk.main_address(person)


def test_who_is_forgotten_leaves_a_line_without_a_name(club: Club) -> None:
    club.announce("format swiss 1", people=("Anna", "Bert"), bots=0)
    with club.house.office.desk() as desk:
        anna = desk.person_at("anna@example.org")
        assert anna is not None
        assert people.told(desk, anna)["events"] == [{"event": "cup", "name": "Anna", "status": "entered", "club": ""}]
        people.forget(desk, anna)
    assert [entry.name for entry in club.overview().entries] == ["Player 1", "Bert"]


def test_two_who_are_one_are_not_joined_while_both_play_in_an_event(club: Club) -> None:
    club.announce(people=("Anna", "Bert"), bots=0)
    with club.house.office.desk() as desk:
        anna, bert = desk.person_at("anna@example.org"), desk.person_at("bert@example.org")
        assert anna is not None and bert is not None
        assert people.merge(desk, anna, bert) == "Both have entered cup."
        other = desk.meet("anna@example.net")
        assert people.merge(desk, other, anna) == ""
    assert club.overview().entries[0].person_id == other.id


def test_lateness_costs_points_where_the_clock_takes_points(club: Club) -> None:
    club.announce("format swiss 1")
    club.close()
    club.run()
    before = {line.entrant: line.points for line in club.overview().lines}
    first = club.overview().lines[0].entrant
    with club.house.office.desk() as desk:
        for table in desk.cups.tables("cup"):
            if table.result is not None and first in [one[0] for one in table.result["standing"]]:
                table.result = {**table.result, "off": {first: 3}}
    lines = club.overview().lines
    assert lines[-1].entrant == first
    assert lines[-1].points == before[first] - 3
    assert "Lateness costs 3." in str(lines[-1].working)
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)


@pytest.mark.parametrize(("duplicate", "minds"), [("no", 2), ("yes", 1)])
def test_bots_of_two_tables_differ_unless_tables_are_to_be_alike(
    club: Club, monkeypatch: pytest.MonkeyPatch, duplicate: str, minds: int
) -> None:
    tastes: set[Taste] = set()

    def asked(state: State, seat: str, taste: Taste) -> Move:
        tastes.add(taste)
        return choose(state, seat, taste)

    monkeypatch.setattr(robots, "choose", asked)
    club.announce("format swiss 1", f"duplicate {duplicate}", bots=4)
    club.close()
    club.move_on()
    club.play()
    assert len(club.overview().tables) == 2
    assert len(tastes) == minds


@pytest.mark.long
def test_no_two_tables_of_bots_play_the_same_game(club: Club) -> None:
    club.announce("titles 1867", "format swiss 1", "tables 3", bots=6)
    club.close()
    club.move_on()
    one, other = club.games()
    for _ in range(20):
        for game in (one, other):
            play_bots(club.house.office, game)
    told = [[order.partition(": ")[2] for order in club.house.orders(game)] for game in (one, other)]
    assert told[0] != told[1]
