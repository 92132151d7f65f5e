"""Each form of order on file and each fact a condition may name, in each of our languages: all mean the same."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import State
from tests.engine.ahead.tables import RED, minors, privates, stock

LANGUAGES = ("en", "fr", "ko", "de")
# What is kept (a space at the end tells two ways to write one thing apart), and how it is written.
FORMS = {
    "standing pass in stock round 2": (
        stock,
        {"en": "standing pass", "fr": "consigne passer", "ko": "예약 패스", "de": "Dauerauftrag passen"},
    ),
    "standing pass in stock round 2 unless someone sells CN or someone starts": (
        stock,
        {
            "en": "standing pass until someone sells CN or starts a company",
            "fr": "consigne passer jusqu'à ce que quelqu'un vend CN ou lance une compagnie",
            "ko": "누가 CN을 팔거나 누가 회사를 설립할 때까지 예약 패스",
            "de": "Dauerauftrag: passen, bis jemand CN verkauft oder eine Gesellschaft gründet",
        },
    ),
    "standing pass all auctions": (
        stock,
        {
            "en": "standing pass all auctions",
            "fr": "consigne passer à toutes les enchères",
            "ko": "모든 경매 예약 패스",
            "de": "Dauerauftrag passen bei allen Versteigerungen",
        },
    ),
    "standing buy CN until 5 shares then ask": (
        stock,
        {
            "en": "standing buy CN until 5 shares",
            "fr": "consigne acheter CN jusqu'à 5 actions",
            "ko": "CN 예약 구매 5주까지",
            "de": "Dauerauftrag: kaufe CN bis 5 Aktien",
        },
    ),
    "standing buy CN until it floats then ask": (
        stock,
        {
            "en": "standing buy CN until it floats",
            "fr": "consigne acheter CN jusqu'au lancement",
            "ko": "CN 예약 구매 출범까지",
            "de": "Dauerauftrag kaufe CN bis sie startet",
        },
    ),
    "standing buy CN up to 120 then ask": (
        stock,
        {
            "en": "standing buy CN up to 120",
            "fr": "consigne acheter CN pas plus de 120",
            "ko": "CN 예약 구매 최대 120",
            "de": "Dauerauftrag kaufe CN bis zu 120",
        },
    ),
    "standing buy CN until 5 shares then pass": (
        stock,
        {
            "en": "standing buy CN until 5 shares then pass",
            "fr": "consigne acheter CN jusqu'à 5 actions puis passer",
            "ko": "CN 예약 구매 5주까지 이후 패스",
            "de": "Dauerauftrag kaufe CN bis 5 Aktien dann passen",
        },
    ),
    "standing buy CN up to 120 then ask ": (
        stock,
        {
            "en": "standing buy CN up to 120 then ask",
            "fr": "consigne acheter CN pas plus de 120 puis demander",
            "ko": "CN 예약 구매 최대 120 이후 질문",
            "de": "Dauerauftrag kaufe CN bis zu 120 dann fragen",
        },
    ),
    "standing pass in stock round 2 unless price CN <= 59": (
        stock,
        {
            "en": "standing pass unless price CN < 60",
            "fr": "consigne passer sauf si le cours de CN est inférieur à 60",
            "ko": "CN 주가가 60 미만 때까지 예약 패스",
            "de": "Dauerauftrag passen außer wenn der Kurs von CN unter 60 liegt",
        },
    ),
    "standing pass in stock round 2 even if someone sells": (
        stock,
        {
            "en": "standing pass even if someone sells",
            "fr": "consigne passer même si quelqu'un vend",
            "ko": "예약 패스 누가 팔아도",
            "de": "Dauerauftrag passen auch wenn jemand verkauft",
        },
    ),
    "standing pass in stock round 2 even if someone starts": (
        stock,
        {
            "en": "standing pass even if a company is started",
            "fr": "consigne passer même si une compagnie est lancée",
            "ko": "예약 패스 회사가 설립되어도",
            "de": "Dauerauftrag passen auch wenn eine Gesellschaft gegründet wird",
        },
    ),
    "standing pass in stock round 2 even if a directorship": (
        stock,
        {
            "en": "standing pass even if a directorship can be taken",
            "fr": "consigne passer même si une direction peut être prise",
            "ko": "예약 패스 경영권이 바뀌어도",
            "de": "Dauerauftrag passen auch wenn ein Direktorenposten übernommen werden kann",
        },
    ),
    "standing pass in stock round 2 even if the phase changes": (
        stock,
        {
            "en": "standing pass even if the phase changes",
            "fr": "consigne passer même si la phase change",
            "ko": "예약 패스 단계가 바뀌어도",
            "de": "Dauerauftrag passen auch wenn die Phase wechselt",
        },
    ),
    "standing pass in stock round 3": (
        stock,
        {
            "en": "standing pass in stock round 3",
            "fr": "consigne passer en SR3",
            "ko": "SR3 예약 패스",
            "de": "Dauerauftrag passen in SR3",
        },
    ),
    "standing pass in stock round 3 ": (
        stock,
        {
            "en": "standing pass in stock round 3",
            "fr": "consigne passer au tour de bourse 3",
            "ko": "주식 라운드 3에서 예약 패스",
            "de": "Dauerauftrag passen in Aktienrunde 3",
        },
    ),
    "standing pass in stock round 2 whatever happens": (
        stock,
        {
            "en": "standing pass whatever happens",
            "fr": "consigne passer quoi qu'il arrive",
            "ko": "무슨 일이 있어도 예약 패스",
            "de": "Dauerauftrag passen, was auch geschieht",
        },
    ),
    "standing pass in this auction": (
        privates,
        {
            "en": "standing pass in this auction",
            "fr": "consigne passer à cette enchère",
            "ko": "이번 경매에서 예약 패스",
            "de": "Dauerauftrag passen in dieser Versteigerung",
        },
    ),
    "if price CN >= 100 then sell 2 CN": (
        stock,
        {
            "en": "if price CN >= 100: sell 2 CN",
            "fr": "si cours CN >= 100 : vendre 2 CN",
            "ko": "만약 CN 주가가 100 이상이면: CN 2주 판매",
            "de": "wenn Kurs CN >= 100: verkaufe 2 CN",
        },
    ),
    "if Blue passes then pass": (
        stock,
        {
            "en": "if Blue passes, pass",
            "fr": "si Blue passe, passer",
            "ko": "만약 Blue 패스하면, 패스",
            "de": "wenn Blue passt, passe",
        },
    ),
    "if price CN >= 100 then sell 2 CN else pass": (
        stock,
        {
            "en": "if price CN >= 100 then sell 2 CN else pass",
            "fr": "si cours CN >= 100 alors vendre 2 CN sinon passer",
            "ko": "만약 CN 주가가 100 이상이면 CN 2주 판매, 아니면 패스",
            "de": "wenn Kurs CN >= 100 dann verkaufe 2 CN sonst passen",
        },
    ),
    "standing operate CN: run best, pay": (
        stock,
        {
            "en": "standing operate CN: run best, pay",
            "fr": "consigne exploiter CN : circuler au mieux, verser",
            "ko": "CN 예약 운영: 최고 운행, 배당",
            "de": "Dauerauftrag betreibe CN: fahre bestens, zahle aus",
        },
    ),
    "standing operate CN: withhold until 4-train sold": (
        stock,
        {
            "en": "standing operate CN: withhold until 4-train",
            "fr": "consigne exploiter CN : retenir jusqu'au train 4",
            "ko": "CN 예약 운영: 4열차 나올 때까지 유보",
            "de": "Dauerauftrag für CN: behalte ein bis zum 4er-Zug",
        },
    ),
    "standing operate CN: train 3 if there is money": (
        stock,
        {
            "en": "standing operate CN: train 3 if there is money",
            "fr": "consigne exploiter CN : train 3 s'il y a de l'argent",
            "ko": "CN 예약 운영: 돈이 있으면 3열차",
            "de": "Dauerauftrag betreibe CN: Zug 3 wenn das Geld reicht",
        },
    ),
    "standing operate CN: no track, no station, no train": (
        stock,
        {
            "en": "standing operate CN: no track, no station, no train",
            "fr": "consigne exploiter CN : pas de voie, pas de gare, pas de train",
            "ko": "CN 예약 운영: 선로 없음, 역 없음, 열차 없음",
            "de": "Dauerauftrag betreibe CN: kein Gleis, kein Bahnhof, kein Zug",
        },
    ),
    "willing sell P2 to CN from 40": (
        stock,
        {
            "en": "willing sell P2 to CN from 40",
            "fr": "prêt à vendre P2 à CN à partir de 40",
            "ko": "P2를 CN에 40 이상 판매 용의",
            "de": "bereit, P2 an CN zu verkaufen ab 40",
        },
    ),
    "willing sell 2-train of CN to CPR from 100": (
        stock,
        {
            "en": "willing sell 2-train of CN to CPR from 100",
            "fr": "prêt à vendre un train 2 de CN à CPR à partir de 100",
            "ko": "CN의 2열차를 CPR에 100 이상 판매 용의",
            "de": "bereit, den 2er-Zug von CN an CPR zu verkaufen ab 100",
        },
    ),
    "refuse offers from Blue": (
        stock,
        {
            "en": "refuse offers from Blue",
            "fr": "refuser les offres de Blue",
            "ko": "Blue 제안 거절",
            "de": "Angebote von Blue ablehnen",
        },
    ),
    "refuse all offers": (
        stock,
        {
            "en": "refuse all offers",
            "fr": "refuser toutes les offres",
            "ko": "모든 제안 거절",
            "de": "alle Angebote ablehnen",
        },
    ),
    "if P4 is sold then pass": (
        stock,
        {
            "en": "when P4 is sold then pass",
            "fr": "quand P4 est vendue alors passer",
            "ko": "만약 P4가 팔리면 패스",
            "de": "sobald P4 verkauft ist, dann passe",
        },
    ),
    "if 4-train sold before my turn then buy CPR": (
        stock,
        {
            "en": "if the 4-train is sold before my turn then buy CPR",
            "fr": "si le train 4 est vendu avant mon tour alors acheter CPR",
            "ko": "만약 내 차례 전에 4열차가 팔리면 CPR 구매",
            "de": "wenn der 4er-Zug verkauft wird vor meinem Zug, dann kaufe CPR",
        },
    ),
    "when CN operates:\nrun best\npay\ndone\nend when": (
        stock,
        {
            "en": "when CN operates then run best; pay; done",
            "fr": "quand CN exploite alors circuler au mieux; verser; fin du tour",
            "ko": "만약 CN이 운영하면 최고 운행; 배당; 이상",
            "de": "wenn CN operiert, dann fahre bestens; zahle aus; fertig",
        },
    ),
    "when CN operates:\nrun best\npay\ndone\nend when ": (
        stock,
        {
            "en": "when CN operates: run best, pay, done",
            "fr": "quand CN exploite : circuler au mieux, verser, fin du tour",
            "ko": "CN 차례에: 최고 운행, 배당, 이상",
            "de": "wenn CN fährt: fahre bestens, zahle aus, fertig",
        },
    ),
    "when CN operates:\nrun best\npay\nif cash CN >= 300 then train 3 else train 2\nend when": (
        stock,
        {
            "en": "when CN operates: run best, pay; if cash CN >= 300 then train 3; else train 2",
            "fr": "quand CN exploite : circuler au mieux, verser; si caisse CN >= 300 alors train 3; sinon train 2",
            "ko": "CN 운영하면: 최고 운행, 배당; 만약 CN 금고 300 이상이면 3열차 구매; 아니면 2열차 구매",
            "de": "wenn CN operiert: fahre bestens, zahle aus; wenn Kasse CN >= 300 dann Zug 3; sonst Zug 2",
        },
    ),
    "standing no merger": (
        minors,
        {
            "en": "standing no merger",
            "fr": "consigne pas de fusion",
            "ko": "예약 합병 안함",
            "de": "Dauerauftrag keine Fusion",
        },
    ),
    "standing no merger M-K": (
        minors,
        {
            "en": "standing no merger of M-K",
            "fr": "consigne pas de fusion de M-K",
            "ko": "M-K 예약 합병 안함",
            "de": "Dauerauftrag keine Fusion mit M-K",
        },
    ),
    "willing merge M-K with N or K-K from 120": (
        minors,
        {
            "en": "willing merge M-K with N or K-K from 120",
            "fr": "prêt à fusionner M-K avec N ou K-K à partir de 120",
            "ko": "M-K N, K-K 120 이상 합병 용의",
            "de": "bereit, M-K mit N oder K-K zu fusionieren ab 120",
        },
    ),
}
BLOCK = {
    "en": "when CN operates:|if cash CN >= 300 then train 3|else train 2|run best|pay|else|run best|withhold|end when",
    "fr": (
        "quand CN exploite :|si caisse CN >= 300 alors train 3|sinon train 2|"
        "circuler au mieux|verser|sinon|circuler au mieux|retenir|fin quand"
    ),
    "ko": "CN 운영하면:|만약 CN 금고 300 이상이면 3열차 구매|아니면 2열차 구매|최고 운행|배당|아니면|최고 운행|유보|끝",
    "de": (
        "wenn CN operiert:|wenn Kasse CN >= 300 dann Zug 3|sonst Zug 2|"
        "fahre bestens|zahle aus|sonst|fahre bestens|behalte ein|ende wenn"
    ),
}
FACTS = {
    "price CN >= 100": {"fr": "cours CN >= 100", "ko": "CN 주가 100 이상", "de": "Kurs CN >= 100"},
    "Blue has >= 3 CPR": {
        "en": "Blue has 3 CPR",
        "fr": "Blue a 3 CPR",
        "ko": "Blue CPR 3주 보유",
        "de": "Blue hat 3 CPR",
    },
    "pool has >= 2 CN": {"en": "pool has 2 CN", "fr": "pool a 2 CN", "ko": "pool CN 2주 보유", "de": "Pool hat 2 CN"},
    "cash CN >= 300": {
        "en": "cash CN >= 300",
        "fr": "caisse CN >= 300",
        "ko": "CN 금고 300 이상",
        "de": "Kasse CN >= 300",
    },
    "director CN = Blue": {
        "en": "director CN = Blue",
        "fr": "directeur de CN est Blue",
        "ko": "CN 경영자 = Blue",
        "de": "Direktor von CN ist Blue",
    },
    "phase >= 4": {"en": "phase >= 4", "fr": "phase >= 4", "ko": "4 단계 이상", "de": "Phase >= 4"},
    "3-trains left = 0": {
        "en": "3-trains left = 0",
        "fr": "trains 3 restants = 0",
        "ko": "남은 3열차 = 0",
        "de": "übrige 3er-Züge = 0",
    },
    "CN has = 0 trains": {
        "en": "CN has no train",
        "fr": "CN n'a pas de train",
        "ko": "CN 열차 없음",
        "de": "CN hat keinen Zug",
    },
    "CN has 2-train": {
        "en": "CN has a 2-train",
        "fr": "CN a un train 2",
        "ko": "CN 2열차 있음",
        "de": "CN hat einen 2er-Zug",
    },
    "CN has no 3-train": {
        "en": "CN has no 3-train",
        "fr": "CN n'a pas de train 3",
        "ko": "CN 3열차 없음",
        "de": "CN hat keinen 3er-Zug",
    },
    "4-train sold": {"en": "4-train sold", "fr": "train 4 vendu", "ko": "4열차 판매", "de": "4er-Zug verkauft"},
    "owner P2 = Blue": {
        "en": "owner P2 = Blue",
        "fr": "P2 appartient à Blue",
        "ko": "P2 소유자 = Blue",
        "de": "P2 gehört Blue",
    },
    "tile 57 on H10": {
        "en": "tile 57 on H10",
        "fr": "tuile 57 en H10",
        "ko": "H10 타일 57",
        "de": "Plättchen 57 auf H10",
    },
    "tile on H10": {"en": "tile on H10", "fr": "tuile en H10", "ko": "H10 타일 있음", "de": "Plättchen auf H10"},
    "CN station in H10": {
        "en": "CN station in H10",
        "fr": "gare CN en H10",
        "ko": "CN H10 역 있음",
        "de": "Bahnhof CN in H10",
    },
    "P4 is sold": {"en": "P4 is sold", "fr": "P4 est vendue", "ko": "P4 팔림", "de": "P4 ist verkauft"},
    "QL floats": {"en": "QL floats", "fr": "QL flotte", "ko": "QL 출범", "de": "QL startet"},
    "Blue passes": {"en": "Blue passes", "fr": "Blue passe", "ko": "Blue 패스", "de": "Blue passt"},
    "someone sells CN": {
        "en": "someone sells CN",
        "fr": "quelqu'un vend CN",
        "ko": "누가 CN 판매",
        "de": "jemand verkauft CN",
    },
    "Blue buys CN": {"en": "Blue buys CN", "fr": "Blue achète CN", "ko": "Blue CN 구매", "de": "Blue kauft CN"},
    "someone starts QL": {
        "en": "someone starts QL",
        "fr": "quelqu'un lance QL",
        "ko": "누가 QL 설립",
        "de": "jemand gründet QL",
    },
    "Blue bids P4": {
        "en": "Blue bids P4",
        "fr": "Blue enchérit sur P4",
        "ko": "Blue P4 입찰",
        "de": "Blue bietet auf P4",
    },
    "(price CN >= 100 or phase >= 4) and not (Blue passes)": {
        "en": "(price CN >= 100 or phase >= 4) and not Blue passes",
        "fr": "(cours CN >= 100 ou phase >= 4) et non Blue passe",
        "ko": "(CN 주가 100 이상 또는 4 단계 이상) 그리고 Blue 패스 아님",
        "de": "(Kurs CN >= 100 oder Phase >= 4) und nicht Blue passt",
    },
}

# Words that only some languages need.
OWN = {"not-after", "and-hung", "or-hung"}


def cases(table: dict[str, Any]) -> list[Any]:
    return [
        pytest.param(kept, lines, language, id=f"{language}: {kept.splitlines()[0]}")
        for kept, lines in table.items()
        for language in LANGUAGES
    ]


@pytest.mark.parametrize(("kept", "form", "language"), cases(FORMS))
def test_every_form_can_be_written_in_every_language(
    kept: str, form: tuple[Callable[[], State], dict[str, str]], language: str
) -> None:
    table, lines = form
    state, line = table(), lines[language]
    # "refuse" is a command as well, which looks for offers itself.
    assert engine.looks_standing(line) or line.startswith("refus")
    # In a mail of its own language, and in one of any other.
    for read_as in (language, ""):
        order = engine.read_standing(state, RED, line, (), read_as)
        assert order is not None and order.write() == kept.rstrip(), line
    assert engine.restore_order(json.loads(json.dumps(engine.store(order)))) == order


@pytest.mark.parametrize(("kept", "lines", "language"), cases(FACTS))
def test_every_fact_can_be_named_in_every_language(kept: str, lines: dict[str, str], language: str) -> None:
    line = lines.get(language, kept)
    for read_as in (language, ""):
        assert engine.read_condition(stock(), RED, line, read_as).write() == kept, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_turn_can_be_written_in_every_language(language: str) -> None:
    first, *body, last = BLOCK[language].split("|")
    assert engine.begins_block(first) and engine.ends_block(last)
    order = engine.read_standing(stock(), RED, first, body, language)
    assert order is not None
    assert order.write() == engine.read_standing(stock(), RED, BLOCK["en"].replace("|", "\n")).write()  # type: ignore[union-attr]


@pytest.mark.parametrize("where", ["ahead", "mechanisms/mergers", "mechanisms/loans"])
def test_no_language_lacks_words_for_anything(where: str) -> None:
    folder = Path(engine.__file__).parent / where / "words"
    known = {one: tomllib.loads((folder / f"{one}.toml").read_text())["patterns"] for one in LANGUAGES}
    for language, patterns in known.items():
        assert not set(known["en"]) - set(patterns), language
        assert not [name for name, written in patterns.items() if not written and name not in OWN], language


def test_words_hung_on_what_stands_before_them_join_like_those_that_stand_alone() -> None:
    line = "만약 CN 주가가 100 이상이고 4단계면 CN 2주 판매"
    order = engine.read_standing(stock(), RED, line, (), "ko")
    assert order is not None and order.write() == "if price CN >= 100 and phase >= 4 then sell 2 CN"
