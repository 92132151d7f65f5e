"""An event worked out again: draws from what they were made from and the seed, results from the records of the games,
standings and ratings from the results. Whatever differs is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from sqlalchemy.exc import DBAPIError

from engine.message import Message, Value
from moderator.events import results
from moderator.events.draw import draw
from moderator.events.lines import standings_kept
from moderator.events.logged import Logged
from moderator.events.overview import Overview
from moderator.events.records import drawing_kept, estimates_kept, seal_of, task_kept, task_read
from moderator.events.strength import RatedStep, missing, recomputed
from moderator.events.values import Ending
from moderator.office.desk import Desk
from moderator.store.cup_tables import Cup, CupRound, CupTable
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import RoundStatus, TableStatus
from moderator.store.tables import Seat
from moderator.table.result import result_of

MOST_DEEDS = 100_000
Progress = Callable[[int, int], None]


def audit(desk: Desk, cup: Cup, *, play_outs: bool = True, progress: Progress | None = None) -> list[Said]:
    """What comes out otherwise than it is written down; nothing if all is well."""
    found: list[Said] = []
    try:
        for finding in _worked_out(desk, cup, play_outs=play_outs, progress=progress):
            found.append(finding)
    except DBAPIError:
        raise
    # Whoever writes into the database may write what no rule of ours reads: that is a finding, and no fault of ours.
    except Exception as broken:  # noqa: BLE001
        why = f"{type(broken).__name__} {broken}"[:80]
        found.append(Message("What is written down can't be worked out again: {why}.", why=why))
    return found


def _worked_out(desk: Desk, cup: Cup, *, play_outs: bool, progress: Progress | None) -> Iterator[Said]:
    overview = Overview.of(desk, cup)
    logged = Logged(overview, desk.cups.deeds(cup.id, MOST_DEEDS))
    steps = len(overview.rounds) + len(overview.tables) + 1
    done = 0
    for row in overview.rounds:
        yield from _draw(desk, overview, row, logged)
        yield from _standings(overview, row, logged)
        done += 1
        if progress is not None:
            progress(done, steps)
    for table in overview.tables:
        yield from _table(desk, overview, table, logged, play_outs=play_outs)
        done += 1
        if progress is not None:
            progress(done, steps)
    yield from _ratings(desk, overview)
    if progress is not None:
        progress(steps, steps)


def _draw(desk: Desk, overview: Overview, row: CupRound, logged: Logged) -> Iterator[Said]:
    """The draw again from its task; and the task again from the results before it, and from the director's wishes as
    the log has them."""
    for one in row.draws:
        again = drawing_kept(draw(task_read(one["task"])))
        # Which aim a gap is of was not always written down.
        if {name: again.get(name) for name in one["drawing"]} != one["drawing"]:
            yield Message("Round {round}: the draw comes out otherwise.", round=f"{row.stage}.{row.number}")
    earlier = [each for each in overview.rounds if (each.stage, each.number) < (row.stage, row.number)]
    then = Overview(overview.cup, overview.entries, earlier, [t for t in overview.tables if _in(t, earlier)])
    then.terms = logged.terms_drawn(row)
    for one in row.draws:
        task = task_read(one["task"])
        made = then.task(one["pool"], task.entrants, row.stage, row.number)
        seed = str(one["task"]["seed"])
        if seal_of(seed) != one.get("sealed", "") or (seal_of(seed) and not _was_published(desk, row, seal_of(seed))):
            yield Message("Round {round}: the draw's secret is not the one that was sealed.", round=_name(row))
        # The secret of an anonymous draw is the service's own; what it stands behind is everybody's.
        made = replace(made, seed=f"{made.seed}{seed[len(made.seed) :]}" if seal_of(seed) else made.seed)
        # Clubs, pins and bans are the director's and may have changed since.
        wished = logged.wished(row, made)
        but = ("clubs", "pins", "bans") if wished is None else ()
        same = {name: value for name, value in task_kept(wished or made).items() if name not in but}
        if any(one["task"][name] != value for name, value in same.items()):
            yield Message("Round {round}: the draw was made from something else.", round=f"{row.stage}.{row.number}")


def _was_published(desk: Desk, row: CupRound, seal: str) -> bool:
    """Whether the log has a secret's seal since the round was published; before that nobody can ask for it."""
    deeds = desk.cups.deeds(row.cup_id, MOST_DEEDS)
    return row.status == RoundStatus.DRAWN or any(one.what == "published" and seal in one.new for one in deeds)


def _name(row: CupRound) -> str:
    return f"{row.stage}.{row.number}"


def _in(table: CupTable, rounds: list[CupRound]) -> bool:
    return any(table.round_id == row.id for row in rounds)


def _standings(overview: Overview, row: CupRound, logged: Logged) -> Iterator[Said]:
    """The standings after a round, from the results up to it, under the terms of that time."""
    if row.status != RoundStatus.OVER:
        return
    upto = [one for one in overview.rounds if (one.stage, one.number) <= (row.stage, row.number)]
    then = Overview(overview.cup, overview.entries, upto, [t for t in overview.tables if _in(t, upto)])
    if any(table.status == TableStatus.APPEALED for table in then.tables):
        return  # its result does not count until it is ruled on; the standings are written down anew then
    then.terms = logged.terms_stood(row)
    if standings_kept(then.standings(row)) == row.standings:
        return
    if "pools_together" not in overview.cup.terms:
        # Nobody wrote down by which rule groups were ranked while it changed: one of both it was.
        then.terms = replace(then.terms, pools_together=True)
    if standings_kept(then.standings(row)) != row.standings:
        yield Message("Round {round}: the standings come out otherwise.", round=f"{row.stage}.{row.number}")


