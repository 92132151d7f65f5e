"""Agreements between owners: an offer names the order it is about, is answered, and lapses."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import timedelta

import engine
from engine import Move, Player, Refused, State
from engine.message import Listed, Message, Value
from engine.moves import Pass
from moderator.bots.bargains import would_agree
from moderator.language import Teller, Words
from moderator.office.clock import terms_from
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import OfferStatus
from moderator.store.tables import Offer, Seat
from moderator.table import willing

STATUS = {
    "open": Message("open"),
    "agreed": Message("agreed"),
    "withdrawn": Message("withdrawn"),
    "refused": Message("refused"),
    "lapsed": Message("lapsed"),
    "done": Message("done"),
}


def make(
    desk: Desk, play: Play, seat: Seat, company: str, order: str, parties: Sequence[str]
) -> tuple[Offer, list[Offer]]:
    """Opens an offer; whoever makes it has agreed to it. With those of theirs in whose place it stands: for the same
    thing, at another price."""
    made = desk.offers.made(play.id)
    row = Offer(
        game_id=play.id,
        number=max((one.number for one in made), default=0) + 1,
        numbers={name: _next_number(made, name) for name in (seat.name, *parties)},
        by=seat.name,
        company=company,
        order=order,
        parties=[name for name in parties if name != seat.name],
        agreed=[seat.name],
        status=OfferStatus.OPEN,
        made_at=desk.now,
        lapses_at=desk.now + timedelta(hours=terms_from(play.terms).offer_hours),
    )
    if not row.parties:
        raise Refused("Nobody else has to agree to this; just order it.", instead=(order,))
    earlier = [one for one in _still_open(desk, play, row) if one.by == seat.name and one.order != order]
    for one in earlier:
        one.status = OfferStatus.WITHDRAWN
    desk.add(row)
    for name in row.parties:
        if _answered_ahead(desk, play, name, row) is not None:
            for one in earlier:
                _tell(desk, play, name, one, one.status, *_withdrawn(one, name, seat))
            continue
        terms = _terms(desk, play, seat, row, name)
        if earlier:
            terms = Message(
                "{offer} This takes the place of offer {numbers}.", offer=terms, numbers=numbers_of(earlier, name)
            )
        _tell(
            desk,
            play,
            name,
            row,
            "made",
            Message("Offer {number} made", number=number_for(row, name)),
            terms,
            ask=True,
        )
    _ask_bots(desk, play, row)
    _ask_files(desk, play, row)
    return row, earlier


def numbers_of(earlier: Sequence[Offer], name: str) -> Listed:
    """Offers, as one of their parties calls them."""
    return Listed([str(number_for(one, name)) for one in earlier], "and")


def sent(goes: Message, earlier: Sequence[Offer], seat: Seat) -> Message:
    """That an offer is on its way, and in whose place, for who made it."""
    if not earlier:
        return goes
    numbers = numbers_of(earlier, seat.name)
    return Message("{goes}; it takes the place of offer {numbers}", goes=goes, numbers=numbers)


def _still_open(desk: Desk, play: Play, row: Offer) -> list[Offer]:
    """Other offers between the same players for the same thing, whatever its price, that nobody has answered."""
    between = {row.by, *row.parties}
    return [
        one
        for one in open_offers(desk, play)
        if one is not row and one.status == OfferStatus.OPEN and one.company == row.company
        if {one.by, *one.parties} == between and _thing(one) == _thing(row)
    ]


def _thing(row: Offer) -> str:
    """What an offer is about, without its price."""
    return _PRICE.sub("", row.order).casefold()


def proposed(play: Play, seat: Seat, state: State, text: str) -> tuple[Move, tuple[Player, ...]]:
    """The order that is to be proposed, and who must agree to it. Raises Refused for what is not for this step."""
    if play.to_move != seat.name:
        raise Refused(
            "It is {player}'s turn; propose this in your own. What is yours you may offer at any time (`help offer`).",
            instead=("help offer",),
            player=str(play.to_move),
        )
    move = engine.parse_order(state, text)
    step = engine.belongs(state, move)
    if step is not None:
        raise Refused(
            "Propose this when its step has come: {step}. Now something else is decided: {asked}.",
            instead=engine.suggestions(state),
            step=step,
            asked=Message(engine.asked_for(state)[1]),
        )
    return move, engine.consents(state, move)


def _terms(desk: Desk, play: Play, seat: Seat, row: Offer, name: str) -> Message:
    """What is offered, and what would happen if all agreed, in the words of whoever is asked."""
    state, asked = play.state, play.seat(name)
    person = desk.holder(asked) if asked is not None else None
    language = person.language if person is not None else "en"
    company, order = row.company, engine.in_words(state, row.order, language)
    said = Message("{by} offers: {offer}.", by=row.by, offer=f"{company}: {order}" if company else order)
    if play.to_move != seat.name:
        # It is for another's turn: what follows then, nobody knows.
        return said
    everybody = tuple(map(Player, (seat.name, *row.parties)))
    try:
        outcome = engine.apply(state, engine.parse_order(state, row.order), seat.player, everybody, advise=False)
    except Refused:
        # It is for a later step, and waits for it once it is agreed.
        return said
    tell = Teller(Words(language, state.title.currency), state).sentence
    told: list[str | Message] = [sentence for event in outcome.events if (sentence := tell(event))]
    if told:
        told += _shared_out(state, outcome.state)
        return Message("{offer}\n\nIf all agree: {what}", offer=said, what=Listed(told, " "))
    # Nothing has happened before somebody says yes to what it hangs on: the terms are what follows then.
    first = engine.to_act(outcome.state) or seat.player
    yes = next((move for move in engine.legal_moves(outcome.state) if not isinstance(move, Pass)), None)
    if yes is None:
        return said
    then = engine.apply(outcome.state, yes, first, everybody, advise=False)
    told = [sentence for event in then.events if (sentence := tell(event))]
    return Message(
        "{offer}\n\nIf all agree, and {player} then orders {order}: {what}",
        offer=said,
        player=first,
        order=engine.in_words(outcome.state, engine.write_order(yes), language),
        what=Listed((*told, *_shared_out(state, then.state)), " "),
    )


def _shared_out(before: State, after: State) -> list[Message]:
    """Who would have how much of a company that begins, and who is yet to be its director."""
    found = []
    for company in after.started:
        if company in before.started:
            continue
        held = [f"{player} {count}" for player in after.players if (count := after.shares[company].get(player, 0))]
        found.append(Message("Shares of {company}: {held}.", company=company, held=Listed(held, ",")))
        if company not in after.directors:
            found.append(Message("Whoever buys a second share is its director."))
    return found


def _answered_ahead(desk: Desk, play: Play, name: str, row: Offer) -> willing.SaidBefore | None:
    seat = play.seat(name)
    return willing.answer(desk, play, seat, row) if seat is not None else None


def _ask_files(desk: Desk, play: Play, row: Offer) -> None:
    """Who has said beforehand what they think of such an offer is not asked; they are told what was answered."""
    for name in row.parties:
        said = _answered_ahead(desk, play, name, row) if row.status == OfferStatus.OPEN else None
        seat = play.seat(name)
        if said is None or seat is None:
            continue
        number = number_for(row, name)
        (accept if said.yes else refuse)(desk, play, seat, number)
        facts: dict[str, Value] = {"by": row.by, "offer": describe(row), "why": said.why}
        what = (
            Message("you agreed to an offer of {by}, {offer}: {why}.", **facts)
            if said.yes
            else Message("you refused an offer of {by}, {offer}: {why}.", **facts)
        )
        willing.remember(desk, play, said.order, what)
        facts["order"] = f"{said.order.number}: {said.order.text}"
        told = mails.Notice(
            Message("Offer {number} answered by your order on file", number=number),
            Message("{by} offered: {offer}. You agreed by {order} ({why}).", **facts)
            if said.yes
            else Message("{by} offered: {offer}. You refused by {order} ({why}).", **facts),
        )
        desk.post_to_seat(seat, f"offer {row.id} answered {seat.id}", told)


def _ask_bots(desk: Desk, play: Play, row: Offer) -> None:
    """A bot answers at once: nobody should wait for a machine."""
    for name in row.parties:
        seat = play.seat(name)
        if seat is not None and seat.bot and row.status == OfferStatus.OPEN:
            answer = accept if would_agree(play.state, name, row.company, row.order) else refuse
            answer(desk, play, seat, number_for(row, name))


def number_for(row: Offer, name: str) -> int:
    """What a party calls the offer: its own count, which tells nothing about the offers of others."""
    return int((row.numbers or {}).get(name, row.number))


def _next_number(made: Sequence[Offer], name: str) -> int:
    """Everybody counts their own: a number that leaves some out would tell of offers between others."""
    return max((number_for(row, name) for row in made if name in (row.by, *row.parties)), default=0) + 1


def open_offers(desk: Desk, play: Play) -> list[Offer]:
    return desk.offers.live(play.id)


def offers_for(desk: Desk, play: Play, seat: Seat) -> list[Offer]:
    return [row for row in open_offers(desk, play) if seat.name == row.by or seat.name in row.parties]


def find(desk: Desk, play: Play, seat: Seat, number: int) -> Offer:
    mine = [row for row in desk.offers.made(play.id) if seat.name in (row.by, *row.parties)]
    row = next((row for row in mine if number_for(row, seat.name) == number), None)
    if row is None:
        raise Refused("There is no offer {number} for you.", instead=("orders",), number=number)
    if row.status not in (OfferStatus.OPEN, OfferStatus.AGREED):
        raise Refused("Offer {number} is {status}.", number=number, status=status(row))
    return row


def refuse_second_yes(row: Offer, seat: Seat) -> None:
    if seat.name in row.agreed:
        raise Refused("You have agreed to offer {number} already.", number=number_for(row, seat.name))


def accept(desk: Desk, play: Play, seat: Seat, number: int) -> Offer:
    row = find(desk, play, seat, number)
    refuse_second_yes(row, seat)
    row.agreed = [*row.agreed, seat.name]
    if set(row.parties) <= set(row.agreed):
        row.status = OfferStatus.AGREED
    for name in (row.by, *row.parties):
        if name != seat.name:
            _tell(
                desk,
                play,
                name,
                row,
                f"accepted by {seat.name}",
                Message("Offer {number} accepted by {seat}", number=number_for(row, name), seat=seat.name),
                Message(
                    "{seat} agrees to offer {number}: {offer}.",
                    seat=seat.name,
                    number=number_for(row, name),
                    offer=describe(row),
                ),
            )
    return row


def refuse(desk: Desk, play: Play, seat: Seat, number: int) -> Offer:
    row = find(desk, play, seat, number)
    row.status = OfferStatus.WITHDRAWN if seat.name == row.by else OfferStatus.REFUSED
    for name in (row.by, *row.parties):
        if name == seat.name:
            continue
        number = number_for(row, name)
        facts: dict[str, Value] = {"seat": seat.name, "number": number, "offer": describe(row)}
        if row.status == OfferStatus.WITHDRAWN:
            title, text = _withdrawn(row, name, seat)
        else:
            title = Message("Offer {number} refused", number=number)
            text = Message("{seat} has refused offer {number}: {offer}.", **facts)
        _tell(desk, play, name, row, row.status, title, text)
    return row


def _withdrawn(row: Offer, name: str, seat: Seat) -> tuple[Message, Message]:
    """What one of the others reads of an offer that is withdrawn."""
    number = number_for(row, name)
    facts: dict[str, Value] = {"seat": seat.name, "number": number, "offer": describe(row)}
    text = Message("{seat} has withdrawn offer {number}: {offer}.", **facts)
    return Message("Offer {number} withdrawn", number=number), text


def lapse(desk: Desk, play: Play) -> int:
    """Ends offers nobody answered in time. What all have agreed to waits for its company's turn."""
    late = [row for row in open_offers(desk, play) if row.status == OfferStatus.OPEN and row.lapses_at <= desk.now]
    for row in late:
        _lapse(desk, play, row)
    return len(late)


