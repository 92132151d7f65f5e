"""Whoever writes to the mailbox of no game in their own words is answered kindly, one word from what they want."""

from __future__ import annotations

import re
from email.utils import formataddr

import pytest

import engine
from moderator.inbox.handle import handle
from moderator.store.statuses import SeatStatus
from tests.moderator.house import House

PLAY, NEW = "play@localhost", "pat.miller@example.org"
NOTHING = ("nothing was begun", "nichts begonnen", "rien n'a été commencé", "아무것도 시작하")


def _write(house: House, text: str, sender: str = NEW, name: str = "Pat Miller", **headers: str) -> str:
    raw = house.raw(formataddr((name, sender)), PLAY, text)
    raw = "".join(f"{header}: {value}\r\n" for header, value in headers.items()).encode() + raw
    receipt = house.take_in(raw, sender, PLAY)
    handle(house.office, receipt.mail_id)
    return house.answer(receipt.mail_id).text.replace("\u00a0", " ")


def _words(answered: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"confirm (\w{8})", answered)))


@pytest.mark.parametrize("name", ["Pat", "Pat Miller", "Mark", "Lea", "Max", "민수", "- Lars Bidstrup"])
def test_a_name_below_a_command_is_a_name(house: House, name: str) -> None:
    assert _words(_write(house, f"tutorial\n\n{name}", name=name.strip("- ")))


def test_a_name_that_is_an_order_is_still_heard_as_one_where_it_is_not_the_writers(house: House) -> None:
    answered = _write(house, "tutorial\n\npass", name="Pat")
    assert not _words(answered) and "✗ 2  pass" in answered


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "Can you start a game of 1882 against two bots?",
            ["new game 1882", "player Pat: {me}", "bot Boris", "bot Clara"],
        ),
        (
            "Hi!\nI want to play 1861 with my friends Ann <ann@example.org> and bob.b@example.net\n\nPat",
            ["new game 1861", "player Pat: {me}", "player Ann: ann@example.org", "player Bob: bob.b@example.net"],
        ),
        (
            "Je voudrais jouer une partie de 1867 contre trois robots",
            ["new game 1867", "player Pat: {me}", "bot Dmitri"],
        ),
        ("Ich möchte 1861 gegen zwei Computer spielen.", ["new game 1861", "player Pat: {me}", "bot Clara"]),
        ("1882를 봇 두 명과 하고 싶어요", ["new game 1882", "player Pat: {me}", "bot Clara"]),
        # Our own word in a sentence, and how long a move may take.
        ("Neue Partie 1882 mit zwei Bots bitte", ["new game 1882", "player Pat: {me}", "bot Boris", "bot Clara"]),
        ("Nouvelle partie 1861 avec ann@example.org, 48 heures par coup\n\nPat", ["new game 1861", "hours 48"]),
        ("새 게임 1882 봇 두 명하고 하고 싶어요", ["new game 1882", "player Pat: {me}", "bot Clara"]),
        ("New game of 1867 with three bots, please", ["new game 1867", "bot Dmitri"]),
        (
            "Could you set up a game of 1882 for me, ann@example.org and bob@example.net please? "
            "No hurry, two days per move would be fine.",
            ["new game 1882", "player Ann: ann@example.org", "player Bob: bob@example.net", "hours 48"],
        ),
    ],
)
def test_a_game_that_is_wanted_in_a_sentence_is_one_word_away(house: House, text: str, lines: list[str]) -> None:
    answered = _write(house, text)
    assert all(line.format(me=NEW) in answered for line in lines), answered
    [word] = _words(answered)
    assert house.outbox("invitation") == []
    _write(house, f"confirm {word}")
    with house.office.reading() as desk:
        person = desk.person_at(NEW)
        assert person is not None and len(desk.seats.of_person(person.id)) == 2  # the seat, and the moderator's


def test_who_asks_for_a_game_against_bots_plays_at_once(house: House) -> None:
    [word] = _words(_write(house, "I'd like to play 1882 against two bots"))
    _write(house, f"confirm {word}")
    assert house.outbox("invitation", NEW) == [] == house.outbox("gm", NEW)
    with house.office.reading() as desk:
        person = desk.person_at(NEW)
        assert person is not None
        [game] = {one.game_id for one in desk.seats.of_person(person.id)}
        play = desk.game(game)
        assert play is not None and play.running


