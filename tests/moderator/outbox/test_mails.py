"""Every kind of mail has a payload that is stored and read back, a sample here, and one way to text and HTML."""

from __future__ import annotations

import json
from dataclasses import fields, replace

import pytest

from engine.message import Message
from moderator.language import languages
from moderator.outbox.compose import compose
from moderator.store import mails
from moderator.store.mails import Kind, Payload
from moderator.store.tables import Outgoing
from tests.moderator.house import House, open_house, settings_for

SAMPLES: dict[Kind, Payload] = {
    one.kind: one
    for one in (
        mails.Invitation(),
        mails.Moderating(),
        mails.StandingIn("Red"),
        mails.TakingOver(),
        mails.YourMove(2, 0, 3, 1),
        mails.Reminder(2, None, 3, 1),
        mails.Late(2, None, 3, 1),
        mails.Report(2, 0),
        mails.ModeratorsCopy(2, 0),
        mails.Digest(2, 0),
        mails.Day((mails.DayOfGame(1, 0, 0, 1),)),
        mails.Over(2, 0),
        mails.NewDeadline(2, None, 3, 1, "The clock was changed", "Red has a day more."),
        mails.PressMail("Green", "Shall we merge?\nturn 9", 2),
        mails.Notice("A place is free", "Blue does not join.\n\nThe game waits.", ("accept 1", "refuse 1")),
        mails.Operator("Mail 7 was set aside", "Look at it:  ./waybill mail show 7"),
        mails.EventReport("spring-cup", "Spring Cup is over", "1. Anna 3"),
        mails.Confirm("K7M2", "resign your seat"),
        mails.SignIn("https://waybill.example.org/signin/ABCD2345", "ABCD2345", "en"),
        mails.Answered(
            "NOT ACCEPTED",
            "nothing of this email was played.",
            "bid TSR 1",
            (mails.AnswerLine("✗", 1, "bid TSR 1", "Bid 20 at least.", ("bid TSR 20",), "3.1"),),
            ("Your mail has two texts.",),
            (mails.AnswerBlock("Help", "One order a line."),),
            ("confirm K7M2",),
            "<1@mua.example.org>",
        ),
    )
}
# What must be read in the text and in the HTML of each: the payload's own words.
SAID: dict[Kind, str] = {
    Kind.INVITATION: "join",
    Kind.MODERATING: "You moderate a game of 1861",
    Kind.STANDING_IN: "You were asked to play Red's seat",
    Kind.TAKING_OVER: "You are asked to take over the seat Red",
    Kind.MOVE: "Your move, Red.",
    Kind.REMINDER: "Just a reminder, Red",
    Kind.LATE: "Red, your move is overdue.",
    Kind.REPORT: "1861",
    Kind.GM: "Moderator's copy",
    Kind.DIGEST: "since yesterday",
    Kind.DAY: "1 game waits for you",
    Kind.OVER: "The game is over.",
    Kind.DEADLINE: "Red has a day more.",
    Kind.PRESS: "Shall we merge?",
    Kind.NOTICE: "accept 1",
    Kind.OPERATOR: "./waybill mail show 7",
    Kind.EVENT: "1. Anna 3",
    Kind.CONFIRM: "confirm K7M2",
    Kind.SIGN_IN: "https://waybill.example.org/signin/ABCD2345",
    Kind.ANSWER: "Bid 20 at least.",
}


@pytest.mark.parametrize("kind", Kind)
def test_a_kind_has_a_payload_that_comes_back_as_it_was_stored(kind: Kind) -> None:
    mail = SAMPLES[kind]
    assert mails.PAYLOADS[kind] is type(mail)
    stored = json.loads(json.dumps(mails.encode(mail)))
    assert mails.decode(kind, stored) == mail
    # No field is left out because it has today's usual value.
    assert set(stored) == {"v", *(one.name for one in fields(mail))}


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = open_house(settings_for(tmp_path_factory.mktemp("mails")))
    house.game("Red", "Green", "Blue", title="1861", gm="boss@example.org")
    return house


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("known", ["seated", "stranger"])
def test_a_kind_can_be_written_out_for_anybody(
    real: House, kind: Kind, language: str, known: str, no_pictures: None
) -> None:
    with real.office.reading() as desk:
        row = desk.session.get(Outgoing, real.outbox("move")[0].id)
        assert row is not None and row.person_id is not None
        person = desk.person(row.person_id)
        assert person is not None
        person.language = language
        row.kind, row.data, row.raw = kind, mails.encode(SAMPLES[kind]), None
        of_no_game = known == "stranger" and kind in (Kind.NOTICE, Kind.OPERATOR, Kind.CONFIRM, Kind.ANSWER)
        if of_no_game:
            row.game_id, row.seat_id = None, None
        message = compose(desk, row)
        desk.session.rollback()
    assert message["X-Waybill"] == kind and message["Subject"]
    for wanted in ("plain", "html"):
        body = message.get_body((wanted,))
        assert body is not None
        text = " ".join(str(body.get_content()).replace("&#39;", "'").split())
        if language == "en":
            assert SAID[kind] in text, text
        if of_no_game:
            assert "/games/" not in text


