"""Reads the data sheets our maps were made from: just as much YAML as they use."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.engine.board.recordings import SHARED

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\],:]|[^{}\[\],:"\s](?:[^{}\[\],:]|:(?!\s))*)')


def path(title: str) -> Path:
    return SHARED / "rules" / f"{title}-data.yaml"


def section(title: str, name: str) -> Any:
    """A top-level section whose entries are written one a line."""
    lines = path(title).read_text("utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"{name}:"))
    entries: dict[str, Any] = {}
    items: list[Any] = []
    for line in lines[start + 1 :]:
        if line.strip() and not line.startswith(" "):
            break
        text = line.strip()
        if text.startswith("- "):
            items.append(_value(_TOKEN.findall(text[2:].split("   #")[0])))
        elif text and not text.startswith("#"):
            key, _, rest = text.partition(": ")
            entries[key.strip('"')] = _value(_TOKEN.findall(rest.split("   #")[0]))
    return entries or items


def _value(tokens: list[str]) -> Any:
    token = tokens.pop(0)
    if token == "[":
        found = []
        while tokens[0] != "]":
            found.append(_value(tokens))
            if tokens[0] == ",":
                tokens.pop(0)
        tokens.pop(0)
        return found
    if token == "{":
        mapping = {}
        while tokens[0] != "}":
            key = _value(tokens)
            assert tokens.pop(0) == ":"
            mapping[key] = _value(tokens)
            if tokens[0] == ",":
                tokens.pop(0)
        tokens.pop(0)
        return mapping
    if token.startswith('"'):
        return token[1:-1].replace('\\"', '"')
    word = token.strip()
    return None if word == "null" else int(word) if word.lstrip("-").isdigit() else word
