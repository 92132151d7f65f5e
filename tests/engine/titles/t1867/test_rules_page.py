"""The page of rules, the numbers that refusals cite, and the tests fit together."""

from __future__ import annotations

import re

from engine.titles.t1867 import BOX, TITLE
from tests.engine.titles.proving import proofs_of
from tests.engine.titles.t1867.proof import RULES, VOCABULARY, own, page

# The paragraphs that tests of this folder prove.
PROVED = {number for entry in proofs_of("1867") for number in entry.paragraphs}


def test_every_paragraph_has_one_number_and_they_ascend() -> None:
    numbers = [tuple(map(int, number.split("."))) for number in page()]
    assert numbers == sorted(set(numbers))


def test_every_paragraph_of_this_title_alone_is_proved_by_a_test() -> None:
    assert own() - set(VOCABULARY) <= PROVED, sorted(own() - set(VOCABULARY) - PROVED)


def test_every_proof_is_of_a_paragraph_on_the_page() -> None:
    assert set(page()) >= PROVED, sorted(PROVED - set(page()))


def test_every_paragraph_a_refusal_cites_is_on_the_page() -> None:
    cited = {*TITLE.paragraphs.values(), *BOX.runs.paragraphs.values()}
    assert cited <= set(page()), sorted(cited - set(page()))


def test_every_number_the_options_cite_is_on_the_page() -> None:
    for option in TITLE.options.values():
        found = re.findall(r"\((\d+(?:\.\d+)+)\)", option.about)
        assert found, option.name
        assert all(any(p == n or p.startswith(f"{n}.") for p in page()) for n in found), option.name


def test_the_page_cites_only_paragraphs_and_sections_it_has() -> None:
    for number in re.findall(r"(?<![\d.*$])(\d+\.\d+(?:\.\d+)*)(?![\d*]|\.\d)", RULES.read_text("utf-8")):
        assert any(p == number or p.startswith(f"{number}.") for p in page()), number


def test_the_page_names_every_option_with_its_usual_value() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", RULES.read_text("utf-8"), re.MULTILINE))
    words = {False: "no", True: "yes"}
    assert rows == {
        name: words[spec.default] if isinstance(spec.default, bool) else str(spec.default)
        for name, spec in TITLE.options.items()
    }
