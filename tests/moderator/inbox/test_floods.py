"""Whatever is sent how often: nobody else's mailbox is filled with it, and nobody who plays is kept from playing."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from moderator.hearing.confirming import MOST_NAMED, MOST_TO_ONE
from moderator.inbox import replying
from moderator.inbox.conduct import MOST_ON_FILE, MOST_TOLD
from moderator.inbox.for_operator import MOST_A_DAY
from moderator.inbox.handle import handle
from moderator.inbox.replying import MOST_AT_A_DOMAIN, MOST_KNOWN, MOST_LATER, MOST_STRANGERS
from tests.moderator.house import House, open_house, settings_for

PLAY = "play@waybill.localhost"


def sent(house: House, sender: str, to: str, body: str, kind: str = "text/plain") -> str:
    house.letters += 1
    head = f"From: {sender}\r\nTo: {to}\r\nSubject: x\r\nMessage-ID: <f{house.letters}@mua.example>\r\n"
    raw = f"{head}Content-Type: {kind}\r\n\r\n{body}".encode()
    return handle(house.office, house.take_in(raw, f"e{house.letters}@evil.example", to).mail_id)


def known(house: House, address: str) -> None:
    with house.office.desk() as desk:
        desk.meet(address)


@pytest.mark.parametrize("spelling", ["victim+{}@third.example", "v.ictim+{}@gmail.com"])
def test_the_spellings_of_an_address_are_one_mailbox(house: House, spelling: str) -> None:
    verdicts = [sent(house, spelling.format(number), PLAY, "status") for number in range(MOST_STRANGERS + 3)]
    assert len(house.outbox("answer")) == MOST_STRANGERS
    assert verdicts[-3:] == ["dropped:flood"] * 3
    house.pass_time(hours=1)
    sent(house, spelling.format("later"), PLAY, "status")
    assert len(house.outbox("answer")) == MOST_STRANGERS + 1


def test_a_domain_that_takes_mail_for_everybody_is_not_flooded_either(house: House) -> None:
    for number in range(MOST_AT_A_DOMAIN + 3):
        sent(house, f"u{number}@third.example", PLAY, "status")
    assert len(house.outbox("answer")) == MOST_AT_A_DOMAIN
    sent(house, "u1@other.example", PLAY, "status")
    assert len(house.outbox("answer", "u1@other.example")) == 1


@pytest.mark.parametrize("box", ["postmaster", "abuse"])
def test_the_operators_mailbox_is_not_filled_by_strangers(house: House, box: str) -> None:
    for number in range(MOST_A_DAY + 10):
        assert sent(house, f"u{number}@evil.example", f"{box}@waybill.localhost", "hi") == "parked:operator"
    told = house.outbox("operator")
    assert len(told) == MOST_A_DAY + 1
    assert "mail list --status parked" in told[-1].data["text"]
    house.pass_time(days=1)
    sent(house, "u@evil.example", f"{box}@waybill.localhost", "hi")
    assert len(house.outbox("operator")) == MOST_A_DAY + 2


def test_nor_by_forged_complaints(house: House) -> None:
    kind = "multipart/report; report-type=feedback-report; boundary=b"
    body = "--b\r\n\r\nspam\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n--b--\r\n"
    for number in range(MOST_A_DAY + 5):
        assert sent(house, f"fbl{number}@evil.example", PLAY, body, kind) == "parked:complaint"
    assert len(house.outbox("operator")) == MOST_A_DAY + 1


def test_a_player_can_not_fill_the_others_mailboxes_and_still_plays(house: House) -> None:
    game = house.game("Red", "Green", gm="boss@example.org")
    house.eager = False
    for number in range(MOST_TOLD):
        assert house.write(game, "Red", f"press all\n{number}\nend press").word == "ACCEPTED"
    told = len(house.outbox("press", "green@example.org"))
    refused = house.write(game, "Red", "press all\nonce more\nend press")
    assert refused.word == "NOT ACCEPTED"
    assert "within an hour" in refused.said
    assert house.write(game, "Red", "more time 24h").word == "NOT ACCEPTED"
    assert len(house.outbox("press", "green@example.org")) == told == MOST_TOLD
    assert house.write(game, "Red", "status").word == "ACCEPTED"
    assert house.write(game, "Red", "bid N 5").word == "ACCEPTED"
    house.pass_time(hours=1)
    assert house.write(game, "Red", "press all\nonce more\nend press").word == "ACCEPTED"


def test_addresses_nobody_has_proved_get_a_few_words_a_day(house: House) -> None:
    game = house.game("Red", "Green")
    house.eager = False
    for number in range(MOST_NAMED):
        assert house.write(game, "Red", f"address add u{number}@third.example").word == "CONFIRM"
    assert house.write(game, "Red", "address add another@third.example").word == "NOT ACCEPTED"
    for number in range(MOST_TO_ONE + 2):
        house.write(game, "Green", f"address add victim+{number}@third.example")
    words = [row for row in house.outbox("confirm") if row.recipient.endswith("third.example")]
    assert len(words) == MOST_NAMED + MOST_TO_ONE


def test_orders_for_later_come_a_few_at_a_time(house: House) -> None:
    """Each is tried in every form there is: fifty of them kept everybody else waiting for half a second."""
    game = house.game("Red", "Blue", "Green", title="1861")
    house.eager = False
    many = [f"if cash >= {number} then pass" for number in range(MOST_ON_FILE + 1)]
    refused = house.write(game, "Red", "\n".join(many))
    assert refused.word == "NOT ACCEPTED"
    assert f"more than {MOST_ON_FILE} things" in refused.rows[0].data["headline"]
    assert house.write(game, "Red", "\n".join(many[:3])).word in ("ACCEPTED", "QUEUED")


def test_a_known_person_is_answered_later_rather_than_never_and_told_so_once(house: House) -> None:
    """Mails in their name may be somebody else's: they come no faster than before, and none is thrown away."""
    known(house, "boss@example.org")
    house.pass_time(minutes=50)
    verdicts = [sent(house, "boss@example.org", PLAY, "events") for _ in range(MOST_KNOWN + 3)]
    answers = house.outbox("answer", "boss@example.org")
    assert "dropped:flood" not in verdicts
    assert len(answers) == MOST_KNOWN + 3
    assert [row.due_at > house.time for row in answers] == [False] * MOST_KNOWN + [True] * 3
    # As it is said, and so before what is written after that.
    assert {row.due_at for row in answers[-3:]} == {house.time + timedelta(minutes=10)}
    told = [row for row in answers if "That was the last answer for now" in str(row.data)]
    assert told == [answers[MOST_KNOWN - 1]]


