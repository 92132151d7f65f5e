"""Orders on file in the engine's own language: kept, read back, played when their time comes, stopped, explained.

The engine says what follows from one (``engine.evaluate``); this keeps them secret and plays them as their owner's mail
would be played: in the same transaction as whatever brought their turn about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import engine
from engine import Ambiguous, BidUpTo, Deed, Finished, Go, Player, Refused, Standing, State, Stop, Verdict
from engine.message import Listed, Message
from moderator.language import Moment
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import OnFile
from moderator.store.tables import OrderOnFile, Seat
from moderator.table import standing
from moderator.table.playing import play_move
from moderator.table.tongues import kept, said
from moderator.table.willing import STANDING as STANDING

# Nobody plans more than this, and each must be looked at in each turn.
MOST = 40


# ---------------------------------------------------------------------- keeping


def keep(desk: Desk, play: Play, seat: Seat, order: Standing, mail_id: int | None) -> OrderOnFile:
    """Puts an order on file, sealed. Raises Refused for one that another contradicts, with both shown."""
    mine = rows_of(desk, seat)
    ended = tidy(desk, play, seat, mine)
    mine = [row for row in mine if row.status == OnFile.OPEN]
    if len(mine) >= MOST:
        raise Refused("You have {count} orders on file; cancel some first.", instead=("orders",), count=len(mine))
    standing.refuse_contradiction(desk, play, seat, order, mail_id)
    row = standing.keep(desk, play, seat, STANDING, order.write(), {"order": engine.store(order)}, mail_id)
    row.data = {**row.data, "since": [], "upto": play.seq}
    if ended:
        # What is taken off the list is said in the same answer.
        row.data = {**row.data, "tidied": [one.number for one in ended]}
    return standing.seal(row)


def not_contradicting(
    desk: Desk, play: Play, seat: Seat, lines: Sequence[str], but: Collection[int] = ()
) -> Iterator[str]:
    """Of orders that are proposed those that would be taken beside what the seat has on file (``but`` some)."""
    for line in lines:
        try:
            order = engine.read_standing(play.state, Player(seat.name), line) if engine.looks_standing(line) else None
            if order is not None:
                standing.refuse_contradiction(desk, play, seat, order, but=but)
        except Refused:
            continue
        yield line


def beside_what_there_is(desk: Desk, play: Play, seat: Seat, refused: Refused, but: Collection[int] = ()) -> Refused:
    """A refusal whose proposals would be taken beside what the seat has on file (``but`` some). What a line may mean is
    not left out because of that: what it contradicts is cancelled before it."""
    kept = set(not_contradicting(desk, play, seat, refused.instead, but))
    replacing = {
        line: f"cancel {', '.join(map(str, numbers))}; {line}"
        for line in refused.instead
        if isinstance(refused, Ambiguous) and line not in kept
        if (numbers := _contradicted(desk, play, seat, line, but))
    }
    refused.instead = tuple(replacing.get(line, line) for line in refused.instead if line in kept or line in replacing)
    return refused


def _contradicted(desk: Desk, play: Play, seat: Seat, line: str, but: Collection[int]) -> list[int]:
    """The numbers of what is on file that a line contradicts; none where something says the same already."""
    try:
        order = engine.read_standing(play.state, Player(seat.name), line)
    except Refused:
        return []
    rows = [row for row in standing.open_orders(desk, seat) if row.number not in but]
    known = {row.number: value for row in rows if (value := standing.value_of(row)) is not None}
    if order is None or any(value.write() == order.write() for value in known.values()):
        return []
    return [number for number, value in known.items() if engine.clash(value, order, play.state.title)]


def rows_of(desk: Desk, seat: Seat) -> list[OrderOnFile]:
    """A seat's open orders in the engine's language."""
    return [row for row in standing.open_orders(desk, seat) if row.kind == STANDING]


def order_of(row: OrderOnFile) -> Standing:
    return engine.restore_order(row.data["order"])


def told_of(play: Play, row: OrderOnFile) -> Message:
    """What an order will do, in plain words; of orders that are queued as they were written, when."""
    if standing.MODERATED in row.data:
        return Message("The moderator gave this for your next turn.")
    order = standing.value_of(row)
    return order.tell(play.state) if order is not None else standing.queue_told(row)


def known_before(play: Play, seat: Seat, order: Standing | BidUpTo) -> Iterator[Message]:
    """What is so already where an order waits for it: whoever gives it may not know."""
    seen = engine.Seen(play.state, frozenset(), Player(seat.name))
    if isinstance(order, BidUpTo):
        yield from standing.about_limit(play.state, seat, order)
    elif (so := order.already(seen)) is not None:
        yield so
    if (
        not isinstance(order, BidUpTo)
        and play.to_move == seat.name
        and _waits_for_a_fresh_turn(play.state, order, seen)
    ):
        yield Message("Your turn has begun already: in this one it does nothing.")


def _waits_for_a_fresh_turn(state: State, order: Standing, seen: engine.Seen) -> bool:
    """Whether an order says nothing now only because something was done in this turn."""
    if not isinstance(order.judge(seen), engine.Wait):
        return False
    fresh = engine.turn_anew(state)
    return fresh != state and not isinstance(order.judge(replace(seen, state=fresh)), engine.Wait)


def at_once(state: State, seat: Seat, order: Standing | BidUpTo) -> Iterator[Message]:
    """What an order does as soon as it is given, where its owner is asked already: who only tries it must know."""
    if isinstance(order, BidUpTo):
        orders = standing.bid_now(state, seat, order)
    else:
        verdict = engine.evaluate(order, state, (), Player(seat.name))
        orders = "; ".join(map(engine.write_order, verdict.moves)) if isinstance(verdict, Go) else ""
    if orders:
        yield Message("It would act at once: {orders}", orders=engine.Ordered(orders, state.title))


def tidy(desk: Desk, play: Play, seat: Seat, rows: Sequence[OrderOnFile]) -> list[OrderOnFile]:
    """Ends what has nothing more to say, and returns it: its round is over, its company gone."""
    ended = []
    for row in rows:
        why = _over(play, seat, row)
        if why is not None:
            row.status, row.ending, row.ended_seq = OnFile.ENDED, str(why), play.seq
            row.data = {**row.data, "ending": kept(play, why)}
            ended.append(row)
    return ended


def _over(play: Play, seat: Seat, row: OrderOnFile) -> Message | None:
    """Why an order has nothing more to say. What was done since it was given is looked up where it matters: what has
    happened can't happen again, but the order that waited for it is still to act."""
    order, player = order_of(row), Player(seat.name)
    if order.over(engine.Seen(play.state, frozenset(), player)) is None:
        return None
    return order.over(engine.Seen(play.state, _deeds(play, row), player))


