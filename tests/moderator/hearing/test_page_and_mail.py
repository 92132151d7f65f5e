"""A page tries what a mail does: each line has the same mark on both, in the same position."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from moderator.hearing.trial import Trial, tried
from tests.phrasings.counter import Counter
from tests.phrasings.data import LANGUAGES, never_talk, phrasings, talk
from tests.phrasings.positions import at, mover

# Short lines that name nothing of the game; beside an order they must be cleared up.
DOUBTFUL = {
    "en": ("whatever is finest", "as discussed", "leave them to it"),
    "de": ("wie besprochen", "nach deinem Gusto"),
    "fr": ("comme convenu", "selon ton idée"),
    "ko": ("알아서 해 줘요", "스물다섯쯤"),
}


BY_PROGRAMS = ("Sent from", "Von meinem iPhone", "Envoyé de", "휴대폰에서 보냄")


def _tried(counter: Counter, game: str, seat: str, language: str, lines: Sequence[str]) -> Trial:
    with counter.house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        mine = play.seat(seat)
        assert mine is not None
        return tried(desk, play, mine, lines, language)


def _both(counter: Counter, position: str, language: str, lines: Sequence[str], seat: str = "") -> tuple[str, str]:
    """The marks of the page, then those of the mail that hands the same lines in."""
    writer = seat or str(mover(position))
    game = counter.set_up(at(position), language)
    page = _tried(counter, game, writer, language, lines)
    answered = counter.house.write(game, writer, "\n".join(lines), deliver=False)
    mail = answered.rows[0].data["lines"]
    return "".join(line.mark for line in page.lines), "".join(line["mark"] for line in mail)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrasing_with_an_order_below_has_the_same_marks_on_the_page_as_by_mail(
    counter: Counter, language: str
) -> None:
    different = {}
    for said in phrasings(language)[1::5]:
        page, mail = _both(counter, said.position, language, (said.say, "done"))
        if page != mail:
            different[str(said)] = (page, mail)
    assert different == {}


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_talk_and_what_may_be_none_has_the_same_marks_on_the_page_as_by_mail(counter: Counter, language: str) -> None:
    different = {}
    for line in (*talk(language), *never_talk(language)[::2]):
        page, mail = _both(counter, "private auction", language, (line, "pass"))
        # What a phone writes below a mail is cut off before anybody reads it.
        if page != mail and not line.startswith(BY_PROGRAMS):
            different[line] = (page, mail)
    assert different == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_doubtful_line_beside_an_order_is_refused_by_the_page_as_by_mail(counter: Counter, language: str) -> None:
    for line in DOUBTFUL[language]:
        assert _both(counter, "private auction", language, (line, "pass")) == ("✗–", "✗–")
    for said in phrasings(language)[4::50]:
        page, mail = _both(counter, said.position, language, (said.say, "done"))
        assert page == mail, str(said)


@pytest.mark.parametrize(
    "lines",
    [
        ("bid TSR 25", "Jane"),
        ("pass", "Red"),
        ("Hello Green,", "pass", "Cheers, Red"),
        ("bid TSR up to 60 then pass",),
        ("bid TSR 25", "bid MYR up to 60 then pass"),
        ("when Green passes: pass",),
        ("status", "pass"),
        ("buy GR or something", "pass"),
    ],
)
def test_names_proxies_and_orders_on_file_have_the_same_marks_on_the_page_as_by_mail(
    counter: Counter, lines: tuple[str, ...]
) -> None:
    page, mail = _both(counter, "private auction", "en", lines)
    assert page == mail


@pytest.mark.parametrize(
    "lines", [("bid TSR 30", "pass"), ("whatever is finest", "pass"), ("lay 58 on H8",), ("lay 58 on Z99",), ("hello",)]
)
def test_orders_for_a_later_turn_have_the_same_marks_on_the_page_as_by_mail(
    counter: Counter, lines: tuple[str, ...]
) -> None:
    page, mail = _both(counter, "track", "en", lines, seat="Blue")
    assert page == mail


def test_more_than_a_mail_may_say_is_refused_by_the_page_too(counter: Counter) -> None:
    lines = [f"bid TSR {amount}" for amount in range(20, 80)]
    game = counter.set_up(at("private auction"), "en")
    with pytest.raises(Exception, match="more than 50 things"):
        _tried(counter, game, "Red", "en", lines)
    assert "more than 50 things" in counter.house.write(game, "Red", "\n".join(lines), deliver=False).text
