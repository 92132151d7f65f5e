"""The API: true to its description, open to programs with a seat's key, and to them alone."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import engine
from config.logging import redact
from config.settings import ROOT
from engine.moves import LayTile
from moderator.events.announcing import announce
from moderator.office.desk import Desk
from moderator.table import machines
from moderator.web import api, handing_in
from moderator.web.schemas import PATHS, SCHEMAS
from tests.moderator.house import House
from tests.moderator.positions import bring
from tests.moderator.web.visiting import signed_in, token


@pytest.fixture(autouse=True)
def _elsewhere(client: FlaskClient) -> None:
    client.environ_base["REMOTE_ADDR"] = "192.0.2.7"


def key_for(house: House, game: str, seat: str = "Red") -> dict[str, str]:
    """The header a program sends."""
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        mine = play.seat(seat)
        assert mine is not None
        person = desk.person(mine.person_id)
        assert person is not None
        return {"Authorization": f"Bearer {machines.make_key(desk, play, mine, person)}"}


def fits(value: Any, schema: dict[str, Any], where: str = "") -> None:
    """Holds a value against the few words of JSON Schema that we use."""
    if "$ref" in schema:
        return fits(value, SCHEMAS[schema["$ref"].rpartition("/")[2]], where)
    kinds = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": type(None)}
    wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    assert any(type(value) is kinds[one] for one in wanted), f"{where}: {value!r} is no {wanted}"
    if "enum" in schema:
        assert value in schema["enum"], f"{where}: {value!r}"
    if isinstance(value, list):
        for number, one in enumerate(value):
            fits(one, schema["items"], f"{where}[{number}]")
    if isinstance(value, dict) and "properties" in schema:
        assert set(schema["required"]) <= set(value), f"{where} lacks {set(schema['required']) - set(value)}"
        assert set(value) <= set(schema["properties"]), f"{where} has {set(value) - set(schema['properties'])} too"
        for name, one in value.items():
            fits(one, schema["properties"][name], f"{where}.{name}")
    return None


def schema_of(path: str, method: str, status: int) -> dict[str, Any]:
    found: dict[str, Any] = PATHS[path][method]["responses"][str(status)]["content"]["application/json"]["schema"]
    return found


def test_each_legal_order_is_accepted_and_what_needs_others_is_a_proposal(client: FlaskClient, house: House) -> None:
    """A company may buy the private of another player: that is nothing a program can order."""
    game = house.game("Red", "Green", "Blue", title="1882")

    def there(state: engine.State) -> bool:
        return any(engine.consents(state, move) and "private" in engine.write_order(move) for move in legal(state))

    legal = engine.legal_moves
    bring(house, game, there)
    state = house.state(game)
    mover = str(engine.to_act(state))
    may = client.get(f"/api/v1/games/{game}/legal", headers=key_for(house, game, mover)).json
    for order in may["orders"]:
        engine.apply(state, engine.parse_order(state, order), engine.Player(mover))
    assert any(line.startswith("propose buy private") for line in may["proposals"])
    body = {"orders": [next(line for line in may["proposals"] if "private" in line)], "once": "a proposal"}
    done = client.post(f"/api/v1/games/{game}/orders", headers=key_for(house, game, mover), json=body).json
    assert done["result"] == "ACCEPTED", done


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("title", ["toy", "1861"])
def test_every_answer_is_as_it_is_described(
    client: FlaskClient, house: House, path: str, title: str, no_pictures: None
) -> None:
    game = house.game("Red", "Blue", "Green", title=title)
    headers = key_for(house, game)
    first = client.get(f"/api/v1/games/{game}/legal", headers=headers).json["orders"][0]
    (method,) = PATHS[path]
    place = path.replace("{game_id}", game).replace("{event_id}", "cup")
    with house.office.desk() as desk:
        announce(desk, "cup", ["titles toy", "tables 2"], "test", None)
    body = {"orders": first, "once": "first request"}
    if "{mail_id}" in path:
        handed = client.post(f"/api/v1/games/{game}/orders", headers=headers, json=body).json
        place = place.replace("{mail_id}", str(handed["id"]))
    keyed = bool(PATHS[path][method].get("security"))
    answer = client.open(place, method=method.upper(), headers=headers, json=body if method == "post" else None)
    assert answer.status_code == 200, answer.text
    fits(answer.json, schema_of(path, method, 200), path)
    if method == "get":
        again = client.get(place, headers=headers | {"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304
    bare = client.open(place, method=method.upper(), json=body if method == "post" else None)
    assert bare.status_code == (401 if keyed else 200)
    if keyed:
        fits(bare.json, schema_of(path, method, 401))
    assert client.open(place, method=method.upper(), headers={"Authorization": "Bearer wbk_no"}).status_code in (
        200,
        401,
    )


# How each path is brought to each answer it is described to give, besides those the test above asks for.
NO_KEY = {"Authorization": "Bearer wbk_no"}


def provoked(client: FlaskClient, house: House, path: str, status: str, patch: pytest.MonkeyPatch) -> Any:
    """An answer with this status."""
    (method,) = PATHS[path]
    game = house.game("Red", "Blue")
    headers = key_for(house, game)
    if status == "409":
        game = house.game("Red", "Blue", start=False)
    place = path.replace("{game_id}", game).replace("{event_id}", "none-such").replace("{mail_id}", "999")
    body: dict[str, Any] | None = {"orders": "bid N 5", "once": "a request"} if method == "post" else None
    if status == "400":
        if method == "post":
            body = {"orders": "bid N 5", "once": "w1"}
        else:
            place += "?limit=0" if "limit" in str(PATHS[path][method]["parameters"]) else "?at=abc"
    elif status == "401":
        headers = NO_KEY
    elif status == "403":
        patch.setattr(machines, "allowed", lambda _play: False)
    elif status == "404":
        place = place.replace(game, "none-such")
        if path == "/api/v1/seat":
            patch.setattr(Desk, "game", lambda _desk, _id: None)
    elif status == "413":
        body = {"orders": "x" * (api.MOST_TEXT + 1), "once": "a request"}
    elif status == "429":
        patch.setattr(api, "MOST_GUESSES", 1)
        headers = NO_KEY
        client.open(place, method=method.upper(), headers=headers, json=body)
    elif status == "202":
        house.office.bell = lambda *_about: None
        patch.setattr(handing_in, "PATIENCE", 0.0)
    return client.open(place, method=method.upper(), headers=headers, json=body)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (path, status)
        for path in PATHS
        for told in PATHS[path].values()
        for status in told["responses"]
        if status != "200"
    ],
)
def test_every_trouble_is_as_it_is_described(
    client: FlaskClient, house: House, path: str, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (method,) = PATHS[path]
    answer = provoked(client, house, path, status, monkeypatch)
    assert answer.status_code == int(status), answer.text
    fits(answer.json, schema_of(path, method, int(status)), path)


@pytest.mark.parametrize("path", PATHS)
def test_no_trouble_is_left_out_of_the_description(
    client: FlaskClient, house: House, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (method,) = PATHS[path]
    for status in ("400", "401", "404", "409", "413", "429"):
        if status == "413" and method == "get":
            continue
        with monkeypatch.context() as patch:
            got = str(provoked(client, house, path, status, patch).status_code)
        assert got in PATHS[path][method]["responses"], (path, status, got)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/api/v1/nothing", 404), ("POST", "/api/v1/games", 405), ("DELETE", "/api/v1/seat", 405),
     ("POST", "/api/v1/games/x/orders", 413)],
)  # fmt: skip
def test_what_no_path_answers_is_told_as_programs_read_it(
    client: FlaskClient, method: str, path: str, status: int
) -> None:
    answer = client.open(path, method=method, data=b"x" * 200_000 if status == 413 else None)
    assert answer.status_code == status
    fits(answer.json, SCHEMAS["Trouble"])


@pytest.mark.parametrize("line", ["frobnicate", "hello there", "what is the matter with you?"])
@pytest.mark.parametrize("before", [{}, {"turn": 1}])
def test_a_program_s_lines_are_never_talk(client: FlaskClient, house: House, line: str, before: dict[str, int]) -> None:
    game = house.game("Red", "Blue")
    headers = key_for(house, game)
    for number, lines in enumerate(([line], ["bid N 5", line])):
        body = {"orders": lines, "once": f"request {number}"} | before
        answer = client.post(f"/api/v1/games/{game}/orders", headers=headers, json=body).json
        assert answer["result"] == "NOT ACCEPTED", answer
        assert "mail" not in answer["headline"], answer
        assert house.orders(game) == []


def test_a_program_may_bind_its_orders_to_the_position_it_saw(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: state.cursor.round == "operating" and engine.accepts(state, LayTile))
    headers = key_for(house, game, str(house.row(game).mover))
    seen = client.get("/api/v1/seat", headers=headers).json
    body = {"orders": ["pass"], "turn": seen["turn"], "seq": seen["seq"]}
    path = f"/api/v1/games/{game}/orders"
    # A position of long ago is none either, where no turn is named that would say so.
    for number in (0, seen["seq"] - 1, seen["seq"] + 1):
        old = {"orders": ["pass"], "seq": number, "once": f"before {number}"}
        answer = client.post(path, headers=headers, json=old).json
        assert answer["result"] == "NOT ACCEPTED" and "has gone on" in answer["headline"], answer
    assert client.post(path, headers=headers, json=body | {"once": "request 1"}).json["result"] == "ACCEPTED"
    before = house.orders(game)
    late = client.post(path, headers=headers, json=body | {"once": "request 2"}).json
    assert late["result"] == "NOT ACCEPTED" and "has gone on" in late["headline"], late
    assert house.orders(game) == before


@pytest.mark.parametrize("question", ["limit=abc", "limit=-1", "limit=0", "since=x", "limit=1.5"])
def test_a_number_that_is_none_is_said(client: FlaskClient, house: House, question: str) -> None:
    game = house.game("Red", "Blue")
    answer = client.get(f"/api/v1/games/{game}/moves?{question}")
    assert answer.status_code == 400 and question.partition("=")[0] in answer.json["error"]


def test_events_come_in_pages(client: FlaskClient, house: House) -> None:
    with house.office.desk() as desk:
        for number in range(3):
            announce(desk, f"cup-{number}", ["titles toy", "tables 2"], "test", None)
    first = client.get("/api/v1/events?limit=2").json
    rest = client.get(f"/api/v1/events?limit=2&offset={first['next']}").json
    assert sorted(one["id"] for one in (*first["events"], *rest["events"])) == ["cup-0", "cup-1", "cup-2"]
    assert rest["next"] is None


def test_every_path_of_the_api_is_described(client: FlaskClient) -> None:
    rules = {rule.rule for rule in client.application.url_map.iter_rules() if rule.rule.startswith("/api/")}
    named = {"{game_id}": "<game_id>", "{event_id}": "<event_id>", "{mail_id}": "<int:mail_id>"}
    told = set()
    for path in PATHS:
        for ours, theirs in named.items():
            path = path.replace(ours, theirs)
        told.add(path)
    assert rules - {"/api/v1/openapi.json"} == told
    assert client.get("/api/v1/openapi.json").json["paths"].keys() == PATHS.keys()


def test_a_program_plays_its_seat_and_the_table_sees_it(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    headers = key_for(house, game)
    body = {"orders": ["bid N 5"], "turn": 1, "once": "request 1"}
    answer = client.post(f"/api/v1/games/{game}/orders", headers=headers, json=body)
    assert answer.json["result"] == "ACCEPTED", answer.json
    assert client.post(f"/api/v1/games/{game}/orders", headers=headers, json=body).json == answer.json
    assert house.orders(game) == ["Red: bid N 5"], "sent twice, played once"
    seats = client.get(f"/api/v1/games/{game}").json["seats"]
    assert [seat["machine"] for seat in seats] == [True, False]
    stale = client.post(f"/api/v1/games/{game}/orders", headers=headers, json=body | {"once": "request 2"})
    assert stale.json["result"] != "ACCEPTED", "an old turn"


@pytest.mark.parametrize(
    "line",
    ["resign", "new key", "program key", "address add evil@example.net", "substitute evil@example.net until 2027-01-01",
     "press all\nhello\nend press", "zone Asia/Seoul", "gm pause", "notes", "unsubscribe"],
)  # fmt: skip
def test_a_key_opens_the_play_and_nothing_else(client: FlaskClient, house: House, line: str) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    headers = key_for(house, game)
    body = {"orders": line, "once": "a request"}
    answer = client.post(f"/api/v1/games/{game}/orders", headers=headers, json=body)
    assert answer.json["result"] == "NOT ACCEPTED", answer.json
    assert house.outbox("confirm") == []


def test_a_game_may_bar_programs(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    headers = key_for(house, game)
    house.write(game, "GM", "gm machines no", sender="boss@example.org")
    body = {"orders": "bid N 5", "once": "a request"}
    assert client.post(f"/api/v1/games/{game}/orders", headers=headers, json=body).status_code == 403
    signed_in(client, "red@example.org", house)
    assert client.post("/me/keys", data={"token": token(client, "/me/"), "game": game}).status_code == 400
    assert house.write(game, "Red", "program key").word == "NOT ACCEPTED"


def test_a_key_is_shown_once_kept_as_a_hash_and_ended(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    signed_in(client, "red@example.org", house)
    page = client.post("/me/keys", data={"token": token(client, "/me/"), "game": game, "label": "my bot"}).text
    key = page.partition(machines.PREFIX)[2].partition("<")[0]
    assert len(key) == 40 and key not in client.get("/me/").text
    headers = {"Authorization": f"Bearer {machines.PREFIX}{key}"}
    assert client.get("/api/v1/seat", headers=headers).json["seat"] == "Red"
    with house.office.reading() as desk:
        (row,) = desk.keys.of_seat(1)
        assert key not in row.token_hash
    assert key not in redact(f"GET / {machines.PREFIX}{key}")
    client.post(f"/me/keys/{row.id}/end", data={"token": token(client, "/me/")})
    assert client.get("/api/v1/seat", headers=headers).status_code == 401


def test_a_key_dies_with_the_seat(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    headers = key_for(house, game)
    house.write(game, "GM", "gm replace Red by new@example.org", sender="boss@example.org")
    assert client.get("/api/v1/seat", headers=headers).status_code == 401


def test_a_key_that_died_does_not_live_again(client: FlaskClient, house: House) -> None:
    """A key that had got out may be why its maker left: with the seat, given back, it opened it again."""
    game = house.game("Red", "Blue", gm="boss@example.org")
    headers = key_for(house, game)
    for address in ("new@example.org", "red@example.org"):
        house.write(game, "GM", f"gm replace Red by {address}", sender="boss@example.org")
        house.write(game, "Red", "join", sender=address)
        assert client.get("/api/v1/seat", headers=headers).status_code == 401
    assert client.get("/api/v1/seat", headers=key_for(house, game)).status_code == 200


def test_what_a_program_is_refused_uses_up_no_answer_of_its_owner(
    client: FlaskClient, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program gone wrong, or a key that got out, took from its owner every reason why their mails are refused."""
    for most in ("MOST_REFUSALS", "MOST_TALK", "MOST_OTHER_TALK"):
        monkeypatch.setattr(f"moderator.inbox.replying.{most}", 3)
    game = house.game("Red", "Blue")
    headers = key_for(house, game)
    for number in range(6):
        body = {"orders": "bid Q 7", "once": f"request {number}"}
        answer = client.post(f"/api/v1/games/{game}/orders", headers=headers, json=body).json
        assert answer["result"] == "NOT ACCEPTED" and answer["lines"][0]["said"], "it reads each reason"
    for _ in range(2):
        assert house.write(game, "Red", "bid Q 7").verdict == "NOT ACCEPTED", "with the reasons, not in a line"


