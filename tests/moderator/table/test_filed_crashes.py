"""The process dies at every step between “an order on file acts” and “the mail is out”: nothing is lost or doubled."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from moderator.inbox.handle import handle
from moderator.outbox import post
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.table.test_filed import others, traded  # noqa: F401

# Where it dies, in the order in which they are passed; each before and after.
POINTS = (
    "moderator.table.filed.judged",
    "moderator.table.filed.play_move",
    "moderator.table.playing.engine.apply",
    "moderator.store.game.Play.record",
    "moderator.table.filed._note",
    "moderator.table.standing.end_what_is_sold",
    "moderator.table.deadlines.keep_time",
    "moderator.table.announce.tell",
    "moderator.office.desk.fold",
    "moderator.outbox.compose.rendered",
    "moderator.outbox.post._claim",
)


class Killed(BaseException):
    """Nothing catches it, as nothing catches a killed process."""


def opened(home: Path, database: Path) -> House:
    shutil.copytree(database, home, dirs_exist_ok=True)
    made = open_house(settings_for(home), migrated=True)
    made.eager = False
    return made


def the_end(house: House, game: str) -> tuple[list[str], list[tuple[str, str]]]:
    """All moves, and all mails that went out or were folded, once each."""
    sent = [(row.recipient, row.key) for row in house.outbox()]
    assert len(sent) == len(set(sent))
    return house.orders(game), sorted(sent)


def run(house: House, game: str, mover: str, first: str) -> int:
    """The mail that brings the turn of an order on file about."""
    to = house.address(game, mover)
    receipt = house.take_in(house.raw(f"{mover.lower()}@example.org", to, "pass"), f"{mover.lower()}@example.org", to)
    return receipt.mail_id


def set_up(house: House, game: str) -> tuple[str, str]:
    mover, (first, _) = str(house.row(game).mover), others(house, game)
    house.write(game, first, "standing pass even if someone sells even if someone starts even if a directorship")
    return mover, first


def find(path: str) -> tuple[Any, str] | None:
    """The owner and the name of a function; None if there is none of that name any more."""
    parts = path.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            owner: Any = __import__(".".join(parts[:length]), fromlist=["x"])
        except ImportError:
            continue
        for name in parts[length:-1]:
            owner = getattr(owner, name, None)
        return (owner, parts[-1]) if hasattr(owner, parts[-1]) else None
    return None


def dying(function: Callable[..., Any], after: bool, count: int) -> Callable[..., Any]:
    left = [count]

    def wrapped(*args: Any, **more: Any) -> Any:
        found = function(*args, **more) if after else None
        left[0] -= 1
        if left[0] == 0:
            raise Killed
        return found if after else function(*args, **more)

    return wrapped


@pytest.mark.long
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("point", POINTS)
def test_a_kill_at_every_step_loses_and_doubles_nothing(
    tmp_path: Path,
    traded: tuple[Path, str],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    point: str,
    after: bool,
) -> None:
    database, game = traded
    calm = opened(tmp_path / "calm", database)
    mover, first = set_up(calm, game)
    handle(calm.office, run(calm, game, mover, first))
    calm.deliver()
    wanted = the_end(calm, game)
    assert f"{first}: pass" in wanted[0][-2:]
    calm.office.close()

    wild = opened(tmp_path / "wild", database)
    set_up(wild, game)
    mail = run(wild, game, mover, first)
    found = find(point)
    assert found is not None, f"{point} is gone; name what took its place"
    owner, name = found
    with monkeypatch.context() as patched:
        patched.setattr(owner, name, dying(getattr(owner, name), after, 1))
        with pytest.raises(Killed):
            handle(wild.office, mail)
            wild.deliver()
    wild.office.close()

    again = open_house(settings_for(tmp_path / "wild"), migrated=True)
    again.eager = False
    again.time = wild.time
    # What a new process does: work under way is taken up, mails that were being sent are sent.
    again.pass_time(hours=1)
    post.release(again.office)
    handle(again.office, mail)
    again.deliver()
    orders, sent = the_end(again, game)
    assert orders == wanted[0]
    assert sent == wanted[1]
    again.office.close()
