"""Runs every benchmark, prints one table for each and writes them all to results.json beside this file.

A benchmark is a module in this folder with a function `rows()` that returns or yields mappings; the keys are the
columns of its table.
"""

from __future__ import annotations

import importlib
import json
import platform
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
Row = Mapping[str, object]


def collect(names: Iterable[str]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for name in names:
        module = importlib.import_module(f"bench.{name}")
        if not hasattr(module, "rows"):
            continue
        if sys.stderr.isatty():
            print(f"bench: {name} ...", file=sys.stderr)
        found[name] = [dict(row) for row in module.rows()]
    return found


def cell(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def table(rows: list[Row]) -> str:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    lines = [columns, *([cell(row.get(key, "")) for key in columns] for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(columns))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def main(wanted: list[str]) -> None:
    names = wanted or sorted(p.stem for p in HERE.glob("*.py") if not p.stem.startswith("_"))
    results = collect(names)
    for name, rows in results.items():
        print(f"\n{name}\n{table(rows)}")
    target = HERE / "results.json"
    # A run of some benchmarks keeps the figures of the others.
    kept = json.loads(target.read_text())["results"] if wanted and target.exists() else {}
    document = {"python": platform.python_version(), "results": {**kept, **results}}
    target.write_text(json.dumps(document, indent=1, ensure_ascii=False, default=str) + "\n")


main(sys.argv[1:])
