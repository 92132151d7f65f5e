"""What a mail says first, how tiles are shown, and what follows from a decision."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image

import engine
from engine.game import to_act
from moderator.drawing.tile_svg import WIDTH, compass_png, tile_png
from moderator.language import Words, languages, shortened
from moderator.outbox.report import Answered, Detail, Kind, RenderedMail, ReportView, report
from moderator.outbox.report.choices import best_lays, choices
from moderator.outbox.report.follows import dividends, rusting
from moderator.outbox.report.happened import news
from moderator.outbox.report.matrix import matrix
from moderator.outbox.report.page import Letters, Table
from tests.moderator.house import House
from tests.moderator.report.positions import PLAYED, game, view

ENGLISH = Words("en", "R")


def test_the_first_line_says_what_is_asked_and_by_when() -> None:
    text = " ".join(report(view(*game(*PLAYED["1861-track"]), text_only=True)).text.split())
    assert "Your move, Green. StP-W: lay or upgrade track. Due Tue 17 November 2026, 20:00 CET." in text


def test_an_auction_is_told_as_its_outcome() -> None:
    played, _ = game("1861-3", 49)
    told = list(news(played, ENGLISH))
    assert "Green buys TSR for R75 (after 12 bids)." in told
    assert len(told) == 5 and not any("bids R" in one for one in told)


def test_an_auction_that_goes_on_is_told_in_one_line() -> None:
    played, _ = game("1861-3", 6)
    assert list(news(played, ENGLISH)) == ["TSR: 6 bids so far; Blue leads with R45."]


def test_who_need_not_move_gets_a_short_mail_without_pictures() -> None:
    played, state = game(*PLAYED["1861-track"])
    other = next(player for player in state.players if player != to_act(state))
    short = report(view(played, state, Kind.REPORT, other))
    whole = report(view(played, state, Kind.REPORT, other, detail=Detail.FULL))
    assert not short.related and not short.attachments and whole.related
    assert "Waiting for: Green." in short.text and "PLAYERS" not in short.text
    assert "safe order" not in short.text and "grace" not in short.text
    assert 3 * len(short.html) < len(whole.html)


def test_an_answer_that_asks_for_the_next_move_is_the_mail_that_asks() -> None:
    from moderator.outbox.report import Answered, AnswerLine

    played, state = game(*PLAYED["1861-stock"])
    answer = Answered("ACCEPTED", "", "pass", (AnswerLine("✓", 1, "pass"),))
    asked = view(played, state, Kind.ANSWER, answer=answer, asking=True, detail=Detail.FULL)
    mail = report(asked)
    assert mail.subject.startswith("[1861-7 #50] ACCEPTED. YOUR MOVE: Stock round 1")
    assert "WHAT YOU CAN DO" in mail.text and "✓ 1  pass" in mail.text


def test_what_lies_alike_is_listed_once_and_the_best_first() -> None:
    for name in ("1861-track", "1882-track", "1861-late"):
        _, state = game(*PLAYED[name])
        found = best_lays(state, choices(state))
        for hex_, lays in found.items():
            straight = [one.move for one in lays if one.move.tile == "9"]  # type: ignore[attr-defined]
            assert len({move.facing % 3 for move in straight}) == len(straight), hex_


def test_every_lay_is_a_picture_with_its_sides_in_words() -> None:
    mail = report(view(*game(*PLAYED["1861-track"])))
    shown = re.findall(r'<img src="cid:(tile\.[^"]+)" alt="([^"]+)"', mail.html)
    assert ("tile.1861.58.4@waybill", "58 joining NE–S, facing 4") in shown
    assert {cid for cid, _ in shown} <= {file.cid for file in mail.related}


def test_no_mail_names_a_picture_it_does_not_carry(no_pictures: None) -> None:
    for name in PLAYED:
        for detail in Detail:
            mail = report(view(*game(*PLAYED[name]), detail=detail))
            named = set(re.findall(r'src="cid:([^"]+)"', mail.html))
            assert named == {file.cid for file in mail.related}, (name, detail)


def test_a_tile_is_small_and_turned_clockwise() -> None:
    _, state = game(*PLAYED["1861-track"])
    tiles = state.board.plan.tiles
    assert all(len(tile_png(tile, 0)) < 2_500 for tile in tiles.values())
    with Image.open(BytesIO(tile_png(tiles["9"], 0))) as opened:
        upright = opened.convert("RGB")
    middle, ink = WIDTH // 2, (27, 27, 27)
    assert upright.getpixel((middle, 8)) == ink and upright.getpixel((12, upright.height // 2)) != ink
    assert len(compass_png(("S", "SW", "NW", "N", "NE", "SE"))) < 4_000


def test_a_dividend_says_what_it_does_to_price_purse_and_the_next_train() -> None:
    _, state = game(*PLAYED["1861-dividend"])
    ways, revenue = dividends(state)
    by_order = {one.order: one for one in ways}
    assert revenue == state.turn.revenue
    assert by_order["withhold"].cash > by_order["half"].cash > by_order["pay"].cash
    assert by_order["withhold"].price <= state.price(state.operating) <= by_order["pay"].price
    assert by_order["pay"].gets > by_order["withhold"].gets == 0


def test_who_loses_trains_is_named_before_the_train_is_sold() -> None:
    _, state = game(*PLAYED["1861-late"])
    train, losing = rusting(state)
    assert train == "4"
    for company, lost in losing:
        assert set(lost) == {"2"} and list(lost) == [t for t in state.trains_of(company) if t == "2"]


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_matrix_holds_every_share_and_fits_the_text(name: str, language: str) -> None:
    _, state = game(*PLAYED[name])
    blocks = matrix(state, Words(language, state.title.currency))
    if not blocks:
        return
    table = blocks[0]
    assert isinstance(table, Table)
    for row, player in zip(
        table.rows, [p for p in state.players if any(state.held(p, c) for c in table.heads[1:])], strict=False
    ):
        for company, cell in zip(table.heads[1:], row[1:], strict=True):
            assert bool(cell) == bool(state.held(player, company)), (player, company)
    for block in blocks[1:]:
        assert isinstance(block, Letters)
        assert all(len(line) <= 78 for line in block.lines)


def test_what_facing_means_can_be_asked(house: House) -> None:
    said = " ".join(house.write(house.game("Red", "Blue"), "Red", "help facing").text.split())
    assert "each step turns it clockwise by one side" in said


def test_the_first_mail_that_asks_somebody_explains_orders_once(house: House) -> None:
    game = house.game("Red", "Blue")
    house.deliver()
    (first,) = house.outbox("move", "red@example.org")
    assert "YOUR FIRST MOVE BY EMAIL" in house.text_of(first)
    house.write(game, "Red", "bid N 5")
    house.write(game, "Blue", "bid N 10")
    assert len(house.outbox("move", "red@example.org")) == 2
    assert "YOUR FIRST MOVE BY EMAIL" not in house.text_of(house.outbox("move", "red@example.org")[-1])


def compasses(mail: RenderedMail) -> int:
    """How often a mail shows the compass; each that is shown is in it, and none is in it for nothing."""
    cids = {file.cid for file in mail.related if file.name == "compass.png"}
    shown = re.findall(r'src="cid:(compass\.\w+@waybill)"', mail.html)
    assert set(shown) == cids
    return len(shown)


@pytest.mark.parametrize("language", ["en", "fr", "de", "ko"])
def test_who_never_laid_a_tile_sees_the_compass_beside_the_tiles(language: str) -> None:
    played, state = game(*PLAYED["1861-track"])
    new = report(view(played, state, compass=True, language=language))
    assert compasses(new) == 1
    (drawn,) = re.findall(r'<img [^>]*src="cid:compass[^>]*>', new.html)
    # It is as large as it was drawn, not as wide as the mail.
    assert 'width="220"' in drawn and "width:100%" not in re.sub(r"max-width: ?100%|\s", "", drawn)
    south = Words(language)("side_0")
    assert f"0 {south}, 1 " in " ".join(new.text.split())
    assert compasses(report(view(played, state, language=language))) == 0
    # Nothing is turned where nothing can be laid.
    assert compasses(report(view(*game(*PLAYED["1861-stock"]), compass=True, language=language))) == 0


def test_help_facing_draws_the_compass_and_says_it_in_words(house: House) -> None:
    game_id = house.game("Red", "Blue")
    answer = house.write(game_id, "Red", "help facing")
    assert "0 S, 1 SW, 2 NW, 3 N, 4 NE, 5 SE" in " ".join(answer.text.split())
    raw = house.outbox("answer", "red@example.org")[-1].raw
    assert raw is not None and raw.count(b'filename="compass.png"') == 1
    house.write(game_id, "Red", "help lay")
    raw = house.outbox("answer", "red@example.org")[-1].raw
    assert raw is not None and b"compass" not in raw


def test_what_a_facing_is_is_explained_until_one_has_laid_a_tile(house: House) -> None:
    game_id = house.game("Red", bots=("Blue", "Green"), title="1861")
    with house.office.desk() as desk:
        play = desk.lock(game_id)
        assert play is not None
        red = play.seat("Red")
        assert red is not None
        for order, how, laid in (("lay 9 on B2 facing 0", "bot", False), ("lay 9 on B2 facing 0", "mail", True)):
            play.record("Red", order, engine.Outcome((), play.state), how, None, desk.now)
            assert desk.games.laid_by(red.person_id or 0) is laid


def test_a_first_move_that_comes_with_an_answer_is_explained_too(house: House) -> None:
    game_id = house.game("Red", "Blue", start=False)
    house.write(game_id, "Blue", "join")
    house.write(game_id, "Red", "join")
    asked = house.outbox("move", "red@example.org")
    assert [row.status for row in asked] == ["folded"]
    assert "YOUR FIRST MOVE BY EMAIL" in house.text_of(asked[0])
    house.write(game_id, "Red", "bid N 5")
    house.write(game_id, "Blue", "bid N 10")
    again = house.outbox("move", "red@example.org")[-1]
    assert again.id != asked[0].id and "YOUR FIRST MOVE BY EMAIL" not in house.text_of(again)


def test_what_one_types_is_set_apart_and_links_lead_without_a_colon() -> None:
    html = report(view(*game(*PLAYED["1861-track"]))).html
    assert "`" not in html and "<code>status</code>" in html.replace(' style=""', "")
    invited = ReportView("1861-7", Kind.INVITATION, "Red", None, title="1861", page="https://x.example/games/1861-7")
    links = re.findall(r"<a [^>]*>([^<]*)</a>", report(invited).html)
    assert links and not any(text.rstrip().endswith(":") for text in links)


@pytest.mark.parametrize(
    ("text", "most", "cut"), [("one two three", 99, "one two three"), ("one two three", 10, "one two…")]
)
def test_a_subject_is_cut_between_words(text: str, most: int, cut: str) -> None:
    assert shortened(text, most) == cut
    assert len(shortened("x" * 300, 200)) == 200


@pytest.mark.parametrize(("language", "said"), [("fr", "refusé"), ("de", "abgelehnt"), ("ko", "거절")])
def test_the_word_of_an_answer_is_there_in_the_readers_language_too(language: str, said: str) -> None:
    answer = Answered("NOT ACCEPTED", "", "bid N 3")
    mail = report(ReportView("1861-7", Kind.ANSWER, "Red", None, language=language, answer=answer))
    assert mail.subject.startswith(f"NOT ACCEPTED ({said}) [1861-7]") and f"NOT ACCEPTED ({said})" in mail.text


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", [Kind.REMINDER, Kind.LATE])
def test_whoever_is_reminded_is_spoken_to_once_and_told_what_is_asked(kind: Kind, language: str) -> None:
    played, state = game(*PLAYED["1882-station"])
    said = " ".join(report(view(played, state, kind, language=language, text_only=True)).text.split())
    head = said[: said.index("2026")]
    assert head.count("Red") == 1 and "GTP" in head


def test_what_was_tried_is_told_in_letters_too() -> None:
    played, state = game("1861-3", 76)
    answer = Answered("PREVIEW", "")
    tried = view(
        played[:-1], played[-1].before, Kind.ANSWER, answer=answer, tried=state, would_change=frozenset({"B8"})
    )
    shown = report(tried).text.partition("THE MAP AS IT WOULD BE")[2].partition("YOUR DECISION")[0]
    assert "Changed hexes\n- B8 Vilna: yellow 3 facing 3 connecting N and NE" in shown and "O city, o town" in shown


def test_a_phone_shows_of_what_was_tried_a_part_that_can_be_read() -> None:
    played, state = game("1861-3", 76)
    tried = view(
        played[:-1], played[-1].before, Kind.ANSWER,
        answer=Answered("PREVIEW", ""), tried=state, would_change=frozenset({"B8"}),
    )  # fmt: skip
    mail = report(tried)
    names = [file.name for file in mail.related if file.name.startswith("tried")]
    assert names == ["tried-1.png", "tried.png"] and all(f"cid:{file.cid}" in mail.html for file in mail.related)
    kinds = re.findall(r'<img[^>]*class="(whole[^"]*)"', mail.html)
    assert kinds == ["whole near", "whole wide"]


@pytest.mark.parametrize("name", ["1861-dividend", "1867-late"])
def test_a_dividend_says_once_what_its_director_gets(name: str) -> None:
    """What goes to the company is no gain of the player's: pay, half and withhold all read "earns $60"."""
    played, state = game(*PLAYED[name])
    ways, _ = dividends(state)
    assert len({way.gets for way in ways}) > 1
    text = report(view(played, state, text_only=True)).text
    can = text.partition("WHAT YOU CAN DO")[2].partition("WHAT FOLLOWS")[0]
    for way in ways:
        gets = Words("en", state.title.currency)("dividend_gets", amount=way.gets)
        assert any(line.strip().startswith(way.order) and gets in line for line in _joined(can)), (way, can)
    assert "earns" not in can


def _joined(text: str) -> list[str]:
    """Lines with those that belong to them."""
    return re.sub(r"\n {8}", " ", text).split("\n")
