"""What a whole game sends: a recorded game of five players, each turn one mail, and every mail that follows from it.

The recorded games lie beside the repository; without them there is nothing to measure.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import engine
from moderator.store.mails import Sending
from moderator.table.offers import open_offers
from moderator.table.planning import GamePlan
from moderator.table.seating import new_game
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.table.test_recorded import CORPUS, recorded, write

GAME = ("1882", "5236")


def turns(plan: GamePlan, orders: list[dict[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """The orders as people send them: all of one turn in one mail."""
    players = [engine.Player(wish.name) for wish in plan.seats]
    state = engine.replay(engine.start(plan.title, players, plan.drawn or {}, plan.options))
    lines: list[str] = []
    for number, one in enumerate(orders):
        by = engine.Player(one["player"])
        outcome = engine.apply(state, engine.parse_order(state, one["order"]), by, state.players, advise=False)
        agreed = bool(engine.consents(state, engine.parse_order(state, one["order"])))
        over = engine.ends_turn(state, outcome.events)
        state = outcome.state
        if agreed and lines:
            yield by, lines
            lines = []
        lines.append(one["order"])
        last = number + 1 == len(orders) or orders[number + 1]["player"] != by
        if agreed or over or last:
            yield by, lines
            lines = []


def send(house: House, game: str, addresses: dict[str, str], player: str, lines: list[str]) -> int:
    """The mail of one turn; where others must agree they do. Gives the number of letters people wrote."""
    answer = write(house, game, addresses, player, "\n".join(lines))
    if answer.word == "ACCEPTED":
        return 1
    assert "must agree" in answer.said, (lines, answer.said)
    assert write(house, game, addresses, player, f"propose {lines[0]}").word == "ACCEPTED"
    with house.office.reading() as desk:
        found = desk.game(game)
        assert found is not None
        offer = open_offers(desk, found)[-1]
    for name in offer.parties:
        assert write(house, game, addresses, name, f"accept {offer.number}").word == "ACCEPTED"
    return 2 + len(offer.parties)


def rows(most: int | None = None) -> Iterator[dict[str, object]]:
    if not (CORPUS / GAME[0] / "real" / f"{GAME[1]}.json.gz").exists():
        return
    plan, orders, _ = recorded(*GAME)
    home = Path(tempfile.mkdtemp())
    house = open_house(settings_for(home))
    with house.office.desk() as desk:
        game = new_game(desk, plan, "bench").id
    addresses = {wish.name: wish.address for wish in plan.seats}
    written = 0
    for player, lines in turns(plan, orders[:most]):
        written += send(house, game, addresses, player, lines)
        # Mails show the position they were written for.
        house.deliver()
        house.pass_time(minutes=30)
        if sys.stderr.isatty():
            print(f"\r{written} mails in", end="", file=sys.stderr)
    count, weight = Counter[str](), Counter[str]()
    for row in house.outbox():
        if row.raw is not None and row.status == Sending.SENT:
            count[row.kind] += 1
            weight[row.kind] += len(row.raw)
    for kind in sorted(count):
        yield {"game": "/".join(GAME), "kind": kind, "mails": count[kind], "MB": round(weight[kind] / 1e6, 2)}
    yield {
        "game": "/".join(GAME),
        "kind": "all",
        "mails": count.total(),
        "MB": round(weight.total() / 1e6, 2),
        "mails in": written,
    }
    house.office.close()
    shutil.rmtree(home)
