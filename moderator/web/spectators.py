"""What a spectator can take home from a game's page: its map and market as pictures, and its record."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from flask import Blueprint, Response, abort, request

from engine import State
from moderator.drawing.map_svg import map_svg
from moderator.drawing.market_svg import market_svg
from moderator.office.desk import Desk
from moderator.outbox.report.happened import touched
from moderator.store.game import Play
from moderator.store.statuses import GameStatus
from moderator.table.transcript import transcript
from moderator.web.session import office, whole
from moderator.web.visitor import found

blueprint = Blueprint("spectators", __name__)


@blueprint.get("/games/<game_id>/map.svg")
def map_picture(game_id: str) -> Response:
    """The map after a move (``at``; now without it), with what that move changed marked."""

    def draw(desk: Desk, play: Play, state: State, seq: int) -> str:
        return map_svg(state, changed(desk, play, seq))

    return _picture(game_id, draw)


@blueprint.get("/games/<game_id>/market.svg")
def market_picture(game_id: str) -> Response:
    """The stock market after a move."""
    return _picture(game_id, lambda desk, play, state, seq: market_svg(state))


@blueprint.get("/games/<game_id>/game.json")
def record(game_id: str) -> Response:
    """The whole game for the public site."""
    with office().reading() as desk:
        play = _begun(desk, game_id)
        body = _written(play)
    answer = Response(body, mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{game_id}.json"'
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


# Games asked for lately, by the head of their record: writing one out means playing it again.
_records: OrderedDict[tuple[str, str], bytes] = OrderedDict()
_lock = Lock()
MOST_RECORDS = 32


def _written(play: Play) -> bytes:
    key = (play.id, play.head)
    with _lock:
        known = _records.get(key)
    if known is None:
        known = json.dumps(transcript(play), ensure_ascii=False).encode()
        with _lock:
            _records[key] = known
            while len(_records) > MOST_RECORDS:
                _records.popitem(last=False)
    return known


def changed(desk: Desk, play: Play, seq: int) -> frozenset[str]:
    """The hexes on which one move laid, placed or took away anything."""
    return frozenset().union(*(touched(row.happened) for row in play.moves(seq - 1, seq)))


def _begun(desk: Desk, game_id: str) -> Play:
    play = found(desk, game_id)
    if play.status == GameStatus.INVITING or not play.begun:
        abort(404)
    return play


def _picture(game_id: str, draw: Callable[[Desk, Play, State, int], str]) -> Response:
    with office().reading() as desk:
        play = _begun(desk, game_id)
        at = whole("at")
        seq = play.seq if at is None else max(0, min(at, play.seq))
        state = play.state if seq == play.seq else play.state_at(seq)
        answer = Response(draw(desk, play, state, seq), mimetype="image/svg+xml")
    # A picture has styles of its own and nothing else.
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    # An undo may put another move in the place of this one, so a browser asks again and is told "the same".
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer
