"""What a table came to: taken from the record of its game, worked out by play-outs, or ruled on by the director."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby, pairwise
from typing import Any

import engine
from engine import Refused, State
from engine.message import Listed, Message, Money
from moderator.events import telling
from moderator.events.announcing import still_going, write_down
from moderator.events.overview import Line, Overview, by_seat, standings_kept
from moderator.events.playouts import Sample, apart, combine, play_out, seeds
from moderator.events.records import estimate_read, estimates_kept, result_kept
from moderator.events.rounds import draw_again
from moderator.events.scoring import score
from moderator.events.terms import Format, Unfinished, tie_told
from moderator.events.values import Ending, Estimate, Kind, Result, SeatResult, Tie
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.cup_tables import Appeal, Cup, CupEntry, CupRound, CupTable
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus, EntryStatus, GameStatus, RoundStatus, SeatStatus, TableStatus
from moderator.table import announce
from moderator.table.onward import close, end_early, go_on
from moderator.table.result import points_off, ranked

# How a game says that it did not come to its own end.
ENDED = {"agreed": Ending.AGREED, "adjudicated": Ending.ADJUDICATED, "early": Ending.EARLY}
MOST_APPEAL = 2000
# What is said of a result of an anonymous round that is not over.
COUNTS_LATER = Message("It counts in the standings when all tables of the round are over.")


# ---------------------------------------------------------------------- from the record


def of_game(overview: Overview, table: CupTable, play: Play) -> dict[str, Any] | None:
    """The result as the game's record has it, as it is kept; None while there is none."""
    if play.status != GameStatus.OVER or play.result is None:
        return None
    came = ranked(play.result)
    if not came:
        return None
    ended = play.result.get("ended")
    how = Ending.PLAYED if ended is None else ENDED.get(str(ended), Ending.RULED)
    return placed(
        overview, table, play, {seat: int(worth) for _, seat, worth in came}, {seat: at for at, seat, _ in came}, how
    )


def placed(
    overview: Overview,
    table: CupTable,
    play: Play,
    wealth: Mapping[str, int | None],
    ranks: Mapping[str, int],
    how: Ending,
) -> dict[str, Any]:
    """The result of a table, for whoever played each seat at its end; who gave one up to somebody else is named."""
    standing: list[SeatResult] = []
    gone: list[str] = []
    late, off = points_off(play), {}
    for kept in table.seats:
        who, kind = holder(overview, play, kept, how)
        standing.append(SeatResult(who, wealth[kept["seat"]], ranks[kept["seat"]], kind))
        gone += [one for one in dict.fromkeys((*kept["was"], kept["entry"])) if one != who]
        if late.get(kept["seat"]):
            off[who] = late[kept["seat"]]
    return result_kept(Result(overview.key(table), tuple(standing), how), gone, off)


def holder(overview: Overview, play: Play, kept: Mapping[str, Any], how: Ending = Ending.PLAYED) -> tuple[str, Kind]:
    """Whose a seat is at the end, and how they came by its result: the game's own seats say who played."""
    seat, entry = play.seat(kept["seat"]), overview.by_key[kept["entry"]]
    if seat is None:
        return entry.key, Kind.FORFEIT
    fine = Kind.ADJUDICATED if how is Ending.ADJUDICATED else Kind.PLAYED
    if entry.person_id is None:
        return entry.key, Kind.REPLACED if kept["was"] else fine
    here = seat.status == SeatStatus.JOINED and not seat.bot
    if here and seat.person_id == entry.person_id:
        return entry.key, Kind.REPLACED if kept["was"] else fine
    offered = overview.by_key.get(kept.get("offered", ""))
    if here and offered is not None and seat.person_id == offered.person_id:
        return offered.key, Kind.REPLACED
    return entry.key, Kind.FORFEIT


