"""What a writer has struck out: it is not read, and never passed over in silence where it could be an order.

Marked up, it stands between two pairs of `~` in the text we make of it, as people write it in plain text too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MARK = "~~"
# Elements that strike out, and styles that do so or that hide what they hold.
ELEMENTS = frozenset(("s", "strike", "del"))
STYLED = re.compile(r"text-decoration[a-z-]{0,20}\s{0,5}:[^;\"'<>]{0,60}line-through", re.IGNORECASE)
HIDDEN = re.compile(
    r"(?:display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}hidden|mso-hide\s{0,5}:\s{0,5}all)", re.IGNORECASE
)
# Whether anything of a text could be struck out; looked for before the text is taken apart.
MAYBE = re.compile(r"<(?:s|strike|del)[\s>]|line-through", re.IGNORECASE)
_NEXT = re.compile(r"(?<=[^~\s])~~\s{0,3}~~(?=[^~\s])")
_STRUCK = re.compile(r"~~(?=\S)([^~]{1,400})~~")


def struck_from(lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """The lines without what is struck out in them, and that."""
    left: list[str] = []
    gone: list[str] = []
    for line in lines:
        # What is struck out word by word is one thing.
        line = _NEXT.sub(" ", line)
        found = [one.strip() for one in _STRUCK.findall(line) if one.strip()]
        gone += found
        rest = _STRUCK.sub(" ", line).strip() if found else line
        if rest or not found:
            left.append(rest)
    return left, gone


def without(lines: Sequence[str], gone: Sequence[str]) -> list[str]:
    """The same text as another part of the mail has it, in which nothing shows that something was struck out."""
    left: list[str] = []
    for line in lines:
        rest = " ".join(line.split())
        for one in gone:
            rest = rest.replace(" ".join(one.split()), " ").strip()
        if rest or not line.strip():
            left.append(rest if rest != " ".join(line.split()) else line)
    return left
