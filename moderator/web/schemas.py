"""What the API takes and gives, as OpenAPI describes it. A test holds every answer against this."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]
STRING: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
TRUTH: Schema = {"type": "boolean"}


def _maybe(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _object(**fields: Schema) -> Schema:
    """An object that has these fields and no others."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


STATUSES: Schema = {"type": "string", "enum": ["inviting", "running", "paused", "closed", "over"]}
SCHEMAS: dict[str, Schema] = {
    "Trouble": _object(error=STRING),
    "Titles": _object(titles=_list(STRING)),
    "Summary": _object(id=STRING, title=STRING, status=STATUSES, round=STRING, mover=_maybe(STRING)),
    "Games": _object(games=_list(_ref("Summary")), next=_maybe(WHOLE)),
    "Seat": _object(name=STRING, bot=TRUTH, machine=TRUTH, status=STRING, misses=WHOLE, moving=TRUTH),
    "Game": _object(
        game=_object(id=STRING, title=STRING, status=STATUSES, round=STRING, mover=STRING, seq=WHOLE),
        seats=_list(_ref("Seat")),
        due=STRING,
        text=STRING,
        at=_maybe(WHOLE),
        pictures=TRUTH,
        full_name=STRING,
        result={"type": ["object", "null"]},
        turn=WHOLE,
        seq=WHOLE,
    ),
    "State": _object(seq=WHOLE, state={"type": "object"}),
    "Move": _object(
        seq=WHOLE,
        by=STRING,
        order=STRING,
        how=STRING,
        undone=TRUTH,
        events=_list({"type": "object"}),
        link=STRING,
    ),
    "Moves": _object(moves=_list(_ref("Move")), next=_maybe(WHOLE)),
    "Events": _object(events=_list(_object(id=STRING, name=STRING, status=STRING)), next=_maybe(WHOLE)),
    "Entrant": _object(id=STRING, name=STRING, status=STRING, club=STRING, division=WHOLE, bot=TRUTH),
    "EventTable": _object(
        number=WHOLE,
        pool=STRING,
        title=STRING,
        game=_maybe(STRING),
        status=STRING,
        seats=_list(_object(seat=STRING, entrant=_maybe(STRING))),
        result={"type": ["object", "null"]},
        estimate={"type": ["object", "null"]},
    ),
    "EventRound": _object(
        stage=WHOLE,
        number=WHOLE,
        status=STRING,
        starts=_maybe(STRING),
        ends=_maybe(STRING),
        over=_maybe(STRING),
        tables=_list(_ref("EventTable")),
        byes=_list(STRING),
    ),
    "Standing": _object(
        rank=WHOLE,
        entrant=STRING,
        name=STRING,
        points=STRING,
        ties=_list(STRING),
        working=STRING,
        stage=WHOLE,
        round=_maybe(WHOLE),
        pool=STRING,
        marks=STRING,
    ),
    "Event": _object(
        id=STRING,
        name=STRING,
        status=STRING,
        terms=_list(STRING),
        seed=STRING,
        entrants=_list(_ref("Entrant")),
        rounds=_list(_ref("EventRound")),
        standings=_list(_ref("Standing")),
    ),
    "Place": _object(
        game=STRING, seat=STRING, status=STATUSES, seq=WHOLE, turn=WHOLE, to_move=TRUTH, due=_maybe(STRING)
    ),
    "Legal": _object(turn=WHOLE, to_move=TRUTH, orders=_list(STRING), proposals=_list(STRING)),
    "Orders": {
        "type": "object",
        "properties": {
            "orders": {"anyOf": [STRING, _list(STRING)], "description": "Lines, as one would write them in a mail."},
            "turn": {**_maybe(WHOLE), "description": "The turn they are for; on any other nothing is played."},
            "seq": {
                **_maybe(WHOLE),
                "description": "The last move that was seen; if the turn has gone on, none is played.",
            },
            "once": {"type": "string", "minLength": 8, "maxLength": 64, "description": "Names this request."},
        },
        "required": ["orders", "once"],
    },
    "Line": _object(mark=STRING, text=STRING, said=STRING, instead=_list(STRING), rule=STRING),
    "Answer": _object(
        id=WHOLE,
        result={
            "type": "string",
            "enum": ["ACCEPTED", "NOT ACCEPTED", "QUEUED", "PREVIEW", "CONFIRM", "DUPLICATE", "WAITING"],
        },
        headline=STRING,
        lines=_list(_ref("Line")),
        blocks=_list(_object(title=STRING, text=STRING)),
    ),
}
GAME = ("game_id", "path", "string")
KEYED: list[dict[str, list[str]]] = [{"seat key": []}]


