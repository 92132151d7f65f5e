"""Every paragraph and worked example has its test; the table in docs/ says which, and is rewritten with --golden."""

from __future__ import annotations

import re
from collections import defaultdict

from tests.engine.titles.proving import ROOT, proofs_of
from tests.engine.titles.t1861 import proof as sister
from tests.engine.titles.t1867.proof import RULES, VOCABULARY, own, page

TABLE = ROOT / "docs" / "rules-1867-tests.md"
HOW_MANY = {"A": 3, "B": 4, "C": 2, "D": 7, "E": 1, "F": 6, "G": 4, "H": 2, "I": 4, "J": 4, "K": 3}
EXAMPLES = [f"{letter}{n}" for letter, last in HOW_MANY.items() for n in range(1, last + 1)]


def gathered() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Tests by paragraph and by example; what reads as in 1861 is proved there too, on the same mechanism."""
    by_paragraph: dict[str, list[str]] = defaultdict(list)
    by_example: dict[str, list[str]] = defaultdict(list)
    for where, paragraphs, examples in proofs_of("1867"):
        for key in paragraphs:
            by_paragraph[key].append(f"`{where}`")
        for key in examples:
            by_example[key].append(f"`{where}`")
    for entry in proofs_of("1861"):
        for key in set(entry.paragraphs) & set(page()) - own():
            by_paragraph[key].append(f"1861: `{entry.where}`")
    return by_paragraph, by_example


def without(number: str) -> str:
    """Why a paragraph has no test; empty if it should have one."""
    shared = "" if number in own() else sister.VOCABULARY.get(number, "")
    return VOCABULARY.get(number, shared)


def table() -> str:
    by_paragraph, by_example = gathered()
    headings = dict(re.findall(r"^## (\d+)\. (.+)$", RULES.read_text("utf-8"), re.MULTILINE))
    lines = [
        "# Which test proves which rule of 1867",
        "",
        "Written by `tests/engine/titles/t1867/test_proofs.py` (`pytest --golden` rewrites it); the tests named are",
        "in that folder, those of 1861 in `tests/engine/titles/t1861`: a paragraph that reads the same is played by",
        "the same mechanism. Paragraphs are those of `engine/titles/t1867/RULES.md`. Examples (A1 to K3) are cases",
        "collected before the title was written; the collection is not part of the repository.",
    ]
    section = ""
    for number in page():
        if number.partition(".")[0] != section:
            section = number.partition(".")[0]
            lines += ["", f"## {section}. {headings[section]}", "", "| paragraph | proved by |", "|---|---|"]
        proofs = "<br>".join(by_paragraph.get(number, ())) or f"none: {without(number)}"
        lines.append(f"| {number} | {proofs} |")
    lines += ["", "## Worked examples", "", "| example | proved by |", "|---|---|"]
    lines += [f"| {example} | {'<br>'.join(by_example[example])} |" for example in EXAMPLES]
    return "\n".join(lines) + "\n"


def test_every_paragraph_is_proved_or_only_says_what_words_mean() -> None:
    by_paragraph, _ = gathered()
    assert [number for number in page() if number not in by_paragraph and not without(number)] == []


def test_every_example_is_gone_through() -> None:
    _, by_example = gathered()
    assert [example for example in EXAMPLES if example not in by_example] == []
    assert sorted(set(by_example) - set(EXAMPLES)) == []


def test_the_table_in_docs_is_up_to_date(golden: bool) -> None:
    if golden:
        TABLE.write_text(table(), "utf-8")
    assert TABLE.read_text("utf-8") == table(), "run pytest --golden on this file"