def was_over(play: Play, seat: Seat, row: OrderOnFile) -> bool:
    """Whether an order that has ended had nothing more to say in this position either."""
    if row.kind == "proxy":
        return standing.proxy_over(play.state, row)
    if row.kind == "queue":
        return standing.queue_over(play, row) is not None
    seen = engine.Seen(play.state, frozenset(), Player(seat.name))
    return row.status != OnFile.ASKED and order_of(row).over(seen) is not None


def end_what_is_over(desk: Desk, play: Play) -> None:
    """Whoever relies on an order that can act no more is told when that comes about, not when they look. A round that
    ends is no news: who has passed in it hears of it with their next decision."""
    for seat in play.players:
        for row in standing.open_orders(desk, seat):
            why = None
            if row.kind == "queue":
                why = standing.queue_over(play, row)
            elif row.kind == STANDING and not order_of(row).for_a_while:
                why = _over(play, seat, row)
            if why is not None:
                standing.end(desk, play, seat, row, OnFile.ENDED, why)


# ---------------------------------------------------------------------- acting


def act(desk: Desk, play: Play, *, asks: bool = True) -> bool:
    """Plays what the present mover has on file; False when there is nothing (left) to play. Who is late is not asked
    what is left (``asks``)."""
    seat = play.mover
    if seat is None or seat.bot:
        return False
    rows = sorted(standing.open_orders(desk, seat), key=_rank)
    for row in (one for one in rows if one.kind in KINDS and one.status == OnFile.OPEN):
        carry_out = partial(_carry_out, asks=asks) if row.kind == STANDING else KINDS[row.kind]
        if carry_out(desk, play, seat, row):
            return True
        if row.status == OnFile.ASKED:
            # Its owner is asked about this very turn, so nothing else on file answers it meanwhile.
            _hold(rows, play)
            return False
    return False


def _hold(rows: list[OrderOnFile], play: Play) -> None:
    for row in rows:
        if row.status == OnFile.OPEN:
            row.data = {**row.data, "held": play.turn}


def _rank(row: OrderOnFile) -> tuple[int, int]:
    """An order written for this very turn outranks what was said for an occasion, and that what was said for all."""
    order = standing.value_of(row)
    return (engine.rank(order) if order is not None else 0), row.number


