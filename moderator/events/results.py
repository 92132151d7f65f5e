"""What a table came to: taken from the record of its game, or worked out by play-outs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from engine import title_named
from engine.message import Listed, Message, Money
from moderator.events import places, telling
from moderator.events.announcing import write_down
from moderator.events.decided import how_decided, how_to_appeal, open_appeals
from moderator.events.explained import own_line, places_told, provisional, top_told
from moderator.events.interests import ask_for_ruling
from moderator.events.lines import standings_kept
from moderator.events.overview import Overview
from moderator.events.playouts import Sample, apart, combine, play_out, seeds
from moderator.events.records import estimates_kept, result_kept
from moderator.events.rounds import draw_again
from moderator.events.terms import Unfinished
from moderator.events.values import Ending, Estimate, Kind, Result, SeatResult
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.cup_tables import Cup, CupRound, CupTable
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus, GameStatus, RoundStatus, SeatStatus, TableStatus
from moderator.table import announce
from moderator.table.onward import close, end_early, go_on
from moderator.table.result import points_off, ranked

# How a game says that it did not come to its own end.
ENDED = {"agreed": Ending.AGREED, "adjudicated": Ending.ADJUDICATED, "early": Ending.EARLY, "set": Ending.SET}
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
    if kept is not None:
        offers_end(desk, cup, table, play)
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
    if kept is not None and row.status == RoundStatus.OVER and row is overview.current:
        _stand_again(desk, cup, table, row)
    if cup.status == CupStatus.RUNNING:
        cup.due_at = desk.now
        desk.ring("cup", cup.id)
    if table.status == TableStatus.DECIDED:
        tell_table(desk, Overview.of(desk, cup), table, play)


def _stand_again(desk: Desk, cup: Cup, table: CupTable, row: CupRound) -> None:
    """A game that was taken back after its round has come to its end again: the standings are those of its new result,
    what was drawn from the old ones is drawn again, and whose place is another hears so."""
    before = {str(line["entry"]): int(line["rank"]) for line in row.standings or ()}
    row.standings = standings_kept(Overview.of(desk, cup).standings(row))
    again = f"stage {row.stage} round {row.number}"
    write_down(desk, cup, "service", "round over", f"table {table.number} has ended again", again)
    draw_again(desk, cup, "service")
    title = Message("{cup}: table {table} is decided", cup=cup.name, table=table.number)
    why = Message("The game of table {table}, which was taken back, is over again.", table=table.number)
    places.tell(desk, Overview.of(desk, cup), before, f"again {table.id}", title, why)


def tell_table(desk: Desk, overview: Overview, table: CupTable, play: Play) -> None:
    """The standings after a result, to those who brought it about, each with their own line explained. With the last
    table of a round all are told of the round."""
    row = overview.round_of(table)
    if row.status != RoundStatus.OVER and not overview.undecided(row):
        return
    cup, head = overview.cup, [*open_appeals(desk, overview), *top_told(overview)]
    for kept in table.seats:
        seat = play.seat(kept["seat"])
        who, kind = holder(overview, play, kept)
        person = desk.holder(seat) if seat is not None and not seat.bot else None
        if person is None or seat is None or kind is Kind.FORFEIT:
            continue
        how = how_decided(overview, table)
        after = (how_to_appeal(overview),) if how else ()
        text = Listed((own_line(overview, who), *how, *provisional(overview, table), *head, *after), "\n")
        if overview.secret(table):
            # Points that came with the end of a game would say who sat there.
            text = Listed((*places_told(overview, table), *how, COUNTS_LATER, *after), "\n")
        title = Message("{cup}: table {table} is decided", cup=cup.name, table=table.number)
        telling.one(desk, person, f"{cup.id} result {table.id} {play.seq} {who}", title, text, seat=seat)


# ---------------------------------------------------------------------- unfinished tables


def table_seeds(overview: Overview, table: CupTable) -> tuple[str, ...]:
    """The seeds of a table's play-outs, from the event's published one."""
    row = overview.round_of(table)
    return seeds(overview.cup.seed, f"{row.stage}.{row.number}.{table.number}", overview.terms.playouts)


def sample(play: Play, seq: int, seed: str) -> dict[str, Any]:
    """One play-out of a game after a move by bots, as it is kept. This is what takes time, and needs no transaction."""
    last = int(play.terms.get("early_end") or 0)
    return {
        name: value
        for name, value in asdict(play_out(play.state_at(seq), seed, last_set=last)).items()
        if name != "seed"
    }


def estimates_of(kept: Mapping[str, Any]) -> tuple[Estimate, ...]:
    """What all play-outs of a table say together."""
    return combine(Sample(seed=seed, **one) for seed, one in kept["samples"].items())


def unclear(estimates: Sequence[Estimate]) -> list[tuple[str, str]]:
    """Pairs of seats of which play-outs can't say who is ahead."""
    found = []
    for index, one in enumerate(estimates):
        found += [(one.player, other.player) for other in estimates[index + 1 :] if not apart(one, other)]
    return found


# More than anybody has, so that whoever it is added to comes after all others.
LAST = 10**9


