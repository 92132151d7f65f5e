"""Commands in the reader's language, and invitations answered in a sentence (row 7 of docs/tried.md)."""

from __future__ import annotations

import pytest

from moderator.hearing import called, questions, registry
from moderator.hearing.called import accepts_an_offer, aliases, answer_to_invitation
from tests.moderator.house import House

# Who says yes in their own language is welcomed in it.
WELCOME = ("welcome", "bienvenue", "willkommen", "환영")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("aide", "help"),
        ("도움말", "help"),
        ("état", "status"),
        ("상태", "status"),
        ("carte", "map"),
        ("지도", "map"),
        ("historique 5", "history 5"),
        ("plus de temps 24h", "more time 24h"),
        ("langue français", "language français"),
        ("언어 한국어", "language 한국어"),
        ("sprache deutsch", "language deutsch"),
        ("hilfe", "help"),
        ("Stand", "status"),
        ("mehr Zeit 24h", "more time 24h"),
        ("Notiz: N lohnt sich", "note N lohnt sich"),
        ("zurücknehmen", "undo"),
        ("vorschau", "preview"),
        ("abwesend 2026-12-01", "away 2026-12-01"),
        ("annuler", "undo"),
        ("되돌리기", "undo"),
        ("essai", "preview"),
        ("status", "status"),
        ("my orders", "my orders"),
        ("bid N 105", "bid N 105"),
    ],
)
def test_a_command_is_known_by_its_name_in_every_language(line: str, command: str) -> None:
    assert registry.in_our_words(line) == command


def test_a_line_is_held_against_the_questions_once_however_often_it_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    plain = questions._plain
    monkeypatch.setattr(questions, "_plain", lambda text: asked.append(text) or plain(text))
    for _ in range(9):
        assert registry.find("lay 57 on H10 facing 3, held against questions once") is None
    assert len(asked) == 1


def test_every_name_belongs_to_a_command() -> None:
    registry.find("help")
    assert set(aliases().values()) <= set(registry.COMMANDS)


@pytest.mark.parametrize(("language", "line"), [("fr", "aide"), ("ko", "도움말"), ("de", "hilfe"), ("en", "help")])
def test_help_is_sent_whatever_it_is_called(house: House, language: str, line: str) -> None:
    game = house.game("Red", "Blue")
    assert house.write(game, "Red", line).word == "ACCEPTED"


@pytest.mark.parametrize(
    "line", ["language français", "language Français", "langue fr", "언어 français", "Sprache: Deutsch"]
)
def test_a_language_is_chosen_by_its_own_name(house: House, line: str) -> None:
    game = house.game("Red", "Blue")
    assert house.write(game, "Red", line).word == "ACCEPTED"


@pytest.mark.parametrize(
    "line",
    [
        "Yes, I'd love to join!",
        "Yes, I'd love to",
        "sure, count me in",
        "I'm in!",
        "Oui, avec plaisir",
        "네, 참가하겠습니다",
        "Ja, gerne!",
        "Klar, ich bin dabei. Danke für die Einladung!",
        "Ich mache mit",
        "Klingt gut, bin dabei",
        "Sounds good, I'm in!",
        "Looking forward to it, count me in",
        "Comptez sur moi !",
        "재밌겠네요, 참가할게요",
        "join",
        "참가",
    ],
)
def test_an_invitation_is_accepted_in_a_sentence(house: House, line: str) -> None:
    game = house.game("Red", "Blue", start=False)
    answered = house.write(game, "Red", line)
    assert answered.word == "ACCEPTED" and any(word in answered.said for word in WELCOME), answered.said
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None and [seat.status for seat in play.players] == ["joined", "invited"]


def test_the_answer_shows_the_sentence_and_what_it_was_taken_for(house: House) -> None:
    game = house.game("Red", "Blue", start=False)
    assert "sure, count me in → join" in house.write(game, "Red", "sure, count me in").text
    assert "✓ 1  join" in house.write(game, "Blue", "join").text


@pytest.mark.parametrize(
    "line",
    [
        "No thanks",
        "Sorry, I can't",
        "Non merci",
        "아니요, 감사합니다",
        "Nein danke",
        "Leider keine Zeit",
        "Ich kann diesmal nicht",
    ],
)
def test_an_invitation_is_declined_in_a_sentence(house: House, line: str) -> None:
    assert answer_to_invitation(line) == "decline"


@pytest.mark.parametrize(
    "line",
    [
        "maybe",
        "who else is in?",
        "yes if it starts in May",
        "no idea",
        "yes but no",
        "vielleicht",
        "ja, wenn ich kann",
        "Ne comptez pas sur moi",
        "gern, aber nicht diesmal",
        "Sounds fun but no",
    ],
)
def test_a_sentence_that_says_more_is_no_answer(house: House, line: str) -> None:
    assert answer_to_invitation(line) == ""


def test_press_without_an_end_goes_on_to_the_end_of_the_mail(house: House) -> None:
    game = house.game("Red", "Blue")
    assert house.write(game, "Red", "press Blue\nHello, how are you?\nSee you").word == "ACCEPTED"
    assert house.write(game, "Red", "press Blue\nHello\nbid N 5").word == "NOT ACCEPTED"


def test_the_tables_are_taken_apart_once_and_not_with_every_line() -> None:
    accepts_an_offer("fine with me", ("Ann",)), answer_to_invitation("run best")
    known = called._words.cache_info()
    accepts_an_offer("I take the 3-train from zzqzz", ("Ann", "Bob")), answer_to_invitation("zzqzz")
    after = called._words.cache_info()
    assert after.hits > known.hits and after.misses == known.misses
