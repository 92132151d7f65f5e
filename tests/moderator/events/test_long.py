"""Whole events in the long tier: sixteen seats in two titles with people by mail, and a thousand players."""

from __future__ import annotations

import random
import re
import smtplib
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import engine
from moderator.bots.choose import choose
from moderator.errands.sweep import sweep
from moderator.events import announcing, entry
from moderator.events.auditing import audit
from moderator.events.lines import standings_kept as kept
from moderator.events.overview import Overview
from moderator.gateway.smtp import SmtpServer
from moderator.inbox.envelope import Envelope, Receipt
from moderator.inbox.handle import handle
from moderator.inbox.take_in import known, take_in
from moderator.store.statuses import CupStatus, EntryStatus, SeatStatus, TableStatus
from tests.moderator.events.conftest import BOSS, PLAY, Club, parked_word
from tests.moderator.events.test_tables import Killed, decided, killed_at, statements
from tests.moderator.house import Answered, open_house, settings_for

ANNOUNCEMENT = """td new cup
called Spring Cup
titles 1861, 1882
format swiss 3 then final
tables 4 from 3 to 4
playouts 2
round 90 days
hours 48
ladder 1
places 16
replacement waiting list
end event"""
PEOPLE = ("Anna", "Bert", "Cleo", "Dora")
# So many moves are made at the table that does not come to its end.
LEFT_AT = 260


