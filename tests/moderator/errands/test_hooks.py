"""Other channels are told what mails tell: signed, again and again until taken, and never inside our own walls."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from standardwebhooks import Webhook

from engine import Refused
from moderator.errands import hooks, people
from moderator.web import create_app
from moderator.web.hooks import MOST_MADE
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.web.visiting import person_of, signed_in, token


@dataclass
class Receiver:
    """A server that keeps what it is told, and answers as it is told to."""

    port: int = 0
    status: int = 200
    location: str = ""
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"


@pytest.fixture
def receiver(house: House) -> Iterator[Receiver]:
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept.got.append((self.path, dict(self.headers), body))
            self.send_response(kept.status)
            if kept.location:
                self.send_header("Location", kept.location)
            self.end_headers()

        def log_message(self, *about: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    house.office.hooks_may_reach = frozenset({("127.0.0.1", kept.port)})
    yield kept
    server.shutdown()
    server.server_close()
    thread.join(5)


def hook(house: House, receiver: Receiver, kind: str = "url", game: str | None = None, *, whole: bool = False) -> int:
    person_of(house, "blue@example.org")
    with house.office.desk() as desk:
        person = desk.person_at("blue@example.org")
        assert person is not None
        return hooks.make(desk, person, kind, receiver.url, game, whole=whole).id


def tell(house: House) -> None:
    with house.office.reading() as desk:
        due = desk.hooks.due(desk.now, 100)
    for number in due:
        hooks.deliver(house.office, number)


def statuses(house: House, number: int) -> list[str]:
    with house.office.reading() as desk:
        return [row.status for row in reversed(desk.hooks.deliveries(number, 50))]


def test_a_move_that_is_asked_for_is_told_signed_and_once(house: House, receiver: Receiver) -> None:
    number = hook(house, receiver)
    game = house.game("Red", "Blue")
    house.write(game, "Red", "bid N 5")
    tell(house)
    tell(house)
    asked = [json.loads(body) for _, _, body in receiver.got if json.loads(body)["type"] == "move.asked"]
    assert len(asked) == 1 and asked[0]["data"]["game"] == game and asked[0]["data"]["to_move"] == "Blue"
    with house.office.reading() as desk:
        kept = desk.hooks.get(number)
        assert kept is not None
        secret = hooks.secret_of(house.office, kept)
    _, headers, body = receiver.got[-1]
    signed = {name.lower(): value for name, value in headers.items()}
    # The library refuses stamps far from now; the house has a clock of its own, so only the signature is made again.
    again = Webhook(secret).sign(signed["webhook-id"], house.time, body.decode())
    assert signed["webhook-signature"] == again
    assert house.address(game, "Blue").encode() not in b"".join(body for _, _, body in receiver.got)


@pytest.mark.parametrize(
    ("kind", "field"), [("discord", "content"), ("slack", "text"), ("matrix", "text"), ("ntfy", ""), ("url", "data")]
)
def test_each_kind_of_channel_gets_what_it_understands(house: House, receiver: Receiver, kind: str, field: str) -> None:
    hook(house, receiver, kind)
    game = house.game("Blue", "Red")
    tell(house)
    _, headers, body = receiver.got[0]
    assert game in (str(json.loads(body)[field]) if field else body.decode())
    if kind == "ntfy":
        assert headers["Click"].endswith(game)


def test_what_is_not_taken_is_told_again_and_then_given_up(house: House, receiver: Receiver) -> None:
    receiver.status = 503
    number = hook(house, receiver)
    house.game("Blue", "Red")
    tell(house)
    tell(house)
    assert len(receiver.got) == 1, "not before its time"
    for minutes in hooks.BACK_OFF[:-1]:
        house.pass_time(minutes=minutes + 1)
        tell(house)
    receiver.status = 200
    house.pass_time(hours=13)
    tell(house)
    assert statuses(house, number) == ["sent"]
    assert len({json.dumps(headers.get("webhook-id")) for _, headers, _ in receiver.got}) == 1, "one name for all"


def test_a_channel_nobody_answers_is_stopped_and_its_owner_told(house: House, receiver: Receiver) -> None:
    receiver.status = 500
    number = hook(house, receiver)
    for _ in range(hooks.MOST_FAILURES):
        house.game("Blue", "Red")
        tell(house)
    with house.office.reading() as desk:
        kept = desk.hooks.get(number)
        assert kept is not None and kept.stopped
    assert any("channel" in row.data.get("title", "") for row in house.outbox("notice", "blue@example.org"))


def test_nobody_is_sent_on_elsewhere(house: House, receiver: Receiver) -> None:
    receiver.status, receiver.location = 302, "http://169.254.169.254/latest"
    number = hook(house, receiver)
    house.game("Blue", "Red")
    tell(house)
    assert len(receiver.got) == 1 and statuses(house, number) == ["pending"]


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "https://127.0.0.1/hook",
        "https://localhost/hook",
        "https://10.0.0.1/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/hook",
        "https://[::ffff:127.0.0.1]/hook",
        "https://[64:ff9b::7f00:1]/hook",
        "https://[fe80::1]/hook",
        "https://0.0.0.0/hook",
        "https://2130706433/hook",
        "https://0x7f000001/hook",
        "https://127.1/hook",
        "https://[::]/hook",
        "https://[::127.0.0.1]/hook",
        "https://[::ffff:0:127.0.0.1]/hook",
        "https://[64:ff9b:1::7f00:1]/hook",
        "https://[2002:7f00:1::]/hook",
        "https://[fd00::1]/hook",
        "https://100.64.0.1/hook",
        "https://[fec0::1]/hook",
        "https://[3fff::1]/hook",
        "https://[::ffff:168.63.129.16]/hook",
        "https://192.0.0.8/hook",
        "https://[fe80::1%25lo]/hook",
        "https://1.1.1.1:0443x/hook",
        "https://1.1.1.1\\@127.0.0.1/hook",
        "https://user:pass@1.1.1.1/hook",
        "https://1.1.1.1:22/hook",
        "https://1.1.1.1/a b",
        "https://1.1.1.1/\r\nHost: evil",
        "ftp://1.1.1.1/hook",
        "file:///etc/passwd",
        "https://",
        "",
    ],
)
def test_no_channel_leads_inside(url: str) -> None:
    with pytest.raises(Refused):
        hooks.place_of(url)


def test_a_name_that_leads_inside_by_the_time_it_is_used_is_not_followed(
    house: House, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = hook(house, receiver)
    with house.office.desk() as desk:
        kept = desk.hooks.get(number)
        assert kept is not None
        kept.url = "https://rebinding.example/hook"
    monkeypatch.setattr(hooks, "look_up", lambda host: {"1.1.1.1", "127.0.0.1"})
    house.game("Blue", "Red")
    tell(house)
    assert receiver.got == []


def test_a_whole_game_is_told_once_a_move(house: House, receiver: Receiver) -> None:
    game = house.game("Red", "Blue", "Green", gm="blue@example.org")
    hook(house, receiver, game=game, whole=True)
    house.write(game, "Red", "bid N 5")
    tell(house)
    kinds = [json.loads(body)["type"] for _, _, body in receiver.got]
    assert kinds == ["game.moved"]


def test_who_moderates_no_more_is_told_no_more_of_the_whole_game(house: House, receiver: Receiver) -> None:
    game = house.game("Red", "Green", gm="blue@example.org")
    number = hook(house, receiver, game=game, whole=True)
    house.write(game, "Red", "bid N 5")
    house.write(game, "GM", "gm visibility private", sender="blue@example.org")
    house.write(game, "GM", "gm hand over to gus@example.org", sender="blue@example.org")
    word = house.outbox("confirm", "gus@example.org")[0].data["word"]
    to = "play@waybill.localhost"
    house.do(
        "receive", house.take_in(house.raw("gus@example.org", to, f"confirm {word}"), "gus@example.org", to).mail_id
    )
    # What waited to be told is not told, and what happens from now on is not even kept.
    tell(house)
    house.write(game, "Green", "bid N 10")
    tell(house)
    assert receiver.got == []
    assert statuses(house, number) == ["failed"]


def test_who_is_shut_out_is_told_nothing_more(house: House, receiver: Receiver) -> None:
    hook(house, receiver)
    game = house.game("Red", "Blue")
    with house.office.desk() as desk:
        blue = desk.person_at("blue@example.org")
        assert blue is not None
        people.block(desk, blue, blocked=True)
    house.write(game, "Red", "bid N 5")
    tell(house)
    assert receiver.got == []


def test_channels_are_made_and_ended_on_a_page_of_their_owners(house: House, receiver: Receiver) -> None:
    house.office.bell = house.do
    client = create_app(house.office).test_client()
    signed_in(client, "blue@example.org", house)
    game = house.game("Red", "Blue", gm="boss@example.org")
    form = {"token": token(client, "/me/hooks"), "kind": "url", "url": receiver.url}
    assert client.post("/me/hooks", data=form | {"url": "https://127.0.0.1/"}).status_code == 400
    assert client.post("/me/hooks", data=form | {"game": game, "scope": "whole"}).status_code == 403
    assert client.post("/me/hooks", data=form).status_code == 302
    assert json.loads(receiver.got[0][2])["type"] == "test"
    page = client.get("/me/hooks").text
    assert "whsec_" in page and "200 OK" in page
    _nobody_elses(house, client)


def test_a_channel_that_is_refused_leaves_its_form_as_it_was_filled_in(house: House) -> None:
    client = create_app(house.office).test_client()
    signed_in(client, "blue@example.org", house)
    game = house.game("Red", "Blue", gm="blue@example.org")
    form = {"token": token(client, "/me/hooks"), "kind": "matrix", "url": "https://127.0.0.1/x", "game": game}
    page = client.post("/me/hooks", data=form | {"scope": "whole"}).text
    assert '<option value="matrix" selected>Matrix</option>' in page and f"<option selected>{game}</option>" in page
    assert 'value="whole" checked' in page and 'value="https://127.0.0.1/x"' in page


def _nobody_elses(house: House, client: FlaskClient) -> None:
    other = create_app(house.office).test_client()
    signed_in(other, "red@example.org", house)
    assert "whsec_" not in other.get("/me/hooks").text
    for what in ("try", "end"):
        assert other.post(f"/me/hooks/1/{what}", data={"token": token(other, "/me/")}).status_code == 404
    assert client.post("/me/hooks/1/end", data={"token": token(client, "/me/")}).status_code == 302
    assert "whsec_" not in client.get("/me/hooks").text


def test_a_name_server_that_takes_its_time_holds_up_nobody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the name of a channel is looked up, everybody else can write."""
    client = create_app(house.office).test_client()
    signed_in(client, "blue@example.org", house)
    form = {"token": token(client, "/me/hooks"), "kind": "url", "url": "https://slow.example/hook"}
    written: list[bool] = []

    def slow(host: str) -> set[str]:
        def write() -> None:
            with house.office.desk() as desk:
                desk.note("somebody", "wrote meanwhile")
            written.append(True)

        other = threading.Thread(target=write)
        other.start()
        other.join(5)
        return {"1.1.1.1"} if written else set()

    monkeypatch.setattr(hooks, "look_up", slow)
    assert client.post("/me/hooks", data=form).status_code == 302
    assert written == [True]


