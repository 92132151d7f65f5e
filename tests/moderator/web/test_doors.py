"""Every route, walked as everybody there is; and no secret of one player in anything another one can open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

import engine
from moderator.events import announcing
from moderator.table import machines
from moderator.web import create_app, handing_in, trying
from moderator.web.doors import DOORS, Door, door_of
from moderator.web.session import WITHOUT_TOKEN
from tests.moderator.house import House
from tests.moderator.positions import bring
from tests.moderator.web.visiting import known_token, person_of, signed_in, token

WHO = {
    "passer-by": "",
    "stranger": "x@example.org",
    "player": "red@example.org",
    "moderator": "boss@example.org",
    "operator": "ops@example.org",
    "director": "director@example.org",
    "deputy": "vice@example.org",
}
# Who gets in, door by door; all others must not.
GETS_IN = {
    Door.ANYBODY: set(WHO),
    Door.LOOKING: {"player", "moderator", "operator"},
    Door.PLAYING: {"player"},
    Door.MODERATING: {"moderator"},
    Door.DIRECTING: {"director", "deputy", "operator"},
    Door.SIGNED_IN: set(WHO) - {"passer-by"},
    Door.WRITABLE: set(WHO) - {"passer-by"},
    Door.OPERATING: {"operator"},
    Door.LOCAL: {"operator"},
    Door.KEYED: set(),
    Door.LINKED: set(),
    Door.MACHINES: set(),
}


def routes(client: FlaskClient) -> Iterator[tuple[str, Rule]]:
    for rule in client.application.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield method, rule


def path_of(rule: Rule, game: str) -> str:
    filled = {"game_id": game, "title": "1861", "tile": "57", "kind": "wealth", "name": "waybill.css", "said": "x"}
    filled |= dict.fromkeys(("cup_id", "event_id"), "cup")
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: filled.get(found.group(1), "1"), rule.rule)


@pytest.fixture
def game(house: House) -> str:
    """A private game of a real title: Red to move, with something up everybody's sleeve."""
    made = house.game("Red", "Blue", "Green", title="1861", gm="boss@example.org", visibility="private")
    with house.office.desk() as desk:
        desk.meet("ops@example.org").operator = True
        cup = announcing.announce(desk, "cup", ["titles toy", "tables 2"], "test", desk.meet(WHO["director"]))
        announcing.add_deputy(desk, cup, desk.meet(WHO["deputy"]), "test")
    return made


def come(house: House, who: str) -> FlaskClient:
    client = create_app(house.office).test_client()
    client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    if WHO[who]:
        signed_in(client, WHO[who], house)
    return client


def test_every_route_has_its_line_and_no_line_is_left_over(client: FlaskClient) -> None:
    known = {rule.endpoint for _, rule in routes(client)}
    assert [one for one in sorted(known) if door_of(one) is None] == []
    assert set(DOORS) <= known


