"""What a spectator can take home from a game's page: its map and market as pictures, and its record."""

from __future__ import annotations

import json
from collections.abc import Callable

from flask import Blueprint, Response, abort, request

from engine.state import State
from moderator.desk import Desk
from moderator.drawing.map_svg import map_svg
from moderator.drawing.market_svg import market_svg
from moderator.games.game import Play
from moderator.games.transcript import transcript
from moderator.outbox.report.happened import touched
from moderator.web.session import office

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
        body = json.dumps(transcript(desk, play), ensure_ascii=False)
    answer = Response(body, mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{game_id}.json"'
    return answer


def changed(desk: Desk, play: Play, seq: int) -> frozenset[str]:
    """The hexes on which one move laid, placed or took away anything."""
    return frozenset().union(*(touched(desk.rules.decode(row.events)) for row in play.moves(seq - 1, seq)))


def drawn(state: object) -> bool:
    """Whether there is a map to draw."""
    return isinstance(state, State)


def _begun(desk: Desk, game_id: str) -> Play:
    play = desk.game(game_id)
    if play is None or play.row.status not in ("running", "over") or not play.row.digest:
        abort(404)
    return play


def _picture(game_id: str, draw: Callable[[Desk, Play, State, int], str]) -> Response:
    with office().reading() as desk:
        play = _begun(desk, game_id)
        at = request.args.get("at", type=int)
        seq = play.row.seq if at is None else max(0, min(at, play.row.seq))
        state = play.state if seq == play.row.seq else play.state_at(seq)
        if not drawn(state):
            abort(404)
        answer = Response(draw(desk, play, state, seq), mimetype="image/svg+xml")
    # A picture has styles of its own and nothing else.
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    # An undo may put another move in the place of this one, so a browser asks again and is told "the same".
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer
