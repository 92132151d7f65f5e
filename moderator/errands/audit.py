"""Holds the record of games against itself, against the rules and against the service's seals; names what differs.

What is claimed, and by what: everything a row of ``moves`` says but its number in the table (link, seal, and whether it
was taken back, from the entries that took moves back); everything in ``games`` but the counter of changes, in ``seats``
and ``deadlines`` but their numbers (seals, to which empty, zero and no are the same); that positions follow from
events, events from orders, the mover, the round and what snapshots hold from the position, and that no mail told of a
move that is not there. Whoever moderates has a seat, and no move, seat or clock is of a game that is not there. Not
claimed: people and their addresses, kept orders, offers, press, notes, mails and votes; that a snapshot is missing, for
games are played again without it; nor that no clock of the past was taken out, or a row of a seat put back as it once
was, seal and all.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.exc import DBAPIError

import engine
from engine import Player, Refused, State
from moderator.office.desk import Desk, Office
from moderator.store import chain, mails
from moderator.store.game import past_its_end
from moderator.store.statuses import GameStatus, SeatRole
from moderator.store.tables import Game, MoveRow
from moderator.table import minds

# The sweep that goes on with what has waited comes by more often than this.
SWEPT = timedelta(minutes=5)
log = logging.getLogger(__name__)
# So many of a game's latest mails are asked which move they told of.
LATEST_MAILS = 60


@dataclass(frozen=True)
class Finding:
    """What differs in a game, and at which move; one that is not grave is for the reader's information."""

    game: str
    seq: int
    what: str
    grave: bool = True


def audit(office: Office, only: str | None = None, progress: Callable[[int, int], None] | None = None) -> list[Finding]:
    """Checks one game or all, finished ones too; tells the operator what was found."""
    with office.reading() as desk:
        # By their names alone: a row that can't be read is a finding, and no end of all looking.
        games = [one for one in desk.games.all() if only in (None, one)]
        torn = [one for one in desk.games.torn_from() if only in (None, one)]
    findings = [Finding(one, 0, "there are moves, seats or clocks of it, and the game is not there") for one in torn]
    for number, game_id in enumerate(games, 1):
        findings += _first(office, game_id)
        if progress is not None:
            progress(number, len(games))
    for finding in findings:
        facts = {"game": finding.game, "seq": finding.seq, "what": finding.what}
        if not finding.grave:
            log.info("audit", extra=facts)
            continue
        log.error("audit", extra=facts)
        with office.desk() as desk:
            text = f"Game {finding.game}, move {finding.seq}: {finding.what}"
            mail = mails.Operator(f"Audit: game {finding.game} differs", text)
            key = f"audit {finding.game} {finding.seq}"
            desk.post(key, office.settings.admin_email, mail)
    return findings


def _first(office: Office, game_id: str) -> list[Finding]:
    """What is worth knowing about a game, up to the first thing that does not fit."""
    found: list[Finding] = []
    try:
        with office.reading() as desk:
            for finding in _check(desk, game_id):
                found.append(finding)
                if finding.grave:
                    break
    except DBAPIError:
        raise
    # Whoever writes into the database may write what can't be read; the games after this one are looked at too.
    except Exception as broken:  # noqa: BLE001
        found.append(Finding(game_id, 0, f"what is stored can't be read: {type(broken).__name__}"))
    return found


def _check(desk: Desk, game_id: str) -> Iterator[Finding]:
    row = desk.games.row(game_id)
    if row is None:
        return
    rows = desk.games.record(game_id)
    if row.status == GameStatus.INVITING:
        if rows:
            yield Finding(game_id, 0, "there are moves of a game that has not begun")
    elif not rows:
        yield Finding(game_id, 0, "the game has begun and there are no moves")
    else:
        yield from linked(row, rows, desk.office.seals)
        yield from played(row, rows)
        yield from _kept(desk, game_id, rows)
    yield from _sealed(desk, row)


