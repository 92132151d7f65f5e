"""The house every test of the moderator begins with."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

import moderator.outbox.report  # noqa: F401  (so that the module below is there to be patched)
from tests.moderator.house import House, open_house, settings_for


class Compiled(BytecodeCache):
    """What the templates of pages were compiled to: each test has its own application, and all have the same pages."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        # Read only where it was made of the same source.
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}

_compiled = Rule._compile_builder
_builders: dict[tuple[object, ...], Any] = {}


def _compiled_once(rule: Rule, append_unknown: bool = True) -> Any:
    """What writes the addresses of a page: a fifth of the time of a test that looks at pages went into compiling it."""
    # Nothing else of a rule goes into it; the rule itself is handed to it when it is called.
    key = (rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown)
    if key not in _builders:
        _builders[key] = _compiled(rule, append_unknown)
    return _builders[key]


Rule._compile_builder = _compiled_once  # type: ignore[method-assign]


# Rooms in which mails are read; how they look is tested with reports and drawings.
SPEAKING = ("table", "commands", "hearing", "inbox")


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


@pytest.fixture(autouse=True)
def pictures_where_they_are_looked_at(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In rooms whose tests read what mails say, only the files that say so have them drawn."""
    if request.path.parent.name in SPEAKING and not getattr(request.module, "WITH_PICTURES", False):
        without_pictures(monkeypatch)


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that are not about pictures get an empty one: drawing is what takes the time."""
    without_pictures(monkeypatch)


def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = sys.modules["moderator.outbox.report.common"]
    monkeypatch.setattr(shared.MOSAIC, "map", lambda *about: b"a picture")
    monkeypatch.setattr(shared.MOSAIC, "market", lambda *about: b"a picture")
    monkeypatch.setattr(shared.MOSAIC, "near", lambda *about: b"a picture")
    monkeypatch.setattr(shared, "ALBUM", type(shared.ALBUM)())
