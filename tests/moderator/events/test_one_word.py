"""Several lines of one mail that have to be confirmed: one word does all of them, or none."""

from __future__ import annotations

import pytest

from moderator.store.statuses import TableStatus
from moderator.store.tables import Outgoing
from moderator.web.handing_in import answer_to
from tests.moderator.events.conftest import BOSS, PROVED, Club, parked_word
from tests.moderator.house import Answered, House

RULINGS = """td rule cup 1 {0} "first"
td rule cup 2 {1} "second"
td rule cup 3 {2} "third\""""


def asked(club: Club, body: str, sender: str, source: str = "smtp") -> tuple[Answered, list[Outgoing]]:
    """A mail, and the words that came for it."""
    before = len(club.house.outbox("confirm", sender))
    answer = club._sent(body, sender, source)
    if answer.status == "parked":
        answer = club._sent(parked_word(answer), sender)
    return answer, club.house.outbox("confirm", sender)[before:]


def begun(club: Club) -> str:
    """Three tables, and a mail that rules on all of them."""
    club.announce("format swiss 1", people=("Anna", "Bert", "Cleo", "Dora", "Emil", "Fay"), bots=0)
    club.close()
    club.move_on()
    return RULINGS.format(*(" > ".join(seat["seat"] for seat in one.seats) for one in club.overview().tables))


def test_three_rulings_of_one_mail_wait_for_one_word(club: Club) -> None:
    answer, words = asked(club, begun(club), BOSS)
    assert answer.word == "CONFIRM"
    assert answer.said.count("waits for your confirmation") == 3
    (mail,) = words
    for number in (1, 2, 3):
        assert f"rule on table {number} of cup" in mail.data["what"]
    assert {table.status for table in club.overview().tables} == {TableStatus.PLAYING}
    done = club._sent(f"confirm {mail.data['word']}", BOSS)
    assert done.word == "ACCEPTED"
    for number in (1, 2, 3):
        assert f"table {number} is ruled on" in done.said
    assert {table.status for table in club.overview().tables} == {TableStatus.DECIDED}


def test_a_mail_of_which_only_a_part_waits_says_so(house: House) -> None:
    game = house.game("Anna", "Bert")
    answer = house.write(game, "Anna", "zone Europe/Paris\nresign")
    assert answer.word == "CONFIRM"
    text = " ".join(answer.text.split())
    assert "a part of this is done, the rest waits for your confirmation" in text
    assert "nothing is done until you confirm" not in text


def test_what_can_not_all_be_done_is_not_done_at_all(club: Club) -> None:
    body = begun(club)
    _, (mail,) = asked(club, f'td expel cup Anna "one"\ntd expel cup Anna "two"\n{body}', BOSS)
    refused = club._sent(f"confirm {mail.data['word']}", BOSS)
    assert refused.word == "NOT ACCEPTED"
    assert "Anna is excluded already" in refused.said
    assert {table.status for table in club.overview().tables} == {TableStatus.PLAYING}


def test_two_events_are_entered_with_one_word(club: Club) -> None:
    club.announce()
    club.cup = "bowl"
    club.announce()
    answer, (mail,) = asked(club, "enter cup as Anna\nenter bowl as Anna", "anna@example.org")
    assert answer.word == "CONFIRM"
    assert "enter cup as Anna" in mail.data["what"] and "enter bowl as Anna" in mail.data["what"]
    assert club._sent(f"confirm {mail.data['word']}", "anna@example.org").word == "ACCEPTED"
    for club.cup in ("cup", "bowl"):
        assert club.overview().entry_named("Anna").name == "Anna"


def test_what_is_done_at_two_tables_has_a_word_for_each_of_them(club: Club) -> None:
    """Each is answered at the address of its own game."""
    begun(club)
    _, words = asked(club, "td at cup 1 gm end\ntd at cup 2 gm end", BOSS, PROVED)
    assert len(words) == 2
    for mail in words:
        assert club._sent(f"confirm {mail.data['word']}", BOSS).word == "ACCEPTED"
    ended = [table.game_id for table in club.overview().tables if club.house.row(str(table.game_id)).status == "over"]
    assert len(ended) == 2


