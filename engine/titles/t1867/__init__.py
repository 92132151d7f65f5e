"""1867: The Railways of Canada."""

from __future__ import annotations

from engine.box import open_box
from engine.events import IncomePaid, PhaseBegan, RevenuePaid, SharesBought, SharesSold, TileLaid, TrainBought
from engine.mechanisms import (
    auction,
    bonuses,
    chosen_homes,
    endings,
    exports,
    held_places,
    loans,
    mergers,
    minors,
    nationalisation,
    redemption,
    trade_ins,
    trading_up,
    two_players,
)
from engine.names import TREASURY
from engine.reactions.directors import after_purchase, after_sale
from engine.reactions.phases import open_phase, rust
from engine.rounds.going_on import to_privates
from engine.rounds.operating import Operating
from engine.rounds.stock import Stock
from engine.steps.buy_privates import BuyPrivates
from engine.steps.buy_trains import BuyTrains
from engine.steps.discard import DiscardTrains, TrainsOverLimit
from engine.steps.lay_track import TWO_LAYS_ONE_UPGRADE, LayTrack, ground_and_rivers
from engine.steps.pay_dividend import PayDividend
from engine.steps.place_station import PlaceStations
from engine.steps.prompting import as_the_site_asks
from engine.steps.run_trains import RunTrains, announced_by_the_moderator
from engine.steps.station_prices import by_distance
from engine.titles.t1867.privates import close_taken

BOX = open_box(__name__)
LAST_TRAIN = "8-train"
SETS = mergers.Sets(LAST_TRAIN, between=exports.export)

_TRACK = LayTrack(finance=loans.Loans(), cost=ground_and_rivers, lays=TWO_LAYS_ONE_UPGRADE)
_RUN = RunTrains(
    BOX.runs, bonuses.route_bonuses, best_only=announced_by_the_moderator, asks_in_one_hex=as_the_site_asks
)
_PAY = PayDividend(TREASURY, minors.after_dividend, splits=minors.splits)
_TRAINS = BuyTrains(finance=loans.Loans(), trading=trade_ins.trading, trading_for_pool=True, take_in=trade_ins.take_in)
_PRIVATES = BuyPrivates()
# What every company's turn ends with.
_ACCOUNTS = (
    _PAY,
    BuyPrivates("privates-before-interest", when=loans.before_interest),
    loans.ServeLoans(nationalisation.unpaid),
    _TRAINS,
    nationalisation.TakeOverTrainless(),
    _PRIVATES,
)
_AGREED = endings.AgreeToEnd(mergers.end_by_agreement)
_BANK = endings.BankBreaks(endings.with_this_round)

AUCTION = auction.Auction(
    auction.AuctionInTurn(
        minors.barred, SETS.privates_sold, lambda state: state.option("private_reduction_sale") == "first_taker"
    ),
    at_any_time=(_AGREED,),
)
_TRADE = minors.TradeOrAuction(
    holding=minors.HOLDING,
    drop=minors.drop,
    offers_starts=as_the_site_asks,
    begins=chosen_homes.EMPTY_HEXES,
    wants_home=chosen_homes.PublicHomeWanted,
    may_open=chosen_homes.may_open,
    opened=chosen_homes.ask_home,
)
STOCK = Stock(
    _TRADE,
    SETS.after_stock,
    minors.rises,
    minors.AuctionMinor(),
    at_any_time=(chosen_homes.OpenAuctions(_TRADE), _AGREED),
)
OPERATING = Operating(
    steps={
        "minor": (_TRACK, _RUN, *_ACCOUNTS),
        "public": (redemption.RedeemShares(), _TRACK, PlaceStations(price=by_distance), _RUN, *_ACCOUNTS),
    },
    order=minors.operating_order,
    operates=minors.operates,
    after=SETS.after_operating,
    rounds=SETS.rounds,
    leaves=lambda state: "" if SETS.last(state) else exports.to_come(state),
    at_any_time=(_PRIVATES, _AGREED),
)
MERGERS = mergers.Mergers(mergers.MergeTurn(always_asks=as_the_site_asks), SETS.after_mergers, at_any_time=(_AGREED,))

TITLE = BOX.title(
    mechanisms=tuple(
        each.MECHANISM
        for each in (
            auction,
            minors,
            chosen_homes,
            held_places,
            loans,
            nationalisation,
            exports,
            mergers,
            redemption,
            trade_ins,
            trading_up,
            bonuses,
            endings,
            two_players,
        )
    ),
    begin=(two_players.take_out, nationalisation.place_national, to_privates),
    rounds={"auction": AUCTION, "stock": STOCK, "operating": OPERATING, "merger": MERGERS},
    demands={TrainsOverLimit: DiscardTrains(any_order=as_the_site_asks)},
    reactions={
        TrainBought: (open_phase,),
        exports.TrainExported: (exports.open_phase,),
        PhaseBegan: (
            rust,
            endings.LastTrain(
                "8",
                LAST_TRAIN,
                overrides=lambda state: bool(state.option("bank_break_override")),
                last=endings.with_the_next_set,
            ),
            held_places.open_places,
            nationalisation.phase_events,
        ),
        SharesSold: (after_sale, _BANK),
        SharesBought: (after_purchase,),
        TileLaid: (nationalisation.grey_city,),
        IncomePaid: (_BANK,),
        RevenuePaid: (_BANK,),
        loans.LoansTaken: (_BANK,),
        nationalisation.CompanyDissolved: (_BANK,),
        nationalisation.PrivateNationalised: (_BANK, close_taken),
    },
    value=endings.Wealth(loans.price_at_the_end),
)
