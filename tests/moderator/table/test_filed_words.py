"""Every form of order on file by mail, line by line, in each language: read back in its reader's own words."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.engine.ahead.tables import stock
from tests.engine.ahead.test_forms import FORMS
from tests.moderator.house import open_house, settings_for
from tests.moderator.table.test_filed import at_table

LANGUAGES = ("en", "fr", "de", "ko")
# The forms are written for another table: there Red directs CN, here Green directs CPR, and SCR is not started.
HERE = {"CN": "CPR", "CPR": "CNoR", "QL": "SCR"}
OWNER = "Green"
# What the service writes, and nobody reads in another language but where it is marked as written.
OURS = re.compile(
    r"\b(standing|pass|sell|buy|run|best|pay|done|withhold|lay|token|if|then|else|until|unless|when|end|someone|refuse"
    r"|willing|offers|track|station|no|from|sold|phase changes)\b"
)


def here(line: str) -> str:
    return re.sub(r"(?<![A-Za-z])(CN|CPR|QL)(?![A-Za-z])", lambda name: HERE[name[1]], line)


def unmarked(text: str) -> str:
    """What is said in words: without what is marked as written, and the lines that show the order as it is sealed."""
    shown = re.sub(r"(?ms)^\d+: when .*?^end when$", "", text)
    return re.sub(r"(?m)`[^`]*`|^\d+: .*$", "", shown)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("words")
    shutil.copy(empty_database, folder / "waybill.sqlite")
    house = open_house(settings_for(folder), migrated=True)
    house.eager = False
    game = at_table(house)
    assert house.state(game).directors["CPR"] == OWNER != house.row(game).mover
    house.office.close()
    return folder, game


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_read_back_listed_and_explained_in_its_readers_words(
    tmp_path: Path, home: tuple[Path, str], language: str
) -> None:
    shutil.copytree(home[0], tmp_path, dirs_exist_ok=True)
    house, game = open_house(settings_for(tmp_path), migrated=True), home[1]
    house.eager = False
    house.write(game, OWNER, f"language {language}")
    told: dict[str, str] = {}
    for number, lines in enumerate((lines for table, lines in FORMS.values() if table is stock), 1):
        line = here(lines[language])
        answer = house.write(game, OWNER, line)
        assert answer.word == "ACCEPTED", f"{line}: {answer.said}"
        (said,) = (one["said"] for one in answer.rows[0].data["lines"])
        asked = house.write(game, OWNER, f"orders\nwhy {number}\ncancel {number}")
        assert asked.word == "ACCEPTED", asked.said
        listed, explained = (block["text"] for block in asked.rows[0].data["blocks"])
        kept, _, words = listed.partition("\n   ")
        words = " ".join(unmarked(words).split())
        told[kept.partition(": ")[2]] = words
        assert words and words in " ".join(unmarked(explained).split()), line
        if language == "en":
            continue
        for text in (unmarked(said), re.sub("`[^`]*`", "", listed), unmarked(explained)):
            assert not (ours := OURS.findall(text)), f"{line}: {ours} in {text}"
        assert said.count("`") in (2, 4), "the line as we write it stands there once, marked"
    assert len(set(told.values())) == len(told), "no two forms are told in the same words"
    house.office.close()