def test_two_words_for_whole_mails_are_sent_one_by_one(club: Club) -> None:
    club.announce(people=("Anna", "Bert"), bots=2)
    words = [parked_word(club._sent(f"td club cup {name}: Lyon", BOSS)) for name in ("Anna", "Bert")]
    refused = club._sent("\n".join(words), BOSS)
    assert refused.word == "NOT ACCEPTED"
    text = " ".join(refused.text.split())
    assert "send it in an email of its own" in text and f"Write instead: {words[0]}" in text
    for word in words:
        assert club._sent(word, BOSS).word == "ACCEPTED"


def test_of_a_refused_mail_nothing_waits_for_a_word(club: Club) -> None:
    club.announce()
    answer, words = asked(club, "enter cup as Anna\nenter nowhere as Anna", "anna@example.org")
    assert answer.word == "NOT ACCEPTED" and words == []
    assert "waits for your confirmation" not in " ".join(answer.text.split())


def test_a_player_s_lines_wait_for_one_word_too(house: House) -> None:
    game = house.game("Anna", "Bert")
    answer = house.write(game, "Anna", "new key\nresign")
    assert answer.word == "CONFIRM"
    (mail,) = house.outbox("confirm", "anna@example.org")
    assert "new key" in mail.data["what"] and "resign" in mail.data["what"]
    done = house.write(game, "Anna", f"confirm {mail.data['word']}")
    assert done.word == "ACCEPTED"
    assert "you have resigned" in done.said


def test_what_is_confirmed_by_mail_alone_is_so_in_company(house: House) -> None:
    game = house.game("Anna", "Bert")
    answer = house.write(game, "Anna", "new key\nresign")
    with house.office.reading() as desk:
        person = desk.person_at("anna@example.org")
        assert person is not None
        assert answer_to(desk, answer.mail_id, person).next == ()


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("td change cup round 50 days because of the holidays", "round 50 days"),
        ("td at cup 1 gm end", "table 1"),
        ('td tell cup "It is decided."\ntd expel cup Anna "for nothing"', "Anna is excluded"),
        ('td dismiss cup 1 "no"\ntd rule cup 2 {order} "so be it"', "table 2 is ruled on"),
    ],
)
def test_one_mail_of_a_director_is_confirmed_by_one_word(club: Club, line: str, done: str) -> None:
    """Where nothing proves a mail it waits for a word; what can't be taken back waited for a second one."""
    begun(club)
    club.write('appeal cup "no"', f"{club.overview().tables[0].seats[0]['seat'].lower()}@example.org")
    order = " > ".join(seat["seat"] for seat in club.overview().tables[1].seats)
    shown = club._sent(line.format(order=order), BOSS)
    assert (shown.word, shown.status) == ("CONFIRM", "parked")
    answer = club._sent(parked_word(shown), BOSS)
    assert answer.word == "ACCEPTED", answer.text
    assert done in answer.said
    assert "BEFORE YOU CONFIRM" in shown.text or "td at" in line
    assert "BEFORE YOU CONFIRM" not in answer.text, "it is done"


def test_the_one_word_shows_what_can_not_be_taken_back(club: Club) -> None:
    begun(club)
    shown = club._sent('td tell cup "It is decided."\ntd expel cup Anna "for nothing"', BOSS)
    assert "exclude Anna from cup for good" in " ".join(shown.text.split())


def test_the_one_word_does_not_do_what_it_was_not_shown_to_do(club: Club) -> None:
    """A draw that was made again since is not what was confirmed."""
    club.announce("next round on my word", bots=4)
    club.close()
    club.write("td draw cup")
    club.move_on()
    shown = club._sent('td tell cup "It begins."\ntd publish cup', BOSS)
    club.house.pass_time(minutes=5)
    club.write("td draw cup")
    club.move_on()
    answer = club._sent(parked_word(shown), BOSS)
    assert answer.word == "CONFIRM", "it is asked about anew"
    assert [row.status for row in club.overview().rounds] == ["drawn"]
