"""What no table can say: how French joins words and holds its signs, and which particle Korean takes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from engine.message import Listed, Message, Money
from moderator.language import Moment, Weekdays, Words, spoken
from moderator.language.grammar import fr, ko
from moderator.language.grammar.fr import polish
from moderator.language.grammar.ko import join


@pytest.mark.parametrize(
    ("name", "article", "of", "to"),
    [
        ("N", "la N", "de la N", "à la N"),
        ("K-K", "la K-K", "de la K-K", "à la K-K"),
        ("E", "l'E", "de l'E", "à l'E"),
        ("O-K", "l'O-K", "de l'O-K", "à l'O-K"),
        ("HBR", "la HBR", "de la HBR", "à la HBR"),
        ("Y", "la Y", "de la Y", "à la Y"),
        # The rule book says "le RSR": de + le = du, à + le = au.
        ("RSR", "le RSR", "du RSR", "au RSR"),
    ],
)
def test_a_company_has_its_article_in_french(name: str, article: str, of: str, to: str) -> None:
    french = Words("fr")
    assert [french.formed(name, form) for form in ("la", "de_la", "à_la")] == [article, of, to]
    assert french.formed(name, "La") == article[:1].upper() + article[1:]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Red", "de Red"), ("Anna", "d'Anna"), ("Émile", "d'Émile"), ("Œdipe", "d'Œdipe"), ("Yellow", "de Yellow"),
        ("Yann", "de Yann"), ("Yves", "d'Yves"), ("Harry", "de Harry"), ("Hans", "de Hans"), ("Hugo", "d'Hugo"),
        ("Hélène", "d'Hélène"), ("Jean-Édouard", "de Jean-Édouard"), ("민준", "de 민준"), ("8", "de 8"),
    ],
)  # fmt: skip
def test_french_shortens_before_a_vowel_it_hears(name: str, said: str) -> None:
    assert Words("fr").text(name, "de") == said


def test_every_name_of_a_list_has_its_own_preposition_in_french() -> None:
    assert Words("fr").text(Listed(["Red", "Anna"]), "de") == "de Red et d'Anna"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Début : {round}.", "Début\u00a0: {round}."),
        ("fini ; quoi ? oui !", "fini\u202f; quoi\u202f? oui\u202f!"),
        ("« {text} » peut être N", "«\u00a0{text}\u00a0» peut être N"),
        ("de {low:money} à {high:money}", "de {low:money} à {high:money}"),
        ("à 12:30, http://x", "à 12:30, http://x"),
    ],
)
def test_no_french_line_begins_with_a_sign(text: str, printed: str) -> None:
    assert polish(text) == printed


def test_what_players_wrote_keeps_its_own_spaces() -> None:
    said = Words("fr").say(Message("“{text}” could be {names}.", text="oui ? non : peut-être", names="N"))
    assert said == "«\u00a0oui ? non : peut-être\u00a0» peut être N."


def test_french_writes_amounts_and_the_first_of_a_month_its_own_way() -> None:
    french = Words("fr", "R")
    assert french.money(1200) == "1\u202f200\u00a0R" and french.money(-5) == "-5\u00a0R"
    assert french.number(1234567) == "1\u202f234\u202f567"
    assert french.moment(datetime(2026, 11, 1, 12, tzinfo=UTC), "UTC") == "dimanche 1er novembre 2026, 12 h 00"
    assert french.moment(datetime(2026, 11, 11, 12, tzinfo=UTC), "UTC") == "mercredi 11 novembre 2026, 12 h 00"


FORMS = ("은", "이", "을", "과", "으로")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        # Hangul by its last syllable; after ㄹ it is 로.
        ("회사", "회사는 회사가 회사를 회사와 회사로"),
        ("은행", "은행은 은행이 은행을 은행과 은행으로"),
        ("열", "열은 열이 열을 열과 열로"),
        # Symbols letter by letter: 엔, 알, 케이.
        ("N", "N은 N이 N을 N과 N으로"),
        ("GR", "GR은 GR이 GR을 GR과 GR로"),
        ("MVR", "MVR은 MVR이 MVR을 MVR과 MVR로"),
        ("K-K", "K-K는 K-K가 K-K를 K-K와 K-K로"),
        # Numbers and hexes by their last digit: 칠, 팔, 삼, 십.
        ("7", "7은 7이 7을 7과 7로"),
        ("K7", "K7은 K7이 K7을 K7과 K7로"),
        ("N8", "N8은 N8이 N8을 N8과 N8로"),
        ("G15", "G15는 G15가 G15를 G15와 G15로"),
        ("20", "20은 20이 20을 20과 20으로"),
        # Amounts: a letter is read first and the number last, as in the rule book; signs are read last: 달러, 원.
        ("R5", "R5는 R5가 R5를 R5와 R5로"),
        ("R4,283", "R4,283은 R4,283이 R4,283을 R4,283과 R4,283으로"),
        ("$10", "$10는 $10가 $10를 $10와 $10로"),
        ("$1,067", "$1,067는 $1,067가 $1,067를 $1,067와 $1,067로"),
        ("₩500", "₩500은 ₩500이 ₩500을 ₩500과 ₩500으로"),
        # What stands in brackets or quotation marks is not what the particle follows.
        ("Kazan (N8)", "Kazan (N8)은 Kazan (N8)이 Kazan (N8)을 Kazan (N8)과 Kazan (N8)으로"),
        ("민준(봇)", "민준(봇)은 민준(봇)이 민준(봇)을 민준(봇)과 민준(봇)으로"),
        ("“pass”", "“pass”는 “pass”가 “pass”를 “pass”와 “pass”로"),
        ("“N”", "“N”은 “N”이 “N”을 “N”과 “N”으로"),
        ("", "는 가 를 와 로"),
    ],
)  # fmt: skip
def test_korean_particles_follow_the_sound_before_them(word: str, said: str) -> None:
    assert " ".join(str(join(word, form)) for form in FORMS) == said


@pytest.mark.parametrize(
    ("names", "particle"),
    [
        ("Red Blue Yellow Peter Oliver Silver Anna Mike Kate Pink Orange Frank Robert James Sarah Grey", "가"),
        ("Green Brown King Bob Jack Pat Black Jane Tom Sam Philip Eric Anne Scott Purple Nicole Bill Daniel", "이"),
    ],
)
def test_names_in_latin_letters_are_read_as_words(names: str, particle: str) -> None:
    for name in names.split():
        assert join(name, "이") == f"{name}{particle}"


def test_a_particle_follows_the_last_of_several() -> None:
    assert Words("ko").text(Listed(["Red", "Green"]), "은") == "Red, Green은"
    assert Words("ko").text(("N", "K"), "을") == "N, K를"


def test_a_particle_follows_money_as_it_is_written() -> None:
    korean = Words("ko", "R")
    assert korean.filled("{amount:money:을}", {"amount": 25}) == "R25를"
    assert korean.text(Money(10, "$"), "을") == "$10를"


def test_a_moment_is_written_with_the_readers_zone() -> None:
    at = datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert spoken(Moment(at), Words(), "UTC") == "Mon 16 Nov 12:00 UTC"
    assert spoken(Moment(at), Words("ko"), "Asia/Seoul") == "2026년 11월 16일 (월) 21:00 (Asia/Seoul, 12:00 UTC)"


def test_no_form_is_made_up() -> None:
    with pytest.raises(ValueError, match="en has no form 'de'"):
        Words().text("Red", "de")


@pytest.mark.parametrize(
    ("language", "days"),
    [
        ("en", "Mon-Fri, Sun"),
        ("fr", "lun.-ven., dim."),
        ("de", "Mo.-Fr., So."),
        ("ko", "월-금, 일"),
    ],
)
def test_days_of_the_week_have_the_names_of_their_language(language: str, days: str) -> None:
    assert spoken(Weekdays([(0, 4), (6, 6)]), Words(language)) == days


def test_what_is_said_within_a_sentence_does_not_end_it_twice() -> None:
    gone = Message("{company} is gone.", company="NW")
    assert str(Message("As things stand: {why}.", why=gone)) == "As things stand: NW is gone."
    assert str(Message("{why} It ends.", why=gone)) == "NW is gone. It ends."


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_one_minute_is_one(language: str) -> None:
    one, two = (
        Words(language).say(
            Message("A turn can be taken back for {minutes} minutes before anything follows.", minutes=minutes)
        )
        for minutes in (1, 2)
    )
    assert one.replace("1", "2") != two


def test_in_korean_the_particle_behind_an_order_follows_what_is_read_in_it() -> None:
    words = Words("ko")
    fitted = ko.finish
    assert "`rules 7.6`이라고" in words("rule_read", rule="7.6")
    assert "`rules 7.2`라고" in words("rule_read", rule="7.2")
    assert fitted("`end when`로 닫고 `cancel all`으로 `back`를") == "`end when`으로 닫고 `cancel all`로 `back`을"
    # What goes on is no particle.
    assert fitted("`x`이상 `status`라도") == "`x`이상 `status`라도"


def test_in_french_no_space_is_left_before_a_full_stop() -> None:
    assert fr.finish("fait : oui, avec plaisir .") == "fait : oui, avec plaisir."
    assert fr.finish("poser … . Et puis ...") == "poser … . Et puis ..."


def test_in_french_the_name_of_a_round_is_small_within_a_sentence() -> None:
    round_ = Message("{round}", round="Tour de bourse 1")
    assert Words("fr").formed("Tour de bourse 1", "bas") == "tour de bourse 1"
    assert Words("fr").say(round_) == "Tour de bourse 1"