def test_channels_are_named_a_few_times_an_hour_taken_or_not(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(hooks, "look_up", lambda host: set(asked.append(host) or ()))
    client = create_app(house.office).test_client()
    signed_in(client, "blue@example.org", house)
    form = {"token": token(client, "/me/hooks"), "kind": "url", "url": "https://gone.example/hook"}
    answers = [client.post("/me/hooks", data=form).status_code for _ in range(MOST_MADE + 2)]
    assert answers == [400] * MOST_MADE + [429] * 2
    assert len(asked) == MOST_MADE


def test_who_answers_byte_by_byte_is_not_listened_to_for_hours(
    house: House, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every byte came in time, and the last one never."""
    monkeypatch.setattr(hooks, "TIMEOUT", 1.0)
    monkeypatch.setattr(hooks, "SLOW", 0.5)
    number = hook(house, receiver)
    line = socket.create_server(("127.0.0.1", 0))
    stopped = threading.Event()

    def drip() -> None:
        caller, _ = line.accept()
        while not stopped.wait(0.05):
            try:
                caller.send(b"H")
            except OSError:
                break
        caller.close()

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    house.office.hooks_may_reach = frozenset({("127.0.0.1", line.getsockname()[1])})
    with house.office.desk() as desk:
        kept = desk.hooks.get(number)
        assert kept is not None
        kept.url = f"http://127.0.0.1:{line.getsockname()[1]}/hook"
        hooks.say_hello(desk, kept)
        hooks.say_hello(desk, kept)
    with house.office.reading() as desk:
        first, second = desk.hooks.due(desk.now, 10)
    began = time.monotonic()
    assert hooks.deliver(house.office, first) is False
    assert time.monotonic() - began < 30, "an hour at least without an end"
    with house.office.reading() as desk:
        assert desk.hooks.due(desk.now, 10) == [], "whoever lets us wait waits for the rest"
    stopped.set()
    line.close()
    thread.join(5)
    assert second != first


def test_what_a_receiver_says_beside_its_number_is_kept_as_it_can_be(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A zero in it could not be kept: each attempt was an error of ours, and nobody counted them."""
    house = open_house(settings_for(tmp_path, DATABASE_URL=postgres_url))
    line = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        caller, _ = line.accept()
        caller.recv(10_000)
        caller.sendall(b"HTTP/1.1 500 a\0b\x1b[2J\r\n\r\n")
        caller.close()

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    house.office.hooks_may_reach = frozenset({("127.0.0.1", line.getsockname()[1])})
    number = hook(house, Receiver(line.getsockname()[1]))
    house.game("Blue", "Red")
    tell(house)
    with house.office.reading() as desk:
        kept = desk.hooks.get(number)
        assert kept is not None and kept.failures == 1
        assert [row.answer for row in desk.hooks.deliveries(number, 5)] == ["500 ab[2J"]
    thread.join(5)
    line.close()
    house.office.close()


def test_one_word_to_a_channel_has_one_stretch_of_time(
    house: House, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking up, connecting, the handshake and the answer had ten seconds each."""
    hook(house, receiver)
    now = time.monotonic()
    given: list[float] = []

    def slow(url: str, allowed: object) -> hooks.Receiver:
        monkeypatch.setattr(hooks.time, "monotonic", lambda: now + 7)
        return hooks.Receiver("1.1.1.1", 443, "1.1.1.1", "/")

    def connect(where: object, patience: float) -> None:
        given.append(patience)
        raise TimeoutError

    monkeypatch.setattr(hooks.time, "monotonic", lambda: now)
    monkeypatch.setattr(hooks, "place_of", slow)
    monkeypatch.setattr(hooks.socket, "create_connection", connect)
    house.game("Blue", "Red")
    with house.office.reading() as desk:
        first, *_ = desk.hooks.due(desk.now, 100)
    assert hooks.deliver(house.office, first) is False
    assert given == [pytest.approx(hooks.TIMEOUT - 7)]
