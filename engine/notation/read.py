"""Reads what players write. What can be understood becomes a move; what can't is answered with what would work."""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher, get_close_matches
from itertools import islice

from engine.errors import Ambiguous, Illegal, Refused, Unreadable
from engine.game import legal_moves, open_step, to_act
from engine.message import Listed, Message
from engine.moves import (
    Bankrupt,
    Bid,
    Buy,
    BuyPrivate,
    BuyTrain,
    Convert,
    Discard,
    Done,
    EndGame,
    Exchange,
    Keep,
    KeepStations,
    Merge,
    Move,
    MoveStation,
    Nationalise,
    Pass,
    Pay,
    PlaceStation,
    Redeem,
    Sell,
    Start,
    Take,
)
from engine.names import BANK, IPO, POOL, TREASURY, Company, Private
from engine.notation.clean import clean, key, shortened
from engine.notation.forms import kind_of, read_form
from engine.notation.lays import read_lay
from engine.notation.names import COMPANY, PLAYER, PRIVATE
from engine.notation.routes import read_runs
from engine.notation.scan import Scanner, Several, Unknown, words_of
from engine.notation.words import COMMANDS, NOTHING, PHRASES, PLACES, VERBS
from engine.notation.write import write_order
from engine.state import State
from engine.steps.run_trains import RunTrains

HOLDERS = {"pool": POOL, "treasury": TREASURY, "ipo": IPO, "bank": BANK}
# So many legal orders are compared with a line that was not understood.
COMPARED = 400


def parse_order(state: State, line: str) -> Move:
    """The move a line means in this position. Raises Unreadable or Ambiguous."""
    text = ""
    try:
        text = clean(line, state.players)
        return _read(state, words_of(text))
    except (Several, Unknown) as named:
        raise _explained(state, named, text) from None
    except Illegal as refused:
        raise Unreadable(refused.message, refused.rule, refused.instead or nearest(state, text)) from None
    except (Unreadable, Ambiguous) as refused:
        if not refused.instead:
            refused.instead = nearest(state, text)
        raise


def _explained(state: State, named: Several | Unknown, text: str) -> Refused:
    """A name that is several things, or none: the orders it may have been."""
    readings = []
    for words in named.lines:
        try:
            readings.append(write_order(_read(state, words)))
        except Refused:
            continue
    kind = Ambiguous if isinstance(named, Several) else Unreadable
    return kind(named.message, instead=tuple(dict.fromkeys(readings)) or nearest(state, text))


def nearest(state: State, text: str, most: int = 3) -> tuple[str, ...]:
    """The legal orders that look most like a line."""
    if state.over or to_act(state) is None:
        return ()
    verb = VERBS.get(key(text[:80]).partition(" ")[0], "")
    if isinstance(open_step(state), RunTrains) or verb == "run":
        return ("run best", "run none")  # nobody waits for the best run because of a slip of the pen
    wanted = SequenceMatcher(None, "", key(text[:80]))
    found: dict[str, float] = {}
    for move in islice(legal_moves(state), COMPARED):
        order = write_order(move)
        wanted.set_seq1(key(order))
        found.setdefault(order, wanted.ratio() + (order.partition(" ")[0] == verb))
    return tuple(sorted(found, key=lambda order: -found[order])[:most])


# ---------------------------------------------------------------------- the verb


def _read(state: State, words: tuple[str, ...]) -> Move:
    scan = Scanner(state, words)
    verb = _verb(scan)
    move = READERS[verb](scan)
    scan.finish()
    return move


def _verb(scan: Scanner) -> str:
    """Finds out what is to be done, and leaves the scanner behind the words that say so."""
    if scan.over:
        raise Unreadable("There is nothing to do in this line.")
    # Korean puts the verb last.
    if scan.keys[-1] in VERBS and not scan.keys[-1].isascii() and len(scan.keys) > 1:
        scan.words = (scan.words[-1], *scan.words[:-1])
        scan.keys = (scan.keys[-1], *scan.keys[:-1])
    for phrase in sorted(PHRASES, key=len, reverse=True):
        meaning = PHRASES[phrase]
        if scan.keys[: len(phrase)] == phrase or tuple(VERBS.get(k, k) for k in scan.keys[: len(phrase)]) == phrase:
            scan.words = (*meaning, *scan.words[len(phrase) :])
            scan.keys = (*meaning, *scan.keys[len(phrase) :])
            break
    first = scan.here
    if VERBS.get(first) in READERS:
        scan.at += 1
        return VERBS[first]
    if first in COMMANDS:
        raise Unreadable("“{word}” is something to ask of the service; it is not an order in the game.", word=first)
    if _is_number(first):
        return "bid"  # "105 on N"
    if kind_of(scan) is not None:
        return "form"
    close = get_close_matches(first[:20], VERBS, n=2, cutoff=0.6)
    text = shortened(scan.words[0])
    if not close:
        raise Unreadable("“{text}” is not the beginning of an order.", text=text)
    raise Unreadable(
        "“{text}” is not the beginning of an order; did you mean “{verb}”?", text=text, verb=VERBS[close[0]]
    )


