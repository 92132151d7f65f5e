"""Whom a director has entered is asked: one word says no, and who never answers is known to the director."""

from __future__ import annotations

import pytest

from moderator.hearing.called import in_language
from moderator.inbox.handle import handle
from moderator.store.statuses import EntryStatus
from moderator.table.robots import play_bots
from tests.moderator.events.conftest import BOSS, PLAY, Club
from tests.moderator.house import Answered

DORA = "dora@example.org"


def entered(club: Club) -> None:
    club.announce(people=("Anna", "Bert"), bots=1)
    answer = club.write(f"td enter cup Dora: {DORA}")
    assert "Dora is entered, and is asked whether they play" in answer.said
    (mail,) = club.house.outbox("notice", DORA)
    assert mail.data["title"] == "cup: do you play?"
    assert "Reply `yes` or `no`" in mail.data["text"]
    assert "Boss directs cup, a tournament of 18xx games played by email (toy)" in mail.data["text"]


def reply(club: Club, body: str, sender: str = DORA) -> Answered:
    """An answer to the mail that asked; programs name it."""
    asked = [row for row in club.house.outbox("notice", DORA) if "do you play" in row.data["title"]][-1]
    club.house.pass_time(minutes=20)
    raw = f"In-Reply-To: {asked.message_id}\r\n".encode() + club.house.raw(sender, PLAY, body)
    receipt = club.house.take_in(raw, sender, PLAY)
    handle(club.house.office, receipt.mail_id)
    return club.house.answer(receipt.mail_id, deliver=False)


def status(club: Club) -> str:
    return " ".join(club.write("td status cup").text.split())


@pytest.mark.parametrize(
    "said",
    [
        "no",
        "No thanks, I have no time.",
        "non merci",
        "nein, leider nicht",
        "아니요",
        "No, sorry, I never asked for this.",
        "No. Please leave me alone",
        "no. who are you?",
        "No, I won't play in this.",
        "non merci, je ne joue pas",
        "nein danke, ich spiele nicht mit",
        "아니요, 참가하지 않겠습니다",
    ],
)
def test_one_word_says_no(club: Club, said: str) -> None:
    entered(club)
    assert reply(club, said).word == "ACCEPTED"
    assert club.overview().entry_named("Dora").status == EntryStatus.WITHDRAWN
    assert "Dora has left" in club.house.outbox("notice", BOSS)[-1].data["title"]


@pytest.mark.parametrize("said", ["yes", "Yes, I'd love to!", "oui, volontiers", "ja gerne", "네"])
def test_one_word_says_yes(club: Club, said: str) -> None:
    entered(club)
    assert "Entered by you, and no answer yet: Dora" in status(club)
    answer = reply(club, said)
    assert answer.word == "ACCEPTED" and "cup" in answer.said and "Dora" in answer.said
    assert club.overview().entry_named("Dora").status == EntryStatus.ENTERED
    assert "no answer yet" not in status(club)


def test_who_never_answers_is_shown_to_the_director_before_entry_closes(club: Club) -> None:
    entered(club)
    asked = club._sent("td close cup", BOSS)
    assert "Entered by you, and no answer yet: Dora" in " ".join(asked.text.split())
    assert club._confirmed(asked, BOSS).word == "ACCEPTED"
    assert "no answer yet: Dora" in status(club)


def test_a_no_that_answers_no_mail_of_ours_waits_for_a_word(club: Club) -> None:
    """From can say anything: nobody takes somebody else out."""
    entered(club)
    answer = club._sent("no", DORA)
    assert answer.status == "parked"
    assert club.overview().entry_named("Dora").status == EntryStatus.ENTERED
    assert club._confirmed(answer, DORA).word == "ACCEPTED"
    assert club.overview().entry_named("Dora").status == EntryStatus.WITHDRAWN


def test_a_no_of_somebody_else_to_that_mail_takes_nobody_out(club: Club) -> None:
    entered(club)
    reply(club, "no", "anna@example.org")
    assert {club.overview().entry_named(name).status for name in ("Anna", "Dora")} == {EntryStatus.ENTERED}


