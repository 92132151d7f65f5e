"""Recorded games of the public site, played by our engine: every state equal, strictly."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.__main__ import main, read_json
from engine.interop.commands import legal, states
from engine.interop.record import read_record
from engine.interop.site18xx import positions

SHARED = Path(__file__).parents[4] / "shared" / "corpus"
RECORDED = sorted(SHARED.glob("*/*/*.json.gz"))
SAMPLES = sorted(SHARED.glob("*/legal/*.legal.gz"))
# Games in which something is recorded that is no rule: docs/conformance-1867.md.
DIFFER = {"1867/generated/218": "the site gives back a removed station as the one that costs nothing"}
QUICK = ["1861/real/29683", "1861/real/bank_breaks_then_final_phase", "1867/real/21268", "1882/real/10526"]

here = pytest.mark.skipif(not RECORDED, reason="the recorded games are not here")

FREE = ("8", "2+2", "5+5E", "D")


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt") as file:
        yield from (json.loads(line) for line in file if line.strip())


def facts(state: Mapping[str, Any]) -> dict[str, Any]:
    """What must be equal."""
    found: dict[str, Any] = {k: state[k] for k in ("phase", "bank", "finished", "tiles", "round", "operating_order")}
    found["active"] = [str(a) for a in state["active"]]
    found["priority"] = str(state["priority"])
    upcoming = state["depot"]["upcoming"]
    found["depot"] = {k: v for k, v in upcoming.items() if v and k not in FREE}
    found["discarded"] = sorted(state["depot"]["discarded"])
    for id_, player in state["players"].items():
        found[id_] = [player["cash"], player["certs"], player["shares"], sorted(player["privates"])]
    for symbol, company in state["companies"].items():
        president = None if company["type"] == "national" else str(company["president"])
        named = ("cash", "price", "market", "stack_order", "loans", "treasury_pct", "pool_pct")
        found[symbol] = [*(company[k] for k in named), president, sorted(company["trains"])]
        found[symbol] += [sorted(company["privates"]), sorted(company["tokens"]["placed"])]
    return found


def conforms(game: Path) -> None:
    """No two neighbouring states differ, nor the last: the site takes some decisions in two actions, we in one."""
    record = read_record(read_json(str(game)))
    wanted = [row for row in rows(Path(str(game).replace(".json.gz", ".trace.gz"))) if "state" in row]
    ours = {line["i"]: line["state"] for line in states(record)}
    assert len(ours) == len(wanted)
    before: dict[str, Any] = {}
    for row in wanted:
        want, got = facts(row["state"]), facts(ours[row["i"]])
        differing = {k: (want.get(k), got.get(k)) for k in want.keys() | got.keys() if want.get(k) != got.get(k)}
        assert not (before and differing), f"after action {row['i']}: {differing}"
        before = differing
    assert not before


@here
@pytest.mark.parametrize("name", QUICK)
def test_a_recorded_game_is_played_alike(name: str) -> None:
    conforms(SHARED / f"{name}.json.gz")


def known(path: Path) -> Any:
    """A recorded game; one that differs must go on differing, or the list is wrong."""
    why = DIFFER.get("/".join(path.parts[-3:]).removesuffix(".json.gz"))
    return pytest.param(path, marks=pytest.mark.xfail(strict=True, reason=why)) if why else path


@pytest.mark.long
@pytest.mark.parametrize("path", [known(path) for path in RECORDED], ids=lambda path: "/".join(path.parts[-3:]))
def test_every_recorded_game_is_played_alike(path: Path) -> None:
    conforms(path)


def order_for_order(game: Path) -> None:
    """Our own orders, written, read and played, end in the same position."""
    *_, done = positions(read_record(read_json(str(game))))
    state = engine.replay(done.start)
    for played in done.played:
        move = engine.parse_order(state, engine.write_order(played.move))
        assert move == played.move
        state = engine.apply(state, move, played.by, state.players).state
    assert engine.digest(state) == engine.digest(done.state)


@here
@pytest.mark.parametrize("name", QUICK)
def test_a_recorded_game_written_as_orders_ends_alike(name: str) -> None:
    order_for_order(SHARED / f"{name}.json.gz")


@pytest.mark.long
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: "/".join(path.parts[-3:]))
def test_every_recorded_game_written_as_orders_ends_alike(path: Path) -> None:
    order_for_order(path)


def agrees(sample: Path) -> None:
    name = sample.name.replace(".legal.gz", ".json.gz")
    record = read_record(read_json(str(sample.parent.parent / "generated" / name)))
    ours: dict[int, dict[str, Any]] = {}
    for line in legal(record):
        ours.setdefault(line["i"], {}).update(line)
    for row in rows(sample):
        mine = ours.get(row["i"], {})
        if row["step"] == "Track":
            got = {tuple(x) for x in mine.get("lays", [])}
            assert {tuple(x) for x in row["accepted"]} <= got
            assert not got & {tuple(x[:3]) for x in row["refused"]}
        elif row["step"] == "Token":
            cities = [c for c in row["cities"] if c[1] == "normal"]
            wanted = {c[0].split(":")[0] for c in cities if not c[2]}
            assert wanted <= set(mine.get("stations", []))


@here
@pytest.mark.parametrize("name", ["1861/legal/1", "1867/legal/204", "1882/legal/1"])
def test_lays_and_stations_are_accepted_as_sampled(name: str) -> None:
    agrees(SHARED / f"{name}.legal.gz")


@pytest.mark.long
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: "/".join(path.parts[-3:]))
def test_every_sample_of_lays_and_stations_agrees(path: Path) -> None:
    agrees(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not json", "can't be read"),
        ("[]", "holds no game"),
        ("{}", "no game file"),
        ('{"title": "1861", "players": [], "actions": []}', "played by 3, 4, 5 or 6, not by 0"),
        ('{"title": "1830", "players": [{"id": 1, "name": "A"}], "actions": []}', "no title"),
    ],
)
def test_a_file_that_is_no_game_is_answered_with_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    assert main(["states", str(path)]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1 and "Traceback" not in error


def test_an_illegal_action_is_named_with_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = [{"id": n, "name": name} for n, name in enumerate(("Ann", "Bob", "Cid"), 1)]
    bad = {"type": "bid", "entity": 1, "entity_type": "player", "company": "TSR", "price": 22, "id": 1}
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"id": 1, "title": "1861", "players": players, "settings": {}, "actions": [bad]}))
    assert main(["states", str(path)]) == 2
    assert "action 1 (bid by 1): Bid a multiple of R5." in capsys.readouterr().err


def test_undone_actions_are_left_out_and_messages_survive() -> None:
    def act(number: int, kind: str, **more: Any) -> dict[str, Any]:
        return {"type": kind, "entity": 1, "entity_type": "player", "id": number, **more}

    actions = [
        act(1, "bid", company="TSR", price=20),
        act(2, "pass"),
        act(3, "undo"),
        act(4, "message", message="sorry"),
        act(5, "redo"),
        act(6, "undo", action_id=1),
        act(7, "pass"),
    ]
    players = [{"id": n, "name": str(n)} for n in (1, 2, 3)]
    record = read_record({"id": 7, "title": "1861", "players": players, "settings": {}, "actions": actions})
    assert [a["id"] for a in record.actions] == [1, 7]
    assert record.seed == 7


def test_a_player_called_like_a_company_or_a_place_can_be_imported() -> None:
    players = [{"id": n, "name": name} for n, name in enumerate(("NW", "Pool", "nw", "Ann"), 1)]
    bid = {"type": "bid", "entity": 1, "entity_type": "player", "company": "TSR", "price": 20}
    file = {"id": 7, "title": "1861", "players": players, "settings": {}, "actions": [bid]}
    *_, done = positions(read_record(file))
    assert set(done.state.players) == {"NW'", "Pool'", "nw''", "Ann"}


BAD_ACTIONS: list[dict[str, Any]] = [
    {"type": 5},
    {"type": "bid"},
    {"type": "bid", "entity": 1, "entity_type": "player", "company": "TSR"},
    {"type": "bid", "entity": 1, "entity_type": "player", "company": "TSR", "price": None},
    {"type": "bid", "entity": 1, "entity_type": "player", "company": ["TSR"], "price": 20},
    {"type": "bid", "entity": 99, "entity_type": "player", "company": "TSR", "price": 20},
    {"type": "do", "entity": 1, "entity_type": "player"},
    {"type": "player", "entity": 1},
    {"type": "buy_shares", "entity": 1, "entity_type": "player", "shares": 7},
]


@pytest.mark.parametrize("bad", BAD_ACTIONS, ids=str)
def test_an_action_the_site_would_not_write_is_named_in_one_sentence(bad: dict[str, Any]) -> None:
    players = [{"id": n, "name": f"Player {n}"} for n in (1, 2, 3)]
    record = read_record({"id": 7, "title": "1861", "players": players, "settings": {}, "actions": [bad]})
    with pytest.raises(ValueError, match="action 1") as said:
        list(positions(record))
    assert len(str(said.value).splitlines()) == 1