def _is_number(word: str) -> bool:
    return word.lstrip("r$₽-")[:1].isdigit() and word[:1] in "0123456789$₽r-"


# ---------------------------------------------------------------------- auctions and shares


def _bid(scan: Scanner) -> Move:
    item, amount = "", None
    while not scan.over:
        if scan.here in ("up", "max", "maximum", "proxy", "limit"):
            raise Unreadable("A bid with a limit is kept for you by the service; in the game write the bid itself.")
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


def _plain(move: Move) -> Callable[[Scanner], Move]:
    def read(scan: Scanner) -> Move:
        scan.skip("on")
        # "pass N", "keep M-K": naming what it is about changes nothing.
        if not scan.over and isinstance(move, Pass | Nationalise):
            scan.name(COMPANY, PRIVATE)
        return move

    return read


def _sell(scan: Scanner) -> Move:
    company, count = "", None
    while not scan.over:
        if scan.skip("of"):
            continue
        if scan.here in ("all", "tout", "toutes", "전부") and count is None:
            scan.at += 1
            count = -1
        elif count is None and (number := scan.count()) is not None:
            count = number
        elif not company:
            company = scan.company()
        else:
            break
    if not company:
        raise Unreadable("Say shares of which company to sell.")
    if count == -1:
        actor = to_act(scan.state)
        count = scan.state.held(actor or "", Company(company))
    return Sell(Company(company), 1 if count is None else count)


def _buy(scan: Scanner) -> Move:
    """Shares, unless the words say that it is a train or a private."""
    begun = scan.at
    if "train" in scan.keys or _train_alone(scan):
        return _train(scan)
    if "private" in scan.keys:
        scan.skip("private")
        return _private(scan)
    count = scan.count()
    scan.skip("of", "in")
    named = scan.name(COMPANY, PRIVATE)
    if named is None:
        scan.item()
        raise AssertionError("an unknown name raises")
    if named[0] == PRIVATE:
        scan.at = begun
        return _private(scan)
    company = Company(named[1])
    if count is None and scan.here not in ("",) and scan.link != "from":
        count = scan.count()
    source = _source(scan) if scan.skip("from") else ""
    if not source:
        return _from_the_only_place(scan, company, 1 if count is None else count)
    return Buy(company, source, 1 if count is None else count)


def _train_alone(scan: Scanner) -> bool:
    """ "buy 3" and "buy 3 from M-K for 50" mean trains."""
    trains = {key(train) for train in scan.state.title.trains}
    after = scan.keys[scan.at + 1 : scan.at + 2]
    return scan.here in trains and (not after or after[0] in ("from", "for", "trading", "de", "du", "pour"))


def _source(scan: Scanner) -> str:
    """Where shares come from."""
    place = PLACES.get(scan.here, "")
    if not place:
        raise Unreadable("“{text}” sells no shares; the pool, a treasury and the ipo do.", text=shortened(scan.rest()))
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


def _start(scan: Scanner) -> Start:
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


def _exchange(scan: Scanner) -> Move:
    """A private for a company's first certificate: the words are those of a start; the private need not be named."""
    scan.name(PRIVATE)
    scan.skip("for", "trading", "with", "to")
    start = _start(scan)
    return Exchange(start.company, start.price, start.hex, start.city)


def _private(scan: Scanner) -> Move:
    private = Private(scan.private())
    price = None
    while not scan.over:
        if scan.skip("for", "at"):
            price = scan.needed_number(Message("The price"))
        elif scan.skip("from"):
            if scan.name(PLAYER) is None:
                raise Unreadable("“{text}” is no player at this table.", text=shortened(scan.rest()))
        elif price is None and (number := scan.number()) is not None:
            price = number
        else:
            break
    if price is None:
        raise Unreadable("Say the price: buy private {private} for …", private=private)
    return BuyPrivate(private, price)


def _redeem(scan: Scanner) -> Move:
    count = scan.count()
    scan.skip("of")
    if not scan.over:
        scan.company()
    if count is None and not scan.over:
        count = scan.count()
    return Redeem(1 if count is None else count)


# ---------------------------------------------------------------------- operating


def _token(scan: Scanner) -> Move:
    scan.skip("in", "on", "at", "to", "token", "station")
    hex_, city = scan.spot()
    return PlaceStation(hex_, city)


def _neutral(scan: Scanner) -> Move:
    scan.skip("token", "station", "in", "on", "at")
    hex_, city = scan.spot()
    return PlaceStation(hex_, city, neutral=True)


def _move(scan: Scanner) -> Move:
    scan.skip("token", "station", "stations", "from", "in", "of")
    origin = scan.place()
    scan.skip("to", "in", "on")
    hex_, city = scan.spot()
    return MoveStation(origin, hex_, city)


