"""1882: Assiniboia."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from importlib.resources import files
from typing import Any

from engine.board.hexes import Hex
from engine.board.laying import Lay, crossings, terrain_cost
from engine.board.network import has_run
from engine.board.plan import load_plan
from engine.events import (
    BankBroke,
    BonusPaid,
    CompanyFloated,
    EndAnnounced,
    Event,
    GameEnded,
    IncomePaid,
    PhaseBegan,
    PriceMoved,
    PrivateBought,
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
from engine.names import BANK, POOL, Company, Player, Private
from engine.reactions.directors import after_purchase, after_sale
from engine.reactions.phases import open_phase, rust
from engine.rounds.operating import Operating
from engine.rounds.stock import Stock
from engine.runs.declared import RunRules
from engine.runs.problem import Bonus, PairBonus
from engine.state import Bidding, Cursor, RoundFacts, State
from engine.steps.agree_end import AgreeToEnd
from engine.steps.buy_privates import BuyPrivates
from engine.steps.discard import DiscardTrains, demand_discards
from engine.steps.emergency import BuyTrainsWithHelp
from engine.steps.home_station import PlaceHome
from engine.steps.lay_track import LayTrack
from engine.steps.pay_dividend import FULL, WITHHOLD, PayDividend
from engine.steps.place_station import PlaceToken
from engine.steps.run_trains import RunTrains
from engine.steps.trade_shares import SELL_BUY_SELL
from engine.steps.waterfall import RowAuction
from engine.title import read_title
from engine.titles.t1882.auction import ChoosePar, gifts, started_by
from engine.titles.t1882.northwest import (
    ChooseCity,
    LayThere,
    MoveIntoNorthWest,
    PayBonus,
    bridge_income,
    lift_stations,
    power_waits,
    rebel,
    track_bonus,
)
from engine.titles.t1882.own import Own, RoundsFixed, own
from engine.titles.t1882.saskatchewan import ChooseHome, close_privates, remove_charter
from engine.titles.t1882.stock import HOLDING, StockTurn, float_company, many

# ---------------------------------------------------------------------- prices, runs, costs


def after_dividend(state: State, company: Company, revenue: int, paid: int) -> Cell:
    """Right for a dividend, left for none."""
    grid, cell = state.market.grid, state.market.cells[company]
    return grid.right(cell) if paid else grid.left(cell)


def track_cost(state: State, lay: Lay) -> int:
    """The ground, and every river now crossed for the first time."""
    return terrain_cost(state.board, lay) + sum(river.price for river in crossings(state.board, lay))


def station_price(state: State, company: Company, hex_: Hex) -> int:
    prices = state.title.companies[company].station_prices
    return prices[len(prices) - state.stations_left[company]]


def bonuses(state: State, company: Company) -> tuple[Bonus, ...]:
    """Hudson Bay with the West."""
    bay = state.title.figures["bay_bonus"]
    return (PairBonus(frozenset({bay["hex"]}), frozenset(bay["partners"]), bay["extra"], False),)


RUNS = RunRules(
    paragraphs=(
        ("two-stops", "9.1"),
        ("station", "9.1"),
        ("one-route", "9.1"),
        ("too-long", "9.2"),
        ("stop-twice", "9.3"),
        ("continuous", "9.4"),
        ("blocked", "9.4"),
        ("off-board", "9.4"),
        ("track-twice", "9.5"),
        ("shared-track", "9.5"),
        ("best-run", "9.10"),
    ),
)


def privates_for_sale(state: State) -> bool:
    return state.phase in state.option("private_purchase_phases").split()


# ---------------------------------------------------------------------- the order of play


def begin(book: Book) -> None:
    """The privates are sold first."""
    state = book.state
    first = next(iter(state.privates))
    cursor = Cursor("auction", 1, 0, state.players)
    book.enter(RoundBegan(cursor, RoundFacts(Bidding(first, state.title.privates[first].face))))


def after_auction(book: Book) -> None:
    STOCK.begin(book, 1, book.state.priority)


def after_stock(book: Book) -> None:
    state = book.state
    if state.ending == "market":
        end(book, "market")
        return
    book.enter(RoundsFixed(state.title.phases[state.phase].rounds))
    OPERATING.begin(book, state.cursor.number, 1)


def after_operating(book: Book) -> None:
    state = book.state
    cursor = state.cursor
    if state.ending == "market":
        end(book, "market")
    elif cursor.sub < own(state).rounds:
        OPERATING.begin(book, cursor.number, cursor.sub + 1)
    elif state.ending:
        end(book, state.ending)
    else:
        STOCK.begin(book, cursor.number + 1, state.priority)


def order(state: State) -> tuple[Company, ...]:
    """Floated companies by price, then further right, further up, higher in the stack."""
    return tuple(sorted(state.floated, key=state.market.rank))


def operates(state: State, company: Company) -> bool:
    return company in state.floated


def rises(state: State) -> tuple[Company, ...]:
    """Companies of which players hold everything."""
    sold_out = (c for c in state.market.cells if sum(state.held(p, c) for p in state.players) == 10)
    return tuple(sorted(sold_out, key=state.market.rank))


# ---------------------------------------------------------------------- trains and what they bring about


def close_president_private(book: Book, event: TrainBought) -> None:
    """The private that came with a company closes when that company buys a train."""
    private = Private(book.state.title.figures["powers"]["president"])
    if private in book.state.privates and event.company == started_by(book.state, private):
        book.enter(PrivateClosed(private))


def crowd(book: Book, event: TrainBought) -> None:
    """Companies over the limit give up trains, in operating order."""
    demand_discards(book, order(book.state))


# ---------------------------------------------------------------------- the end


def bank_breaks(book: Book, event: Event) -> None:
    """A payment the bank can't make ends the game after the set of operating rounds, the present or the next."""
    state = book.state
    if state.broken or state.cash[BANK] >= 0:
        return
    book.enter(BankBroke())
    if not state.ending:
        book.enter(EndAnnounced("bank", state.cursor.number))


