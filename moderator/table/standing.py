"""Orders kept for later: queued for one's next turn, and bids by proxy; how all that is on file ends and comes back.

What is in the engine's language of orders on file is kept and played by ``filed``."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import engine
from engine import BidUpTo, Move, Refused, Standing, State
from engine.message import Listed, Message, money
from engine.moves import Bid, Done, Pass
from moderator.language import Moment
from moderator.office.clock import terms_from
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.game import Play
from moderator.store.statuses import OnFile
from moderator.store.tables import OrderOnFile, Seat
from moderator.table import minds
from moderator.table.playing import behind_the_end, play_move, play_order, says_nothing
from moderator.table.silent import is_silent, spoken_over
from moderator.table.tongues import kept, said
from moderator.table.willing import REMEMBERED

# How an order from the file is recorded: like any other mail's. That somebody had it on file stays their secret.
SECRETLY = "mail"
# The rule of a game by which orders on file speak for who is late.
LATE_SPEAKS = "standing"
# What was queued by the moderator is neither the player's own nor a secret.
MODERATED, BY_MODERATOR = "moderated", "gm"
# The rounds in which a pass leaves out a part of a company's turn.
ROUNDS_OF_COMPANIES = ("operating", "merger")
# So many places are proposed where a company could begin.
PROPOSED = 3


def keep(
    desk: Desk, play: Play, seat: Seat, kind: str, text: str, data: Mapping[str, Any], mail_id: int | None = None
) -> OrderOnFile:
    row = OrderOnFile(
        game_id=play.id,
        seat_id=seat.id,
        number=desk.filed.next_number(seat.id),
        kind=kind,
        text=text,
        data=dict(data),
        mail_id=mail_id,
        given_seq=play.seq,
        status=OnFile.OPEN,
        ending="",
        created_at=desk.now,
    )
    return desk.add(row)


def seal(row: OrderOnFile) -> OrderOnFile:
    """Commits to what an order says: whoever is told the word later can check that it always said so."""
    word = secrets.token_hex(8)
    row.data = {**row.data, "said": row.text, "word": word, "seal": sealed(row.text, word)}
    return row


def sealed(text: str, word: str) -> str:
    """The commitment to an order: SHA-256 over its text, a line's end and the word."""
    return hashlib.sha256(f"{text}\n{word}".encode()).hexdigest()


def open_orders(desk: Desk, seat: Seat) -> list[OrderOnFile]:
    return desk.filed.open_of(seat)


def is_held(play: Play, row: OrderOnFile) -> bool:
    """Whether an order is silent in the present turn, because its owner is asked about it."""
    return bool(row.data.get("held") == play.turn)


def says_nothing_now(desk: Desk, play: Play, seat: Seat, row: OrderOnFile) -> bool:
    """Whether an order is passed over in the present turn, whatever it says."""
    return is_held(play, row) or is_silent(desk, seat, row)


def quiet_told(desk: Desk, play: Play, seat: Seat, row: OrderOnFile) -> Iterator[Message]:
    """Why an order says nothing now, and until when; and which one is silent because of it."""
    if (held := held_told(play, seat, row)) is not None:
        yield held
    rows = open_orders(desk, seat)
    if (other := spoken_over(row, rows)) is not None:
        yield Message(
            "It is silent as long as {number} is on file, which contradicts it: {order}. Cancel one of them.",
            number=other.number,
            order=planned(play, other),
        )
    for one in rows:
        if spoken_over(one, rows) is row:
            yield Message(
                "{number} contradicts it and is silent meanwhile: {order}.",
                number=one.number,
                order=planned(play, one),
            )


def release(desk: Desk, seat: Seat) -> None:
    """Its owner was asked and has let the time pass: what is on file speaks again, held or not."""
    for row in open_orders(desk, seat):
        row.data = {name: value for name, value in row.data.items() if name != "held"}


def held_told(play: Play, seat: Seat, row: OrderOnFile) -> Message | None:
    """That an order says nothing to what its owner is asked now, and until when."""
    if play.to_move != seat.name or not is_held(play, row):
        return None
    if terms_from(play.terms).noshow == LATE_SPEAKS:
        return Message("Held in this turn until you move or the deadline passes.")
    return Message("Held in this turn until you move.")