def take(desk: Desk, cup: Cup, table: CupTable, play: Play) -> None:
    """What a game's record says of its table is entered and told to those who sat there. Again, it changes nothing."""
    overview = Overview.of(desk, cup)
    if table.status == TableStatus.APPEALED or (table.result or {}).get("how") == Ending.RULED:
        # What the director has to say, or has said, is not overruled by the game.
        return
    kept = of_game(overview, table, play)
    if kept == table.result:
        return
    table.result = kept
    table.status = TableStatus.DECIDED if kept is not None else TableStatus.PLAYING
    if kept is not None and desk.cups.open_appeals(table.id):
        # Somebody appealed while it was played, and nobody has ruled yet.
        table.status = TableStatus.APPEALED
    if kept is None:
        # What play-outs said was of a position that is gone.
        table.estimate = None
    row = overview.round_of(table)
    if kept is None and row.status == RoundStatus.OVER:
        # The last move of a game was taken back after its round: the director has to know.
        text = Message("The game of table {table} goes on after its round was over.", table=table.number)
        telling.directors(
            desk, cup, f"reopened {table.id} {play.seq}", Message("{cup}: a game goes on", cup=cup.name), text
        )
    desk.write()
    if cup.status == CupStatus.RUNNING:
        cup.due_at = desk.now
        desk.ring("cup", cup.id)
    if table.status == TableStatus.DECIDED:
        tell_table(desk, Overview.of(desk, cup), table, play)


def tell_table(desk: Desk, overview: Overview, table: CupTable, play: Play) -> None:
    """The standings after a result, to those who brought it about, each with their own line explained. With the last
    table of a round all are told of the round."""
    row = overview.round_of(table)
    if row.status != RoundStatus.OVER and not waits_for(overview, row):
        return
    cup, head = overview.cup, top_told(overview)
    for kept in table.seats:
        seat = play.seat(kept["seat"])
        who, kind = holder(overview, play, kept)
        person = desk.holder(seat) if seat is not None and not seat.bot else None
        if person is None or seat is None or kind is Kind.FORFEIT:
            continue
        text = Listed((own_line(overview, who), *provisional(overview, table), *head), "\n")
        if overview.secret(table):
            # Points that came with the end of a game would say who sat there.
            text = Listed((*places_told(overview, table), COUNTS_LATER), "\n")
        title = Message("{cup}: table {table} is decided", cup=cup.name, table=table.number)
        telling.at_table(desk, person, seat, f"{cup.id} result {table.id} {play.seq} {who}", title, text)


def provisional(overview: Overview, table: CupTable) -> list[Said]:
    """That places may change, while other tables of the round are open."""
    if not waits_for(overview, overview.round_of(table)):
        return []
    if overview.terms.duplicate:
        return [
            Message(
                "Everybody is compared with those who had the same seat elsewhere: until all tables of the round are "
                "decided, these points are provisional."
            )
        ]
    return [Message("Other tables of the round are not decided yet: places may change.")]


def places_told(overview: Overview, table: CupTable) -> list[Said]:
    """Who came where at a table, by the names of their seats, and with what."""
    if table.result is None:
        return []
    seats = {one["entry"]: one["seat"] for one in table.seats}
    seats |= {one["offered"]: one["seat"] for one in table.seats if one["offered"]}
    ranked_seats = sorted(table.result["standing"], key=lambda one: one[2] or 99)
    currency = engine.title_named(table.title).currency
    return [
        f"{rank}. {seats[who]}"
        if worth is None
        else Message("{place}  {wealth}", place=f"{rank}. {seats[who]}", wealth=Money(worth, currency))
        for who, worth, rank, _ in ranked_seats
        if who in seats
    ]


def own_line(overview: Overview, who: str) -> Said:
    """Why somebody stands where they stand: their line, and what each table brought."""
    line = next((one for one in overview.lines if one.entrant == who), None)
    if line is None:
        return Message("You are not in the standings.")
    head = Message(
        "You are {rank} of {count}. {working}",
        rank=line.rank,
        count=sum(one.pool == line.pool for one in overview.lines),
        working=line.working,
    )
    return Listed((head, *tables_explained(overview, who, line.stage)), "\n")


