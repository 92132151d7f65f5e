"""Telling other channels: Discord, Slack, Matrix, ntfy, or any address that understands Standard Webhooks.

Whoever names the address may be anybody, so we go only where everybody can go: by TLS, to a public address that we
looked up ourselves and connect to ourselves, never where an answer sends us on. What nobody takes is tried again for a
day; a hook nobody ever answers is stopped, and its owner told."""

from __future__ import annotations

import base64
import hmac
import http.client
import json
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

import dns.exception
import dns.resolver
from standardwebhooks import Webhook

from engine import Refused
from engine.message import Message
from moderator.language import Moment, Words
from moderator.office.channels import may_tell
from moderator.office.desk import Desk, Office
from moderator.store import mails
from moderator.store.statuses import HookStatus
from moderator.store.tables import Hook, HookDelivery, Person

KINDS = ("discord", "slack", "matrix", "ntfy", "url")
PORTS = (443, 8443, 8448)
MOST_HOOKS = 10
MOST_URL = 500
# Of so many new channels somebody is told within a day.
MOST_TOLD = 20
# For one word to one channel, from the first question to the last byte of its answer; a name gets the half of it.
TIMEOUT = 10.0
MOST_ANSWER = 2048
# Minutes until the next attempt.
BACK_OFF = (1, 5, 30, 120, 720)
# Whoever makes us wait so long for one channel waits for the others: two who carry mail also carry this.
SLOW = TIMEOUT / 2
# So many deliveries in a row that nobody took end a hook.
MOST_FAILURES = 12
# Where a network of version 6 hands on to one of version 4.
_NAT64 = IPv6Network("64:ff9b::/96")
# The open net of version 6; the library takes addresses of single sites, given up long ago, for a part of it.
_OPEN = IPv6Network("2000::/3")
# What no site has, or a cloud's own machine answers at, though nothing in the address says so.
_NOBODYS = (IPv6Network("3fff::/20"), IPv4Network("192.0.0.0/24"), IPv4Network("168.63.129.16/32"))


@dataclass(frozen=True)
class Receiver:
    """Where a hook leads: a name for the other side, and the address we connect to."""

    host: str
    port: int
    address: str
    path: str
    tls: bool = True


# ---------------------------------------------------------------------- where we go


def place_of(url: str, allowed: Collection[tuple[str, int]] = ()) -> Receiver:
    """Looks the host up and refuses whatever is not open to everybody. ``allowed`` names what tests may reach."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as wrong:
        raise Refused("That is no address of a channel.") from wrong
    host = parts.hostname or ""
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if any(ord(letter) < 33 or ord(letter) > 126 for letter in url) or len(url) > MOST_URL:
        raise Refused("That is no address of a channel.")
    if (host, port) in allowed:
        return Receiver(host, port, host, path, tls=parts.scheme == "https")
    if parts.scheme != "https" or not host or parts.username is not None or port not in PORTS:
        raise Refused(
            "A channel must be an https address without a user, at one of the ports {ports}.", ports=str(PORTS)
        )
    found = look_up(host)
    if not found:
        raise Refused("There is no host {host}.", host=host[:80])
    if not all(is_public(one) for one in found):
        raise Refused("{host} is not open to everybody.", host=host[:80])
    return Receiver(host, port, sorted(found)[0], path)


def look_up(host: str) -> set[str]:
    """The addresses of a host, as the world's DNS has them; whose name servers take their time has none.

    The machine's own way to look up names can't be hurried, and knows names of our own network."""
    try:
        return {str(ip_address(host))}
    except ValueError:
        pass
    found: set[str] = set()
    until = time.monotonic() + SLOW
    for kind in ("A", "AAAA"):
        try:
            answer = dns.resolver.resolve(f"{host.rstrip('.')}.", kind, lifetime=max(0.1, until - time.monotonic()))
            found |= {str(one) for one in answer}
        except (dns.exception.DNSException, UnicodeError):
            continue
    return found


def is_public(text: str) -> bool:
    """An address of the open net; those that hide another in them are judged by that."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is None and address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if address not in _OPEN:
            return False
    if any(address in one for one in _NOBODYS):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _connect(place: Receiver, until: float) -> http.client.HTTPConnection:
    """A line to the very address that was checked: the name is not looked up again."""
    line = socket.create_connection((place.address, place.port), _left(until))
    if place.tls:
        line.settimeout(_left(until))
        line = ssl.create_default_context().wrap_socket(line, server_hostname=place.host)
    connection = http.client.HTTPConnection(place.host, place.port)
    connection.sock = line
    return connection


