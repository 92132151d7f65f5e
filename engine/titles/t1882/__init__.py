"""1882: Assiniboia."""

from __future__ import annotations

from engine.board.network import has_run
from engine.box import open_box
from engine.events import (
    IncomePaid,
    PhaseBegan,
    PriceMoved,
    PrivateBought,
    PrivateSold,
    RevenuePaid,
    SharesBought,
    SharesSold,
    TileLaid,
    TrainBought,
)
from engine.mechanisms import bonuses, emergency, endings, exchange, floating, neutral_stations, trading_up, waterfall
from engine.names import POOL
from engine.reactions.directors import after_purchase, after_sale
from engine.reactions.phases import close_privates, open_phase, rust
from engine.rounds.going_on import to_privates
from engine.rounds.operating import Operating
from engine.rounds.stock import Stock
from engine.steps.buy_privates import BuyPrivates
from engine.steps.discard import DiscardTrains, TrainsOverLimit
from engine.steps.home_station import HomeWanted, PlaceHome
from engine.steps.lay_track import TWO_YELLOW_OR_ONE_UPGRADE, LayTrack, ground_and_rivers
from engine.steps.pay_dividend import FULL, WITHHOLD, PayDividend
from engine.steps.place_station import PlaceStations
from engine.steps.run_trains import RunTrains, announced_by_the_moderator
from engine.steps.station_prices import by_charter
from engine.steps.trade_shares import SELL_BUY_SELL
from engine.titles.t1882 import sets
from engine.titles.t1882.auction import close_with_first_train, gifts
from engine.titles.t1882.mechanisms import GIFTS, NORTH_WEST, SASKATCHEWAN
from engine.titles.t1882.northwest import (
    MoveIntoNorthWest,
    PayBonus,
    bridge_income,
    lift_stations,
    power_waits,
    rebel,
    track_bonus,
)
from engine.titles.t1882.own import BonusPaid
from engine.titles.t1882.prices import after_dividend
from engine.titles.t1882.saskatchewan import lose_charter, remove_charter
from engine.titles.t1882.stock import HOLDING, StockTurn, many

BOX = open_box(__name__)

_AGREED = endings.AgreeToEnd(sets.end_by_agreement, lambda state: bool(state.option("manual_end")))
_PRIVATES = BuyPrivates(phases=sets.privates_for_sale, waits=power_waits)
_BANK = endings.BankBreaks(endings.with_this_set)

AUCTION = waterfall.RowAuction(sets.after_auction, at_any_time=(_AGREED,))
STOCK = Stock(
    StockTurn(
        holding=HOLDING,
        order=SELL_BUY_SELL,
        many=many,
        resumes=lambda state: bool(state.option("brown_purchase_resumes")),
    ),
    sets.after_stock,
    sets.rises,
    at_any_time=(_AGREED,),
)
OPERATING = Operating(
    steps={
        "public": (
            PlaceHome(),
            LayTrack(cost=ground_and_rivers, lays=TWO_YELLOW_OR_ONE_UPGRADE),
            PayBonus(),
            PlaceStations(price=by_charter),
            RunTrains(BOX.runs, bonuses.route_bonuses, best_only=announced_by_the_moderator),
            PayDividend(POOL, after_dividend, kinds=(FULL, WITHHOLD)),
            emergency.BuyTrainsWithHelp(
                holding=HOLDING,
                obliged=lambda state, company: has_run(state.board, company, ignore_free_stops=True),
                helped=lambda state, company: has_run(state.board, company),
                generous="president_help_when_bank_train_affordable",
                whole=lambda state: bool(state.option("president_certificate_sold_whole")),
                ruin=sets.ruin,
            ),
            _PRIVATES,
        ),
    },
    order=sets.order,
    operates=sets.operates,
    after=sets.after_operating,
    rounds=sets.rounds,
    at_any_time=(_PRIVATES, MoveIntoNorthWest(), _AGREED),
)

TITLE = BOX.title(
    mechanisms=(
        *(
            each.MECHANISM
            for each in (waterfall, floating, exchange, trading_up, neutral_stations, emergency, bonuses, endings)
        ),
        NORTH_WEST,
        GIFTS,
        SASKATCHEWAN,
    ),
    begin=(to_privates,),
    rounds={"auction": AUCTION, "stock": STOCK, "operating": OPERATING},
    demands={HomeWanted: exchange.ChooseHome(), TrainsOverLimit: DiscardTrains(to_pool=False)},
    reactions={
        PrivateSold: (gifts,),
        PrivateBought: (remove_charter,),
        SharesBought: (after_purchase, floating.float_company),
        SharesSold: (after_sale, _BANK),
        TileLaid: (bridge_income, track_bonus, lift_stations),
        TrainBought: (close_with_first_train, open_phase, rebel, sets.crowd),
        PhaseBegan: (rust, close_privates, lose_charter),
        PriceMoved: (endings.top_of_market,),
        IncomePaid: (_BANK,),
        RevenuePaid: (_BANK,),
        floating.CompanyFloated: (_BANK,),
        BonusPaid: (_BANK,),
    },
    value=endings.Wealth(),
)