def linked(game: Game, rows: Sequence[MoveRow], seals: chain.Seals | None) -> Iterator[Finding]:
    """Links, and seals where there is somebody to check them, number after number; and the head in the game's row."""
    before = game.salt
    taken_back = _taken_back(rows)
    for number, row in enumerate(rows):
        if row.seq != number:
            yield Finding(game.id, number, "the move is missing")
        if not row.link:
            yield Finding(game.id, row.seq, "the move has no link")
        before = chain.link(before, chain.entry_of(row))
        if row.link != before:
            yield Finding(game.id, row.seq, "the move does not fit its link")
        if seals is not None and (wrong := seals.trouble(row.link, row.seal)):
            yield Finding(game.id, row.seq, f"the move {wrong}")
        if row.undone != (row.seq in taken_back):
            said = "is marked as taken back" if row.undone else "was taken back and is not marked so"
            yield Finding(game.id, row.seq, f"the move {said}")
    if game.head != before or game.seq != rows[-1].seq:
        yield Finding(game.id, game.seq, "the game's row does not carry the last move")


def _taken_back(rows: Sequence[MoveRow]) -> set[int]:
    """Which moves were taken back, by the entries that say so."""
    gone: set[int] = set()
    for row in rows:
        if (to := _goes_back_to(row)) is not None:
            gone |= {one.seq for one in rows if to < one.seq < row.seq}
    return gone


def _goes_back_to(row: MoveRow) -> int | None:
    word, _, number = row.order.rpartition(" ")
    return int(number) if not row.events and word == "undo to" and number.isdecimal() else None


def played(game: Game, rows: Sequence[MoveRow], *, handed_out: bool = False) -> Iterator[Finding]:
    """Plays the game again: events from orders, positions from events. ``handed_out``: from the record of a game that
    is over, which tells no terms."""
    # The positions that stand, with the number of the move that led to each.
    standing: list[tuple[int, State]] = []
    for row in rows:
        if (to := _goes_back_to(row)) is not None:
            while len(standing) > 1 and standing[-1][0] > to:
                standing.pop()
            state = standing[-1][1]
        else:
            yield from _ordered(game, row, standing[-1][1] if standing else None)
            state = engine.evolve(standing[-1][1], row.happened) if standing else engine.replay(row.happened)
        # Digests of an older form can't be compared; that the events can be replayed is all there is to see.
        if engine.comparable(row.digest) and row.digest != engine.digest(state):
            yield Finding(game.id, row.seq, "the replayed position differs from the stored digest")
        if row.round != engine.round_name(state):
            yield Finding(game.id, row.seq, "the round is not that of the position")
        standing.append((row.seq, state))
    if game.digest != rows[-1].digest:
        yield Finding(game.id, game.seq, "the game's row does not carry the last digest")
    last = standing[-1][1]
    if game.mover not in _movers(game, last, handed_out=handed_out) or game.round != engine.round_name(last):
        yield Finding(game.id, game.seq, "the game's row names another mover or round than the position")


def _movers(game: Game, last: State, *, handed_out: bool) -> tuple[str | None, ...]:
    """Who may stand as the one to move: where the terms of its event ended a game, nobody was asked any more."""
    asked = engine.to_act(last)
    if handed_out:
        return (asked, None)
    return (None if past_its_end(game.terms, last) else asked,)


def _ordered(game: Game, row: MoveRow, state: State | None) -> Iterator[Finding]:
    """The order, given again in the same position, brings about the same: if the rules are those it was played by."""
    try:
        again = _again(game, row, state)
    except (Refused, ValueError):
        again = None
    if again == row.events:
        return
    if row.rules == chain.rules():
        yield Finding(game.id, row.seq, f"the order “{row.order}” does not bring about the stored events")
    else:
        what = f"“{row.order}” was played by other rules ({row.rules or 'not noted'}); today's give other events"
        yield Finding(game.id, row.seq, what, grave=False)


