"""Whoever is invited knows what they are asked to: host, moderator, pace, grace, the rule for the late, options."""

from __future__ import annotations

from moderator.inbox.handle import handle
from tests.engine.positions import opening
from tests.moderator.commands.test_who_is_who import word_in
from tests.moderator.house import Answered, House
from tests.phrasings.counter import Counter
from tests.phrasings.positions import SEATS


def test_an_invitation_names_moderator_pace_late_rule_and_options(house: House) -> None:
    game = house.game(
        "Red", "Green", "Blue", title="1882", gm="gina@example.org", start=False,
        options={"private_purchase_phases": "3 4 5"}, terms={"hours": {"stock": 36}, "grace": 12, "noshow": "default"},
    )  # fmt: skip
    house.deliver()
    text = next(house.text_of(row) for row in house.outbox("invitation") if row.recipient.startswith("red"))
    for said in (
        "Moderated by gina.",
        "Auction 24, Stock round 36, Operating round 48.",
        "12 hours of grace, then a safe order is played",
        "private_purchase_phases=3 4 5",
    ):
        assert said in " ".join(text.split())
    assert game in text


def test_a_game_asked_for_by_mail_names_its_host_and_reads_options_of_several_words(house: House) -> None:
    lines = (
        "new game 1882", "player Red: red@example.org", "player Ann: ann@example.org", "bot Bo",
        "option private_purchase_phases=3 4 5", "end game",
    )  # fmt: skip
    asked = stranger(house, "\n".join(lines))
    assert stranger(house, f"confirm {word_in(asked.text)}").word == "ACCEPTED"
    invitations = [" ".join(house.text_of(row).split()) for row in house.outbox("invitation")]
    assert invitations and all("private_purchase_phases=3 4 5" in text for text in invitations)
    assert all("Arranged by Red." in text for text in invitations)


def stranger(house: House, body: str) -> Answered:
    sender, to = "red@example.org", "play@waybill.localhost"
    receipt = house.take_in(house.raw(sender, to, body), sender, to)
    handle(house.office, receipt.mail_id)
    return house.answer(receipt.mail_id)


def test_the_status_of_an_inviting_game_says_who_declined_and_what_it_is_played_under(house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861", start=False)
    house.write(game, "Green", "decline", deliver=False)
    answer = house.write(game, "Red", "status", deliver=False)
    said = "\n".join(str(block["text"]) for block in answer.rows[0].data["blocks"])
    assert "Declined: Green." in said and "Still to answer their invitation: Red, Blue" in said
    assert "all as usual" in said and "There is no moderator" in said


def test_an_invitation_says_what_it_is_about_and_comes_again_in_the_language_asked_for(house: House) -> None:
    """Nobody is expected to know the game, the service or English."""
    game = house.game("Ann", "Red", title="1882", start=False)
    house.deliver()
    [first] = house.outbox("invitation", "ann@example.org")
    said = " ".join(house.text_of(first).split())
    assert "1882: ASSINIBOIA" in said and "railway board games" in said and "/rules/1882" in said
    assert house.write(game, "Ann", "language fr").word == "ACCEPTED"
    assert house.write(game, "Ann", "language fr").word == "ACCEPTED"
    [_, again] = house.outbox("invitation", "ann@example.org")
    assert "jeux de société ferroviaires" in " ".join(house.text_of(again).split())
    assert len(house.outbox("invitation", "red@example.org")) == 1


def test_a_game_begun_before_there_was_an_option_is_told_what_it_goes_on_under(house: House) -> None:
    state = opening("1867", seats=SEATS)
    before = {name: value for name, value in state.options.items() if name != "second_share_declined"}
    game = Counter(house).set_up(state.change(options=before), "en")
    answer = house.write(game, "Red", "status", deliver=False)
    said = "\n".join(str(block["text"]) for block in answer.rows[0].data["blocks"])
    assert "Options of 1867: second_share_declined=last_must; all else as usual" in said


def test_who_may_look_when_reminders_come_and_what_seals_tell_is_said_before_anybody_joins(house: House) -> None:
    game = house.game(
        "Red", "Green", "Blue", title="1882", gm="gina@example.org", start=False,
        terms={"reminders": [0.25], "seals": "open"}, visibility="private",
    )  # fmt: skip
    house.deliver()
    text = " ".join(next(house.text_of(row) for row in house.outbox("invitation", "red@example.org")).split())
    assert "Only those at the table may look at the game." in text
    assert "Reminders at 25% of the time." in text
    assert "The table is told when a sealed order is filed, and what it was once it is used up." in text
    status = house.write(game, "GM", "gm status", sender="gina@example.org").rows[0].data["blocks"]
    terms = " ".join(str(block["text"]) for block in status)
    assert "Only those at the table may look at the game." in terms and "Reminders at 25% of the time." in terms


def test_a_moderator_who_writes_what_is_a_players_is_shown_a_seat_that_is_there(house: House) -> None:
    game = house.game("Ann", "Bert", title="toy", gm="gina@example.org")
    said = house.write(game, "GM", "bid N 5", sender="gina@example.org")
    assert said.word == "NOT ACCEPTED"
    assert said.rows[0].data["lines"][0]["instead"][0] == "gm as Ann", said.said
    playing = house.game("Ann", "Bert", "Carl", title="1882", gm="bert@example.org")
    said = house.write(playing, "GM", "pass", sender="bert@example.org")
    assert said.rows[0].data["lines"][0]["instead"][0] == "gm as Bert", said.said
