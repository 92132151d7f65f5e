"""Random tables with orders on file, played by mail: what an order did is what the same moves by hand do; none acts
twice, or in a turn that it doesn't name, though moves are taken back now and then.

What an order may do is judged here from the line that its owner wrote and from the record alone; the language of orders
on file, its meaning and the books of the office have no part in it.
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import engine
from engine.events import BidMade, Passed, PrivateSold, SharesBought, SharesSold
from engine.moves import Bid, Buy, Pass, Sell, Start
from moderator.store.tables import MoveRow, OrderOnFile
from tests.engine.ahead.test_games import wishes
from tests.engine.books.ledger import choose
from tests.moderator.house import House, open_house, settings_for
from tests.printed import TITLES

SEATS = ("Red", "Green", "Blue", "Gold")
GM = "boss@example.org"
# What takes moves back or brings them again stands in the record, too.
BACK = ("undo", "redo")
QUICK = [("1861", 1), ("1867", 2), ("1882", 3)]
LONG = [(title, seed) for title in TITLES for seed in range(10, 14)]


@dataclass
class Filed:
    """An order on file as its owner's mail had it."""

    owner: str
    line: str
    seq: int


@dataclass
class Table:
    house: House
    game: str
    chance: random.Random
    filed: dict[int, Filed] = field(default_factory=dict)
    # By mail: the orders of this very moment.
    by_hand: set[int] = field(default_factory=set)
    undone: int = 0


def begin(home: Path, title: str, drawn: dict[str, str]) -> tuple[House, str]:
    house = open_house(settings_for(home))
    house.eager = False
    return house, house.game(*SEATS, title=title, drawn=drawn, gm=GM)


def draws(title: str, seed: int) -> dict[str, str]:
    chance = random.Random(seed)
    seats = tuple(engine.Player(name) for name in SEATS)
    return {name: chance.choice(outcomes) for name, outcomes in engine.draws(title, seats).items()}


def play(home: Path, title: str, seed: int, acts: int) -> Table:
    house, game = begin(home, title, draws(title, seed))
    table = Table(house, game, random.Random(f"{title} {seed}"))
    for _ in range(acts):
        row = house.row(game)
        if row.mover is None or row.status == "over":
            break
        _act(table, str(row.mover))
        house.pass_time(minutes=table.chance.randrange(1, 90))
    return table


def _act(table: Table, mover: str) -> None:
    house, game, chance = table.house, table.game, table.chance
    state, seen = house.state(game), house.row(game).seq
    what = chance.random()
    if what < 0.35:
        owner = chance.choice(SEATS)
        line = _wish(chance, state, owner)
        answer = house.write(game, owner, line)
        if answer.word in ("ACCEPTED", "QUEUED"):
            table.filed[answer.mail_id] = Filed(owner, line, seen)
    elif what < 0.40 and seen > 2:
        _take_back(table, mover)
    else:
        for _ in range(20):
            move = choose(chance, state, "even")
            answer = house.write(game, mover, engine.write_order(move))
            table.by_hand.add(answer.mail_id)
            if answer.word == "ACCEPTED":
                break


def _wish(chance: random.Random, state: Any, owner: str) -> str:
    item = chance.choice([*state.title.privates])
    other = chance.choice([one for one in SEATS if one != owner])
    limit = f"bid {item} up to {chance.randrange(20, 200, 5)} then {chance.choice(('pass', 'ask'))}"
    more = (limit, limit, f"if {other} bids {item} then pass", "pass")
    opening = engine.round_kind(state) == "auction"
    return chance.choice(more) if chance.random() < (0.6 if opening else 0.1) else wishes(chance, state, owner)


def _take_back(table: Table, mover: str) -> None:
    """The moderator takes moves back or brings them again, or somebody their last mail."""
    house, game, chance = table.house, table.game, table.chance
    before = house.row(game).seq
    if chance.random() < 0.3:
        house.write(game, chance.choice(SEATS), "undo")
    else:
        back = chance.choice((f"gm undo to {max(1, before - chance.randrange(1, 8))}", "gm redo"))
        if house.write(game, "GM", back, sender=GM).word == "CONFIRM":
            house.confirm(game, "GM", sender=GM)
    table.undone += house.row(game).seq != before


# ---------------------------------------------------------------------- judged from outside


def record(house: House, game: str) -> list[MoveRow]:
    """What stands, in its order."""
    with house.office.reading() as desk:
        wanted = select(MoveRow).where(MoveRow.game_id == game).order_by(MoveRow.seq)
        return [row for row in desk.session.scalars(wanted) if row.seq and not row.undone and row.order[:4] not in BACK]


def walk(house: House, game: str) -> list[tuple[MoveRow, Any]]:
    """Each move that stands, with the position it was made in."""
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        return [(row, play.state_at(row.seq - 1)) for row in record(house, game)]


