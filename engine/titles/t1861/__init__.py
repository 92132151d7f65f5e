"""1861: The Railways of the Russian Empire."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from importlib.resources import files
from itertools import combinations
from typing import Any

from engine.board.hexes import Hex
from engine.board.laying import Lay, terrain_cost
from engine.board.plan import load_plan
from engine.events import (
    BankBroke,
    EndAnnounced,
    Event,
    GameEnded,
    IncomePaid,
    LoansTaken,
    PhaseBegan,
    PriceMoved,
    PrivateClosed,
    PrivateSold,
    RevenuePaid,
    RoundBegan,
    SharesBought,
    SharesSold,
    TileLaid,
    TrainBought,
)
from engine.game import Book
from engine.market import Cell, read_grid
from engine.names import BANK, TREASURY, Company, Player, Private
from engine.reactions.directors import after_purchase, after_sale
from engine.reactions.phases import open_phase, rust
from engine.rounds.operating import Operating
from engine.rounds.stock import Stock
from engine.runs.declared import RunRules
from engine.runs.problem import Bonus, HexBonus, PairBonus
from engine.state import Bidding, Cursor, RoundFacts, State
from engine.steps.agree_end import AgreeToEnd
from engine.steps.bid import Auction, AuctionInTurn
from engine.steps.buy_privates import BuyPrivates
from engine.steps.buy_trains import BuyTrains
from engine.steps.discard import DiscardTrains
from engine.steps.lay_track import LayTrack
from engine.steps.pay_dividend import PayDividend
from engine.steps.place_station import PlaceToken
from engine.steps.run_trains import RunTrains
from engine.title import read_title
from engine.titles.t1861.loans import Loans, LoansWrittenOff, ServeLoans
from engine.titles.t1861.mergers import ChooseStations, Mergers, MergeTurn, TakeShares
from engine.titles.t1861.national import (
    STATE,
    CompanyNationalised,
    DecideTrainless,
    PrivateNationalised,
    StateIncome,
    StateRun,
    StateStation,
    StateTrains,
    grey_moscow,
    nationalise,
    operating_order,
    phase_events,
)
from engine.titles.t1861.redeem import RedeemShares
from engine.titles.t1861.setup import TrainsRemoved
from engine.titles.t1861.stock import HOLDING, AuctionMinor, ChooseHome, StockTurn, barred
from engine.titles.t1861.takeover import TakeOverTrainless

# ---------------------------------------------------------------------- prices, runs, costs


def after_dividend(state: State, company: Company, revenue: int, paid: int) -> Cell:
    """Left when nothing is paid; right when a minor earns, or when a public pays at least its price."""
    market = state.market
    cell = market.cells[company]
    if state.title.companies[company].kind == "minor":
        return minor_right(state, cell) if revenue else market.grid.left(cell)
    if not paid:
        return market.grid.left(cell)
    return market.grid.right(cell) if paid >= market.price(company) else cell


def minor_right(state: State, cell: Cell) -> Cell:
    grid = state.market.grid
    if not grid.in_zone(cell, "convert"):
        return grid.right(cell)
    if state.option("column_market"):
        return cell if grid.price(cell) == 165 else grid.right(cell)
    return cell if cell[0] == 0 else grid.up(cell)


def drop(state: State, player: Player, company: Company, count: int) -> int:
    """Only a director's sale lowers the price, and by one row whatever its size."""
    return 1 if state.president.get(company) == player else 0


def track_cost(state: State, lay: Lay) -> int:
    cost = terrain_cost(state.board, lay, printed_upgrades=False)
    if state.board.tile(lay.hex) is None and lay.hex == Hex("K7"):
        cost += int(state.option("nizhnii_green_cost"))
    return cost


def station_price(state: State, company: Company, hex_: Hex) -> int:
    """By the number of stations on the map, times the distance to the nearest of them."""
    own = state.board.stations(company)
    rate = int(state.title.figures["station_per_hex"][min(len(own), 2)])
    return rate * min((state.title.plan.distance(hex_, there) for there, _ in own), default=0)


def bonuses(state: State, company: Company) -> tuple[Bonus, ...]:
    """Ekaterinburg with Moscow, and the privates the company owns."""
    double = state.title.figures["double_value"]
    found: list[Bonus] = [PairBonus(frozenset({double["hex"]}), frozenset({double["partner"]}), double["extra"], True)]
    for private in state.privates_of(company):
        spec = state.title.privates[private]
        if spec.bonus:
            found.append(HexBonus(frozenset(spec.bonus_hexes), spec.bonus))
    return tuple(found)


