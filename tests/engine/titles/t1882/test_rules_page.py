"""The page of rules, the numbers that refusals cite and the tests fit together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.titles.t1882 import BOX, TITLE
from tests.engine.titles.proving import numbers_in, proofs_of, rules_of

RULES = rules_of("1882")

SHARED = Path(__file__).parents[5] / "shared"


def test_every_paragraph_has_one_number_and_they_ascend() -> None:
    numbers = [tuple(map(int, number.split("."))) for number in numbers_in(RULES)]
    assert numbers == sorted(set(numbers)) and len(numbers) > 150


def test_every_paragraph_a_refusal_cites_is_on_the_page() -> None:
    cited = {*TITLE.paragraphs.values(), *BOX.runs.paragraphs.values()}
    assert cited <= set(numbers_in(RULES)), sorted(cited - set(numbers_in(RULES)))


def test_every_number_the_options_cite_is_on_the_page() -> None:
    for option in TITLE.options.values():
        found = re.findall(r"\((\d+(?:\.\d+)+)\)", option.about)
        assert found and set(found) <= set(numbers_in(RULES)), option.name


def test_the_page_cites_only_paragraphs_it_has() -> None:
    for number in re.findall(r"\((\d+\.\d+)\)", RULES.read_text("utf-8")):
        assert number in numbers_in(RULES), number


def test_the_page_gives_the_values_of_every_option_and_of_the_preset() -> None:
    words = {False: "no", True: "yes"}
    rows = re.findall(r"^\| `(\w+)` \| ([\w ]+) \| ([\w ]+|–) \|", RULES.read_text("utf-8"), re.MULTILINE)
    usual = {name: words.get(spec.default, spec.default) for name, spec in TITLE.options.items()}
    assert {name: value for name, value, _ in rows} == usual
    recorded = {name: words.get(value, value) for name, value in TITLE.presets["recorded"].items()}
    assert {name: value for name, _, value in rows if value != "–"} == recorded
    assert TITLE.presets["book"] == {}


def test_every_paragraph_is_proved_by_a_test() -> None:
    proved = {number for _, numbers, _ in proofs_of("1882") for number in numbers}
    assert proved <= set(numbers_in(RULES)), sorted(proved - set(numbers_in(RULES)))
    assert [number for number in numbers_in(RULES) if number not in proved] == []


def test_every_trap_of_this_title_is_named_by_a_test() -> None:
    named = {name for _, _, names in proofs_of("1882") for name in names}
    assert [f"T{n}" for n in range(81, 102) if f"T{n}" not in named] == []


@pytest.mark.skipif(not SHARED.is_dir(), reason="the papers are not here")
def test_every_worked_example_is_named_by_a_test() -> None:
    examples = re.findall(
        r"^\*\*([A-JS]\d+) ", (SHARED / "rules" / "1882-examples.md").read_text("utf-8"), re.MULTILINE
    )
    named = {name for _, _, names in proofs_of("1882") for name in names}
    assert len(examples) > 100 and [example for example in examples if example not in named] == []
