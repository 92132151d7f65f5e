"""The last section of a page of rules: the figures of a title, written out from its data so that they can't differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from engine.board.tiles import COLOURS
from engine.title import Title


def section(title: Title, number: int, grids: tuple[str, ...]) -> str:
    """The section with its heading, as it must stand at the end of the page."""
    parts = [_companies(title), _offboard(title), _printed(title), _terrain(title), *_rivers(title)]
    parts += (_grid(title, name) for name in grids)
    body = "\n\n".join(f"**{number}.{n}** {text}" for n, text in enumerate(parts, 1))
    return f"## {number}. Figures\n\n{body}\n"


def in_page(page: Path, number: int) -> str:
    """The section as it stands on the page."""
    text = page.read_text("utf-8")
    return text[text.index(f"## {number}. Figures") :]


def rewrite(page: Path, number: int, said: str) -> None:
    text = page.read_text("utf-8")
    head = text.partition(f"## {number}. Figures")[0].rstrip("\n")
    page.write_text(f"{head}\n\n{said}", "utf-8")


def _table(heads: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _companies(title: Title) -> str:
    def rows() -> Iterator[tuple[str, ...]]:
        for spec in title.companies.values():
            home = title.plan.hexes[spec.home].title if spec.home else "–"  # type: ignore[index]
            prices = ", ".join(map(title.money, spec.station_prices)) or "–"
            extra = str(spec.neutral) if spec.neutral else "–"
            yield (
                spec.symbol,
                spec.name,
                spec.kind.name,
                home,
                str(spec.stations),
                prices,
                extra,
                spec.from_phase or "–",
            )

    heads = ("company", "name", "kind", "home", "stations", "they cost", "neutral", "from phase")
    return f"The companies, their homes and stations:\n\n{_table(heads, rows())}"


def _offboard(title: Title) -> str:
    def rows() -> Iterator[tuple[str, ...]]:
        for hex_, place in title.plan.hexes.items():
            for stop in place.stops:
                if stop.kind == "offboard":
                    values = [str(stop.revenue)] * 4 if isinstance(stop.revenue, int) else []
                    shown = values or [str(stop.value(c)) if c in stop.revenue else "–" for c in COLOURS]  # type: ignore[operator]
                    yield (str(hex_), place.name or "–", *shown)

    return f"Off-board areas, by the colour of the phase:\n\n{_table(('hex', 'name', *COLOURS), rows())}"


def _printed(title: Title) -> str:
    def rows() -> Iterator[tuple[str, ...]]:
        for hex_, place in title.plan.hexes.items():
            if place.stops and place.track and place.stops[0].kind != "offboard":
                values = ", ".join(str(stop.value(COLOURS[0])) for stop in place.stops)
                yield (str(hex_), place.name or "–", place.kind, place.label or "–", values)

    return f"Stops printed with track:\n\n{_table(('hex', 'name', 'colour', 'letter', 'worth'), rows())}"


def _terrain(title: Title) -> str:
    by_price: dict[int, list[str]] = defaultdict(list)
    for hex_, place in title.plan.hexes.items():
        if place.cost:
            by_price[place.cost].append(str(hex_))
    listed = "; ".join(f"{title.money(price)}: {', '.join(hexes)}" for price, hexes in sorted(by_price.items()))
    return f"Prices printed on hexes. {listed}."


def _rivers(title: Title) -> Iterator[str]:
    plan, by_price = title.plan, defaultdict[int, list[str]](list)
    for hex_, place in plan.hexes.items():
        for edge, price in place.rivers.items():
            there = plan.neighbour(hex_, edge)
            if there is not None and (str(hex_) < str(there) or edge not in plan.hexes[there].rivers):
                pair = "–".join(sorted((str(hex_), str(there))))
                if pair not in by_price[price]:
                    by_price[price].append(pair)
    if by_price:
        listed = "; ".join(
            f"{title.money(price)}: {', '.join(sorted(pairs))}" for price, pairs in sorted(by_price.items())
        )
        yield f"Prices of rivers, by the two hexes they part. {listed}."


def _grid(title: Title, name: str) -> str:
    package = f"engine.titles.t{title.name}"
    lines = Path(str(files(package)), name).read_text("utf-8").splitlines()
    about = lines[0].lstrip("# ")
    return f"{about}\n\n```\n" + "\n".join(lines[1:]) + "\n```"
