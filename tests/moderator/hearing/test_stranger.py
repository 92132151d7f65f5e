"""Somebody nobody knows is invited to 1882 and plays by mail alone, in their own language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from moderator.language import languages
from tests.moderator.house import House, open_house, settings_for

YES = {"en": "Yes, I'd love to!", "fr": "Oui, avec plaisir !", "ko": "네, 참가할게요", "de": "Ja, ich bin gern dabei!"}
OWN = {"en": "To read these emails in English", "fr": "en français", "ko": "한국어로", "de": "auf Deutsch"}
BEGINS = {
    "en": "The game begins. Order of play: ",
    "fr": "La partie commence. Ordre de jeu",
    "ko": "게임이 시작되었습니다. 차례",
    "de": "Die Partie beginnt. Spielreihenfolge",
}
DRAWN = {"en": "comes with P4", "fr": "avec la P4", "ko": "P4를 사면", "de": "mit der P4"}
# Words of ours that must not be left over in a mail in another language; orders and commands are ours.
LEFT_OVER = (
    "Your move",
    "Since your last",
    "Map\n",
    "has been",
    "waiting for",
    "Nothing has happened",
    " bids ",
    " buys ",
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = open_house(settings_for(tmp_path))
    yield found
    found.office.close()


def _order(state: engine.State) -> str:
    """Something that brings the game on: bids, starts and purchases, then track, station, run and a train."""
    moves = [move for move in engine.legal_moves(state) if not engine.consents(state, move)]
    orders = [engine.write_order(move) for move in moves]
    wanted = ("bid", "start", "buy", "token", "lay", "run", "pay", "train")
    return next((one for first in wanted for one in orders if one.startswith(first)), orders[-1])


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_a_stranger_plays_from_the_invitation_to_the_first_operating_turn(house: House, language: str) -> None:
    game = house.game("Ann", "Red", title="1882", start=False)
    house.deliver()
    [invitation] = house.outbox("invitation", "ann@example.org")
    asked = " ".join(house.text_of(invitation).split())
    assert "join" in asked and "decline" in asked and all(OWN[other] in asked for other in languages()[1:])
    assert house.write(game, "Ann", f"language {language}").word == "ACCEPTED"
    assert house.write(game, "Ann", YES[language]).word == "ACCEPTED"
    assert house.write(game, "Red", "join").word == "ACCEPTED"
    first = house.text_of(house.outbox("move")[0]) + "".join(map(house.text_of, house.outbox("report")))
    rounds, wrote = set(), set()
    for _ in range(60):
        state = house.state(game)
        mover = engine.to_act(state)
        rounds.add(state.cursor.round)
        if mover is None or (state.cursor.round == "operating" and "train" in wrote):
            break
        order = _order(state)
        said = engine.in_words(state, order, language) if mover == "Ann" else order
        if mover == "Ann":
            wrote.add(order.split()[0])
            assert language == "en" or said != order
        before = len(house.orders(game))
        answered = house.write(game, mover, said)
        assert answered.word == "ACCEPTED", (said, answered.text)
        assert house.orders(game)[before] == f"{mover}: {order}"
    assert {"auction", "stock", "operating"} <= rounds and {"bid", "start"} <= wrote
    mails = [
        house.text_of(row) for row in house.outbox(to="ann@example.org") if row.kind in ("move", "answer", "report")
    ]
    told = " ".join("\n".join((first, *mails)).replace("\u00a0", " ").split())
    assert BEGINS[language] in told and DRAWN[language] in told
    if language != "en":
        # Orders on file that can be sent as they stand are ours in every language.
        later = re.sub(r"(?m)^ {4}if .*$", "", "\n".join(mails[2:]))
        assert [one for one in LEFT_OVER if one in later] == []
