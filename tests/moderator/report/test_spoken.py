"""What a player reads is in the player's language, from the refusal of an order to the notices of others."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import select

import engine
from engine.message import Listed, Message, Money
from moderator.bots.foresight import foresee
from moderator.errands.sweep import sweep
from moderator.hearing import registry
from moderator.language import Moment, Words, languages, spoken
from moderator.store.tables import OrderOnFile, Outgoing, Person
from tests.moderator.house import START, House, open_house, settings_for
from tests.printed import TITLES

# A few words no sentence of ours does without; none of them is French, Korean or part of an order here.
ENGLISH = re.compile(r"\b(the|is|are|your|has|not|was|you|this|and|with|below)\b", re.IGNORECASE)
# The same for a language that has a word like one of them.
OF = {"de": re.compile(r"\b(the|is|are|your|has|not|you|this|and|with|below)\b", re.IGNORECASE)}


@pytest.fixture
def real(tmp_path: Path, empty_database: Path, no_pictures: None) -> Iterator[House]:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    made = open_house(settings_for(tmp_path), migrated=True)
    yield made
    made.office.close()


def read(row: Outgoing) -> str:
    assert row.raw is not None
    message = message_from_bytes(row.raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain",))
    assert body is not None
    said = f"{message['Subject']}\n{body.get_content()}"
    # A box has its name in every language.
    named = "|".join(engine.title_named(title).full_name for title in TITLES)
    return re.sub(named, "", said, flags=re.IGNORECASE)


def settle(house: House, address: str, **more: object) -> None:
    with house.office.desk() as desk:
        person = desk.person_at(address)
        assert isinstance(person, Person)
        for name, value in more.items():
            setattr(person, name, value)


def test_a_message_is_said_with_the_money_lists_and_words_of_the_language() -> None:
    said = Message("This costs {price}; {company} can raise {most}.", price=Money(1200, "R"), company="N", most=7)
    assert str(said) == "This costs R1,200; N can raise 7."
    assert spoken(said, Words("fr")) == "Cela coûte 1\u202f200\u00a0R\u202f; la N peut réunir 7."
    assert spoken(said, Words("ko")) == "비용은 R1,200입니다. N이 마련할 수 있는 돈은 7입니다."
    kinds = Message("The bank sells {trains} now.", trains=Listed([Message("{train}-trains", train=t) for t in "238"]))
    assert str(kinds) == "The bank sells 2-trains, 3-trains and 8-trains now."
    assert spoken(kinds, Words("fr")) == "En vente à la banque en ce moment\u00a0: trains 2, trains 3 et trains 8."


def test_a_moment_is_told_in_the_readers_zone() -> None:
    assert spoken(Moment(START), Words(), "Europe/Paris") == "Mon 16 Nov 13:00 CET (12:00 UTC)"
    assert spoken(Moment(START), Words("fr"), "Europe/Paris") == (
        "lundi 16 novembre 2026, 13 h 00 (Europe/Paris, 12:00 UTC)"
    )


def test_what_is_no_message_is_left_alone() -> None:
    assert spoken({"a": ["{x}", 3], "b": Message("Nothing.")}, Words("fr")) == {"a": ["{x}", 3], "b": "Rien."}
    assert spoken(Message("“{text}” could be {names}.", text="{names} %s", names="N"), Words("fr")) == (
        "«\u00a0{names} %s\u00a0» peut être N."
    )


@pytest.mark.parametrize(("language", "piece"), [("fr", "au moins"), ("ko", "적어도"), ("de", "mindestens")])
def test_a_refused_order_is_explained_in_the_players_language(real: House, language: str, piece: str) -> None:
    game = real.game("Red", "Green", "Blue", title="1882")
    settle(real, "red@example.org", language=language)
    answer = real.write(game, "Red", "bid P2 5\nfly to the moon")
    text = read(answer.rows[0])
    assert answer.word == "NOT ACCEPTED" and piece in text
    transcript = " ".join(f"{line['said']}" for line in answer.rows[0].data["lines"])
    assert not OF.get(language, ENGLISH).search(transcript), transcript
    assert not OF.get(language, ENGLISH).search(str(answer.rows[0].data["headline"]))


LINES = """status
history
orders
since 0
help
help lay
help bid
legal
hours 08:00-23:00
weekdays Mon-Fri
zone Europe/Paris
note buy trains
notes
reports each
more time 24h
press Blue
a word
end press
propose pass
cancel all
routes
turn 99
vote pause yes
address add other@example.org
address drop nobody@example.org
substitute nobody until then
away yesterday
offer TSR to N for 30
accept 3
gm pause
new game 1999
bid Moscow 100
lay 57 on A1 facing 9
what"""


@pytest.mark.parametrize("language", languages()[1:])
def test_no_answer_to_any_command_is_in_english(real: House, language: str) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    settle(real, "red@example.org", language=language)
    statements = LINES.replace("press Blue\na word\nend press", "press Blue|a word|end press").splitlines()
    for line in statements:
        answer = real.write(game, "Red", line.replace("|", "\n"), deliver=False)
        data = next(row for row in answer.rows if row.kind == "answer").data
        said = [str(data["headline"]), *(str(one["said"]) for one in data["lines"])]
        said += [str(block[part]) for block in data["blocks"] for part in ("title", "text")]
        for text in said:
            # Orders, and what people wrote themselves, stand as they are.
            text = text.replace("The Railways of the Russian Empire", "")
            text = re.sub(r"`[^`]*`|“[^”]*”|„[^“]*“|«[^»]*»|^  ?\S.*?$|:  .*$", "", text, flags=re.MULTILINE)
            assert not OF.get(language, ENGLISH).search(text.replace(line, "")), (
                line,
                OF.get(language, ENGLISH).search(text),
                text[:600],
            )


@pytest.mark.parametrize("language", languages()[1:])
def test_what_is_proposed_for_later_is_kept_as_it_is_proposed(real: House, language: str) -> None:
    game = real.game("Red", "Green", "Blue", title="1882")
    settle(real, "green@example.org", language=language)
    settle(real, "blue@example.org", language="en")
    state = real.state(game)
    lines = [one for each in foresee(state, "Green").questions for one in each.answers]
    assert len(lines) > 2
    for line in lines:
        said = engine.standing_in_words(state, engine.Player("Green"), line, language)
        for seat, sent in (("Green", said), ("Blue", line)):
            answer = real.write(game, seat, sent, deliver=False)
            assert answer.word == "ACCEPTED", (sent, answer.said)
            real.write(game, seat, "cancel all", deliver=False)
        with real.office.desk() as desk:
            ours, theirs = desk.session.scalars(select(OrderOnFile).order_by(OrderOnFile.id)).all()[-2:]
            kept = [
                {key: value for key, value in one.data.items() if key not in ("word", "seal")} for one in (ours, theirs)
            ]
            assert kept[0] == kept[1], (said, line)


@pytest.mark.parametrize(("language", "line"), [("fr", "toujours passer"), ("de", "immer passen"), ("ko", "항상 패스")])
def test_what_is_proposed_instead_of_an_order_on_file_is_in_the_readers_words(
    real: House, language: str, line: str
) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    settle(real, "green@example.org", language=language)
    answer = real.write(game, "Green", line, deliver=False)
    instead = answer.rows[0].data["lines"][0]["instead"]
    assert answer.word == "NOT ACCEPTED" and len(instead) == 3
    assert not [one for one in instead if "standing" in one], instead
    for one in instead:
        assert real.write(game, "Green", one, deliver=False).word == "ACCEPTED", one
        real.write(game, "Green", "cancel all", deliver=False)


@pytest.mark.parametrize("language", languages())
def test_the_words_that_answer_and_make_offers_are_heard_as_such(language: str) -> None:
    words = Words(language)
    said = {"propose": "train 2 from M-K for 50", "join": "", "decline": ""}
    for verb in ("accept", "refuse", "withdraw", "cancel", *said):
        line = words(f"write_{verb}", number=3, order=said["propose"])
        read = registry.find(registry.in_our_words(line))
        assert read is not None and read[0].words == verb, line
        assert read[1] == said.get(verb, "3")


@pytest.mark.parametrize(
    ("language", "bid", "yes"), [("fr", "enchérir 20 sur TSR", "participer"), ("ko", "TSR에 20 입찰", "참가")]
)
def test_a_newcomer_is_shown_nothing_to_write_but_their_own_words(
    real: House, language: str, bid: str, yes: str
) -> None:
    with real.office.desk() as desk:
        desk.meet("red@example.org").language = language
    game = real.game("Red", "Green", "Blue", title="1861", start=False)
    real.deliver()
    invitation = read(real.outbox("invitation", "red@example.org")[0])
    assert f"    {yes}" in invitation.splitlines() and "join" not in invitation
    for seat, line in (("Red", yes), ("Green", "join"), ("Blue", "join")):
        assert real.write(game, seat, line).word == "ACCEPTED"
    first = read(real.outbox("move", "red@example.org")[0])
    # What is put up for auction is explained where it is asked about.
    assert "help TSR" in first and "/cards/1861" in first
    for line in ("how do I do this", "legal", "help bid"):
        answer = real.write(game, "Red", line, deliver=False)
        told = "\n".join(str(block["text"]) for block in answer.rows[0].data["blocks"])
        assert bid in told and "bid TSR 20" not in told, told


def test_a_notice_is_told_to_each_in_the_own_language(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    settle(real, "red@example.org", language="fr")
    settle(real, "green@example.org", language="ko", zone="Asia/Seoul")
    assert real.write(game, "Blue", "away 2026-12-20 to 2026-12-22").word == "ACCEPTED"
    (french,) = real.outbox("notice", "red@example.org")
    (korean,) = real.outbox("notice", "green@example.org")
    assert french.data["title"] == "Blue annonce une absence"
    said = " ".join(read(french).split())
    assert "dimanche 20 décembre 2026, 0 h 00 UTC" in said and "mercredi 23 décembre 2026, 0 h 00 UTC" in said
    assert "Asia/Seoul" in read(korean) and "Blue는" in read(korean)
    assert "Répondez avec vos ordres" in read(french) and not ENGLISH.search(korean.data["text"])


def test_confirmations_invitations_and_substitutes_are_asked_in_their_language(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861", gm="boss@example.org")
    settle(real, "red@example.org", language="fr")
    real.write(game, "Red", "address add rouge@example.org")
    (asked,) = real.outbox("confirm")
    text = read(asked)
    assert (
        "permettre à Red de nous écrire depuis rouge@example.org" in text
        and "    confirm " in text
        and not ENGLISH.search(text)
    )
    settle(real, "blue@example.org", language="ko")
    real.write(game, "Red", "substitute blue@example.org until 2026-11-30")
    stands_in = real.outbox("standing in", "blue@example.org")
    assert "얼마 동안 Red 자리를 대신" in read(stands_in[0]) and not ENGLISH.search(read(stands_in[0]))


def test_who_moderates_is_told_so_in_their_language(real: House) -> None:
    with real.office.desk() as desk:
        desk.meet("boss@example.org").language = "ko"
    real.game("Red", "Green", "Blue", title="1861", gm="boss@example.org", start=False)
    real.deliver()
    (invited,) = real.outbox("moderating", "boss@example.org")
    assert "진행자가 되셨습니다" in read(invited) and not ENGLISH.search(read(invited))


@pytest.mark.parametrize("language", languages()[1:])
def test_reminders_and_lateness_are_told_in_the_language_of_each(real: House, language: str) -> None:
    game = real.game("Red", "Green", "Blue", title="1861", gm="boss@example.org")
    for name in ("red", "green", "boss"):
        settle(real, f"{name}@example.org", language=language)
    for _ in range(6):
        real.pass_time(hours=12)
        sweep(real.office, real.do)
        real.deliver()
    mover = [row for row in real.outbox("", "red@example.org") if row.kind in ("reminder", "late")]
    assert {row.kind for row in mover} == {"reminder", "late"}
    others = [row for name in ("green", "boss") for row in real.outbox("notice", f"{name}@example.org")]
    assert len(others) >= 4 and game
    for row in (*mover, *others):
        text = read(row).replace("The Railways of the Russian Empire", "")
        lines = [line for line in text.splitlines() if not line.startswith(("turn ", "#", "end"))]
        found = [line for line in lines if OF.get(language, ENGLISH).search(line)]
        assert found == []
