"""Replays games from their first event and compares every digest: the books must balance, move by move."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import select

from moderator.desk import Office
from moderator.games.store import Game, MoveRow

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Finding:
    """A game whose replay differs from what is stored, and where."""

    game: str
    seq: int
    what: str


def audit(office: Office, only: str | None = None, progress: Callable[[int, int], None] | None = None) -> list[Finding]:
    """Checks one game or all that are not over; tells the operator what was found."""
    with office.reading() as desk:
        wanted = select(Game.id).where(Game.id == only) if only else select(Game.id).where(Game.status == "running")
        games = list(desk.session.scalars(wanted.order_by(Game.id)))
    findings: list[Finding] = []
    for number, game_id in enumerate(games, 1):
        finding = _check(office, game_id)
        if finding is not None:
            findings.append(finding)
        if progress is not None:
            progress(number, len(games))
    for finding in findings:
        log.error("audit", extra={"game": finding.game, "seq": finding.seq, "what": finding.what})
        with office.desk() as desk:
            text = f"Game {finding.game}, move {finding.seq}: {finding.what}"
            data = {"title": f"Audit: game {finding.game} differs", "text": text}
            key = f"audit {finding.game} {finding.seq}"
            desk.post(key, "notice", office.settings.admin_email, data)
    return findings


def _check(office: Office, game_id: str) -> Finding | None:
    rules, state, last = office.rules, None, ""
    with office.reading() as desk:
        row = desk.session.get(Game, game_id)
        moves = desk.session.scalars(
            select(MoveRow).where(MoveRow.game_id == game_id, ~MoveRow.undone).order_by(MoveRow.seq)
        )
        for move in moves:
            events = rules.decode(move.events)
            state = rules.replay(events) if state is None else rules.evolve(state, events)
            # An entry without events is an undoing: the position is the one it went back to.
            last = rules.digest(state) if events else last
            if last != move.digest:
                return Finding(game_id, move.seq, "the replayed position differs from the stored digest")
        if row is not None and row.status != "inviting" and row.digest != last:
            return Finding(game_id, row.seq, "the game's row does not carry the last digest")
    return None