def pass_by(desk: Desk, play: Play) -> None:
    """Ends agreements whose company has had its turn, or has no director any more, without their being played. So do
    offers that were for that very turn: a yes to them could do nothing any more."""
    here = engine.company_on_turn(play.state)
    for row in open_offers(desk, play):
        if not row.company or (row.status != OfferStatus.AGREED and not row.come):
            continue
        if row.company == here:
            row.come = True
        elif row.come or engine.director(play.state, row.company) is None:
            _lapse(desk, play, row)


def _lapse(desk: Desk, play: Play, row: Offer, but: Seat | None = None) -> None:
    row.status = OfferStatus.LAPSED
    for name in (row.by, *row.parties):
        if but is not None and name == but.name:
            continue
        number = number_for(row, name)
        text = Message("Offer {number} has lapsed: {offer}.", number=number, offer=describe(row))
        _tell(desk, play, name, row, "lapsed", Message("Offer {number} lapsed", number=number), text)


def passed_by(desk: Desk, play: Play, seat: Seat, after: State) -> list[Offer]:
    """A seat's offers for this very turn that are void in a position after it."""
    here = engine.company_on_turn(after)
    return [row for row in offers_for(desk, play, seat) if row.company and row.come and row.company != here]


def agreed(desk: Desk, play: Play, order: str, needed: Collection[str]) -> tuple[str, ...]:
    """Who of those needed has agreed to exactly this order in this company's turn."""
    if not needed:
        return ()
    said: set[str] = set()
    for row in open_offers(desk, play):
        if _about(desk, play, row, order):
            said |= set(row.agreed)
    return tuple(name for name in needed if name in said)


