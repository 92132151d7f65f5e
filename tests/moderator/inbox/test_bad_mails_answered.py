"""Every bad mail of the field notes meets the whole service: a real game of 1861, one answer at most, no wrong move."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from moderator.inbox.envelope import Envelope, Receipt
from moderator.inbox.handle import handle
from moderator.inbox.replying import MOST_REFUSALS, MOST_STRANGERS, MOST_TALK
from moderator.inbox.take_in import known, take_in
from moderator.outbox.post import deliver
from moderator.store.tables import Mail, Outgoing
from moderator.table.onward import go_on
from moderator.table.standing import play_order
from tests.mails.make import BOUNCE, DOMAIN, HERE, OTHER_SEAT, RED, SEAT, load
from tests.moderator.house import House, open_house, settings_for, text_of

EXPECTED: list[dict[str, Any]] = tomllib.loads((HERE / "expected.toml").read_text("utf-8"))["mail"]
BY_NAME = {row["file"]: row for row in EXPECTED}
# All privates but the last are sold, Blue has bid 100 for N, and at turn 17 Red may bid 105.
PLAYED = (
    "Red: bid TSR 20; Green: pass; Blue: pass; Green: bid BSS 30; Blue: pass; Red: pass; Blue: bid MYR 40; Red: pass; "
    "Green: pass; Red: bid MRR 50; Green: pass; Blue: pass; Green: bid WVR 60; Blue: pass; Red: pass; Blue: bid N 100"
)
# What the table beside the mails leaves to the position: (word, orders played).
BID = ["Red: bid N 105"]
HERE_AND_NOW: dict[str, tuple[str, list[str]]] = {
    "38a-unsubscribe-subject": ("ACCEPTED", []),
    "38b-unsubscribe-body": ("ACCEPTED", []),
    "41-same-id-other-body": ("ACCEPTED", ["Red: pass"]),
    "42-uid-used-again": ("ACCEPTED", ["Red: pass"]),
    "43-confirmed-twice": ("NOT ACCEPTED", []),
    "52c-attached-mail": ("ACCEPTED", ["Red: pass"]),
    "54a-base64": ("ACCEPTED", BID),
    "57b-letters-that-look-alike": ("NOT ACCEPTED", []),
    "59a-old-macintosh": ("ACCEPTED", BID),
    "59b-mixed-line-ends": ("ACCEPTED", BID),
    "59c-breaks-in-plain-text": ("ACCEPTED", BID),
    "60a-flowed": ("ACCEPTED", BID),
    "60b-flowed-delsp": ("NOT ACCEPTED", []),
    # Orders are heard in sentences, but a line with a number in it is never passed over: it refuses the mail.
    "68-orders-beginning-with-on": ("NOT ACCEPTED", []),
    "69a-answer-at-the-bottom": ("ACCEPTED", BID),
    "72c-numbered-list": ("ACCEPTED", BID),
    "74b-dashes-in-a-line": ("ACCEPTED", []),
    "77a-chat-and-orders": ("ACCEPTED", BID),
    "78b-help": ("ACCEPTED", []),
}
# These stand and fall with what the receiving server says of the sender.
JUDGED = ("20-dmarc-fail", "21a-forged-results-below", "21b-forged-results-alone")
# These need something to have happened first, and have tests of their own below.
TEXTS = ("text/plain", "text/html")
OPERATOR = ("24a-postmaster", "24b-abuse")
HISTORY = ("18-unknown-token", "23-ejected-player", "24c-unknown-mailbox", "39-same-mail-twice", "40-sent-twice")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> tuple[Path, str]:
    """A home with the game in it, to be copied for each mail."""
    home = tmp_path_factory.mktemp("begun")
    shutil.copy(empty_database, home / "waybill.sqlite")
    house = opened(home)
    game = house.game("Red", "Green", "Blue", title="1861", gm="gm@example.org")
    with house.office.desk() as desk:
        play = desk.lock(game)
        for seat, order in (one.split(": ") for one in PLAYED.split("; ")):
            found = play.seat(seat)
            assert found is not None
            play_order(desk, play, found, order, "mail", None)
        go_on(desk, play)
    house.office.close()
    return home, game


def opened(home: Path, trust: str = "none") -> House:
    settings = settings_for(
        home, MAIL_DOMAIN=DOMAIN, SECRET_KEY="the secret of these tests, and long enough", TRUST=trust
    )
    return open_house(settings, migrated=True)


class Desk:
    """The service with the game open, and mails thrown at it."""

    def __init__(self, house: House, game: str) -> None:
        self.house, self.game = house, game
        self.seat = house.address(game, "Red")
        self.asked = house.outbox("move", RED)[-1].id
        self.before = self.position()
        self.mails = self.rows()

    def position(self) -> tuple[int, str, list[str]]:
        row = self.house.row(self.game)
        return row.seq, row.digest, self.house.orders(self.game)

    def rows(self) -> set[int]:
        return {row.id for row in self.house.outbox()}

    def made(self, name: str) -> bytes:
        raw = load(name, seat=self.seat).replace(b"turn 41", b"turn 17").replace(b"turn 38", b"turn 14")
        raw = raw.replace(OTHER_SEAT.encode(), self.house.address(self.game, "Blue").encode())
        return raw.replace(BOUNCE.encode(), self.house.office.addresses.bounce(self.asked).encode())

    def throw(self, name: str, raw: bytes | None = None) -> Receipt:
        row = BY_NAME[name]
        swaps = {SEAT: self.seat, BOUNCE: self.house.office.addresses.bounce(self.asked)}
        recipients = tuple(swaps.get(one, one) for one in row.get("recipients", (SEAT,)))
        envelope = Envelope(row.get("source", "smtp"), sender=row.get("sender", RED), recipients=recipients)
        return take_in(self.house.office, self.made(name) if raw is None else raw, envelope)

    def send(self, name: str, raw: bytes | None = None) -> tuple[Mail, list[Outgoing]]:
        """The mail as it ended, and what was answered to it."""
        receipt = self.throw(name, raw)
        assert not receipt.duplicate
        handle(self.house.office, receipt.mail_id)
        with self.house.office.reading() as desk:
            row = desk.session.get(Mail, receipt.mail_id)
            assert row is not None
            wanted = select(Outgoing).where(Outgoing.mail_id == row.id)
            return row, list(desk.session.scalars(wanted))


@pytest.fixture(scope="module")
def houses(begun: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, House]]:
    """One service that believes every sender and one that asks its own mail server."""
    made = {trust: opened(tmp_path_factory.mktemp("service"), trust) for trust in ("none", f"header:mx.{DOMAIN}")}
    yield made
    for house in made.values():
        house.office.close()


@pytest.fixture
def desk(begun: tuple[Path, str], houses: dict[str, House], request: pytest.FixtureRequest) -> Desk:
    judged = any(name in request.node.name for name in JUDGED)
    house = houses[f"header:mx.{DOMAIN}" if judged else "none"]
    # The database as it was before the last mail; the rest of the service may stay.
    house.office.database.dispose()
    home = house.office.settings.home
    for old in home.glob("waybill.sqlite*"):
        old.unlink()
    for kept in begun[0].glob("waybill.sqlite*"):
        shutil.copy(kept, home)
    return Desk(house, begun[1])


ALONE = [row for row in EXPECTED if row["file"] not in HISTORY]


@pytest.mark.parametrize("row", ALONE, ids=[row["file"] for row in ALONE])
def test_a_bad_mail_ends_as_the_table_says(row: dict[str, Any], desk: Desk) -> None:
    name, handling = row["file"], row["handling"]
    word, played = HERE_AND_NOW.get(name, (row.get("subject", ""), BID if row.get("subject") == "ACCEPTED" else []))
    mail, answers = desk.send(name)
    assert mail.status != "aside", mail.trouble
    seq, digest, orders = desk.position()
    assert orders[len(desk.before[2]) :] == played
    if not played:
        assert (seq, digest) == desk.before[:2]
    match handling:
        case "answered":
            assert (mail.status, [one.data["word"] for one in answers]) == ("done", [word])
            assert answers[0].recipient == RED
        case "parked":
            assert (mail.status, [one.data["word"] for one in answers]) == ("parked", ["CONFIRM"])
            assert answers[0].recipient == RED, "only the registered address is asked"
        case "dropped":
            assert (mail.status, answers) == ("dropped", [])
            assert desk.rows() == desk.mails, "nobody is told anything"
        case "operator":
            assert (mail.status, mail.verdict, answers) == ("parked", "parked:operator", [])
        case "bounce":
            assert (mail.status, mail.verdict, answers) == ("done", "bounce", [])
        case _:
            pytest.fail(f"nothing is known of {handling}")


@pytest.mark.parametrize("name", OPERATOR)
def test_mail_for_the_people_who_run_the_service_is_shown_to_them(name: str, desk: Desk) -> None:
    mail, _ = desk.send(name)
    told = [one for one in desk.house.outbox("operator") if one.id not in desk.mails]
    assert [one.recipient for one in told] == [desk.house.office.settings.admin_email]
    assert f"mail show {mail.id}" in told[0].data["text"]


def test_an_address_nobody_has_is_refused_at_the_door_or_learns_nothing(desk: Desk) -> None:
    assert not known(desk.house.office, BY_NAME["18-unknown-token"]["recipients"][0])
    assert not known(desk.house.office, BY_NAME["24c-unknown-mailbox"]["recipients"][0])
    # The right game with a wrong key is let in, so that its players can be told; a stranger is told nothing.
    guessed = f"g{desk.game}-{'q' * 26}@{DOMAIN}"
    assert known(desk.house.office, guessed)
    raw = desk.made("19-wrong-sender").replace(b"blue@example.org", b"stranger@example.org")
    receipt = take_in(desk.house.office, raw, Envelope("smtp", sender="stranger@example.org", recipients=(guessed,)))
    assert handle(desk.house.office, receipt.mail_id) == "dropped:unknown key"
    assert (desk.rows(), desk.position()) == (desk.mails, desk.before)


def test_who_lost_their_seat_is_told_so_and_orders_nothing(desk: Desk) -> None:
    """The row of an ejected player: the old key, from the address that was once registered."""
    row = BY_NAME["23-ejected-player"]
    old = desk.seat
    ejected = "gm replace Red by new@example.org"
    assert desk.house.write(desk.game, "GM", ejected, sender="gm@example.org", deliver=False).word == "ACCEPTED"
    before, new = desk.position(), desk.house.address(desk.game, "Red")
    assert new != old
    raw = desk.made("23-ejected-player").replace(b"ejected@example.org", RED.encode())
    mail, answers = desk.send("23-ejected-player", raw)
    assert (mail.status, row["handling"]) == ("done", "answered")
    assert [(one.recipient, one.data["word"]) for one in answers] == [(RED, row["subject"])]
    deliver(desk.house.office, answers[0].id)
    with desk.house.office.reading() as open_desk:
        row_sent = open_desk.session.get(Outgoing, answers[0].id)
        assert row_sent is not None
        sent = desk.house.whole(open_desk, row_sent)
        assert sent.raw is not None
    assert "Somebody else plays" in " ".join(text_of(sent).split())
    assert new.encode() not in sent.raw, "the new player's address stays secret"
    assert desk.position() == before


def test_who_never_had_the_seat_learns_nothing_from_its_old_key(desk: Desk) -> None:
    ejected = "gm replace Red by new@example.org"
    desk.house.write(desk.game, "GM", ejected, sender="gm@example.org", deliver=False)
    rows = desk.rows()
    mail, answers = desk.send("23-ejected-player")
    assert (mail.status, mail.verdict, answers) == ("dropped", "dropped:unknown key", [])
    assert desk.rows() == rows


def test_who_is_invited_and_has_not_joined_orders_nothing_yet(house: House) -> None:
    game = house.game("Red", "Blue", start=False)
    answer = house.write(game, "Red", "bid N 105")
    assert answer.word == "NOT ACCEPTED"
    assert "join" in answer.text


@pytest.mark.parametrize("sender", [RED, "support@acme.example"], ids=["the player's own robot", "a stranger's robot"])
def test_a_robot_that_answers_every_mail_is_not_answered_for_ever(desk: Desk, sender: str) -> None:
    """Each mail has a new Message-ID and nothing says that a machine wrote it; ten a day, and there is silence. Whoever
    plays gets a line before it that nothing was played."""
    raw = desk.made("34-another-robot").replace(b"support@acme.example", sender.encode())
    answered = []
    for number in range(MOST_TALK + 3):
        mail, answers = desk.send("34-another-robot", raw.replace(b"16201500.1@", b"16201500.r%d@" % number))
        answered.append((mail.status, len(answers), {one.recipient for one in answers} <= {RED}))
    first = ("done" if sender == RED else "parked", 1, True)
    # What comes later is kept, and not answered.
    line = (first[0], 1 if sender == RED else 0, True)
    assert answered == [first] * MOST_TALK + [line] + [(first[0], 0, True)] * 2
    # The player's own orders are not held back by it.
    assert desk.send("39-same-mail-twice")[0].verdict == "ACCEPTED"
    desk.house.pass_time(hours=25)
    mail, _ = desk.send("34-another-robot", raw.replace(b"16201500.1@", b"16201500.next@"))
    assert mail.status == first[0], "the next day it is heard again"


def test_the_same_mail_twice_is_one_mail(desk: Desk) -> None:
    desk.send("39-same-mail-twice")
    position, rows = desk.position(), desk.rows()
    again = desk.throw("39-same-mail-twice")
    assert again.duplicate
    handle(desk.house.office, again.mail_id)
    assert (desk.position(), desk.rows()) == (position, rows)


def test_pressing_send_twice_plays_once_and_queues_nothing(desk: Desk) -> None:
    desk.send("39-same-mail-twice")
    position = desk.position()
    mail, answers = desk.send("40-sent-twice")
    assert (mail.status, [one.data["word"] for one in answers]) == ("done", ["DUPLICATE"])
    assert desk.position() == position
    # Other words are another order, and are kept for the next turn.
    assert desk.send("41-same-id-other-body")[0].verdict == "QUEUED"


def test_the_same_words_are_played_again_when_the_turn_has_come_again(desk: Desk) -> None:
    desk.send("41-same-id-other-body")
    for seat in ("Green", "Blue"):
        while desk.house.row(desk.game).mover == seat:
            assert desk.house.write(desk.game, seat, "pass", deliver=False).word == "ACCEPTED"
    assert desk.house.row(desk.game).mover == "Red"
    assert desk.send("42-uid-used-again")[0].verdict == "ACCEPTED"


def test_a_flood_is_answered_up_to_a_point(desk: Desk) -> None:
    raw = desk.made("39-same-mail-twice").replace(b"bid N 105", b"bid N 3")
    verdicts = []
    for number in range(MOST_REFUSALS + 2):
        mail, _ = desk.send("47-one-of-a-flood", raw.replace(b"16201500.1@", b"16201500.f%d@" % number))
        verdicts.append(mail.verdict)
    assert verdicts == ["NOT ACCEPTED"] * MOST_REFUSALS + ["NOT ACCEPTED:in short", "NOT ACCEPTED:unanswered"]


def test_who_was_refused_too_often_is_told_until_when_and_still_plays(desk: Desk) -> None:
    """Row 10: the mails of a known player never vanish without a word."""
    raw = desk.made("39-same-mail-twice").replace(b"bid N 105", b"bid N 3")
    for number in range(MOST_REFUSALS + 1):
        _, answers = desk.send("47-one-of-a-flood", raw.replace(b"16201500.1@", b"16201500.g%d@" % number))
        told = [one for one in answers if any("last answer of this kind" in str(w) for w in one.data["warnings"])]
        assert len(told) == (number == MOST_REFUSALS - 1)
    assert desk.send("39-same-mail-twice")[0].verdict == "ACCEPTED"


def test_who_is_on_turn_and_writes_what_nobody_can_read_always_hears_that_nothing_was_played(house: House) -> None:
    """Thirty questions and attempts in a day used up the answers, and an order that could not be read got none."""
    game = house.game("Red", "Blue")
    house.eager = False
    for number in range(30):
        answered = house.write(game, "Red", f"{'abcdefghijklmnopqrstuvwxyz0123'[number] * 5} tell me about it?")
        assert [row.data["word"] for row in answered.rows] == ["NOT ACCEPTED"], number
        assert answered.verdict == "NOT ACCEPTED:talk" and answered.rows[0].data["lines"]


def test_beyond_all_measure_a_line_says_that_nothing_was_played_and_one_is_for_many(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moderator.inbox.replying.MOST_OTHER_TALK", 2)
    game = house.game("Red", "Blue")
    house.eager = False
    words = iter("alpha beta gamma delta epsilon zeta eta theta iota kappa".split())

    def write(seat: str) -> list[tuple[str, bool]]:
        rows = house.write(game, seat, f"{next(words)} said that it goes like so").rows
        return [(row.data["headline"], row.due_at > house.time) for row in rows]

    last = [write("Red"), write("Red")][-1]
    assert "no order or command" in last[0][0]
    assert write("Red") == [("I could not read your last emails: nothing was played, it is still your move.", False)]
    # The next is sent a little later, and is about all that came until then.
    assert [one[1] for one in write("Red")] == [True]
    assert write("Red") == []
    house.pass_time(minutes=31)
    assert [one[1] for one in write("Red")] == [False]
    assert house.write(game, "Red", "bid N 5").word == "ACCEPTED"
    # Nobody waits for Red now; nothing was done all the same.
    house.pass_time(minutes=31)
    assert write("Red") == [("I could not read your last emails: nothing of them was done.", False)]


def test_nobody_can_use_up_another_players_answers(desk: Desk) -> None:
    """Sixty mails to play@ in Red's name, and Red's own order is played."""
    for number in range(MOST_REFUSALS + 2):
        raw = (
            b"From: sink@evil.example\r\nTo: play@orders.example\r\nMessage-ID: <%d@evil>\r\n\r\nnonsense 5\r\n"
            % number
        )
        handle(desk.house.office, desk.house.take_in(raw, RED, "play@orders.example").mail_id)
    assert desk.send("39-same-mail-twice")[0].verdict == "ACCEPTED"


def test_an_address_without_a_seat_is_not_flooded_with_answers(desk: Desk) -> None:
    """Whoever writes in somebody's name can't make us write to them without end."""
    for number in range(MOST_STRANGERS + 5):
        raw = (
            b"From: victim@third.example\r\nTo: play@orders.example\r\nMessage-ID: <v%d@evil>\r\n\r\nhelp\r\n" % number
        )
        handle(desk.house.office, desk.house.take_in(raw, f"m{number}@evil.example", "play@orders.example").mail_id)
    assert len(desk.house.outbox(to="victim@third.example")) == MOST_STRANGERS


@pytest.mark.parametrize("name", ["08b-line-end-in-name", "65c-hostile-filename", "80-hostile-text"])
def test_hostile_text_goes_out_as_harmless_text(name: str, desk: Desk) -> None:
    _, answers = desk.send(name)
    deliver(desk.house.office, answers[0].id)
    with desk.house.office.reading() as open_desk:
        row = open_desk.session.get(Outgoing, answers[0].id)
        assert row is not None
        sent = desk.house.whole(open_desk, row)
        assert sent.raw is not None
        mail = message_from_bytes(sent.raw, policy=policy.default)
    assert mail["Bcc"] is None
    texts = {part.get_content_subtype(): part.get_content() for part in mail.walk() if part.get_content_type() in TEXTS}
    assert set(texts) == {"plain", "html"}
    assert "<script" not in texts["html"]
    assert all("\x1b" not in text and "\r\nBcc:" not in text for text in texts.values())