def queue(
    desk: Desk, play: Play, seat: Seat, lines: Sequence[str], mail_id: int | None, *, moderated: bool = False
) -> OrderOnFile:
    """Keeps orders for the seat's next turn; they replace what was queued before. ``moderated``: the moderator gave
    them, and they stay the moderator's wherever they are told of."""
    for old in open_orders(desk, seat):
        if old.kind == "queue":
            old.status, old.ending = OnFile.REPLACED, "Replaced by a later mail."
    item, within = _said_of(play, seat, lines)
    data = {"lines": list(lines), "item": item, "within": within, **({MODERATED: True} if moderated else {})}
    if _passes(play.state, lines) and (kind := engine.round_kind(play.state)) in ROUNDS_OF_COMPANIES:
        data["round"] = kind
    return keep(desk, play, seat, "queue", "; ".join(lines), data, mail_id)


def _said_of(play: Play, seat: Seat, lines: Sequence[str]) -> tuple[str, str]:
    """The auction or round for which passes and bids are queued: in another one they were not meant."""
    try:
        return engine.said_of(play.state, seat.player, [engine.parse_order(play.state, line) for line in lines])
    except Refused:
        return "", ""


def _passes(state: State, lines: Sequence[str]) -> bool:
    """Whether something is passed or ended among orders that are kept."""
    return any(isinstance(_move(state, line), Pass | Done) for line in lines)


def queue_told(row: OrderOnFile) -> Message:
    """For which of its owner's turns something is queued."""
    item, within = row.data.get("item", ""), row.data.get("within", "")
    if item:
        return Message("Queued for your next turn in the auction of {item}.", item=item)
    if within[:2] == engine.ROUNDS["stock"]:
        return Message("Queued for your next turn in stock round {number}.", number=within[2:])
    if within:
        return Message("Queued for your next turn in the auction of the privates.")
    return Message("Queued for your next turn.")


def queue_over(play: Play, row: OrderOnFile) -> Message | None:
    """That the auction or round is over for which something was queued. What was to be left out in a company's turn is
    no pass in another kind of round."""
    if row.data.get("round", engine.round_kind(play.state)) != engine.round_kind(play.state):
        return Message("The round in which this was said is over, and in another it would be a pass.")
    return engine.bound_over(play.state, row.data.get("item", ""), row.data.get("within", ""))


def _is_of_the_round(state: State, row: OrderOnFile) -> bool:
    """Whether a company is put up for auction in a stock round, and what is queued was said of the round: a pass there
    would give up the company, and a purchase is for the turn that follows."""
    up = state.facts.bidding
    if up is None or state.cursor.round != "stock" or row.data.get("item"):
        return False
    bids = [move for line in row.data["lines"] if isinstance(move := _move(state, line), Bid)]
    return all(bid.item != up.item for bid in bids)


def _move(state: State, line: str) -> Move | None:
    """What a line that is queued orders in this position, if it can be read."""
    try:
        return engine.parse_order(state, line)
    except Refused:
        return None


def before_limits(desk: Desk, play: Play, seat: Seat, lines: Sequence[str], told: Message) -> Message:
    """What is said of orders that are kept, and which limits a pass among them is heard before: where it is said of an
    auction, and not of a stock round, in which it waits as long as a company is up."""
    moves = [_move(play.state, line) for line in lines]
    if not any(isinstance(move, Pass) for move in moves) or any(isinstance(move, Bid) for move in moves):
        return told
    item, within = _said_of(play, seat, lines)
    limits = [row for row in open_orders(desk, seat) if row.kind == "proxy" and item in ("", bid_of(row).item)]
    if not limits or not (item or within == engine.ROUNDS["auction"]):
        return told
    return Message(
        "{kept}. It is heard before what you have on file: {orders}", kept=told, orders=_listed(play, limits)
    )


def queued_before(desk: Desk, seat: Seat) -> OrderOnFile | None:
    """What a mail with orders for the seat's next turn replaces."""
    return next((row for row in open_orders(desk, seat) if row.kind == "queue"), None)


def in_place_of(play: Play, said: Message, old: OrderOnFile) -> Message:
    """That orders are kept, and which are not any more."""
    return Message(
        "{kept}. It takes the place of {number}: {order}.", kept=said, number=old.number, order=planned(play, old)
    )


