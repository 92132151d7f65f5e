"""Generated mails through reading, handling and answering: none raises, costs much or is answered with much.

How many there were is printed; the long tier goes on for minutes (`-s` shows the count as it grows).
"""

from __future__ import annotations

import os
import random
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import select

from moderator.inbox.bounce import read_bounce
from moderator.inbox.dkim import signed_by
from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.letter import read
from moderator.inbox.proof import judge
from moderator.inbox.screening import screen
from moderator.inbox.take_in import likeness_of, take_in
from moderator.outbox import post
from moderator.store.tables import Mail, Outgoing
from tests.mails.generated import Maker
from tests.mails.make import ADDRESSES, BOUNCE, SEAT
from tests.moderator.inbox.test_bad_mails_answered import begun, opened  # noqa: F401

# Of processor time, for taking in, handling and writing out the answer.
MOST_SECONDS = 0.3
# Beyond a report: what an answer says by itself.
MOST_BYTES = 64 * 1024
# A service that has seen so many mails is put back to where it was.
AT_ONCE = 500
MINUTES = float(os.environ.get("WAYBILL_TEST_MINUTES", "5"))
GOAL = 1_000_000


@dataclass
class Trial:
    """One service that mails are thrown at."""

    home: Path
    begun: tuple[Path, str]
    trust: str = "none"
    odd: list[str] = field(default_factory=list)

    def anew(self) -> None:
        for old in self.home.glob("waybill.sqlite*"):
            old.unlink()
        for kept in self.begun[0].glob("waybill.sqlite*"):
            shutil.copy(kept, self.home)
        self.house = opened(self.home, self.trust)

    def throw(self, raw: bytes, sender: str, recipients: tuple[str, ...]) -> tuple[str, float, int]:
        """How the mail ended, the seconds of processor time it took, and the bytes it was answered with."""
        office = self.house.office
        self.house.pass_time(minutes=40)
        began = time.process_time()
        receipt = take_in(office, raw, Envelope("smtp", sender=sender, recipients=recipients))
        verdict = handle(office, receipt.mail_id)
        took = time.process_time() - began
        with office.reading() as desk:
            row = desk.session.get(Mail, receipt.mail_id)
            assert row is not None
            trouble = row.trouble if row.status == "aside" else ""
            answers = list(desk.session.scalars(select(Outgoing).where(Outgoing.mail_id == row.id)))
        out = 0
        for answer in answers:
            began = time.process_time()
            post.deliver(office, answer.id)
            took += time.process_time() - began
            with office.reading() as desk:
                sent = desk.session.get(Outgoing, answer.id)
                assert sent is not None and sent.raw is not None, sent.trouble if sent else ""
                # An answer that took in the report of the next move carries its pictures and tables.
                out += 0 if any(one.trouble == f"told in mail {answer.id}" for one in _folded(desk)) else len(sent.raw)
        return trouble or verdict, took, out


def _folded(desk: object) -> list[Outgoing]:
    return list(desk.session.scalars(select(Outgoing).where(Outgoing.status == "folded")))  # type: ignore[attr-defined]


def read_many(seed: int, goal: int, seconds: float) -> int:
    """Only read, screened and weighed, as every mail is before anything is done about it."""
    maker = Maker(random.Random(seed), SEAT, ("play@orders.example", "help@orders.example", BOUNCE))
    until, count, slow = time.monotonic() + seconds, 0, list[bytes]()
    while count < goal and time.monotonic() < until:
        raw, sender, recipients = maker.make()
        count += 1
        if read_one(raw, Envelope("smtp", sender=sender, recipients=recipients)) > MOST_SECONDS:
            slow.append(raw)
    assert not [raw[:300] for raw in slow if min(read_one(raw, Envelope("smtp")) for _ in range(3)) > MOST_SECONDS]
    return count


def read_one(raw: bytes, envelope: Envelope) -> float:
    began = time.process_time()
    letter = read(1, raw, envelope)
    screen(letter, ADDRESSES)
    read_bounce(letter, ADDRESSES, raw)
    judge(letter, envelope, "header:mx.orders.example")
    signed_by(raw, 0.0, {}.get)
    likeness_of(raw, envelope, ADDRESSES)
    return time.process_time() - began


def throw_many(trial: Trial, seed: int, goal: int, seconds: float) -> int:
    until, count = time.monotonic() + seconds, 0
    suspects: list[tuple[bytes, str, tuple[str, ...]]] = []
    maker = None
    while count < goal and time.monotonic() < until:
        if count % AT_ONCE == 0:
            if maker is not None:
                trial.house.office.close()
            trial.anew()
            house, game = trial.house, trial.begun[1]
            if maker is None:
                bounce = house.office.addresses.bounce(house.outbox("move")[-1].id)
                others = ("play@orders.example", "help@orders.example", "postmaster@orders.example", bounce)
                seats = tuple(house.address(game, name) for name in ("Green", "Blue"))
                maker = Maker(random.Random(seed), house.address(game, "Red"), (*others, *seats))
            print(f"\r{count} mails", end="", flush=True)
        assert maker is not None
        mail = maker.make()
        count += 1
        verdict, took, out = trial.throw(*mail)
        if verdict.startswith("Traceback") or "Error" in verdict or out > MOST_BYTES:
            trial.odd.append(f"mail {maker.number} of seed {seed}: {verdict[-600:]}, {out} bytes")
        if took > MOST_SECONDS:
            suspects.append(mail)
    # A machine may be slow for a moment; a mail that is slow is slow again.
    for mail in suspects:
        tries = []
        for _ in range(3):
            trial.house.office.close()
            trial.anew()
            tries.append(trial.throw(*mail)[1])
        if min(tries) > MOST_SECONDS:
            trial.odd.append(f"{min(tries):.2f} s for {len(mail[0])} bytes to {mail[2]}: {mail[0][:300]!r}")
    trial.house.office.close()
    print(f"\r{count} generated mails of seed {seed}, {len(suspects)} looked at twice")
    return count


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize("trust", ["none", "header:mx.orders.example"])
def test_generated_mails_are_handled_cheaply(trust: str, tmp_path: Path, begun: tuple[Path, str]) -> None:  # noqa: F811
    trial = Trial(tmp_path, begun, trust)
    assert throw_many(trial, 1861, 60, 60) >= 10
    assert trial.odd == []


@pytest.mark.long
@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize("seed", [1861, 1882])
def test_a_million_generated_mails_or_as_many_as_there_is_time_for(
    seed: int,
    tmp_path: Path,
    begun: tuple[Path, str],  # noqa: F811
) -> None:
    trial = Trial(tmp_path, begun)
    handled = throw_many(trial, seed, GOAL, MINUTES * 60)
    read_too = read_many(seed, GOAL - handled, MINUTES * 60)
    print(f"{handled} mails of seed {seed} were handled, {read_too} more were read")
    assert trial.odd == []