def judge(table: Table) -> int:
    """Holds every move that came from a file against its owner's line; gives how many there were."""
    steps = walk(table.house, table.game)
    acted: dict[int, list[int]] = {}
    for at, (row, _) in enumerate(steps):
        if row.how in ("mail", "queue", "proxy") and row.mail_id in table.filed:
            acted.setdefault(row.mail_id, []).append(at)
        else:
            assert row.mail_id in table.by_hand or row.how in ("default", "start"), (row.how, row.order)
    for mail, places in acted.items():
        filed = table.filed[mail]
        for at in places:
            row, state = steps[at]
            assert row.by == filed.owner == engine.to_act(state), "never for another, nor out of turn"
            assert row.seq > filed.seq, "never before it was given"
        _named(filed, [(at, *steps[at]) for at in places], steps)
    _noted(table, acted, steps)
    return sum(map(len, acted.values()))


def _noted(table: Table, acted: dict[int, list[int]], steps: list[tuple[MoveRow, Any]]) -> None:
    """What an order says it did is what stands in the record, move for move."""
    with table.house.office.reading() as desk:
        rows = desk.session.scalars(select(OrderOnFile).where(OrderOnFile.game_id == table.game)).all()
    for row in rows:
        if row.kind == "queue" or row.mail_id not in table.filed:
            continue
        made = [steps[at][0] for at in acted.get(row.mail_id, ())]
        noted = [one[0] for one in row.data.get("acts", ())]
        assert set(noted) <= {one.seq for one in made}, (row.text, noted)
        if made and len(noted) < 20:
            assert noted[-1] == made[-1].seq, (row.text, noted)


def _named(filed: Filed, made: list[tuple[int, MoveRow, Any]], steps: list[tuple[MoveRow, Any]]) -> None:
    line, owner = filed.line, engine.Player(filed.owner)
    moves = [engine.parse_order(state, row.order) for _, row, state in made]
    about = (filed, [row.order for _, row, _ in made])
    if line == "pass":
        assert len(moves) == 1 and isinstance(moves[0], Pass), about
    elif line.startswith("standing pass"):
        rounds = {(state.cursor.round, state.cursor.number) for _, _, state in made}
        if "all auctions" in line:
            assert all(state.facts.bidding is not None for _, _, state in made), about
        else:
            assert len(rounds) == 1 and {kind for kind, _ in rounds} <= {"stock", "auction"}, about
        assert all(isinstance(one, Pass) for one in moves), about
        if " unless " in line and " even " not in line:
            fact = line.partition(" unless ")[2]
            assert not any(_holds(fact, owner, state, filed.seq, at, steps) for at, _, state in made), about
    elif found := re.match(r"standing buy (\S+)(?: until (\d) shares)?(?: up to (\d+))?", line):
        for (at, _, state), move in zip(made, moves, strict=True):
            assert state.cursor.round == "stock", about
            if isinstance(move, Buy | Start):
                assert move.company == found[1], about
                assert not found[2] or state.held(owner, move.company) < int(found[2]), about
                assert not found[3] or state.cash_of(owner) - _after(at, steps).cash_of(owner) <= int(found[3]), about
            else:
                assert isinstance(move, Pass) or engine.write_order(move) == "done", about
        _one_a_turn([at for (at, _, _), move in zip(made, moves, strict=True) if isinstance(move, Buy)], steps, about)
    elif found := re.match(r"(?:standing operate|when) (\S+?):? ", line):
        assert all(_company(state) == found[1] for _, _, state in made), about
        by_turn = Counter(
            (_company_turn(at, steps), type(move).__name__) for (at, _, _), move in zip(made, moves, strict=True)
        )
        assert all(count == 1 for (_, kind), count in by_turn.items() if kind in ("Run", "Pay")), about
        if line.startswith("when"):
            assert len({turn for turn, _ in by_turn}) <= 1, about
    elif line == "standing no merger":
        assert all(state.cursor.round not in ("stock", "auction", "operating") for _, _, state in made), about
    elif found := re.match(r"if (.*?) then (.*?)(?: else (.*))?$", line):
        assert len(moves) <= 2 and len({_turn(at, steps) for at, _, _ in made}) == 1, about
        at, _, state = made[0]
        met = _holds(found[1], owner, state, filed.seq, at, steps)
        said = found[2] if met else found[3]
        assert said, about
        kinds = {"pass": Pass, "sell": Sell, "buy": Buy}
        assert isinstance(moves[0], kinds[said.split()[0]]), about
        assert said == "pass" or said.split()[-1] == moves[0].company, about
    else:
        found = re.match(r"bid (\S+) up to (\d+) then (\w+)", line)
        assert found is not None, about
        for number, ((_, _, state), move) in enumerate(zip(made, moves, strict=True)):
            assert found[1] in engine.bids(state), (about, engine.bids(state))
            least = engine.bids(state)[found[1]].amount
            if isinstance(move, Bid):
                assert move.item == found[1] and move.amount == least <= int(found[2]), about
            else:
                assert isinstance(move, Pass) and least > int(found[2]) and found[3] == "pass", about
                assert number == len(moves) - 1, about