def tell_queued(desk: Desk, play: Play, seat: Seat, lines: Sequence[str], mail_id: int | None) -> None:
    """Whoever finds orders in their queue that they did not write must know of it."""
    orders = engine.Ordered("; ".join(lines), play.state.title)
    text = Message("Kept for your next turn, by the moderator: {orders}", orders=orders)
    told = mails.Notice(Message("The moderator has queued orders for you"), text)
    desk.post_to_seat(seat, f"queued {mail_id} {seat.id}", told)


def in_a_line(text: str) -> str:
    """An order on file in one line, where it is told of."""
    first, *rest = text.splitlines()
    return " ".join(filter(None, (first, "; ".join(rest))))


def planned(play: Play, row: OrderOnFile) -> engine.Planned:
    """The same in the words of whoever reads it."""
    return engine.Planned(in_a_line(row.text), play.state)


def value_of(row: OrderOnFile) -> Standing | BidUpTo | None:
    """What a row keeps; None for orders that are queued as they were written."""
    if row.kind == "proxy":
        return bid_of(row)
    return engine.restore_order(row.data["order"]) if "order" in row.data else None


def values_of(desk: Desk, seat: Seat) -> tuple[Standing | BidUpTo, ...]:
    """What a seat's open orders say, without those that are queued as they were written."""
    found = (value_of(row) for row in open_orders(desk, seat))
    return tuple(one for one in found if one is not None)


def refuse_contradiction(
    desk: Desk,
    play: Play,
    seat: Seat,
    order: Standing | BidUpTo,
    mail_id: int | None = None,
    but: Collection[int] = (),
) -> None:
    """Raises Refused for what contradicts something the seat has on file (``but`` some), or repeats it, with both
    shown."""
    for row in open_orders(desk, seat):
        other = value_of(row) if row.number not in but else None
        if other is None or (isinstance(order, BidUpTo) and isinstance(other, BidUpTo) and other.item == order.item):
            continue
        if mail_id is not None and row.mail_id == mail_id:
            refuse_line_above(play, order, other)
            continue
        if other.write() == order.write():
            raise Refused("You have this on file already as {number}.", instead=("orders",), number=row.number)
        if not engine.clash(other, order, play.state.title):
            continue
        raise Refused(
            "This contradicts what you have on file as {number}: {order}. Both speak for the same decision; if you "
            "mean this one, send `cancel {number}` before it.",
            instead=(f"cancel {row.number}", "orders"),
            number=row.number,
            order=planned(play, row),
        )


def refuse_line_above(play: Play, order: Standing | BidUpTo, above: Standing | BidUpTo) -> None:
    """The same for what stands above in the same mail: it goes with it, and has no number yet."""
    if above.write() == order.write():
        raise Refused("A line above says the same.")
    if engine.clash(above, order, play.state.title):
        raise Refused(
            "This contradicts a line above ({order}): both speak for the same decision. Send one of the two.",
            order=engine.Planned(in_a_line(above.write()), play.state),
        )


def heard_beside(desk: Desk, play: Play, seat: Seat, row: OrderOnFile) -> Iterator[Message]:
    """Where two orders may speak in one turn, one being the exception of the other: which of them is heard first;
    and what it replaces."""
    mine = value_of(row)
    if old := row.data.get("replaces"):
        yield Message(
            "It takes the place of {number}: {order}.", number=old[0], order=engine.Planned(old[1], play.state)
        )
    for ended in desk.filed.mine(seat.id):
        if ended.number in row.data.get("tidied", ()):
            yield has_ended(desk, play, seat, ended)
    if mine is not None:
        yield from _first_heard(play, mine, [one for one in open_orders(desk, seat) if one is not row])


def would_be_heard(
    desk: Desk, play: Play, seat: Seat, order: Standing | BidUpTo, but: Collection[int] = ()
) -> Iterator[Message]:
    """The same of an order that is only tried, beside what is on file (``but`` some)."""
    rows = [row for row in open_orders(desk, seat) if row.number not in but]
    for row in rows:
        if isinstance(order, BidUpTo) and row.kind == "proxy" and bid_of(row).item == order.item:
            yield Message("It takes the place of {number}: {order}.", number=row.number, order=planned(play, row))
            rows.remove(row)
            break
    yield from _first_heard(play, order, rows)


