"""An event goes on by itself: one pass does whatever is next, each step a transaction of its own.

Killed anywhere, the next pass finds the same rows and goes on from there: what is done is found done. The sweep calls
it when an event's hour has come, a bell when a table is decided or the director has written.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from engine import Refused
from engine.message import Message
from moderator.events import announcing, finishing, going, results, rounds, telling
from moderator.events.handing_out import hand_out, missing
from moderator.events.overview import Overview
from moderator.events.records import estimate_begun
from moderator.events.strength import rate_game
from moderator.events.terms import Unfinished
from moderator.office.desk import Desk, Office
from moderator.store.cup_tables import Cup, CupRound, CupTable
from moderator.store.game import Play
from moderator.store.statuses import CupStatus, GameStatus, RoundStatus, TableStatus
from moderator.table import announce

log = logging.getLogger(__name__)

GOING = (CupStatus.OPEN, CupStatus.CLOSED, CupStatus.RUNNING)
# One step makes so many tables, and one call takes so many steps; then others have their turn with this worker.
TABLES_AT_ONCE = 50
MOST_STEPS = 20
# While somebody is at work on an event the sweep leaves it alone; if they die, the next one comes this much later.
LEASE = timedelta(minutes=2)


def move_on(office: Office, cup_id: str) -> int:
    """Does what is next in an event until it waits for an hour or for people. Returns how many steps it took."""
    for step in range(MOST_STEPS):
        try:
            if not _step(office, cup_id):
                return step
        except Refused as refused:
            _stuck(office, cup_id, refused)
            return step
    office.bell("cup", cup_id)
    return MOST_STEPS


def take_ending(office: Office, game_id: str) -> bool:
    """A game is over, or goes on after all: its event and its players' ratings hear of it, once."""
    with office.desk() as desk:
        # The event first, then the game: whoever holds both has taken them in this order.
        table = desk.cups.table_of_game(game_id)
        cup = desk.cups.locked(table.cup_id) if table is not None else None
        play = desk.lock(game_id)
        ends = desk.endings.untaken(game_id)
        if play is None or not ends:
            return False
        if table is not None and cup is not None and cup.status in GOING:
            results.take(desk, cup, table, play)
            finishing.end_with(desk, cup, play)
        announce.over(desk, play)
        rate_game(desk, play)
        for one in ends:
            one.taken_at = desk.now
        return True


def _step(office: Office, cup_id: str) -> bool:
    """One step; False when there is nothing to do now."""
    with office.desk() as desk:
        cup = desk.cups.locked(cup_id)
        if cup is None or cup.status not in GOING:
            return False
        if cup.status == CupStatus.OPEN:
            return _entry(desk, cup)
        overview = Overview.of(desk, cup)
        row = overview.last
        if row is not None and row.status == RoundStatus.OVER and overview.undecided(row):
            # Somebody has appealed: the next round waits for the ruling, and whoever rules rings.
            cup.due_at = None
            return False
        if row is None or row.status == RoundStatus.OVER:
            coming = overview.next_round()
            if coming is None:
                return _finish(desk, overview, row)
            if not _may_draw(desk, overview, row):
                return False
        elif row.status == RoundStatus.DRAWN:
            return _begin(desk, overview, row)
        elif row.status == RoundStatus.RUNNING:
            return _run(desk, overview, row)
        elif row.status == RoundStatus.CLOSING and not overview.undecided(row):
            finishing.end_round(desk, overview, row)
            return True
        number = row.id if row is not None else 0
        status = row.status if row is not None else ""
        cup.due_at = desk.now + LEASE
    # What takes time is done without holding the event.
    if status == RoundStatus.PUBLISHING:
        return _publish(office, cup_id, number)
    if status == RoundStatus.CLOSING:
        return _close(office, cup_id, number)
    return draw_next(office, cup_id)


def _finish(desk: Desk, overview: Overview, row: CupRound | None) -> bool:
    """The event is over when nobody may appeal any more."""
    until = overview.goes_on_at(row) if row is not None else None
    if until is not None and until > desk.now:
        overview.cup.due_at = until
        return False
    finishing.finish(desk, overview)
    return True


def _entry(desk: Desk, cup: Cup) -> bool:
    until = rounds.terms_of(cup).entry_until
    if until is None or until > desk.now:
        cup.due_at = until
        return False
    announcing.close(desk, cup, rounds.SERVICE)
    return True


def _may_draw(desk: Desk, overview: Overview, before: CupRound | None) -> bool:
    """Whether the next round is drawn now. The first hour of an event is the hour of its first table."""
    cup, terms = overview.cup, overview.terms
    if not terms.by_itself:
        cup.due_at = None
        return bool(cup.wishes.get("draw"))
    cup.due_at = terms.starts if before is None else None
    return cup.due_at is None or cup.due_at <= desk.now


def draw_next(office: Office, cup_id: str, who: str = rounds.SERVICE) -> bool:
    """Draws the next round. Whatever changed the field meanwhile is drawn again with the next step. Raises Refused."""
    with office.reading() as desk:
        cup = desk.cups.get(cup_id)
        if cup is None:
            return False
        overview = Overview.of(desk, cup)
        coming = overview.next_round()
        if coming is None:
            return False
        wanted = rounds.tasks(desk, overview, *coming)
    draws = rounds.drawn(wanted)
    with office.desk() as desk:
        cup = desk.cups.locked(cup_id)
        if cup is None or cup.status not in GOING:
            return False
        rounds.keep(desk, cup, *coming, draws, who)
        cup.due_at, cup.trouble = desk.now, ""
    return True


