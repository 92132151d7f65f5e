"""A simple player for empty seats: it plays only what the engine calls legal, runs best, pays, and buys the trains it
needs. It is no strong player, and says so by its speed."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from engine import Move, Player
from engine import State as Position
from engine.moves import Done, Pass, PlaceStation
from moderator.desk import Desk, Office
from moderator.games import noshow, standing
from moderator.games.game import Play
from moderator.games.judgement import auctions, mergers, shares, stations, track, trains
from moderator.games.onward import go_on
from moderator.games.refusal import Refusal
from moderator.games.rules import Rules, State

log = logging.getLogger(__name__)

# Between two looks at the clock of whoever waits for this worker.
MOST_MOVES = 400


def choose(rules: Rules, state: State, seat: str) -> str:
    """The order a bot gives in this position; the same position always gives the same order."""
    if not isinstance(state, Position):
        return _quietest(rules.legal_orders(state))
    moves = [move for move in rules.legal(state) if set(rules.consents(state, move)) <= {seat}]
    found = next((move for move in _wishes(state, Player(seat), moves) if move is not None), None)
    return rules.write(found or _quiet(moves))


def _wishes(state: Position, seat: Player, moves: Sequence[Move]) -> Iterator[Move | None]:
    """One kind of decision after the other; only those the position asks for find anything to say."""
    yield trains.discard(state, moves)
    yield mergers.trainless(state, seat, moves)
    yield mergers.take(state, seat, moves)
    yield mergers.merge(state, seat, moves)
    yield auctions.bid(state, seat, moves)
    if state.cursor.round not in ("operating", "merger"):
        yield stations.home(state, moves)
        yield shares.trade(state, seat, moves)
        return
    company = state.operating
    yield trains.run(moves)
    yield trains.dividend(state, company, moves)
    yield trains.buy(state, seat, company, moves)
    yield track.lay(state, company, moves)
    if any(isinstance(move, Pass) for move in moves):
        yield stations.station(state, company, moves)
        yield mergers.private(state, seat, company, moves)
    elif any(isinstance(move, PlaceStation) for move in moves):
        yield stations.home(state, moves)


def _quiet(moves: Sequence[Move]) -> Move:
    """Nothing more to wish for: on to the next step; where something is compulsory, the first that is legal."""
    return next((move for move in moves if isinstance(move, Pass | Done)), moves[0])


def _quietest(orders: Sequence[str]) -> str:
    return next((order for order in ("pass", "done") if order in orders), orders[0])


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
            order = _thought(desk, play, seat)
        _play(office, game_id, seq, seat, order)
        played += 1
    # A table of bots may play for ever; others want their turn with this worker.
    office.bell("bots", game_id)
    return played


def _thought(desk: Desk, play: Play, seat: str) -> str:
    """What the bot wants. A mistake in its thinking must not hold up the table: it then plays the safe order."""
    try:
        return choose(desk.rules, play.state, seat)
    except Exception:
        log.exception("a bot could not make up its mind", extra={"game": play.id})
        return noshow.safe_order(desk, play)


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