def test_a_no_after_the_draw_is_an_answer(club: Club) -> None:
    club.announce(bots=3)
    club.write(f"td enter cup Dora: {DORA}")
    club.close()
    club.move_on()
    assert "no answer yet: Dora" in club.write("td status cup").text
    club.write("no", DORA)
    status = club.write("td status cup").text
    assert "no answer yet" not in status
    assert "Can't play, and a table waits for them: Dora" in status


def test_who_moves_or_is_replaced_is_no_longer_said_not_to_have_answered(club: Club) -> None:
    club.announce("tables 4", bots=2)
    club.write(f"td enter cup Dora: {DORA}")
    club.write("td enter cup Emil: emil@example.org")
    club.close()
    club.move_on()
    assert "no answer yet: Dora, Emil" in status(club)
    (game,) = club.games()
    for _ in range(8):
        with club.house.office.reading() as desk:
            play = desk.game(game)
            assert play is not None
        if play.to_move == "Dora":
            club.house.write(game, "Dora", "pass", sender=DORA)
            break
        play_bots(club.house.office, game)
        if play.to_move == "Emil":
            club.house.write(game, "Emil", "pass", sender="emil@example.org")
    club.write("td replace cup Emil by bot")
    assert "no answer yet" not in status(club)


def test_who_is_replaced_as_they_asked_is_told_so(club: Club) -> None:
    club.announce("format swiss 1 then final", people=("Anna", "Bert"), bots=2)
    club.close()
    club.move_on()
    club.write("withdraw from cup", "anna@example.org")
    assert club.write("td replace cup Anna by bot").word == "ACCEPTED"
    told = str([row.data for row in club.house.outbox(to="anna@example.org")])
    assert "as you asked, you no longer play Anna" in told
    assert "the director has taken you out" not in told


def test_who_has_said_no_is_not_entered_again_by_others(club: Club) -> None:
    entered(club)
    reply(club, "no")
    before = len(club.house.outbox(to=DORA))
    refused = club.write(f"td enter cup Dora: {DORA}")
    assert "Dora has said no to cup, and is not asked again" in refused.said
    assert len(club.house.outbox(to=DORA)) == before, "and hears nothing of it"
    assert club.write("enter cup as Dora", DORA).word == "ACCEPTED"
    assert club.overview().entry_named("Dora").status == EntryStatus.ENTERED


def test_who_has_not_answered_gets_no_word_of_the_director_s(club: Club) -> None:
    entered(club)
    before = len(club.house.outbox("notice", DORA))
    answer = club.write('td tell cup "The hall is open."')
    assert "but who has not answered: Dora" in answer.said
    assert len(club.house.outbox("notice", DORA)) == before
    reply(club, "yes")
    assert "sent to everybody in cup" in club.write('td tell cup "Still open."').said
    assert len(club.house.outbox("notice", DORA)) == before + 1


@pytest.mark.parametrize(("first", "then"), [("yes", "no"), ("no", "yes")])
def test_an_answer_to_the_mail_of_one_event_is_none_to_another(club: Club, first: str, then: str) -> None:
    """Who changes their mind about the one is asked which is meant."""
    entered(club)
    [about_cup] = club.house.outbox("notice", DORA)
    assert reply(club, first).word == "ACCEPTED"
    club.cup = "bowl"
    club.announce()
    club.write(f"td enter bowl Dora: {DORA}")
    club.house.pass_time(minutes=20)
    raw = f"In-Reply-To: {about_cup.message_id}\r\n".encode() + club.house.raw(DORA, PLAY, then)
    receipt = club.house.take_in(raw, DORA, PLAY)
    handle(club.house.office, receipt.mail_id)
    asked = club.house.answer(receipt.mail_id, deliver=False)
    assert asked.word == "NOT ACCEPTED"
    command = "enter" if then == "yes" else "withdraw from"
    assert asked.rows[0].data["lines"][0]["instead"] == [f"{command} cup", f"{command} bowl"]
    assert club.overview().entry_named("Dora").status == EntryStatus.ENTERED
    assert "no answer yet: Dora" in " ".join(club.write("td status bowl").text.split())


def test_of_two_events_nobody_guesses_which_is_meant(club: Club) -> None:
    entered(club)
    club.cup = "bowl"
    club.announce()
    club.write(f"td enter bowl Dora: {DORA}")
    asked = reply(club, "no")
    assert asked.word == "NOT ACCEPTED"
    assert set(asked.rows[0].data["lines"][0]["instead"]) == {"withdraw from cup", "withdraw from bowl"}


