"""A finished game, held against one player's own mails: what agrees, and the first thing that does not."""

from __future__ import annotations

import base64
import gzip
import io
import json
import mailbox
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from moderator.errands.verify import ChainVerdict, verdict_lines, verify
from moderator.outbox.marker import OWN_HEADER
from moderator.store import chain
from moderator.store.tables import MoveRow, Outgoing
from moderator.table import standing
from moderator.web import checking, create_app
from tests.moderator.conftest import without_pictures
from tests.moderator.house import House, copied, open_house, settings_for
from tests.moderator.web.test_pages import token

RED = "red@example.org"


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> tuple[House, str]:
    """A game to its end, with a move taken back on the way; played once."""
    house = open_house(settings_for(tmp_path_factory.mktemp("ended")))
    with pytest.MonkeyPatch.context() as patch:
        without_pictures(patch)
        game = _played(house)
    house.office.close()
    return house, game


@pytest.fixture
def over(ended: tuple[House, str], tmp_path: Path, no_pictures: None) -> Iterator[tuple[House, str]]:
    house = copied(ended[0], tmp_path)
    yield house, ended[1]
    house.office.close()


def _played(house: House) -> str:
    game = house.game("Red", "Blue", gm="gm@example.org")
    house.write(game, "Red", "pass")
    house.write(game, "Red", "undo")
    while house.row(game).status == "running":
        mover = house.row(game).mover
        assert mover is not None
        answer = house.write(game, mover, "pass")
        if answer.word != "ACCEPTED":
            assert house.write(game, mover, "done").word == "ACCEPTED"
    return game


def kept(house: House, file: Path, but: tuple[str, ...] = (), to: str = RED) -> Path:
    """What a player has in their mail program."""
    box = mailbox.mbox(file)
    for row in house.outbox(to=to):
        if row.raw is not None and row.kind not in but:
            box.add(mailbox.mboxMessage(message_from_bytes(row.raw)))
    box.close()
    return file


def judged(house: House, tmp_path: Path, **how: tuple[str, ...]) -> ChainVerdict:
    (found,) = verify(kept(house, tmp_path / "red.mbox", **how))
    return found


def test_the_mails_of_a_finished_game_agree_with_its_record(over: tuple[House, str], tmp_path: Path) -> None:
    house, game = over
    found = judged(house, tmp_path)
    assert (found.game, found.wrong, found.record, found.other_rules) == (game, "", True, 0)
    assert found.moves == house.row(game).seq + 1
    assert found.marks > 5
    assert found.positions > 1


def test_an_accepted_mails_answer_carries_what_it_became(over: tuple[House, str]) -> None:
    house, _ = over
    with house.office.reading() as desk:
        move = desk.session.scalars(select(MoveRow).where(MoveRow.seq == 1)).one()
        answer = desk.session.scalars(select(Outgoing).where(Outgoing.mail_id == move.mail_id)).one()
    assert f"Received and recorded: {chain.mark(1, move.link)}." in house.text_of(answer).replace("\r\n", "\n")


def test_mails_before_the_end_agree_with_each_other(over: tuple[House, str], tmp_path: Path) -> None:
    house, _ = over
    found = judged(house, tmp_path, but=("over",))
    assert (found.wrong, found.record) == ("", False)
    assert found.marks > 5


def rewritten(house: House, tmp_path: Path, change: str) -> ChainVerdict:
    """The verdict when the service tells another record at the end than it lived by."""
    file = kept(house, tmp_path / "red.mbox")
    box = mailbox.mbox(file)
    for key, message in box.items():
        for part in message.walk():
            if part.get_filename() == "record.json.gz":
                record = json.loads(gzip.decompress(part.get_payload(decode=True)))
                before = record["game"]["salt"]
                for move in record["moves"]:
                    if move["seq"] == 2:
                        move["how"] = change
                    move["link"] = before = chain.link(before, {name: move[name] for name in chain.LINKED})
                record["game"]["head"] = before
                part.set_payload(gzip.compress(json.dumps(record).encode()))
                del part["Content-Transfer-Encoding"]
                from email.encoders import encode_base64

                encode_base64(part)
        box[key] = message
    box.close()
    (found,) = verify(file)
    return found


def test_a_record_that_was_made_up_afterwards_does_not_fit_the_mails(over: tuple[House, str], tmp_path: Path) -> None:
    """All its links are right, its orders play; only the heads that were mailed long ago are others."""
    house, _ = over
    found = rewritten(house, tmp_path, "gm")
    assert "says" in found.wrong
    assert found.wrong.startswith(("move 2:", "move 3:", "move 4:"))


def test_the_check_needs_no_database(over: tuple[House, str], tmp_path: Path) -> None:
    house, _ = over
    file = kept(house, tmp_path / "red.mbox")
    house.office.close()
    (tmp_path / "waybill.sqlite").unlink()
    assert [one.wrong for one in verify(file)] == [""]


def test_a_file_without_mails_of_ours_gives_no_verdict(tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"From nobody\n\nnothing")
    assert verify(tmp_path / "junk") == []


def test_the_page_says_what_the_command_says(house: House, no_pictures: None, tmp_path: Path) -> None:
    game = house.game("Red", "Blue", "Green", title="1861", gm="red@example.org")
    house.write(game, "Red", "bid TSR 20")
    house.write(game, "GM", "gm end", sender=RED)
    assert house.confirm(game, "GM", sender=RED).word == "ACCEPTED"
    client = create_app(house.office).test_client()
    mails = kept(house, tmp_path / "red.mbox").read_bytes()
    answer = checked(client, mails)
    assert answer.status_code == 200
    assert game in answer.text
    assert "These emails and the record agree." in answer.text
    assert checked(client, b"nothing of ours").status_code == 400
    assert client.post("/verify", data={"token": "x" * (25 * 1024 * 1024)}).status_code == 413


