"""How fast the best run is found and proved: real boards where they are at hand, else boards of our own."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from engine.__main__ import read_json
from engine.interop.commands import best
from engine.interop.record import read_record
from engine.runs.boards import answers

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "routes"
GAMES = ROOT.parent / "shared" / "corpus"
OWN = ROOT / "tests" / "engine" / "runs" / "boards"


def rows() -> list[dict[str, object]]:
    """Median, 95th percentile and worst, and what share is proved within 0.1, 1 and 10 seconds."""
    if not SHARED.is_dir():
        return _measured("own", sorted(OWN.glob("*.json")))
    hard = sorted((SHARED / "hard").glob("*.json.gz"))
    return [
        *_measured("real", sorted((SHARED / "real").glob("*.json.gz"))),
        *_measured("end", [path for path in hard if "_end_" in path.name]),
        *_measured("sat", [path for path in hard if "_sat_" in path.name]),
        *(_game(path) for path in sorted(GAMES.glob("*/real/*.json.gz"))),
    ]


def _game(path: Path) -> dict[str, object]:
    """All best runs of one recorded game together."""
    found = list(best(read_record(read_json(str(path))), perf_counter))
    title, name = path.parts[-3], path.name.removesuffix(".json.gz")
    together = round(sum(float(line["ms"]) for line in found), 1)
    return {"name": f"best run, game {title} {name}, all {len(found)} runs", "value": together, "unit": "ms"}


def _boards(paths: list[Path]) -> Iterator[dict[str, object]]:
    for path in paths:
        raw = path.read_bytes()
        yield json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)


def _measured(name: str, paths: list[Path]) -> list[dict[str, object]]:
    lines = list(answers(_boards(paths), perf_counter))
    times = sorted(float(str(line["ms"])) for line in lines)
    if not times:
        return []
    found = {
        "median": times[len(times) // 2],
        "p95": times[min(len(times) - 1, len(times) * 95 // 100)],
        "worst": times[-1],
    }
    table: list[dict[str, object]] = [
        {"name": f"best run, {name} boards, {what}", "value": value, "unit": "ms"} for what, value in found.items()
    ]
    for limit in (0.1, 1, 10):
        quick = sum(bool(line["proved"]) and float(str(line["ms"])) <= limit * 1000 for line in lines)
        share = round(100 * quick / len(lines), 1)
        table.append({"name": f"best run, {name} boards, proved within {limit} s", "value": share, "unit": "%"})
    return table