class Whole:
    """An event with everything around it: people and a director who write by SMTP, the sweep, and sudden death."""

    def __init__(self, club: Club, odds: float) -> None:
        self.club, self.office, self.odds = club, club.house.office, odds
        self.chance = random.Random(odds)
        self.deaths, self.paused, self.withdrawn = 0, "", False
        self.came: list[int] = []
        self.door = SmtpServer(self._take_in, lambda address: known(self.office, address), port=0)

    def _take_in(self, raw: bytes, envelope: Envelope) -> Receipt:
        receipt = take_in(self.office, raw, envelope)
        self.came.append(receipt.mail_id)
        return receipt

    def mail(self, sender: str, to: str, body: str) -> Answered:
        """One mail over a real connection, and what is answered."""
        self.club.house.pass_time(minutes=1)
        with smtplib.SMTP("127.0.0.1", self.door.port, "mua.example.org") as server:
            server.sendmail(sender, [to], self.club.house.raw(sender, to, body))
        handle(self.office, self.came[-1])
        return self.club.house.answer(self.came[-1], deliver=False)

    def say(self, body: str, sender: str = BOSS) -> Answered:
        """To the mailbox for everybody; the words that come back are sent back."""
        answer = self.mail(sender, PLAY, body)
        while answer.status == "parked":
            self.club.house.pass_time(minutes=20)
            answer = self.mail(sender, PLAY, parked_word(answer))
        words = self.club.house.outbox("confirm", sender)
        if answer.rows and answer.word == "CONFIRM" and words:
            return self.mail(sender, PLAY, f"confirm {words[-1].data['word']}")
        return answer

    def do(self, task: str, key: Any) -> None:
        """What a worker does when it hears the bell; it may die of it. Nobody reads the mails here."""
        if task in ("deliver", "answer"):
            return
        try:
            with killed_at(self.chance, self.odds):
                self.club.house.do(task, key)
        except Killed:
            self.deaths += 1

    def step(self) -> None:
        """What happens by itself, then everybody who has something to write; if nobody has, a day passes."""
        sweep(self.office, self.do, timedelta(0))
        self.play_outs()
        if not (self.director() or self.others() or self.people()):
            self.club.house.pass_time(days=1)

    def play_outs(self) -> None:
        """Workers play out what they are rung for; one that dies loses what it had in hand."""
        bells = self.club.house.bells
        while rung := [key for task, key in bells if task == "playout"]:
            for key in rung:
                bells.remove(("playout", key))
                self.do("playout", key)

    def director(self) -> bool:
        """The director stops one table for good and rules where they are asked to."""
        overview = self.club.overview()
        for table in overview.tables:
            if table.status == TableStatus.UNCLEAR:
                names = " > ".join(seat["seat"] for seat in table.seats)
                assert self.say(f'td rule cup {table.number} {names} "as it looks"').word == "ACCEPTED"
                return True
        table = overview.table_of(overview.entry_named("Anna"))
        if not self.paused and table is not None and table.game_id is not None and self._full(table.game_id):
            assert self.say(f"td at cup {table.number} gm pause").word == "ACCEPTED"
            self.paused = table.game_id
            return True
        return False

    def people(self) -> bool:
        """Whoever is asked plays as a bot would. Bert has gone missing and never writes."""
        wrote = False
        for game in self.club.games():
            # Nobody makes more than a few moves between two looks of the service at what is due.
            for _ in range(4):
                row = self.club.house.row(game)
                who = self._holder(game, str(row.mover)) if row.status == "running" and row.mover else ""
                if not who or who == "bert@example.org" or game == self.paused or self._full(game):
                    break
                seat = engine.Player(str(row.mover))
                order = engine.write_order(choose(self.club.house.state(game), seat))
                answer = self.mail(who, self.club.house.address(game, seat), order)
                assert answer.word == "ACCEPTED", answer.said
                wrote = True
                self.do("bots", game)
        return wrote

    def _full(self, game: str) -> bool:
        """Whether the table that is not to end has come far enough."""
        overview = self.club.overview()
        table = overview.table_of(overview.entry_named("Anna"))
        first = len(overview.rounds) == 1 and table is not None and table.game_id == game
        return first and self.club.house.row(game).seq >= LEFT_AT

    def _holder(self, game: str, name: str) -> str:
        with self.office.reading() as desk:
            play = desk.game(game)
            seat = play.seat(name) if play is not None else None
            person = desk.holder(seat) if seat is not None and not seat.bot else None
            return desk.main_address(person) if person is not None else ""

    def others(self) -> bool:
        """Emil takes over when he is asked; Dora leaves when her table of the second round is decided."""
        with self.office.reading() as desk:
            seats = [
                (game, seat.name)
                for game in self.club.games()
                for seat in desk.game(game).players  # type: ignore[union-attr]
                if seat.status == SeatStatus.INVITED
            ]
        for game, name in seats:
            answer = self.mail("emil@example.org", self.club.house.address(game, name), "join")
            assert answer.word == "ACCEPTED", answer.said
            return True
        overview = self.club.overview()
        table = overview.table_of(overview.entry_named("Dora"))
        decided = table is not None and table.status == TableStatus.DECIDED
        if len(overview.rounds) == 2 and decided and not self.withdrawn:
            self.withdrawn = self.say("withdraw from cup", "dora@example.org").word == "ACCEPTED"
            return self.withdrawn
        return False

    def run(self) -> None:
        self.door.start()
        try:
            assert self.say(ANNOUNCEMENT).word == "ACCEPTED"
            for name in PEOPLE:
                assert "you have entered" in self.say(f"enter cup as {name}", f"{name.lower()}@example.org").said
            for number in range(12):
                assert self.say(f"td enter cup bot Bot {chr(65 + number)}").word == "ACCEPTED"
            assert "waiting list" in self.say("enter cup as Emil", "emil@example.org").said
            # Where nobody but bots is left a game is over at once, and nobody could take over.
            assert self.say("td pin cup Bert, Cleo").word == "ACCEPTED"
            assert self.say("td close cup").word == "ACCEPTED"
            for _ in range(6000):
                if self.club.row().status == CupStatus.OVER:
                    break
                self.step()
            told = self.say("td audit cup").text
            assert "Everything comes out as it is written down." in told
        finally:
            self.door.stop()