def _first_heard(play: Play, mine: Standing | BidUpTo, rows: Sequence[OrderOnFile]) -> Iterator[Message]:
    """Of the newest of one's orders and those given before: which are heard before it, and which after."""
    first, after = list[OrderOnFile](), list[OrderOnFile]()
    for row in rows:
        value = value_of(row)
        if value is not None and engine.meet(value, mine, play.state.title):
            (first if engine.rank(value) <= engine.rank(mine) else after).append(row)
    if len(first) == 1:
        order = planned(play, first[0])
        yield Message("Where both would speak, {number} is heard first: {order}.", number=first[0].number, order=order)
    elif first:
        yield Message("Where several would speak, these are heard first: {orders}.", orders=_listed(play, first))
    if len(after) == 1:
        yield Message(
            "Where both would speak, it is heard before {number}: {order}.",
            number=after[0].number,
            order=planned(play, after[0]),
        )
    elif after:
        yield Message("Where several would speak, it is heard before these: {orders}.", orders=_listed(play, after))


def _listed(play: Play, rows: Sequence[OrderOnFile]) -> Listed:
    return Listed([Listed((f"{row.number}:", planned(play, row)), " ") for row in rows], ";")


def has_ended(desk: Desk, play: Play, seat: Seat, row: OrderOnFile) -> Message:
    """That an order of one's own is not on file any more, and why."""
    return Message(
        "{number}: {order} has ended. {why}",
        number=row.number,
        order=planned(play, row),
        why=said(desk, seat, row.data["ending"]),
    )


def keep_proxy(desk: Desk, play: Play, seat: Seat, wish: BidUpTo, mail_id: int | None) -> OrderOnFile:
    """Keeps a bid by proxy; a later one for the same item takes its place. Refuses what can't be bid for."""
    wish = wished(play, wish)
    refuse_contradiction(desk, play, seat, wish, mail_id)
    kept: dict[str, Any] = asdict(wish)
    for old in open_orders(desk, seat):
        if old.kind == "proxy" and bid_of(old).item == wish.item:
            old.status, old.ending = OnFile.REPLACED, "Replaced by a later bid."
            kept["replaces"] = [old.number, old.text]
    return seal(keep(desk, play, seat, "proxy", wish.write(), kept, mail_id))


def wished(play: Play, wish: BidUpTo) -> BidUpTo:
    """A bid by proxy with what it is for named as the title names it. Refuses what can't be bid for."""
    wish = replace(wish, item=_item(play, wish))
    least = engine.bids(play.state).get(wish.item)
    # "… then pass" below the next bid is to pass; without it nothing would ever happen.
    if least is not None and wish.most < least.amount and wish.then != "pass":
        raise Refused(
            "The next bid for {item} is {amount}.",
            instead=(replace(wish, most=least.amount).write(),),
            item=wish.item,
            amount=money(play.state, least.amount),
        )
    holder = engine.taken(play.state, wish.item)
    if holder is not None:
        raise Refused("{item} is already sold: {holder} has it.", instead=("status",), item=wish.item, holder=holder)
    engine.refuse_what_can_never_be(play.state, Bid(wish.item, wish.most), limit=True)
    return _with_home(play.state, wish)


def _with_home(state: State, wish: BidUpTo) -> BidUpTo:
    """Where the company begins, should this bid open its auction, is asked now: later the table would wait for it."""
    homes = engine.homes_to_name(state, wish.item)
    if not homes and wish.home:
        raise Refused(
            "Where {item} begins is settled; bid without a place.",
            instead=(replace(wish, home="").write(),),
            item=wish.item,
        )
    place, instead = wish.home, tuple(replace(wish, home=home).write() for home in homes[:PROPOSED])
    if homes and place and place not in homes:
        # Perhaps by its name.
        try:
            opening = engine.parse_order(state, f"bid {wish.item} {wish.most} in {place}")
        except Refused as refused:
            refused.instead = instead
            raise
        place = engine.write_order(opening).partition(" in ")[2]
    if homes and place not in homes:
        raise Refused("Say where {item} begins, should your bid open its auction.", instead=instead, item=wish.item)
    return replace(wish, home=place)


def bid_of(row: OrderOnFile) -> BidUpTo:
    """The bid by proxy a row keeps."""
    return BidUpTo(row.data["item"], int(row.data["most"]), row.data["then"], row.data.get("home", ""))


