"""1861: The Railways of the Russian Empire."""

from __future__ import annotations

from engine.box import open_box
from engine.events import IncomePaid, PhaseBegan, RevenuePaid, SharesBought, SharesSold, TileLaid, TrainBought
from engine.mechanisms import (
    auction,
    bonuses,
    endings,
    loans,
    mergers,
    minors,
    nationalisation,
    redemption,
    state_railway,
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
from engine.steps.home_station import HomeWanted
from engine.steps.lay_track import TWO_LAYS_ONE_UPGRADE, LayTrack
from engine.steps.pay_dividend import PayDividend
from engine.steps.place_station import PlaceStations
from engine.steps.prompting import as_the_site_asks
from engine.steps.run_trains import RunTrains, announced_by_the_moderator
from engine.steps.station_prices import by_distance
from engine.titles.t1861.prices import track_cost

BOX = open_box(__name__)
LAST_TRAIN = "8-train"
SETS = mergers.Sets(LAST_TRAIN)

_TRACK = LayTrack(finance=loans.Loans(), cost=track_cost, lays=TWO_LAYS_ONE_UPGRADE)
_RUN = RunTrains(
    BOX.runs, bonuses.route_bonuses, best_only=announced_by_the_moderator, asks_in_one_hex=as_the_site_asks
)
_PAY = PayDividend(TREASURY, minors.after_dividend, splits=minors.splits)
_LOANS = loans.ServeLoans(nationalisation.unpaid)
_PRIVATES = BuyPrivates()
# What every company's turn ends with.
_ACCOUNTS = (
    _PAY,
    BuyPrivates("privates-before-interest", when=loans.before_interest),
    _LOANS,
    BuyTrains(finance=loans.Loans()),
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
STOCK = Stock(
    minors.TradeOrAuction(holding=minors.HOLDING, drop=minors.drop, offers_starts=as_the_site_asks),
    SETS.after_stock,
    minors.rises,
    minors.AuctionMinor(),
    at_any_time=(_AGREED,),
)
OPERATING = Operating(
    steps={
        "minor": (_TRACK, _RUN, *_ACCOUNTS),
        "public": (redemption.RedeemShares(), _TRACK, PlaceStations(price=by_distance), _RUN, *_ACCOUNTS),
        "national": state_railway.state_turn(_RUN, _LOANS, as_the_site_asks),
    },
    order=state_railway.state_last,
    operates=state_railway.operates,
    after=SETS.after_operating,
    rounds=SETS.rounds,
    at_any_time=(_PRIVATES, _AGREED),
)
MERGERS = mergers.Mergers(mergers.MergeTurn(always_asks=as_the_site_asks), SETS.after_mergers, at_any_time=(_AGREED,))

TITLE = BOX.title(
    mechanisms=tuple(
        each.MECHANISM
        for each in (
            auction,
            minors,
            loans,
            nationalisation,
            state_railway,
            mergers,
            redemption,
            bonuses,
            endings,
            two_players,
        )
    ),
    begin=(two_players.take_out, to_privates),
    rounds={"auction": AUCTION, "stock": STOCK, "operating": OPERATING, "merger": MERGERS},
    demands={TrainsOverLimit: DiscardTrains(any_order=as_the_site_asks), HomeWanted: minors.ChoosePublicHome()},
    reactions={
        TrainBought: (open_phase,),
        PhaseBegan: (
            rust,
            endings.LastTrain("8", LAST_TRAIN, overrides=lambda state: bool(state.option("bank_break_override"))),
            nationalisation.phase_events,
        ),
        SharesSold: (after_sale, _BANK),
        SharesBought: (after_purchase,),
        TileLaid: (nationalisation.grey_city,),
        IncomePaid: (_BANK,),
        RevenuePaid: (_BANK,),
        loans.LoansTaken: (_BANK,),
        nationalisation.CompanyNationalised: (_BANK,),
        nationalisation.PrivateNationalised: (_BANK,),
    },
    value=endings.Wealth(loans.price_at_the_end),
)