def _table(desk: Desk, overview: Overview, table: CupTable, logged: Logged, *, play_outs: bool) -> Iterator[Said]:
    """A table's result from its game's record, from its play-outs, or from the ruling in the log."""
    where: dict[str, Value] = {
        "round": f"{overview.round_of(table).stage}.{overview.round_of(table).number}",
        "table": table.number,
    }
    play = desk.game(table.game_id) if table.game_id is not None else None
    if play is None:
        if table.status != TableStatus.PLANNED:
            yield Message("Round {round}, table {table}: there is no game.", **where)
        return
    if play.terms.get("event") != overview.cup.id or [seat.name for seat in play.players] != [
        seat["seat"] for seat in table.seats
    ]:
        yield Message("Round {round}, table {table}: the game is not that of the draw.", **where)
    yield from _seats(desk, overview, table, play, logged, where)
    result = results.of_game(overview, table, play)
    # Where a game ended without a score, a ruling alone says who came where.
    decided = table.status in (TableStatus.DECIDED, TableStatus.APPEALED)
    by_hand = (table.result or {}).get("how") == Ending.RULED and (result is None or _ended(play) == Ending.RULED)
    if decided and result != table.result and not (by_hand and result is None):
        yield Message("Round {round}, table {table}: the game's record says something else.", **where)
    if decided and by_hand and not logged.ruled_so(overview.round_of(table), table):
        yield Message("Round {round}, table {table}: the log has no such ruling.", **where)
    if not _follows(play, table):
        yield Message(
            "Round {round}, table {table}: what the game's record says does not follow from its moves.", **where
        )
    if table.status == TableStatus.PLAYING and result is not None:
        yield Message("Round {round}, table {table}: the game is over and its result is not entered.", **where)
    kept_estimate = table.estimate
    if kept_estimate is None or not kept_estimate["seats"]:
        return
    if tuple(kept_estimate["seeds"]) != results.table_seeds(overview, table)[: len(kept_estimate["seeds"])]:
        yield Message("Round {round}, table {table}: the play-outs have other seeds.", **where)
    if estimates_kept(results.estimates_of(kept_estimate)) != kept_estimate["seats"]:
        yield Message("Round {round}, table {table}: the play-outs come to something else.", **where)
    if play_outs:
        for seed, sample in kept_estimate["samples"].items():
            if results.sample(play, int(kept_estimate["seq"]), seed) != sample:
                yield Message("Round {round}, table {table}: play-out {seed} comes out otherwise.", seed=seed, **where)


def _seats(
    desk: Desk, overview: Overview, table: CupTable, play: Play, logged: Logged, where: dict[str, Value]
) -> Iterator[Said]:
    """Who sat at a table: as drawn, or come to the seat as the log has it; and whose the game's sealed seats are."""
    row = overview.round_of(table)
    drawn = [one.seats for _, drawing in overview.drawings(row) for one in drawing.tables]
    began = tuple((*seat["was"], seat["entry"])[0] for seat in table.seats)
    if not 0 < table.number <= len(drawn) or drawn[table.number - 1] != began:
        yield Message("Round {round}, table {table}: who sits there is not who was drawn.", **where)
    for kept in table.seats:
        came = [one for one in (*kept["was"], kept["entry"], kept["offered"])[1:] if one]
        if not logged.came_so(row, table, came):
            yield Message("Round {round}, table {table}: the log has no such replacement.", **where)
        seat = play.seat(kept["seat"])
        theirs = {overview.by_key[one].person_id for one in (kept["entry"], *came) if one in overview.by_key}
        if seat is not None and seat.person_id not in (None, *theirs) and not _given_by_hand(desk, play, seat):
            yield Message("Round {round}, table {table}: {seat} was played by somebody else.", seat=seat.name, **where)


def _given_by_hand(desk: Desk, play: Play, seat: Seat) -> bool:
    """Whether the game's moderator gave the seat to somebody who is not in the event: its key, which is sealed, was
    turned then, and the game's log says so."""
    deeds = desk.service.deeds(MOST_DEEDS, play.id) if seat.key_number > 1 else ()
    return any(one.detail.get("seat") == seat.name and one.detail.get("new") for one in deeds)


def _ended(play: Play) -> str:
    """By what a game's record says that it ended before its own end; nothing if it did not."""
    return str((play.result or {}).get("ended", ""))


def _follows(play: Play, table: CupTable) -> bool:
    """Whether the outcome in a game's record is what its moves or play-outs come to; only a ruling gives places."""
    if not play.over or not (play.result or {}).get("scores"):
        return True
    ended, kept = _ended(play), {name: value for name, value in (play.result or {}).items() if name != "ended"}
    if ended == Ending.ADJUDICATED:
        seats = (table.estimate or {"seats": ()})["seats"]
        return kept["scores"] == {name: round(Fraction(mean)) for name, mean, *_ in seats} and "places" not in kept
    return ended == Ending.RULED or kept == result_of(play)


def _ratings(desk: Desk, overview: Overview) -> Iterator[Said]:
    """What the event's games made of their players' ratings."""
    mine = {table.game_id for table in overview.tables}
    steps = [step for step in desk.endings.steps() if step.game_id in mine]
    again = recomputed(desk) if steps else {}
    for game, person in missing(desk, [table.game_id for table in overview.tables if table.game_id is not None]):
        yield Message("The rating of person {person} after {game} is missing.", person=person, game=game)
    for step in steps:
        if again.get((step.game_id, step.person_id)) != RatedStep(step.title, step.rank, step.mu, step.sigma):
            yield Message(
                "The rating of person {person} after {game} comes out otherwise.",
                person=step.person_id,
                game=step.game_id,
            )
