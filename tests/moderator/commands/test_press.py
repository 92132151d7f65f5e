"""Messages to other players: where they end, whom they are for, and that no order is ever mailed with one."""

from __future__ import annotations

import pytest

from tests.moderator.house import House

BID = "Je surenchéris : 95 $ sur la P3, s'il vous plaît."


@pytest.fixture
def game(house: House) -> str:
    house.eager = False
    return house.game("Claire", "Jonas", "Min", title="1882")


def sent(house: House) -> list[tuple[str, str]]:
    return [(row.recipient.partition("@")[0], row.data["text"]) for row in house.outbox("press")]


@pytest.mark.parametrize(
    ("head", "end", "order"),
    [
        ("message Jonas", "fin du message", BID),
        ("message Jonas", "fin", "enchérir 95 sur P3"),
        ("message Jonas", "--- Fin du message ---", BID),
        ("Nachricht an Jonas", "Ende der Nachricht", "Ich biete 95 auf die P3"),
        ("Nachricht Jonas", "Ende", "Ich biete 95 auf die P3"),
        ("Jonas에게 메시지", "메시지 끝", "P3에 95 입찰합니다"),
        ("메시지 Jonas", "끝", "P3에 95 입찰합니다"),
        ("press Jonas", "end of message", "I bid 95 on P3"),
        ("press Jonas", "end", "bid P3 95"),
    ],
)
def test_what_stands_below_the_end_of_a_message_is_played_and_not_mailed(
    house: House, game: str, head: str, end: str, order: str
) -> None:
    answered = house.write(game, "Claire", f"{head}\nD'accord pour la QL !\n{end}\n\n{order}")
    assert answered.word == "ACCEPTED", answered.said
    assert sent(house) == [("jonas", "D'accord pour la QL !")]
    assert house.orders(game) == ["Claire: bid P3 95"]


@pytest.mark.parametrize(
    "order",
    [
        BID,
        "Je passe.",
        "ich passe",
        "P3에 95 입찰합니다",
        "P3는 95로 할게요",
        "bid P3 95",
        "95 for the third one from me, P3",
        "standing pass",
        "status",
        "Let's both buy the QL",
    ],
)
@pytest.mark.parametrize("end", ["", "\nbonne soirée"])
def test_a_message_without_an_end_is_not_sent_with_what_may_be_an_order(
    house: House, game: str, order: str, end: str
) -> None:
    answered = house.write(game, "Claire", f"message Jonas\nD'accord pour la QL !\n{order}{end}")
    assert answered.word == "NOT ACCEPTED"
    assert "end press" in answered.said and "nothing was sent" in answered.said
    assert sent(house) == [] and house.orders(game) == []


def test_a_message_without_an_end_goes_on_to_the_end_of_the_mail(house: House, game: str) -> None:
    assert house.write(game, "Claire", "message Jonas\nD'accord pour la QL !\nBonne soirée").word == "ACCEPTED"
    assert sent(house) == [("jonas", "D'accord pour la QL !\nBonne soirée")]


def test_what_was_sent_is_shown(house: House, game: str) -> None:
    answered = house.write(game, "Claire", "press Jonas\nShall we?\nI would.\nend press\nbid P3 95")
    assert "sent to Jonas, 2 lines: Shall we? / I would." in answered.said
    assert "sent to Jonas, 1 line: Once more" in house.write(game, "Claire", "press Jonas: Once more").said
    tried = house.write(game, "Claire", "preview\npress Jonas\nShall we?\nend press")
    assert "would be sent to Jonas, 1 line: Shall we?" in tried.said
    assert len(sent(house)) == 2


@pytest.mark.parametrize(
    ("line", "to"),
    [
        ("Nachricht an Jonas: Wie geht es dir heute", ["jonas"]),
        ("message à Jonas : Wie geht es dir heute", ["jonas"]),
        ("message to Jonas: Wie geht es dir heute", ["jonas"]),
        ("press jonas and Min: Wie geht es dir heute", ["jonas", "min"]),
        ("message à Jonas et Min: Wie geht es dir heute", ["jonas", "min"]),
        ("Jonas에게 메시지: Wie geht es dir heute", ["jonas"]),
        ("Jonas님께 메시지 보냅니다\nWie geht es dir heute", ["jonas"]),
        ("message à tous\nWie geht es dir heute\nfin", ["jonas", "min"]),
        ("Nachricht an alle: Wie geht es dir heute", ["jonas", "min"]),
        ("모두에게 메시지\nWie geht es dir heute\n메시지 끝", ["jonas", "min"]),
        ("press to all\nWie geht es dir heute", ["jonas", "min"]),
    ],
)
def test_whom_a_message_is_for_is_said_as_people_say_it(house: House, game: str, line: str, to: list[str]) -> None:
    answered = house.write(game, "Claire", line)
    assert answered.word == "ACCEPTED", answered.said
    assert sent(house) == [(name, "Wie geht es dir heute") for name in to]


@pytest.mark.parametrize(
    "line", ["message Jonsa\nSalut", "Nachricht an Jonas Klein: Hallo", "message pour le Jonas\nx"]
)
def test_what_was_meant_for_one_is_never_proposed_for_all(house: House, game: str, line: str) -> None:
    answered = house.write(game, "Claire", line)
    assert answered.word == "NOT ACCEPTED"
    assert [one["instead"] for one in answered.rows[0].data["lines"]] == [["press Jonas"]]


def test_a_long_line_is_not_sent_in_part(house: House, game: str) -> None:
    assert house.write(game, "Claire", "press Jonas: " + "very " * 100 + "long").word == "NOT ACCEPTED"
    assert sent(house) == []