def test_what_was_not_put_into_words_is_not_stored() -> None:
    with pytest.raises(mails.UnreadableRow):
        mails.encode(mails.Notice(Message("A place is free"), ""))
    said = mails.mapped(mails.Notice(Message("A place is free"), ""), str)
    assert said == mails.Notice("A place is free", "")


@pytest.mark.parametrize(
    "spoilt",
    [{"v": 1, "title": "x"}, {"v": 1, "title": "x", "text": 7, "orders": []}, {"v": 99, "title": "x", "text": "y"}],
)
def test_a_spoilt_row_is_an_error_and_never_half_a_mail(spoilt: dict[str, object]) -> None:
    with pytest.raises(mails.UnreadableRow):
        mails.decode("notice", spoilt)


ANSWERED = SAMPLES[Kind.ANSWER]
assert isinstance(ANSWERED, mails.Answered)
# Rows as they were written before payloads had types, and what they are now.
OLD = [
    ("move", "move g 3 1", {"turn": 3, "decision": 1, "began": False, "since": 0, "seq": 2}, SAMPLES[Kind.MOVE]),
    ("report", "report g 2 1", {"began": True, "since": 0, "seq": 2}, mails.Report(2, 0)),
    ("report", "digest 1 2", {"began": False, "since": 0, "seq": 2}, mails.Digest(2, 0)),
    ("over", "over g 2 1", {"since": 0, "seq": 2}, mails.Over(2, 0)),
    ("reminder", "reminder 1 1", {"seq": 2, "since": None, "decision": 1, "turn": 3}, SAMPLES[Kind.REMINDER]),
    (
        "late",
        "late 1",
        {"seq": 2, "since": None, "decision": 1, "turn": 3, "grace": 24, "then": "the moderator decides"},
        SAMPLES[Kind.LATE],
    ),
    ("invitation", "invitation g 1", {"moderating": False}, mails.Invitation()),
    ("invitation", "invitation g 9", {"moderating": True}, mails.Moderating()),
    ("invitation", "substitute 4", {"substitute": True, "owner": "Red"}, mails.StandingIn("Red")),
    ("invitation", "replace 4 1", {"replacing": True}, mails.TakingOver()),
    (
        "notice",
        "notice g gm 4",
        {"title": "T", "text": "X", "as": "deadline", "decision": None, "seq": 2, "turn": 3},
        mails.NewDeadline(2, None, 3, None, "T", "X"),
    ),
    (
        "notice",
        "press 1 2",
        {"title": "Press from Green", "text": "Hello", "as": "press", "by": "Green", "seq": 2},
        mails.PressMail("Green", "Hello", 2),
    ),
    ("notice", "offer 1", {"title": "T", "text": "X", "orders": ["accept 1"]}, mails.Notice("T", "X", ("accept 1",))),
    ("notice", "offer 2", {"title": "T", "text": "X", "orders": False}, mails.Notice("T", "X")),
    ("confirm", "confirm 1", {"word": "K7M2", "what": "resign your seat"}, SAMPLES[Kind.CONFIRM]),
    (
        "answer",
        "answer 1",
        {name: value for name, value in mails.encode(ANSWERED).items() if name not in ("v", "orders")}
        | {"confirm_word": "", "with_position": True},
        replace(ANSWERED, orders=()),
    ),
]


@pytest.mark.parametrize(("kind", "key", "bag", "now"), OLD)
def test_rows_written_before_are_read(kind: str, key: str, bag: dict[str, object], now: Payload) -> None:
    assert mails.decode(kind, json.loads(json.dumps(bag)), key) == now
