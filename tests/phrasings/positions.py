"""The positions in which the phrasings are said: one for every kind of decision, of all titles.

Most are moments of our own recorded games; the rarer ones are built.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from engine.errors import Refused
from engine.game import apply, to_act
from engine.names import IPO, Player
from engine.notation import parse_order, write_order
from engine.state import State
from tests.engine.positions import Firm, play, position
from tests.moderator.report.positions import game

RED, GREEN, BLUE = SEATS = tuple(map(Player, ("Red", "Green", "Blue")))

# Name -> game and number of orders played before.
PLAYED = {
    "private auction": ("1861-3", 0),
    "private auction goes on": ("1861-3", 2),
    "first stock round": ("1861-3", 49),
    "minor auction": ("1861-3", 50),
    "track": ("1861-3", 75),
    "first train": ("1861-3", 77),
    "run": ("1861-3", 142),
    "privates": ("1861-3", 365),
    "merger": ("1861-3", 367),
    "take": ("1861-3", 368),
    "dividend": ("1861-3", 385),
    "redeem": ("1861-3", 469),
    "trains of others": ("1861-3", 556),
    "station": ("1861-3", 607),
    "conversion": ("1861-3", 830),
    "late stock round": ("1861-3", 999),
    "trainless": ("1861-3", 1286),
    "public start": ("1861-3", 1312),
    "1882 auction": ("1882-1", 0),
    "1882 par": ("1882-1", 12),
    "1882 home": ("1882-1", 26),
    "1882 trains": ("1882-1", 30),
    "1882 privates": ("1882-1", 112),
    "1882 first stock round": ("1882-2", 12),
    "1882 home city": ("1882-2", 24),
    "1882 track": ("1882-2", 78),
    "1882 run": ("1882-2", 80),
    "1882 dividend": ("1882-2", 81),
    "1882 station": ("1882-2", 84),
    "1882 stock round": ("1882-3", 80),
    "1882 power": ("1882-3", 154),
    "1882 city": ("1882-3", 155),
    "1867 auction": ("1867-1", 61),
    "1867 minor auction": ("1867-1", 63),
    "1867 convert": ("1867-1", 365),
    "1867 take": ("1867-1", 366),
    "1867 trainless": ("1867-1", 423),
    "1867 stock round": ("1867-1", 488),
    "1867 station": ("1867-1", 840),
    "1867 dividend": ("1867-1", 842),
    "1867 trade": ("1867-1", 843),
}
_LINE_1861 = {"I13": "57/1", "H14": "9/1", "G15": "202/4", "G17": "8/3", "H18": "57/2"}
_LINE_1882 = {"G11": "57/2", "H12": "8/0", "J12": "57/0"}


def _stations_to_keep() -> State:
    """Three minors have merged, two of their stations stay."""
    firms = Firm("M-V", RED, at="4,5"), Firm("K-R", RED, at="4,4"), Firm("D", RED, at="4,3")
    state = position(
        "1861", 3, *firms, seats=SEATS, phase="4", round="merger", on_turn="M-V", tiles=_LINE_1861, cash={RED: 900}
    )
    return play(state, "merge M-V, K-R, D into GR")


def _discard() -> State:
    firms = (
        Firm("HBR", {RED: 6}, 67, cash=300, trains="3 3 3", rest=IPO),
        Firm("GTP", {GREEN: 6}, 60, trains="2 2 3 3", rest=IPO),
    )
    state = _operating("HBR", *firms, step="trains", phase="3", depot="4 4 4 5 5 6 6")
    return play(state, "train 4")


def _emergency() -> State:
    """A train must be had, and its company's director sells shares for it."""
    firms = Firm("HBR", {RED: 6}, 67, cash=147, rest=IPO), Firm("GTP", {GREEN: 4, RED: 2}, "6,3", rest=IPO)
    return _operating("HBR", *firms, step="trains", phase="4", depot="4 4 5 5 6 6", tiles=_LINE_1882, cash={RED: 115})


def _ruin() -> State:
    firms = (
        Firm("HBR", {RED: 6}, 67, cash=10, rest=IPO),
        Firm("GTP", {GREEN: 6}, 60, rest=IPO),
    )
    return _operating("HBR", *firms, step="trains", phase="D", depot="", tiles=_LINE_1882, cash={RED: 3})


def _trading() -> State:
    """HBR has a train that is taken in part payment for a D, and money for one without."""
    firm = Firm("HBR", {RED: 6}, 67, cash=1100, trains="5", rest=IPO)
    return _operating("HBR", firm, step="trains", phase="D", depot="D D D")


def _moving() -> State:
    """HBR owns P3 and may move its station."""
    firm = Firm("HBR", {RED: 6}, 67, cash=300, rest=IPO)
    return _operating("HBR", firm, step="track", phase="3", privates={"P3": "HBR"}, tiles={"G11": "57/1"})


def _operating(company: str, *firms: Firm, **fields: object) -> State:
    return position("1882", 3, *firms, seats=SEATS, round="operating", on_turn=company, **fields)  # type: ignore[arg-type]


BUILT: dict[str, Callable[[], State]] = {
    "stations to keep": _stations_to_keep,
    "1882 discard": _discard,
    "1882 emergency": _emergency,
    "1882 ruin": _ruin,
    "1882 moving": _moving,
    "1882 trade": _trading,
}
NAMES = (*PLAYED, *BUILT)


@cache
def at(name: str) -> State:
    """The position with this name."""
    if name in BUILT:
        return BUILT[name]()
    state = game(*PLAYED[name])[1]
    # Every way to say that nothing runs is tried too, so nobody may have announced a better run.
    return state.change(options={**state.options, "announced_runs": "players"})


def mover(name: str) -> Player:
    """Who decides in it."""
    actor = to_act(at(name))
    assert actor is not None
    return actor


def plays(position: str, orders: tuple[str, ...]) -> bool:
    """Whether the orders can be played one after the other; what ends a turn that is over may stand behind them."""
    state = at(position)
    mover = to_act(state)
    for order in orders:
        if to_act(state) != mover:
            return order in ("done", "pass")
        move = parse_order(state, order)
        assert mover is not None and write_order(move) == order
        try:
            state = apply(state, move, mover, state.players).state
        except Refused:
            return False
    return True
