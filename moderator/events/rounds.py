"""Rounds: drawn, published, over. Each step is one transaction and may be begun again at any point."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import comb
from typing import Any

from engine import Refused
from engine.message import Listed, Message
from moderator.events import telling
from moderator.events.announcing import director_of, still_going, write_down
from moderator.events.division import sitting_out
from moderator.events.draw import draw
from moderator.events.interests import impartial, sees_names
from moderator.events.overview import COLOURS, Overview
from moderator.events.records import drawing_kept, seal_of, sealed_seed, task_kept, task_read
from moderator.events.terms import EventTerms, decode
from moderator.events.terms_told import bye_told
from moderator.events.values import Drawing, DrawTask
from moderator.language import Moment
from moderator.office.clock import terms_from
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.cup_tables import Cup, CupEntry, CupRound, CupTable
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import CupStatus, RoundStatus, TableStatus
from moderator.store.tables import Person, Seat
from moderator.table.pace import hours_said
from moderator.table.planning import GamePlan, Wish
from moderator.table.seating import draw as draw_title
from moderator.table.seating import new_game

SERVICE = "service"
Tasks = Sequence[tuple[str, DrawTask]]


# ---------------------------------------------------------------------- the draw


def tasks(desk: Desk, overview: Overview, stage: int, number: int) -> Tasks:
    """What the draws of a round are made from, pool by pool. Raises Refused where too few are left."""
    field = overview.field(stage, number)
    if not any(field.values()):
        raise Refused("Nobody is left to play in {cup}.", cup=overview.cup.name)
    found = [(pool, overview.task(pool, entrants, stage, number)) for pool, entrants in field.items() if entrants]
    if not overview.terms.anonymous:
        return found
    secret = _secret(desk, overview.cup, stage, number)
    return [(pool, replace(task, seed=sealed_seed(task.seed, secret))) for pool, task in found]


def _secret(desk: Desk, cup: Cup, stage: int, number: int) -> str:
    """What nobody but the service knows of an anonymous draw: from the published seed and the entrants alone anybody
    could draw it again, and learn who sits where."""
    about = f"draw {cup.id} {cup.seed} {stage} {number}".encode()
    return hmac.digest(desk.settings.secret_key.encode(), about, hashlib.sha256).hex()


def may_draw(desk: Desk, overview: Overview) -> None:
    """Refuses a draw that can't be made, without making it."""
    coming = overview.next_round()
    if coming is None:
        raise Refused("No round of {cup} is to come.", cup=overview.cup.name)
    for _, task in tasks(desk, overview, *coming):
        sitting_out(task)


def drawn(wanted: Tasks) -> list[dict[str, Any]]:
    """The draws, as they are kept. This is what takes time, and needs no transaction. Raises Refused."""
    found = []
    for pool, task in wanted:
        kept = {"pool": pool, "task": task_kept(task), "drawing": drawing_kept(draw(task))}
        seal = seal_of(task.seed)
        found.append({**kept, "sealed": seal} if seal else kept)
    return found


def keep(desk: Desk, cup: Cup, stage: int, number: int, draws: list[dict[str, Any]], who: str) -> CupRound | None:
    """Writes a draw down, with its tables; None if the round was drawn meanwhile or its field has changed."""
    overview = Overview.of(desk, cup)
    if overview.next_round() != (stage, number):
        return None
    if [task_kept(task) for _, task in tasks(desk, overview, stage, number)] != [one["task"] for one in draws]:
        return None
    row = desk.add(
        CupRound(
            cup_id=cup.id,
            stage=stage,
            number=number,
            status=RoundStatus.DRAWN,
            draws=draws,
            drawn_at=desk.now,
            starts_at=_start(desk, overview),
        )
    )
    _lay_out(desk, overview, row)
    cup.wishes = {name: value for name, value in cup.wishes.items() if name != "draw"}
    write_down(desk, cup, who, "drew", "", f"stage {stage} round {number}: {_quality(overview.drawings(row))}")
    _tell_draw(desk, overview, row)
    return row


def _lay_out(desk: Desk, overview: Overview, row: CupRound) -> None:
    """The tables of a draw, in one order over all pools."""
    anonymous, title = overview.terms.anonymous, overview.title_of(len(overview.rounds))
    number = 0
    for pool, drawing in overview.drawings(row):
        for table in drawing.tables:
            number += 1
            seats = [
                {
                    "entry": who,
                    "seat": COLOURS[position] if anonymous else overview.by_key[who].name,
                    "was": [],
                    "offered": "",
                }
                for position, who in enumerate(table.seats)
            ]
            desk.add(
                CupTable(
                    cup_id=row.cup_id,
                    round_id=row.id,
                    number=number,
                    pool=pool,
                    title=title,
                    seats=seats,
                    status=TableStatus.PLANNED,
                )
            )


