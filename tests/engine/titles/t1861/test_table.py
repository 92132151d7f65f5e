"""Every paragraph, example and trap has its test; the table in docs/ says which, and is rewritten with --golden."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from tests.engine.titles.proving import ROOT, numbers_in, proofs_of
from tests.engine.titles.t1861.proof import RULES, VOCABULARY, WAITING

TABLE = ROOT / "docs" / "rules-1861-tests.md"
HOW_MANY = {
    "A": 10,
    "B": 6,
    "C": 19,
    "D": 4,
    "E": 17,
    "F": 7,
    "G": 18,
    "H": 9,
    "I": 6,
    "J": 8,
    "K": 11,
    "L": 11,
    "M": 6,
}
EXAMPLES = [f"{letter}{n}" for letter, last in HOW_MANY.items() for n in range(1, last + 1)]
TRAPS = [f"T{n}" for n in range(1, 81)]


def gathered() -> tuple[dict[str, list[str]], dict[str, list[str]], dict[str, list[str]]]:
    by_paragraph: dict[str, list[str]] = defaultdict(list)
    by_example: dict[str, list[str]] = defaultdict(list)
    by_trap: dict[str, list[str]] = defaultdict(list)
    for entry in proofs_of("1861"):
        for number in entry.paragraphs:
            by_paragraph[number].append(entry.where)
        for case in entry.cases:
            (by_trap if case.startswith("T") else by_example)[case].append(entry.where)
    return by_paragraph, by_example, by_trap


def section_of(number: str) -> str:
    """The headings of the page by the number they begin with."""
    headings = dict(re.findall(r"^## (\d+)\. (.+)$", RULES.read_text("utf-8"), re.MULTILINE))
    return headings[number.partition(".")[0]]


def rows(keys: Iterable[str], table: dict[str, list[str]], without: dict[str, str]) -> Iterable[str]:
    for key in keys:
        proofs = "<br>".join(f"`{where}`" for where in table.get(key, ())) or f"none: {without[key]}"
        yield f"| {key} | {proofs} |"


def page() -> str:
    by_paragraph, by_example, by_trap = gathered()
    lines = [
        "# Which test proves which rule of 1861",
        "",
        "Written by `tests/engine/titles/t1861/test_table.py` (`pytest --golden` rewrites it); the tests named are",
        "in that folder. Paragraphs are those of `engine/titles/t1861/RULES.md`. Examples (A1 to M6) and traps (T1 to",
        "T80) are cases collected before the engine was written; the collection is not part of the repository.",
        "",
        "## Paragraphs",
    ]
    section = ""
    for number in numbers_in(RULES):
        if number.partition(".")[0] != section:
            section = number.partition(".")[0]
            lines += ["", f"### {section}. {section_of(number)}", "", "| paragraph | proved by |", "|---|---|"]
        lines += rows([number], by_paragraph, VOCABULARY)
    lines += ["", "## Worked examples", "", "| example | proved by |", "|---|---|", *rows(EXAMPLES, by_example, {})]
    lines += ["", "## Traps T1 to T80", "", "| trap | proved by |", "|---|---|", *rows(TRAPS, by_trap, WAITING)]
    return "\n".join(lines) + "\n"


def test_every_paragraph_is_proved_or_only_says_what_words_mean() -> None:
    by_paragraph, _, _ = gathered()
    numbers = numbers_in(RULES)
    assert sorted(set(by_paragraph) - set(numbers)) == []
    assert [n for n in numbers if n not in by_paragraph and n not in VOCABULARY] == []
    assert [n for n in VOCABULARY if n in by_paragraph or n not in numbers] == []


def test_every_example_is_proved() -> None:
    _, by_example, _ = gathered()
    assert [e for e in EXAMPLES if e not in by_example] == []
    assert sorted(set(by_example) - set(EXAMPLES)) == []


def test_every_trap_that_concerns_1861_is_proved() -> None:
    _, _, by_trap = gathered()
    assert [t for t in TRAPS if t not in by_trap and t not in WAITING] == []
    assert sorted(set(by_trap) - set(TRAPS)) == []
    assert [t for t in WAITING if t in by_trap] == []


def test_the_table_in_docs_is_up_to_date(golden: bool) -> None:
    if golden:
        TABLE.write_text(page(), "utf-8")
    assert TABLE.read_text("utf-8") == page(), "run pytest --golden on this file"