def _begin(desk: Desk, overview: Overview, row: CupRound) -> bool:
    """A round that is drawn begins at its hour, or waits for the director's word."""
    cup = overview.cup
    if not overview.terms.by_itself:
        cup.due_at = None
        return False
    cup.due_at = row.starts_at
    if row.starts_at is not None and row.starts_at > desk.now:
        return False
    rounds.publish(desk, cup, row, rounds.SERVICE)
    return True


def _publish(office: Office, cup_id: str, round_id: int) -> bool:
    """Makes the tables that are still missing, each with its game in a transaction of its own."""
    with office.reading() as desk:
        missing = desk.cups.planned(round_id)
    for table_id in missing[:TABLES_AT_ONCE]:
        with office.desk() as desk:
            cup = desk.cups.locked(cup_id)
            if cup is None or cup.status not in GOING:
                return False
            # Whoever finds the process dead goes on from here.
            cup.due_at = desk.now + LEASE
            rounds.make_table(desk, cup, table_id)
    if not missing:
        with office.desk() as desk:
            cup, row = desk.cups.locked(cup_id), desk.cups.round(round_id)
            if cup is not None and row is not None:
                rounds.begun(desk, cup, row)
                cup.due_at = row.ends_at
    return True


def _run(desk: Desk, overview: Overview, row: CupRound) -> bool:
    """A round that runs is over when all its tables are, or closes when its time is up; until then seats are filled."""
    cup = overview.cup
    if not overview.undecided(row):
        finishing.end_round(desk, overview, row)
        return True
    if row.ends_at is None or row.ends_at > desk.now:
        if going.fill_a_seat(desk, overview, row):
            return True
        # Of those who were asked some have answered meanwhile; their hour passes without a deed.
        hours = [at for at in (row.ends_at, *going.answers_until(overview, row)) if at is not None and at > desk.now]
        cup.due_at = min(hours, default=None)
        return False
    row.status = RoundStatus.CLOSING
    announcing.write_down(desk, cup, rounds.SERVICE, "closes", RoundStatus.RUNNING, RoundStatus.CLOSING)
    return True


def _close(office: Office, cup_id: str, round_id: int) -> bool:
    """One step with one unfinished table of a round that closes, by the event's rule; False when all wait for people,
    or for workers who play them out."""
    if _close_tables(office, cup_id, round_id):
        return True
    with office.desk() as desk:
        cup = desk.cups.locked(cup_id)
        if cup is None or cup.status not in GOING:
            return False
        tables = [one for one in desk.cups.tables(cup_id, round_id) if one.status == TableStatus.PLAYING]
        # A table that is begun to be played out waits until it is, unless its game has come to an end meanwhile.
        over = desk.cups.games([one.game_id for one in tables if one.game_id is not None and missing(one)])
        ready = [one for one in tables if not missing(one) or over[str(one.game_id)].status == GameStatus.OVER]
        if not ready:
            cup.due_at = hand_out(desk, filter(None, (desk.cups.table_locked(one.id) for one in tables)))
            return False
        row, game = desk.cups.table_locked(ready[0].id), desk.lock(ready[0].game_id or "")
        assert row is not None and game is not None
        cup.due_at = desk.now
        _decide(desk, cup, row, game)
    return True


def _close_tables(office: Office, cup_id: str, round_id: int) -> bool:
    """Nobody moves any more at the unfinished tables of a round, before the first of them is decided. False if there is
    none to close; one that counts as it stands need not be."""
    with office.reading() as desk:
        cup = desk.cups.get(cup_id)
        stands = cup is None or rounds.terms_of(cup).unfinished is Unfinished.STANDS
        still = [] if stands else desk.cups.under_way(round_id)[:TABLES_AT_ONCE]
    for table_id, game_id in still:
        with office.desk() as desk:
            cup, row = desk.cups.locked(cup_id), desk.cups.round(round_id)
            if cup is None or row is None or cup.status not in GOING:
                return False
            table, play = desk.cups.table_locked(table_id), desk.lock(game_id)
            assert table is not None and play is not None
            cup.due_at = desk.now + LEASE
            results.close_table(desk, cup, row, table, play)
    return bool(still)


def _decide(desk: Desk, cup: Cup, table: CupTable, play: Play) -> None:
    """What the terms say of a table that is not over when its round is."""
    overview = Overview.of(desk, cup)
    if play.over:
        # It came to its own end meanwhile, and its record says so.
        results.take(desk, cup, table, play)
        if table.status == TableStatus.PLAYING:
            # Ended before its first move, or by somebody's hand without a score.
            table.status = TableStatus.UNCLEAR
    elif overview.terms.unfinished is Unfinished.STANDS:
        results.let_stand(desk, cup, table, play)
    elif overview.terms.unfinished is Unfinished.RULING:
        results.leave_to_director(desk, cup, table, play)
    elif table.estimate is None:
        # What is played from here on comes too late to count.
        table.estimate = estimate_begun(play.seq, results.table_seeds(overview, table))
    else:
        results.adjudicate(desk, cup, table, play)
    finishing.end_with(desk, cup, play)


def _stuck(office: Office, cup_id: str, refused: Refused) -> None:
    """The event can't go on by itself: its director is told once, and it waits."""
    with office.desk() as desk:
        cup = desk.cups.locked(cup_id)
        if cup is None:
            return
        why = str(refused.message)
        cup.due_at = None
        if cup.trouble != why:
            cup.trouble = why
            title = Message("{cup} waits for you", cup=cup.name)
            text = Message("It can't go on by itself: {why}", why=refused.message)
            telling.directors(desk, cup, f"stuck {cup.version}", title, text, (f"td status {cup.id}",))
            log.warning("an event can't go on: %s", why, extra={"event": cup_id})
