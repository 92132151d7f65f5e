"""Whoever is invited answers as people answer, and is heard; joined only who says so."""

from __future__ import annotations

import pytest

from moderator.inbox.handle import handle
from moderator.language import languages
from moderator.store.statuses import SeatStatus
from tests.moderator.house import House


def _answered(house: House, text: str) -> tuple[str, str]:
    """What became of Bob's seat, and what he was told."""
    game = house.game("Ann", "Bob", "Cid", start=False)
    answer = house.write(game, "Bob", text)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        seat = play.seat("Bob")
        assert seat is not None
        return seat.status, answer.text


@pytest.mark.parametrize(
    "text",
    [
        "I'm in, what do I do?",
        "Sounds great, count me in. Who else is playing?",
        "Hi Ann, I'd love to play! How long does a game take?",
        "Gerne, ich bin dabei. Was muss ich machen?\nLG Bob",
        "Ich spiele mit. Was muss ich machen?",
        "D'accord, je veux bien jouer",
        "Je participe ! Comment ça marche ?",
        "네, 같이 하겠습니다. 어떻게 하면 되나요?",
    ],
)
def test_who_joins_and_asks_something_has_joined(house: House, text: str) -> None:
    status, told = _answered(house, text)
    assert status == SeatStatus.JOINED, told


@pytest.mark.parametrize(
    "text",
    [
        "ok, who are you?",
        "Yes? What is this?",
        "Yes, what is this?",
        "Sure, but what does it cost?",
        "I'm in, but can we start in May?",
        "I'd play if Cid does",
        "Ja, was ist das?",
        "Oui, c'est quoi ?",
        "네, 이게 뭐예요?",
        "Am I in?",
        "Can I join later?",
        "I'm not in",
    ],
)
def test_who_only_asks_has_not_joined(house: House, text: str) -> None:
    status, told = _answered(house, text)
    assert status == SeatStatus.INVITED, told


@pytest.mark.parametrize(
    "text", ["Not interested", "아니요 괜찮습니다", "바빠서 못 하겠어요", "Kein Interesse", "Pas intéressé, merci"]
)
def test_who_is_not_interested_has_declined(house: House, text: str) -> None:
    status, told = _answered(house, text)
    assert status == SeatStatus.DECLINED, told


@pytest.mark.parametrize(
    ("text", "told"),
    [("Nein danke", "angenommen"), ("Désolé, pas le temps", "accepté"), ("죄송합니다, 참가 못합니다", "승인")],
)
def test_who_declines_is_answered_in_their_language(house: House, text: str, told: str) -> None:
    assert f"({told})" in _answered(house, text)[1]


WANTS_NO_MAIL = [
    "unsubscribe",
    "Stop sending me this",
    "please stop sending me these emails!",
    "Please remove me from this list.",
    "take me off",
    "Take me off your mailing list please",
    "I don't want these emails",
    "no more mails please",
    "Arrêtez de m'envoyer ça",
    "Merci de ne plus m'écrire",
    "Retirez-moi de votre liste, svp",
    "Ne m'envoyez plus de mails",
    "Je ne veux plus recevoir ces mails.",
    "désabonner",
    "Bitte schickt mir keine Mails mehr",
    "Nehmt mich bitte von der Liste",
    "Bitte streicht mich aus dem Verteiler",
    "Ich möchte diese Mails nicht mehr bekommen",
    "abbestellen",
    "메일 그만 보내주세요",
    "더 이상 메일 보내지 마세요",
    "저를 목록에서 빼주세요",
    "수신 거부",
    "이메일을 받고 싶지 않습니다.",
]


@pytest.mark.parametrize("text", WANTS_NO_MAIL)
def test_who_is_invited_and_wants_no_email_has_declined_and_the_host_knows(house: House, text: str) -> None:
    game = house.game("Ann", "Bob", "Cid", gm="gus@example.org", start=False)
    answer = house.write(game, "Bob", text)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        assert play.seat("Bob").status == SeatStatus.DECLINED, answer.text  # type: ignore[union-attr]
    assert answer.word == "ACCEPTED"
    assert any(
        "Bob" in house.text_of(row) and "declined" in house.text_of(row)
        for row in house.outbox("notice", "gus@example.org")
    )


@pytest.mark.parametrize("text", WANTS_NO_MAIL)
def test_who_plays_and_wants_no_email_is_still_asked_to_move(house: House, text: str) -> None:
    game = house.game("Ann", "Bob", "Cid", gm="gus@example.org")
    assert house.write(game, "Bob", text).word == "ACCEPTED"
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        seat = play.seat("Bob")
        assert seat is not None and (seat.status, seat.reports) == (SeatStatus.JOINED, "mine")