def test_a_known_person_whose_mails_are_too_many_even_for_later_is_told_once_a_day(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replying, "MOST_KNOWN", 2)
    known(house, "boss@example.org")
    verdicts = [sent(house, "boss@example.org", PLAY, "events") for _ in range(2 * MOST_LATER + 3)]
    assert verdicts[-3:] == ["dropped:flood"] * 3
    (told,) = house.outbox("notice", "boss@example.org")
    assert told.data["title"] == "Too many emails in your name"
    assert "Answers for 12 hours wait for you" in told.data["text"]
    assert "If you did not write them, somebody else uses your name" in told.data["text"]
    house.pass_time(days=1)
    for _ in range(2 * MOST_LATER + 3):
        sent(house, "boss@example.org", PLAY, "events")
    assert len(house.outbox("notice", "boss@example.org")) == 2


def test_whoever_proves_to_be_somebody_known_has_a_larger_measure(house: House) -> None:
    known(house, "boss@example.org")
    for _ in range(MOST_KNOWN + 6):
        receipt = house.take_in(house.raw("boss@example.org", PLAY, "events"), "boss@example.org", PLAY, "web")
        handle(house.office, receipt.mail_id)
    answers = house.outbox("answer", "boss@example.org")
    assert len(answers) == MOST_KNOWN + 6
    assert all(row.due_at <= house.time for row in answers)


