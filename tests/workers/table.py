"""The players' side of a running service: mails sent until they are taken, and what must be true of the books."""

from __future__ import annotations

import secrets
import smtplib
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes, policy
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from moderator.errands.audit import audit
from moderator.gateway.signature import sign_raw
from moderator.store.tables import Mail, Outgoing
from moderator.table.offers import open_offers
from moderator.table.planning import GamePlan
from moderator.table.seating import new_game
from tests.moderator.house import House
from tests.moderator.table.test_recorded import compare
from tests.services import SmtpSink

SECRET = "only for the tests, and long enough"
RAW_KEY = "the key of the raw hook, long enough"


def wait_until(true: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)


@dataclass(frozen=True)
class Sender:
    """A player's mail server: it comes again until it is told that the mail was taken."""

    smtp: int
    http: int = 0
    patience: float = 120

    def deliver(self, sender: str, to: str, raw: bytes, *, hook: bool = False) -> None:
        until = time.monotonic() + self.patience
        while not (self.by_hook(sender, to, raw) if hook else self.by_smtp(sender, to, raw)):
            assert time.monotonic() < until, "nobody took the mail"
            time.sleep(0.1)

    def by_smtp(self, sender: str, to: str, raw: bytes) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self.smtp, "mua.example.org", timeout=20) as server:
                return not server.sendmail(sender, [to], raw)
        except smtplib.SMTPRecipientsRefused as refused:
            assert all(code < 500 for code, _ in refused.recipients.values()), refused
            return False
        except (OSError, smtplib.SMTPException):
            return False

    def by_hook(self, sender: str, to: str, raw: bytes) -> bool:
        now, nonce = str(int(time.time())), secrets.token_hex(8)
        signed = sign_raw(RAW_KEY, now, nonce, sender, to, raw)
        said = {"Timestamp": now, "Nonce": nonce, "Sender": sender, "Recipients": to, "Signature": signed}
        headers = {f"X-Waybill-{name}": value for name, value in said.items()} | {"Content-Type": "message/rfc822"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.http}/hooks/mail/raw", raw, headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return bool(answer.status < 300)
        except urllib.error.HTTPError as refused:
            with refused:
                assert refused.code >= 500, refused.read()
            return False
        except OSError:
            return False


# Brings one mail to the service, as often and by whatever road a test likes.
Bring = Callable[[int, str, str, bytes], None]


class Table:
    """A game and its players: every order is a mail, and every mail has an end that can be waited for."""

    def __init__(self, house: House, plan: GamePlan, bring: Bring, patience: float = 120) -> None:
        self.house, self.bring, self.patience, self.sent = house, bring, patience, 0
        self.played = 0
        with house.office.desk() as desk:
            self.game = new_game(desk, plan, "test").id
        self.addresses = {wish.name: (wish.address, house.address(self.game, wish.name)) for wish in plan.seats}

    def send(self, player: str, body: str) -> None:
        sender, to = self.addresses[player]
        self.sent += 1
        self.bring(self.sent, sender, to, self.house.raw(sender, to, body))

    def write(self, player: str, body: str) -> str:
        """Sends the mail and waits for what became of it."""
        self.send(player, body)
        return self.ending()

    def ending(self) -> str:
        """What became of the latest mail, once all that were sent have come to an end."""
        wait_until(
            lambda: self._ask(select(func.count(Mail.id)).where(Mail.status != "new")) == self.sent, self.patience
        )
        return str(self._ask(select(Mail.verdict).order_by(Mail.id.desc()).limit(1)))

    def _ask(self, wanted: Any) -> Any:
        """What the database says; it too may be away for a while."""
        until = time.monotonic() + self.patience
        while True:
            try:
                with self.house.office.reading() as desk:
                    return desk.session.scalar(wanted)
            except DBAPIError:
                assert time.monotonic() < until, "the database never came back"
                time.sleep(0.1)

    def play(self, one: dict[str, str]) -> None:
        ended = self.write(one["player"], one["order"])
        if ended != "ACCEPTED":
            self._agree(one, ended)
        self.played = int(one["i"])

    def play_swapped(self, one: dict[str, str], after: dict[str, str]) -> None:
        """The later of two orders arrives first; it is kept for its turn."""
        assert self.write(after["player"], after["order"]) == "QUEUED", after
        assert self.write(one["player"], one["order"]) == "ACCEPTED", one
        self.played = int(after["i"])

    def _agree(self, one: dict[str, str], ended: str) -> None:
        """The other owner must agree first, which the public site does not ask for."""
        assert ended == "REFUSED", (one, ended)
        assert self.write(one["player"], f"propose {one['order']}") == "ACCEPTED", one
        with self.house.office.reading() as desk:
            play = desk.game(self.game)
            assert play is not None
            offer = open_offers(desk, play)[-1]
        for name in offer.parties:
            assert self.write(name, f"accept {offer.number}") == "ACCEPTED", one

    def secrets(self) -> list[str]:
        """What no log may tell: the players' addresses and the keys of their seats."""
        pairs = self.addresses.values()
        return [address for address, _ in pairs] + [to.partition("@")[0].rpartition("-")[2] for _, to in pairs]

    def unsent(self) -> int:
        return int(self._ask(select(func.count(Outgoing.id)).where(Outgoing.status == "pending")))

    def check(self, states: list[dict[str, Any]], sink: SmtpSink, *, killed: bool = False) -> None:
        """The game is the recorded one, every mail has one answer, and everything written went out, once."""
        compare(self.house, self.game, states, self.played)
        assert audit(self.house.office, self.game) == []
        wait_until(lambda: self.unsent() == 0, 900)
        with self.house.office.reading() as desk:
            mails = set(desk.session.scalars(select(Mail.id)))
            answered = Counter(desk.session.scalars(select(Outgoing.mail_id).where(Outgoing.kind == "answer")))
            assert answered == Counter(mails)
            assert len(mails) == self.sent
            rows = list(desk.session.scalars(select(Outgoing)))
        # Each was sent, or became part of a mail that was.
        sent = {row.id for row in rows if row.status == "sent"}
        folded = {row.trouble for row in rows if row.status != "sent"}
        assert {row.status for row in rows} <= {"sent", "folded"}
        assert folded <= {f"told in mail {number}" for number in sent}
        written = [row.message_id for row in rows if row.status == "sent"]
        names = Counter(_name(raw) for _, _, raw in list(sink.received))
        assert set(names) == set(written)
        assert len(set(written)) == len(written)
        # Who dies between sending and noting it sends the same mail under the same name again.
        assert killed or set(names.values()) == {1}


def _name(raw: bytes) -> str:
    return str(message_from_bytes(raw.partition(b"\r\n\r\n")[0], policy=policy.default)["Message-ID"]).strip()
