"""Generated mails through reading, handling and answering: none raises, costs much or is answered with much.

How many there were is printed, with the worst of them; the long tier goes on for minutes, a process for each processor.
There the cost is processor time; in the quick tier it is counted, for a tracer or a busy machine makes time of nothing.
"""

from __future__ import annotations

import gc
import os
import random
import shutil
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

import pytest
from sqlalchemy import select

from moderator.inbox.bounce import read_bounce
from moderator.inbox.dkim import signed_by
from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.letter import read
from moderator.inbox.proof import judge
from moderator.inbox.screening import Verdict, screen
from moderator.inbox.take_in import likeness_of, take_in
from moderator.outbox import post
from moderator.store.tables import Mail, Outgoing
from tests.mails.generated import Maker
from tests.mails.make import ADDRESSES, BOUNCE, SEAT
from tests.moderator.inbox.test_bad_mails_answered import begun, opened  # noqa: F401
from tests.work import calls

# Of processor time, for taking in, handling and writing out the answer.
MOST_SECONDS = 0.3
# The same in function calls: a mail of 190 kB in 1,700 lines takes half of them, and 0.08 s.
MOST_CALLS = 1_000_000
# Held at once while a mail of up to some hundred kilobytes is handled or read, with the mail itself and its answer.
MOST_MEMORY = 40e6
# Beyond a report: what an answer says by itself.
MOST_BYTES = 64 * 1024
# A service that has seen so many mails is put back to where it was.
AT_ONCE = 500
MINUTES = float(os.environ.get("WAYBILL_TEST_MINUTES", "5"))
GOAL = 1_000_000
# What part of the time goes into handling; reading is what most of the goal is made of.
HANDLING = 0.4
# Of a hundred generated mails so many are long, and of a hundred short answers so many are written out.
HEAVY, WRITTEN_OUT = 2, 10
# An answer with less to say is a short one; written out, as text and HTML, it is a few times as long.
SHORT_ANSWER = 8 * 1024


def seconds(do: Callable[[], object]) -> float:
    """Of processor time, while something is done."""
    began = time.process_time()
    do()
    return time.process_time() - began