def test_who_asks_for_a_game_with_friends_has_joined_it_and_they_are_invited(house: House) -> None:
    [word] = _words(_write(house, "I'd like to play 1882 with Ann <ann@example.org> please"))
    _write(house, f"confirm {word}")
    assert len(house.outbox("invitation", "ann@example.org")) == 1 and house.outbox("move", NEW) == []
    with house.office.reading() as desk:
        person = desk.person_at(NEW)
        assert person is not None and {one.status for one in desk.seats.of_person(person.id)} == {SeatStatus.JOINED}


def test_who_names_no_title_chooses_one(house: House) -> None:
    words = _words(_write(house, "Hello, I'd like to play a game!"))
    assert len(words) == len(engine.titles())
    _write(house, f"confirm {words[1]}")
    # Of several words for one wish one works.
    assert "already used" in _write(house, f"confirm {words[0]}").replace("\r\n", " ")


@pytest.mark.parametrize(
    "text", ["Hi, what is this?\n\nBest,\nPat", "Is this still running?", "hello", "What do I do now?"]
)
def test_talk_is_answered_with_how_to_begin_and_not_refused(house: House, text: str) -> None:
    answered = _write(house, text)
    assert "NOT ACCEPTED" not in answered and "tutorial" in answered and not _words(answered)


@pytest.mark.parametrize("text", ["bid N 105", "pass", "lay 57 on H10 facing 2\nrun best\n\nPat"])
def test_an_order_that_went_astray_is_not_taken_for_talk(house: House, text: str) -> None:
    answered = _write(house, text)
    assert "NOT ACCEPTED" in answered and "belongs to no game" in " ".join(answered.split())


def test_more_commands_than_are_read_are_refused_and_not_welcomed(house: House) -> None:
    answered = _write(house, "\n".join(f"terms cup{number}" for number in range(120)))
    assert "NOT ACCEPTED" in answered and "more than" in " ".join(answered.split())


@pytest.mark.parametrize("yes", ["yes", "Yes please!", "ok\n\nPat", "oui"])
def test_a_yes_to_our_question_is_its_word(house: House, yes: str) -> None:
    _write(house, "tutorial")
    [asked] = house.outbox("answer", NEW)
    _write(house, yes, **{"In-Reply-To": asked.message_id})
    with house.office.reading() as desk:
        person = desk.person_at(NEW)
        assert person is not None and desk.seats.of_person(person.id)


def test_nobody_elses_yes_and_no_yes_without_a_question_counts(house: House) -> None:
    _write(house, "tutorial")
    [asked] = house.outbox("answer", NEW)
    _write(house, "yes", "mallory@example.net", "Mallory", **{"In-Reply-To": asked.message_id})
    _write(house, "yes")
    _write(house, "yes", **{"In-Reply-To": "<of-another@localhost>"})
    with house.office.reading() as desk:
        assert desk.person_at(NEW) is None and desk.person_at("mallory@example.net") is None


def test_of_several_games_a_bare_yes_chooses_none(house: House) -> None:
    _write(house, "I'd like to play a game")
    [asked] = house.outbox("answer", NEW)
    _write(house, "yes", **{"In-Reply-To": asked.message_id})
    with house.office.reading() as desk:
        assert desk.person_at(NEW) is None


@pytest.mark.parametrize(
    ("box", "yes"), [("play", "yes\n\n" + "> and so on\n" * 4100), ("help", "yes")], ids=["not read whole", "to help"]
)
def test_a_yes_that_begins_nothing_leaves_the_word_as_it_was(house: House, box: str, yes: str) -> None:
    [word] = _words(_write(house, "I'd like to play 1882 against two bots"))
    [asked] = house.outbox("answer", NEW)
    to = f"{box}@waybill.localhost"
    raw = f"In-Reply-To: {asked.message_id}\r\n".encode() + house.raw(NEW, to, yes)
    handle(house.office, house.take_in(raw, NEW, to).mail_id)
    assert not _seats(house)
    _write(house, f"confirm {word}")
    assert _seats(house)


def _seats(house: House, address: str = NEW) -> int:
    with house.office.reading() as desk:
        person = desk.person_at(address)
        return len(desk.seats.of_person(person.id)) if person is not None else 0


def _replied(house: House, text: str, name: str = "Pat Miller") -> str:
    asked = house.outbox("answer", NEW)[-1]
    return " ".join(_write(house, text, name=name, **{"In-Reply-To": asked.message_id}).split())