def _pay(scan: Scanner) -> Move:
    """pay, pay half, pay nothing."""
    kind = "full"
    if VERBS.get(scan.here) in ("half", "withhold") or scan.here in NOTHING:
        kind = "half" if VERBS.get(scan.here) == "half" else "withhold"
        scan.at += 1
    elif scan.here in ("full", "all", "out", "everything", "tout", "100%"):
        scan.at += 1
    elif scan.here == "50%":
        scan.at += 1
        kind = "half"
    scan.skip("dividend", "dividends", "revenue")
    return Pay(kind)


def _half(scan: Scanner) -> Move:
    scan.skip("dividend", "dividends", "pay")
    return Pay("half")


def _withhold(scan: Scanner) -> Move:
    scan.skip("all", "dividend", "dividends", "everything", "revenue")
    return Pay("withhold")


def _train(scan: Scanner) -> Move:
    """A train from the bank, the pool or a company; the price is the printed one unless said otherwise."""
    train = scan.train()
    seller, price, trade = "", None, ""
    while not scan.over:
        if scan.skip("train", ",", "of"):
            continue
        if scan.skip("from"):
            seller = _seller(scan, train)
        elif scan.skip("for", "at"):
            price = scan.needed_number(Message("The price"))
        elif scan.skip("trading"):
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


def _seller(scan: Scanner, train: str) -> str:
    place = PLACES.get(scan.here)
    if place in ("pool", "bank"):
        scan.at += 1
        scan.skip("pool")
        return HOLDERS[place]
    named = scan.name(COMPANY, PLAYER)
    if named is None:
        return scan.company(Message("a company that sells trains"))
    if named[0] == COMPANY:
        return named[1]
    owned = [c for c, p in scan.state.president.items() if p == named[1] and train in scan.state.trains_of(c)]
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
    return spec.trade_price if trade and spec.trade_price else spec.price


def _discard(scan: Scanner) -> Move:
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


# ---------------------------------------------------------------------- mergers


def _keep(scan: Scanner) -> Move:
    """The company, or some of its stations."""
    stations = scan.skip("stations", "station", "tokens")
    if scan.over and not stations:
        return Keep()
    if not stations and scan.name(COMPANY) is not None and scan.over:
        return Keep()
    return KeepStations(_places(scan))


def _places(scan: Scanner) -> tuple[str, ...]:
    found = []
    while not scan.over:
        if scan.skip(",", "and", "in", "at", "with"):
            continue
        hex_, city = scan.spot()
        found.append(hex_ if city < 0 else f"{hex_}:{city}")
    if not found:
        raise Unreadable("Say which stations to keep, by their hexes.")
    return tuple(found)


def _convert(scan: Scanner) -> Move:
    minor = scan.company()
    scan.skip("in", "to", "as", "into")
    return Convert(Company(minor), Company(scan.company()))


def _merge(scan: Scanner) -> Move:
    minors: list[Company] = []
    while not scan.over and scan.link not in ("in", "to", "as"):
        if not scan.skip(",", "and", "with"):
            minors.append(Company(scan.company()))
    if not scan.skip("in", "to", "as"):
        raise Unreadable("Say into which company they merge: merge … into …")
    public = Company(scan.company())
    keeping: tuple[str, ...] = ()
    scan.skip(",", "and")
    if scan.skip("keeping"):
        scan.skip("stations", "station", "tokens")
        keeping = _places(scan)
    return Merge(tuple(minors), public, keeping)


def _take(scan: Scanner) -> Move:
    if scan.here in NOTHING:
        scan.at += 1
        scan.skip("of")
        if not scan.over:
            scan.company()
        return Pass()
    count = scan.count()
    scan.skip("of")
    demands = scan.state.demands
    if scan.over and demands and demands[0].company:
        company = demands[0].company
    else:
        company = Company(scan.company())
    if count is None and not scan.over:
        count = scan.count()
    return Pass() if count == 0 else Take(company, 1 if count is None else count)


READERS: dict[str, Callable[[Scanner], Move]] = {
    "bid": _bid,
    "pass": _plain(Pass()),
    "done": _plain(Done()),
    "sell": _sell,
    "buy": _buy,
    "start": _start,
    "private": _private,
    "redeem": _redeem,
    "lay": read_lay,
    "token": _token,
    "neutral": _neutral,
    "run": read_runs,
    "pay": _pay,
    "half": _half,
    "withhold": _withhold,
    "train": _train,
    "discard": _discard,
    "nationalise": _plain(Nationalise()),
    "keep": _keep,
    "convert": _convert,
    "merge": _merge,
    "take": _take,
    "end": _plain(EndGame()),
    "exchange": _exchange,
    "move": _move,
    "bankrupt": _plain(Bankrupt()),
    "form": read_form,
}
