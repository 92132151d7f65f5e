"""Every move has one form, the one of the order language's table."""

from __future__ import annotations

import pytest

from engine.mechanisms.emergency.moves import Bankrupt
from engine.mechanisms.endings.moves import EndGame
from engine.mechanisms.exchange.moves import Exchange
from engine.mechanisms.mergers.moves import Convert, KeepStations, Merge, Take
from engine.mechanisms.nationalisation.moves import Keep, Nationalise
from engine.mechanisms.redemption.moves import Redeem
from engine.moves import (
    Bid,
    Buy,
    BuyPrivate,
    BuyTrain,
    Discard,
    Done,
    LayTile,
    Move,
    Pass,
    Pay,
    PlaceStation,
    Run,
    Sell,
    Start,
    TrainRun,
)
from engine.names import BANK, IPO, POOL, TREASURY
from engine.notation import write_order
from engine.titles.t1882.moves import MoveStation

FORMS = [
    (Bid("N", 105), "bid N 105"),
    (Pass(), "pass"),
    (Done(), "done"),
    (Sell("NW", 2), "sell 2 NW"),
    (Buy("NW", POOL), "buy NW from pool"),
    (Buy("NW", TREASURY), "buy NW from treasury"),
    (Buy("NW", IPO, 2), "buy 2 NW from ipo"),
    (Start("SW", 100), "start SW at 100"),
    (Start("SW", 100, "E9"), "start SW at 100 in E9"),
    (Start("SW", 100, "D14", 1), "start SW at 100 in D14 city 2"),
    (BuyPrivate("TSR", 30), "buy private TSR for 30"),
    (Redeem(2), "redeem 2"),
    (LayTile("G15", "57", 2), "lay 57 on G15 facing 2"),
    (PlaceStation("M7"), "token in M7"),
    (PlaceStation("D14", 1), "token in D14 city 2"),
    (PlaceStation("J10", neutral=True), "neutral token in J10"),
    (Run(()), "run none"),
    (
        Run((TrainRun("3", ("H8", "G7", "G5")), TrainRun("2", ("H8", "I7", "J8", "K7")))),
        "run 3: H8-G7-G5, 2: H8-I7-J8-K7",
    ),
    (Pay("full"), "pay"),
    (Pay("half"), "half"),
    (Pay("withhold"), "withhold"),
    (BuyTrain("3", BANK, 225), "train 3"),
    (BuyTrain("3", POOL, 225), "train 3 from pool"),
    (BuyTrain("2", "M-K", 50), "train 2 from M-K for 50"),
    (Discard("2"), "discard 2"),
    (Discard("2", "M-K"), "discard 2 of M-K"),
    (Nationalise(), "nationalise"),
    (Keep(), "keep"),
    (Convert("M-K", "NW"), "convert M-K into NW"),
    (Merge(("M-K", "N"), "MKN"), "merge M-K and N into MKN"),
    (
        Merge(("M-K", "N", "K-K"), "MKN", ("H8", "D14:1")),
        "merge M-K, N and K-K into MKN keeping H8 and D14 city 2",
    ),
    (KeepStations(("H8", "D14:1")), "keep stations H8 and D14 city 2"),
    (Take("MKN", 2), "take 2 MKN"),
    (EndGame(), "end the game"),
    (Exchange("SE", 76), "exchange SE at 76"),
    (Exchange("SE", 76, "E9"), "exchange SE at 76 in E9"),
    (MoveStation("G15", "H8", 1), "move token from G15 to H8 city 2"),
    (MoveStation("G15", "E9"), "move token from G15 to E9"),
    (Bankrupt(), "bankrupt"),
]


@pytest.mark.parametrize(("move", "form"), FORMS, ids=[form for _, form in FORMS])
def test_a_move_is_written_in_its_one_form(move: Move, form: str) -> None:
    assert write_order(move) == form


def test_a_train_traded_in_is_named() -> None:
    assert write_order(BuyTrain("D", BANK, 800, "4")) == "train D trading 4"


def test_every_kind_of_move_has_an_example_here() -> None:
    shown = {type(move).__name__ for move, _ in FORMS}
    assert {kind.__name__ for kind in Move.__subclasses__() if kind.__module__ == Move.__module__} <= shown