def _left(until: float) -> float:
    """What is left of the time for one word; never nothing, which would mean for ever."""
    return max(0.1, until - time.monotonic())


# ---------------------------------------------------------------------- hooks


def make(desk: Desk, person: Person, kind: str, url: str, game_id: str | None = None, *, whole: bool = False) -> Hook:
    """A new channel. Where it leads was looked up before, outside of this unit of work: a name server that takes its
    time must hold up nobody. It is checked each time it is used."""
    if kind not in KINDS:
        raise Refused("I can't read this.")
    if len(desk.hooks.of_person(person.id)) >= MOST_HOOKS:
        raise Refused("You have {most} channels; end one first.", most=MOST_HOOKS)
    hook = Hook(
        person_id=person.id, game_id=game_id, whole=whole, kind=kind, url=url, salt=secrets.token_hex(16), failures=0
    )
    hook.created_at = desk.now
    desk.note(f"person {person.id}", "channel added", game_id, kind=kind)
    return desk.add(hook)


def tell_of_it(desk: Desk, person: Person, hook: Hook) -> None:
    """Its owner hears by mail of a channel that was made: whoever sits at a browser that was left open can make one,
    and it tells of private games for as long as it stands."""
    if not desk.within("told of channels", str(person.id), MOST_TOLD, timedelta(days=1)):
        return
    text = Message(
        "A channel was made on a page that tells {host} what is mailed to you. If it was not you, end it at {link}, "
        "and see on your page who is signed in.",
        host=hook.url.split("/")[2],
        link=f"{desk.settings.base_url}/me/hooks",
    )
    desk.write()
    told = mails.Notice(Message("A channel for your games"), text)
    desk.post(f"channel made {hook.id}", desk.main_address(person), told, person=person)


def secret_of(office: Office, hook: Hook) -> str:
    """What the receiver checks our signature with; derived, so that the table can't give it away."""
    key = hmac.digest(office.settings.secret_key.encode(), f"hook {hook.id} {hook.salt}".encode(), "sha256")
    return f"whsec_{base64.b64encode(key).decode()}"


def say_hello(desk: Desk, hook: Hook) -> None:
    """Something to see that it works."""
    body = {"type": "test", "game": "", "seq": 0}
    key = f"{hook.id} test {secrets.token_hex(6)}"
    times = {"created_at": desk.now, "due_at": desk.now}
    row = desk.add(HookDelivery(hook_id=hook.id, key=key, body=body, status=HookStatus.PENDING, attempts=0, **times))
    desk.ring("hook", row.id)


def deliver(office: Office, delivery_id: int) -> bool:
    """Tells one thing; True if it was taken. Safe to run twice: a receiver knows the delivery by its name."""
    with office.desk() as desk:
        row = desk.hooks.delivery(delivery_id)
        if row is None or row.status != HookStatus.PENDING or row.due_at > desk.now:
            return False
        hook = desk.hooks.get(row.hook_id)
        if hook is None or hook.stopped or not may_tell(desk, hook):
            row.status, row.answer = HookStatus.FAILED, "the channel was stopped"
            return False
        # Taken for a while: nobody else tries it meanwhile, and if we die somebody does later.
        minutes = BACK_OFF[min(row.attempts, len(BACK_OFF) - 1)]
        row.attempts, row.due_at = row.attempts + 1, desk.now + timedelta(minutes=minutes)
        said = _said(desk, hook, row)
    began = time.monotonic()
    answer, taken = _send(office, hook, row, said)
    slow = time.monotonic() - began > SLOW
    with office.desk() as desk:
        kept, owner = desk.hooks.delivery(delivery_id), desk.hooks.get(hook.id)
        if kept is None or owner is None:
            return taken
        kept.answer = answer[:200]
        if slow:
            desk.hooks.put_off(owner.person_id, desk.now + timedelta(minutes=BACK_OFF[0]))
        if taken:
            kept.status, owner.failures = HookStatus.SENT, 0
            return True
        owner.failures += 1
        if kept.attempts > len(BACK_OFF):
            kept.status = HookStatus.FAILED
        if owner.failures >= MOST_FAILURES:
            _stop(desk, owner)
    return False


def _stop(desk: Desk, hook: Hook) -> None:
    hook.stopped = True
    person = desk.person(hook.person_id)
    if person is not None:
        text = Message(
            "Nobody took what we told your channel ({kind}) {count} times.", kind=hook.kind, count=hook.failures
        )
        mail = mails.Notice(Message("A channel of yours was stopped"), text)
        desk.post(f"hook stopped {hook.id} {hook.failures}", desk.main_address(person), mail, person=person)