def test_a_yes_of_somebody_who_was_not_asked_is_talk(club: Club) -> None:
    entered(club)
    deeds = len(club.deeds())
    assert "here is how to write to us" in " ".join(club._sent("yes", "anna@example.org").text.split())
    assert len(club.deeds()) == deeds, "and does nothing"


@pytest.mark.parametrize(
    "said",
    [
        "I don't want to play",
        "Yes, but only if it starts after Christmas",
        "No, unless it starts after Christmas",
        "No, I mean yes",
        "Nein, ich spiele mit",
        "No problem, I'm in",
        "No?",
        "who are you? what is this?",
        "Not sure yet, who else plays?",
    ],
)
def test_who_was_asked_and_says_neither_yes_nor_no_plainly_is_told_what_to_write(club: Club, said: str) -> None:
    entered(club)
    answer = reply(club, said)
    assert answer.word == "NOT ACCEPTED"
    with club.house.office.reading() as desk:
        dora = desk.person_at(DORA)
        assert dora is not None
    wanted = [f"{in_language(words, dora.language)} cup" for words in ("enter", "withdraw from")]
    assert [line["instead"] for line in answer.rows[0].data["lines"] if line["instead"]] == [wanted]
    told = club.house.outbox("notice", BOSS)[-1].data
    assert told["title"] == "cup: Dora has answered" and said in told["text"], "what they ask or want is not lost"
    assert "no answer yet: Dora" in status(club)


def test_what_is_no_answer_is_shown_to_the_director_so_often_a_day(club: Club) -> None:
    entered(club)
    for number in range(5):
        reply(club, f"Who else plays at table {number}?")
    titles = [row.data["title"] for row in club.house.outbox("notice", BOSS)]
    assert titles.count("cup: Dora has answered") == 3


def test_who_was_asked_and_wants_a_game_is_not_asked_about_the_event(club: Club) -> None:
    entered(club)
    assert "withdraw from cup" not in reply(club, "Can you start a game of 1882 against two bots?").text


def test_who_has_not_answered_is_not_mailed_with_every_change_of_the_terms(club: Club) -> None:
    entered(club)
    before = len(club.house.outbox(to=DORA))
    club.write("td change cup about Buy my book!")
    assert len(club.house.outbox(to=DORA)) == before
    assert [row for row in club.house.outbox("notice", "anna@example.org") if "terms" in str(row.data)]


def test_a_director_who_enters_somebody_twice_is_told_of_them_and_not_of_the_director(club: Club) -> None:
    entered(club)
    refused = club.write("td enter cup Anna: anna@example.org")
    assert "Anna has entered cup already." in refused.said
    assert "withdraw from" not in refused.text and "td status cup" in refused.text


def test_who_has_not_answered_does_not_move_up_before_who_wants_to_play(club: Club) -> None:
    club.announce("places 2", people=("Anna", "Bert"), bots=0)
    club.write(f"td enter cup Dora: {DORA}")
    club.write("enter cup as Emil", "emil@example.org")
    club.write("withdraw from cup", "anna@example.org")
    assert club.overview().entry_named("Emil").status == EntryStatus.ENTERED
    assert club.overview().entry_named("Dora").status == EntryStatus.WAITING
    club.write("withdraw from cup", "bert@example.org")
    assert club.overview().entry_named("Dora").status == EntryStatus.ENTERED
    told = club.house.outbox("notice", DORA)[-1].data
    assert told["title"] == "cup: do you play?" and "Reply `yes` or `no`" in told["text"]


def test_a_yes_that_comes_when_the_seat_is_somebody_elses_is_not_taken_for_playing(club: Club) -> None:
    entered(club)
    club.close()
    club.move_on()
    club.write("td replace cup Dora by bot")
    answer = reply(club, "yes")
    assert answer.word == "NOT ACCEPTED"
    assert "The director has given your seat in cup to somebody else" in answer.said