def judged(desk: Desk, play: Play, seat: Seat, row: OrderOnFile) -> Verdict:
    """What follows from an order now; what was done since it was given is looked up as far as it is not known."""
    return engine.evaluate(order_of(row), play.state, _deeds(play, row), Player(seat.name))


def _deeds(play: Play, row: OrderOnFile) -> frozenset[Deed]:
    done, upto = frozenset(Deed(*one) for one in row.data["since"]), int(row.data["upto"])
    if upto < play.seq:
        order = order_of(row)
        for move in play.moves(since=upto):
            done = order.remembers(done, engine.deeds(move.happened))
        row.data = {**row.data, "since": sorted(map(list, done)), "upto": play.seq}
    return done


def _carry_out(desk: Desk, play: Play, seat: Seat, row: OrderOnFile, *, asks: bool = True) -> bool:
    """Plays what an order says now: all of it, or none."""
    if standing.says_nothing_now(desk, play, seat, row):
        return False
    verdict = judged(desk, play, seat, row)
    if isinstance(verdict, Stop):
        standing.end(desk, play, seat, row, OnFile.ASKED, Message("It stops here: {why}.", why=verdict.because))
        return False
    if isinstance(verdict, Finished):
        standing.end(desk, play, seat, row, OnFile.DONE, verdict.because, told_as=OnFile.ENDED)
        return False
    if not isinstance(verdict, Go):
        return False
    try:
        with desk.attempt():
            for move in verdict.moves:
                play_move(desk, play, seat, move, standing.SECRETLY, row.mail_id)
    except Refused as refused:
        play.forget()
        why = Message("Your orders no longer fit: {why}", why=refused.message)
        standing.end(desk, play, seat, row, OnFile.ASKED, why)
        return False
    _note(desk, play, seat, row, verdict, asks=asks)
    return True


def _note(desk: Desk, play: Play, seat: Seat, row: OrderOnFile, done: Go, *, asks: bool) -> None:
    """Remembers how these moves came about, and what is left on file."""
    standing.remember(play, row, done.moves, done.because)
    since, upto = {Deed(*one) for one in row.data["since"]}, int(row.data["upto"])
    for move in play.moves(since=upto):
        # Its own moves stop nothing, but what others do by them may: who passes last starts the winner's company.
        since |= {one for one in engine.deeds(move.happened) if one.who not in ("", seat.name)}
    row.data = {**row.data, "since": sorted(map(list, since)), "upto": play.seq}
    if done.left is None:
        # Who relies on it must know that it answers nothing any more.
        told = standing.played_told(play, done.moves)
        if done.second:
            # They may take it back only as long as nobody has acted.
            told = Message("{told} That stands behind `else`: {why}", told=told, why=done.because)
        if asks and play.to_move == seat.name and play.turn <= play.seq:
            told = Message("{told} Your turn is still open: you are asked what is left of it.", told=told)
        standing.end(desk, play, seat, row, OnFile.DONE, told, acted=True)
        return
    kept = engine.store(done.left)
    if kept != row.data["order"]:
        # What it was stays known, should the game be taken back.
        row.data = {
            **row.data,
            "order": kept,
            "was_order": [*row.data.get("was_order", ()), [play.seq, row.data["order"]]],
        }
        row.text = done.left.write()


# ---------------------------------------------------------------------- explaining


def explained(desk: Desk, play: Play, seat: Seat, number: int) -> Listed:
    """What an order of one's own says, what it has done and on which facts, and how it stands."""
    row = next((row for row in desk.filed.mine(seat.id) if row.number == number), None)
    if row is None:
        raise Refused("You have no order {number} on file.", instead=("orders",), number=number)
    if row.kind == STANDING and row.status == OnFile.OPEN:
        tidy(desk, play, seat, (row,))
    lines: list[Said] = [Listed((f"{row.number}:", standing.planned(play, row)), " "), told_of(play, row)]
    lines += [
        Message("Move {seq}, {orders}: {why}", seq=seq, orders=said(desk, seat, orders), why=said(desk, seat, why))
        for seq, orders, why in row.data.get("acts", ())
    ]
    lines += [
        Message(
            "{moment}, after move {seq}: {what}",
            moment=Moment(datetime.fromisoformat(at)),
            seq=seq,
            what=said(desk, seat, what),
        )
        for seq, at, what in row.data.get("answers", ())
    ]
    lines += _stands(desk, play, seat, row)
    if KNOWN in row.data:
        lines.append(IS_KNOWN)
    if seal_ := row.data.get("seal"):
        person = desk.holder(seat)
        if row.data["said"] != row.text or (person is not None and person.language != "en"):
            # What is left of it is another order, or it was shown in other words; the seal is of what was filed.
            lines.append(Message("It was filed as: {order}", order=standing.in_a_line(row.data["said"])))
        lines.append(Message("Sealed as {seal} with the word {word}.", seal=seal_, word=row.data["word"]))
    return Listed(lines, "\n")


