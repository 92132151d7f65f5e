"""Reading what is said of auctions, shares and privates."""

from __future__ import annotations

from engine.errors import Ambiguous, ForLater, Illegal, Unreadable
from engine.game import legal_moves, to_act
from engine.message import Message
from engine.moves import Bid, Buy, BuyPrivate, Move, Sell, Start
from engine.names import IPO, POOL, TREASURY, Company, Private
from engine.notation.clean import key, shortened
from engine.notation.counting import MOST, several_trains
from engine.notation.names import COMPANY, HOLDERS, PLAYER, PRIVATE
from engine.notation.operations import read_train
from engine.notation.scan import Scanner
from engine.notation.write import write_order
from engine.state import State


def read_bid(scan: Scanner) -> Move:
    item, amount = "", None
    while not scan.over:
        if scan.means("limit"):
            raise _limited(scan, item, amount)
        if scan.skip("on", "at", "for", "of", "to", ",", ":"):
            continue
        if amount is None and (number := scan.number()) is not None:
            amount = number
        elif not item:
            item = scan.item()
        else:
            break
    if amount is None:
        raise Unreadable("Say how much to bid.")
    if not item:
        scan.finish()
        item = _open_item(scan.state, amount)
    return Bid(item, amount)


def _limited(scan: Scanner, item: str, amount: int | None) -> ForLater:
    """A bid with a limit is no bid to be made now, whatever else the line says of it."""
    while not scan.over and not (item and amount):
        number = scan.number() if amount is None else None
        name = scan.name(COMPANY, PRIVATE) if number is None and not item else None
        amount, item = amount if number is None else number, item if name is None else name[1]
        scan.at += number is None and name is None
    forms = tuple(f"bid {item or 'N'} up to {amount or 150} then {then}" for then in ("pass", "ask"))
    return ForLater(
        "This is a bid with a limit, which is kept on file: write `{passing}`, or `{asking}` to be asked above it.",
        instead=forms,
        passing=forms[0],
        asking=forms[1],
    )


def _open_item(state: State, amount: int) -> str:
    """What is bid for when nothing is named: the only thing that can be."""
    items = list(dict.fromkeys(move.item for move in legal_moves(state) if isinstance(move, Bid)))
    bidding = state.facts.bidding
    if not items and bidding is not None:
        items = [bidding.item]
    if len(items) > 1:
        readings = tuple(write_order(Bid(item, amount)) for item in items[:6])
        raise Ambiguous("Several things can be bid for; say which.", instead=readings)
    if not items:
        raise Unreadable("Say what the bid is for.")
    return items[0]


def _private_alone(scan: Scanner) -> bool:
    """Whether a private is named, and neither a buyer nor a price."""
    at = scan.at
    alone = scan.name(PRIVATE) is not None and scan.over
    scan.at = at
    return alone


def read_sell(scan: Scanner) -> Move:
    company, count = "", None
    while not scan.over:
        if scan.skip("of"):
            continue
        if scan.means("everything") and count is None:
            scan.at += 1
            count = -1
        elif count is None and (number := scan.count()) is not None:
            count = number
        elif not company and _private_alone(scan):
            rule = scan.state.title.paragraph("private-never-sold")
            raise Illegal("Private companies are never sold so, only shares of public companies.", rule=rule)
        elif not company:
            company = scan.company()
        else:
            break
    if not company:
        raise Unreadable("Say which company's shares to sell.")
    if count == -1:
        actor = to_act(scan.state)
        count = scan.state.held(actor or "", Company(company))
    return Sell(Company(company), 1 if count is None else count)


def read_buy(scan: Scanner) -> Move:
    """Shares, unless the words say that it is a train or a private."""
    begun = scan.at
    if "train" in scan.keys or _train_alone(scan):
        if len(scan.keys) == scan.at + 1 and scan.here.isdecimal() and 1 < int(scan.here) <= MOST and not scan.single:
            raise several_trains(scan.state, int(scan.here))
        return read_train(scan)
    if "private" in scan.keys:
        scan.skip("private")
        return read_private(scan)
    count = scan.count()
    scan.skip("of", "in")
    named = scan.name(COMPANY, PRIVATE)
    if named is None:
        scan.item()
        raise AssertionError("an unknown name raises")
    if named[0] == PRIVATE:
        scan.at = begun
        return read_private(scan)
    company = Company(named[1])
    if count is None and scan.here not in ("",) and scan.link != "from":
        count = scan.count()
    source = _source(scan) if scan.skip("from") else ""
    if not source:
        return _from_the_only_place(scan, company, 1 if count is None else count)
    return Buy(company, source, 1 if count is None else count)


def _train_alone(scan: Scanner) -> bool:
    """ "buy 3" and "buy 3 from M-K for 50" mean trains, though the first does not tell how many."""
    trains = {key(train) for train in scan.state.title.trains}
    after = scan.keys[scan.at + 1 : scan.at + 2]
    return scan.here in trains and (not after or scan.lexicon.links.get(after[0]) in ("from", "for", "trading"))


def _source(scan: Scanner) -> str:
    """Where shares come from."""
    place = scan.lexicon.places.get(scan.here, "")
    if not place:
        raise Unreadable("“{text}” sells no shares; the pool, a treasury and the ipo do.", text=shortened(scan.rest()))
    scan.at += 1
    if place == "bank" and scan.lexicon.places.get(scan.here) == "pool":
        place = "pool"  # "the bank pool"
        scan.at += 1
    scan.skip("offering", "offer", "pool")
    # "from the bank" is said of the initial offer; the bank itself holds no shares.
    return IPO if place == "bank" else HOLDERS[place]


def _from_the_only_place(scan: Scanner, company: Company, count: int) -> Move:
    places = [place for place in (IPO, TREASURY, POOL) if scan.state.held(place, company)]
    scan.finish()
    if len(places) > 1:
        readings = tuple(write_order(Buy(company, place, count)) for place in places)
        raise Ambiguous(
            "Shares of {company} can be bought in {count} places; say where from.",
            instead=readings,
            company=company,
            count=len(places),
        )
    return Buy(company, places[0] if places else POOL, count)


def read_start(scan: Scanner) -> Start:
    company, price, hex_, city = "", None, "", -1
    while not scan.over:
        if scan.skip("at", "in", "for", "on", "with", ",", ":"):
            continue
        if price is None and (number := scan.number()) is not None:
            price = number
        elif not company:
            company = scan.company()
        elif not hex_:
            hex_, city = scan.spot()
        else:
            break
    if not company:
        raise Unreadable("Say which company to start.")
    if price is None:
        raise Unreadable("Say at which price {company} starts.", company=company)
    return Start(Company(company), price, hex_, city)


def read_private(scan: Scanner) -> Move:
    private = Private(scan.private())
    price = None
    while not scan.over:
        if scan.skip("for", "at"):
            price = scan.needed_number(Message("The price"))
        elif scan.skip("from"):
            if scan.name(PLAYER) is None:
                raise Unreadable("“{text}” is not a player in this game.", text=shortened(scan.rest()))
        elif price is None and (number := scan.number()) is not None:
            price = number
        else:
            break
    if price is None:
        raise Unreadable("Say the price: buy private {private} for …", private=private)
    return BuyPrivate(private, price)