@pytest.mark.long
def test_sixteen_seats_three_swiss_rounds_and_a_final(club: Club) -> None:
    """Bots and people by SMTP in 1861 and 1882: one goes missing and is replaced, one withdraws, one table is played
    out, the director writes mails only, and whoever works dies again and again."""
    whole = Whole(club, odds=0.03)
    whole.run()
    overview = club.overview()
    assert overview.cup.status == CupStatus.OVER, club.state()
    assert whole.deaths > 10
    assert [(row.stage, row.number) for row in overview.rounds] == [(1, 1), (1, 2), (1, 3), (2, 1)]
    assert [{table.title for table in overview.tables_of(row)} for row in overview.rounds] == [
        {"1861"},
        {"1882"},
        {"1861"},
        {"1882"},
    ]
    games = [str(table.game_id) for table in overview.tables]
    assert len(set(games)) == len(games) == 13
    with club.house.office.reading() as desk:
        assert sorted(desk.games.all()) == sorted(games), "no game was left behind"
        assert audit(desk, overview.cup) == []
        assert overview.rounds[-1].standings == kept(overview.lines)
    for row in overview.rounds:
        seated = [seat["entry"] for table in overview.tables_of(row) for seat in table.seats]
        assert len(seated) == len(set(seated))
    first = {table.game_id: (table.result or {})["how"] for table in overview.tables_of(overview.rounds[0])}
    assert first.pop(whole.paused) in ("adjudicated", "ruled")
    told = [row.data["title"] for row in club.house.outbox("notice", "anna@example.org")]
    assert sum("time is up at table" in title for title in told) == 1
    assert set(first.values()) == {"played"}
    assert overview.entry_named("Bert").status == EntryStatus.WITHDRAWN
    assert overview.entry_named("Dora").status == EntryStatus.WITHDRAWN
    assert overview.entry_named("Emil").status == EntryStatus.ENTERED
    third = [len(table.seats) for table in overview.tables_of(overview.rounds[2])]
    assert sorted(third) == [3, 4, 4, 4]
    keys = [row.key for row in club.house.outbox()]
    assert len(keys) == len(set(keys)), "no mail twice"
    (report,) = club.house.outbox("event", BOSS)
    assert "Spring Cup is over" in club.house.text_of(report)


@pytest.mark.long
def test_a_league_of_a_thousand(tmp_path: Path, postgres_url: str, no_pictures: None) -> None:
    """250 tables of 1882 are made in a job that is killed again and again, no table and no mail twice; its pages ask no
    more than those of four players, before there are results and with all of them."""
    house = open_house(settings_for(tmp_path, DATABASE_URL=postgres_url))
    house.eager = False
    club = Club(house)
    with house.office.desk() as desk:
        lines = ["titles 1882", "format swiss 1", "tables 4", "places 1000", "late default"]
        cup = announcing.announce(desk, "cup", lines, "test", desk.meet(BOSS, "Boss"))
        for number in range(1000):
            person = desk.meet(f"p{number}@example.org", f"P {number}")
            entry.enter(desk, cup, person, f"Player {number}")
    club.close()
    started = time.monotonic()
    chance, deaths = random.Random(5), 0
    while club.overview().rounds == [] or club.overview().rounds[0].status != "running":
        try:
            # A table adds some dozens of rows: about every tenth of them kills whoever makes it.
            with killed_at(chance, 0.003):
                club.move_on()
        except Killed:
            deaths += 1
    assert deaths > 10
    print(f"1,000 players drawn and 250 tables made in {time.monotonic() - started:.0f} s")
    overview = club.overview()
    games = [table.game_id for table in overview.tables]
    assert len(games) == len(set(games)) == 250
    seated = [seat["entry"] for table in overview.tables for seat in table.seats]
    assert len(set(seated)) == 1000
    told = [row for row in house.outbox() if re.match(r"cup cup table", row.key)]
    assert len(told) == 1000
    assert len({row.key for row in house.outbox()}) == len(house.outbox())
    with house.office.reading() as desk:
        assert sorted(desk.games.all()) == sorted(map(str, games)), "no game was left behind"
    few = Club(house, "few")
    few.announce("titles 1882", "tables 4", "format swiss 1", bots=4)
    few.close()
    few.move_on()
    for _ in range(2):
        for page in ("", "/standings", "/cross-table", "/standings.csv"):
            begun = time.monotonic()
            asked = statements(club, f"/events/cup{page}")
            print(f"/events/cup{page}: {asked} questions, {time.monotonic() - begun:.2f} s")
            assert asked == statements(few, f"/events/few{page}")
        decided(club)
        decided(few)
    assert {table.status for table in club.overview().tables} == {TableStatus.DECIDED}
    house.office.close()


def test_an_event_goes_its_way_on_postgres_too(tmp_path: Path, postgres_url: str, no_pictures: None) -> None:
    house = open_house(settings_for(tmp_path, DATABASE_URL=postgres_url))
    house.eager = False
    club = Club(house)
    club.announce(bots=4)
    club.close()
    club.run()
    with house.office.reading() as desk:
        overview = Overview.of(desk, announcing.find(desk, "cup"))
        assert overview.cup.status == CupStatus.OVER
        assert audit(desk, overview.cup) == []
    house.office.close()