def top_of_market(book: Book, event: PriceMoved) -> None:
    """A marker in the last cell ends the game with the present round."""
    if book.state.market.grid.in_zone(event.cell, "end") and book.state.ending != "market":
        book.enter(EndAnnounced("market", 0))


def wealth(state: State, player: Player) -> int:
    """Cash, shares at their price, privates at face value."""
    shares = sum(state.held(player, company) * state.price(company) for company in state.market.cells)
    return state.cash_of(player) + shares + sum(state.title.privates[p].face for p in state.privates_of(player))


def end(book: Book, why: str) -> None:
    state = book.state
    book.enter(GameEnded(why, tuple((player, wealth(state, player)) for player in state.players)))


# ---------------------------------------------------------------------- chance


def draws(seats: Collection[Player], options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    """The train that hides the rebellion, and the company whose share comes with P4."""
    figures = DATA["figures"]
    return {"rebellion": tuple(figures["rebellion_trains"]), "p4_share": tuple(figures["gift_companies"])}


def site_draws(draw: Callable[[], int], players: int) -> Mapping[str, str]:
    """The same two draws from the public site's random numbers."""
    return {name: outcomes[draw() % len(outcomes)] for name, outcomes in draws((), {}).items()}


# ---------------------------------------------------------------------- the title

_HERE = files(__name__)
DATA = tomllib.loads(_HERE.joinpath("title.toml").read_text(encoding="utf-8"))
_ZONES = {"p": "par", "y": "yellow", "o": "orange", "b": "brown", "e": "end"}

_AGREED = AgreeToEnd(lambda book: end(book, "agreement"), lambda state: bool(state.option("manual_end")))
_PRIVATES = BuyPrivates(phases=privates_for_sale, waits=power_waits)

AUCTION = RowAuction(after_auction, at_any_time=(_AGREED,))
STOCK = Stock(
    StockTurn(
        holding=HOLDING,
        order=SELL_BUY_SELL,
        many=many,
        resumes=lambda state: bool(state.option("brown_purchase_resumes")),
    ),
    after_stock,
    rises,
    at_any_time=(_AGREED,),
)
OPERATING = Operating(
    steps={
        "public": (
            PlaceHome(),
            LayTrack(
                cost=track_cost,
                may_lay=lambda state: len(state.turn.lays) < 2 and not state.turn.upgraded,
                may_upgrade=lambda state: not state.turn.lays,
            ),
            PayBonus(),
            PlaceToken(price=station_price),
            RunTrains(RUNS, bonuses, best_only=lambda state: bool(state.option("enforce_best_routes"))),
            PayDividend(POOL, after_dividend, kinds=(FULL, WITHHOLD)),
            BuyTrainsWithHelp(
                holding=HOLDING,
                obliged=lambda state, company: has_run(state.board, company, ignore_free_stops=True),
                helped=lambda state, company: has_run(state.board, company),
                generous="president_help_when_bank_train_affordable",
                ruin=lambda book: end(book, "bankruptcy"),
            ),
            _PRIVATES,
        ),
    },
    order=order,
    operates=operates,
    after=after_operating,
    at_any_time=(_PRIVATES, MoveIntoNorthWest(), _AGREED),
)

TITLE = read_title(
    DATA,
    load_plan(_HERE.joinpath("map.toml").read_text(encoding="utf-8")),
    {"grid": read_grid(_HERE.joinpath("market.txt").read_text(encoding="utf-8"), _ZONES)},
    rounds={"auction": AUCTION, "stock": STOCK, "operating": OPERATING},
    demands={
        "par": ChoosePar(),
        "home": ChooseHome(),
        "city": ChooseCity(),
        "power": LayThere(cost=track_cost, may_lay=lambda state: True, may_upgrade=lambda state: True),
        "discard": DiscardTrains(to_pool=False),
    },
    reactions={
        PrivateSold: (gifts,),
        PrivateBought: (remove_charter,),
        SharesBought: (after_purchase, float_company),
        SharesSold: (after_sale, bank_breaks),
        CompanyFloated: (bank_breaks,),
        TileLaid: (bridge_income, track_bonus, lift_stations),
        TrainBought: (close_president_private, open_phase, rebel, crowd),
        PhaseBegan: (rust, close_privates),
        PriceMoved: (top_of_market,),
        IncomePaid: (bank_breaks,),
        BonusPaid: (bank_breaks,),
        RevenuePaid: (bank_breaks,),
    },
    begin=begin,
    draws=draws,
    site_draws=site_draws,
    own=Own,
    value=wealth,
)
