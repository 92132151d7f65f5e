"""The players' side of a running service: mails sent until they are taken, and what must be true of the books."""

from __future__ import annotations

import re
import secrets
import smtplib
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes, policy
from typing import Any, TypeVar

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from moderator.errands.audit import audit
from moderator.gateway.signature import sign_raw
from moderator.office.desk import Desk
from moderator.store.tables import Mail, MoveRow, Offer, Outgoing
from moderator.table.offers import open_offers
from moderator.table.planning import GamePlan
from moderator.table.seating import new_game
from tests.moderator.house import House
from tests.moderator.table.test_recorded import compare
from tests.services import SmtpSink

Told = TypeVar("Told")
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

    def write(self, player: str, body: str, *ends: str) -> str:
        """Sends the mail and waits for what became of it, which must be one of these; else its whole story is told."""
        self.send(player, body)
        try:
            ended = self.ending()
        except AssertionError as never:
            raise AssertionError(f"{player}: {body}: {never}\n{self.story()}") from never
        assert ended in ends, f"{player}: {body}: {ended} instead of {' or '.join(ends)}\n{self.story()}"
        return ended

    def ending(self) -> str:
        """What became of the latest mail, once all that were sent have come to an end."""
        count = select(func.count(Mail.id)).where(Mail.status != "new")
        wait_until(lambda: self._ask(lambda desk: desk.session.scalar(count)) == self.sent, self.patience)
        return self._ask(lambda desk: desk.incoming.latest(1)[0].verdict)

    def story(self) -> str:
        """All that is known of the latest mails, and of what had been played when they came to an end."""
        return self._ask(self._story)

    def _story(self, desk: Desk) -> str:
        lines = []
        for mail in reversed(desk.incoming.latest(3)):
            facts = ("status", "verdict", "attempts", "source", "received_at", "rung_at", "handled_at", "trouble")
            lines.append(f"MAIL {mail.id} " + " ".join(f"{name}={getattr(mail, name)}" for name in facts))
            lines.append(mail.raw.partition(b"\r\n\r\n")[2].decode().strip())
            answers = desk.session.scalars(select(Outgoing).where(Outgoing.mail_id == mail.id))
            lines += [f"  ANSWER {one.id} {one.kind} {one.status} {one.data}" for one in answers]
            # Text and JSON name it alike.
            told = re.compile(rf"\bmail\W{{1,4}}{mail.id}\b")
            for file in sorted(self.house.office.settings.home.glob("*.log")):
                lines += [f"  {file.stem}: {line}" for line in file.read_text().splitlines() if told.search(line)]
        moves = select(MoveRow).where(MoveRow.game_id == self.game).order_by(MoveRow.seq.desc()).limit(4)
        lines += [f"MOVE {one.seq} {one.by}: {one.order} (mail {one.mail_id})" for one in desk.session.scalars(moves)]
        return "\n".join(lines)

    def _ask(self, question: Callable[[Desk], Told]) -> Told:
        """What the database says; it too may be away for a while."""
        until = time.monotonic() + self.patience
        while True:
            try:
                with self.house.office.reading() as desk:
                    return question(desk)
            except DBAPIError:
                assert time.monotonic() < until, "the database never came back"
                time.sleep(0.1)

    def play(self, one: dict[str, str]) -> None:
        if self.write(one["player"], one["order"], "ACCEPTED", "NOT ACCEPTED") == "NOT ACCEPTED":
            self._agree(one)
        self.played = int(one["i"])

    def play_swapped(self, one: dict[str, str], after: dict[str, str]) -> None:
        """The later of two orders arrives first; it is kept for its turn."""
        self.write(after["player"], after["order"], "QUEUED")
        self.write(one["player"], one["order"], "ACCEPTED")
        self.played = int(after["i"])

    def _agree(self, one: dict[str, str]) -> None:
        """The other owner must agree first, which the public site does not ask for."""
        self.write(one["player"], f"propose {one['order']}", "ACCEPTED")
        offer = self._ask(self._latest_offer)
        for name in offer.parties:
            self.write(name, f"accept {offer.number}", "ACCEPTED")

    def _latest_offer(self, desk: Desk) -> Offer:
        play = desk.game(self.game)
        assert play is not None
        return open_offers(desk, play)[-1]

    def secrets(self) -> list[str]:
        """What no log may tell: the players' addresses and the keys of their seats."""
        pairs = self.addresses.values()
        return [address for address, _ in pairs] + [to.partition("@")[0].rpartition("-")[2] for _, to in pairs]

    def unsent(self) -> int:
        count = select(func.count(Outgoing.id)).where(Outgoing.status == "pending")
        return int(self._ask(lambda desk: desk.session.scalar(count)) or 0)

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