def _path(
    summary: str,
    gives: str,
    *parameters: tuple[str, str, str],
    method: str = "get",
    keyed: bool = False,
    takes: str = "",
    besides: Schema | None = None,
) -> Schema:
    def said(name: str) -> Schema:
        return {"application/json": {"schema": _ref(name)}}

    answers: Schema = {"200": {"description": "OK", "content": said(gives)}}
    shows = keyed or GAME in parameters
    troubles = {"401": "No key of a seat.", "429": "Too many keys that are none."} if shows else {}
    if shows or any(place == "path" for _, place, _ in parameters):
        troubles["404"] = "There is nothing of that name, or not for whoever asks."
    if any(place == "query" and kind == "integer" for _, place, kind in parameters):
        troubles["400"] = "Not a number that can be meant."
    if method == "post":
        answers["202"] = {"description": "Taken in; ask again what became of it.", "content": said(gives)}
        troubles |= {"400": "Unreadable.", "403": "Not in this game.", "413": "Too long.", "429": "Too often."}
    troubles |= besides or {}
    answers |= {code: {"description": why, "content": said("Trouble")} for code, why in troubles.items()}
    told = [
        {"name": name, "in": place, "required": place == "path", "schema": {"type": kind}}
        for name, place, kind in parameters
    ]
    deed: Schema = {"summary": summary, "parameters": told, "responses": answers}
    if keyed:
        deed["security"] = KEYED
    if takes:
        deed["requestBody"] = {"required": True, "content": said(takes)}
    return {method: deed}


PATHS: dict[str, Schema] = {
    "/api/v1/titles": _path("The titles this service moderates", "Titles"),
    "/api/v1/games": _path(
        "Games that are listed, the latest first",
        "Games",
        ("status", "query", "string"),
        ("limit", "query", "integer"),
        ("offset", "query", "integer"),
    ),
    "/api/v1/games/{game_id}": _path("One game and its position", "Game", GAME, ("at", "query", "integer")),
    "/api/v1/games/{game_id}/state": _path(
        "The position in canonical form",
        "State",
        GAME,
        ("at", "query", "integer"),
        besides={"409": "The game has not begun."},
    ),
    "/api/v1/games/{game_id}/moves": _path(
        "Moves and events", "Moves", GAME, ("since", "query", "integer"), ("limit", "query", "integer")
    ),
    "/api/v1/events": _path(
        "Tournaments, the latest first", "Events", ("limit", "query", "integer"), ("offset", "query", "integer")
    ),
    "/api/v1/events/{event_id}": _path(
        "One tournament: entrants, rounds, tables, standings", "Event", ("event_id", "path", "string")
    ),
    "/api/v1/seat": _path("What a key opens, and whether it is asked to move", "Place", keyed=True),
    "/api/v1/games/{game_id}/legal": _path(
        "Orders the seat may give now, and what it may propose to others", "Legal", GAME, keyed=True
    ),
    "/api/v1/games/{game_id}/orders": _path(
        "Hands orders in, as a mail would", "Answer", GAME, method="post", keyed=True, takes="Orders"
    ),
    "/api/v1/games/{game_id}/orders/{mail_id}": _path(
        "What became of orders handed in", "Answer", GAME, ("mail_id", "path", "integer"), keyed=True
    ),
}


def describe(base_url: str) -> Schema:
    """The whole description."""
    info = {
        "title": "Waybill",
        "version": "1",
        "description": "Public facts about games, and orders from programs that have a seat's key.",
    }
    scheme = {"type": "http", "scheme": "bearer", "description": "A key made on one's own page, or by `program key`."}
    return {
        "openapi": "3.1.0",
        "info": info,
        "servers": [{"url": base_url}],
        "paths": PATHS,
        "components": {"schemas": SCHEMAS, "securitySchemes": {"seat key": scheme}},
    }
