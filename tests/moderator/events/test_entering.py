"""Entering and leaving in people's own words, with the name they want to have there."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from moderator.hearing.entering import about_events
from moderator.hearing.reading import Statement
from moderator.hearing.submission import Submission
from moderator.inbox.conduct import in_events
from moderator.store.statuses import EntryStatus
from tests.moderator.events.conftest import Club

ANNA = "anna@example.org"
# How to enter and to read the terms is proposed in the words of whoever asks; D241.
ENGLISH, FRENCH = ("enter", "terms"), ("inscription", "règlement")
GERMAN, KOREAN = ("anmeldung", "ausschreibung"), ("참가 신청", "규정")


@pytest.mark.parametrize(
    ("line", "name", "club_of"),
    [
        ("enter spring-cup as Red Fox club Lyon", "Red Fox", "Lyon"),
        ("enter spring-cup as Red Fox please", "Red Fox", ""),
        ("enter spring-cup under the name of Red Fox", "Red Fox", ""),
        ("inscription à spring-cup sous le nom de Renard Rouge club Lyon", "Renard Rouge", "Lyon"),
        ("inscription spring-cup sous le nom d'Anouk", "Anouk", ""),
        ("s'inscrire à spring-cup en tant que Anouk, merci", "Anouk", ""),
        ("Anmeldung spring-cup als Rote Zora Verein Bonn", "Rote Zora", "Bonn"),
        ("Anmeldung zu spring-cup unter dem Namen Rote Zora", "Rote Zora", ""),
        ("참가 신청 spring-cup 안나라는 이름으로", "안나", ""),
        ("참가 신청 spring-cup 봄이라는 이름으로", "봄", ""),
        ("참가 신청 spring-cup Anna(이)라는 이름으로 클럽 리옹", "Anna", "리옹"),
        ("spring-cup에 붉은 여우라는 이름으로 참가하고 싶어요", "붉은 여우", ""),
        ("Ich möchte beim spring-cup als Rote Zora mitspielen", "Rote Zora", ""),
        ("Je voudrais m'inscrire à spring-cup sous le nom d'Anouk s'il vous plaît", "Anouk", ""),
        ("Hello, I'd like to enter spring-cup as Red Fox, thanks!", "Red Fox", ""),
    ],
)
def test_what_somebody_is_called_in_an_event_is_read_in_every_language(
    club: Club, line: str, name: str, club_of: str
) -> None:
    club.cup = "spring-cup"
    club.announce()
    assert club.write(line, ANNA).word == "ACCEPTED"
    found = club.overview().entry_named(name)
    assert (found.name, found.club, found.status) == (name, club_of, EntryStatus.ENTERED)


def test_words_that_are_neither_name_nor_club_are_no_part_of_the_name(club: Club) -> None:
    club.announce()
    refused = club.write("enter cup tomorrow as Anna", ANNA)
    assert refused.word == "NOT ACCEPTED"
    assert "'tomorrow'" in refused.said


@pytest.mark.parametrize(
    ("enter", "leave"),
    [
        ("Hi, I'd like to enter spring-cup please", "Sorry, I have to withdraw from spring-cup"),
        ("I want to play in Spring Cup 2027.", "Please take me off spring-cup"),
        ("sign me up for spring-cup", "withdraw spring-cup"),
        ("join spring-cup", "I would like to leave Spring Cup 2027"),
        ("Je m'inscris à spring-cup", "Je me désinscris de spring-cup"),
        ("Bonjour, j'aimerais participer au tournoi spring-cup", "Je dois malheureusement quitter spring-cup"),
        ("Ich möchte beim spring-cup mitspielen", "Ich möchte mich vom spring-cup abmelden"),
        ("Hallo! Hiermit melde ich mich zum spring-cup an.", "Ich ziehe mich leider vom spring-cup zurück"),
        ("spring-cup에 참가하고 싶어요", "spring-cup에서 빠지고 싶어요"),
        ("안녕하세요! spring-cup 참가 신청합니다", "spring-cup 참가를 취소하고 싶습니다"),
    ],
)
def test_who_enters_or_leaves_in_a_sentence_does_so(club: Club, enter: str, leave: str) -> None:
    club.cup = "spring-cup"
    club.announce("called Spring Cup 2027")
    asked = club._sent(enter, ANNA)
    assert asked.word == "CONFIRM"
    assert "→ enter spring-cup" in " ".join(asked.text.split()), "what the sentence was taken for is shown"
    assert club._confirmed(asked, ANNA).word == "ACCEPTED"
    assert club.overview().entry_named("anna").status == EntryStatus.ENTERED
    assert club.write(leave, ANNA).word == "ACCEPTED"
    assert club.overview().entry_named("anna").status == EntryStatus.WITHDRAWN


@pytest.mark.parametrize(
    ("line", "enter", "terms"),
    [
        ("can I enter spring-cup?", *ENGLISH),
        ("if I entered spring-cup, whom would I meet", *ENGLISH),
        ("I would have entered spring-cup", *ENGLISH),
        ("I don't want to enter spring-cup", *ENGLISH),
        ("Bob would like to enter spring-cup", *ENGLISH),
        ("I play in spring-cup", *ENGLISH),
        ("Est-ce que je peux m'inscrire à spring-cup ?", *FRENCH),
        ("Je ne veux pas m'inscrire à spring-cup", *FRENCH),
        ("Kann ich beim spring-cup mitspielen?", *GERMAN),
        ("Wenn ich mich zum spring-cup anmelde, wann geht es los", *GERMAN),
        ("Ich möchte mich nicht zum spring-cup anmelden", *GERMAN),
        ("spring-cup에 참가할 수 있나요?", *KOREAN),
        ("spring-cup에 참가하고 싶지 않아요", *KOREAN),
    ],
)
def test_a_question_or_half_a_wish_enters_nobody_and_is_asked_back(
    club: Club, line: str, enter: str, terms: str
) -> None:
    club.cup = "spring-cup"
    club.announce()
    asked = club.write(line, ANNA)
    assert asked.word == "NOT ACCEPTED"
    assert {f"{enter} spring-cup", f"{terms} spring-cup"} <= set(asked.rows[0].data["lines"][0]["instead"])
    assert ANNA.partition("@")[0] not in {one.name for one in club.overview().entries}


def test_nobody_guesses_which_of_two_events_is_meant(club: Club) -> None:
    for club.cup in ("spring-cup", "bowl"):
        club.announce()
    for line in ("I'd like to enter spring-cup or bowl", "I would like to enter the tournament"):
        asked = club.write(line, ANNA)
        assert asked.word == "NOT ACCEPTED"
        assert set(asked.rows[0].data["lines"][0]["instead"]) == {"enter spring-cup", "enter bowl"}


def test_a_word_about_an_event_beside_a_command_is_talk(club: Club) -> None:
    club.announce()
    answer = club.write("I play in cup. Who else does?\nstandings cup", ANNA)
    assert answer.word == "ACCEPTED"
    assert "Bot A" in answer.text


@pytest.mark.parametrize(
    "lines",
    [
        (
            "tournois",
            "règlement cup",
            "règlement du cup",
            "classement de cup",
            "appariements cup",
            "ma cote",
            "palmarès",
        ),
        ("Turniere", "Ausschreibung cup", "Bedingungen cup", "Tabelle cup", "Paarungen cup", "Wertungszahl", "Bilanz"),
        ("대회", "규정 cup", "대회 조건 cup", "순위 cup", "대진표 cup", "레이팅", "전적"),
    ],
)
def test_what_is_asked_about_events_has_a_name_in_every_language(club: Club, lines: tuple[str, ...]) -> None:
    club.announce(people=("Anna",), bots=3)
    club.close()
    club.move_on()
    ours = ("events", "terms cup", "terms cup", "standings cup", "pairings cup", "rating", "record")
    for line, english in zip(lines, ours, strict=True):
        answer, wanted = club.write(line, ANNA), club.write(english, ANNA)
        assert answer.word == wanted.word == "ACCEPTED", line
        assert answer.rows[0].data["blocks"] == wanted.rows[0].data["blocks"], line


@pytest.mark.parametrize("line", ['appel cup "non"', 'Einspruch cup "nein"', '이의 신청 cup "아니요"'])
def test_an_appeal_is_made_in_every_language(club: Club, line: str) -> None:
    club.announce(people=("Anna", "Bert"), bots=0)
    club.close()
    club.move_on()
    club.write('td rule cup 1 Anna > Bert "so be it"')
    assert club.write(line, "bert@example.org").word == "ACCEPTED"
    assert club.overview().tables[0].status == "appealed"


@pytest.mark.parametrize(
    "line",
    [
        "td enter cup dora@example.org as Dora",
        "td enter cup <dora@example.org> als Dora",
        "td enter cup dora@example.org sous le nom de Dora",
        "td enter cup dora@example.org Dora라는 이름으로",
    ],
)
def test_a_director_enters_somebody_in_every_language(club: Club, line: str) -> None:
    club.announce()
    assert club.write(line).word == "ACCEPTED"
    assert club.overview().entry_named("Dora").name == "Dora"


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("Bonjour, je m'inscris à cup sous le nom d'Anouk", "RÈGLEMENT"),
        ("Ich möchte beim cup als Zora mitspielen", "AUSSCHREIBUNG"),
        ("cup에 참가하고 싶어요", "규정"),
    ],
)
def test_who_enters_in_their_own_words_is_answered_in_their_language(club: Club, line: str, heading: str) -> None:
    club.announce()
    assert heading in club._sent(line, ANNA).text


@pytest.mark.parametrize("line", ["?!", "…", "()", '""'])
def test_a_line_without_a_word_enters_nothing(line: str) -> None:
    [only] = about_events([Statement(1, line)], lambda names: {"spring-cup": "Spring Cup"})
    assert only == Statement(1, line)


@pytest.mark.parametrize(
    "line", ["I'd like to enter the spring cup please", "Je m'inscris à Spring Cup", "Ich melde mich zum Spring Cup an"]
)
def test_an_event_is_named_by_the_words_of_its_short_name(club: Club, line: str) -> None:
    club.cup = "spring-cup"
    club.announce("called The Great Spring Cup of 2027")
    assert club.write(line, ANNA).word == "ACCEPTED"
    assert [one.status for one in club.overview().entries if not one.bot] == [EntryStatus.ENTERED]


@pytest.mark.parametrize(
    "line",
    [
        "Sorry, I can't play in spring-cup after all",
        "Je ne peux pas participer à spring-cup",
        "Ich kann beim spring-cup leider nicht mitspielen",
        "spring-cup에 참가 못합니다",
    ],
)
def test_who_can_not_play_is_shown_how_to_leave_and_not_only_how_to_enter(club: Club, line: str) -> None:
    club.cup = "spring-cup"
    club.announce(people=("Anna",))
    answer = club.write(line, ANNA)
    assert answer.rows[0].data["lines"][0]["instead"][:2] == ["withdraw from spring-cup", "enter spring-cup"]
    assert club.overview().entry_named("Anna").status == EntryStatus.ENTERED


@pytest.mark.parametrize("lines", [40, 3000])
def test_events_are_looked_up_once_for_all_sentences_of_a_mail(club: Club, lines: int) -> None:
    """200 lines that enter nothing there is took three seconds where thirty events were open."""
    asked: list[int] = []

    def opened(names: Collection[str]) -> dict[str, str]:
        asked.extend([1] if not names else [])
        return {} if names else {f"cup-{number}": f"Cup {number}" for number in range(30)}

    said = [Statement(number, f"I enter the cup of {number}") for number in range(lines)]
    club.house.eager = False
    with club.house.office.desk() as desk, pytest.MonkeyPatch.context() as patched:
        patched.setattr(desk.cups, "named", opened)
        in_events(Submission(desk, None), said)
    assert len(asked) == (1 if lines == 40 else 0), "of a mail that says too much nothing is looked up"
