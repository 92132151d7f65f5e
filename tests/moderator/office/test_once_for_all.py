"""Words that work once, and limits, while many ask at the same moment: two processes must not both be the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier

import pytest

from moderator.office.desk import Desk
from tests.moderator.house import House, open_house, settings_for

AT_ONCE = 6


@pytest.fixture(params=["sqlite", "postgresql"])
def houses(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[House]]:
    """The same database, opened once for each who asks: as many processes do."""
    url = {"DATABASE_URL": request.getfixturevalue("postgres_url")} if request.param == "postgresql" else {}
    settings = settings_for(tmp_path, **url)
    made = [open_house(settings)]
    made += [open_house(settings, migrated=True) for _ in range(AT_ONCE - 1)]
    yield made
    for house in made:
        house.office.close()


def all_at_once(houses: list[House], ask: Callable[[Desk], bool]) -> list[bool]:
    line = Barrier(AT_ONCE)

    def one(house: House) -> bool:
        line.wait(30)
        with house.office.desk() as desk:
            return ask(desk)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, houses))


def test_a_word_is_good_for_one_of_all_who_come_with_it(houses: list[House]) -> None:
    for number in range(5):
        with houses[0].office.desk() as desk:
            assert desk.remember("enter", f"word {number}", desk.now + timedelta(hours=1), {"address": "x@example.org"})

        def use(desk: Desk, number: int = number) -> bool:
            return desk.use("enter", f"word {number}") is not None

        assert sum(all_at_once(houses, use)) == 1


def test_a_word_can_be_left_once_by_all_who_bring_it(houses: list[House]) -> None:
    """A provider's call that is replayed while the first is still being answered."""
    for number in range(5):

        def leave(desk: Desk, number: int = number) -> bool:
            return desk.remember("hook", f"call {number}", desk.now + timedelta(hours=1))

        assert sum(all_at_once(houses, leave)) == 1


def test_a_limit_is_not_passed_by_asking_together(houses: list[House]) -> None:
    for number in range(5):

        def within(desk: Desk, number: int = number) -> bool:
            return desk.within("verify", f"caller {number}", 2, timedelta(hours=1))

        assert sum(all_at_once(houses, within)) == 2