def tables_explained(overview: Overview, who: str, stage: int) -> list[Said]:
    """What each table of a stage brought somebody, and why."""
    counted = by_seat(overview.results) if overview.terms.duplicate else overview.results
    mine = [one for one in counted if one.table.stage == stage and any(seat.entrant == who for seat in one.standing)]
    scores = [(one.table, score(one, overview.terms.scheme).get(who)) for one in mine]
    names = {(row.stage, row.number): overview.name_of(row) for row in overview.rounds}
    return [
        Message(
            "Round {round}: {points}. {working}",
            round=names[table.stage, table.round],
            points=shown(found.value),
            working=found.working,
        )
        for table, found in sorted(scores, key=lambda pair: (pair[0].round, pair[0].number))
        if found is not None
    ]


def top_told(overview: Overview, most: int = 10) -> list[Said]:
    """The head of the standings."""
    lines = overview.open_lines[:most]
    told: list[Said] = []
    for line, heading in zip(lines, headings(overview, lines), strict=True):
        told += [heading] if heading is not None else []
        told.append(line_told(overview, line))
    return told + further_told(lines) + ties_told(lines, overview)


def further_told(lines: Sequence[Line]) -> list[Said]:
    """Why somebody with more points stands behind others: they did not come as far."""
    if len({(line.stage, line.reached) for line in lines}) == 1 or not lines:
        return []
    return [Message("Who came further stands before who did not, whatever the points.")]


def line_told(overview: Overview, line: Line) -> Said:
    """A line of the standings; who is in the event no more is marked."""
    entry = overview.by_key[line.entrant]
    said = f"{line.rank}. {entry.name}  {shown(line.points)}"
    if entry.status == EntryStatus.EXPELLED:
        return Message("{line}  (excluded)", line=said)
    return Message("{line}  (withdrawn)", line=said) if entry.status == EntryStatus.WITHDRAWN else said


def headings(overview: Overview, lines: Sequence[Line]) -> list[Message | None]:
    """What stands above each line of the standings: its stage where there are several, its division, its group."""
    several = len({(line.stage, line.reached) for line in lines}) > 1
    found: list[Message | None] = []
    before: tuple[int, str, int] | None = None
    for line in lines:
        here = (line.stage, line.pool, line.reached)
        found.append(None if here == before else _heading(overview, line, several=several))
        before = here
    return found


def _heading(overview: Overview, line: Line, *, several: bool) -> Message | None:
    plan = overview.stage_of(line.stage)
    if line.pool:
        league = plan.format is Format.LEAGUE
        return Message("Division {division}", division=line.pool) if league else Message("Pool {pool}", pool=line.pool)
    if not several:
        return None
    rows = [one for one in overview.rounds if one.stage == line.stage]
    row = next((one for one in rows if one.number == line.reached), rows[-1])
    if plan.rounds == 1 or plan.format is Format.KNOCKOUT:
        return Message("Round {round}", round=overview.name_of(row))
    return Message("Stage {stage}", stage=line.stage)


def by_lot(overview: Overview, lines: Sequence[Line]) -> bool:
    """Whether nothing but the lot has put the first before the second."""
    return len(lines) > 1 and _parting(overview, *lines[:2]) is Tie.LOT


def ties_told(lines: Sequence[Line], overview: Overview) -> list[Said]:
    """Who has the same points, and what put them in their order."""
    found: list[Said] = []
    for _, alike in groupby(lines, key=lambda line: (line.stage, line.reached, line.pool, line.points)):
        equals = list(alike)
        # As long as nobody has a point nothing was decided, as far as everybody may know.
        if len(equals) == 1 or not any(line.points for line in lines):
            continue
        names = Listed(overview.by_key[line.entrant].name for line in equals)
        parted = [_parting(overview, *pair) for pair in pairwise(equals)]
        ways = [tie_told(tie) for tie in overview.terms.ties if tie in parted]
        if ways:
            found.append(
                Message("The same points: {names}. What decided: {ties}.", names=names, ties=Listed(ways, ","))
            )
        else:
            found.append(Message("The same points, and nothing tells them apart: {names}.", names=names))
    return found


def _parting(overview: Overview, one: Line, other: Line) -> Tie | None:
    """What tells two apart who have the same points; nothing if they have not, or share their place."""
    if (one.stage, one.pool, one.points) != (other.stage, other.pool, other.points):
        return None
    compared = zip(overview.terms.ties, one.tie_values, other.tie_values, strict=False)
    return next((tie for tie, mine, theirs in compared if mine != theirs), None)


