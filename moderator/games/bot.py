"""A simple player for empty seats: it plays only what the engine calls legal, runs best, pays, and buys the trains it
needs. It is no strong player, and says so by its speed."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Sequence
from typing import Any

from moderator.desk import Office
from moderator.games import noshow, standing
from moderator.games.onward import go_on
from moderator.games.refusal import Refusal
from moderator.games.rules import Rules, State

log = logging.getLogger(__name__)

_BID = re.compile(r"bid (\S+) (\d+)$")
_START = re.compile(r"start (\S+) at (\d+)")
_BUY = re.compile(r"buy (?!private|train)(\S+)")
_TRAIN = re.compile(r"train (\S+)(?: from (?!pool)(?P<seller>.+))?$")
# What a bot leaves in hand when it bids, as parts of its money.
THRIFT = 0.45
MOST_LAYS_TRIED = 400
MOST_MOVES = 400


def choose(rules: Rules, state: State, seat: str, seed: str = "") -> str:
    """The order a bot gives in this position; the same position and seed give the same order."""
    orders = rules.legal_orders(state)
    for pick in (_run, _dividend, _train, _bid, _trade, _track):
        order = pick(rules, state, seat, orders, seed)
        if order:
            return order
    for quiet in ("pass", "done", "take none", "keep"):
        if quiet in orders:
            return quiet
    return orders[0]


def _run(rules: Rules, state: State, seat: str, orders: Sequence[str], seed: str) -> str:
    return next((order for order in orders if order.startswith("run ") and order != "run none"), "")


def _dividend(rules: Rules, state: State, seat: str, orders: Sequence[str], seed: str) -> str:
    choices = [order for order in orders if order in ("pay", "half", "withhold")]
    if not choices:
        return ""
    # A company without a train saves for one.
    wish = "pay" if _trains(rules, state) else "withhold"
    return wish if wish in choices else choices[0]


def _train(rules: Rules, state: State, seat: str, orders: Sequence[str], seed: str) -> str:
    trains = [order for order in orders if (found := _TRAIN.match(order)) and not found.group("seller")]
    # One train to run and one for when it rusts.
    needs = len(_trains(rules, state)) < 2 or not ({"done", "pass"} & set(orders))
    return trains[0] if trains and needs else ""


def _bid(rules: Rules, state: State, seat: str, orders: Sequence[str], seed: str) -> str:
    bids = [(int(found.group(2)), order) for order in orders if (found := _BID.match(order))]
    if not bids:
        return ""
    purse = _cash(state, seat)
    # Which item it opens is left to the seed; how high it goes to its purse.
    amount, order = bids[_pick(seed, len(bids))]
    return order if amount <= purse * THRIFT or not ({"pass", "done"} & set(orders)) else ""


def _trade(rules: Rules, state: State, seat: str, orders: Sequence[str], seed: str) -> str:
    directed = {str(name) for name, who in dict(getattr(state, "president", {})).items() if who == seat}
    buys = [order for order in orders if _BUY.match(order)]
    own = [order for order in buys if (found := _BUY.match(order)) and found.group(1) in directed]
    starts = [
        order for order in orders if (found := _START.match(order)) and int(found.group(2)) * 2 <= _cash(state, seat)
    ]
    if starts and len(directed) < 2:
        return starts[_pick(seed, len(starts))]
    if own:
        return own[0]
    return buys[_pick(seed, len(buys))] if buys else ""


def _track(rules: Rules, state: State, seat: str, orders: Sequence[str], seed: str) -> str:
    lays = [order for order in orders if order.startswith(("lay ", "upgrade "))][:MOST_LAYS_TRIED]
    if lays:
        return lays[_pick(seed, len(lays))]
    homes = [order for order in orders if order.startswith("token ")]
    return homes[0] if homes and not ({"done", "pass"} & set(orders)) else ""


def _trains(rules: Rules, state: State) -> tuple[Any, ...]:
    return tuple(dict(getattr(state, "trains", {})).get(rules.company(state), ()))


def _cash(state: State, seat: str) -> int:
    return int(dict(getattr(state, "cash", {})).get(seat, 0))


def _pick(seed: str, count: int) -> int:
    return int(hashlib.sha256(seed.encode()).hexdigest()[:8], 16) % count


def play_bots(office: Office, game_id: str) -> int:
    """Plays on until a person must decide; each move is a transaction of its own. Returns how many were played."""
    played = 0
    while played < MOST_MOVES:
        with office.reading() as desk:
            play = desk.game(game_id)
            mover = play.mover if play is not None else None
            if play is None or mover is None or not mover.bot:
                return played
            seq, seat = play.row.seq, mover.name
            # Thinking happens outside the writing transaction.
            order = choose(desk.rules, play.state, seat, f"{game_id} {seq}")
        _play(office, game_id, seq, seat, order)
        played += 1
    # A table of bots may play for ever; others want their turn with this worker.
    office.bell("bots", game_id)
    return played


def _play(office: Office, game_id: str, seq: int, seat: str, order: str) -> None:
    with office.desk() as desk:
        play = desk.lock(game_id)
        if play is None or play.row.seq != seq or play.row.mover != seat:
            return
        mover = play.seat(seat)
        assert mover is not None
        try:
            standing.play_order(desk, play, mover, order, "bot", None)
        except (Refusal, desk.rules.Refused):
            log.warning("a bot's order was refused; playing the safe one", extra={"game": game_id, "order": order})
            standing.play_order(desk, play, mover, noshow.safe_order(desk, play), "bot", None)
        go_on(desk, play)
