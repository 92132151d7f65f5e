"""Events in tests: announced for the toy, played by bots, moved on as workers and the sweep would."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from moderator.events import announcing, entry
from moderator.events.moving import move_on, take_ending
from moderator.events.overview import Overview
from moderator.inbox.handle import handle
from moderator.store.cup_tables import Cup, CupDeed
from moderator.store.statuses import CupStatus, TableStatus
from moderator.table.robots import play_bots
from tests.moderator.house import Answered, House
from tests.moderator.web.conftest import client, served

__all__ = ["client", "served"]

LINES = ("titles toy", "format swiss 2", "tables 2", "round 30 days", "late default")
BOSS = "boss@example.org"
PLAY = "play@waybill.localhost"
# By this way a mail comes whose sender is proved: it is not parked, and what can't be taken back waits by itself.
PROVED = "page"


@dataclass
class Club:
    """A house with an event in it."""

    house: House
    cup: str = "cup"

    def announce(self, *more: str, bots: int = 4, people: tuple[str, ...] = ()) -> None:
        with self.house.office.desk() as desk:
            said = {line.split()[0] for line in more}
            usual = [line for line in LINES if line.split()[0] not in said]
            cup = announcing.announce(desk, self.cup, [*usual, *more], "test", desk.meet(BOSS, "Boss"))
            for name in people:
                entry.enter(desk, cup, desk.meet(f"{name.lower()}@example.org", name), name)
            for number in range(bots):
                entry.enter(desk, cup, None, f"Bot {chr(65 + number)}", bot=True)

    def close(self) -> None:
        with self.house.office.desk() as desk:
            announcing.close(desk, announcing.find(desk, self.cup, locked=True), "test")

    def overview(self) -> Overview:
        with self.house.office.reading() as desk:
            return Overview.of(desk, announcing.find(desk, self.cup))

    def row(self) -> Cup:
        return self.overview().cup

    def deeds(self) -> list[CupDeed]:
        with self.house.office.reading() as desk:
            return desk.cups.deeds(self.cup, 1000)

    def next_round(self) -> None:
        """The director has the next round drawn and published."""
        self.write("td draw cup")
        self.move_on()
        self.write("td publish cup")
        self.move_on()

    def move_on(self) -> int:
        """The event goes on as far as it can, and workers play out what it hands them."""
        steps = move_on(self.house.office, self.cup)
        while self.work():
            steps += move_on(self.house.office, self.cup)
        return steps

    def work(self, most: int = 1000) -> int:
        """What workers do who hear that something is to be played out. Returns how much there was."""
        rung = [key for task, key in self.house.bells if task == "playout"][:most]
        for key in rung:
            self.house.bells.remove(("playout", key))
            self.house.do("playout", key)
        return len(rung)

    def after_a_day(self) -> None:
        """When those who were ruled on can appeal no more, the event goes on."""
        self.move_on()
        self.house.pass_time(days=1)
        self.move_on()

    def games(self, status: str = TableStatus.PLAYING) -> list[str]:
        return [table.game_id for table in self.overview().tables if table.status == status and table.game_id]

    def play(self) -> None:
        """Bots play what they can; whatever ended is taken up."""
        for game in self.games():
            play_bots(self.house.office, game)
            take_ending(self.house.office, game)

    def run(self, passes: int = 40) -> None:
        """Until the event is over or waits for people; the day in which they may appeal passes."""
        for _ in range(passes):
            if self.row().status == CupStatus.OVER:
                return
            before = self.state()
            self.play()
            self.move_on()
            if self.state() == before and not self._wait_for_appeals():
                return

    def _wait_for_appeals(self) -> bool:
        """After a round there is a day to appeal; False if the event waits for something else."""
        overview, now = self.overview(), self.house.time
        row = overview.last
        until = (overview.goes_on_at(row) or row.starts_at) if row is not None else None
        if row is None or until is None or until <= now:
            return False
        self.house.time = until
        return True

    def state(self) -> object:
        overview = self.overview()
        return (
            overview.cup.status,
            [(row.stage, row.number, row.status) for row in overview.rounds],
            [(table.id, table.status, table.game_id) for table in overview.tables],
        )

    def write(self, body: str, sender: str = BOSS) -> Answered:
        """A mail to the mailbox for everybody; the word that comes back, if one does, is sent back."""
        return self._confirmed(self._sent(body, sender), sender)

    def _sent(self, body: str, sender: str, source: str = "smtp") -> Answered:
        # Nobody is answered without end; an hour later they are again.
        self.house.pass_time(minutes=20)
        receipt = self.house.take_in(self.house.raw(sender, PLAY, body), sender, PLAY, source)
        handle(self.house.office, receipt.mail_id)
        return self.house.answer(receipt.mail_id, deliver=False)

    def _confirmed(self, answer: Answered, sender: str) -> Answered:
        if answer.status == "parked":
            return self._confirmed(self._sent(parked_word(answer), sender), sender)
        words = self.house.outbox("confirm", sender)
        if answer.rows and answer.word == "CONFIRM" and words:
            return self._sent(f"confirm {words[-1].data['word']}", sender)
        return answer


def parked_word(answer: Answered) -> str:
    """The line that has a parked mail done."""
    found = re.search(r"confirm \w+", f"{answer.rows[0].data['headline']} {answer.rows[0].data['orders']}")
    assert found is not None
    return found.group()


@pytest.fixture
def club(house: House, no_pictures: None) -> Club:
    house.eager = False
    return Club(house)