def _start(desk: Desk, overview: Overview) -> datetime:
    """When a round may begin: at the event's own hour, or after the pause between rounds."""
    row = overview.last
    if row is None:
        return max(desk.now, overview.terms.starts or desk.now)
    return overview.goes_on_at(row) or desk.now


def _quality(drawings: Sequence[tuple[str, Drawing]]) -> str:
    if all(drawing.optimal for _, drawing in drawings):
        return "optimal"
    worst = max((drawing for _, drawing in drawings), key=lambda one: one.gap)
    if worst.aim is None:
        return f"within {float(worst.gap):.1%} of the bound"
    aim = ("repeats", "scores", "seats", "clubs")[worst.aim]
    return f"{aim} {worst.cost[worst.aim]}, bound {worst.least}"


def qualities_told(overview: Overview, row: CupRound, *, names: bool = False) -> list[Said]:
    """How good the draws of a round are, and how many club mates they could not keep apart; who sits where at anonymous
    tables is the director's alone to know."""
    found: list[Said] = []
    for one, (_, drawing) in zip(row.draws, overview.drawings(row), strict=True):
        said = [_quality_told(drawing)]
        if names or not overview.terms.anonymous or row.status == RoundStatus.OVER:
            said += _mates_told(task_read(one["task"]), drawing)
        # What is so in every pool is said once.
        found += [each for each in said if str(each) not in map(str, found)]
    return found


def _quality_told(drawing: Drawing) -> Said:
    if drawing.optimal:
        return Message("This draw is optimal: no other has fewer repeated opponents, or is more even.")
    gap = f"{float(drawing.gap) * 100:.1f}"
    if drawing.aim is None:
        return Message("This draw is within {gap} % of the bound.", gap=gap)
    # All weightier aims are at their bounds. A gap of 100 % says little where the bound is nought: so both are told.
    cost, least = drawing.cost[drawing.aim], drawing.least
    return (
        Message(
            "Repeated opponents count {cost} in this draw; no draw is below {least}, and whether one comes to it is "
            "not known.",
            cost=cost,
            least=least,
        ),
        Message(
            "No draw has fewer repeated opponents. How uneven its scores are could be less by {gap} % at most; whether "
            "it can be is not known.",
            gap=gap,
        ),
        Message(
            "No draw has fewer repeated opponents, or is more even. Seats that their players had before: {cost}; no "
            "draw is below {least}, and whether one comes to it is not known.",
            cost=cost,
            least=least,
        ),
        Message(
            "No draw has fewer repeated opponents, is more even, or gives fewer seats again. Pairs of club mates: "
            "{cost}; no draw is below {least}, and whether one comes to it is not known.",
            cost=cost,
            least=least,
        ),
    )[drawing.aim]


def _mates_told(task: DrawTask, drawing: Drawing) -> list[Said]:
    """How many club mates sit together, and why no draw could help it."""
    together = drawing.cost[-1]
    if not together:
        return []
    playing = [task.clubs[who] for table in drawing.tables for who in table.seats if task.clubs.get(who)]
    if together <= sum(_pairs(count, len(drawing.tables)) for count in Counter(playing).values()):
        return [
            Message(
                "Pairs of club mates at one table: {count}; their club has more players than there are tables.",
                count=together,
            )
        ]
    return [
        Message(
            "Pairs of club mates at one table: {count}; fewer repeated opponents, even scores, balanced seats and the "
            "director's wishes come first.",
            count=together,
        )
    ]


def _pairs(members: int, tables: int) -> int:
    """How many pairs of a club sit together at the least."""
    each, more = divmod(members, tables)
    return tables * comb(each, 2) + more * each


def _tell_draw(desk: Desk, overview: Overview, row: CupRound) -> None:
    """The director sees the draw before it is published, where they are to say so."""
    if overview.terms.by_itself:
        return
    cup, overview = overview.cup, Overview.of(desk, overview.cup)
    key = f"drawn {row.stage} {row.number} {len(desk.cups.deeds(cup.id, 10_000))}"
    title = Message("{cup}: round {round} is drawn", cup=cup.name, round=overview.name_of(row))
    for _, person in desk.cups.staff(cup.id):
        text = Listed(_draw_told(overview, row, names=sees_names(overview, person)), "\n")
        orders = (f"td publish {cup.id}", f"td draw {cup.id}")
        telling.one(desk, person, f"{cup.id} {key} d{person.id}", title, text, orders)


