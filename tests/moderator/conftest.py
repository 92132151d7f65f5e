"""The house every test of the moderator begins with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.moderator.house import House, open_house, settings_for


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables and nothing in them; copying it is quicker than migrating anew."""
    home = tmp_path_factory.mktemp("empty")
    open_house(settings_for(home)).office.close()
    return home / "waybill.sqlite"


@pytest.fixture
def house(tmp_path: Path, empty_database: Path) -> Iterator[House]:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    made = open_house(settings_for(tmp_path), migrated=True)
    yield made
    made.office.close()