def _after(at: int, steps: list[tuple[MoveRow, Any]]) -> Any:
    row, state = steps[at]
    return engine.apply(state, engine.parse_order(state, row.order), engine.Player(row.by), SEATS).state


def _turn(at: int, steps: list[tuple[MoveRow, Any]]) -> int:
    """Where the run of moves of one player begins that this one belongs to."""
    while at and steps[at - 1][0].by == steps[at][0].by:
        at -= 1
    return at


def _company(state: Any) -> str:
    """Whose turn it is in an operating round, as the position has it."""
    return str(state.cursor.order[state.cursor.at]) if state.cursor.round == "operating" else ""


def _company_turn(at: int, steps: list[tuple[MoveRow, Any]]) -> tuple[str, int, int]:
    """Each turn of a company is another place in the order of its round."""
    cursor = steps[at][1].cursor
    return str(_company(steps[at][1])), cursor.number * 10 + cursor.sub, cursor.at


def _one_a_turn(places: list[int], steps: list[tuple[MoveRow, Any]], about: Any) -> None:
    for one, other in itertools.pairwise(places):
        between = steps[one + 1 : other]
        ends = [row.order for row, _ in steps[one:other]]
        assert between or "done" in ends or steps[one][1].cursor != steps[other][1].cursor, about


def _holds(fact: str, owner: str, state: Any, given: int, at: int, steps: list[tuple[MoveRow, Any]]) -> bool:
    """A condition, reckoned from the position and from the record since it was given."""
    if " or " in fact:
        one, _, other = fact.partition(" or ")
        return _holds(one, owner, state, given, at, steps) or _holds(other, owner, state, given, at, steps)
    if fact.startswith("not ("):
        return not _holds(fact[5:-1], owner, state, given, at, steps)
    words = fact.split()
    if words[0] in ("price", "cash"):
        if words[0] == "price" and words[1] not in state.market:
            return False
        value = state.market.price(words[1]) if words[0] == "price" else state.cash_of(engine.Player(words[1]))
        return bool(value >= int(words[3]) if words[2] == ">=" else value <= int(words[3]))
    if words[0] == "director":
        return bool(state.directors.get(words[1]) == words[3])
    if words[0] == "phase":
        phases = [*state.title.phases]
        return phases.index(state.phase) >= phases.index(words[2])
    if words[1] == "has":
        return bool(state.held(engine.Player(words[0]), words[3]) >= int(words[2]))
    done = [one for row, _ in steps[:at] if row.seq > given for one in _deeds(row)]
    who, deed, what = words[0], words[1], words[2] if len(words) > 2 else ""
    return any(
        (who == by if who != "someone" else by != owner) and deed == did and what in ("", item)
        for did, by, item in done
    )


def _deeds(row: MoveRow) -> list[tuple[str, str, str]]:
    found = []
    for one in row.happened:
        match one:
            case SharesSold():
                found.append(("sells", one.player, one.company))
            case SharesBought():
                found.append(("buys", one.player, one.company))
            case BidMade():
                found.append(("bids", one.player, one.item))
            case PrivateSold():
                found += [("bids", one.player, one.private), ("buys", one.player, one.private)]
            case Passed():
                found.append(("passes", one.player, one.what))
            case _:
                pass
    return found


# ---------------------------------------------------------------------- played again


def same_by_hand(table: Table, home: Path, title: str, seed: int) -> None:
    """Another table at which nobody has anything on file and everybody sends the moves that stand, one by one."""
    home.mkdir()
    house, game = begin(home, title, draws(title, seed))
    for row in record(table.house, table.game):
        answer = house.write(game, row.by, row.order)
        assert answer.word == "ACCEPTED", (row.seq, row.by, row.order, answer.said)
    mine, theirs = (
        [(one.by, one.order) for one in record(*world)] for world in ((house, game), (table.house, table.game))
    )
    assert mine == theirs
    assert engine.digest(house.state(game)) == engine.digest(table.house.state(table.game))
    mine, theirs = ([one.happened for one in record(*world)] for world in ((house, game), (table.house, table.game)))
    assert mine == theirs
    house.office.close()


def check(tmp_path: Path, title: str, seed: int, acts: int) -> int:
    table = play(tmp_path / "filed", title, seed, acts)
    found = judge(table)
    same_by_hand(table, tmp_path / "hand", title, seed)
    table.house.office.close()
    print(title, seed, found, table.undone, len(record(table.house, table.game)))
    return found


@pytest.mark.parametrize(("title", "seed"), QUICK)
def test_what_orders_on_file_did_is_what_their_owners_wrote(
    tmp_path: Path, no_pictures: None, title: str, seed: int
) -> None:
    (tmp_path / "filed").mkdir()
    assert check(tmp_path, title, seed, 130) >= 5


@pytest.mark.long
@pytest.mark.parametrize(("title", "seed"), LONG)
def test_what_orders_on_file_did_is_what_their_owners_wrote_in_long_games(
    tmp_path: Path, no_pictures: None, title: str, seed: int
) -> None:
    (tmp_path / "filed").mkdir()
    assert check(tmp_path, title, seed, 300) >= 20