def shown(points: Any) -> str:
    """An exact number as people read it: whole, a fraction, or two digits where it is a long one."""
    if points.denominator == 1:
        return str(points.numerator)
    whole, rest = divmod(points.numerator, points.denominator)
    if points.denominator <= 12:
        return f"{whole} {rest}/{points.denominator}" if whole else f"{rest}/{points.denominator}"
    return f"{float(points):.3f}"


# ---------------------------------------------------------------------- unfinished tables


def table_seeds(overview: Overview, table: CupTable) -> tuple[str, ...]:
    """The seeds of a table's play-outs, from the event's published one."""
    row = overview.round_of(table)
    return seeds(overview.cup.seed, f"{row.stage}.{row.number}.{table.number}", overview.terms.playouts)


def sample(state: State, seed: str) -> dict[str, Any]:
    """One play-out of a position by bots, as it is kept. This is what takes time, and needs no transaction."""
    return {name: value for name, value in asdict(play_out(state, seed)).items() if name != "seed"}


def estimates_of(kept: Mapping[str, Any]) -> tuple[Estimate, ...]:
    """What all play-outs of a table say together."""
    return combine(Sample(seed=seed, **one) for seed, one in kept["samples"].items())


def unclear(estimates: Sequence[Estimate]) -> list[tuple[str, str]]:
    """Pairs of seats of which play-outs can't say who is ahead."""
    found = []
    for index, one in enumerate(estimates):
        found += [(one.player, other.player) for other in estimates[index + 1 :] if not apart(one, other)]
    return found


def adjudicate(desk: Desk, cup: Cup, table: CupTable, play: Play) -> None:
    """Enters what play-outs say: decided where they tell all seats apart, else the director is asked."""
    if table.status != TableStatus.PLAYING or play.over or table.estimate is None:
        return
    overview = Overview.of(desk, cup)
    estimates = estimates_of(table.estimate)
    table.estimate = {**table.estimate, "seats": estimates_kept(estimates)}
    doubt = unclear(estimates)
    each = [
        Message(
            "{seat}: {played} in the play-outs (from {least} to {most}), estimated {mean} (from {low} to {high})",
            seat=one.player,
            played=round(one.played),
            least=one.least,
            most=one.most,
            mean=round(one.mean),
            low=one.low,
            high=one.high,
        )
        for one in estimates
    ]
    said = Listed(each, ";")
    cut = how_far(table.estimate)
    figures: Said = Listed((said, cut), "\n") if cut else said
    if doubt:
        table.status = TableStatus.UNCLEAR
        write_down(desk, cup, "service", "played out", "", f"table {table.number}: {figures}", "intervals overlap")
        order = " > ".join(one.player for one in sorted(estimates, key=lambda one: -one.mean))
        text = Message(
            "Table {table} is not over and the estimates overlap:\n{said}\nThe estimate counts two fifths of "
            "what bots made, who play longer than people do. You decide; the first wins. `>` is better than, `=` "
            "shares a place.",
            table=table.number,
            said=Listed(each, "\n"),
        )
        if cut:
            text = Message("{text} {more}", text=text, more=cut)
        telling.directors(
            desk,
            cup,
            f"unclear {table.id} {play.seq}",
            Message("{cup}: a table for you to rule on", cup=cup.name),
            text,
            (f'td rule {cup.id} {table.number} {order} "as the play-outs have it"',),
        )
        return
    scores = {one.player: round(one.mean) for one in estimates}
    write_down(desk, cup, "service", "adjudicated", "", f"table {table.number}: {figures}")
    if cut:
        title = Message("{cup}: table {table} was played on by bots", cup=cup.name, table=table.number)
        telling.directors(desk, cup, f"adjudicated {table.id} {play.seq}", title, figures)
    _end(desk, overview, table, play, "adjudicated", scores)


