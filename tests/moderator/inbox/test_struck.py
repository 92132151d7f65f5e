"""What a writer has struck out, and what they add below a quotation or a footer, is never passed over in silence."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest

import engine
from moderator.inbox.handle import handle
from moderator.inbox.plain import html_to_text
from tests.moderator.house import Answered, House
from tests.moderator.positions import bring

QUOTED = "On Thu, Nov 19, 2026 at 9:12 AM Waybill <a@b.example> wrote:\n> Your move, Red.\n> turn 1\n"


def wrote(house: House, game: str, html: str, plain: str = "") -> Answered:
    """A mail from Red as a program with buttons for letters writes it."""
    to, mail = house.address(game, "Red"), EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = "red@example.org", to, "Re", "<html@mua.example>"
    if plain:
        mail.set_content(plain)
        mail.add_alternative(html, subtype="html")
    else:
        mail.set_content(html, subtype="html")
    receipt = house.take_in(mail.as_bytes(), "red@example.org", to)
    handle(house.office, receipt.mail_id)
    return house.answer(receipt.mail_id)


STRUCK = [
    "<p>Hi,</p><p><s>bid TSR 40</s></p><p>bid TSR 25</p>",
    "<div><del>bid TSR 40</del><br>bid TSR 25</div>",
    "<p><span style='color:red; text-decoration: line-through'><b>bid</b> TSR 40</span></p><p>bid TSR 25</p>",
    "<div style='text-decoration-line:line-through'><div>bid TSR 40</div></div><div>bid TSR 25</div>",
]


@pytest.mark.parametrize("html", STRUCK)
@pytest.mark.parametrize("plain", ["", "Hi,\n\nbid TSR 40\n\nbid TSR 25\n"], ids=["alone", "beside plain text"])
def test_an_order_that_is_struck_out_is_shown_and_one_word_plays_the_rest(house: House, html: str, plain: str) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    answer = wrote(house, game, html, plain)
    assert answer.word == "CONFIRM" and house.row(game).seq == 0
    text = house.text_of(answer.rows[0])
    assert "bid TSR 40" in text and "struck out, not played" in text
    word = re.search(r"confirm \w+", text)
    assert word is not None
    assert house.write(game, "Red", word[0]).word == "ACCEPTED"
    with house.office.reading() as desk:
        assert [row.order for row in desk.games.moves(game)][1:] == ["bid TSR 25"]


def test_a_line_struck_out_in_plain_text_is_no_order_either(house: House) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    assert house.write(game, "Red", "~~bid TSR 40~~\npass").word == "CONFIRM"
    assert house.write(game, "Red", "~~pass~~").word == "NOT ACCEPTED"
    assert house.row(game).seq == 0


def test_chat_that_is_struck_out_costs_no_word(house: House) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    assert wrote(house, game, "<p><s>Dear Sir</s> Hi!</p><p>pass</p>").word == "ACCEPTED"


def test_what_nobody_can_see_is_not_read() -> None:
    source = "<p style='display:none'>sell 2 SW<p>pass<div style=\"visibility: hidden\">x<div>y</div>z</div><p>done"
    assert html_to_text(source)[0].split() == ["pass", "done"]


@pytest.mark.parametrize(
    "below",
    [
        "No, wait, that was a mistake, please don't play it",
        "unless Blue objects",
        "actually hold on",
        "Nein, halt, das war ein Versehen",
        "En fait non, attendez-moi svp",
        "잠깐만요. 취소할게요",
    ],
)
@pytest.mark.parametrize(
    "between",
    [QUOTED, "This e-mail is confidential. If you are not the intended recipient delete it.\n\nPS: ", "-- \nRed\n\n"],
    ids=["quotation", "footer", "signature"],
)
def test_what_takes_an_order_back_further_down_is_heard(house: House, between: str, below: str) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    answer = house.write(game, "Red", f"pass\n\n{between}{below}\n")
    assert answer.word != "ACCEPTED" and house.row(game).seq == 0
    assert below.split()[-1].strip(".") in house.text_of(answer.rows[0])


@pytest.mark.parametrize(
    "below",
    [
        f"{QUOTED}\nCheers\nRed\n",
        "This e-mail is confidential. If you are not the intended recipient delete it.\n\nDo not print this email.\n",
        "-- \nRed Smith\nDirector, ACME\nTel. +44 20 7946 0000\n",
        "end\nPS: no, wait\n",
    ],
)
def test_greetings_signatures_and_footers_stay_harmless(house: House, below: str) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    assert house.write(game, "Red", f"pass\n\n{below}").word == "ACCEPTED"


@pytest.mark.parametrize("below", ["not really", "Not!", "nicht wirklich", "pas vraiment"])
def test_a_no_below_a_pass_that_denies_it_is_asked_about(house: House, below: str) -> None:
    game = house.game("Red", "Blue", "Green", title="1882")
    bring(house, game, lambda state: any(order.startswith("buy ") for order in engine.legal_orders(state)))
    seq, mover = house.row(game).seq, str(house.row(game).mover)
    assert house.write(game, mover, f"pass\n{below}").word == "NOT ACCEPTED"
    assert house.row(game).seq == seq
    assert house.write(game, mover, "pass\nno thanks").word == "ACCEPTED"
