"""The cutter: what is new, what is old, and what needs a second look."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.inbox.quoting import attribution, cut, edits
from moderator.language import languages
from moderator.outbox.marker import marker, template
from tests.mails.make import ATTRIBUTIONS, REPORT, quoted

NEW = ("bid N 105", "pass")
TOP = "bid N 105\npass\n"


def new_in(text: str) -> tuple[str, ...]:
    return cut(text.split("\n")).new


@pytest.mark.parametrize("language", languages())
def test_below_our_marker_nothing_is_new(language: str) -> None:
    assert new_in(f"{TOP}\n{marker(language)}\nbid K 999\n") == NEW
    assert cut([*NEW, marker(language)]).language == language


@pytest.mark.parametrize("line", ATTRIBUTIONS.values(), ids=list(ATTRIBUTIONS))
def test_an_introduction_is_known_in_every_language(line: str) -> None:
    assert attribution([line], 0) == 1
    # With quotation marks behind it, and without: some programs add none.
    assert new_in(f"{TOP}\n{line}\n\n> bid K 999\n") == NEW
    assert new_in(f"{TOP}\n{line}\n\nbid K 999\n") == NEW


@pytest.mark.parametrize("line", [line for line in ATTRIBUTIONS.values() if len(line) > 60])
def test_an_introduction_may_be_broken_anywhere(line: str) -> None:
    words = line.split(" ")
    for at in range(2, len(words) - 1):
        first, second = " ".join(words[:at]), " ".join(words[at:])
        assert new_in(f"{TOP}\n{first}\n{second}\n> bid K 999\n") == NEW, (first, second)


@pytest.mark.parametrize(
    "header",
    [
        "From: Waybill\nSent: Monday\nTo: Red\nSubject: move",
        "Von: Waybill\nGesendet: Montag\nAn: Red\nBetreff: Zug",
        "De : Waybill\nEnvoyé : lundi\nÀ : Red\nObjet : coup",
        "De: Waybill\nEnviado: lunes\nPara: Red\nAsunto: jugada",
        "Da: Waybill\nInviato: lunedì\nA: Red\nOggetto: mossa",
        "Van: Waybill\nVerzonden: maandag\nAan: Red\nOnderwerp: zet",
        "Från: Waybill\nSkickat: måndag\nTill: Red\nÄmne: drag",
        "Od: Waybill\nWysłano: poniedziałek\nDo: Red\nTemat: ruch",
        "От: Waybill\nОтправлено: понедельник\nКому: Red\nТема: ход",
        "보낸 사람: Waybill\n보낸 날짜: 월요일\n받는 사람: Red\n제목: 차례",
        "差出人: Waybill\n送信日時: 月曜日\n宛先: Red\n件名: 手番",
        "发件人: Waybill\n发送时间: 星期一\n收件人: Red\n主题: 轮到你",
        "*From:* Waybill\n*Date:* Monday\n*To:* Red\n*Subject:* move",
        "-----Original Message-----",
        "-----Ursprüngliche Nachricht-----",
        "-----원본 메시지-----",
        "---------- Forwarded message ---------",
        "Begin forwarded message:",
        "________________________________\nFrom: Waybill\nSent: Monday\nTo: Red\nSubject: move",
    ],
)
def test_below_an_old_mails_header_nothing_is_new(header: str) -> None:
    assert new_in(f"{TOP}\n{header}\n\nbid K 999\n") == NEW


@pytest.mark.parametrize(
    "text",
    [
        "On N I bid 105",
        "On reflection, I wrote too fast:",
        "From: here to there",
        "To: win",
        "-----",
        "2 on N: 105",
        "Note to self: 3 trains left:",
        "Le train 3:",
    ],
)
def test_what_people_write_is_not_taken_for_a_header(text: str) -> None:
    assert new_in(f"{text}\npass\n") == (text, "pass")


@pytest.mark.parametrize("stop", ["end", "END", "End.", "--", "-- ", "____________________", "Virus-free. x"])
def test_below_an_end_a_signature_or_a_footer_nothing_is_read(stop: str) -> None:
    found = cut([*NEW, stop, "sell 2 NW"])
    assert found.new == NEW
    assert "sell 2 NW" in found.ignored


def test_end_press_and_end_as_end_nothing_else() -> None:
    assert new_in("press all\nhello\nend press\npass") == ("press all", "hello", "end press", "pass")


def test_a_phone_signs_without_hiding_what_follows() -> None:
    assert new_in("bid N 105\nSent from my iPhone\npass") == NEW


def test_answers_at_the_bottom_are_new_if_there_are_none_on_top() -> None:
    assert new_in(f"{ATTRIBUTIONS['en']}\n{quoted()}\n{TOP}") == NEW
    found = cut(f"pass\n\n{ATTRIBUTIONS['en']}\n{quoted()}\nsell 2 NW\n".split("\n"))
    assert found.new == ("pass",)
    assert found.answers == ("sell 2 NW",)


def test_a_quoted_line_broken_by_the_mailer_is_still_quoted() -> None:
    long = "> Green bid R100 for N and everybody else passed, so that the next"
    found = cut(["pass", "", long, "sell 2 NW", "> more"])
    assert found.new == ("pass",)
    assert found.answers == ()


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > "])
@pytest.mark.parametrize(
    ("before", "after"), [("# bid N 105", "bid N 105"), ("# pass", "# pass\n sell 2 NW"), ("# pass", "PASS")]
)
def test_an_edit_in_the_quoted_template_is_found(mark: str, before: str, after: str) -> None:
    text = quoted(REPORT.replace(before, after), mark)
    found = cut(f"{ATTRIBUTIONS['en']}\n{text}".split("\n"))
    assert found.new == ()
    assert [line.strip() for line in edits(found)] == [after.split("\n")[-1].strip()]


def test_an_edit_in_an_unmarked_old_mail_is_found_too() -> None:
    text = "From: Waybill\nSent: Monday\nTo: Red\n\n" + REPORT.replace("# bid", "bid")
    assert edits(cut(text.split("\n"))) == ("bid N 105",)


def test_a_template_with_ready_orders_is_compared_with_what_was_sent() -> None:
    sent = ["turn 41", "run best", "pay", "# train 3", "end"]
    same = cut(["> " + line for line in sent])
    assert edits(same) == ("run best", "pay")
    assert edits(same, sent) == ()
    edited = cut(["> " + line for line in [*sent[:2], "withhold", *sent[2:]]])
    assert edits(edited, sent) == ("withhold",)


def test_only_the_newest_template_counts() -> None:
    older = quoted("turn 39\nsell 2 NW\nend\n", ">> ")
    assert edits(cut((quoted() + older).split("\n"))) == ()


def test_after_an_explicit_end_no_edit_is_asked_about() -> None:
    text = f"pass\nend\n{quoted(REPORT.replace('# bid', 'bid'))}"
    assert edits(cut(text.split("\n"))) == ()


def test_the_template_we_send_has_no_edits_in_it() -> None:
    assert edits(cut([f"> {line}" for line in template(41, ["bid N 105", "pass"])])) == ()


LINES = st.lists(
    st.one_of(
        st.text(max_size=60),
        st.sampled_from(
            [*ATTRIBUTIONS.values(), marker(), "> quoted", "-- ", "end", "From: x", "To: y", "Subject: z", ""]
        ),
    ),
    max_size=40,
)


@given(LINES)
def test_every_line_goes_somewhere_and_nothing_is_made_up(lines: list[str]) -> None:
    found = cut(lines)
    assert set(found.new) <= set(lines)
    assert set(found.answers) <= set(lines)
    edits(found)
    edits(found, lines)


@given(LINES)
def test_below_the_marker_nothing_is_new_whatever_is_above(lines: list[str]) -> None:
    found = cut([*lines, marker(), "buy the very secret thing"])
    assert "buy the very secret thing" not in found.new


@given(LINES)
def test_cutting_twice_changes_nothing_more(lines: list[str]) -> None:
    once = cut(lines).new
    assert cut([*once, "end"]).new == cut(list(once)).new
