"""What a mail says of a decision is true of this very position: what is left, who is still in, what would follow."""

from __future__ import annotations

import pytest

from engine import Player, apply, parse_order, to_act
from moderator.language import Words, languages
from moderator.outbox.report import Kind, PressShown, report
from moderator.outbox.report.choices import choices
from moderator.outbox.report.parts import asked_words
from moderator.outbox.report.view import Lesson
from tests.moderator.report.positions import game, view


def plain(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").split())


def mail(name: str, moves: int, language: str = "en", kind: Kind = Kind.MOVE, **more: object) -> str:
    return plain(report(view(*game(name, moves), kind, language=language, text_only=True, **more)).text)


LEFT = {
    "en": "Sell more shares, or end your turn (done).",
    "fr": "Vendre encore des actions, ou finir votre tour (fini).",
    "de": "Noch Aktien verkaufen oder deinen Zug beenden (fertig).",
    "ko": "주식을 더 팔거나 차례 마치기(완료).",
}


@pytest.mark.parametrize("language", languages())
def test_who_has_bought_is_asked_only_what_is_left(language: str) -> None:
    assert LEFT[language] in mail("1882-1", 34, language)
    assert LEFT[language] not in mail("1882-1", 13, language)


def test_who_may_buy_more_of_one_company_is_told_so() -> None:
    assert "Buy more of the same company" in mail("1882-1", 124)


@pytest.mark.parametrize(("name", "moves"), [("1861-3", 49), ("1867-1", 61)])
def test_where_minors_may_be_put_up_a_stock_round_says_so(name: str, moves: int) -> None:
    assert "put a minor up for auction" in mail(name, moves)
    assert "start a company" not in mail(name, moves)


def test_once_public_companies_may_start_both_are_said() -> None:
    asked = asked_words(game("1867-1", 478)[1], Words())
    assert "start a public company or put a minor up for auction" in asked


@pytest.mark.parametrize("language", languages())
def test_a_contest_says_who_leads_with_how_much_and_who_is_left(language: str) -> None:
    """Green and Blue have both bid on P4 of 1882, and settle it."""
    said = mail("1882-1", 8, language)
    left = {"en": "Still in the auction: Green and Blue.", "fr": "Encore en lice : Green et Blue."}
    left |= {"de": "Noch dabei: Green und Blue.", "ko": "아직 경매에 남은 사람: Green, Blue."}
    assert left[language] in said
    lead = {"en": "Green leads with $155 for P4.", "fr": "Green mène les enchères sur P4 avec 155 $."}
    lead |= {"de": "Green führt bei P4 mit 155 $.", "ko": "Green이 P4에 $155를 불러 앞서 있습니다."}
    assert lead[language] in said


def test_where_bids_rise_in_turn_those_who_passed_are_left_out() -> None:
    state = game("1861-3", 0)[1]
    item = state.facts.bidding.item  # type: ignore[union-attr]
    for order in (f"bid {item} {state.facts.bidding.minimum}", "pass"):  # type: ignore[union-attr]
        state = apply(state, parse_order(state, order), Player(to_act(state) or "")).state
    said = plain(report(view((), state, text_only=True)).text)
    assert "Red leads with" in said and "Still in the auction: Red and Blue." in said


def test_a_bid_that_buys_another_private_along_says_so() -> None:
    """Red alone has bid on P2: with P1 sold, it is Red's for that bid, and its price is part of what P1 costs."""
    state = game("1882-1", 0)[1]
    for order in ("bid P2 55", "pass", "pass"):
        state = apply(state, parse_order(state, order), Player(to_act(state) or "")).state
    assert to_act(state) == "Red"
    (first,) = (one for one in choices(state) if one.order.startswith("bid P1"))
    assert first.cost == 75
    said = plain(report(view((), state, text_only=True)).text)
    assert "bid P1 20 costs $75. Then: Red buys P2 for $55." in said


@pytest.mark.parametrize("language", languages())
def test_what_an_order_would_bring_is_not_told_as_done(language: str) -> None:
    said = mail("1882-1", 500, language)
    then = {"en": "Then: HBR", "fr": "Conséquence : La HBR", "de": "Folge: Die HBR", "ko": "결과: HBR"}
    assert then[language] in said


@pytest.mark.parametrize("language", languages())
def test_the_reader_is_warned_that_a_train_closes_their_private(language: str) -> None:
    warned = {
        "en": "When CPR buys a 2-train, your P5 closes.",
        "fr": "Si la CPR achète un train 2, votre P5 ferme.",
        "de": "Kauft die CPR einen 2er-Zug, schließt deine P5.",
        "ko": "CPR이 2 열차를 사면 내 P5가 폐쇄됩니다.",
    }
    assert warned[language] in mail("1882-1", 27, language)


def test_companies_that_have_not_floated_stand_last_and_are_marked() -> None:
    state = game("1882-2", 84)[1]
    table = report(view(*game("1882-2", 84), text_only=True)).text
    listed = table[table.index("COMPANIES, IN OPERATING ORDER") :].split("\n\n")[0]
    firms = [line for line in listed.splitlines() if line.partition(":")[0] in state.title.companies]
    marked = ["not yet floated" in line for line in firms]
    assert marked == sorted(marked) and any(marked) and not all(marked)


@pytest.mark.parametrize("language", languages())
def test_press_names_its_writer_once_and_says_how_to_answer(language: str) -> None:
    press = (PressShown("Blue", "Shall we merge?"),)
    text = mail("1861-3", 49, language, Kind.PRESS, seat="Green", press=press)
    head = text[: text.index("Shall we merge?")]
    assert head.count("Blue") == 1
    assert "press Blue … end press" in text


@pytest.mark.parametrize("language", languages())
def test_the_tutorial_says_that_the_first_private_of_a_row_is_simply_bought(language: str) -> None:
    lesson = mail("1882-1", 0, language, lesson=Lesson("bid", 1, 3))
    nobody = {"en": "nobody can raise", "fr": "personne ne peut surenchérir", "de": "niemand kann überbieten"}
    assert nobody.get(language, "아무도 더 높이 부를 수 없습니다") in lesson
    assert plain(Words(language)("lesson_order_bid")) not in lesson
    # Where bids are raised it is told as an auction.
    assert plain(Words(language)("lesson_bid")) in mail("1861-3", 0, language, lesson=Lesson("bid", 1, 3))


def test_the_prices_at_which_a_private_may_be_exchanged_are_one_line() -> None:
    said = mail("1882-1", 14)
    assert said.count("exchange SCR at") == 1
    assert "exchange SCR at 67 costs $67; at 67, 71, 76, 82, 90, 100. Then: " in said
