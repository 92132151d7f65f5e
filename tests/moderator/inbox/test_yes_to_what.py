"""A yes where more than one thing waits for it: nobody guesses, both are shown, and one line chooses."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from moderator.inbox.handle import handle
from tests.moderator.commands.test_agreements import Table
from tests.moderator.commands.test_agreements import position as brought  # noqa: F401
from tests.moderator.house import Answered, open_house, settings_for

pytestmark = pytest.mark.parametrize("brought", ["1861"], indirect=True)


@pytest.fixture
def table(brought: tuple[Path, str], tmp_path: Path) -> Iterator[Table]:  # noqa: F811
    shutil.copytree(brought[0], tmp_path, dirs_exist_ok=True)
    house = open_house(settings_for(tmp_path), migrated=True)
    yield Table(house, brought[1])
    house.office.close()


def doubted(table: Table) -> Answered:
    """A question of ours about the buyer's own orders of this turn."""
    asked = table.write(table.buyer, "done?")
    assert asked.word == "NOT ACCEPTED" and "confirm " in str(asked.rows[0].data["blocks"]), asked.rows[0].data
    return asked


def offered(table: Table) -> None:
    made = table.write(table.owner, f"offer private {table.private} to {table.company} for {table.price}")
    assert made.word == "ACCEPTED"


def reply(table: Table, text: str, to: str, subject: str = "Re: hello") -> Answered:
    house, seat = table.house, table.buyer
    mail, sender = EmailMessage(policy=policy.SMTP), f"{seat.lower()}@example.org"
    mail["From"], mail["To"], mail["Subject"] = sender, house.address(table.game, seat), subject
    mail["Message-ID"], mail["In-Reply-To"] = f"<{len(house.outbox())}@mua.example.org>", to
    mail.set_content(text)
    receipt = house.take_in(mail.as_bytes(), sender, house.address(table.game, seat))
    handle(house.office, receipt.mail_id)
    return house.answer(receipt.mail_id, deliver=False)


def block(answered: Answered) -> str:
    return str(answered.rows[0].data["blocks"])


@pytest.mark.parametrize("yes", ["yes", "ok", "oui", "sure, thanks"])
def test_a_yes_with_an_offer_and_a_question_open_asks_which(table: Table, yes: str) -> None:
    offered(table)
    doubted(table)
    moves = len(table.house.orders(table.game))
    answered = table.write(table.buyer, yes)
    assert answered.word == "NOT ACCEPTED"
    assert table.private_owner() == table.owner and len(table.house.orders(table.game)) == moves
    assert "accept 1" in block(answered) and re.search(r"done:  confirm \w{8}", block(answered))


def test_one_line_chooses_the_offer(table: Table) -> None:
    offered(table)
    doubted(table)
    table.write(table.buyer, "yes")
    assert table.write(table.buyer, "accept 1").word == "ACCEPTED"
    assert table.private_owner() == table.company


def test_one_line_chooses_the_orders_and_no_other_word_plays_them_again(table: Table) -> None:
    offered(table)
    first = doubted(table)
    (word,) = re.findall(r"confirm (\w{8})", block(table.write(table.buyer, "yes")))
    assert table.write(table.buyer, f"confirm {word}").word == "ACCEPTED"
    played = table.house.orders(table.game)
    assert played[-1] == f"{table.buyer}: done" and table.private_owner() == table.owner
    (old,) = re.findall(r"confirm (\w{8})", block(first))
    assert table.write(table.buyer, f"confirm {old}").word == "NOT ACCEPTED"
    assert table.house.orders(table.game) == played


def test_a_yes_to_the_mail_that_made_the_offer_accepts_it(table: Table) -> None:
    offered(table)
    doubted(table)
    made = table.house.outbox("notice", f"{table.buyer.lower()}@example.org")[-1]
    assert reply(table, "yes", str(made.message_id)).word == "ACCEPTED"
    assert table.private_owner() == table.company


def test_a_yes_to_the_answer_that_asked_plays_the_orders(table: Table) -> None:
    offered(table)
    asked = doubted(table)
    assert reply(table, "yes", str(asked.rows[0].message_id)).word == "ACCEPTED"
    assert table.house.orders(table.game)[-1] == f"{table.buyer}: done" and table.private_owner() == table.owner


def press(table: Table) -> str:
    said = f"press {table.buyer}\nNice weather today. ok?\nend press"
    assert table.write(table.owner, said).word == "ACCEPTED"
    return f"{table.buyer.lower()}@example.org"


@pytest.mark.parametrize("yes", ["ok", "yes", "sure, thanks"])
def test_an_ok_to_what_somebody_writes_accepts_no_offer_of_theirs(table: Table, yes: str) -> None:
    offered(table)
    mail = table.house.outbox("press", press(table))[-1]
    answered = reply(table, yes, str(mail.message_id))
    assert answered.word == "NOT ACCEPTED" and table.private_owner() == table.owner
    assert "accept 1" in block(answered)


def test_nor_where_a_relay_has_given_our_mails_names_of_its_own(table: Table) -> None:
    """Amazon's does: what is answered is known by its subject then."""
    offered(table)
    to = press(table)
    table.house.deliver()
    mail = table.house.outbox("press", to)[-1]
    assert mail.subject
    answered = reply(table, "ok", "<0100018@eu-west-1.amazonses.com>", f"Re: {mail.subject}")
    assert answered.word == "NOT ACCEPTED" and table.private_owner() == table.owner


def test_nor_does_it_play_the_orders_that_wait_for_a_yes(table: Table) -> None:
    doubted(table)
    to = press(table)
    table.house.deliver()
    moves, mail = table.house.orders(table.game), table.house.outbox("press", to)[-1]
    reply(table, "ok", "<0100018@eu-west-1.amazonses.com>", f"Re: {mail.subject}")
    assert table.house.orders(table.game) == moves