def test_a_stranger_learns_that_no_more_answers_come(house: House) -> None:
    for _ in range(MOST_STRANGERS + 3):
        sent(house, "x@third.example", PLAY, "events")
    answers = house.outbox("answer", "x@third.example")
    assert len(answers) == MOST_STRANGERS
    assert "this address is not answered" in str(answers[-1].data)
    assert "this address is not answered" not in str(answers[-2].data)


@pytest.mark.parametrize("domain", ["s{}.third.example", "s{}.third.co.uk"])
def test_names_below_a_domain_are_the_domains(house: House, domain: str) -> None:
    for number in range(MOST_AT_A_DOMAIN + 2):
        sent(house, f"u@{domain.format(number)}", PLAY, "status")
    assert len(house.outbox("answer")) == MOST_AT_A_DOMAIN
    sent(house, "u@fourth." + domain.partition(".third.")[2], PLAY, "status")
    assert len(house.outbox("answer")) == MOST_AT_A_DOMAIN + 1


def test_all_strangers_together_get_so_many_answers_an_hour_and_the_rest_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moderator.inbox.replying.MOST_IN_ALL", 5)
    for number in range(8):
        assert sent(house, f"u@d{number}.example", PLAY, "status") != "dropped:flood"
    answers = house.outbox("answer")
    assert [one.due_at - answers[0].due_at for one in answers] == [timedelta()] * 5 + [timedelta(hours=1)] * 3
    [told] = house.outbox("operator")
    assert "not known here" in told.data["text"]


@pytest.mark.parametrize("to", [PLAY, "help@waybill.localhost"])
def test_help_in_somebodys_name_brings_them_little(house: House, to: str) -> None:
    sent(house, "victim@third.example", to, "help")
    [answer] = house.outbox("answer")
    house.deliver()
    with house.office.reading() as desk:
        row = desk.outbox.get(answer.id)
        assert row is not None
        whole = desk.enclosures.whole(row)
    assert whole is not None
    assert len(whole) < 8_000
    assert f"{house.office.settings.base_url}/help" in house.text_of(answer)


def test_who_is_known_not_to_have_written_is_not_written_to(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path, TRUST="header:mx.example.org"))
    house.game("Red", "Blue")
    failed = "Authentication-Results: mx.example.org; dmarc=fail header.from={}\r\n"

    def forged(sender: str, body: str) -> str:
        head = failed.format(sender.partition("@")[2]) + f"From: {sender}\r\nTo: {PLAY}\r\nMessage-ID: <{body}@x>\r\n"
        raw = f"{head}\r\n{body}".encode()
        return handle(house.office, house.take_in(raw, "a@evil.example", PLAY).mail_id)

    assert forged("victim@third.example", "help") == "dropped:forged"
    assert forged("victim@third.example", "status") == "dropped:forged"
    assert not house.outbox("answer")
    # Nobody is passed over in silence: the operator is told of the first of a day, and where all of them are.
    (told,) = house.outbox("operator")
    assert "mail show 1\n" in told.data["text"] and "mail list --status dropped" in told.data["text"]
    with house.office.reading() as desk:
        assert desk.incoming.dropped() == {"forged": 2}
    house.pass_time(days=1)
    assert forged("victim@third.example", "new game 1861") == "dropped:forged"
    assert len(house.outbox("operator")) == 2
    # A forwarder may have spoiled the mail of somebody who plays here: they are told, in short.
    assert forged("red@example.org", "help").startswith("NOT ACCEPTED")
    assert "not from you" in house.text_of(house.outbox("answer")[0])
    # A word that was mailed to them proves more than the check that it broke.
    asked = house.take_in(house.raw("red@example.org", PLAY, "language fr"), "red@example.org", PLAY)
    handle(house.office, asked.mail_id)
    found = re.search(r"confirm (\w{8})", house.text_of(house.outbox("answer")[-1]))
    assert found is not None
    assert forged("red@example.org", f"confirm {found[1]}") == "ACCEPTED"
    house.office.close()