def _again(game: Game, row: MoveRow, state: State | None) -> list[object]:
    if state is None:
        players = tuple(map(Player, game.drawn.get("seats", ())))
        events = engine.start(game.title, players, game.drawn.get("title", {}), game.options)
    else:
        move = engine.parse_order(state, row.order)
        events = engine.apply(state, move, Player(row.by), tuple(engine.consents(state, move))).events
    return [engine.encode(event) for event in events]


def _thought_over(desk: Desk, game: Game) -> bool:
    """Whether the last mover may still change their mind, or might until a moment ago: nobody's clock runs then."""
    play = desk.game(game.id)
    last = next(iter(play.moves(since=play.seq - 1)), None) if play is not None and minds.minutes(play) else None
    if play is None or last is None:
        return False
    return desk.now < last.played_at + timedelta(minutes=minds.minutes(play)) + SWEPT


def _kept(desk: Desk, game_id: str, rows: Sequence[MoveRow]) -> Iterator[Finding]:
    """The positions that are kept so that a game need not be played again from its first move."""
    digests = {row.seq: row.digest for row in rows}
    for snapshot in desk.games.snapshots(game_id):
        digest = digests.get(snapshot.seq)
        try:
            state = engine.restore(snapshot.state)
        except engine.Outdated:
            # It is passed over, as one is that is not there.
            continue
        except Exception:  # noqa: BLE001  (whoever writes into the database may write what can't be read)
            yield Finding(game_id, snapshot.seq, "the position that is kept can't be read")
            continue
        if digest is None or (engine.comparable(digest) and engine.digest(state) != digest):
            yield Finding(game_id, snapshot.seq, "the position that is kept is not that of the move")


def _sealed(desk: Desk, game: Game) -> Iterator[Finding]:
    """The game, its seats and its clocks; that the open clock is the mover's; and what mails have told."""
    seals = desk.office.seals
    if wrong := seals.trouble(chain.sealed_text(game), game.seal):
        yield Finding(game.id, game.seq, f"the game's row {wrong}")
    seats = desk.seats.of_game(game.id)
    for seat in seats:
        if wrong := seals.trouble(chain.sealed_text(seat), seat.seal):
            yield Finding(game.id, game.seq, f"the seat {seat.name} {wrong}")
    if game.gm_id is not None and not any(one.role == SeatRole.GM and one.person_id == game.gm_id for one in seats):
        yield Finding(game.id, game.seq, "the moderator's seat is missing")
    if game.status != GameStatus.INVITING:
        players = [seat.name for seat in seats if seat.role == SeatRole.PLAYER]
        if sorted(players) != sorted(game.drawn.get("seats", players)):
            yield Finding(game.id, game.seq, "the seats are not those the game began with")
    clocks = desk.decisions.of_game(game.id, [seat.id for seat in seats])
    for clock in clocks:
        if wrong := seals.trouble(chain.sealed_text(clock), clock.seal):
            yield Finding(game.id, game.seq, f"the clock {clock.id} (turn {clock.turn}) {wrong}")
    names = {seat.id: seat.name for seat in seats}
    running = [clock for clock in clocks if clock.open]
    if len(running) > 1 or any(names.get(clock.seat_id) != game.mover for clock in running):
        yield Finding(game.id, game.seq, "a clock runs for somebody who is not to move")
    asked = next((seat for seat in seats if seat.name == game.mover and not seat.bot), None)
    if game.status == GameStatus.RUNNING and asked is not None and not running and not _thought_over(desk, game):
        yield Finding(game.id, game.seq, f"no clock runs for {asked.name}, who is to move")
    told = desk.outbox.latest_of(game.id, LATEST_MAILS)
    if (latest := max((int(mail.data.get("seq") or 0) for mail in told), default=0)) > game.seq:
        yield Finding(game.id, latest, "a mail told of this move, and it is not there")
