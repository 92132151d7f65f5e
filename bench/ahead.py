"""How many days a game takes when people plan ahead: recorded games, five zones, mail read at 8 and at 20 o'clock.

The moves are the recorded ones, unchanged; what differs is when they are made. A turn that comes up waits for its
player's next look into the mailbox, unless something on file answers it: then it is made at once. Nobody files what
would have played anything but the record; so the figures say what planning can save people who know what they want, not
what it makes of people who don't. Recorded games lie beside the repository; without them nothing is measured.

- ``off``: every turn is asked for.
- ``standing``: bids by proxy, passes, purchases and companies that only run and pay are left on file, and the engine
  judges them.
- ``buttons``: besides, whoever looks into the mailbox answers the questions the service would have asked there, where
  one of the offered answers is what was played.
- ``asked ahead``: the same, and a question that was foreseen counts as answered, whatever the answer: its condition
  with the recorded moves behind it, or for a company's turn the recorded turn.
- ``whole turns``: besides, everybody writes their company's next turn at their last look before it (an upper bound).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from time import perf_counter
from zoneinfo import ZoneInfo

import engine
from bench.mails import turns
from engine import Deed, Go, Move, Player, Refused, Standing, State
from engine.ahead.orders import If
from moderator.bots.foresight import foresee
from tests.moderator.table.test_recorded import CORPUS, recorded

ZONES = ("Europe/Berlin", "America/New_York", "America/Los_Angeles", "Asia/Seoul", "Australia/Sydney")
LOOKS = (time(8), time(20))
START = datetime(2026, 11, 2, 12, tzinfo=UTC)
MODES = ("off", "standing", "buttons", "asked ahead", "whole turns")


@dataclass(frozen=True)
class Turn:
    """What one player did in one sitting: the position before, the moves and what came of them."""

    by: Player
    before: State
    moves: tuple[Move, ...]
    after: State
    deeds: frozenset[Deed]


@dataclass
class Tally:
    """What became of the turns of one game."""

    asked: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    days: float = 0.0


def looks(zone: str, since: datetime) -> Iterator[datetime]:
    """When somebody looks into the mailbox, from a moment on."""
    local = since.astimezone(ZoneInfo(zone))
    day = local.date()
    while True:
        for at in LOOKS:
            moment = datetime.combine(day, at, ZoneInfo(zone))
            if moment >= local:
                yield moment.astimezone(UTC)
        day += timedelta(days=1)


def played(title: str, name: str) -> list[Turn]:
    plan, orders, _ = recorded(title, name)
    state = engine.replay(
        engine.start(plan.title, [Player(wish.name) for wish in plan.seats], plan.drawn or {}, plan.options)
    )
    found = []
    for player, lines in turns(plan, orders):
        before, moves, deeds = state, [], frozenset[Deed]()
        for line in lines:
            move = engine.parse_order(state, line)
            outcome = engine.apply(state, move, Player(player), state.players, advise=False)
            moves.append(move)
            deeds |= engine.deeds(outcome.events)
            state = outcome.state
        found.append(Turn(Player(player), before, tuple(moves), state, deeds))
    return found


def days(game: Sequence[Turn], mode: str) -> Tally:
    """The game as it goes in time, by one way of planning."""
    tally, now = Tally(), START
    zones = {player: ZONES[at % len(ZONES)] for at, player in enumerate(game[0].before.players)}
    # When each turn was over, and when and after which turn each player was last at the mailbox.
    over: list[datetime] = []
    last: dict[Player, tuple[datetime, int]] = {}
    for number, turn in enumerate(game):
        tally.asked[turn.by] += 1
        if mode != "off" and _is_answered(
            game, number, over, last.get(turn.by, (START, -1)), zones[turn.by], now, mode
        ):
            tally.answered[turn.by] += 1
        else:
            now = next(looks(zones[turn.by], now))
            last[turn.by] = (now, number)
        over.append(now)
    tally.days = (now - START) / timedelta(days=1)
    return tally


def _is_answered(
    game: Sequence[Turn], number: int, over: Sequence[datetime], last: tuple[datetime, int], zone: str, now: datetime,
    mode: str,
) -> bool:  # fmt: skip
    """Whether something its player could have left on file at an earlier look makes exactly the recorded moves."""
    turn, (since, seen) = game[number], last
    if _is_least_bid(turn) and seen >= 0:
        return True  # a limit that covers it was as easily written at the last look
    for at in _positions(over, since, seen, zone, now):
        there = game[at].after if at >= 0 else game[0].before
        if engine.to_act(there) == turn.by and at + 1 < number:
            continue
        lines = list(_wishes(turn, game, number))
        asked = foresee(there, turn.by).questions if mode != "standing" else ()
        lines += [one for question in asked for one in question.answers]
        if mode == "whole turns":
            lines += _whole(turn)
        deeds = frozenset[Deed]().union(*(one.deeds for one in game[at + 1 : number]))
        if any(_plays(line, there, turn, deeds) for line in dict.fromkeys(lines)):
            return True
        if mode in ("asked ahead", "whole turns") and any(
            _is_foreseen(line, there, turn, deeds) for question in asked for line in question.answers
        ):
            return True
    return False


def _is_foreseen(line: str, there: State, turn: Turn, deeds: frozenset[Deed]) -> bool:
    """Whether the question that this answers was about the turn that came: its world with the recorded answer."""
    if not engine.looks_standing(line):
        # Whatever the others did: what was queued for one's next turn, unless that is of another auction or round.
        return _where(there) == _where(turn.before)
    try:
        order = engine.read_standing(there, turn.by, line)
    except Refused:
        return False
    if not isinstance(order, If):
        return any(_plays(whole, there, turn, deeds) for whole in _whole(turn))
    # Of an order that speaks in one round alone, and of what has come true since; whatever is played then.
    verdict = engine.evaluate(replace(order, then=turn.moves), turn.before, deeds, turn.by)
    return isinstance(verdict, Go) and _becomes(turn, verdict.moves)


def _where(state: State) -> tuple[str, int, str]:
    up = state.facts.bidding
    return (
        state.cursor.round,
        state.cursor.number,
        up.item if up is not None and state.cursor.round != "auction" else "",
    )


def _becomes(turn: Turn, moves: Sequence[Move]) -> bool:
    state = turn.before
    try:
        for move in moves:
            state = engine.apply(state, move, turn.by, advise=False).state
    except Refused:
        return False
    return engine.digest(state) == engine.digest(turn.after)


def _is_least_bid(turn: Turn) -> bool:
    """Whether a bid by proxy would have made this turn: the least that could be bid."""
    move = turn.moves[0]
    least = engine.bids(turn.before).get(getattr(move, "item", ""))
    return len(turn.moves) == 1 and move == least


def _positions(over: Sequence[datetime], since: datetime, seen: int, zone: str, now: datetime) -> Iterator[int]:
    """After which turns the player looked into the mailbox since their own last one, the latest first."""
    moments = [since]
    for moment in looks(zone, since + timedelta(minutes=1)):
        if moment > now:
            break
        moments.append(moment)
    found = []
    for moment in moments:
        at = max((n for n, done in enumerate(over) if done <= moment), default=-1) if moment != since else seen
        found.append(at)
    yield from dict.fromkeys(reversed(found[-8:]))


def _wishes(turn: Turn, game: Sequence[Turn], number: int) -> Iterator[str]:
    """What somebody who is about to do this might well have left on file."""
    state, first = turn.before, turn.moves[0].write()
    if first == "pass" and state.cursor.round in ("stock", "auction"):
        yield "standing pass"
        yield "standing pass even if someone sells even if someone starts even if a directorship"
        if state.facts.bidding is not None:
            yield "standing pass all auctions"
    for move in turn.moves:
        if type(move).__name__ == "Buy":
            company = getattr(move, "company", "")
            held = state.held(turn.by, company)
            yield f"standing buy {company} until {held + 1} shares even if someone sells even if someone starts"
    company = engine.company_on_turn(state)
    if company and state.cursor.round == "operating":
        kind = next((move.write() for move in turn.moves if type(move).__name__ == "Pay"), "pay")
        yield f"standing operate {company}: no track, no station, run best, {kind}, no train"
    if state.cursor.round == "merger" and first == "pass":
        yield "standing no merger"


def _whole(turn: Turn) -> list[str]:
    company = engine.company_on_turn(turn.before)
    if not company or turn.before.cursor.round != "operating":
        return []
    lines = "; ".join("run best" if type(move).__name__ == "Run" else move.write() for move in turn.moves)
    return [f"when {company} operates then {lines}"]


def _plays(line: str, there: State, turn: Turn, deeds: frozenset[Deed]) -> bool:
    """Whether a line left on file in one position brings about, at the turn, the recorded position."""
    order: Standing | None = None
    try:
        order = engine.read_standing(there, turn.by, line) if engine.looks_standing(line) else None
        if order is None:
            moves: tuple[Move, ...] = (engine.parse_order(turn.before, line),)
        else:
            verdict = engine.evaluate(order, turn.before, deeds, turn.by)
            if not isinstance(verdict, Go):
                return False
            moves = verdict.moves
    except Refused:
        return False
    return _becomes(turn, moves)


def rows(most: int | None = None) -> Iterator[dict[str, object]]:
    found = sorted(CORPUS.glob("*/real/*.json.gz"))
    known = set[str]()
    for title, name in ((path.parts[-3], path.name.removesuffix(".json.gz")) for path in found):
        game = played(title, name)[:most]
        if not game or (last := engine.digest(game[-1].after)) in known:
            continue  # the same game under another name
        known.add(last)
        for mode in MODES:
            begun = perf_counter()
            tally = days(game, mode)
            asked, answered = tally.asked.total(), tally.answered.total()
            yield {
                "game": f"{title}/{name}",
                "mode": mode,
                "players": len(tally.asked),
                "turns": asked,
                "foreseen %": round(100 * answered / asked),
                "days": round(tally.days, 1),
                "mails that ask, a player": round((asked - answered) / len(tally.asked)),
                "s": round(perf_counter() - begun, 1),
            }


if __name__ == "__main__":
    for row in rows(int(sys.argv[1]) if len(sys.argv) > 1 else None):
        print(row)
