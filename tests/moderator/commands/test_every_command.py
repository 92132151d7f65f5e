"""The paper's commands, each in a file of its own, known, and explained by `help`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine
from config.settings import ROOT
from engine.message import Message
from moderator.hearing.how_to import GROUPS, help_text
from moderator.hearing.registry import COMMANDS, all_commands, find
from moderator.language import Words
from tests.moderator.house import House

# Everything a player may write besides orders, as the paper on the order language lists it.
AGREEMENTS = ["offer", "propose", "accept", "refuse", "withdraw"]
AHEAD = ["orders", "cancel"]
ASKING = "status legal map market routes history since preview help turn".split()
ARRANGING = ["zone", "hours", "away", "more time", "reports", "language", "text only", "address", "new key"]
TALKING = ["press", "note"]
COMING = ["join", "decline", "confirm", "undo", "vote", "resign", "substitute", "new game"]
GM = [f"gm {what}" for what in "pause resume extend deadline as replace rule end".split()]
MODERATOR = [*GM, "gm undo to", "gm process turn", "end as"]
PAPER = [*AGREEMENTS, *AHEAD, *ASKING, *ARRANGING, *TALKING, *COMING, *MODERATOR]

EXAMPLES = [
    "offer private TSR to M-K for 30",
    "propose merge M-K, N into MKN",
    "cancel all",
    "routes M-K",
    "history 20",
    "since 41",
    "zone Europe/Paris",
    "hours 08:00-23:00",
    "away 2026-12-20 to 2027-01-03",
    "more time 24h",
    "reports daily 07:00",
    "language fr",
    "text only",
    "press all",
    "note buy trains",
    "undo",
    "rescind",
    "vote pause yes",
    "substitute x@example.org until 2027-01-03",
    "address add x@example.org",
    "new key",
    "gm deadline 2026-11-20 21:00",
    "gm undo to 41",
    "gm as Red",
    "gm replace Red by x@example.org",
    'gm rule "The tile may be laid."',
    "gm process turn 41",
]


@pytest.mark.parametrize("words", PAPER)
def test_a_command_of_the_paper_is_known_under_its_own_words(words: str) -> None:
    all_commands()
    assert COMMANDS[words].words == words


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_of_the_paper_is_read_as_a_command(line: str) -> None:
    found = find(line)
    assert found is not None
    assert line.startswith(found[0].words) or found[0].words == "undo"


@pytest.mark.parametrize("one", all_commands(), ids=lambda one: one.words)
def test_a_command_lives_in_a_file_of_its_own(one: object) -> None:
    module = one.run.__module__.removeprefix("moderator.commands.")  # type: ignore[attr-defined]
    others = [other.words for other in all_commands() if other.run.__module__.endswith(f".commands.{module}")]
    # The two lines around a block played for another seat are one command.
    assert others in ([one.words], ["gm as", "end as"])  # type: ignore[attr-defined]
    assert one.words.split()[0] in module or one.words in ("orders", "end as")  # type: ignore[attr-defined]


def test_help_shows_every_command_once_with_its_usage(house: House) -> None:
    text = str(help_text())
    lines = text.splitlines()
    for one in all_commands():
        assert lines.count(f"  {one.usage}") == 1, one.words
        assert one.group in GROUPS
    game = house.game("Red", "Blue")
    for asked in ("help all", "help everything", "help tout"):
        answer = house.write(game, "Red", asked, deliver=False)
        assert answer.word == "ACCEPTED"
        assert all(one.usage in answer.rows[0].data["blocks"][0]["text"] for one in all_commands())


def test_help_alone_is_a_page_that_names_every_command_and_leads_to_those_of_a_role(house: House) -> None:
    answer = house.write(house.game("Red", "Blue"), "Red", "help")
    assert answer.word == "ACCEPTED"
    text = answer.rows[0].data["blocks"][0]["text"]
    named = re.split(r" · |\n", text.partition("help all")[2])
    for one in all_commands():
        if one.group not in ("moderator", "director"):
            assert one.words in [name.strip(" ·") for name in named], one.words
    assert "`help gm`" in text and "`help td`" in text
    # A screen or two of a telephone, where the whole list is twenty.
    assert len(text.splitlines()) < 50 and len(text) < 2500


def test_help_with_a_word_explains_that_command_alone(house: House) -> None:
    game = house.game("Red", "Blue")
    for one in all_commands():
        answer = house.write(game, "Red", f"help {one.words}", deliver=False)
        assert answer.word == "ACCEPTED"
        [block] = answer.rows[0].data["blocks"]
        assert block["text"].startswith(one.usage)
        assert Words().say(Message(" ".join(one.help.split()))) in block["text"]


@pytest.mark.parametrize(
    ("topic", "form"),
    [
        ("lay", "lay TILE on HEX facing FACING"),
        ("upgrade", "lay TILE on HEX facing FACING"),
        ("withhold", "withhold\n"),
        ("train", "train TRAIN from SELLER for PRICE"),
        ("merge", "merge MINORS into PUBLIC"),
    ],
)
def test_help_explains_an_order_too(topic: str, form: str) -> None:
    assert engine.explain(topic)[0].startswith(form)


def test_help_with_a_word_nobody_knows_says_so_and_offers_the_nearest(house: House) -> None:
    answer = house.write(house.game("Red", "Blue"), "Red", "help wihtdraw")
    assert answer.word == "NOT ACCEPTED"
    assert "help withdraw" in answer.text


def test_help_gm_lists_the_moderators_commands(house: House) -> None:
    answer = house.write(house.game("Red", "Blue"), "Red", "help gm")
    assert all(one.usage in answer.text for one in all_commands() if one.words.startswith("gm "))


def test_the_guide_for_players_names_every_command() -> None:
    guide = Path(ROOT / "docs" / "orders.md").read_text()
    assert [one.words for one in all_commands() if f"`{one.words}" not in guide] == []


@pytest.mark.long
def test_no_command_stumbles_where_the_game_has_not_begun(house: House) -> None:
    """Answered, and never set aside: as who moderates and plays in it."""
    house.eager = False
    asked = dict.fromkeys(part.strip() for one in all_commands() for part in one.usage.split("·") if part.strip())
    game, stumbled = "", list[str]()
    for at, line in enumerate(asked):
        if not at % 20 or house.row(game).status != "inviting":
            house.pass_time(days=1)  # so many invitations a day
            game = house.game("Red", "Blue", start=False, gm="red@example.org")
        if house.write(game, "Red", line, deliver=False).status == "aside":
            stumbled.append(line)
    assert not stumbled and len(asked) > 100
