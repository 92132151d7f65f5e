"""Reading what is said of stations, dividends and trains."""

from __future__ import annotations

from engine.errors import Unreadable
from engine.message import Listed, Message
from engine.moves import BuyTrain, Discard, Move, Pay, PlaceStation
from engine.names import BANK, POOL, Company
from engine.notation.clean import key
from engine.notation.names import COMPANY, HOLDERS, PLAYER
from engine.notation.scan import Scanner
from engine.state import State


def read_token(scan: Scanner) -> Move:
    scan.skip("in", "on", "at", "to", "station")
    hex_, city = scan.spot()
    return PlaceStation(hex_, city)


def read_pay(scan: Scanner) -> Move:
    """pay, pay half, pay nothing."""
    kind, said = "full", scan.lexicon.verbs.get(scan.here)
    if said in ("half", "withhold") or scan.means("nothing"):
        kind = "half" if said == "half" else "withhold"
        scan.at += 1
    elif scan.means("full"):
        scan.at += 1
    elif scan.means("halved"):
        scan.at += 1
        kind = "half"
    scan.skip("dividend")
    return Pay(kind)


def read_half(scan: Scanner) -> Move:
    scan.skip("dividend", "pay")
    return Pay("half")


def read_withhold(scan: Scanner) -> Move:
    if scan.means("full"):
        scan.at += 1
    scan.skip("dividend")
    return Pay("withhold")


def read_train(scan: Scanner) -> Move:
    """A train from the bank, the pool or a company; the price is the printed one unless said otherwise."""
    train = scan.train()
    seller, price, trade = "", None, ""
    while not scan.over:
        if scan.skip("train", ",", "of"):
            continue
        if scan.skip("from"):
            seller = _seller(scan, train)
        elif not (trade and _for_a_train(scan)) and scan.skip("for", "at"):
            price = scan.needed_number(Message("The price"))
        elif scan.skip("trading"):
            scan.skip("in", "of", "train")  # "trading in the 6"
            trade = scan.train()
        elif price is None and seller and (number := scan.number()) is not None:
            price = number
        else:
            break
    scan.finish()
    if not seller:
        seller = _train_place(scan.state, train)
    if price is None:
        price = _printed_price(scan.state, train, seller, trade)
    return BuyTrain(train, seller, price, trade)


def _for_a_train(scan: Scanner) -> bool:
    """ "train 2, exchange 5 for 8": another train is had for the one that is handed in, and this is no price."""
    behind = scan.keys[scan.at + 1 : scan.at + 2]
    return scan.link in ("for", "at") and any(behind == (key(name),) for name in scan.state.title.trains)


def _seller(scan: Scanner, train: str) -> str:
    place = scan.lexicon.places.get(scan.here)
    if place in ("pool", "bank"):
        scan.at += 1
        scan.skip("pool")
        return HOLDERS[place]
    named = scan.name(COMPANY, PLAYER)
    if named is None:
        return scan.company(Message("a company that sells trains"))
    if named[0] == COMPANY:
        return named[1]
    owned = [c for c, p in scan.state.directors.items() if p == named[1] and train in scan.state.trains_of(c)]
    if len(owned) != 1:
        which = Listed(owned or (Message("none"),), "or")
        raise Unreadable(
            "Name the company that sells the {train}-train; {player} directs {which} with one.",
            train=train,
            player=named[1],
            which=which,
        )
    return owned[0]


def _train_place(state: State, train: str) -> str:
    """Bank or pool: the bank, unless only the pool has one."""
    spec = state.title.trains[train]
    in_bank = train in state.depot or spec.count is None
    return POOL if not in_bank and train in state.trains_of(POOL) else BANK


def _printed_price(state: State, train: str, seller: str, trade: str) -> int:
    spec = state.title.trains[train]
    if seller not in (BANK, POOL):
        raise Unreadable("Say the price: train {train} from {seller} for …", train=train, seller=seller)
    traded = spec.traded(trade) if trade else None
    return spec.price if traded is None else traded


def read_discard(scan: Scanner) -> Move:
    company = ""
    if (named := scan.name(COMPANY)) is not None and not scan.over:
        company = named[1]
    elif named is not None:
        scan.at -= 1  # a train that is called like a company
    train = scan.train()
    scan.skip("train")
    if scan.skip("of", "from"):
        company = scan.company()
    return Discard(train, Company(company))