RUNS = RunRules(
    one_stop_per_hex=True,
    towns_may_be_skipped=True,
    paragraphs=(
        ("two-stops", "11.1.1"),
        ("continuous", "11.1.1"),
        ("station", "11.1.1"),
        ("stop-twice", "11.1.2"),
        ("track-twice", "11.1.3"),
        ("blocked", "11.1.4"),
        ("off-board", "11.1.5"),
        ("one-route", "11.2.1"),
        ("shared-track", "11.2.1"),
        ("too-long", "11.2.2"),
        ("best-run", "11.4.1"),
    ),
)


# ---------------------------------------------------------------------- the order of play


def begin(book: Book) -> None:
    """The privates are auctioned first."""
    for name in book.state.drawn.get("removed", "").split():
        book.enter(PrivateClosed(Private(name)))
    if len(book.state.players) == 2:
        counts = book.state.title.figures["two_player_trains"]
        book.enter(TrainsRemoved(tuple((train, n) for train, n in counts.items())))
    state = book.state
    first = next(iter(state.privates))
    cursor = Cursor("auction", 1, 0, state.players)
    book.enter(RoundBegan(cursor, RoundFacts(Bidding(first, state.title.privates[first].minimum))))


def privates_sold(book: Book, player: Player) -> None:
    """The stock round goes on with the player to the left of the last buyer."""
    STOCK.begin(book, 1, book.state.after(player), player)


def after_stock(book: Book) -> None:
    OPERATING.begin(book, book.state.cursor.number, 1)


def after_operating(book: Book) -> None:
    state = book.state
    cursor = state.cursor
    if state.ending == "bank" or (state.ending == "8-train" and cursor.number >= final_set(state) and cursor.sub == 3):
        end(book, state.ending)
    elif "mergers" in state.title.phases[state.phase].allows:
        MERGERS.begin(book)
    else:
        after_merger(book)


def after_merger(book: Book) -> None:
    cursor = book.state.cursor
    subs = 3 if book.state.ending == "8-train" and cursor.number >= final_set(book.state) else 2
    if cursor.sub < subs:
        OPERATING.begin(book, cursor.number, cursor.sub + 1)
    else:
        STOCK.begin(book, cursor.number + 1, book.state.priority)


def final_set(state: State) -> int:
    """The number of the set of three operating rounds with which the game ends."""
    return state.final_set


def rises(state: State) -> tuple[Company, ...]:
    """Publics of which players hold everything."""
    return tuple(c for c in operating_order(state, ("public",)) if sum(state.held(p, c) for p in state.players) == 10)


def order(state: State) -> tuple[Company, ...]:
    return (*operating_order(state), STATE)


def operates(state: State, company: Company) -> bool:
    if company == STATE:
        cursor = state.cursor
        begun = cursor.round == "operating" and cursor.at == len(cursor.order) - 1
        return begun or "state_railway" in state.title.phases[state.phase].allows
    return company in state.market


def state_runner(state: State, company: Company) -> Player:
    return state.priority


def best_only(state: State) -> bool:
    return bool(state.option("enforce_best_routes"))


def before_interest(state: State) -> bool:
    """A purchase between dividend and interest matters only to a company in debt."""
    return state.loans_of(state.operating) > 0 or state.option("prompting") == "site"


# ---------------------------------------------------------------------- the end


def end_timer(book: Book, event: PhaseBegan) -> None:
    """The first 8-train fixes the end; a bank that broke earlier in the same round keeps its say unless overridden."""
    state = book.state
    if event.phase != "8":
        return
    if state.ending == "bank" and not state.option("bank_break_override"):
        return
    cursor = state.cursor
    book.enter(EndAnnounced("8-train", cursor.number if cursor.sub == 1 else cursor.number + 1))


def bank_breaks(book: Book, event: Event) -> None:
    """The bank is broken by a payment it can't make; that ends the game after the round unless an 8-train is sold."""
    state = book.state
    if state.broken or state.cash[BANK] >= 0:
        return
    book.enter(BankBroke())
    if state.ending != "8-train":
        book.enter(EndAnnounced("bank", 0))


def final_cell(state: State, company: Company) -> Cell:
    """A company's price falls once for each loan it still has."""
    cell = state.market.cells[company]
    for _ in range(state.loans_of(company)):
        cell = state.market.grid.left(cell)
    return cell


def wealth(state: State, player: Player) -> int:
    """Cash, shares and minors at final prices, privates at face value."""
    total = state.cash_of(player)
    for company in state.market.cells:
        held = state.held(player, company)
        if held:
            shares = 2 if state.title.companies[company].kind == "minor" else held
            total += shares * state.market.grid.price(final_cell(state, company))
    return total + sum(state.title.privates[p].face for p in state.privates_of(player))


def end(book: Book, why: str) -> None:
    """Prices fall for the loans still owed; then everybody's wealth is added up."""
    for company in operating_order(book.state):
        owed = book.state.loans_of(company)
        if owed:
            cell = final_cell(book.state, company)
            if cell != book.state.market.cells[company]:
                book.enter(PriceMoved(company, cell, "loans at the end"))
            book.enter(LoansWrittenOff(company, owed))
    state = book.state
    book.enter(GameEnded(why, tuple((player, wealth(state, player)) for player in state.players)))


