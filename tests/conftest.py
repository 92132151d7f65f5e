"""What every test may rely on: the tiers, the golden files' switch, and real servers that are private to the tests."""

from __future__ import annotations

import gc

import pytest
from hypothesis import settings

pytest_plugins = ["tests.services"]

# Examples are derived from the test alone, so a red build is red again on the next machine.
settings.register_profile("quick", max_examples=60, deadline=None, derandomize=True, database=None)
settings.register_profile("long", max_examples=2000, deadline=None, derandomize=True, database=None)

# Thousands of tests are a large heap that lives as long as the run; looking through it for rings of objects again and
# again took a fifth of the time. Rings are still collected, only less often, and never what the first test found there.
gc.set_threshold(50_000, 20, 20)


LONGEST = ("/tests/workers/", "/tests/moderator/web/", "/tests/phrasings/", "/tests/engine/books/")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")
    parser.addoption("--golden", action="store_true", help="rewrite the expected files from what the code says now")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # The longest files first (they start processes or a browser, or read thousands of lines), so that none is begun
    # when all others are done.
    items.sort(key=lambda item: not any(folder in str(item.path) for folder in LONGEST))
    for item in items:
        # Random games walk the same lines a million times: counting them would cost more than playing.
        if "/tests/engine/books/" in str(item.path):
            item.add_marker(pytest.mark.no_cover)
    if config.getoption("--long"):
        return
    skip = pytest.mark.skip(reason="takes minutes; run with --long")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(skip)


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> bool:
    """True when expected files are to be rewritten instead of compared."""
    return bool(request.config.getoption("--golden"))