@pytest.mark.parametrize(
    "yes",
    [
        "Yes, go ahead.",
        "yes, please do!",
        "Sure",
        "sounds good",
        "Go for it",
        "yep",
        "start it",
        "Perfect, thanks!",
        "Ja, gerne!\n\nViele Grüße\nPat Miller",
        "Ja, leg sie an",
        "Klar!",
        "Oui, volontiers",
        "Oui, allez-y !",
        "ok c'est parti",
        "parfait\n\nCordialement,\nPat",
        "네, 부탁드립니다",
        "네, 시작해 주세요",
        "좋습니다",
        "네\n\nPat 드림",
        "Ja, super, genau so!",
        "Ja perfekt, so machen wir's!",
        "네, 좋아요! 그렇게 해 주세요.",
        "네, 이대로 진행해 주세요",
        "Yes, that's exactly it, brilliant!",
        "Oui, c'est exactement ça, génial !",
    ],
)
def test_yes_is_said_in_many_ways(house: House, yes: str) -> None:
    _write(house, "I'd like to play 1882 against two bots")
    _replied(house, yes)
    assert _seats(house), yes


@pytest.mark.parametrize(
    "other",
    [
        "yes, but with Tom as well",
        "ja, aber erst nächste Woche",
        "oui mais sans robots",
        "네, 하지만 내일요",
        "Is it free?",
        "go ahead without me",
        "sure?",
    ],
)
def test_what_says_more_than_yes_begins_nothing_and_is_told_so(house: House, other: str) -> None:
    _write(house, "I'd like to play 1882 against two bots")
    answered = _replied(house, other)
    assert not _seats(house)
    assert any(said in answered for said in NOTHING)
    assert "confirm" not in other and (other.endswith("?") or "NOT ACCEPTED" in answered)


def test_what_was_offered_is_shown_again_to_who_says_more_than_yes(house: House) -> None:
    _write(house, "I'd like to play 1882 against two bots")
    answered = _replied(house, "Yes please, that looks right! But call me Patty, not Pat :)")
    assert "NOT ACCEPTED" in answered and "new game 1882" in answered
    _write(house, f"confirm {re.findall(r'confirm ([A-Z0-9]{8})', answered)[0]}")
    assert _seats(house)


@pytest.mark.parametrize(
    "text",
    [
        "I would like to play 1882 with him (bob@en.test) and Carol, carol@en.test",
        "Ich möchte 1882 mit ihm (bob@en.test) und Carol, carol@en.test spielen",
        "Je voudrais jouer à 1882 avec lui (bob@en.test) et Carol, carol@en.test",
    ],
)
def test_he_is_no_name(house: House, text: str) -> None:
    assert "player Bob: bob@en.test" in _write(house, text)


@pytest.mark.parametrize(
    "no", ["No thanks", "no", "Nein danke", "nein", "non merci", "아니요", "아니요 괜찮습니다", "not yet"]
)
def test_a_no_to_our_question_is_taken_kindly(house: House, no: str) -> None:
    _write(house, "I'd like to play 1882 against two bots")
    answered = _replied(house, no)
    assert not _seats(house) and "NOT ACCEPTED" not in answered
    assert any(said in answered for said in NOTHING)


@pytest.mark.parametrize(
    "chosen", ["1867 please", "yes, 1867", "1867", "Ja, 1867 bitte", "1867로 할게요", "la 1867 merci"]
)
def test_of_several_games_one_is_chosen_by_its_name(house: House, chosen: str) -> None:
    _write(house, "I'd like to play a game")
    _replied(house, chosen)
    with house.office.reading() as desk:
        person = desk.person_at(NEW)
        assert person is not None
        [game] = {one.game_id for one in desk.seats.of_person(person.id)}
    assert house.row(game).title == "1867"


@pytest.mark.parametrize("text", ["???", "...?", "+++\n\nPat", "=== ==="])
def test_a_line_without_a_word_is_answered_too(house: House, text: str) -> None:
    assert "tutorial" in _write(house, text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I'd like to play 1861 with my brother, tom@example.org", "Too few"),
        ("Ich möchte 1861 mit meinem Bruder tom@example.org spielen", "zu wenige"),
        ("Je voudrais jouer à 1861 avec mon frère tom@example.org", "pas assez"),
        ("1861을 동생 tom@example.org 와 하고 싶어요", "부족"),
        ("I'd like to play 1861 against one bot", "Too few"),
    ],
)
def test_a_table_that_is_too_small_is_filled_with_bots_and_told_so(house: House, text: str, told: str) -> None:
    answered = _write(house, text)
    [_] = _words(answered)
    assert "new game 1861" in answered and answered.count("\r\nbot ") + answered.count("\nbot ") >= 1
    assert told in " ".join(answered.split())