def fulfil(desk: Desk, play: Play, order: str) -> None:
    """What was agreed to is played. Whatever else the same players offered each other for the same thing has lapsed:
    a yes to it would be a second deal."""
    done = [row for row in open_offers(desk, play) if _about(desk, play, row, order)]
    for row in done:
        row.status = OfferStatus.DONE
    for row in done:
        for other in _still_open(desk, play, row):
            _lapse(desk, play, other)


def close_for(desk: Desk, play: Play, seat: Seat) -> None:
    """A seat has another player: whatever its last one offered or agreed to does not bind them."""
    for row in offers_for(desk, play, seat):
        _lapse(desk, play, row, but=seat)


def close_all(desk: Desk, play: Play) -> None:
    for row in open_offers(desk, play):
        row.status = OfferStatus.LAPSED


# The two things that are offered most, as we write their orders.
_TRAIN = re.compile(r"train (\S+) from (\S+) for (\d+)")
_PRIVATE = re.compile(r"buy private (\S+) for (\d+)")
_PRICE = re.compile(r" for \d+$")


def describe(row: Offer) -> Said:
    """What is offered, in a sentence; what has none of its own stands as it is ordered."""
    if not row.company:
        return row.order
    if found := _TRAIN.fullmatch(row.order):
        train, seller, price = found.groups()
        return Message(
            "{company} buys {train:a}-train from {seller} for {price}",
            company=row.company,
            train=train,
            seller=seller,
            price=price,
        )
    if found := _PRIVATE.fullmatch(row.order):
        return Message("{company} buys {private} for {price}", company=row.company, private=found[1], price=found[2])
    return f"{row.company}: {row.order}"


def _about(desk: Desk, play: Play, row: Offer, order: str) -> bool:
    here = engine.company_on_turn(play.state)
    return row.order.casefold() == order.casefold() and row.company in ("", here)


def status(row: Offer) -> Message:
    """How an offer stands, in a word."""
    return STATUS.get(row.status) or Message(row.status)


def _tell(
    desk: Desk, play: Play, name: str, row: Offer, what: str, title: Message, text: Message, *, ask: bool = False
) -> None:
    seat = play.seat(name)
    if seat is None or seat.bot:
        return
    number = number_for(row, name)
    if ask:
        text = Message("{text}\n\nWrite:  accept {number}   or   refuse {number}", text=text, number=number)
    replies = (f"accept {number}", f"refuse {number}") if ask else ()
    desk.post_to_seat(seat, f"offer {row.id} {what} {seat.id}", mails.Notice(title, text, replies))