@pytest.mark.parametrize(
    "text",
    [
        "How do I unsubscribe?",
        "stop sending Bob these offers",
        "don't send me money",
        "take me to the map",
        "Nehmt mich mit",
        "arrêtez le jeu",
        "보내 주세요",
    ],
)
def test_what_stops_no_email_leaves_the_invitation_open(house: House, text: str) -> None:
    assert _answered(house, text)[0] == SeatStatus.INVITED


@pytest.mark.parametrize("text", ["STOP", "stop.", "Stop\n\nBob"])
def test_a_bare_stop_declines_an_invitation_and_nothing_else(house: House, text: str) -> None:
    assert _answered(house, text)[0] == SeatStatus.DECLINED
    game = house.game("Ann", "Bob", "Cid")
    house.write(game, "Ann", text)
    assert house.orders(game) == []


HOSTED = {"en": "You are invited", "fr": "On vous invite", "de": "Du bist eingeladen", "ko": "초대"}


def _hosted(house: House, language: str) -> str:
    """A game to which a host of this language invites Ann, whom nobody knows here."""
    with house.office.desk() as desk:
        desk.meet("host@example.org", language=language)
    return house.game("Host", "Ann", title="1882", gm="host@example.org", start=False)


def _reads(house: House, name: str) -> str:
    with house.office.reading() as desk:
        person = desk.person_at(f"{name}@example.org")
        assert person is not None
        return person.language


@pytest.mark.parametrize("language", languages())
def test_who_is_new_here_is_invited_in_their_hosts_language(house: House, language: str) -> None:
    _hosted(house, language)
    [invitation] = house.outbox("invitation", "ann@example.org")
    text = " ".join(house.text_of(invitation).split())
    others = [other for other in languages() if f"language {other}" in text]
    assert HOSTED[language] in text and others == [other for other in languages() if other != language]


@pytest.mark.parametrize(("text", "language"), [("Yes, I'd love to join!", "en"), ("Oui, avec plaisir !", "fr")])
def test_who_answers_in_another_language_than_their_hosts_is_written_to_in_it(
    house: House, text: str, language: str
) -> None:
    game = _hosted(house, "de")
    assert house.write(game, "Ann", text).word == "ACCEPTED"
    assert _reads(house, "ann") == language


def test_who_has_chosen_a_language_keeps_it_whatever_they_answer_in(house: House) -> None:
    game = _hosted(house, "de")
    assert house.write(game, "Ann", "language ko").word == "ACCEPTED"
    assert house.write(game, "Ann", "Oui, avec plaisir !").word == "ACCEPTED"
    assert _reads(house, "ann") == "ko"


def test_whoever_is_named_by_a_player_is_written_to_in_the_players_language(house: House) -> None:
    game = _hosted(house, "de")
    house.write(game, "Host", "substitute cleo@example.org until 2026-12-30", sender="host@example.org")
    house.write(game, "GM", "gm replace Ann by dora@example.org", sender="host@example.org")
    house.write(game, "GM", "gm second eve@example.org", sender="host@example.org")
    [asked] = house.outbox("confirm", "eve@example.org")
    assert _reads(house, "dora") == _reads(house, "cleo") == asked.data["language"] == "de"
    play = f"play@{house.office.settings.mail_domain}"
    raw = house.raw("eve@example.org", play, f"confirm {asked.data['word']}")
    handle(house.office, house.take_in(raw, "eve@example.org", play).mail_id)
    assert _reads(house, "eve") == "de"


@pytest.mark.parametrize(
    "text",
    [
        "Oui volontiers, par contre je serai absente du 24 au 26 novembre. Bises, Marie",
        "Gladly, but I am away from 24 to 26 November",
        "I'm in! I'm on holiday from 24 to 26 November.",
        "Gerne, aber ich bin vom 24. bis 26. November verreist",
        "네 좋아요, 다만 11월 24일부터 26일까지 출장입니다",
    ],
)
def test_who_joins_and_will_be_away_has_joined_and_is_away(house: House, text: str) -> None:
    status, told = _answered(house, text)
    assert status == SeatStatus.JOINED, told
    with house.office.reading() as desk:
        person = desk.person_at("bob@example.org")
        assert person is not None
        [absence] = desk.people.absences(person.id)
        assert (absence.begins.day, absence.ends.day) == (24, 27)


@pytest.mark.parametrize("text", ["Gladly, if I am not away", "Gerne, wenn ich nicht vom 24. bis 26. verreist bin"])
def test_who_joins_on_a_condition_has_not_joined(house: House, text: str) -> None:
    assert _answered(house, text)[0] != SeatStatus.JOINED


def test_what_is_proposed_to_who_is_new_is_in_the_words_they_write_in(house: House) -> None:
    told = _answered(house, "Gerne, wenn ich nicht vom 24. bis 26. verreist bin")[1]
    assert "mitmachen oder absagen" in " ".join(told.split())