def _item(play: Play, wish: BidUpTo) -> str:
    """What is bid for, by the name the title has for it; where none is named, the one thing that is up."""
    if wish.item:
        move = engine.parse_order(play.state, f"bid {wish.item} {wish.most}")
        items = [move.item] if isinstance(move, Bid) else []
    else:
        items = list(engine.bids(play.state))
    if len(items) != 1:
        raise Refused("For what? Name it.", instead=("bid N up to 150 then pass",))
    return items[0]


def cancel(desk: Desk, seat: Seat, number: int | None) -> list[OrderOnFile]:
    rows = [row for row in open_orders(desk, seat) if number is None or row.number == number]
    if not rows:
        raise (
            Refused("You have no order {number} on file.", instead=("orders",), number=number)
            if number
            else Refused("You have no orders on file.")
        )
    for row in rows:
        row.status, row.ending = OnFile.CANCELLED, "Cancelled by you."
    return rows


def close_all(desk: Desk, play: Play, why: str) -> None:
    for seat in play.players:
        for row in open_orders(desk, seat):
            row.status, row.ending, row.ended_seq = OnFile.ENDED, why, play.seq


def and_closed(desk: Desk, play: Play, seat: Seat, text: Message) -> Message:
    """What is told to whoever gives a seat back, and what they had on file that is closed with it."""
    if not play.begun or not (had := open_orders(desk, seat)):
        return text
    orders = Listed((planned(play, row) for row in had), ";")
    return Message("{text} What you had on file is closed: {orders}.", text=text, orders=orders)


def close_for_good(desk: Desk, seat: Seat, why: str) -> None:
    """The seat has another player: nobody else's plans are theirs to see or to carry out, not even after an undo."""
    for row in desk.filed.all_of(seat.id):
        if row.status in (OnFile.OPEN, OnFile.ASKED):
            row.status, row.ending = OnFile.ENDED, why
        row.ended_seq = None
        # From now on not even its number is known to whoever has the seat.
        row.data = {**row.data, "gone": True}


def play_queue(desk: Desk, play: Play, seat: Seat, row: OrderOnFile) -> bool:
    """All of the queued orders, or none: what no longer fits is asked about, never turned into a pass."""
    guard = row.data.get("turn")
    if (guard is not None and guard != play.turn) or queue_over(play, row) is not None:
        return False
    if _is_of_the_round(play.state, row):
        return False
    before, ended, last, made = play.seq, False, play.state, list[Move]()
    how = BY_MODERATOR if MODERATED in row.data else SECRETLY
    needless: Message | None = None
    try:
        with desk.attempt():
            for line in row.data["lines"]:
                if ended:
                    if behind_the_end(last, play.state, line) is not None:
                        continue
                    raise Refused("Your turn was over before {line}.", line=repr(line))
                try:
                    played = play_order(desk, play, seat, line, how, row.mail_id)
                except Refused:
                    needless = says_nothing(play.state, line)
                    if needless is None:
                        raise
                    continue
                last = played.before
                made.append(played.move)
                ended = play.to_move != seat.name or engine.ends_turn(last, played.events)
            if needless is not None and play.seq == before:
                raise Refused(needless)
    except Refused as refused:
        play.forget()
        end(desk, play, seat, row, OnFile.ASKED, Message("Your orders no longer fit: {why}", why=refused.message))
        return False
    told = played_told(play, made)
    end(desk, play, seat, row, OnFile.DONE, told, acted=bool(made))
    return play.seq > before


def played_told(play: Play, moves: Sequence[Move]) -> Message:
    """What an order became: of `if … else …` nobody can tell otherwise which of the two it was."""
    orders = engine.Ordered("; ".join(map(engine.write_order, moves)), play.state.title)
    if len(moves) > 1:
        first = play.seq - len(moves) + 1
        return Message("It was played as moves {first} to {seq}: {orders}.", first=first, seq=play.seq, orders=orders)
    return Message("It was played as move {seq}: {orders}.", seq=play.seq, orders=orders)


def undo_told(desk: Desk, play: Play) -> Message:
    """How, and how long, what was just played for somebody can be taken back."""
    until = minds.open_until(desk, play)
    if until is None:
        return Message("Until somebody else acts you can take it back with `undo`.")
    return Message("Until {until} you can take it back with `undo`; nobody is asked before.", until=Moment(until))


