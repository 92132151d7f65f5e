"""A counter where mails are read and answered, and nothing is sent unless a test wants it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.moderator.house import open_house, settings_for
from tests.phrasings.counter import Counter


@pytest.fixture
def counter(tmp_path: Path) -> Iterator[Counter]:
    house = open_house(settings_for(tmp_path))
    house.eager = False
    yield Counter(house)
    house.office.close()
