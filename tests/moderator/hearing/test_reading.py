"""Lines into statements: whatever is written, it is bounded, in order, and never raises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.hearing.reading import MOST_LINE, MOST_STATEMENTS, UNCLOSED, statements
from tests.phrasings.data import LANGUAGES, never_talk, talk


@given(st.lists(st.text(max_size=2000), max_size=60))
def test_any_text_is_read_in_order_and_within_bounds(lines: list[str]) -> None:
    found = statements(lines)
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    assert all(len(one.text) <= MOST_LINE for one in found)


@pytest.mark.parametrize(
    "line",
    [
        "pass",
        "Pass.",
        "please pass",
        "bid N 105",
        "105 on N",
        "BUY the NW",
        "lya 57 on G15",
        "trian 3",
        "psas",
        "bankrupt",
        "패스",
        "poser 57 sur G15",
        "vends 2 NW",
        "passe",
        "standing no merger",
        "if price NW >= 100 then sell 2 NW",
    ],
)
def test_an_order_even_a_mistyped_one_is_never_prose(line: str) -> None:
    assert [one.prose for one in statements([line])] == [False]


@pytest.mark.parametrize(
    "line",
    [
        "Hi all,",
        "Nice move!",
        "See you",
        "Sorry for the delay",
        "Open for dinner on Friday, all of you?",
        "Jane Doe, +44 20 7946 0958, jane@example.org",
    ],
)
def test_talk_is_prose(line: str) -> None:
    assert all(one.prose for one in statements([line]))


@pytest.mark.parametrize("line", [line for language in LANGUAGES for line in talk(language)])
def test_greetings_thanks_and_chat_are_harmless_in_every_language(line: str) -> None:
    assert all(one.prose for one in statements([line]))


@pytest.mark.parametrize(
    "line",
    [
        "I pass on that idea of yours",
        "Greetings from Kazan",
        "Found a good book about Kazan yesterday",
        "If you come to Kiev, call me",
        *(line for language in LANGUAGES for line in never_talk(language)),
    ],
)
def test_a_line_that_names_something_of_the_game_is_never_passed_over(line: str) -> None:
    """Who is named is known only at the table; every other name, number and order word is known everywhere."""
    assert not any(one.prose for one in statements([line])) or any(name in line for name in ("Blue", "Green"))


def test_what_only_names_something_does_not_begin_an_order() -> None:
    assert [one.order for one in statements(["Greetings from Kazan", "bid N 105"])] == [False, True]


def test_nothing_is_read_after_the_end() -> None:
    assert [one.text for one in statements(["bid N 5; pass # no", "end", "sell 2 NW"])] == ["bid N 5", "pass"]


def test_a_block_keeps_orders_out_and_one_without_an_end_is_noticed() -> None:
    [press, order] = statements(["press all", "sell everything!", "end press", "pass"])
    assert (press.body, order.text) == (("sell everything!",), "pass")
    [open_ended] = statements(["press all", "hello", "pass"])
    assert open_ended.body[-1] == UNCLOSED


@pytest.mark.parametrize("line", ["45. Voilà !", "35. 이번엔 진짜예요", "30. Passt!", "12. Pass the popcorn"])
def test_a_number_that_no_list_has_come_to_is_no_number_of_a_list(line: str) -> None:
    assert statements([line])[0].text == line.partition(".")[0]


def test_the_numbers_of_a_list_are_left_off_however_long_it_is() -> None:
    said = [f"{number}. run {number}: H8-G5" for number in range(1, 13)]
    assert all(one.text.startswith("run") for one in statements(said))
    assert [one.text for one in statements(["2. pass", "3) done"])] == ["pass", "done"]


def test_statements_are_counted_after_they_are_cut() -> None:
    """A line of eighty questions is eighty questions."""
    assert len(statements(["help;" * 79] * 200)) == MOST_STATEMENTS + 1


def test_a_line_too_long_for_an_order_is_marked_and_not_cut_in_silence() -> None:
    [long] = statements(["lay 57 on G15 " + "and " * 200 + "pass"])
    assert long.cut and not long.prose


@pytest.mark.parametrize("line", ["`language fr`", "` language fr `", "`language fr`.", "- `language fr`"])
def test_a_line_copied_with_the_marks_our_mails_set_it_in_is_the_line(line: str) -> None:
    [found] = statements([line])
    assert found.text == "language fr" and found.order and not found.prose