def how_far(kept: Mapping[str, Any]) -> Said:
    """How many play-outs did not come to the game's end, and what they count; nothing if all did."""
    samples = list(kept["samples"].values())
    cut = sum(not one["finished"] for one in samples)
    if not cut:
        return ""
    return Message(
        "Of {count} play-outs {cut} did not come to the end of the game: they were stopped after {most} moves and "
        "count as they then stood.",
        count=len(samples),
        cut=cut,
        most=max(one["moves"] for one in samples if not one["finished"]),
    )


def let_stand(desk: Desk, cup: Cup, table: CupTable, play: Play) -> None:
    """An unfinished table counts as it stands."""
    if table.status == TableStatus.PLAYING and not play.over:
        write_down(desk, cup, "service", "ended", "", f"table {table.number} as it stands")
        _end(desk, Overview.of(desk, cup), table, play, "early", None)


def close_table(desk: Desk, cup: Cup, row: CupRound, table: CupTable, play: Play) -> None:
    """The time of its round is up: nobody moves at a table any more, and all who sit there hear it."""
    if table.status != TableStatus.PLAYING or not play.running:
        return
    close(desk, play)
    # Of this table alone: a league's other tables say nothing here.
    overview = Overview(cup, (), [row], [table])
    text = Message(
        "The time of round {round} is up, and table {table} is not over. No more moves are taken: bots now play it "
        "out, and you are told what comes of it.",
        round=overview.name_of(row),
        table=table.number,
    )
    if overview.terms.unfinished is Unfinished.RULING:
        text = Message(
            "The time of round {round} is up, and table {table} is not over. No more moves are taken: the director "
            "rules on it, and you are told how.",
            round=overview.name_of(row),
            table=table.number,
        )
    title = Message("{cup}: time is up at table {table}", cup=cup.name, table=table.number)
    for seat in play.players:
        # Who directs is told what they have to do about it.
        desk.post_to_seat(seat, f"cup closed {play.seq} {seat.id}", mails.Notice(title, text))


def leave_to_director(desk: Desk, cup: Cup, table: CupTable, play: Play) -> None:
    """The director is asked for a ruling."""
    if table.status != TableStatus.PLAYING or play.over:
        return
    table.status = TableStatus.UNCLEAR
    order = " > ".join(seat.name for seat in play.players)
    text = Message(
        "Table {table} is not over and its round is: you decide; the first wins. `=` shares a place.",
        table=table.number,
    )
    telling.directors(
        desk,
        cup,
        f"unclear {table.id} {play.seq}",
        Message("{cup}: a table for you to rule on", cup=cup.name),
        text,
        (f'td rule {cup.id} {table.number} {order} "the reason"',),
    )


def _end(
    desk: Desk, overview: Overview, table: CupTable, play: Play, ended: str, scores: Mapping[str, int] | None
) -> None:
    """The game ends with its table; its own record then says so."""
    end_early(desk, play, ended, scores)
    go_on(desk, play)
    take(desk, overview.cup, table, play)
    announce.over(desk, play)


def ruled(cup: Cup, table: CupTable, places: Sequence[Sequence[str]], reason: str) -> dict[str, int]:
    """The place of each seat as a ruling has it, those of one place together. Raises Refused."""
    if not reason.strip():
        raise Refused("A ruling needs its reason.", instead=(f'td rule {cup.id} {table.number} Red > Blue "…"',))
    if table.game_id is None:
        raise Refused("Table {table} has no game yet.", table=table.number)
    names = [seat["seat"] for seat in table.seats]
    named = [name for group in places for name in group]
    if sorted(map(str.casefold, named)) != sorted(map(str.casefold, names)):
        raise Refused(
            "Name every seat of table {table} once: {names}.",
            table=table.number,
            names=Listed(names, ","),
            instead=(f'td rule {cup.id} {table.number} {" > ".join(names)} "{reason}"',),
        )
    ranks, place = {}, 1
    for group in places:
        for name in names:
            if name.casefold() in map(str.casefold, group):
                ranks[name] = place
        place += len(group)
    return ranks