def _draw_told(overview: Overview, row: CupRound, *, names: bool) -> list[Said]:
    """A draw for who directs: how good it is, its tables, and who sits out."""
    lines = qualities_told(overview, row, names=names)
    for table in overview.tables_of(row):
        called = [overview.by_key[seat["entry"]].name if names else seat["seat"] for seat in table.seats]
        said = ", ".join(called)
        lines.append(Message("Table {table} ({title}): {names}", table=table.number, title=table.title, names=said))
    byes = [overview.by_key[who].name for _, drawing in overview.drawings(row) for who in drawing.byes]
    if byes:
        lines.append(Message("Byes: {names}", names=Listed(byes, ",")))
    return lines


def undraw(desk: Desk, cup: Cup, row: CupRound, who: str) -> None:
    """Takes back a draw that was not published, so that it can be drawn again with other wishes."""
    if row.status != RoundStatus.DRAWN:
        raise Refused("Round {round} is published and can't be drawn again.", round=row.number)
    write_down(desk, cup, who, "took back the draw", f"stage {row.stage} round {row.number}", "")
    desk.cups.forget_tables(row.id)
    desk.drop(row)


def draw_again(desk: Desk, cup: Cup, who: str) -> bool:
    """Somebody has gone: a draw that nobody was told of is made anew. False if there is none."""
    row = Overview.of(desk, cup).last
    if row is None or row.status != RoundStatus.DRAWN:
        return False
    ask_for_draw(desk, cup, who)
    return True


def ask_for_draw(desk: Desk, cup: Cup, who: str) -> None:
    """The director wants the next round drawn, or this one again. It is done by whoever goes on from here."""
    still_going(cup)
    if cup.status not in (CupStatus.CLOSED, CupStatus.RUNNING):
        raise Refused(
            "{cup} is not ready for a draw: close its entry first.", cup=cup.name, instead=(f"td close {cup.id}",)
        )
    overview = Overview.of(desk, cup)
    row = overview.last
    if row is not None and row.status == RoundStatus.DRAWN:
        undraw(desk, cup, row, who)
    elif row is not None and row.status != RoundStatus.OVER:
        raise Refused("Round {round} is not over yet.", round=overview.name_of(row), instead=(f"td status {cup.id}",))
    cup.wishes, cup.due_at = {**cup.wishes, "draw": True}, desk.now
    desk.ring("cup", cup.id)


# ---------------------------------------------------------------------- publishing


def publish(desk: Desk, cup: Cup, row: CupRound, who: str) -> None:
    """The draw stands: its games are made, one after the other, by whoever goes on from here."""
    if row.status != RoundStatus.DRAWN:
        return
    terms = decode(cup.terms)
    row.status, row.starts_at = RoundStatus.PUBLISHING, desk.now
    row.ends_at = desk.now + timedelta(days=terms.round_days)
    if terms.ends is not None:
        row.ends_at = min(row.ends_at, terms.ends)
    cup.status, cup.due_at = CupStatus.RUNNING, desk.now
    seals = dict.fromkeys(one["sealed"] for one in row.draws if "sealed" in one)
    said = "".join(f", drawn with a secret sealed as {seal}" for seal in seals)
    write_down(desk, cup, who, "published", RoundStatus.DRAWN, f"stage {row.stage} round {row.number}{said}")
    desk.ring("cup", cup.id)


def make_table(desk: Desk, cup: Cup, table_id: int) -> Play | None:
    """One table of a round: its game and the mails about it, or nothing if it has one already."""
    table = desk.cups.table_locked(table_id)
    if table is None or table.game_id is not None:
        return None
    row = desk.cups.round(table.round_id)
    assert row is not None
    # Those of this table alone: a league of a thousand is not read again for each.
    entries = desk.cups.entries_keyed(cup.id, [seat["entry"] for seat in table.seats])
    overview = Overview(cup, entries, [row], [table])
    play = new_game(desk, _plan(desk, overview, row, table), f"event {cup.id}")
    table.game_id, table.status = play.id, TableStatus.PLAYING
    for seat in play.players:
        _tell_seat(desk, overview, row, table, play, seat)
    return play