def draws(seats: Collection[Player], options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    """Two players play without two privates drawn at random."""
    if len(seats) != 2:
        return {}
    names = [d["symbol"] for d in DATA["privates"]]
    return {"removed": tuple(" ".join(pair) for pair in combinations(names, 2))}


def site_draws(draw: Callable[[], int], players: int) -> Mapping[str, str]:
    """How the public site draws them: a number for each private in their order, the two lowest go."""
    if players != 2:
        return {}
    lots = {d["symbol"]: draw() for d in DATA["privates"]}
    gone = sorted(lots, key=lots.__getitem__)[:2]
    return {"removed": " ".join(name for name in lots if name in gone)}


# ---------------------------------------------------------------------- the title

_HERE = files(__name__)
DATA = tomllib.loads(_HERE.joinpath("title.toml").read_text(encoding="utf-8"))
_ZONES = {"m": "minor_par", "p": "public_par", "y": "convert"}

_TRACK = LayTrack(
    finance=Loans(),
    cost=track_cost,
    may_lay=lambda state: len(state.turn.lays) < 2,
    may_upgrade=lambda state: len(state.turn.lays) < 2 and not state.turn.upgraded,
)
_RUN = RunTrains(RUNS, bonuses, best_only=best_only)
_DIVIDEND = PayDividend(
    TREASURY, after_dividend, splits=lambda state, company: state.title.companies[company].kind == "minor"
)
_BEFORE_INTEREST = BuyPrivates("privates-before-interest", when=before_interest)
_LOANS = ServeLoans(lambda book, company: nationalise(book, company, "unpaid interest"))
_TRAINS = BuyTrains(finance=Loans())
_TRAINLESS = TakeOverTrainless()
_PRIVATES = BuyPrivates()
_AGREED = AgreeToEnd(lambda book: end(book, "agreement"))

STOCK = Stock(StockTurn(holding=HOLDING, drop=drop), after_stock, rises, AuctionMinor(), at_any_time=(_AGREED,))
OPERATING = Operating(
    steps={
        "minor": (_TRACK, _RUN, _DIVIDEND, _BEFORE_INTEREST, _LOANS, _TRAINS, _TRAINLESS, _PRIVATES),
        "public": (
            RedeemShares(),
            _TRACK,
            PlaceToken(price=station_price),
            _RUN,
            _DIVIDEND,
            _BEFORE_INTEREST,
            _LOANS,
            _TRAINS,
            _TRAINLESS,
            _PRIVATES,
        ),
        "national": (
            StateStation(),
            StateRun(RUNS, bonuses, "state-run", runner=state_runner, best_only=best_only),
            StateIncome(),
            _LOANS,
            StateTrains(),
        ),
    },
    order=order,
    operates=operates,
    after=after_operating,
    at_any_time=(_PRIVATES, _AGREED),
)
MERGERS = Mergers(MergeTurn(), after_merger, at_any_time=(_AGREED,))

_MONEY_LEAVES = (bank_breaks,)

TITLE = read_title(
    DATA,
    load_plan(_HERE.joinpath("map.toml").read_text(encoding="utf-8")),
    {
        "grid": read_grid(_HERE.joinpath("market.txt").read_text(encoding="utf-8"), _ZONES, diagonal=True),
        "column": read_grid(_HERE.joinpath("column.txt").read_text(encoding="utf-8"), _ZONES, row=True),
    },
    rounds={
        "auction": Auction(
            AuctionInTurn(barred, privates_sold, lambda state: state.option("private_reduction_sale") == "first_taker"),
            at_any_time=(_AGREED,),
        ),
        "stock": STOCK,
        "operating": OPERATING,
        "merger": MERGERS,
    },
    demands={
        "discard": DiscardTrains(any_order=lambda state: bool(state.option("prompting") == "site")),
        "home": ChooseHome(),
        "trainless": DecideTrainless(),
        "stations": ChooseStations(),
        "take": TakeShares(),
    },
    reactions={
        TrainBought: (open_phase,),
        PhaseBegan: (rust, end_timer, phase_events),
        SharesSold: (after_sale, *_MONEY_LEAVES),
        SharesBought: (after_purchase,),
        TileLaid: (grey_moscow,),
        IncomePaid: _MONEY_LEAVES,
        LoansTaken: _MONEY_LEAVES,
        RevenuePaid: _MONEY_LEAVES,
        CompanyNationalised: _MONEY_LEAVES,
        PrivateNationalised: _MONEY_LEAVES,
        PrivateSold: (),
    },
    begin=begin,
    grid_for=lambda options: "column" if options["column_market"] else "grid",
    draws=draws,
    site_draws=site_draws,
    value=wealth,
)