def rule(desk: Desk, cup: Cup, table: CupTable, places: Sequence[Sequence[str]], reason: str, who: str) -> None:
    """The director's ruling: seats by place, those of one place together. Raises Refused."""
    ranks = ruled(cup, table, places, reason)
    overview = Overview.of(desk, cup)
    row = overview.round_of(table)
    still_going(cup)
    if row is not overview.current:
        raise Refused("Round {round} is over; its results stand.", round=overview.name_of(row))
    play = desk.lock(table.game_id or "")
    assert play is not None
    old = _said_short(overview, table)
    under_way = not play.over
    scores = (
        {one.player: round(one.mean) for one in estimate_read(table.estimate)} if under_way and table.estimate else {}
    )
    # The game's own record says who came where, too.
    end_early(desk, play, "ruled", scores or None, ranks)
    if under_way:
        go_on(desk, play)
    else:
        desk.ring("ending", play.id)
    table.result = of_game(overview, table, play) or placed(
        overview, table, play, dict.fromkeys(ranks), ranks, Ending.RULED
    )
    table.status = TableStatus.DECIDED
    for appeal in desk.cups.open_appeals(table.id):
        appeal.ruling, appeal.ruled_at = reason, desk.now
    write_down(desk, cup, who, "ruled", old, f"table {table.number}: {_said_short(overview, table)}", reason)
    desk.write()
    if row.status == RoundStatus.OVER:
        # What was drawn from the standings before is drawn again.
        row.standings = standings_kept(Overview.of(desk, cup).standings(row))
        draw_again(desk, cup, who)
    cup.due_at = desk.now
    desk.ring("cup", cup.id)
    _tell_ruling(desk, Overview.of(desk, cup), table, play, reason)
    announce.over(desk, play)


def _said_short(overview: Overview, table: CupTable) -> str:
    """A result for the log: who came where."""
    if table.result is None:
        return table.status
    ranked = sorted((rank or 99, overview.by_key[who].name) for who, _, rank, _ in table.result["standing"])
    return ", ".join(f"{rank}. {name}" for rank, name in ranked)


def how_to_appeal(overview: Overview) -> Message:
    """What somebody may do who does not agree with the result of their table."""
    return Message('Who does not agree with the result of their table writes: appeal {cup} "why"', cup=overview.cup.id)


def _tell_ruling(desk: Desk, overview: Overview, table: CupTable, play: Play, reason: str) -> None:
    cup = overview.cup
    for kept in table.seats:
        seat = play.seat(kept["seat"])
        person = desk.holder(seat) if seat is not None and not seat.bot else None
        if person is not None and seat is not None:
            text = Listed(
                (
                    Message("The director has ruled on table {table}: {reason}", table=table.number, reason=reason),
                    *places_told(overview, table),
                    *(
                        (COUNTS_LATER,)
                        if overview.secret(table)
                        else (own_line(overview, holder(overview, play, kept)[0]), *provisional(overview, table))
                    ),
                    how_to_appeal(overview),
                ),
                "\n",
            )
            title = Message("{cup}: a ruling on table {table}", cup=cup.name, table=table.number)
            telling.at_table(
                desk,
                person,
                seat,
                f"{cup.id} ruled {table.id} {len(desk.cups.deeds(cup.id, 10_000))} {person.id}",
                title,
                text,
            )


# ---------------------------------------------------------------------- appeals


