"""The catalogues as a PO file for translators, and back: context, plurals, and whose words they are.

A message is known by its English, and by its context where it has one; what is said by key has ``owner:table:key`` as
its context. What comes back is written into the owner's own file, line by line, so that comments and order stay.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from gettext import c2py
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

from engine.catalogue import Entry, read
from engine.message import places
from moderator.language.catalogues import languages, owners
from moderator.language.words import habits

# How a language writes is not translated but looked up; a catalogue may say it (docs/languages.md).
HABITS = frozenset(("language", "lists", "dates", "forms", "genders"))
# Words players write stand in the same files; they are not said (engine/notation/words.py).
ORDERS = frozenset(
    (
        "orders phrases links places cities numbers sides said spoken own grammar replies commands topics absence "
        "closing talking questions entering confirming arguments patterns marks limits written conditions owners"
    ).split(),
)
# As many numbers as show which plural a language uses when.
_NUMBERS = range(200)


class BadTranslation(ValueError):
    """A translation that could not be said."""


@dataclass(frozen=True)
class PoText:
    """One thing that is said: whose it is, where it stands, its English, and what decides its plural."""

    owner: str
    table: str
    key: str
    english: tuple[str, ...]
    by: str = "count"

    @property
    def context(self) -> str | None:
        if self.table == "messages":
            return None
        if self.table.startswith("context."):
            return self.table.removeprefix("context.")
        return f"{self.owner}:{self.table}:{self.key}"

    @property
    def name(self) -> tuple[str | None, str]:
        return self.context, self.english[0]


def _forms(entry: Entry) -> tuple[str, ...]:
    """The English of an entry: one text, or singular and plural."""
    return (entry,) if isinstance(entry, str) else (entry.get("one", entry["other"]), entry["other"])


def everything() -> Iterator[PoText]:
    """All that is said, by owner; messages are those that any language has."""
    for owner, folder in owners().items():
        spoken = {language: read(folder / f"{language}.toml") for language in languages()}
        english = spoken["en"]
        for table, entries in english.items():
            if table not in HABITS | ORDERS and not _by_english(table):
                for key, entry in entries.items():
                    yield PoText(owner, table, key, _forms(entry), _by(entry))
        known = dict.fromkeys(
            (table, key)
            for tables in spoken.values()
            for table, entries in tables.items()
            if _by_english(table)
            for key in entries
        )
        for table, key in known:
            forms_of = [tables.get(table, {}).get(key, "") for tables in spoken.values()]
            plural = next((entry for entry in forms_of if isinstance(entry, Mapping)), None)
            ours = english.get(table, {}).get(key, key)
            forms = _forms(ours) if plural is None or isinstance(ours, Mapping) else (key, key)
            # Whatever English says now, the text in the source is the message's name.
            yield PoText(owner, table, key, (key, *forms[1:]), _by(plural or ""))


def _by_english(table: str) -> bool:
    return table == "messages" or table.startswith("context.")


def _by(entry: Entry) -> str:
    return "count" if isinstance(entry, str) else entry.get("by", "count")


def cases(language: str) -> tuple[str, ...]:
    """The plurals of a PO file in this language, as the Unicode tables name them."""
    locale = _locale(language)
    count, expression = get_plural(locale)[:2]
    choose = c2py(expression)
    found = {int(choose(number)): str(locale.plural_form(number)) for number in reversed(_NUMBERS)}
    return tuple(found.get(index, "other") for index in range(count))


def _locale(language: str) -> Locale:
    return habits(language).locale if language in languages() else Locale.parse(language)


def export(language: str) -> bytes:
    """All words of a language as a PO file; what it has no words for yet is left empty."""
    forms = cases(language)
    found = Catalog(locale=_locale(language), project="Waybill", charset="utf-8", fuzzy=False)
    tables = {owner: read(folder / f"{language}.toml") for owner, folder in owners().items()}
    for said in everything():
        entry = tables[said.owner].get(said.table, {}).get(said.key, "")
        plural = len(said.english) > 1
        text: str | tuple[str, ...]
        if plural:
            text = tuple(entry if isinstance(entry, str) else entry.get(form, entry["other"]) for form in forms)
        else:
            text = entry if isinstance(entry, str) else entry["other"]
        found.add(
            said.english if plural else said.english[0],
            text,
            context=said.context,
            auto_comments=[f"{said.owner}: {said.table}"],
            flags={"python-brace-format"} if places(said.english[-1]) else (),
        )
    written = BytesIO()
    write_po(written, found, width=0, omit_header=False)
    return written.getvalue()


def take_in(language: str, po: bytes) -> int:
    """Writes what a translator changed into the catalogues; how many entries that were.

    Raises BadTranslation, and writes nothing, when a text names a place its English does not have.
    """
    forms = cases(language)
    known = {owner: read(folder / f"{language}.toml") for owner, folder in owners().items()}
    given = read_po(BytesIO(po), locale=_locale(language))
    changed: dict[Path, dict[tuple[str, str], Entry]] = {}
    wrong: list[str] = []
    for said in everything():
        message = given.get(said.english[0], context=said.context)
        if message is None or message.fuzzy or not message.string:
            continue
        entry = _entry(message.string, forms, said.by)
        if not entry:
            continue
        allowed = {name for english in said.english for name in places(english)} | {said.by}
        texts = (entry,) if isinstance(entry, str) else tuple(t for case, t in entry.items() if case != "by")
        if extra := {name for text in texts for name in places(text)} - allowed:
            wrong.append(f"{said.english[0]!r} has no place {', '.join(sorted(extra))}")
        if known[said.owner].get(said.table, {}).get(said.key) != entry:
            path = owners()[said.owner] / f"{language}.toml"
            changed.setdefault(path, {})[said.table, said.key] = entry
    if wrong:
        raise BadTranslation("\n".join(wrong))
    for path, entries in changed.items():
        path.write_text(rewritten(path.read_text("utf-8") if path.exists() else "", entries), "utf-8")
    return sum(map(len, changed.values()))


def _entry(text: str | tuple[str, ...] | list[str], forms: tuple[str, ...], by: str) -> Entry:
    if isinstance(text, str):
        return text
    found = dict(zip(forms, text, strict=False))
    if not all(found.values()):
        return ""
    if len(set(found.values())) == 1:
        return next(iter(found.values()))
    found.setdefault("other", text[-1])
    return found if by == "count" else {"by": by, **found}


# ---------------------------------------------------------------------- writing TOML without losing its comments


def rewritten(text: str, entries: Mapping[tuple[str, str], Entry]) -> str:
    """A catalogue with some entries changed or added: one line each, the others as they were."""
    waiting = dict(entries)
    lines: list[str] = []
    table = ""
    ends: dict[str, int] = {}
    for line in text.rstrip("\n").split("\n"):
        if header := re.fullmatch(r"\[([^\]]+)\]\s*(#.*)?", line):
            table = header.group(1).replace('"', "")
        elif (key := _key(line)) is not None and (table, key) in waiting:
            line = _line(key, waiting.pop((table, key)))
        lines.append(line)
        if line.strip():
            ends[table] = len(lines)
    # From the last table to the first, so that the places of the others stay right.
    for name in sorted({table for table, _ in waiting} & set(ends), key=lambda name: -ends[name]):
        lines[ends[name] : ends[name]] = [_line(key, entry) for (of, key), entry in waiting.items() if of == name]
    for name in dict.fromkeys(table for table, _ in waiting if table not in ends):
        lines += ["", f"[{name}]", *(_line(key, entry) for (of, key), entry in waiting.items() if of == name)]
    return "\n".join(lines).lstrip("\n") + "\n"


def _key(line: str) -> str | None:
    """The key of an entry that stands on one line; those of orders may be longer, and are left alone."""
    try:
        return next(iter(tomllib.loads(line)), None)
    except tomllib.TOMLDecodeError:
        return None


def _line(key: str, entry: Entry) -> str:
    bare = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)
    if isinstance(entry, str):
        return f"{bare} = {_quoted(entry)}"
    return f"{bare} = {{ {', '.join(f'{case} = {_quoted(text)}' for case, text in entry.items())} }}"


# What JSON leaves as it is, and a line of TOML has no place for or some reader takes for the end of one.
_UNWRITTEN = re.compile("[\x7f-\x9f\u2028\u2029]")


def _quoted(text: str) -> str:
    return _UNWRITTEN.sub(lambda found: f"\\u{ord(found.group()):04x}", json.dumps(text, ensure_ascii=False))