def about_limit(state: State, seat: Seat, wish: BidUpTo) -> Iterator[Message]:
    """What the owner of a limit should know: the bid it begins with, that it is passed already, that it is more than
    they have."""
    least, cash = engine.bids(state).get(wish.item), state.cash_of(seat.player)
    bidding = state.facts.bidding
    if engine.leads(state, seat.name, wish.item):
        yield Message("The highest bid for {item} is yours.", item=wish.item)
    elif bidding is not None and bidding.item == wish.item and seat.name in bidding.out:
        yield Message("You have passed on {item}: in this auction you bid no more.", item=wish.item)
    elif least is not None and least.amount > wish.most:
        amount = money(state, least.amount)
        yield Message("The next bid for {item} is {amount} already: you only pass.", item=wish.item, amount=amount)
    elif least is not None:
        yield Message("The next bid for {item} is {amount}.", item=wish.item, amount=money(state, least.amount))
    if wish.most > cash:
        yield Message("You have {amount} in cash: as long as that is so, no more is bid.", amount=money(state, cash))


def bid_now(state: State, seat: Seat, wish: BidUpTo) -> str:
    """What a bid with a limit does as soon as it is given; nothing where its owner is not asked, or would be."""
    least = engine.bids(state).get(wish.item) if engine.to_act(state) == seat.name else None
    if least is None or engine.leads(state, seat.name, wish.item):
        return ""
    if least.amount <= wish.most:
        return _least_bid(state, wish, least)
    passing = wish.then == "pass" and any(isinstance(move, Pass) for move in engine.legal_moves(state))
    return engine.write_order(Pass()) if passing else ""


def _least_bid(state: State, wish: BidUpTo, least: Bid) -> str:
    """The least bid as an order; who opens the auction says where the company begins."""
    opening = wish.home and engine.homes_to_name(state, wish.item)
    return f"{engine.write_order(least)} in {wish.home}" if opening else engine.write_order(least)


def bid_by_proxy(desk: Desk, play: Play, seat: Seat, row: OrderOnFile) -> bool:
    """Bids the least that is allowed, as its owner would in the open auction; above the limit it passes or asks."""
    wish = bid_of(row)
    least = engine.bids(play.state).get(wish.item)
    if says_nothing_now(desk, play, seat, row):
        return False
    if least is None or engine.leads(play.state, seat.name, wish.item):
        # Another item is up, or nobody has bid more: the proxy has nothing to say.
        return False
    state = play.state
    if least.amount <= wish.most:
        try:
            with desk.attempt():
                played = play_order(desk, play, seat, _least_bid(state, wish, least), SECRETLY, row.mail_id)
        except Refused as refused:
            play.forget()
            end(desk, play, seat, row, OnFile.ASKED, Message("Your orders no longer fit: {why}", why=refused.message))
            return False
        because = Message(
            "the least bid for {item} is {amount}, your limit {most}",
            item=wish.item,
            amount=money(state, least.amount),
            most=money(state, wish.most),
        )
        remember(play, row, (played.move,), because)
        return True
    why = Message(
        "The next bid for {item} is {amount}, your limit was {most}.",
        item=wish.item,
        amount=money(state, least.amount),
        most=money(state, wish.most),
    )
    if wish.then == "pass" and any(isinstance(move, Pass) for move in engine.legal_moves(play.state)):
        play_move(desk, play, seat, Pass(), SECRETLY, row.mail_id)
        remember(play, row, (Pass(),), why)
        end(desk, play, seat, row, OnFile.DONE, Message("{why} I passed for you.", why=why))
        return True
    end(desk, play, seat, row, OnFile.ASKED, Message("{why} Now it's up to you.", why=why))
    return False


def remember(play: Play, row: OrderOnFile, moves: Sequence[Move], because: Message) -> None:
    """How these moves came about."""
    orders = kept(play, engine.Ordered("; ".join(map(engine.write_order, moves)), play.state.title))
    acts = [*row.data.get("acts", ()), [play.seq, orders, kept(play, because)]]
    row.data = {**row.data, "acts": acts[-REMEMBERED:]}