def _plan(desk: Desk, overview: Overview, row: CupRound, table: CupTable) -> GamePlan:
    """The game of a table: seats as drawn, under the event's terms; nobody is asked whether they join."""
    terms, cup = overview.terms, overview.cup
    director = _moderates(desk, overview, table)
    plan = terms.plan(table.title)
    wishes = []
    for seat in table.seats:
        entry = overview.by_key[seat["entry"]]
        person = desk.person(entry.person_id)
        usable = person is not None and not person.blocked
        address = desk.main_address(person) if person is not None and usable else ""
        wishes.append(Wish(seat["seat"], address, bot=not address))
    return replace(
        plan,
        seats=wishes,
        gm=desk.main_address(director) if director is not None else "",
        terms={
            **plan.terms,
            "event": cup.id,
            "press": terms.press,
            "anonymous": terms.anonymous,
            # Bots are of one mind where tables are to be alike; elsewhere no two tables of bots play the same game.
            "early_end": terms.early_end,
            "taste": "" if terms.duplicate else f"{cup.seed} {row.stage}.{row.number} {table.number}",
        },
        as_seated=True,
        start=True,
        drawn=_same_for_all(desk, cup, row, table, plan.options) if terms.duplicate else {},
        quiet=True,
    )


def _moderates(desk: Desk, overview: Overview, table: CupTable) -> Person | None:
    """Who moderates the game of a table: the director, or a deputy where the director plays there."""
    director = director_of(desk, overview.cup)
    if not overview.terms.directors_play:
        return director
    # Those of all tables: at anonymous ones nobody who plays in the round may look behind the colours.
    whole = Overview.of(desk, overview.cup)
    able = impartial(desk, whole, next(one for one in whole.tables if one.id == table.id))
    return director if director in able else next(iter(able), None)


def _same_for_all(
    desk: Desk, cup: Cup, row: CupRound, table: CupTable, options: Mapping[str, Any]
) -> Mapping[str, str]:
    """Duplicate: chance decides alike at every table. Nobody can work it out from the published seed: that would tell
    players what is still to be drawn."""
    about = f"{cup.id} {cup.seed} {row.stage} {row.number}".encode()
    secret = hmac.digest(desk.settings.secret_key.encode(), about, hashlib.sha256).hex()
    return draw_title(table.title, [seat["seat"] for seat in table.seats], options, random.Random(secret))  # noqa: S311


def _tell_seat(desk: Desk, overview: Overview, row: CupRound, table: CupTable, play: Play, seat: Seat) -> None:
    """Table, opponents, seat, clock and link; it goes out with the first mail of the game."""
    cup = overview.cup
    others = [other.name for other in play.players if other is not seat]
    text = Message(
        "Round {round}, table {table}: you play {title} as {seat}, in seat {place}, with {others}. {clock} The round "
        "ends {end} at the latest. All tables: {page}",
        round=overview.name_of(row),
        table=table.number,
        title=table.title,
        seat=seat.name,
        place=seat.position + 1,
        others=Listed(others),
        clock=hours_said(terms_from(play.terms), play.title),
        end=Moment(row.ends_at or desk.now),
        page=f"{desk.settings.base_url}/events/{cup.id}",
    )
    told = mails.Notice(Message("{cup}: round {round}", cup=cup.name, round=overview.name_of(row)), text)
    desk.post_to_seat(seat, f"cup {cup.id} table {table.id} {seat.id}", told)


def tell_byes(desk: Desk, overview: Overview, row: CupRound) -> None:
    """Who sits out is told, and what it counts."""
    people, name = desk.cups.people_in(overview.cup.id), overview.name_of(row)
    for _, drawing in overview.drawings(row):
        for who in drawing.byes:
            entry: CupEntry = overview.by_key[who]
            person = people.get(entry.person_id or 0)
            if person is not None:
                text = Message("You have a bye in round {round}. {worth}", round=name, worth=bye_told(overview.terms))
                title = Message("{cup}: round {round}", cup=overview.cup.name, round=name)
                telling.one(desk, person, f"{overview.cup.id} bye {row.id} {who}", title, text)


def begun(desk: Desk, cup: Cup, row: CupRound) -> None:
    """All tables are made: the round runs."""
    if row.status != RoundStatus.PUBLISHING or desk.cups.planned(row.id):
        return
    row.status = RoundStatus.RUNNING
    overview = Overview.of(desk, cup)
    tell_byes(desk, overview, row)
    made = sum(desk.cups.counted_tables(row.id).values())
    write_down(desk, cup, SERVICE, "round runs", "", f"stage {row.stage} round {row.number}: {made} tables")
    telling.directors(
        desk,
        cup,
        f"runs {row.id}",
        Message("{cup}: round {round} runs", cup=cup.name, round=overview.name_of(row)),
        Message("All {count} tables are under way.", count=made),
    )


def progress(desk: Desk, row: CupRound) -> tuple[int, int]:
    """How many tables of a round are made, of how many."""
    counted = desk.cups.counted_tables(row.id)
    return sum(counted.values()) - counted.get(TableStatus.PLANNED, 0), sum(counted.values())


def terms_of(cup: Cup) -> EventTerms:
    return decode(cup.terms)