@pytest.mark.parametrize("who", WHO)
def test_every_route_lets_in_whom_its_door_is_for(
    house: House, game: str, who: str, no_pictures: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody in this house answers what is handed in.
    for waiting in (trying, handing_in):
        monkeypatch.setattr(waiting, "PATIENCE", 0.1)
    wrong = []
    client = come(house, who)
    form = token(client, "/help")
    for method, rule in routes(client):
        door = door_of(rule.endpoint)
        # Signing out and being forgotten would end the walk.
        if rule.endpoint in ("entering.leave", "me.be_forgotten", "me.end_device"):
            continue
        path = path_of(rule, game)
        answer = client.open(path, method=method, data={"token": form} if method == "POST" else None)
        away = answer.status_code == 302 and "/signin" in answer.headers["Location"]
        out = answer.status_code in (401, 403, 404, 410) or away
        if rule.endpoint == "entering.ask":
            out = False
        assert door is not None
        if out and who in GETS_IN[door] and answer.status_code != 404:
            wrong.append(f"{method} {path} keeps {who} out: {answer.status_code}")
        if not out and who not in GETS_IN[door]:
            wrong.append(f"{method} {path} lets {who} in: {answer.status_code}")
        # Nobody is at work in this house, and the service says so.
        if answer.status_code >= 500 and rule.endpoint != "health.ready":
            wrong.append(f"{method} {path}: {answer.status_code}")
        if rule.endpoint in ("trying.try_it", "shell.choose_language"):
            # A guest is somebody else; a language is only this browser's.
            client = come(house, who)
            form = token(client, "/help")
    assert wrong == []


@pytest.mark.parametrize("who", ["passer-by", "operator"])
def test_no_form_is_taken_without_its_token(house: House, game: str, who: str) -> None:
    client = come(house, who)
    client.get("/help")
    for method, rule in routes(client):
        path = path_of(rule, game)
        if method != "GET" and not path.startswith(WITHOUT_TOKEN):
            for given in ({}, {"token": "0" * 32}):
                assert client.open(path, method=method, data=given).status_code == 403, path


def test_no_page_allows_what_is_unsafe(house: House, game: str, no_pictures: None) -> None:
    client = come(house, "player")
    for method, rule in routes(client):
        if method == "GET":
            answer = client.get(path_of(rule, game))
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy, rule
            if answer.mimetype == "text/html":
                assert "unsafe" not in policy, rule
                assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|javascript:", answer.text), rule
            assert answer.headers["Referrer-Policy"] == "no-referrer"


SECRETS = ("bid N up to 773 then pass", "queued-secret-order", "note of mine alone", "for Blue's eyes only")


def all_that_can_be_opened(client: FlaskClient, game: str, headers: dict[str, str]) -> Iterator[tuple[str, str]]:
    for method, rule in routes(client):
        if method != "GET" or rule.endpoint.startswith(("mailbox.", "console.", "health.")):
            continue
        path = path_of(rule, game)
        for with_key in ({}, headers):
            answer: Any = client.get(path, headers=with_key)
            yield f"{path} {'key' if with_key else ''}", answer.get_data(as_text=True)


def test_nothing_one_player_keeps_is_in_anything_another_can_open(house: House) -> None:
    """The same game twice, as Red sees it: once Blue keeps secrets, once not. Nothing that Red can open may differ."""
    seen = []
    for secretive in (True, False):
        game = house.game("Red", "Blue", gm="boss@example.org", drawn={"weather": "fair"})
        if secretive:
            house.write(game, "Blue", SECRETS[0])
            house.write(game, "Blue", f"note {SECRETS[2]}")
            house.write(game, "Blue", f"press GM\n{SECRETS[3]}\nend press")
        client = come(house, "player")
        with house.office.desk() as desk:
            play, person = desk.lock(game), desk.person_at("red@example.org")
            assert play is not None and person is not None
            key = machines.make_key(desk, play, play.players[0], person)
        seen.append((game, dict(all_that_can_be_opened(client, game, {"Authorization": f"Bearer {key}"})), client))
    (one, secret, client), (two, plain, _) = seen
    texts = "\n".join(secret.values())
    # The limit as a number of its own: three digits alone also stand in hashes and words of forms, by chance.
    found = [
        kept
        for kept in (*SECRETS, "blue@example.org", "boss@example.org", house.address(one, "Blue").split("@")[0])
        if kept in texts
    ]
    assert found + re.findall(r"(?<![\w-])R?773(?![\w-])", texts) == []
    own = house.address(one, "Red").split("@")[0] in texts
    assert not own, "not even one's own secret address"
    ours = {path.replace(one, "GAME"): level(text, one) for path, text in secret.items()}
    theirs = {path.replace(two, "GAME"): level(text, two) for path, text in plain.items()}
    for path in ours:
        if path.startswith(("/games/GAME", "/api/v1/games/GAME")):
            assert ours[path] == theirs[path], path
    mine = come(house, "player")
    signed_in(mine, "blue@example.org", house)
    assert "773" in mine.get("/me/").text, "its owner sees it"
    assert person_of(house, "blue@example.org").id


def level(text: str, game: str) -> str:
    """A text without what differs between any two games: their names, the words of forms, links of the chain."""
    text = text.replace(game, "GAME")
    text = re.sub(r'(name="(?:token|once|nonce)" value=|"link":|data-\w*token="|nonce":)\s*"?\w*"?', r"\1", text)
    return re.sub(r"urn:waybill:\w+|\b[0-9a-f]{12,64}\b", "HASH", text)


# What somebody keeps in a game of a real title, and what others write beside it.
KEPT = (
    "standing pass all auctions",
    "if {looks} passes then pass",
    "note the north is mine",
    "press GM\nnobody else is to read this\nend press",
)
WRITTEN = (
    "",
    "pass",
    "run best",
    "lay 57",
    "orders",
    "cancel 1",
    "standing pass",
    "status\nfacts",
    "propose end the game",
)


def all_that_is_said_to(client: FlaskClient, game: str, key: dict[str, str], number: int) -> Iterator[tuple[str, str]]:
    """What a player is answered who tries, asks, sends and talks, on the page and with a program."""
    for text in WRITTEN:
        form = {"token": known_token(client, f"/games/{game}"), "orders": text, "nonce": "0" * 24}
        for how in ({"script": "1"}, {}, {"add": "pass", "script": "1"}, {"advice": "1", "script": "1"}):
            answer: Any = client.post(f"/games/{game}/compose", data=form | how)
            yield f"compose {text} {how}", answer.get_data(as_text=True)
        yield f"best {text}", client.post(f"/games/{game}/best", data=form).get_data(as_text=True)
    for at, text in enumerate((*WRITTEN[4:], "preview\npass", "note hello", "help", "prices", "pass")):
        form = {"token": known_token(client, f"/games/{game}"), "orders": text, "nonce": f"{number}{at:023d}"}
        answer = client.post(f"/games/{game}/send", data=form, follow_redirects=True)
        yield f"send {text}", answer.get_data(as_text=True)
        body = {"orders": text, "once": f"request {number} {at}"}
        answer = client.post(f"/api/v1/games/{game}/orders", headers=key, json=body)
        yield f"post {text}", answer.get_data(as_text=True)
    form = {"token": known_token(client, f"/games/{game}"), "said": "hello", "nonce": f"{number}f{0:022d}"}
    yield "talk", client.post(f"/games/{game}/talk", data=form, follow_redirects=True).get_data(as_text=True)


@pytest.mark.parametrize("on_turn", [True, False], ids=["on turn", "waiting"])
def test_nothing_one_player_keeps_changes_what_another_is_answered(
    house: House, on_turn: bool, no_pictures: None
) -> None:
    """A game of a real title twice; what is opened, tried, sent and handed in by one player does not tell what another
    has on file, has noted, has offered to a third or has said to the moderator."""
    house.office.bell = house.do
    seen = []
    for number, secretive in enumerate((True, False)):
        game = house.game("Red", "Blue", "Green", title="1861", gm="boss@example.org")
        bring(house, game, lambda state: _asks_one(state) is not None)
        first = str(house.row(game).mover)
        offer, asked = _asks_one(house.state(game)) or ("", "")
        third = next(name for name in ("Red", "Blue", "Green") if name not in (first, asked))
        # Whoever is on turn looks at a third player's papers; or a third one at theirs, and at what they offer another.
        looks, keeps = (first, third) if on_turn else (third, first)
        if secretive:
            kept = [line.format(looks=looks) for line in KEPT]
            for line in kept if on_turn else (*kept, f"propose {offer}"):
                assert house.write(game, keeps, line).word == "ACCEPTED", line
        client = create_app(house.office).test_client()
        client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
        signed_in(client, f"{looks.lower()}@example.org", house)
        with house.office.desk() as desk:
            play = desk.lock(game)
            person = desk.person_at(f"{looks.lower()}@example.org")
            assert play is not None and person is not None
            seat = play.seat(looks)
            assert seat is not None
            key = {"Authorization": f"Bearer {machines.make_key(desk, play, seat, person)}"}
        opened = dict(all_that_can_be_opened(client, game, key)) | dict(all_that_is_said_to(client, game, key, number))
        seen.append((game, opened))
    (one, secret), (two, plain) = seen
    texts = "\n".join(secret.values())
    assert [line for line in ("the north is mine", "nobody else is to read", "passes then pass") if line in texts] == []
    ours = {path.replace(one, "GAME"): numberless(level(text, one)) for path, text in secret.items()}
    theirs = {path.replace(two, "GAME"): numberless(level(text, two)) for path, text in plain.items()}
    assert ours.keys() == theirs.keys()
    # Lists of games have one game more by the second time.
    lists = ("/ ", "/me/", "/api/v1/games ")
    apart = [path for path in ours if ours[path] != theirs[path] and not path.startswith(lists)]
    assert apart == []


def _asks_one(state: engine.State) -> tuple[str, str] | None:
    """An order to which one other player would have to agree, and who that is."""
    if state.cursor.round != "operating":
        return None
    for move in engine.legal_moves(state):
        asked = [str(name) for name in engine.consents(state, move) if name != engine.to_act(state)]
        if len(asked) == 1:
            return engine.write_order(move), asked[0]
    return None


def numberless(text: str) -> str:
    """A text without the numbers of mails, which count through all games of a house."""
    return re.sub(r'(sent=|"mail":|"id":|value=")\s*\d+', r"\1", text)
