"""How a table that was not over in time comes to its result, told to those who sit there: what was estimated and how
sure that is, who decided what, and how to appeal until when."""

from __future__ import annotations

import engine
from engine.message import Listed, Message, Money
from moderator.events.overview import Overview
from moderator.events.records import estimate_read
from moderator.events.values import Ending
from moderator.language import Moment
from moderator.office.desk import Desk
from moderator.store.cup_tables import CupTable
from moderator.store.mails import Said
from moderator.store.statuses import TableStatus


def how_decided(overview: Overview, table: CupTable) -> list[Said]:
    """What became of a table that was not played to its end; nothing of one that was."""
    how = Ending((table.result or {}).get("how", Ending.PLAYED))
    if how is Ending.SET:
        return [
            Message(
                "Table {table} ended after the operating rounds that the terms name: what each seat was worth then is "
                "its result.",
                table=table.number,
            )
        ]
    if how is Ending.EARLY:
        return [
            Message(
                "Table {table} was not over when the time of its round was up. As the terms say, it counts as it "
                "stood: what each seat was worth then is its result, and nothing was estimated.",
                table=table.number,
            )
        ]
    if how is Ending.ADJUDICATED:
        apart = Message("No two of these ranges overlap, so the estimates are the result, as the terms say.")
        return [*estimated(table), apart]
    if table.status == TableStatus.UNCLEAR and estimated(table):
        overlap = Message(
            "Some of these ranges overlap, so the estimates don't tell who is ahead: the director decides, and you are "
            "told how and why."
        )
        return [*estimated(table), overlap]
    return []


def estimated(table: CupTable) -> list[Said]:
    """What bots made of a table, in plain words; nothing if they were not asked."""
    if table.estimate is None or not table.estimate["seats"]:
        return []
    currency = engine.title_named(table.title).currency
    why = Message(
        "Table {table} was not over when the time of its round was up, so bots have played it on from there, {count} "
        "times. The estimate of a seat is what it was worth then and two fifths of what the bots made of it, since "
        "they play longer than people do; nine of ten real results lie within its range.",
        table=table.number,
        count=len(table.estimate["seeds"]),
    )
    seats = sorted(estimate_read(table.estimate), key=lambda one: -one.mean)
    each = [
        Message(
            "{seat}: estimated {mean}, from {low} to {high}",
            seat=one.player,
            mean=Money(round(one.mean), currency),
            low=Money(one.low, currency),
            high=Money(one.high, currency),
        )
        for one in seats
    ]
    return [why, *each]


def open_appeals(desk: Desk, overview: Overview) -> list[Said]:
    """What everybody may know of appeals that wait for a ruling: about which table, since when, and what it holds."""
    waiting = [one for one in desk.cups.appeals(overview.cup.id) if one.ruled_at is None]
    tables = {one.id: one for one in overview.tables}
    return [_open_appeal(overview, tables[one.table_id], Moment(one.made_at)) for one in waiting]


def open_appeals_at(desk: Desk, game_id: str) -> list[Said]:
    """The same, of the table at which one game is played; nothing if it is no event's."""
    table = desk.cups.table_of_game(game_id)
    waiting = desk.cups.open_appeals(table.id) if table is not None else []
    if table is None or not waiting:
        return []
    cup = desk.cups.get(table.cup_id)
    assert cup is not None
    overview = Overview.of(desk, cup)
    return [_open_appeal(overview, table, Moment(one.made_at)) for one in waiting]


def _open_appeal(overview: Overview, table: CupTable, since: Moment) -> Message:
    row = overview.round_of(table)
    if table.result is None:
        return Message(
            "An appeal about table {table} of round {round} is open since {moment}: the director is asked, and the "
            "game goes on.",
            table=table.number,
            round=overview.name_of(row),
            moment=since,
        )
    return Message(
        "An appeal about table {table} of round {round} is open since {moment}: its result does not count before the "
        "director has ruled.",
        table=table.number,
        round=overview.name_of(row),
        moment=since,
    )


def how_to_appeal(overview: Overview) -> Said:
    """What somebody may do who does not agree with the result of their table, and until when."""
    how = Message('Who does not agree with the result of their table writes: appeal {cup} "why"', cup=overview.cup.id)
    row = overview.current
    until = overview.goes_on_at(row) if row is not None else None
    if until is None:
        when = Message("That can be done until the next round is published or the event is over.")
    else:
        when = Message(
            "That can be done until the next round is published or the event is over; by itself neither comes before "
            "{moment}.",
            moment=Moment(until),
        )
    return Listed((how, when), "\n")
