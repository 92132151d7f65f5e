"""Brings games from before the chain into it, once; and seals everything anew when the secret has changed."""

from __future__ import annotations

import logging

from moderator.office.desk import Desk, Office
from moderator.store import chain
from moderator.store.tables import Decision, Game, Seat

log = logging.getLogger(__name__)
DONE = "chained"


def chain_old_games(office: Office) -> int:
    """After an upgrade: links and seals for what was written before there were any. Says so in the audit log.

    Only once in the life of a database: afterwards a row without its seal is a finding, not an old row.
    """
    with office.reading() as desk:
        if DONE in desk.service.signs():
            return 0
    with office.desk() as desk:
        old = [game for game in _games(desk) if not game.seal]
        for game in old:
            _link(desk, game)
            _seal_rows(desk, game)
        # Kept beside the signs of life, which no backup holds: what an old backup brings back is chained again.
        desk.service.sign(DONE, desk.now)
        if old:
            desk.note("service", DONE, games=len(old))
    if old:
        log.warning("%s games from before the chained record were brought into it as they stood", len(old))
    return len(old)


def seal_anew(desk: Desk) -> int:
    """Seals all under the present secret, the links staying as they are. Returns how many games were left out.

    Left out is a game whose links do not fit: sealing it would hide that somebody changed it.
    """
    broken = 0
    for game in _games(desk):
        before, rows = game.salt, desk.games.record(game.id)
        for row in rows:
            before = chain.link(before, chain.entry_of(row))
            if row.link != before:
                broken += 1
                break
        else:
            for row in rows:
                row.seal = desk.office.seals.seal(row.link)
            _seal_rows(desk, game)
    return broken


def _games(desk: Desk) -> list[Game]:
    return [game for game_id in desk.games.all() if (game := desk.games.row(game_id)) is not None]


def _link(desk: Desk, game: Game) -> None:
    seals, rows = desk.office.seals, desk.games.record(game.id)
    if not rows:
        return
    game.salt = seals.salt(game.id)
    game.head = game.salt
    for row in rows:
        game.head = row.link = chain.link(game.head, chain.entry_of(row))
        row.seal = seals.seal(row.link)


def _seal_rows(desk: Desk, game: Game) -> None:
    """Seals the rows beside the moves; a row nobody changed would not be written, and so not sealed."""
    seats = desk.seats.of_game(game.id)
    rows: list[Game | Seat | Decision] = [game, *seats, *desk.decisions.of_game(game.id, [seat.id for seat in seats])]
    for row in rows:
        row.seal = desk.office.seals.seal_row(row)