@pytest.mark.parametrize("language", ["fr", "de", "ko"])
def test_who_is_new_here_is_asked_in_the_language_of_their_director(club: Club, language: str) -> None:
    club.announce()
    club.write(f"language {language}")
    club.write(f"td enter cup Dora: {DORA}")
    club.write("td deputy cup nina@example.org")
    with club.house.office.reading() as desk:
        for address in (DORA, "nina@example.org"):
            met = desk.person_at(address)
            assert met is not None and met.language == language


@pytest.mark.parametrize(
    ("said", "language", "told"),
    [
        ("Oui, je veux bien jouer avec vous, merci !", "fr", "français"),
        ("Nein danke, ich habe leider keine Zeit.", "de", "Deutsch"),
        ("Das weiß ich noch nicht, ich muss erst schauen.", "de", "Deutsch"),
        ("네, 저도 참가하고 싶어요. 감사합니다!", "ko", "한국어"),
    ],
)
def test_whom_a_director_entered_and_who_answers_in_their_own_language_is_written_to_in_it(
    club: Club, said: str, language: str, told: str
) -> None:
    entered(club)
    answer = reply(club, said)
    assert told in str(answer.rows[0].data["warnings"])
    with club.house.office.reading() as desk:
        dora = desk.person_at(DORA)
        assert dora is not None and dora.language == language


@pytest.mark.parametrize("sender", [DORA, "anna@example.org"])
def test_nobody_changes_the_language_of_who_has_chosen_theirs_or_of_somebody_else(club: Club, sender: str) -> None:
    entered(club)
    if sender == DORA:
        club.write("language ko", DORA)
    reply(club, "Oui, je veux bien jouer avec vous, merci !", sender)
    with club.house.office.reading() as desk:
        writer = desk.person_at(sender)
        assert writer is not None and writer.language == ("ko" if sender == DORA else "en")


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("ja, gerne", "de"),
        ("Oui, avec plaisir", "fr"),
        ("네 참가합니다", "ko"),
        ("Ja, ich spiele gerne mit!", "de"),
    ],
)
def test_a_yes_that_names_no_mail_and_that_nothing_proves_says_what_its_writer_reads(
    club: Club, said: str, language: str
) -> None:
    entered(club)
    club.house.pass_time(minutes=20)
    receipt = club.house.take_in(club.house.raw(DORA, PLAY, said), DORA, PLAY)
    handle(club.house.office, receipt.mail_id)
    assert club.house.answer(receipt.mail_id, deliver=False).word == "ACCEPTED"
    assert "no answer yet" not in status(club)
    with club.house.office.reading() as desk:
        dora = desk.person_at(DORA)
        assert dora is not None and dora.language == language


def test_what_nothing_proves_and_is_no_yes_changes_nobodys_language(club: Club) -> None:
    entered(club)
    for said in ("nein danke, ich spiele nicht mit", "Wann beginnt das Turnier?"):
        club.house.pass_time(minutes=20)
        receipt = club.house.take_in(club.house.raw(DORA, PLAY, said), DORA, PLAY)
        handle(club.house.office, receipt.mail_id)
    with club.house.office.reading() as desk:
        dora = desk.person_at(DORA)
        assert dora is not None and dora.language == "en"


def test_a_no_that_waits_for_its_word_says_what_its_writer_reads_when_the_word_comes_back(club: Club) -> None:
    entered(club)
    answer = club.write("nein danke, ich spiele nicht mit", DORA)
    assert answer.word == "ACCEPTED"
    with club.house.office.reading() as desk:
        dora = desk.person_at(DORA)
        assert dora is not None and dora.language == "de"
    assert club.overview().entry_named("Dora").status == EntryStatus.WITHDRAWN


def test_who_waits_of_their_own_accord_and_is_given_a_place_is_not_asked_whether_they_play(club: Club) -> None:
    club.announce("format swiss 2", "next round on my word", "places 8", people=("Anna", "Bert"), bots=2)
    club.close()
    assert "waiting list" in club.write("enter cup as Dora", DORA).said
    answer = club.write(f"td enter cup Dora: {DORA}")
    assert "Dora is entered" in answer.said and "is asked" not in answer.said
    titles = [row.data["title"] for row in club.house.outbox("notice", DORA)]
    assert "cup: you have a place" in titles and "cup: do you play?" not in titles
    assert "no answer yet" not in status(club)