def appeal(desk: Desk, cup: Cup, entry: CupEntry, text: str, number: int | None = None) -> CupTable:
    """Stops a table's result from counting until the director has ruled. Raises Refused."""
    overview = Overview.of(desk, cup)
    table = overview.table_of(entry) if number is None else overview.table_numbered(number)
    if table is None or not _played_at(desk, overview, table, entry):
        raise Refused("You have no table to appeal about in {cup}.", cup=cup.name)
    if cup.status == CupStatus.OVER or overview.round_of(table) is not overview.current:
        raise Refused("Round {round} is over; its results stand.", round=overview.name_of(overview.round_of(table)))
    if not text.strip() or len(text) > MOST_APPEAL:
        raise Refused(
            "Say what you appeal against, in up to {most} characters.",
            most=MOST_APPEAL,
            instead=(f'appeal {cup.id} "the last turn was played for me by mistake"',),
        )
    if desk.cups.open_appeals(table.id):
        raise Refused("Table {table} waits for a ruling already.", table=table.number)
    desk.add(Appeal(cup_id=cup.id, table_id=table.id, entry_id=entry.id, text=text.strip(), made_at=desk.now))
    old = table.status
    if table.status == TableStatus.DECIDED:
        table.status = TableStatus.APPEALED
    # The next round waits for the ruling.
    draw_again(desk, cup, entry.name)
    write_down(desk, cup, entry.name, "appealed", f"table {table.number}: {old}", table.status, text.strip())
    came = {who: rank or 99 for who, _, rank, _ in (table.result or {"standing": ()})["standing"]}
    by_place = sorted(table.seats, key=lambda seat: min(came.get(seat["entry"], 99), came.get(seat["offered"], 99)))
    order = " > ".join(seat["seat"] for seat in by_place)
    telling.directors(
        desk,
        cup,
        f"appeal {table.id} {entry.key} {desk.now}",
        Message("{cup}: an appeal", cup=cup.name),
        Message(
            "{name} appeals about table {table}: {text}\nIts result waits for your ruling.",
            name=seat_called(overview, table, entry),
            table=table.number,
            text=text.strip(),
        )
        if table.result is not None
        else Message(
            "{name} appeals about table {table}: {text}\nIts game is under way and has no result yet; a ruling would "
            "end it. `td at` does at that table what its moderator may.",
            name=seat_called(overview, table, entry),
            table=table.number,
            text=text.strip(),
        ),
        (f'td rule {cup.id} {table.number} {order} "the reason"', f'td dismiss {cup.id} {table.number} "the reason"'),
    )
    return table


def _played_at(desk: Desk, overview: Overview, table: CupTable, entry: CupEntry) -> bool:
    """Whether somebody has or had a seat of a table; who was asked to take one over has it when they said yes."""
    if any(entry.key in (seat["entry"], *seat["was"]) for seat in table.seats):
        return True
    play = desk.game(table.game_id) if table.game_id is not None else None
    return play is not None and any(
        seat["offered"] == entry.key and holder(overview, play, seat)[0] == entry.key for seat in table.seats
    )


def seat_called(overview: Overview, table: CupTable, entry: CupEntry) -> str:
    """What somebody is called at a table: by their seat while who sits there is secret, also to who directs and plays
    elsewhere; `td status` names them for the others."""
    mine = (seat for seat in table.seats if entry.key in (seat["entry"], seat["offered"], *seat["was"]))
    return str(next((seat["seat"] for seat in mine), entry.name)) if overview.secret(table) else entry.name


def dismiss(desk: Desk, cup: Cup, table: CupTable, reason: str, who: str) -> None:
    """An appeal changes nothing: the result stands. Raises Refused."""
    waiting = desk.cups.open_appeals(table.id)
    if not waiting:
        raise Refused("Nobody has appealed about table {table}.", table=table.number)
    if not reason.strip():
        raise Refused("A ruling needs its reason.", instead=(f'td dismiss {cup.id} {table.number} "…"',))
    for one in waiting:
        one.ruling, one.ruled_at = reason, desk.now
        entry = next(each for each in desk.cups.entries(cup.id) if each.id == one.entry_id)
        person = desk.person(entry.person_id)
        if person is not None:
            text = Message("Your appeal about table {table} was dismissed: {reason}", table=table.number, reason=reason)
            telling.one(desk, person, f"{cup.id} dismissed {one.id}", Message("{cup}: your appeal", cup=cup.name), text)
    if table.status == TableStatus.APPEALED:
        table.status = TableStatus.DECIDED
    write_down(desk, cup, who, "dismissed an appeal", f"table {table.number}", table.status, reason)
    desk.write()
    cup.due_at = desk.now
    desk.ring("cup", cup.id)


def waits_for(overview: Overview, row: CupRound) -> list[CupTable]:
    """Tables of a round that have no result yet."""
    return [table for table in overview.tables_of(row) if table.status != TableStatus.DECIDED]


def by_rule(overview: Overview) -> Unfinished:
    return overview.terms.unfinished