def _send(office: Office, hook: Hook, row: HookDelivery, said: Mapping[str, Any]) -> tuple[str, bool]:
    # One stretch of time for all of it: each step with its own, a slow one kept us for half a minute.
    until = time.monotonic() + TIMEOUT
    try:
        place = place_of(hook.url, office.hooks_may_reach)
        connection = _connect(place, until)
    except Refused as refused:
        return str(refused), False
    except (OSError, ValueError) as gone:
        return type(gone).__name__, False
    body, headers = _written(office, hook, row, said)
    # A time-out counts from byte to byte; who sends one now and then must not keep us for hours.
    enough = threading.Timer(_left(until), _hang_up, (connection.sock,))
    enough.start()
    try:
        connection.request("POST", place.path, body, headers)
        answer = connection.getresponse()
        answer.read(MOST_ANSWER)
        # Whoever sends us elsewhere has not taken it, and we don't follow.
        # What it says beside its number is anybody's, and not every database keeps a zero.
        reason = "".join(filter(str.isprintable, answer.reason))
        return f"{answer.status} {reason}", 200 <= answer.status < 300
    except (OSError, http.client.HTTPException) as gone:
        return type(gone).__name__, False
    finally:
        enough.cancel()
        connection.close()


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError):
        # Of a line within TLS the one beneath it: nobody is asked whether they mind.
        socket.socket.shutdown(line, socket.SHUT_RDWR)


# ---------------------------------------------------------------------- what is told


def _said(desk: Desk, hook: Hook, row: HookDelivery) -> dict[str, Any]:
    """What happened, in the owner's language; nothing that is not on the game's page."""
    person = desk.person(hook.person_id)
    words = Words(person.language if person is not None else "en", zone=person.zone if person is not None else "UTC")
    game_id, event = str(row.body["game"]), str(row.body["type"])
    play = desk.game(game_id) if game_id else None
    facts: dict[str, Any] = {"game": game_id, "seq": row.body["seq"]}
    if play is None:
        text = words.say(Message("This is Waybill. The channel works."))
        return {"type": event, "text": text, "data": facts, "url": desk.settings.base_url}
    decision = desk.decisions.open_in(play.id)
    due = decision.due_at if decision is not None else None
    url = f"{desk.settings.base_url}/games/{play.id}"
    facts |= {"title": play.title, "status": play.status, "round": play.round, "to_move": play.to_move, "url": url}
    facts["due"] = due.isoformat() if due is not None else None
    told = {
        "seat.offered": Message("{game}: you are offered a seat.", game=play.id),
        "press.received": Message("{game}: somebody wrote to you.", game=play.id),
        "game.over": Message("{game}: the game is over.", game=play.id),
        "move.late": Message("{game}: your move is overdue.", game=play.id),
    }.get(event)
    if told is None and event in ("move.asked", "move.reminded", "deadline.changed") and due is not None:
        told = Message("{game}: {seat} has to move by {moment}.", game=play.id, seat=play.to_move, moment=Moment(due))
    if told is None:
        told = Message("{game}: {round}, {seat} has to move.", game=play.id, round=play.round, seat=play.to_move or "–")
    return {"type": event, "text": words.say(told), "data": facts, "url": url}


def _written(office: Office, hook: Hook, row: HookDelivery, said: Mapping[str, Any]) -> tuple[bytes, dict[str, str]]:
    """The body as its receiver wants it, signed as Standard Webhooks."""
    text, url = str(said["text"]), str(said["url"])
    headers = {"Content-Type": "application/json", "User-Agent": "Waybill"}
    match hook.kind:
        case "discord":
            body = json.dumps({"content": f"{text} <{url}>", "allowed_mentions": {"parse": []}})
        case "slack":
            plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            body = json.dumps({"text": f"{plain} {url}"})
        case "matrix":
            body = json.dumps({"text": f"{text} {url}", "username": "Waybill"})
        case "ntfy":
            headers |= {"Content-Type": "text/plain; charset=utf-8", "Title": "Waybill", "Click": url}
            body = text
        case _:
            stamp = row.created_at.isoformat()
            body = json.dumps({"type": said["type"], "timestamp": stamp, "data": said["data"] | {"text": text}})
    name, now = f"msg_{row.id}", office.now()
    headers |= {
        "webhook-id": name,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret_of(office, hook)).sign(name, now, body),
    }
    return body.encode(), headers