def forfeited(overview: Overview, table: CupTable, play: Play) -> set[str]:
    """The seats of a table that nobody who is entered plays any more: whatever they come to, they count last."""
    return {kept["seat"] for kept in table.seats if holder(overview, play, kept)[1] is Kind.FORFEIT}


def in_order(seats: Iterable[tuple[int, str]]) -> str:
    """Seats as a ruling names them, the least number first; who has the same number shares a place."""
    by_place = groupby(sorted(seats, key=lambda one: one[0]), key=lambda one: one[0])
    return " > ".join(" = ".join(name for _, name in group) for _, group in by_place)


def adjudicate(desk: Desk, cup: Cup, table: CupTable, play: Play) -> None:
    """Enters what play-outs say: decided where they tell all seats apart, else the director is asked."""
    if table.status != TableStatus.PLAYING or play.over or table.estimate is None:
        return
    overview = Overview.of(desk, cup)
    estimates = estimates_of(table.estimate)
    table.estimate = {**table.estimate, "seats": estimates_kept(estimates)}
    doubt = unclear(estimates)
    currency = title_named(table.title).currency
    each = [
        Message(
            "{seat}: {played} in the play-outs (from {least} to {most}), estimated {mean} (from {low} to {high})",
            seat=one.player,
            played=Money(round(one.played), currency),
            least=Money(one.least, currency),
            most=Money(one.most, currency),
            mean=Money(round(one.mean), currency),
            low=Money(one.low, currency),
            high=Money(one.high, currency),
        )
        for one in estimates
    ]
    said = Listed(each, ";")
    cut = how_far(table.estimate)
    figures: Said = Listed((said, cut), "\n") if cut else said
    if doubt:
        table.status = TableStatus.UNCLEAR
        write_down(desk, cup, "service", "played out", "", f"table {table.number}: {figures}", "intervals overlap")
        last = forfeited(overview, table, play)
        order = in_order((LAST * (one.player in last) - round(one.mean), one.player) for one in estimates)
        text = Message(
            "Table {table} is not over and the estimates overlap:\n{said}\nThe estimate counts two fifths of "
            "what bots made, who play longer than people do. You decide; the first wins. `>` is better than, `=` "
            "shares a place.",
            table=table.number,
            said=Listed(each, "\n"),
        )
        if cut:
            text = Message("{text} {more}", text=text, more=cut)
        ask_for_ruling(
            desk,
            overview,
            table,
            f"unclear {table.id} {play.seq}",
            Message("{cup}: a table for you to rule on", cup=cup.name),
            text,
            (f'td rule {cup.id} {table.number} {order} "as the play-outs have it"',),
        )
        played_on = Message("{cup}: table {table} was played on by bots", cup=cup.name, table=table.number)
        _tell_seats(desk, play, "unclear", played_on, how_decided(overview, table))
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


def offers_end(desk: Desk, cup: Cup, table: CupTable, play: Play) -> None:
    """Whoever was asked to take over a seat and has not answered hears that nobody is needed there any more."""
    for kept in table.seats:
        seat = play.seat(kept["seat"])
        person = desk.person(seat.person_id) if seat is not None else None
        if not kept["offered"] or seat is None or person is None or seat.status != SeatStatus.INVITED:
            continue
        title = Message("{cup}: {seat} is no longer offered", cup=cup.name, seat=seat.name)
        text = Message(
            "Table {table} is over, or its time is up: nobody needs to take over {seat} any more. You need not answer, "
            "and stay on the waiting list.",
            table=table.number,
            seat=seat.name,
        )
        telling.one(desk, person, f"{cup.id} no offer {table.id} {seat.id} {len(kept.get('asked', ()))}", title, text)


def close_table(desk: Desk, cup: Cup, row: CupRound, table: CupTable, play: Play) -> None:
    """The time of its round is up: nobody moves at a table any more, and all who sit there hear it."""
    if table.status != TableStatus.PLAYING or not play.running:
        return
    close(desk, play)
    offers_end(desk, cup, table, play)
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
    _tell_seats(desk, play, "closed", title, [text])


def _tell_seats(desk: Desk, play: Play, key: str, title: Message, text: Sequence[Said]) -> None:
    """What becomes of a table whose time is up, to who sits there; who directs is told what they have to do."""
    for seat in play.players:
        desk.post_to_seat(seat, f"cup {key} {play.seq} {seat.id}", mails.Notice(title, Listed(text, "\n")))


def leave_to_director(desk: Desk, cup: Cup, table: CupTable, play: Play) -> None:
    """The director is asked for a ruling."""
    if table.status != TableStatus.PLAYING or play.over:
        return
    table.status = TableStatus.UNCLEAR
    overview = Overview.of(desk, cup)
    last = forfeited(overview, table, play)
    # Only an example: nobody shares a place in it.
    order = " > ".join(sorted((seat.name for seat in play.players), key=lambda name: name in last))
    text = Message(
        "Table {table} is not over and its round is: you decide; the first wins. `=` shares a place.",
        table=table.number,
    )
    ask_for_ruling(
        desk,
        overview,
        table,
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