def test_a_key_shows_its_own_private_game_and_no_other(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", visibility="private")
    other = house.game("Red", "Blue", visibility="private")
    headers = key_for(house, game)
    for path in ("", "/moves", "/state"):
        assert client.get(f"/api/v1/games/{game}{path}").status_code == 404
        assert client.get(f"/api/v1/games/{game}{path}", headers=headers).status_code in (200, 409)
        assert client.get(f"/api/v1/games/{other}{path}", headers=headers).status_code == 404
    assert client.get("/api/v1/games").json == {"games": [], "next": None}


def test_a_cookie_is_no_key(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    signed_in(client, "red@example.org", house)
    body = {"orders": "bid N 5", "once": "a request"}
    assert client.post(f"/api/v1/games/{game}/orders", json=body).status_code == 401


@pytest.mark.parametrize(
    "body",
    [None, [], {"orders": ""},
     {"orders": ["  ", "# bid N 5"], "turn": 1, "once": "x" * 8}, {"orders": "pass", "once": "x" * 8, "seq": -1},
     {"orders": [1], "once": "x" * 8}, {"orders": "pass"}, {"orders": "pass", "once": "x"},
     {"orders": "pass", "once": "x" * 8, "turn": "1"}, {"orders": "pass", "once": "x" * 8, "turn": True},
     {"orders": "pass \ud800", "once": "x" * 8}, {"orders": "pass", "once": "\udfff" * 8}],
)  # fmt: skip
def test_what_can_not_be_read_is_said(client: FlaskClient, house: House, body: Any) -> None:
    game = house.game("Red", "Blue")
    answer = client.post(f"/api/v1/games/{game}/orders", headers=key_for(house, game), data=json.dumps(body))
    assert answer.status_code == 400
    answer = client.post(f"/api/v1/games/{game}/orders", headers=key_for(house, game), json=body)
    assert answer.status_code == 400, answer.json
    assert house.orders(game) == []


@pytest.mark.parametrize(
    "body", ["[" * 60_000, '{"orders":' + "[" * 60_000, "\x00", '{"orders": ["pass"], "turn": 1e999}']
)
def test_nor_is_what_no_reader_of_json_gets_to_the_end_of(client: FlaskClient, house: House, body: str) -> None:
    game = house.game("Red", "Blue")
    headers = key_for(house, game) | {"Content-Type": "application/json"}
    assert client.post(f"/api/v1/games/{game}/orders", headers=headers, data=body).status_code == 400


def test_a_seat_hands_in_so_much_and_no_more(
    client: FlaskClient, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "MOST_POSTS", 3)
    monkeypatch.setattr(api, "MOST_GUESSES", 3)
    game = house.game("Red", "Blue")
    headers = key_for(house, game)
    statuses = [
        client.post(
            f"/api/v1/games/{game}/orders", headers=headers, json={"orders": "status", "once": f"request {n}"}
        ).status_code
        for n in range(5)
    ]
    assert statuses == [200, 200, 200, 429, 429]
    wrong = {"Authorization": "Bearer wbk_wrong"}
    assert [client.get("/api/v1/seat", headers=wrong).status_code for _ in range(5)] == [401, 401, 401, 429, 429]


def test_games_and_moves_come_in_pages(client: FlaskClient, house: House) -> None:
    made = [house.game("Red", "Blue") for _ in range(3)]
    first = client.get("/api/v1/games?limit=2").json
    rest = client.get(f"/api/v1/games?limit=2&offset={first['next']}").json
    assert sorted(one["id"] for one in (*first["games"], *rest["games"])) == sorted(made)
    assert rest["next"] is None
    house.write(made[0], "Red", "bid N 5")
    house.write(made[0], "Blue", "bid N 10")
    page = client.get(f"/api/v1/games/{made[0]}/moves?limit=1").json
    assert [move["seq"] for move in page["moves"]] == [1] and page["next"] == 1
    assert client.get(f"/api/v1/games/{made[0]}/moves?since=1&limit=1").json["next"] is None


def test_the_same_order_is_taken_twice_in_a_turn_of_several_steps(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: state.cursor.round == "operating" and engine.accepts(state, LayTile))
    name = str(house.row(game).mover)
    headers = key_for(house, game, name)
    made = house.orders(game)
    for number, order in enumerate(("pass", "train 2", "pass")):
        body = {"orders": [order], "turn": house.row(game).turn, "once": f"request {number}"}
        for _ in range(2):
            answer = client.post(f"/api/v1/games/{game}/orders", headers=headers, json=body)
            assert answer.json["result"] == "ACCEPTED", (order, answer.json)
    assert house.orders(game) == [*made, f"{name}: pass", f"{name}: train 2", f"{name}: pass"]


def test_the_example_client_plays_a_game_with_a_bot_to_its_end(house: House, served: str) -> None:
    spec = importlib.util.spec_from_file_location("api_client", Path(ROOT / "docs" / "api-client.py"))
    assert spec is not None and spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    game = house.game("Red", bots=("Blue",))
    table = program.Table(served, key_for(house, game)["Authorization"].removeprefix("Bearer "))
    for _ in range(60):
        if not program.step(table):
            break
    assert house.row(game).status == "over"