_ENDED = {
    OnFile.DONE: Message("It is done."),
    OnFile.ASKED: Message("It has stopped, and you were asked."),
    OnFile.REPLACED: Message("A later order took its place."),
    OnFile.CANCELLED: Message("You cancelled it."),
    OnFile.ENDED: Message("It has ended."),
}


def _stands(desk: Desk, play: Play, seat: Seat, row: OrderOnFile) -> list[Message]:
    """How an order stands now: what came of it, or why it says nothing, or what it would say."""
    quiet = [*standing.quiet_told(desk, play, seat, row)] if row.status == OnFile.OPEN else []
    if quiet and standing.says_nothing_now(desk, play, seat, row):
        return quiet
    return [_stands_by_itself(desk, play, seat, row), *quiet]


def _stands_by_itself(desk: Desk, play: Play, seat: Seat, row: OrderOnFile) -> Message:
    if row.status != OnFile.OPEN:
        why = row.data.get("ending")
        # What came to its end without having acted is not called done.
        idle = row.kind == STANDING and row.status == OnFile.DONE and not row.data.get("acts")
        said_ = _ENDED[OnFile.ENDED if idle else OnFile(row.status)]
        return said_ if not why else Message("{said} {why}", said=said_, why=said(desk, seat, why))
    if row.kind != STANDING or play.to_move != seat.name:
        return Message("It is on file and waits.")
    verdict = judged(desk, play, seat, row)
    if isinstance(verdict, Stop | Finished | Go):
        return Message("As things stand: {why}.", why=verdict.because)
    return Message("It has nothing to say to what is asked now.")


# ---------------------------------------------------------------------- the end


def tells_seals(play: Play) -> bool:
    """Whether the table is told that an order was filed, and later what it said; otherwise at the end alone."""
    return bool(play.terms.get("seals") == "open")


# By this name an order remembers that the table was told what it says, before moves were taken back.
KNOWN = "known"
IS_KNOWN = Message("It is no secret any more: the table was told what it says.")


def is_known(play: Play, seat: Seat, row: OrderOnFile) -> bool:
    """Whether anybody else has been told what an order says that was used up."""
    if KNOWN in row.data:
        return True
    used = tells_seals(play) and "seal" in row.data and row.status in (OnFile.DONE, OnFile.ASKED)
    return used and any(one.id != seat.id and one.told >= (row.ended_seq or 0) for one in play.seats)


def seals_between(desk: Desk, play: Play, seat: Seat | None, since: int, upto: int) -> Iterator[Message]:
    """What others may know of orders filed and used up between two moves."""
    if not tells_seals(play):
        return
    names = {one.id: one.name for one in play.players if seat is None or one.id != seat.id}
    for row in desk.filed.sealed(play.id):
        if row.seat_id not in names:
            continue
        if since <= row.given_seq < upto:
            yield Message("A sealed order was filed: {seal}", seal=row.data["seal"])
        if row.status in (OnFile.DONE, OnFile.ASKED) and row.ended_seq is not None and since < row.ended_seq <= upto:
            yield Message(
                "{seat}'s sealed order is used up: {order}; word {word}, sealed as {seal}",
                seat=names[row.seat_id],
                order=standing.in_a_line(row.data["said"]),
                word=row.data["word"],
                seal=row.data["seal"],
            )


def told_at_the_end(desk: Desk, play: Play) -> Iterator[dict[str, str | int]]:
    """Every sealed order of a game with its word, for the record that comes with the result."""
    for seat in play.players:
        for row in desk.filed.all_of(seat.id):
            if row.data.get("seal"):
                yield {
                    "seat": seat.name,
                    "number": row.number,
                    "given": row.given_seq,
                    "order": row.data["said"],
                    "word": row.data["word"],
                    "seal": row.data["seal"],
                }


KINDS: dict[str, Callable[[Desk, Play, Seat, OrderOnFile], bool]] = {
    "queue": standing.play_queue,
    "proxy": standing.bid_by_proxy,
    STANDING: _carry_out,
}
