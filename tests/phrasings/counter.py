"""How the whole service hears a phrasing: sent as a mail, in a game that stands in the phrasing's position."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import delete, update

import engine
from engine import State
from moderator.store.tables import MoveRow, Nonce, OrderOnFile, Snapshot
from tests.moderator.house import Answered, House
from tests.phrasings.data import Phrasing
from tests.phrasings.hearing import Heard
from tests.phrasings.positions import SEATS, at, mover, plays

# What stands beside a phrasing in the same mail: were the phrasing passed over, this would be played instead of it.
BESIDE = ("pass", "done")


@dataclass
class Counter:
    """A house with one game of each title, put into any position."""

    house: House
    games: dict[str, str] = field(default_factory=dict)

    def set_up(self, state: State, language: str) -> str:
        """The game stands as the state says, with no move made since."""
        title = state.title.name
        if title not in self.games:
            self.games[title] = self.house.game(*SEATS, title=title)
        game = self.games[title]
        with self.house.office.desk() as desk:
            play = desk.lock(game)
            for table in (Snapshot, OrderOnFile):
                desk.session.execute(delete(table).where(table.game_id == game))
            desk.session.execute(delete(MoveRow).where(MoveRow.game_id == game, MoveRow.seq > 0))
            desk.session.execute(delete(Nonce))
            play.row.seq, play.row.turn, play.row.status = 0, 1, "running"
            play.row.mover, play.row.digest = engine.to_act(state), engine.digest(state)
            # Nobody plays on from a position that is not the move's.
            first = update(MoveRow).where(MoveRow.game_id == game, MoveRow.seq == 0)
            desk.session.execute(first.values(digest=play.row.digest))
            kept = Snapshot(game_id=game, seq=0, digest=play.row.digest, state=engine.save(state))
            desk.session.add(kept)
            for seat in play.players:
                person = desk.holder(seat)
                assert person is not None
                person.language = language
        return game

    def write(self, position: str, language: str, *lines: str) -> tuple[Answered, list[str]]:
        """A mail of whoever is on turn, and the orders that were played because of it."""
        game = self.set_up(at(position), language)
        answered = self.house.write(game, mover(position), "\n".join(lines), deliver=False)
        return answered, [order.partition(": ")[2] for order in self.house.orders(game)]

    def heard(self, said: Phrasing) -> tuple[Heard, str]:
        """What became of a phrasing that is mailed with something beside it that must not be played instead."""
        beside = _beside(said)
        answered, played = self.write(said.position, said.language, said.say, *beside)
        words = f"{answered.word}: {'; '.join(played)} / {answered.said}"
        if not played:
            return (Heard.ASKED if _asks(answered, said) else Heard.REFUSED), words
        wanted = list(said.means)
        if wanted and _as_wanted(played, wanted, beside):
            return Heard.UNDERSTOOD, words
        return Heard.MISREAD, words


def _beside(said: Phrasing) -> tuple[str, ...]:
    """A line that can stand below what is meant: nothing of it is played if what is above was passed over.

    A whole mail needs none: it is played to its last line, and ends as mails do.
    """
    if "\n" in said.say:
        return ()
    return next(((line,) for line in BESIDE if said.means and plays(said.position, (*said.means, line))), ())


def _as_wanted(played: list[str], wanted: list[str], beside: tuple[str, ...]) -> bool:
    """What is meant was played, then perhaps what stood beside it; no "done" is recorded behind the end of a turn."""
    for least in range(len(wanted), 0, -1):
        if all(order in ("done", "pass") for order in wanted[least:]) and played[:least] == wanted[:least]:
            return all(order in beside for order in played[least:])
    return False


def _asks(answered: Answered, said: Phrasing) -> bool:
    shown = {order for line in answered.rows[0].data.get("lines", ()) for order in line.get("instead", ())}
    wanted = {engine.in_words(at(said.position), order, said.language) for order in said.ask}
    return bool(wanted) and wanted <= shown
