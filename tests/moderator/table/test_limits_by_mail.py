"""A bid with a limit as people put it: kept on file, never made at once; nobody is told to bid outright instead."""

from __future__ import annotations

import pytest

from tests.moderator.house import House
from tests.printed import first_draws

LIMITS = {
    "en": {
        "bid up to 260 for P5, after that pass": "pass",
        "bid on P5 up to 260 then pass": "pass",
        "bid P5 up to $260 otherwise pass": "pass",
        "bid at most 260 for P5": "ask",
        "bid P5 260 max, above that ask me": "ask",
        "I want P5, up to 260": "ask",
    },
    "fr": {
        "enchérir 260 maximum sur P5": "ask",
        "enchérir sur P5 jusqu'à 260, après passer": "pass",
        "miser au plus 260 pour P5 et passer ensuite": "pass",
        "je mise 260 $ au maximum sur P5, puis me demander": "ask",
    },
    "de": {
        "biete maximal 260 auf P5 und passe dann": "pass",
        "ich biete bis 260 für P5, darüber passe ich": "pass",
        "biete 260 höchstens auf P5": "ask",
    },
    "ko": {
        "P5에 260까지 입찰하고 그 이상이면 패스": "pass",
        "P5에 260 한도로 입찰": "ask",
        "P5에 최대 260 입찰": "ask",
        "P5에 260달러까지만 입찰합니다": "ask",
    },
}


@pytest.mark.parametrize("language", LIMITS)
def test_a_limit_is_kept_on_file_however_it_is_put(house: House, language: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    house.write(game, "Blue", f"language {language}", deliver=False)
    for line, then in LIMITS[language].items():
        kept = house.write(game, "Blue", line, deliver=False)
        assert kept.word == "ACCEPTED", f"{line}: {kept.said}"
        assert f"bid P5 up to 260 then {then}" in kept.said, line
    assert house.orders(game) == []


@pytest.mark.parametrize("line", ["bid up to 260 on P5 but no more", "enchérir jusqu'à 260 sur P5 et basta"])
def test_a_limit_with_an_end_nobody_knows_is_asked_about(house: House, line: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    for seat in ("Red", "Blue"):
        said = house.write(game, seat, line, deliver=False)
        assert said.word == "NOT ACCEPTED" and "just the bid" not in said.said, said.said
        assert said.rows[0].data["lines"][0]["instead"] == ["bid P5 up to 260 then pass", "bid P5 up to 260 then ask"]
        assert "`bid P5 up to 260 then pass`" in said.said and "`bid P5 up to 260 then ask`" in said.said
    assert house.orders(game) == []
