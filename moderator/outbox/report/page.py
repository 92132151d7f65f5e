"""A report as sections of blocks, and its plain text. The HTML template walks through the same blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from unicodedata import east_asian_width

WIDTH = 76


@dataclass(frozen=True)
class Para:
    """A paragraph, and where more can be read."""

    text: str
    strong: bool = False
    link: str = ""
    kind: str = "para"


@dataclass(frozen=True)
class Items:
    """A list of short texts."""

    items: tuple[str, ...]
    kind: str = "items"


@dataclass(frozen=True)
class Letters:
    """Lines whose letters must stand below each other."""

    lines: tuple[str, ...]
    # What a picture shows better is left out of the HTML part.
    text_only: bool = False
    kind: str = "letters"


@dataclass(frozen=True)
class Table:
    """Rows for the HTML part, and the same as lines of prose for the text part and for those who listen."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[str, ...]
    # The rows to be set off: the reader's own, or the company on turn.
    strong: frozenset[int] = frozenset()
    kind: str = "table"


@dataclass(frozen=True)
class Order:
    """An order that may be sent, what it costs and brings, and the link that opens a reply with it."""

    order: str
    note: str = ""
    link: str = ""


@dataclass(frozen=True)
class Orders:
    """A list of orders; ``lines`` is the shorter form for the text part, where there is one."""

    orders: tuple[Order, ...]
    lines: tuple[str, ...] = ()
    kind: str = "orders"


@dataclass(frozen=True)
class Laid:
    """One tile as it would lie: its sides in words, what it costs, the link that orders it, and its picture."""

    tile: str
    facing: int
    sides: str
    said: str
    note: str = ""
    link: str = ""
    cid: str = ""


@dataclass(frozen=True)
class Lays:
    """Tiles that may be laid on one hex, the best first."""

    place: str
    lays: tuple[Laid, ...]
    facing: str = "facing"
    width: int = 66
    kind: str = "lays"


@dataclass(frozen=True)
class Picture:
    """A picture of the mail, with what it says for those who can't see it."""

    cid: str
    alt: str
    width: int
    # ``near``: shown by phones alone, wherever a program heeds that. ``whole``: shown by all others.
    where: str = ""
    kind: str = "picture"


@dataclass(frozen=True)
class Key:
    """What a sign of a picture means, beside a line of its colour where it has one."""

    text: str
    colour: str = ""
    line: str = "solid"
    # Whether the line goes all around.
    around: bool = False


@dataclass(frozen=True)
class Keys:
    """The key to a picture, for the HTML part alone; and, for phones, where the whole of it is to be seen."""

    keys: tuple[Key, ...]
    more: str = ""
    link: str = ""
    # Shown by phones alone, instead of a picture whose words would be too small there.
    near: bool = False
    kind: str = "keys"


@dataclass(frozen=True)
class Quote:
    """What somebody wrote, each line marked so that it can't be taken for ours."""

    by: str
    lines: tuple[str, ...]
    kind: str = "quote"


Block = Para | Items | Letters | Table | Orders | Lays | Picture | Keys | Quote


@dataclass(frozen=True)
class Section:
    """A heading, where there is one, and what stands below it."""

    name: str
    title: str
    blocks: tuple[Block, ...]


def folded(text: str, first: str = "", later: str = "    ") -> list[str]:
    """A text in lines no wider than a mail, wide letters counted as two."""
    width = WIDTH - sum(1 for c in text if east_asian_width(c) in "WF") * WIDTH // max(1, len(text)) // 2
    return wrap(
        text, max(30, width), initial_indent=first, subsequent_indent=later, break_on_hyphens=False,
        break_long_words=False,
    ) or [""]  # fmt: skip


def text_of(sections: Iterable[Section]) -> str:
    """The plain text of a report, without its head and foot."""
    parts = []
    for section in sections:
        lines = [line for block in section.blocks for line in _lines(block)]
        if lines:
            parts.append("\n".join([section.title.upper(), *lines] if section.title else lines))
    return "\n\n".join(parts)


def _lines(block: Block) -> Sequence[str]:
    match block:
        case Para(text=text, link=link):
            return [*folded(text, later=""), *([f"    {link}"] if link else [])]
        case Items(items=items):
            return [line for item in items for line in folded(item, "- ", "  ")]
        case Letters(lines=lines):
            return lines
        case Table(lines=lines):
            return [line for entry in lines for line in folded(entry)]
        case Orders(orders=orders, lines=lines):
            if lines:
                return [line for entry in lines for line in folded(entry, "    ", "        ")]
            return [line for one in orders for line in _order(one)]
        case Lays(place=place, lays=lays, facing=facing):
            return folded(f"{place}  {'; '.join(_by_tile(lays, facing))}", "    ", "          ")
        case Quote(by=by, lines=lines):
            return [*([by] if by else []), *(f"  | {piece}" for line in lines for piece in folded(line, later=""))]
    return ()


def _by_tile(lays: Sequence[Laid], facing: str) -> list[str]:
    """``58 facing 4 (NE–S), 5 (SE–SW)``, with what it costs."""
    said = []
    for tile in dict.fromkeys(one.tile for one in lays):
        ways = [one for one in lays if one.tile == tile]
        note = f", {ways[0].note}" if ways[0].note else ""
        said.append(f"{tile} {facing} {', '.join(f'{one.facing} ({one.sides})' for one in ways)}{note}")
    return said


def _order(one: Order) -> list[str]:
    if not one.note:
        return [f"    {one.order}"]
    whole = f"    {one.order.ljust(30)}  {one.note}"
    return [whole] if len(whole) <= WIDTH else [f"    {one.order}", *folded(one.note, " " * 8, " " * 8)]