def memory(do: Callable[[], object]) -> float:
    """The most bytes that were held at once, beyond those held before."""
    gc.collect()
    tracemalloc.start()
    try:
        do()
        return float(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()


@dataclass(frozen=True)
class Cost:
    """What a mail costs is counted or timed, and has its limit."""

    of: Callable[[Callable[[], object]], float]
    most: float
    # A machine may be slow for a moment; what is counted is the same each time.
    tries: int = 1


TIMED = Cost(seconds, MOST_SECONDS, tries=3)
COUNTED = Cost(calls, MOST_CALLS)
# What is learnt once and kept is not the mail's.
HELD = Cost(memory, MOST_MEMORY, tries=2)


@dataclass
class Found:
    """How many mails there were, the dearest and the most talkative of them, and what was odd."""

    count: int = 0
    cost: float = 0.0
    bytes: int = 0
    odd: list[str] = field(default_factory=list)
    # Of processor time, the making of the mails included: how many there were in a minute depends on who else works.
    spent: float = 0.0

    def __add__(self, other: Found) -> Found:
        most = max(self.cost, other.cost), max(self.bytes, other.bytes)
        return Found(self.count + other.count, *most, [*self.odd, *other.odd], self.spent + other.spent)

    @property
    def pace(self) -> str:
        return f"{self.count * 60 / max(self.spent, 1):.0f} in a minute of processor time"


@dataclass
class Trial:
    """One service that mails are thrown at."""

    home: Path
    begun: tuple[Path, str]
    trust: str = "none"
    # Of a hundred short answers so many are written out; long ones always.
    written_out: int = 100
    cost: Cost = TIMED

    def anew(self) -> None:
        for old in self.home.glob("waybill.sqlite*"):
            old.unlink()
        for kept in self.begun[0].glob("waybill.sqlite*"):
            shutil.copy(kept, self.home)
        self.house = opened(self.home, self.trust)

    def throw(self, raw: bytes, sender: str, recipients: tuple[str, ...], number: int = 0) -> tuple[str, float, int]:
        """How the mail ended, what it cost, and the bytes it was answered with."""
        office = self.house.office
        self.house.pass_time(minutes=40)
        mail_id, verdict = 0, ""

        def receive() -> None:
            nonlocal mail_id, verdict
            mail_id = take_in(office, raw, Envelope("smtp", sender=sender, recipients=recipients)).mail_id
            verdict = handle(office, mail_id)

        cost = self.cost.of(receive)
        with office.reading() as desk:
            row = desk.session.get(Mail, mail_id)
            assert row is not None
            trouble = row.trouble if row.status == "aside" else ""
            answers = list(desk.session.scalars(select(Outgoing).where(Outgoing.mail_id == row.id)))
        out = 0
        for answer in answers:
            if number % 100 >= self.written_out and len(str(answer.data)) < SHORT_ANSWER:
                continue
            cost += self.cost.of(partial(post.deliver, office, answer.id))
            with office.reading() as desk:
                sent = desk.session.get(Outgoing, answer.id)
                # As it goes out: what is kept is packed.
                whole = desk.enclosures.whole(sent) if sent is not None else None
                assert whole is not None, sent.trouble if sent else ""
                # An answer that took in the report of the next move carries its pictures and tables.
                out += 0 if any(one.trouble == f"told in mail {answer.id}" for one in _folded(desk)) else len(whole)
        return trouble or verdict, cost, out


def _folded(desk: object) -> list[Outgoing]:
    return list(desk.session.scalars(select(Outgoing).where(Outgoing.status == "folded")))  # type: ignore[attr-defined]


def read_many(seed: int, goal: int, within: float, cost: Cost = TIMED, heavy: int = HEAVY) -> Found:
    """Only read, screened and weighed, as every mail is before anything is done about it."""
    maker = Maker(random.Random(seed), SEAT, ("play@orders.example", "help@orders.example", BOUNCE), heavy=heavy)
    until, found, begun_at = time.monotonic() + within, Found(), time.process_time()
    while found.count < goal and time.monotonic() < until:
        raw, sender, recipients = maker.make()
        found.count += 1
        reading = partial(read_one, raw, Envelope("smtp", sender=sender, recipients=recipients))
        try:
            spent = cost.of(reading)
            if spent > cost.most:
                # A mail that is slow is slow again.
                spent = min(cost.of(reading) for _ in range(cost.tries))
        except Exception as raised:  # noqa: BLE001  (that it raises is what we want to know)
            found.odd.append(f"mail {maker.number} of seed {seed}: {type(raised).__name__} {raised}")
            continue
        found.cost = max(found.cost, spent)
        if spent > cost.most:
            found.odd.append(f"mail {maker.number} of seed {seed}: {spent:.2f}, {raw[:200]!r}")
    found.spent = time.process_time() - begun_at
    return found


def read_one(raw: bytes, envelope: Envelope) -> None:
    letter = read(1, raw, envelope)
    if screen(letter, ADDRESSES).verdict is Verdict.BOUNCE:
        read_bounce(letter, ADDRESSES, raw)
    judge(letter, envelope, "header:mx.orders.example")
    signed_by(raw, 0.0, {}.get)
    likeness_of(raw, envelope, ADDRESSES)


def throw_many(trial: Trial, seed: int, goal: int, within: float, heavy: int = 100) -> Found:
    until, found, begun_at = time.monotonic() + within, Found(), time.process_time()
    suspects: list[tuple[bytes, str, tuple[str, ...]]] = []
    maker = None
    while found.count < goal and time.monotonic() < until:
        if found.count % AT_ONCE == 0:
            if maker is not None:
                trial.house.office.close()
            trial.anew()
            house, game = trial.house, trial.begun[1]
            if maker is None:
                bounce = house.office.addresses.bounce(house.outbox("move")[-1].id)
                others = ("play@orders.example", "help@orders.example", "postmaster@orders.example", bounce)
                seats = tuple(house.address(game, name) for name in ("Green", "Blue"))
                maker = Maker(random.Random(seed), house.address(game, "Red"), (*others, *seats), heavy)
        assert maker is not None
        mail = maker.make()
        found.count += 1
        verdict, spent, out = trial.throw(*mail, found.count)
        found.bytes = max(found.bytes, out)
        if verdict.startswith("Traceback") or "Error" in verdict or out > MOST_BYTES:
            found.odd.append(f"mail {maker.number} of seed {seed}: {verdict[-600:]}, {out} bytes")
        if spent > trial.cost.most:
            suspects.append(mail)
        else:
            found.cost = max(found.cost, spent)
    # A mail that is slow is slow again.
    for mail in suspects:
        tries = []
        for _ in range(trial.cost.tries):
            trial.house.office.close()
            trial.anew()
            tries.append(trial.throw(*mail)[1])
        found.cost = max(found.cost, min(tries))
        if min(tries) > trial.cost.most:
            found.odd.append(f"{min(tries):.2f} for {len(mail[0])} bytes to {mail[2]}: {mail[0][:300]!r}")
    trial.house.office.close()
    found.spent = time.process_time() - begun_at
    return found


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize("trust", ["none", "header:mx.orders.example"])
def test_generated_mails_are_handled_cheaply(trust: str, tmp_path: Path, begun: tuple[Path, str]) -> None:  # noqa: F811
    found = throw_many(Trial(tmp_path, begun, trust, cost=COUNTED), 1861, 60, 60)
    assert found.count >= 10 and found.cost > MOST_CALLS / 100
    assert found.odd == []


def test_generated_mails_are_read_cheaply() -> None:
    found = read_many(1867, 200, 20, COUNTED)
    assert found.count >= 50 and found.cost > MOST_CALLS / 100
    assert found.odd == []


@pytest.mark.usefixtures("no_pictures")
def test_generated_mails_hold_little_memory(tmp_path: Path, begun: tuple[Path, str]) -> None:  # noqa: F811
    """One of 79 kB took 1.3 GB."""
    # What other tests of this process hold is not looked through again for each mail: that took most of a minute.
    gc.collect()
    gc.freeze()
    found = throw_many(Trial(tmp_path, begun, cost=HELD), 1882, 40, 40, heavy=5)
    assert found.count >= 10 and found.cost > MOST_MEMORY / 1000
    assert found.odd == []
    read = read_many(1889, 150, 20, HELD, heavy=10)
    assert read.count >= 30 and read.cost > MOST_MEMORY / 1000
    assert read.odd == []
    print(f"the most memory: {found.cost / 1e6:.1f} MB for handling one, {read.cost / 1e6:.1f} MB for reading one")


def both(seed: int, within: float, home: Path, begun: tuple[Path, str]) -> tuple[Found, Found]:  # noqa: F811
    """In a process of its own: mails are handled for a part of the time, and read for the rest of it."""
    # Drawing is what takes the time, and not what is tried.
    common = import_module("moderator.outbox.report.common")
    for drawing in ("map", "market", "near"):
        setattr(common.MOSAIC, drawing, lambda *about: b"a picture")
    handled = throw_many(Trial(home, begun, written_out=WRITTEN_OUT), seed, GOAL, within * HANDLING, heavy=HEAVY)
    return handled, read_many(seed, GOAL, within * (1 - HANDLING))


@pytest.mark.long
def test_a_million_generated_mails_or_as_many_as_there_is_time_for(
    tmp_path: Path,
    begun: tuple[Path, str],  # noqa: F811
) -> None:
    processes = max(2, os.cpu_count() or 2)
    homes = [tmp_path / str(number) for number in range(processes)]
    for home in homes:
        home.mkdir()
    # Another day, other mails: what one seed finds it finds again, and never anything else.
    first = int(os.environ.get("WAYBILL_TEST_SEED", "1861"))
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(both, first + number, MINUTES * 60, home, begun) for number, home in enumerate(homes)]
        pairs = [job.result() for job in jobs]
    handled, read_too = sum((one for one, _ in pairs), Found()), sum((one for _, one in pairs), Found())
    print(
        f"{handled.count} mails were handled, the dearest in {handled.cost:.3f} s, "
        f"the longest answer {handled.bytes} bytes, {handled.pace}; "
        f"{read_too.count} more were read, the dearest in {read_too.cost:.3f} s, {read_too.pace}"
    )
    assert handled.odd + read_too.odd == []
