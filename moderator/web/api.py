"""The public facts as JSON, described by OpenAPI. It only reads: orders come by mail."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from moderator.games.store import Game
from moderator.web.pages import public_view
from moderator.web.session import office

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")

MOST = 200


@blueprint.get("/titles")
def titles() -> ResponseReturnValue:
    return jsonify(titles=list(office().rules.titles()))


@blueprint.get("/games")
def games() -> ResponseReturnValue:
    status = request.args.get("status")
    with office().reading() as desk:
        wanted = select(Game).order_by(Game.created_at.desc()).limit(MOST)
        rows = desk.session.scalars(wanted.where(Game.status == status) if status else wanted)
        found = [
            {"id": row.id, "title": row.title, "status": row.status, "round": row.round, "mover": row.mover}
            for row in rows
        ]
    return jsonify(games=found)


@blueprint.get("/games/<game_id>")
def game(game_id: str) -> ResponseReturnValue:
    with office().reading() as desk:
        play = desk.game(game_id)
        if play is None:
            return jsonify(error="There is no such game."), 404
        view = public_view(desk, play, request.args.get("at", type=int))
    return jsonify(view | {"moves": None})


@blueprint.get("/games/<game_id>/moves")
def moves(game_id: str) -> ResponseReturnValue:
    with office().reading() as desk:
        play = desk.game(game_id)
        if play is None:
            return jsonify(error="There is no such game."), 404
        since = request.args.get("since", 0, type=int)
        rows = play.moves(since=since, undone=True)[:MOST]
        found = [
            {
                "seq": row.seq,
                "by": row.by,
                "order": row.order,
                "how": row.how,
                "undone": row.undone,
                "events": row.events,
            }
            for row in rows
        ]
    return jsonify(moves=found)


def _path(summary: str, *parameters: tuple[str, str, str], missing: bool = False) -> dict[str, Any]:
    answers: dict[str, Any] = {
        "200": {"description": "OK", "content": {"application/json": {"schema": {"type": "object"}}}}
    }
    if missing:
        answers["404"] = {"description": "There is no such game."}
    told = [
        {"name": name, "in": place, "required": place == "path", "schema": {"type": kind}}
        for name, place, kind in parameters
    ]
    return {"get": {"summary": summary, "parameters": told, "responses": answers}}


@blueprint.get("/openapi.json")
def openapi() -> ResponseReturnValue:
    """What this API offers, in the form machines read."""
    game_id = ("game_id", "path", "string")
    return jsonify(
        openapi="3.1.0",
        info={"title": "Waybill", "version": "1", "description": "Public facts about games. Orders come by mail."},
        servers=[{"url": office().settings.base_url}],
        paths={
            "/api/v1/titles": _path("The titles this service moderates"),
            "/api/v1/games": _path("The latest games", ("status", "query", "string")),
            "/api/v1/games/{game_id}": _path(
                "One game and its position", game_id, ("at", "query", "integer"), missing=True
            ),
            "/api/v1/games/{game_id}/moves": _path(
                "Moves and events", game_id, ("since", "query", "integer"), missing=True
            ),
        },
    )
