"""Each form of order on file, line by line, in each language; what is written is read back as the same value."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import engine
from engine import Refused, State
from engine.ahead.patterns import beginnings, patterns
from tests.engine.ahead.tables import BLUE, RED, minors, stock
from tests.work import calls

STOCK = {
    # English, French and Korean, and the one form in which it is kept.
    "standing pass": "standing pass in stock round 2",
    "standing pass until someone sells CN or starts a company": (
        "standing pass in stock round 2 unless someone sells CN or someone starts"
    ),
    "standing pass all auctions": "standing pass all auctions",
    "standing pass unless price CN < 60 even if someone sells even if the phase changes": (
        "standing pass in stock round 2 unless price CN <= 59 even if someone sells even if the phase changes"
    ),
    "standing buy CN until 5 shares": "standing buy CN until 5 shares then ask",
    "standing buy CN until it floats, then pass": "standing buy CN until it floats then pass",
    "standing buy CN up to 120": "standing buy CN up to 120 then ask",
    "if price CN >= 100 then sell 2 CN else pass": "if price CN >= 100 then sell 2 CN else pass",
    "if (price CN >= 100 or Blue has at least 3 shares of CPR) and not phase 4 then sell all CN": (
        "if (price CN >= 100 or Blue has >= 3 CPR) and not (phase >= 4) then sell all CN"
    ),
    "if the 4-train is sold before my turn then buy CPR": "if 4-train sold before my turn then buy CPR",
    "when P4 is sold then buy CN from ipo": "if P4 is sold then buy CN from ipo",
    "standing operate CN: run best, pay": "standing operate CN: run best, pay",
    "standing operate CN: withhold until 4-train, train 3 if there is money, no track": (
        "standing operate CN: no track, withhold until 4-train sold, train 3 if there is money"
    ),
    "when CN operates then lay 57 on C3 facing 1; run best; pay; done": None,
    "Standing: buy CPR until 4 shares": "standing buy CPR until 4 shares then ask",
    "standing order: pass in stock round 3": "standing pass in stock round 3",
    "Standing order: operate CN: run best, pay": "standing operate CN: run best, pay",
    "willing sell P2 to CN from 40": "willing sell P2 to CN from 40",
    "willing sell 2-train of CN to CPR from 100": "willing sell 2-train of CN to CPR from 100",
    "refuse offers from Blue": "refuse offers from Blue",
    "refuse all offers": "refuse all offers",
    "dauerhaft passen": "standing pass in stock round 2",
    "dauerhaft passen bis jemand CN verkauft oder eine Gesellschaft gründet": (
        "standing pass in stock round 2 unless someone sells CN or someone starts"
    ),
    "dauerhaft passen bei allen Versteigerungen": "standing pass all auctions",
    "dauerhaft passen außer wenn der Kurs von CN unter 60 liegt auch wenn jemand verkauft": (
        "standing pass in stock round 2 unless price CN <= 59 even if someone sells"
    ),
    "dauerhaft kaufe CN bis 5 Aktien dann passen": "standing buy CN until 5 shares then pass",
    "dauerhaft kaufe CN bis ich 5 Aktien habe": "standing buy CN until 5 shares then ask",
    "dauerhaft kaufe CN bis sie startet": "standing buy CN until it floats then ask",
    "dauerhaft kaufe CN bis zu 120": "standing buy CN up to 120 then ask",
    "wenn Kurs CN >= 100 dann verkaufe 2 CN sonst passen": "if price CN >= 100 then sell 2 CN else pass",
    "wenn der Kurs der CN mindestens 100 ist, dann verkaufe 2 CN, sonst passe": (
        "if price CN >= 100 then sell 2 CN else pass"
    ),
    "falls Blue mindestens 3 Aktien von CPR hat und Phase 4 begonnen hat, dann verkaufe alle CN": (
        "if Blue has >= 3 CPR and phase >= 4 then sell all CN"
    ),
    "wenn 4er-Zug verkauft vor meinem Zug dann kaufe CPR": "if 4-train sold before my turn then buy CPR",
    "wenn der Kurs von CN über 100 steigt, dann verkaufe alle CN": "if price CN >= 101 then sell all CN",
    "if the price of CN rises above 100 then sell all CN": "if price CN >= 101 then sell all CN",
    "sobald P4 verkauft ist dann passe": "if P4 is sold then pass",
    "dauerhaft betreibe CN: fahre bestens, zahle aus": "standing operate CN: run best, pay",
    "dauerhaft betreibe CN: behalte ein bis zum 4er-Zug, Zug 3 wenn das Geld reicht, kein Gleis": (
        "standing operate CN: no track, withhold until 4-train sold, train 3 if there is money"
    ),
    "bereit P2 an CN zu verkaufen ab 40": "willing sell P2 to CN from 40",
    "bereit, den 2er-Zug von CN an CPR ab 100 zu verkaufen": "willing sell 2-train of CN to CPR from 100",
    "lehne Angebote von Blue ab": "refuse offers from Blue",
    "alle Angebote ablehnen": "refuse all offers",
    "consigne passer": "standing pass in stock round 2",
    "consigne passer jusqu'à ce que quelqu'un vend CN ou lance une compagnie": (
        "standing pass in stock round 2 unless someone sells CN or someone starts"
    ),
    "consigne passer à toutes les enchères": "standing pass all auctions",
    "consigne passer sauf si le cours de CN est inférieur à 60 même si quelqu'un vend": (
        "standing pass in stock round 2 unless price CN <= 59 even if someone sells"
    ),
    "consigne acheter CN jusqu'à 5 actions puis passer": "standing buy CN until 5 shares then pass",
    "consigne acheter CN jusqu'au lancement": "standing buy CN until it floats then ask",
    "consigne acheter CN pas plus de 120": "standing buy CN up to 120 then ask",
    "si le cours de CN est d'au moins 100 alors vendre 2 CN sinon passer": (
        "if price CN >= 100 then sell 2 CN else pass"
    ),
    "si le train 4 est vendu avant mon tour alors acheter CPR": "if 4-train sold before my turn then buy CPR",
    "quand P4 est vendue alors passer": "if P4 is sold then pass",
    "consigne exploiter CN : circuler au mieux, verser": "standing operate CN: run best, pay",
    "consigne exploiter CN : retenir jusqu'au train 4, train 3 si possible, pas de voie": (
        "standing operate CN: no track, withhold until 4-train sold, train 3 if there is money"
    ),
    "prêt à vendre P2 à CN à partir de 40": "willing sell P2 to CN from 40",
    "refuser les offres de Blue": "refuse offers from Blue",
    "예약 패스": "standing pass in stock round 2",
    "누가 CN을 팔 때까지 예약 패스": "standing pass in stock round 2 unless someone sells CN",
    "모든 경매 예약 패스": "standing pass all auctions",
    "CN 예약 구매 5주까지 이후 패스": "standing buy CN until 5 shares then pass",
    "CN 예약 구매 출범까지": "standing buy CN until it floats then ask",
    "CN 예약 구매 최대 120": "standing buy CN up to 120 then ask",
    "만약 CN 주가가 100 이상이면 CN 2주 판매, 아니면 패스": "if price CN >= 100 then sell 2 CN else pass",
    "만약 P4가 팔리면 패스": "if P4 is sold then pass",
    "CN 예약 운영: 최고 운행, 배당": "standing operate CN: run best, pay",
    "CN 예약 운영: 4열차 나올 때까지 유보, 돈 있으면 3열차, 선로 없음": (
        "standing operate CN: no track, withhold until 4-train sold, train 3 if there is money"
    ),
    "P2를 CN에 40 이상 판매 용의": "willing sell P2 to CN from 40",
    "Blue 제안 거절": "refuse offers from Blue",
}
MINORS = {
    "standing no merger": "standing no merger",
    "standing no merger of M-K": "standing no merger M-K",
    "willing merge M-K with N or K-K from 120": "willing merge M-K with N or K-K from 120",
    "willing sell TSR to M-K from 30": "willing sell TSR to M-K from 30",
    "if M-K has 2 loans then pass": "if loans M-K >= 2 then pass",
    "dauerhaft keine Fusion": "standing no merger",
    # Not "behalte", which keeps a company.
    "wenn Phase >= 4, behalte ein": "if phase >= 4 then withhold",
    "consigne pas de fusion": "standing no merger",
    "prêt à fusionner M-K avec N ou K-K à partir de 120": "willing merge M-K with N or K-K from 120",
    "예약 합병 안함": "standing no merger",
    "M-K N, K-K 120 이상 합병 용의": "willing merge M-K with N or K-K from 120",
}
CASES = [(stock, line, kept) for line, kept in STOCK.items()] + [(minors, line, kept) for line, kept in MINORS.items()]


@pytest.mark.parametrize(("table", "line", "kept"), CASES, ids=[line for _, line, _ in CASES])
def test_each_form_is_read_kept_and_read_back(table: object, line: str, kept: str | None) -> None:
    state: State = table()  # type: ignore[operator]
    order = engine.read_standing(state, RED, line)
    # "refuse" is a command as well, which looks for offers itself.
    assert engine.looks_standing(line) or line.startswith("refus")
    assert order is not None
    if kept is not None:
        assert order.write() == kept
    assert engine.read_standing(state, RED, order.write()) == order
    assert engine.restore_order(json.loads(json.dumps(engine.store(order)))) == order
    assert str(order.tell(state))


BLOCK = """when CN operates:
lay 57 on C3 facing 1
if cash CN >= 300 then train 3
else train 2
run best
pay
else
run best
withhold
end when"""


def test_a_whole_turn_is_a_block_of_lines_with_choices_and_a_fallback() -> None:
    state = stock()
    first, *body, last = BLOCK.splitlines()
    assert engine.begins_block(first) and engine.ends_block(last)
    order = engine.read_standing(state, RED, first, body)
    assert order is not None
    assert order.write().splitlines() == [
        "when CN operates:",
        "lay 57 on C3 facing 1",
        "if cash CN >= 300 then train 3 else train 2",
        "run best",
        "pay",
        "else",
        "run best",
        "withhold",
        "end when",
    ]
    assert engine.read_standing(state, RED, order.write()) == order
    assert engine.restore_order(engine.store(order)) == order


@pytest.mark.parametrize("language", ["en", "fr", "de", "ko"])
@pytest.mark.parametrize("line", ["train 3, done", "train 3; done"])
def test_orders_in_one_line_of_a_block_are_no_choice(line: str, language: str) -> None:
    """In Korean the verb alone marks a condition: so "train 3, done" was "if a 3-train is sold then done"."""
    order = engine.read_standing(stock(), RED, "when CN operates:", ["run best", line], language)
    assert order is not None
    assert order.write().splitlines()[1:-1] == ["run best", "train 3", "done"]


@pytest.mark.parametrize(
    "line",
    [
        "pass for the rest of the round", "I want to pass all the time", "I pass from now on", "je passe tout le tour",
        "ich passe für den Rest der Runde", "ab jetzt passe ich", "이제부터 계속 패스합니다",
        "계속 패스해 주세요", "이번 라운드는 계속 패스", "항상 패스해 주세요", "매번 패스", "ich passe weiterhin",
        "passe jedes Mal", "Bitte immer für mich passen", "please always pass for me", "pass each time",
        "passe toujours pour moi", "je passe à chaque fois",
    ],
)  # fmt: skip
def test_who_passes_for_more_than_a_turn_is_asked_for_how_many(line: str) -> None:
    assert engine.looks_standing(line)
    with pytest.raises(engine.Ambiguous) as asked:
        engine.read_standing(stock(), RED, line)
    assert asked.value.instead[0] == "standing pass"


@pytest.mark.parametrize("line", ["I pass", "pass this round", "Pass. From now on I am in Rome.", "pay from now on"])
def test_one_pass_is_one_pass(line: str) -> None:
    assert not engine.looks_standing(line)


@pytest.mark.parametrize("line", ["propose train 2 from CPR for 50", "train 2 from CPR for 50 propose"])
def test_an_offer_in_a_block_is_no_order(line: str) -> None:
    with pytest.raises(engine.Refused):
        engine.read_standing(stock(), RED, "when CN operates:", [line, "done"])


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("standing pss", "I understand “standing”, but not “pss”"),
        ("if price CN is high then pass", "I understand “if price CN is”, but not “high then pass”"),
        ("if price CN >= 100 then", "is not finished"),
        ("standing buy CN", "Say until when."),
        ("when CN operates", "Say what it does."),
        ("standing operate CPR: run best", "You don't direct CPR."),
        ("willing sell P3 to CN from 40", "P3 is not yours."),
        ("standing pass in stock round 0", "Stock round 0 is over."),
        ("when CPR operates then run best", "You don't direct CPR."),
        ("standing buy CN until 11 shares", "You may hold 6 shares of CN at most."),
        ("standing buy CN until 7 shares", "You may hold 6 shares of CN at most."),
        ("standing operate CN: pay, withhold", "“withhold” contradicts what stands before it in the line."),
        ("standing pass; standing pass all auctions", "write it in a line of its own"),
        ("if price CN >= 90 then sell 1 CN; if price CPR >= 90 then sell 1 CPR", "write it in a line of its own"),
    ],
)
def test_what_cannot_be_kept_says_why(line: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        engine.read_standing(stock(), RED, line)
    assert why in str(refused.value.message)


def test_more_shares_than_one_may_hold_are_answered_with_the_most() -> None:
    with pytest.raises(Refused) as refused:
        engine.read_standing(stock(), RED, "standing buy CN until 11 shares then pass")
    assert refused.value.instead == ("standing buy CN until 6 shares then pass",)
    assert engine.read_standing(stock(), RED, refused.value.instead[0]) is not None
    with pytest.raises(Refused, match="N is owned whole; it has no shares to buy"):
        engine.read_standing(minors(), RED, "standing buy N until 2 shares")


@pytest.mark.parametrize(
    "line",
    [
        "pass unless someone sells CN",
        "I pass until somebody sells CN",
        "passe, außer wenn jemand CN verkauft",
        "passer sauf si quelqu'un vend CN",
    ],
)
def test_a_pass_until_something_happens_is_asked_about_for_it_would_act_at_once(line: str) -> None:
    assert engine.looks_standing(line)
    with pytest.raises(Refused) as refused:
        engine.read_standing(stock(), RED, line)
    assert refused.value.instead == ("standing pass unless someone sells CN", "pass")
    assert engine.read_standing(stock(), RED, refused.value.instead[0]) is not None


@pytest.mark.parametrize(
    "line",
    [
        "when CN operates: no track, pay, if cash CN >= 300 then train 2 else no train, done",
        "when CN operates: no track, pay, if cash CN >= 300 then train 2, else no train, done",
        "quand CN exploite : pas de voie, verser, si caisse CN >= 300 alors train 2 sinon pas de train, fini",
        "sobald CN an der Reihe ist: kein Gleis, zahle aus, wenn Kasse CN >= 300 dann Zug 2 sonst kein Zug, fertig",
    ],
)
def test_a_turn_in_one_line_may_have_choices_between_commas(line: str) -> None:
    order = engine.read_standing(stock(), RED, line)
    assert order is not None
    lines = ["when CN operates:", "no track", "pay", "if cash CN >= 300 then train 2 else no train", "done", "end when"]
    assert order.write().splitlines() == lines


@pytest.mark.parametrize("line", ["when CN operates: frobnicate, pay", "when CN operates, run bst"])
def test_a_turn_in_one_line_that_is_not_understood_is_answered_with_one_that_is(line: str) -> None:
    with pytest.raises(Refused) as refused:
        engine.read_standing(stock(), RED, line)
    assert engine.looks_standing(line)
    (instead,) = refused.value.instead
    order = engine.read_standing(stock(), RED, instead)
    assert order is not None and order.write() == "when CN operates:\nrun best\npay\ndone\nend when"


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("standing operate M-K: pay, withhold until 4-train", None),
        ("standing operate N: withhold", ("standing operate N: run best",)),
        ("standing operate N: no track, withhold until 4-train", ("standing operate N: no track, run best",)),
        ("standing operate K-K: run best", ("standing operate M-K: run best", "standing operate N: run best")),
        ("willing sell MRR from 40", ("willing sell TSR from 30",)),
        (
            "when N operates: run best, train 3 if there is money",
            ("standing operate N: run best, train 3 if there is money",),
        ),
    ],
)
def test_what_is_refused_comes_with_something_that_works(line: str, instead: tuple[str, ...] | None) -> None:
    with pytest.raises(Refused) as refused:
        engine.read_standing(minors(), RED, line)
    if instead is not None:
        assert refused.value.instead == instead
    for one in refused.value.instead:
        assert engine.read_standing(minors(), RED, one) is not None


@pytest.mark.parametrize(
    "line", ["if phase 3 then buy N", "if phase 3 then sell all N", "if phase 3 then pass else buy N"]
)
def test_what_is_owned_whole_has_no_shares_to_plan_for(line: str) -> None:
    with pytest.raises(Refused, match="N is owned whole; it has no shares to buy"):
        engine.read_standing(minors(), RED, line)


@pytest.mark.parametrize(
    "rest",
    [
        "train 2 else buy NW", "buy NW else run best", "withhold else pass", "pass else no train",
        "bid TSR 30 else buy NW",
    ],
)  # fmt: skip
def test_what_is_said_in_two_kinds_of_turn_is_two_orders(rest: str) -> None:
    state = minors()
    state = state.change(privates={**state.privates, engine.Private("TSR"): engine.BANK})
    with pytest.raises(Refused, match="are said in different turns: give an order for each") as refused:
        engine.read_standing(state, RED, f"if Gold passes then {rest}")
    for instead in refused.value.instead:
        assert engine.read_standing(state, RED, instead) is not None, instead


@pytest.mark.parametrize("rest", ["pass else buy NW", "sell 2 NW else pass", "buy NW else pass"])
def test_who_passes_or_trades_is_told_that_it_is_of_stock_rounds(rest: str) -> None:
    order = engine.read_standing(minors(), RED, f"if price NW >= 100 then {rest}")
    assert order is not None
    assert "It speaks in your turns of stock rounds, and passes nothing else." in str(order.tell(minors()))


@pytest.mark.parametrize(
    "rest", ["bid {item} 100 else buy NW", "bid {item} 100 else pass", "train 3 else no train", "pay else half"]
)
def test_what_may_be_said_in_one_turn_is_one_order(rest: str) -> None:
    line = f"if Gold passes then {rest.format(item=min(engine.bids(minors())))}"
    assert engine.read_standing(minors(), RED, line) is not None


def test_this_auction_where_there_is_none_is_answered_with_what_may_be_meant() -> None:
    with pytest.raises(Refused, match="The auction of the privates is over") as refused:
        engine.read_standing(minors(), RED, "standing pass in this auction")
    for instead in refused.value.instead:
        assert engine.read_standing(minors(), RED, instead) is not None


@pytest.mark.parametrize("line", ["if cash M-K >= 300 then pass", "if M-K has no train then pass"])
def test_what_is_said_of_a_company_that_is_gone_can_never_be(line: str) -> None:
    state = minors()
    order = engine.read_standing(state, RED, line)
    assert order is not None and not isinstance(engine.evaluate(order, state, [], RED), engine.Finished)
    verdict = engine.evaluate(order, state.change(gone=(engine.Company("M-K"),)), [], RED)
    assert isinstance(verdict, engine.Finished) and "M-K is gone" in str(verdict.because)


def test_what_has_nothing_more_to_say_is_not_put_on_file() -> None:
    gone = stock().change(gone=(engine.Company("QL"),))
    with pytest.raises(Refused, match="QL is gone"):
        engine.read_standing(gone, RED, "standing buy QL until 2 shares")


@pytest.mark.parametrize(
    "line",
    [
        "If I may ask, whose turn is it?",
        "If I may ask: whose turn is it?",
        "When you have time: look at the map",
        "wenn ich dran bin, melde ich mich",
        "when is the deadline",
        "si tu veux",
        "Standing by",
        "Pass. I am away until Monday",
        "pass, back on Monday unless it snows",
        "pass",
        "sell 2 CN",
        "만나서 반가워요",
    ],
)
def test_talk_is_no_order_on_file(line: str) -> None:
    if line != "Standing by":  # begins as one does, so it is answered
        assert not engine.looks_standing(line)


@pytest.mark.parametrize(
    "line", ["(" * 200, "if " + "not " * 90 + "phase 4 then pass", "if " + "(" * 60 + "phase 4 then pass"]
)
def test_a_hostile_line_is_refused_and_costs_little(line: str) -> None:
    with pytest.raises(Refused):
        engine.read_standing(stock(), BLUE, f"if {line}")


def test_a_line_of_many_facts_is_read_in_no_time() -> None:
    facts = " or ".join(["price CN >= 100", "Blue has 3 CPR", "phase 4"] * 5)
    order = engine.read_standing(stock(), RED, f"if {facts} then pass")
    assert order is not None


@pytest.mark.parametrize("joint", [" and ", " or ", " and not ", ") or ("])
def test_a_long_condition_is_read_once_and_not_in_every_way_its_parts_can_be(joint: str) -> None:
    """Twenty facts with two readings each took minutes."""
    facts = joint.join(["price CN >= 100"] * 20)
    for text in (f"if {facts} then pass", f"if ({facts}) then sell all CN else pass", f"standing pass unless {facts}"):
        with pytest.raises(Refused):
            engine.read_standing(stock(), RED, text)


@pytest.mark.parametrize(
    "line", ["standing bid V up to 200 then pass", "Dauerauftrag: biete bis 200 auf V, dann passen"]
)
def test_a_bid_with_a_limit_behind_the_word_for_orders_on_file_is_answered_with_the_line_that_works(line: str) -> None:
    with pytest.raises(Refused) as caught:
        engine.read_standing(minors(), RED, line)
    assert caught.value.instead == ("bid V up to 200 then pass",)
    assert engine.read_ahead(caught.value.instead[0]) == engine.BidUpTo("V", 200, "pass")


@pytest.mark.parametrize(
    ("language", "line", "kept"),
    [
        ("en", "if P4 is sold then bid P5 up to 70 then pass", "if P4 is sold then bid P5 70"),
        ("en", "if P4 is sold then bid P5 up to 70 else pass", "if P4 is sold then bid P5 70 else pass"),
        ("ko", "만약 P4가 팔리면 P5에 70까지 입찰", "if P4 is sold then bid P5 70"),
        ("de", "wenn P4 verkauft wird, dann biete auf P5 bis zu 70", "if P4 is sold then bid P5 70"),
        ("fr", "si P4 est vendue alors miser P5 jusqu'à 70", "if P4 is sold then bid P5 70"),
    ],
)
def test_a_limit_behind_a_condition_is_answered_with_a_line_that_keeps_the_condition(
    language: str, line: str, kept: str
) -> None:
    with pytest.raises(engine.Ambiguous) as refused:
        engine.read_standing(stock(), RED, line, language=language)
    assert "can't hang on a condition" in str(refused.value.message)
    conditional, limited = refused.value.instead
    order = engine.read_standing(stock(), RED, conditional, language=language)
    assert order is not None and order.write() == kept
    wish = engine.read_ahead(limited)
    assert wish is not None and (wish.item, wish.most) == ("P5", 70)


def test_an_order_that_nothing_stops_is_read_as_it_was_written_before() -> None:
    one_by_one = (
        "standing pass in stock round 2 even if someone sells even if someone starts even if a directorship "
        "even if the phase changes"
    )
    order = engine.read_standing(stock(), RED, one_by_one)
    assert order is not None and order.write() == "standing pass in stock round 2 whatever happens"
    assert engine.read_standing(stock(), RED, order.write()) == order
    buying = engine.read_standing(stock(), RED, "standing buy CN until 5 shares whatever happens unless price CN < 60")
    assert buying is not None and engine.read_standing(stock(), RED, buying.write()) == buying
    assert buying.write().endswith("whatever happens")


OF_SEVERAL = {
    "if Blue or Green buys CPR then buy CPR": "if Blue buys CPR or Green buys CPR then buy CPR",
    "si Blue ou Green achète CPR alors acheter CPR": "if Blue buys CPR or Green buys CPR then buy CPR",
    "wenn Blue oder Green CPR kauft, dann kaufe CPR": "if Blue buys CPR or Green buys CPR then buy CPR",
    "만약 Blue 또는 Green이 CPR 사면, CPR 구매": "if Blue buys CPR or Green buys CPR then buy CPR",
    "if Blue and Green pass then pass": "if Blue passes and Green passes then pass",
    "si Blue et Green passent alors passer": "if Blue passes and Green passes then pass",
    "wenn Blue und Green passen, dann passe": "if Blue passes and Green passes then pass",
    "만약 Blue 그리고 Green 패스하면, 패스": "if Blue passes and Green passes then pass",
    "if Blue, Green or Gold passes then pass": "if Blue passes or Green passes or Gold passes then pass",
    "if Blue passes and Green or Gold buys CPR then pass": (
        "if Blue passes and (Green buys CPR or Gold buys CPR) then pass"
    ),
}


@pytest.mark.parametrize("line", OF_SEVERAL)
def test_the_same_may_be_said_of_several_players(line: str) -> None:
    order = engine.read_standing(stock(), RED, line)
    assert order is not None and order.write() == OF_SEVERAL[line]


ENOUGH = {
    "standing pass for the rest of this stock round": "standing pass in stock round 2",
    "standing pass until the end of the round": "standing pass in stock round 2",
    "standing pass until next round unless someone sells CPR": (
        "standing pass in stock round 2 unless someone sells CPR"
    ),
    "consigne passer jusqu'à la fin du tour": "standing pass in stock round 2",
    "Dauerauftrag passen bis zum Ende der Aktienrunde": "standing pass in stock round 2",
    "이번 라운드 끝까지 예약 패스": "standing pass in stock round 2",
    "if the price of CPR drops below 60 then sell 2 CPR": "if price CPR <= 59 then sell 2 CPR",
    "if price CPR reaches 100 then sell 2 CPR": "if price CPR >= 100 then sell 2 CPR",
    "si le cours de CPR atteint 100 alors vendre 2 CPR": "if price CPR >= 100 then sell 2 CPR",
    "wenn der Kurs von CPR 100 erreicht, dann verkaufe 2 CPR": "if price CPR >= 100 then sell 2 CPR",
    "if any 4-train is bought then pass": "if 4-train sold then pass",
}


@pytest.mark.parametrize("line", ENOUGH)
def test_until_when_and_how_far_is_said_in_many_words(line: str) -> None:
    order = engine.read_standing(stock(), RED, line)
    assert order is not None and order.write() == ENOUGH[line]


@pytest.mark.parametrize(
    "line",
    [
        "standing pass even if Blue sells",
        "standing pass, even if someone sells CPR",
        "consigne passer même si Blue vend",
        "Dauerauftrag passen auch wenn Blue verkauft",
        "standing pass even if it rains",
    ],
)
def test_part_of_a_stop_is_not_taken_away(line: str) -> None:
    """A name that is at the table is never said to be nobody's."""
    with pytest.raises(engine.Refused, match="takes a stop away as a whole"):
        engine.read_standing(stock(), RED, line)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("If Blue passes I pass too", "if Blue passes then pass"),
        ("if price CN >= 100 sell 2 CN", "if price CN >= 100 then sell 2 CN"),
        ("When Blue buys CPR I will buy one CPR as well", "if Blue buys CPR then buy CPR from ipo"),
        ("Si Blue passe je passe aussi", "if Blue passes then pass"),
        ("Wenn Blue passt passe ich auch", "if Blue passes then pass"),
        ("If I may ask, whose turn is it?", None),
        ("if you like", None),
        ("if Blue passes", None),
        ("If Blue passes I am happy", None),
        ("if Blue is away I'll pass on this", None),
        ("if Blue passes then pass", None),  # is read as it stands
        ("if Blue passes should I sell 2 CN?", None),
        ("if Blue passes I won't pass", None),
        ("Si Blue passe je n'achète pas CPR", None),
        (f"if Blue passes {'very ' * 200}pass", None),
    ],
)
def test_a_condition_without_then_is_proposed_with_it(line: str, meant: str | None) -> None:
    order = engine.without_then(stock(), RED, line)
    assert (order.write() if order is not None else None) == meant


@pytest.mark.parametrize("language", ["", "fr", "de", "ko"])
@pytest.mark.parametrize("make", [stock, minors])
def test_no_pattern_that_can_begin_with_a_word_is_left_out_there(make: Callable[[], State], language: str) -> None:
    title = make().title
    said, begun = patterns(title, language), beginnings(title, language)
    assert said.keys() == begun.keys() and sum(map(len, said.values())) > 500
    for name, each in said.items():
        words = {word for pattern in each for piece in pattern[:1] for word in piece.words}
        for word in ("", "zzqzz", *words):
            can = tuple(one for one in each if not one or one[0].place or one[0].optional or word in one[0].words)
            assert (begun[name].get(word) or begun[name][""]) == can, (name, word)


def test_patterns_that_begin_with_other_words_are_not_tried_at_all() -> None:
    state, line = stock(), "if Blue passes then pass"
    assert engine.read_standing(state, RED, line) is not None
    # All of them together took 8,900.
    assert calls(lambda: engine.read_standing(state, RED, line)) < 7000