@pytest.mark.parametrize(
    "text",
    [
        "I want to play with my brother, his address is tom@example.org",
        "Hallo, ich würde gerne mit meinem Bruder spielen, seine Adresse ist tom@example.org. Geht das?",
        "동생이랑 같이 하고 싶어요. 동생 주소는 tom@example.org 입니다.",
    ],
)
def test_who_names_somebody_to_play_with_wants_a_game(house: House, text: str) -> None:
    answered = _write(house, text)
    assert len(_words(answered)) == len(engine.titles()) and "player Tom: tom@example.org" in answered


def test_the_words_before_an_address_are_no_name(house: House) -> None:
    answered = _write(house, "I'd like to play 1861\nTom's address: tom@example.org\nMail: ann@example.org")
    assert "player Tom: tom@example.org" in answered and "player Ann: ann@example.org" in answered


@pytest.mark.parametrize(
    "signature", ["Best,\nPat\npat.m@work.example.com", "Pat Miller | pm@work.example.com | +44 20"]
)
def test_an_address_in_a_signature_is_not_invited(house: House, signature: str) -> None:
    answered = _write(house, f"Hi, I'd like to play 1882 with Tom <tom@example.org>.\n\n{signature}")
    assert "player Tom: tom@example.org" in answered and "work.example.com" not in answered


@pytest.mark.parametrize(
    "text",
    [
        "Please don't start a game yet, I just want to know whether 1861 works with two people",
        "How many people can play 1861?",
        "my friend ann@example.org told me about this game",
        "I don't want to play 1861 with tom@example.org",
        "I got an invitation from tom@example.org for a game of 1861, how do I join it?",
        "I played 1861 with tom@example.org last week, great fun!",
    ],
)
def test_who_does_not_want_a_game_is_offered_none(house: House, text: str) -> None:
    assert not _words(_write(house, text))


def test_our_own_words_do_not_pile_up_in_subjects(house: House) -> None:
    subject = "hello"
    for _ in range(3):
        receipt = house.take_in(house.raw(NEW, PLAY, "hello there", subject=f"Re: {subject}"), NEW, PLAY)
        handle(house.office, receipt.mail_id)
        subject = house.answer(receipt.mail_id).rows[0].subject
    assert subject == "ACCEPTED hello"


def test_who_is_not_answered_any_more_has_nothing_that_waits(house: House) -> None:
    verdicts = []
    for _ in range(40):
        receipt = house.take_in(house.raw(NEW, PLAY, "I'd like to play 1882 against two bots"), NEW, PLAY)
        verdicts.append(handle(house.office, receipt.mail_id))
    answered = len(house.outbox("answer", NEW))
    assert verdicts.count("parked") == answered < 40 and set(verdicts) == {"parked", "dropped:flood"}


def test_a_question_that_is_not_asked_any_more_leaves_no_mail_waiting(house: House) -> None:
    verdicts = []
    for _ in range(40):
        receipt = house.take_in(house.raw(NEW, PLAY, "tutorial"), NEW, PLAY)
        verdicts.append(handle(house.office, receipt.mail_id))
    answered = len(house.outbox("answer", NEW))
    assert verdicts.count("parked") == answered < 40 and "dropped:flood" in verdicts, verdicts


@pytest.mark.parametrize(
    "text", ["tutorial please", "Tutorial bitte", "tutoriel s'il vous plaît", "tutorial 1861, thanks"]
)
def test_a_tutorial_may_be_asked_for_kindly(house: House, text: str) -> None:
    assert _words(_write(house, text))


def test_what_answers_two_questions_is_said_once(house: House) -> None:
    answered = _write(house, "What is this and what does it cost? How long does a game take?")
    assert answered.count("HELP: ABOUT") == 1


@pytest.mark.parametrize("text", ["c'est quoi ce service ?", "what is this service?", "서비스가 뭐예요?"])
def test_who_asks_what_the_service_is_is_told(house: House, text: str) -> None:
    assert "18xx" in _write(house, text) and "40" in _write(house, text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pls dont send me anything ever again", "You are on no list here"),
        ("ne m'écrivez plus jamais svp", "aucune liste"),
        ("Bitte schickt mir nichts mehr", "auf keiner Liste"),
    ],
)
def test_who_was_never_here_and_wants_no_email_is_told_that_none_comes(house: House, text: str, said: str) -> None:
    assert said in " ".join(_write(house, text).split())


def test_a_newcomers_question_that_nobody_understands_is_called_so(house: House) -> None:
    answered = " ".join(_write(house, "Is this free? And do I have to install something?").split())
    assert "takes no money" in answered and "I don't understand this question" in answered