def checked(client: FlaskClient, mails: bytes) -> Any:
    form = {"token": token(client, "/verify"), "mails": (io.BytesIO(mails), "red.mbox")}
    return client.post("/verify", data=form)


def hostile(*parts: tuple[str, bytes], subject: str = "[game-x #1]") -> bytes:
    """A mail that looks like ours, with these files."""
    head = f"Subject: {subject}\r\n{OWN_HEADER}: 1\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n".encode()
    return head + b"".join(
        b'--b\r\nContent-Type: x/y; name="%s"\r\nContent-Transfer-Encoding: base64\r\n\r\n%s\r\n'
        % (name.encode(), base64.encodebytes(data))
        for name, data in parts
    )


@pytest.mark.parametrize(
    "raw",
    [
        hostile(("position.json", b"[" * 200_000)),
        hostile(("record.json.gz", gzip.compress(b'{"a":' * 100_000))),
        hostile(("record.json.gz", gzip.compress(b"[" + b"[]," * 1_000_000 + b"[]]"))),
        hostile(*[("position.json", b"{}")] * 3000),
        f"Subject: [x #1]\r\n{OWN_HEADER}: 1\r\nContent-Type: message/rfc822\r\n\r\n".encode()
        + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n\r\n" * 200_000,
    ],
    ids=["deep", "deep and packed", "packed", "many", "within"],
)  # fmt: skip
def test_no_strangers_file_is_too_much(raw: bytes, tmp_path: Path) -> None:
    file = tmp_path / "hostile.eml"
    file.write_bytes(raw)
    assert all(one.game for one in verify(file))


@pytest.mark.parametrize("record", [{"waybill": "A" * 3_000_000}, {"waybill": 1, "game": {"A" * 3_000_000: 1}}])
def test_what_is_quoted_from_a_strangers_file_is_cut(
    record: object, house: House, no_pictures: None, tmp_path: Path
) -> None:
    """Packed they are a few kilobytes, and all that is said comes back to whoever sent them."""
    packed = ("record.json.gz", gzip.compress(json.dumps(record).encode()))
    mails = [hostile(packed, ("position.json", b'{"seq": 1}'), subject=f"[g{at} #1]") for at in range(5)]
    mails.append(hostile(("position.json", json.dumps({"seq": 1, "game": "B" * 3_000_000}).encode())))
    answer = checked(
        create_app(house.office).test_client(), b"".join(b"From x\r\n" + one + b"\r\n\r\n" for one in mails)
    )
    assert (answer.status_code, answer.text.count("be read: ")) == (200, 5)
    assert len(answer.data) < 40_000


def test_a_file_that_takes_too_long_is_given_up(
    house: House, no_pictures: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it is busy with: a process of its own ends, and the page says so."""
    monkeypatch.setattr(checking, "MOST_SECONDS", 1)
    monkeypatch.setattr(checking, "MOST_FILES", 1)
    bomb = hostile(("record.json.gz", gzip.compress(b"[" + b"[]," * 5_000_000 + b"[]]")))
    client = create_app(house.office).test_client()
    answer = checked(client, b"".join(b"From x\r\n" + bomb + b"\r\n\r\n" for _ in range(20)))
    assert answer.status_code == 400
    assert "takes too long" in answer.text
    assert checked(client, b"nothing of ours").status_code == 429


def test_the_draws_are_told_only_when_the_game_is_over(house: House, no_pictures: None) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    for row in house.outbox():
        assert row.raw is not None
        message = message_from_bytes(row.raw, policy=policy.default)
        assert "record.json.gz" not in [part.get_filename() for part in message.walk()]
        assert house.row(game).salt not in row.raw.decode("latin-1")


def test_sealed_orders_are_opened_in_the_record_and_held_to_their_seals(
    house: House, no_pictures: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = house.game("Red", "Blue", gm="gm@example.org")
    assert "sealed as" in house.write(game, "Red", "standing pass all auctions").said
    assert "sealed as" in house.write(game, "Red", "bid N up to 5").said
    for _ in range(40):
        if house.row(game).status != "running":
            break
        mover = house.row(game).mover or ""
        if house.write(game, mover, "pass").word != "ACCEPTED":
            house.write(game, mover, "done")
    assert house.row(game).status == "over"
    found = judged(house, tmp_path)
    assert (found.wrong, found.seals, found.seals_before) == ("", 2, 2)
    assert any("seals in earlier mails: 2" in line for line in verdict_lines(found))
    with create_app(house.office).test_request_context():
        page = checking._page([found])
    assert "Sealed orders that said what their seals say: 2. Seals that stood in earlier emails: 2." in page
    # Who kept only the mail with the result was promised nothing.
    (over,) = (row for row in house.outbox("over") if row.recipient == "red@example.org")
    (tmp_path / "over.eml").write_bytes(over.raw or b"")
    (alone,) = verify(tmp_path / "over.eml")
    assert (alone.wrong, alone.seals, alone.seals_before) == ("", 2, 0)

    def forged(order: str, word: str) -> str:
        return standing.sealed(f"{order}!", word)

    monkeypatch.setattr("moderator.errands.verify.sealed", forged)
    assert "is not what its seal" in verify(tmp_path / "red.mbox")[0].wrong