def acted(desk: Desk, seat: Seat, since: int) -> list[Message]:
    """What a seat's orders on file have done after a move, before the mail that brought it about was answered."""
    return [
        Message("{number} acted at once: {orders}", number=number, orders=orders)
        for number, orders in played_since(desk, seat, since)
    ]


def played_since(desk: Desk, seat: Seat, since: int) -> list[tuple[int, str]]:
    """The orders of a seat that acted after a move, by their numbers, and what they played."""
    done = [
        (seq, row.number, said(desk, seat, orders))
        for row in desk.filed.mine(seat.id)
        for seq, orders, _ in row.data.get("acts", ())
        if seq > since
    ]
    return [(number, orders) for _, number, orders in sorted(done)]


def end_what_is_sold(desk: Desk, play: Play) -> None:
    """A bid by proxy ends with the auction it was for, or with what it was for, and says so."""
    for row in desk.filed.of_game(play.id, "proxy"):
        item, seat = bid_of(row).item, _seat_of(play, row)
        holder = engine.taken(play.state, item)
        if seat is not None and item in play.state.gone:
            end(desk, play, seat, row, OnFile.ENDED, Message("{company} is gone.", company=item))
        elif holder is not None and seat is not None:
            who = Message("{item} is yours.", item=item)
            if holder != seat.name:
                who = Message("{item} went to {holder}.", item=item, holder=holder)
            end(desk, play, seat, row, OnFile.DONE, who)


def proxy_over(state: State, row: OrderOnFile) -> bool:
    """Whether nobody bids any more for what a limit is for."""
    item = bid_of(row).item
    return item in state.gone or engine.taken(state, item) is not None


def _seat_of(play: Play, row: OrderOnFile) -> Seat | None:
    return next((seat for seat in play.seats if seat.id == row.seat_id), None)


def end(
    desk: Desk,
    play: Play,
    seat: Seat,
    row: OrderOnFile,
    status: OnFile,
    why: Message,
    *,
    told_as: OnFile | None = None,
    acted: bool = False,
) -> None:
    """An order on file that stops says why, to its owner alone; ``acted``: with moves that were just played."""
    title, text = ended(play, row, status, why, told_as=told_as)
    if MODERATED in row.data:
        title = _MODERATED
    told = mails.Notice(title, text)
    posted = desk.post_to_seat(seat, f"kept {row.id} {row.status} {play.seq}", told)
    if acted and posted is not None:
        play.played_last = (play.seq, posted, told)


def offer_undo(desk: Desk, play: Play) -> None:
    """Whoever is told that an order of theirs was played learns how to take it back, if nobody has acted behind it:
    `undo` is of the latest moves alone."""
    if play.played_last is None:
        return
    seq, posted, told = play.played_last
    play.played_last = None
    if seq == play.seq:
        desk.say_instead(posted, replace(told, text=Listed((told.text, undo_told(desk, play)), " ")))


def ended(
    play: Play, row: OrderOnFile, status: OnFile, why: Message, *, told_as: OnFile | None = None
) -> tuple[Message, Message]:
    """Ends an order on file; what its owner is told of it, under which heading."""
    row.status, row.ending, row.ended_seq = status, str(why), play.seq
    row.data = {**row.data, "ending": kept(play, why)}
    title = _ENDINGS[told_as or status]
    if status == OnFile.ASKED and row.kind != "queue":
        # It was for more than this turn: who relies on it must know that it is gone.
        title = Message("Your order on file has stopped")
        why = Message("{why} It is off your list: if you still mean it, send it again.", why=why)
    return title, Message("{number}: {order}\n{why}", why=why, number=row.number, order=planned(play, row))


def news_of(row: OrderOnFile, title: Message, text: Message) -> Message:
    """What is told of an order, heading and all, where it stands in a mail about something else."""
    return Message("{heading}: {text}", heading=_MODERATED if MODERATED in row.data else title, text=text)


_MODERATED = Message("Orders that the moderator gave for you")
_ENDINGS = {
    OnFile.ASKED: Message("Your order on file was not played"),
    OnFile.DONE: Message("Your order on file is done"),
    OnFile.ENDED: Message("Your order on file has ended"),
}


def named(play: Play, row: OrderOnFile) -> dict[str, int | engine.Planned]:
    """An order where it is told of: its number, and how it is written."""
    return {"number": row.number, "order": planned(play, row)}
