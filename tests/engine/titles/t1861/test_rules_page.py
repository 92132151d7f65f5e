"""The page of rules and the numbers that refusals cite fit together."""

from __future__ import annotations

import re

from engine.titles.t1861 import BOX, TITLE
from tests.engine.titles.proving import numbers_in
from tests.engine.titles.t1861.proof import RULES


def test_every_paragraph_has_one_number_and_they_ascend() -> None:
    numbers = [tuple(map(int, number.split("."))) for number in numbers_in(RULES)]
    assert numbers == sorted(set(numbers))


def test_every_paragraph_a_refusal_cites_is_on_the_page() -> None:
    cited = {*TITLE.paragraphs.values(), *BOX.runs.paragraphs.values(), "19.6.2"}
    assert cited <= set(numbers_in(RULES)), sorted(cited - set(numbers_in(RULES)))


def test_every_number_the_options_cite_is_on_the_page() -> None:
    for option in TITLE.options.values():
        found = re.findall(r"\((\d+(?:\.\d+)+)\)", option.about)
        assert found, option.name
        # A section is cited by its number where all its paragraphs are meant.
        assert all(any(p == n or p.startswith(f"{n}.") for p in numbers_in(RULES)) for n in found), option.name


def test_the_page_cites_only_paragraphs_and_sections_it_has() -> None:
    text = RULES.read_text("utf-8")
    known = set(numbers_in(RULES))
    for number in re.findall(r"(?<![\d.*R])(\d+\.\d+(?:\.\d+)*)(?![\d*]|\.\d)", text):
        assert any(p == number or p.startswith(f"{number}.") for p in known), number


def test_the_page_names_every_option_with_its_usual_value() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", RULES.read_text("utf-8"), re.MULTILINE))
    words = {False: "no", True: "yes"}
    assert rows == {
        name: str(words.get(spec.default, spec.default)) if isinstance(spec.default, bool) else str(spec.default)
        for name, spec in TITLE.options.items()
    }


def test_the_page_gives_the_values_of_the_preset() -> None:
    rows = re.findall(r"^\| `(\w+)` \| \w+ \| (\w+|–) \|", RULES.read_text("utf-8"), re.MULTILINE)
    named = {name: value for name, value in rows if value != "–"}
    preset = TITLE.presets["second_edition"]
    assert named == {
        name: {True: "yes"}.get(value, str(value)) if value is True else str(value) for name, value in preset.items()
    }