@pytest.mark.parametrize("fields", ["X-Long: " + "x" * 140_000 + "\r\n", "X-A: b\r\n" * 600])
def test_a_mail_with_more_headers_than_are_read_is_not_dropped_in_silence(house: House, fields: str) -> None:
    """Its From may stand below what is read: the owner of a seat is told, and of what a stranger wrote the operator."""
    game = house.game("Red", "Blue")
    tail = "From: red@example.org\r\nMessage-ID: <{}@x>\r\n\r\npass\r\n"

    def came(to: str, number: int, sender: str = "red@example.org") -> str:
        raw = (fields + tail.format(number)).encode()
        return handle(house.office, house.take_in(raw, sender, to).mail_id)

    assert came(house.address(game, "Red"), 1, "evil@third.example").startswith("NOT ACCEPTED")
    (told,) = house.outbox("answer")
    assert told.recipient == "red@example.org" and "more headers than we read" in " ".join(house.text_of(told).split())
    assert came(PLAY, 2) == came(PLAY, 3, "blue@example.org") == "dropped:headers"
    # Nobody who may not have written is written to, and the operator hears of the first one of a day.
    assert len(house.outbox("answer")) == 1
    (told,) = house.outbox("operator")
    assert "mail show 2\n" in told.data["text"] and "headers" in told.data["text"]


@pytest.mark.parametrize(
    "named", ['"' + "x" * 70_000 + '" <red@example.org>', "a@b.example, " * 400 + "red@example.org"]
)
def test_nor_is_one_whose_from_is_longer_than_is_read(house: House, named: str) -> None:
    game = house.game("Red", "Blue")

    def came(to: str, number: int) -> str:
        raw = f"From: {named}\r\nMessage-ID: <{number}@x>\r\n\r\npass\r\n".encode()
        return handle(house.office, house.take_in(raw, "red@example.org", to).mail_id)

    assert came(house.address(game, "Red"), 1).startswith("NOT ACCEPTED")
    assert came(PLAY, 2) == came(PLAY, 3) == "dropped:no-from"
    assert [row.recipient for row in house.outbox("answer")] == ["red@example.org"], "at the seat"
    (told,) = house.outbox("operator")
    assert "mail show 2\n" in told.data["text"] and "can't be read" in told.data["text"]


def test_many_questions_in_somebodys_name_bring_them_little_too(house: House) -> None:
    house.game("Red", "Blue")
    lines = [f"help {one}" for one in ("new game", "continue game", "td new", "join", "language", "zone", "events")]
    lines += [f"rules {title}" for title in ("1861", "1867", "1882")]
    told = []
    for sender in ("victim@third.example", "red@example.org"):
        sent(house, sender, PLAY, "\n".join(lines))
        told.append(" ".join(house.text_of(house.outbox("answer", sender)[-1]).split()))
    assert "this address is not known here yet" in told[0]
    assert "/rules/1882" in told[1] and "/rules/1882" not in told[0]


@pytest.mark.parametrize(
    ("box", "body"), [("play", "hello there"), ("play", "I'd like to play 1882 against two bots"), ("help", "help")]
)
def test_mails_in_somebodys_name_do_not_hold_up_the_answer_to_what_they_say_themselves(
    tmp_path: Path, box: str, body: str
) -> None:
    house = open_house(settings_for(tmp_path, TRUST="header:mx.example.org"))
    known(house, "boss@example.org")
    to = f"{box}@waybill.localhost"
    for _ in range(MOST_KNOWN + 1):
        sent(house, "boss@example.org", to, body)
    assert house.outbox("answer")[-1].due_at > house.time
    found = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n"
    receipt = house.take_in(found.encode() + house.raw("boss@example.org", to, body), "boss@example.org", to)
    handle(house.office, receipt.mail_id)
    assert house.outbox("answer")[-1].mail_id == receipt.mail_id
    assert house.outbox("answer")[-1].due_at <= house.time
