"""The table's page: what it shows to whom, what is tried and what is sent."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

import engine
from engine.moves import Bid, Buy, BuyTrain, LayTile, Move, Pay, PlaceStation, Run, Sell
from engine.state import Cursor
from engine.steps.discard import TrainsOverLimit
from moderator.bots.foresight import foresee
from moderator.drawing.palette import marker
from moderator.hearing.trial import tried
from moderator.language import Words
from moderator.outbox.report.choices import template
from moderator.web.handing_in import MOST_TEXT
from moderator.web.table.log import of_pass
from moderator.web.table.moments import EVERY, Moments
from moderator.web.table.panel import offered
from tests.engine.positions import Firm, position
from tests.moderator.house import House
from tests.moderator.positions import bring
from tests.moderator.report.positions import PLAYED
from tests.moderator.report.positions import game as position_of
from tests.moderator.web.visiting import known_token, signed_in, token
from tests.phrasings.counter import Counter
from tests.phrasings.positions import RED, SEATS


def compose(client: FlaskClient, game: str, orders: str, **more: str) -> Any:
    form = {"token": known_token(client, f"/games/{game}"), "orders": orders, "script": "1", **more}
    return client.post(f"/games/{game}/compose", data=form)


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, name
    return found.group(1)


def send(client: FlaskClient, game: str, orders: str, page: str = "") -> Any:
    page = page or client.get(f"/games/{game}").text
    form = {name: field(page, name) for name in ("token", "turn", "seq", "nonce")}
    return client.post(f"/games/{game}/send", data={**form, "orders": orders}, follow_redirects=True)


def _may_lay(state: Any) -> bool:
    return engine.accepts(state, LayTile) and any(isinstance(move, LayTile) for move in engine.legal_moves(state))


def laying(house: House, *seats: str) -> str:
    """A game of 1861 in which somebody may lay track."""
    game = house.game(*(seats or ("Red", "Green", "Blue")), title="1861")
    bring(house, game, _may_lay)
    return game


def mover(house: House, game: str) -> str:
    return str(house.row(game).mover)


def sit(client: FlaskClient, house: House, game: str, name: str = "") -> str:
    name = name or mover(house, game)
    signed_in(client, f"{name.lower()}@example.org", house)
    return name


# ---------------------------------------------------------------------- looking


def test_the_page_says_until_when_the_last_turn_can_be_taken_back(house: House, client: FlaskClient) -> None:
    game = house.game("Red", "Blue", terms={"mind": 15})
    assert "can be taken back until" not in client.get(f"/games/{game}").text
    house.write(game, "Red", "bid N 5")
    assert "the last turn can be taken back until" in client.get(f"/games/{game}").text
    house.pass_time(minutes=16)
    house.do("bots", game)
    assert "can be taken back until" not in client.get(f"/games/{game}").text


def test_a_looker_on_sees_the_whole_position_and_nothing_to_click(client: FlaskClient, house: House) -> None:
    game = laying(house)
    page = client.get(f"/games/{game}").text
    assert 'data-hex="H8"' in page and "Moscow" in page
    assert "Red" in page and "to move" in page
    assert 'id="composer"' not in page and "Send" not in page
    assert "You are looking on." in page


def test_the_page_of_a_game_that_has_not_begun_names_its_table(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", start=False)
    page = client.get(f"/games/{game}").text
    assert "The game has not begun." in page and "Blue" in page
    # Whoever is asked to play wants to see on what.
    assert page.count('<svg class="board"') == 1


def test_a_game_there_is_not_is_no_page(client: FlaskClient) -> None:
    for page in ("/games/1861-none", "/games/1861-none/live", "/games/1861-none/moment", "/games/1861-none/log"):
        assert client.get(page).status_code == 404, page


def test_any_moment_of_a_game_is_shown_as_it_was(client: FlaskClient, house: House) -> None:
    game = laying(house)
    last = house.row(game).seq
    first = client.get(f"/games/{game}/moment?at=0").get_json()
    now = client.get(f"/games/{game}/moment?at={last}").get_json()
    beyond = client.get(f"/games/{game}/moment?at=99999999").get_json()
    assert first["round"] == "AUC" and first["at"] == 0 and not first["said"]
    assert now["round"].startswith("OR") and now["said"][0]["seq"] == last
    assert beyond["at"] == last and beyond["board"] == now["board"]
    assert first["board"] != now["board"] and first["sheet"] != now["sheet"]


def test_moments_near_each_other_cost_a_few_moves_and_are_right(house: House) -> None:
    game = laying(house)
    moments = Moments()
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        for seq in (play.seq - 1, 3, EVERY, EVERY + 2, play.seq // 2, 0, play.seq):
            assert engine.digest(moments.at(play, seq)) == engine.digest(play.state_at(seq)), seq


def test_a_moment_kept_before_an_undo_is_not_shown_after_it(house: House) -> None:
    game = laying(house)
    moments = Moments()
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        kept = play.seq // EVERY * EVERY
        moments.at(play, kept + 1)
        play.take_back(kept - 3, "", "gm", None, desk.now)
        # Other moves take the numbers' place; the one at the kept number no longer stands.
        assert engine.digest(moments.at(play, kept)) == engine.digest(play.state_at(kept))


def test_what_was_taken_back_is_struck_out(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "bid N 5")
    house.write(game, "Red", "undo")
    page = client.get(f"/games/{game}").text
    assert re.search(r'class="undone"[^>]*>.*?bid N 5.*?taken back', page, re.DOTALL)


def test_an_open_page_hears_of_a_move_and_asks_for_little(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    before = client.get(f"/games/{game}/live")
    same = client.get(f"/games/{game}/live", headers={"If-None-Match": before.headers["ETag"]})
    assert same.status_code == 304 and not same.data
    house.write(game, "Red", "bid N 5")
    after = client.get(f"/games/{game}/live", headers={"If-None-Match": before.headers["ETag"]})
    assert after.get_json()["seq"] == before.get_json()["seq"] + 1


def test_the_log_goes_back_to_the_first_move(client: FlaskClient, house: House) -> None:
    game = laying(house)
    before, seen = house.row(game).seq + 1, 0
    for _ in range(40):
        page = client.get(f"/games/{game}/log?before={before}").text
        seen += page.count("<li ")
        older = re.search(r'data-before="(\d+)"', page)
        if older is None:
            break
        before = int(older.group(1))
    assert seen == house.row(game).seq


def test_no_chart_is_shown_as_long_as_it_has_nothing_to_show(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    page = client.get(f"/games/{game}").text
    assert re.findall(r"charts/(\w+)\.svg", page) == ["wealth"]
    # Nor is there a last run to be looked at.
    assert "show=last" not in page
    bring(house, game, lambda state: bool(state.last_run))
    page = client.get(f"/games/{game}").text
    assert re.findall(r"charts/(\w+)\.svg", page) == ["wealth", "prices", "revenue"]
    assert "show=last" in page


@pytest.mark.parametrize(
    ("language", "said"), [("en", "worth R40"), ("fr", "vaut 40 R"), ("de", "zählt 40 R"), ("ko", "수입 R40")]
)
def test_a_city_is_worth_something_else_than_a_player(
    client: FlaskClient, house: House, language: str, said: str
) -> None:
    page = client.get(
        f"/games/{house.game('Red', 'Blue', 'Green', title='1861')}", headers={"Accept-Language": language}
    )
    moscow = re.search(r'data-hex="H8"[^>]*aria-label="([^"]*)"', page.text)
    assert moscow is not None and said in moscow.group(1).replace("\xa0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("kind", ["wealth", "prices", "revenue"])
def test_charts_are_drawn_for_every_round(client: FlaskClient, house: House, kind: str) -> None:
    game = laying(house)
    answer = client.get(f"/games/{game}/charts/{kind}.svg")
    assert answer.status_code == 200 and answer.mimetype == "image/svg+xml" and "AUC" in answer.text
    assert client.get(f"/games/{game}/charts/else.svg").status_code == 404


def test_tiles_are_pictures_of_their_own(client: FlaskClient) -> None:
    assert "<svg" in client.get("/tiles/1861/57-2.svg").text
    for page in ("/tiles/1861/57-6.svg", "/tiles/1861/nothing-0.svg", "/tiles/none/57-0.svg"):
        assert client.get(page).status_code == 404


def test_the_last_run_is_drawn_over_the_map(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: any(state.last_run.values()))
    assert 'class="run"' not in client.get(f"/games/{game}").text
    assert 'class="run"' in client.get(f"/games/{game}?show=last").text


def test_the_last_run_is_that_of_the_moment_one_looks_at(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: len({worth for worth in state.last_run.values() if worth}) > 2)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        earned = {row.seq: e.revenue for row in play.moves() for e in row.happened if getattr(e, "routes", ())}
    assert len(set(earned.values())) > 2
    for seq, worth in earned.items():
        seen = client.get(f"/games/{game}/moment?at={seq}&show=last").get_json()
        assert f"= R{worth}" in seen["legend"] and 'class="run"' in seen["board"]
        assert f"= R{worth}" in client.get(f"/games/{game}?at={seq}&show=last").text
    none = client.get(f"/games/{game}/moment?at={min(earned) - 1}&show=last").get_json()
    assert 'class="run"' not in none["board"] and "No train has run yet." in none["legend"]


def test_the_last_run_is_found_however_long_ago_it_was(
    client: FlaskClient, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: any(state.last_run.values()) and state.cursor.round == "stock")
    for _ in range(3):
        mover = str(house.row(game).mover)
        assert house.write(game, mover, "pass", deliver=False).word == "ACCEPTED"
    monkeypatch.setattr("moderator.web.table.page.SHORT", 1)
    assert 'class="run"' in client.get(f"/games/{game}?show=last").text


def test_the_best_run_is_drawn_for_those_at_the_table_alone(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: engine.accepts(state, Run) and bool(engine.best_run(state).value))
    assert 'class="run"' not in client.get(f"/games/{game}?show=best").text
    sit(client, house, game)
    assert 'class="run"' in client.get(f"/games/{game}?show=best").text


# ---------------------------------------------------------------------- composing


def test_whoever_has_to_move_sees_what_may_be_laid_and_every_choice_is_accepted(
    client: FlaskClient, house: House
) -> None:
    game = laying(house)
    sit(client, house, game)
    page = client.get(f"/games/{game}").text
    offered = re.findall(r'name="add" value="(lay [^"]*)"', page)
    assert offered and "Your move" in page
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        for order in offered[:12]:
            seat = play.seat(play.to_move)
            assert seat is not None
            assert tried(desk, play, seat, [order], "en").ok, order


def test_a_click_writes_a_line_and_shows_what_comes_of_it(client: FlaskClient, house: House) -> None:
    game = laying(house)
    sit(client, house, game)
    order = re.findall(r'name="add" value="(lay [^"]*)"', client.get(f"/games/{game}").text)[0]
    answer = compose(client, game, "", add=order).get_json()
    assert answer["text"] == order
    assert "✓" in answer["panel"] and "Next:" in answer["panel"]
    assert answer["board"] != client.get(f"/games/{game}/moment").get_json()["board"]
    assert house.row(game).seq == client.get(f"/games/{game}/live").get_json()["seq"], "nothing is played"


def test_without_scripts_the_same_form_gives_a_whole_page(client: FlaskClient, house: House) -> None:
    game = laying(house)
    sit(client, house, game)
    order = re.findall(r'name="add" value="(lay [^"]*)"', client.get(f"/games/{game}").text)[0]
    page = compose(client, game, "", add=order, script="").text
    assert "<html" in page and f">{order}</textarea>" in page and "✓" in page
    taken_away = compose(client, game, order, remove="1", script="").text
    assert "></textarea>" in taken_away


def test_a_line_that_is_refused_says_why_and_what_would_do(client: FlaskClient, house: House) -> None:
    game = laying(house)
    sit(client, house, game)
    panel = compose(client, game, "lay 57 on A5 facing 0\nrun best").get_json()["panel"]
    assert "✗" in panel and "not tried" in panel
    assert "/rules/1861#" in panel


def test_what_would_do_instead_is_said_in_the_language_of_the_page(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    bring(house, game, lambda state: engine.accepts(state, Pay))
    sit(client, house, game)
    with client.session_transaction() as session:
        session["language"] = "fr"
    page = compose(client, game, "run best").get_json()["panel"]
    found = dict(re.findall(r'<button name="add" value="(\w+)" class="order">(\w+)</button>', page)[:2])
    assert found == {"verser": "verser", "retenir": "retenir"}


@pytest.mark.parametrize("language", ["fr", "de", "ko"])
@pytest.mark.parametrize(
    ("title", "wanted"), [("1861", Bid), ("1861", LayTile), ("1867", Pay), ("1882", BuyTrain), ("1861", Run)]
)
def test_what_a_click_writes_is_in_the_readers_words_and_good(
    client: FlaskClient, house: House, title: str, wanted: type[Move], language: str
) -> None:
    game = house.game("Red", "Blue", "Green", title=title)
    bring(house, game, lambda state: engine.accepts(state, wanted))
    sit(client, house, game)
    with client.session_transaction() as session:
        session["language"] = language
    page = compose(client, game, "").get_json()["panel"]
    lines = [html.unescape(one) for one in re.findall(r'<button name="add" value="([^"]+)"', page)]
    spans = re.findall(r'min="(\d+)"[^>]*><button [^>]*data-form="([^"]+)"', page)
    lines += [html.unescape(form).replace("{}", least) for least, form in spans]
    assert lines
    for line in dict.fromkeys((*lines[:6], *lines[-6:])):
        assert not re.match(r"(bid|lay|train|pay|done|pass|standing|start|run|token|buy|sell)\b", line), line
        tried = compose(client, game, line).get_json()["panel"]
        assert "✗" not in tried and "✓" in tried, (line, tried)
    filled = compose(client, game, "", advice="1").get_json()
    assert "✗" not in filled["panel"]
    sent = send(client, game, filled["text"], client.get(f"/games/{game}").text).text
    assert 'class="good"' in sent or "answer good" in sent, filled["text"]


def test_a_bot_s_turn_is_filled_in_and_stands(client: FlaskClient, house: House) -> None:
    game = laying(house)
    sit(client, house, game)
    answer = compose(client, game, "", advice="1").get_json()
    assert answer["text"] and "✗" not in answer["panel"]
    page = client.get(f"/games/{game}").text
    assert "ACCEPTED" in send(client, game, answer["text"], page).text


@pytest.mark.parametrize("text", ["", "x" * 20_000, "lay\n" * 300, "turn 1\npass", "<script>alert(1)</script>", "end"])
def test_whatever_is_composed_is_answered(client: FlaskClient, house: House, text: str) -> None:
    game = laying(house)
    sit(client, house, game)
    answer = compose(client, game, text)
    assert answer.status_code == 200
    assert "<script>" not in answer.get_json()["panel"]


def test_half_a_line_is_never_played(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Red")
    # Whatever the length at which somebody might cut, "bid N 50" does not become "bid N 5".
    for length in (8_000, MOST_TEXT - len("turn 1\n")):
        sheet = ("#" * 99 + "\n") * (length // 100 - 1)
        sheet += "#" * (length - len(sheet) - 9) + "\nbid N 50"
        assert 'class="good"' in compose(client, game, sheet).get_json()["panel"]
    page = client.get(f"/games/{game}").text
    form = {name: field(page, name) for name in ("token", "turn", "seq", "nonce")}
    long = client.post(f"/games/{game}/send", data={**form, "orders": sheet + "#" * MOST_TEXT})
    assert long.status_code == 413 and house.orders(game) == []
    assert "Send less" in compose(client, game, sheet + "#" * MOST_TEXT).get_json()["panel"]
    send(client, game, sheet, page)
    assert house.orders(game) == ["Red: bid N 50"]


def test_a_turn_of_several_lines_is_tried_as_a_mail_would_be(house: House) -> None:
    game = laying(house)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        seat = play.seat(play.to_move)
        assert seat is not None
        turn = template(play.state)
        trial = tried(desk, play, seat, ["hello all", f"turn {play.turn}", *turn, "done", "lay 9 on E7", "pass"], "en")
    marks = [line.mark for line in trial.lines]
    assert marks == ["·", *"✓✓", *("✓" for _ in turn), "✗", "–"]
    assert not trial.ok and trial.ended


# ---------------------------------------------------------------------- sending


@pytest.mark.parametrize(
    ("language", "done", "kept"),
    [
        ("fr", "Red offre 5\xa0$ pour N.", "gardé pour votre prochain tour"),
        ("de", "Red bietet 5\xa0$ auf N.", "für deinen nächsten Zug vorgemerkt"),
        ("ko", "Red가 N에 $5 입찰합니다.", "다음 차례까지 보관합니다"),
    ],
)
def test_what_became_of_orders_is_told_in_the_language_of_the_page(
    client: FlaskClient, house: House, language: str, done: str, kept: str
) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Red")
    with client.session_transaction() as session:
        session["language"] = language
    assert done in send(client, game, "bid N 5").text
    assert kept in send(client, game, "bid N 10").text


def test_what_was_tried_is_sent_and_answered_on_the_page(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Red")
    page = send(client, game, "bid N 5").text
    assert "ACCEPTED" in page and house.orders(game) == ["Red: bid N 5"]


def test_a_second_click_is_no_second_mail(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Red")
    page = client.get(f"/games/{game}").text
    for _ in range(3):
        assert "ACCEPTED" in send(client, game, "bid N 5", page).text
    assert house.orders(game) == ["Red: bid N 5"]


def test_two_tabs_play_once(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Red")
    one, other = (client.get(f"/games/{game}").text for _ in range(2))
    assert "ACCEPTED" in send(client, game, "bid N 5", one).text
    assert "DUPLICATE" in send(client, game, "bid N 5", other).text
    assert house.orders(game) == ["Red: bid N 5"]


def test_the_same_line_is_right_twice_in_a_turn_of_several_steps_and_played_once_for_each(
    client: FlaskClient, house: House
) -> None:
    game = laying(house)
    name = sit(client, house, game)
    first = client.get(f"/games/{game}").text
    assert "ACCEPTED" in send(client, game, "pass", first).text
    assert mover(house, game) == name, "the turn goes on with its next step"
    made = house.orders(game)
    # Another tab still shows the step before.
    other = first.replace(field(first, "nonce"), "0123456789abcdef01234567")
    assert "DUPLICATE" in send(client, game, "pass", other).text
    assert house.orders(game) == made
    for line in ("train 2", "pass"):
        answer = send(client, game, line).text
        assert 'data-word="ACCEPTED"' in answer, line
    assert house.orders(game) == [*made, f"{name}: train 2", f"{name}: pass"]


def test_a_sheet_for_a_turn_that_is_over_plays_nothing(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Red")
    old = client.get(f"/games/{game}").text
    house.write(game, "Red", "bid N 5")
    house.write(game, "Blue", "pass")
    before = house.orders(game)
    assert "NOT ACCEPTED" in send(client, game, "bid N 10", old).text
    assert house.orders(game) == before


def test_orders_before_one_s_turn_are_kept(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Blue")
    page = client.get(f"/games/{game}").text
    assert "Orders for your next turn" in page
    assert "kept for your next turn" in compose(client, game, "bid N 10").get_json()["panel"]
    assert "QUEUED" in send(client, game, "bid N 10").text


def test_a_sheet_that_says_something_else_is_another_mail(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Red")
    page = client.get(f"/games/{game}").text
    assert "ACCEPTED" in send(client, game, "bid N 5", page).text
    answer = send(client, game, "bid N 25", page).text
    assert "bid N 25" in answer and "NOT ACCEPTED" in answer, "the answer is to what was written last"
    assert house.orders(game) == ["Red: bid N 5"]


def test_a_form_without_its_sign_in_leads_back_to_the_table(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    answer = client.post(f"/games/{game}/send", data={"orders": "bid N 5"})
    assert answer.status_code == 403 and f"/signin?next=/games/{game}" in answer.text


@pytest.mark.parametrize("what", ["compose", "send", "talk"])
def test_nobody_composes_for_a_seat_that_is_not_theirs(client: FlaskClient, house: House, what: str) -> None:
    game = house.game("Red", "Blue")
    form = {"orders": "bid N 5", "nonce": "0" * 24, "said": "x"}
    assert client.post(f"/games/{game}/{what}", data={"token": token(client), **form}).status_code == 403
    signed_in(client, "mallory@example.org", house)
    assert client.post(f"/games/{game}/{what}", data={"token": token(client), **form}).status_code == 403
    signed_in(client, "red@example.org", house)
    assert client.post(f"/games/{game}/{what}", data=form).status_code == 403, "without the form's token"
    assert house.orders(game) == []


def test_the_answer_to_a_mail_is_shown_to_its_writer_alone(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Red")
    assert "ACCEPTED" in send(client, game, "bid N 5").text
    signed_in(client, "blue@example.org", house)
    for number in range(1, 5):
        assert "ACCEPTED" not in client.get(f"/games/{game}?sent={number}").text


# ---------------------------------------------------------------------- press


def test_press_is_written_on_the_page_and_read_by_those_it_is_for(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", "Green")
    sit(client, house, game, "Red")
    page = client.get(f"/games/{game}").text
    form = {
        "token": field(page, "token"),
        "nonce": "a" * 24,
        "said": "A deal, <b>Blue</b>?\nend press\npass",
        "to": "Blue",
    }
    assert "ACCEPTED" in client.post(f"/games/{game}/talk", data=form, follow_redirects=True).text
    assert house.orders(game) == [], "press is never an order"
    signed_in(client, "blue@example.org", house)
    assert "A deal, &lt;b&gt;Blue&lt;/b&gt;?" in client.get(f"/games/{game}").text
    for other in ("green@example.org", "mallory@example.org"):
        signed_in(client, other, house)
        assert "A deal" not in client.get(f"/games/{game}").text


def test_who_has_a_seat_later_reads_nothing_that_was_written_to_somebody_else(
    client: FlaskClient, house: House
) -> None:
    game = house.game("Red", "Blue", "Green", gm="boss@example.org")
    house.write(game, "Red", "press Blue: SECRETPRESS")
    house.write(game, "Blue", "press Red: SECRETREPLY")
    house.write(game, "Blue", "substitute sub@example.org until 2030-01-01")
    house.write(game, "Red", "press Blue: FORTHESUBSTITUTE")

    def read(address: str) -> list[str]:
        signed_in(client, address, house)
        page = client.get(f"/games/{game}").text
        return [word for word in ("SECRETPRESS", "SECRETREPLY", "FORTHESUBSTITUTE") if word in page]

    assert read("sub@example.org") == ["FORTHESUBSTITUTE"]
    assert read("blue@example.org") == ["SECRETPRESS", "SECRETREPLY"]
    house.write(game, "GM", "gm replace Blue by zed@example.org", sender="boss@example.org")
    house.write(game, "Blue", "join", sender="zed@example.org")
    assert read("zed@example.org") == []
    assert read("red@example.org") == ["SECRETPRESS", "SECRETREPLY", "FORTHESUBSTITUTE"]


# ---------------------------------------------------------------------- routes


def test_a_route_may_be_said_by_its_stops(house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: engine.accepts(state, Run) and bool(engine.best_run(state).value))
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        seat = play.seat(play.to_move)
        assert seat is not None
        best = engine.best_run(play.state)
        line = engine.write_order(best.move)
        trial = tried(desk, play, seat, [line], "en")
    assert trial.ok and isinstance(trial.played[0].move, Run)


@pytest.mark.parametrize(("hex_", "why"), [("E3", "before phase 3"), ("I5", "before phase 3")])
def test_a_hex_says_until_which_phase_it_is_shut(client: FlaskClient, house: House, hex_: str, why: str) -> None:
    page = client.get(f"/games/{house.game('Red', 'Green', 'Blue', title='1861')}").text
    told = re.search(rf'data-hex="{hex_}"[^>]*aria-label="([^"]*)"', page)
    assert told is not None and why in told[1]


def test_a_hex_says_which_private_shuts_it(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")

    def told() -> str:
        found = re.search(r'data-hex="C11"[^>]*aria-label="([^"]*)"', client.get(f"/games/{game}").text)
        assert found is not None
        return found[1]

    assert "P1" not in told(), "nobody owns it yet"
    bring(house, game, lambda state: state.privates.get("P1") in state.players)
    assert "as long as a player owns P1" in told()


def test_the_map_marks_what_has_changed_since_one_looked_last(client: FlaskClient, house: House) -> None:
    game = laying(house)
    name = mover(house, game)
    other = next(one for one in ("Red", "Green", "Blue") if one != name)

    def marked() -> set[str]:
        return set(re.findall(r'class="hex fresh" data-hex="(\w+)"', client.get(f"/games/{game}").text))

    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        lays = [move for move in engine.legal_moves(play.state) if isinstance(move, LayTile)]
    for watcher in (f"{other.lower()}@example.org", "looker-on@example.org"):
        signed_in(client, watcher, house)
        client.get(f"/games/{game}")
    lay = lays[0]
    # The pass behind it changes nothing on the map.
    house.write(game, name, f"{engine.write_order(lay)}\npass", deliver=False)
    house.pass_time(hours=3)
    assert marked() == {lay.hex} and marked() == {lay.hex}, "also when the page is loaded again"
    house.pass_time(hours=3)
    assert marked() == set(), "it was seen"


# ---------------------------------------------------------------------- values, prices, orders on file


def test_off_board_values_of_another_phase_are_shown_on_demand(client: FlaskClient, house: House) -> None:
    game = laying(house)
    page = client.get(f"/games/{game}").text
    assert re.findall(r'data-phase="(\w*)"', page) == ["", "4", "5", "8"], "one for each column of values, now first"
    now, late = (client.get(f"/games/{game}/moment{asked}").get_json()["board"] for asked in ("", "?phase=8"))
    worth = [re.search(r'data-hex="A9"[^>]*aria-label="([^"]*)"', board).group(1) for board in (now, late)]  # type: ignore[union-attr]
    assert "R30" in worth[0] and "R70" in worth[1]
    assert client.get(f"/games/{game}/moment?phase=99").get_json()["board"] == now


def test_the_ways_of_prices_lead_to_where_the_markers_are(client: FlaskClient, house: House) -> None:
    game = laying(house)
    ways, state = client.get(f"/games/{game}/ways").get_json(), house.state(game)
    assert set(ways) == {str(company) for company in state.market.cells}
    for company in state.market.cells:
        way = ways[str(company)]
        assert way["prices"][-1] == state.price(company) and len(way["points"]) == len(way["prices"])
    page = client.get(f"/games/{game}").text
    spots = re.findall(r'class="space"[^>]*data-companies="([^"]*)"', page)
    assert sorted(" ".join(spots).split()) == sorted(ways)
    early = client.get(f"/games/{game}/ways?at=1").get_json()
    assert len(early) < len(ways), "nothing of what came later"


@pytest.mark.parametrize("title", ["1861", "1867", "1882"])
def test_every_colour_of_the_market_is_explained(client: FlaskClient, house: House, title: str) -> None:
    game = house.game("Red", "Green", "Blue", title=title)
    state = house.state(game)
    fills = set(re.findall(r'<rect[^>]*fill="(#\w+)"', client.get(f"/games/{game}/moment").get_json()["market"]))
    page = client.get(f"/games/{game}").text
    legend = re.search(r'<ul class="zones">.*?</ul>', page, re.DOTALL)
    assert legend is not None and state.market.grid.zones
    assert fills - {"#fbfbf8"} <= set(re.findall(r'fill="(#\w+)"', legend.group())), "no colour without a word"


def test_an_order_for_later_is_read_back_kept_and_taken_off_again(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    bring(house, game, lambda state: state.cursor.round == "stock" and state.market.cells)
    other = next(name for name in ("Red", "Green", "Blue") if name != mover(house, game))
    sit(client, house, game, other)
    page = client.get(f"/games/{game}").text
    assert 'value="standing pass"' in page
    panel = compose(client, game, "standing pass").get_json()["panel"]
    assert "you pass, unless" in panel, "in plain words"
    assert "ACCEPTED" in send(client, game, "standing pass").text
    page = client.get(f"/games/{game}").text
    assert 'value="cancel 1"' in page and "1: standing pass" in page
    sit(client, house, game, mover(house, game))
    assert "1: standing pass" not in client.get(f"/games/{game}").text, "nobody else's affair"
    sit(client, house, game, other)
    send(client, game, "cancel 1")
    assert 'value="cancel 1"' not in client.get(f"/games/{game}").text


@pytest.mark.parametrize("language", ["en", "fr", "de", "ko"])
def test_what_mails_ask_ahead_can_be_answered_on_the_page(client: FlaskClient, house: House, language: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    other = "Green"
    if language != "en":
        house.write(game, other, f"language {language}")
    state = house.state(game)
    found = foresee(state, other)
    answers = [
        engine.standing_in_words(state, engine.Player(other), one, language)
        for each in found.questions
        for one in each.answers
    ]
    assert answers and mover(house, game) != other
    sit(client, house, game, other)
    page = html.unescape(client.get(f"/games/{game}").text)
    heading = Words(language)("ahead")
    assert heading in page and [one for one in answers if f'name="add" value="{one}"' not in page] == []
    how = page.partition(heading)[2].partition("</p>")[0]
    assert "<code>help if</code>" in how and "`" not in how, "what is to be typed is set as such"
    compose(client, game, answers[0])
    assert "1:" in send(client, game, answers[0]).text
    assert heading not in html.unescape(client.get(f"/games/{game}").text), "who has answered is not asked again"
    sit(client, house, game, mover(house, game))
    assert heading not in html.unescape(client.get(f"/games/{game}").text), "it is their move"


def test_a_sheet_is_tried_with_what_is_on_file_and_what_stands_above(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    bring(house, game, lambda state: state.cursor.round == "stock" and state.market.cells)
    other = next(name for name in ("Red", "Green", "Blue") if name != mover(house, game))
    company = next(iter(house.state(game).started))
    sit(client, house, game, other)

    def tried_lines(orders: str) -> str:
        return str(compose(client, game, orders).get_json()["panel"])

    buy = f"standing buy {company} until 5 shares"
    assert "This contradicts a line above" in tried_lines(f"standing pass\n{buy}")
    send(client, game, "standing pass")
    assert "This contradicts what you have on file as 1" in tried_lines(buy)
    assert "contradicts" not in tried_lines(f"cancel 1\n{buy}")
    assert "contradicts" not in tried_lines(f"cancel all\n{buy}")


def test_a_sheet_proposes_nothing_that_contradicts_what_is_on_file(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    bring(house, game, lambda state: state.cursor.round == "stock" and len(state.directors) > 1)
    directors = house.state(game).directors
    owner = next(who for who in directors.values() if who != mover(house, game))
    own, others = [[one for one, who in directors.items() if (who == owner) is mine] for mine in (True, False)]
    wrong, right = (f"standing operate {one}: run best, pay" for one in (others[0], own[0]))
    sit(client, house, game, owner)

    def tried(orders: str) -> str:
        return str(compose(client, game, orders).get_json()["panel"])

    assert right in tried(wrong)
    send(client, game, f"standing operate {own[0]}: run best, withhold")
    assert right not in tried(wrong), "it would be refused"
    assert right in tried(f"cancel 1\n{wrong}")


def test_a_sheet_says_which_order_is_heard_first(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    bring(house, game, lambda state: state.cursor.round == "stock" and state.market.cells)
    other = next(name for name in ("Red", "Green", "Blue") if name != mover(house, game))
    sit(client, house, game, other)
    send(client, game, "standing pass")

    def tried(orders: str) -> str:
        return str(compose(client, game, orders).get_json()["panel"])

    exception = "if phase >= 3 then pass"
    assert "it is heard before 1: standing pass" in tried(exception)
    assert "is heard" not in tried(f"cancel 1\n{exception}")


def test_orders_for_later_are_read_once_for_a_position_and_player(
    client: FlaskClient, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = laying(house)
    first = sit(client, house, game)
    offered = re.findall(r'value="(standing [^"]+)"', compose(client, game, "").get_json()["panel"])
    read = list[str]()
    reading = engine.read_standing
    monkeypatch.setattr(engine, "read_standing", lambda *about: read.append(about[2]) or reading(*about))
    again = re.findall(r'value="(standing [^"]+)"', compose(client, game, "").get_json()["panel"])
    assert len(offered) > 1 and again == offered and read == []
    # What is on file since is offered no more, and another player has other companies.
    house.write(game, first, "standing pass")
    kept = re.findall(r'value="(standing [^"]+)"', compose(client, game, "").get_json()["panel"])
    assert "standing pass" in offered and "standing pass" not in kept and kept
    other = next(name for name in ("Red", "Green", "Blue") if name != first)
    sit(client, house, game, other)
    theirs = re.findall(r'value="(standing [^"]+)"', compose(client, game, "").get_json()["panel"])
    assert theirs and theirs != offered


def test_a_sheet_of_orders_for_later_is_kept_once_however_often_it_is_sent(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    bring(house, game, lambda state: state.cursor.round == "stock" and state.market.cells)
    other = next(name for name in ("Red", "Green", "Blue") if name != mover(house, game))
    sit(client, house, game, other)
    page = client.get(f"/games/{game}").text
    for _ in range(3):
        send(client, game, "standing pass", page)
    assert client.get(f"/games/{game}").text.count('value="cancel ') == 1


def test_ending_the_game_is_proposed_to_the_others(client: FlaskClient, house: House) -> None:
    game = laying(house)
    name = sit(client, house, game)
    assert 'value="propose end the game"' in client.get(f"/games/{game}").text
    assert "ACCEPTED" in send(client, game, "propose end the game").text
    other = next(one for one in ("Red", "Green", "Blue") if one != name)
    sit(client, house, game, other)
    assert 'value="accept 1"' in client.get(f"/games/{game}").text, "and answered by a click"
    for one in ("Red", "Green", "Blue"):
        if one != name:
            sit(client, house, game, one)
            send(client, game, "accept 1")
    sit(client, house, game, name)
    assert 'value="withdraw 1"' in client.get(f"/games/{game}").text or house.row(game).status == "over"


@pytest.mark.parametrize(("language", "begins"), [("de", "schlage vor: "), ("fr", "propose "), ("ko", "제안합니다: ")])
def test_a_proposal_is_written_in_the_readers_words_and_read_in_them(
    client: FlaskClient, house: House, language: str, begins: str
) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(
        house,
        game,
        lambda state: (
            state.cursor.round == "operating"
            and any(set(engine.consents(state, move)) - {engine.to_act(state)} for move in engine.legal_moves(state))
        ),
    )
    sit(client, house, game)
    with client.session_transaction() as session:
        session["language"] = language
    page = html.unescape(client.get(f"/games/{game}").text)
    written = [one for one in re.findall(r'name="add" value="([^"]*)"', page) if one.startswith(begins)]
    assert written
    said = html.unescape(send(client, game, written[0]).text)
    assert 'class="answer good"' in said and house.orders(game)[-1:] != [written[0]], said
    ending = next(one for one in written if engine.in_words(house.state(game), "end the game", language) in one)
    assert "game" not in ending and 'class="answer good"' in html.unescape(send(client, game, ending).text)


# ---------------------------------------------------------------------- what is put together


def merging(house: House) -> str:
    """Three connected minors, two of Red's and one of Blue's; one of Red's has its turn."""
    firms = Firm("M-V", "Red", at="4,5"), Firm("K-R", "Red", at="4,4"), Firm("D", "Blue", at="4,3")
    line = {"I13": "57/1", "H14": "9/1", "G15": "202/4", "G17": "8/3", "H18": "57/2"}
    state = position("1861", 3, *firms, seats=SEATS, phase="4", round="merger", on_turn="M-V", tiles=line)
    return Counter(house).set_up(state, "en")


def test_any_merger_is_put_together_into_any_public_company(client: FlaskClient, house: House) -> None:
    game = merging(house)
    sit(client, house, game, "Red")
    page = client.get(f"/games/{game}").text
    assert {"K-R", "D"} == set(re.findall(r'name="gathered" value="([^"]+)"', page))
    tried_ = compose(client, game, "", gather="1", gathered="K-R", into="MKN").get_json()
    assert tried_["text"] == "merge M-V and K-R into MKN" and 'class="good"' in tried_["panel"], "Red's own affair"
    form = {"token": token(client, f"/games/{game}"), "gather": "1", "gathered": ["D", "K-R"], "into": "SW"}
    whole = client.post(f"/games/{game}/compose", data=form).text
    assert ">propose merge M-V, K-R and D into SW</textarea>" in whole, "without scripts, and with Blue's consent"
    assert "Blue will be asked; if they agree: M-V, K-R and D merge into SW" in html.unescape(whole)
    assert "ACCEPTED" in send(client, game, "propose merge M-V, K-R and D into SW").text


@pytest.mark.parametrize(("gathered", "into"), [("", "MKN"), ("N", "MKN"), ("K-R", "D"), ("K-R", ""), ("<b>", "MKN")])
def test_what_can_not_be_put_together_writes_no_line(
    client: FlaskClient, house: House, gathered: str, into: str
) -> None:
    game = merging(house)
    sit(client, house, game, "Red")
    assert compose(client, game, "", gather="1", gathered=gathered, into=into).get_json()["text"] == ""


def test_nobody_puts_together_what_another_is_asked(client: FlaskClient, house: House) -> None:
    game = merging(house)
    sit(client, house, game, "Blue")
    assert 'name="gathered"' not in client.get(f"/games/{game}").text
    assert compose(client, game, "", gather="1", gathered="K-R", into="SW").get_json()["text"] == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("propose merge M-V and D into M-K", "is not a public company out of play"),
        ("propose merge M-V and K-R into SW", "Nobody else has to agree to this"),
        ("merge M-V and D into SW", "Blue must agree to this first"),
    ],
)
def test_a_proposal_is_tried_as_it_would_be_heard(client: FlaskClient, house: House, line: str, said: str) -> None:
    game = merging(house)
    sit(client, house, game, "Red")
    panel = html.unescape(compose(client, game, line).get_json()["panel"])
    assert said in panel and 'class="bad"' in panel
    assert said in html.unescape(send(client, game, line).text)


def test_a_decision_left_over_from_a_round_with_no_company_in_this_one_is_shown(
    client: FlaskClient, house: House
) -> None:
    """No minor is in play, so the merger round has nobody's turn; a train too many is discarded in it all the same."""
    firm = Firm("GR", {"Red": 6}, 135, trains="5 6 8", stations="I13")
    state = position("1861", 3, firm, seats=SEATS, phase="8", demands=(TrainsOverLimit(RED, "GR", 1),))
    game = Counter(house).set_up(state.change(cursor=Cursor("merger", 9, 1, (), -1)), "en")
    sit(client, house, game, "Red")
    page = client.get(f"/games/{game}")
    assert page.status_code == 200 and 'value="discard 5"' in page.text
    assert 'class="good"' in compose(client, game, "discard 5").get_json()["panel"]


def test_where_nothing_can_be_laid_the_page_says_so(client: FlaskClient, house: House) -> None:
    """The step is asked all the same; one would click hex after hex."""
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(
        house,
        game,
        lambda state: (
            engine.accepts(state, LayTile) and not any(isinstance(move, LayTile) for move in engine.legal_moves(state))
        ),
    )
    sit(client, house, game)
    page = client.get(f"/games/{game}").text
    assert f"take a tile of {engine.company_on_turn(house.state(game))} now" in page and 'class="lays' not in page


# ---------------------------------------------------------------------- offers


def proposing_the_end(house: House, client: FlaskClient, *bots: str) -> tuple[str, str, str]:
    """A game whose mover has proposed to end it; the mover, and the one who has to answer."""
    game = house.game("Red", "Blue", bots=bots, title="1882", options={})
    name = mover(house, game)
    sit(client, house, game, name)
    send(client, game, "propose end the game")
    return game, name, next(one for one in ("Red", "Blue") if one != name)


def test_an_answer_to_an_offer_is_said_to_count_at_once_and_its_button_says_what_it_does(
    client: FlaskClient, house: House
) -> None:
    game = merging(house)
    sit(client, house, game, "Red")
    send(client, game, "propose merge M-V, K-R and D into SW")
    sit(client, house, game, "Blue")
    page = html.unescape(client.get(f"/games/{game}").text)
    assert re.search(r'value="accept 1" class="order">Accept<', page)
    assert "Red offers: M-V: merge M-V, K-R and D into SW." in page
    said = html.unescape(compose(client, game, "accept 1").get_json()["panel"])
    assert "kept for your next turn" not in said and "to be kept" not in said
    assert "played as soon as this is sent: M-V, K-R and D merge into SW" in said
    assert re.search(r'formaction="[^"]*/send">Accept</button>', said)
    refused = html.unescape(compose(client, game, "refuse 1").get_json()["panel"])
    assert re.search(r'formaction="[^"]*/send">Refuse</button>', refused)
    assert "This counts as soon as it is sent" in refused


def test_what_is_for_the_next_turn_is_still_said_to_be_kept_beside_an_answer(client: FlaskClient, house: House) -> None:
    game = merging(house)
    sit(client, house, game, "Red")
    send(client, game, "propose merge M-V, K-R and D into SW")
    sit(client, house, game, "Blue")
    assert "Send, to be kept" in compose(client, game, "standing pass").get_json()["panel"]
    both = html.unescape(compose(client, game, "refuse 1\nstanding pass").get_json()["panel"])
    assert "the other lines are kept for your next turn" in both and ">Send</button>" in both


def test_an_answer_that_ends_the_game_is_asked_about_first(client: FlaskClient, house: House) -> None:
    game, _, other = proposing_the_end(house, client)
    sit(client, house, game, other)
    page = client.get(f"/games/{game}").text
    assert "This would end the game." in page
    said = html.unescape(compose(client, game, "accept 1").get_json()["panel"])
    assert "played as soon as this is sent: The game is over" in said and "Accept, and end the game" in said
    assert 'name="sure" value="1" required' in said
    again = send(client, game, "accept 1")
    assert 'name="sure" value="1" required' in again.text, "whoever has not said so is asked"
    assert house.row(game).status == "running"
    form = {name: field(page, name) for name in ("token", "turn", "seq", "nonce")}
    client.post(f"/games/{game}/send", data={**form, "orders": "accept 1", "sure": "1"})
    assert house.row(game).status == "over"


def test_what_followed_from_what_was_sent_is_told_with_its_answer(client: FlaskClient, house: House) -> None:
    game = house.game("Red", bots=("Blue", "Green"), title="1882")
    bring(house, game, lambda state: engine.to_act(state) == "Red" and state.cursor.round == "stock")
    sit(client, house, game, "Red")
    page = html.unescape(send(client, game, "propose end the game").text)
    assert re.search(r'id="answer".*?has refused offer 1', page, re.DOTALL)


def test_a_proposal_of_which_nothing_can_be_told_ends_without_a_colon(
    client: FlaskClient, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, name, _ = proposing_the_end(house, client)
    sit(client, house, game, name)
    monkeypatch.setattr("moderator.language.telling.Teller.sentence", lambda *_: "")
    said = html.unescape(compose(client, game, "propose end the game").get_json()["panel"])
    assert "will be asked." in said and "if they agree" not in said


def test_an_open_page_learns_of_offers_and_press_for_its_reader_alone(client: FlaskClient, house: House) -> None:
    game = merging(house)

    def token_of(name: str) -> str:
        sit(client, house, game, name)
        return str(client.get(f"/games/{game}/live").get_json()["news"])

    before = {name: token_of(name) for name in ("Red", "Green", "Blue")}
    house.write(game, "Red", "propose merge M-V, K-R and D into SW", deliver=False)
    offered = {name: token_of(name) for name in before}
    assert offered["Blue"] != before["Blue"] and offered["Red"] != before["Red"]
    assert offered["Green"] == before["Green"], "what others bargain about is none of theirs"
    house.write(game, "Red", "press Blue\nyes or no?\nend press", deliver=False)
    told = {name: token_of(name) for name in before}
    assert told["Blue"] != offered["Blue"] and told["Green"] == offered["Green"]


def test_what_became_of_something_is_not_shown_for_ever(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Red")
    shown = send(client, game, "bid N 5")
    assert 'id="answer"' in shown.text and "Done." in shown.text and "this email" not in shown.text
    assert "that is the current turn" not in shown.text
    again = shown.request.path + "?" + shown.request.query_string.decode()
    house.pass_time(minutes=11)
    assert 'id="answer"' not in client.get(again).text


def test_an_empty_sheet_says_that_there_is_nothing_to_send(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Red")
    assert re.search(r'data-trouble="empty">', send(client, game, "").text)
    assert re.search(r'data-trouble="empty" hidden>', client.get(f"/games/{game}").text)


def test_lays_that_look_the_same_are_one(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    bring(house, game, lambda state: any(getattr(one, "tile", "") == "1" for one in _lays_of(state)))
    sit(client, house, game)
    page = client.get(f"/games/{game}").text
    for at in re.findall(r'class="at" data-hex="\w+">.*?</div></div>', page):
        shown = re.findall(r'aria-hidden="true">([^ <]+) ([^<·]+?)(?: · [^<]*)?</span>', at)
        looks = [(tile, frozenset(sides.split(" + "))) for tile, sides in shown]
        assert shown and len(looks) == len(set(looks)), looks


def _lays_of(state: Any) -> list[Any]:
    if not engine.accepts(state, LayTile):
        return []
    return [move for move in engine.legal_moves(state) if isinstance(move, LayTile)]


@pytest.mark.parametrize(
    ("language", "said"), [("de", "biete 20 auf TSR"), ("fr", "enchérir 20 sur TSR"), ("ko", "TSR에 20 입찰")]
)
def test_what_undo_takes_back_is_in_the_readers_words(
    client: FlaskClient, house: House, language: str, said: str
) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    sit(client, house, game, "Red")
    house.write(game, "Red", "bid TSR 20", deliver=False)
    with client.session_transaction() as session:
        session["language"] = language
    form = re.search(r'<form class="undo".*?</form>', client.get(f"/games/{game}").text, re.DOTALL)
    assert form is not None and said in form[0]


def test_one_click_takes_back_one_s_last_orders_as_long_as_that_is_allowed(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    sit(client, house, game, "Red")
    assert 'class="undo"' not in client.get(f"/games/{game}").text
    send(client, game, "bid N 5")
    page = client.get(f"/games/{game}").text
    form = re.search(r'<form class="undo".*?</form>', page, re.DOTALL)
    assert form is not None and "takes back bid N 5" in form[0]
    sit(client, house, game, "Blue")
    assert 'class="undo"' not in client.get(f"/games/{game}").text, "it is nobody else's to take back"
    sit(client, house, game, "Red")
    page = client.get(f"/games/{game}").text
    form = re.search(r'<form class="undo".*?</form>', page, re.DOTALL)
    assert form is not None
    fields = {name: field(form[0], name) for name in ("token", "turn", "seq", "nonce", "orders")}
    client.post(f"/games/{game}/send", data=fields)
    assert house.orders(game) == ["Red: undo to 0"]
    send(client, game, "bid N 5")
    house.write(game, "Blue", "bid N 10")
    assert 'class="undo"' not in client.get(f"/games/{game}").text, "somebody has acted since"


def test_players_and_companies_have_their_own_colours_in_every_chart(client: FlaskClient, house: House) -> None:
    game = laying(house)
    wealth = client.get(f"/games/{game}/charts/wealth.svg").text
    for name, colour in (("Red", "#c62828"), ("Green", "#2e7d32"), ("Blue", "#1f4e9c")):
        assert re.search(rf'fill="{colour}"[^>]*/><text[^>]*>{name}<', wealth), name
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        title, companies = play.state.title, list(play.state.market.cells)
    prices = client.get(f"/games/{game}/charts/prices.svg").text
    for company in companies:
        back, ink = marker(title, company)
        assert re.search(rf'fill="{back}"[^>]*/><text[^>]*fill="{ink}"[^>]*>{company}<', prices), company


def test_the_table_shows_that_a_program_plays_a_seat(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue")
    before = client.get(f"/games/{game}/live").get_json()["news"]
    assert "A program plays this seat." not in client.get(f"/games/{game}").text
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        seat = play.seat("Blue")
        assert seat is not None
        seat.machine = True
    assert re.search(
        r'Blue <span class="quiet" title="A program plays this seat.">program<', client.get(f"/games/{game}").text
    )
    assert client.get(f"/games/{game}/live").get_json()["news"] != before, "an open page hears of it"


# ---------------------------------------------------------------------- in the reader's words


def test_an_auction_says_what_is_on_sale_and_who_has_bid(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    first = mover(house, game)
    house.write(game, first, "bid P3 90")
    page = html.unescape(client.get(f"/games/{game}").text)
    on_sale = re.search(r'<section class="sale".*?</section>', page, re.DOTALL)
    assert on_sale is not None
    assert re.search(r"P3</strong> North-West Rebellion Company.*?face \$80, pays \$15", on_sale[0], re.DOTALL)
    assert f"highest bid $90 by {first}" in on_sale[0]
    assert "no bid yet; the first is $20 at least" in on_sale[0], "of the one that is up"
    assert "move one of its stations" in on_sale[0], "and what they can do"
    before = client.get(f"/games/{game}/moment?at=0").get_json()["sale"]
    assert "North-West" in before and "highest" not in before, "as it was"
    bring(house, game, lambda state: state.cursor.round == "operating")
    assert 'class="sale"' not in client.get(f"/games/{game}").text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("1867-stock", "Pass: buy nothing"),
        ("1861-minor-auction", "Pass: no bid"),
        ("1861-merger", "Pass: merge nothing"),
        ("1861-late", "Buy back nothing"),
        ("1882-power", "Lay no tile"),
    ],
)
def test_whatever_is_passed_over_the_button_says_it(name: str, said: str) -> None:
    _, state = position_of(*PLAYED[name])
    (ending,) = offered(state, Words("en", state.title.currency))["ending"]
    assert (ending.written, ending.label) == ("pass", said)


def test_a_pass_says_what_it_leaves_out_in_its_button_and_in_the_log(client: FlaskClient, house: House) -> None:
    game = laying(house)
    sit(client, house, game)
    page = html.unescape(client.get(f"/games/{game}").text)
    assert re.search(r'value="pass" class="order">Lay no more track<', page)
    company = str(house.state(game).operating)
    assert f"{company} lays no more track." in html.unescape(compose(client, game, "pass").get_json()["panel"])
    sent = html.unescape(send(client, game, "pass").text)
    assert sent.count(f"{company} lays no more track.") > 1, "in the answer, and in the log"
    assert f"{company} lays no more track." in html.unescape(client.get(f"/games/{game}").text)
    client.post("/language", data={"token": token(client, "/me/"), "language": "de", "next": "/"})
    assert f"{company} baut keine Gleise mehr." in html.unescape(client.get(f"/games/{game}").text)


def test_the_best_run_is_offered_where_there_is_one_to_come(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", title="1882")
    sit(client, house, game)
    assert "?show=best" not in client.get(f"/games/{game}").text, "nobody runs in an auction"
    bring(house, game, lambda state: engine.runs_yet(state))
    sit(client, house, game)
    assert "?show=best" in client.get(f"/games/{game}").text


def test_what_follows_from_a_pass_is_told_behind_it(house: House) -> None:
    """A company that may buy a private before it pays passes, and pays its interest: the log had the pass alone."""
    state = house.state(laying(house))
    told = of_pass(state, ["K-B pays R5 interest."], Words("en", state.title.currency))
    assert told == (f"{state.operating} lays no more track.", "K-B pays R5 interest.")


def test_companies_to_be_started_stand_together_with_their_names(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    bring(
        house,
        game,
        lambda state: any(engine.write_order(one) == "start GTP at 67" for one in engine.legal_moves(state)),
    )
    sit(client, house, game)
    page = html.unescape(client.get(f"/games/{game}").text)
    starts = re.search(r'<div class="group starts">.*?</div></div>', page, re.DOTALL)
    assert starts is not None
    assert starts[0].count("Grand Trunk Pacific Railway</span>") == 1
    assert re.search(r'value="start GTP at 67"[^>]*>\$67 \(\$134\)<', starts[0])


def test_what_an_order_brings_stands_beside_it(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    bring(house, game, lambda state: any(isinstance(move, Sell) for move in engine.legal_moves(state)))
    sit(client, house, game)
    page = html.unescape(client.get(f"/games/{game}").text)
    assert re.search(r'value="sell [^"]+" class="order">[^<]+</button><span class="quiet">earns \$\d+<', page)
    bring(house, game, lambda state: engine.accepts(state, Run))
    sit(client, house, game)
    asked = client.post(f"/games/{game}/best", data={"token": token(client, f"/games/{game}"), "orders": ""})
    assert re.fullmatch(r"earns \$\d+", asked.get_json()["gets"])


def test_stations_are_offered_by_the_names_of_their_cities(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    bring(house, game, lambda state: any(isinstance(move, PlaceStation) for move in engine.legal_moves(state)))
    sit(client, house, game)
    page = html.unescape(client.get(f"/games/{game}").text)
    assert re.search(r'value="token in (\w+)[^"]*" class="order">token in \1[^<]* · [A-Z]', page)


def test_whose_seat_it_is_and_how_a_game_ended_stand_in_the_head(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", title="1882")
    name = mover(house, game)
    sit(client, house, game, name)
    assert f"You are {name}" in client.get(f"/games/{game}").text
    send(client, game, "propose end the game")
    house.write(game, "Blue" if name == "Red" else "Red", "accept 1")
    head = re.search(r'<header class="table-head">.*?</header>', client.get(f"/games/{game}").text, re.DOTALL)
    assert head is not None and re.search(r"1\. (Red|Blue) \$900", head[0])


def test_an_undo_is_logged_with_who_did_it(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    house.write(game, "Red", "bid N 5")
    house.write(game, "Red", "undo")
    house.write(game, "Red", "bid N 5")
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        play.take_back(0, "", "gm", None, desk.now)
    page = client.get(f"/games/{game}").text
    assert "Red takes back what came after move 0." in page
    assert "The moderator takes back what came after move 0." in page and "undo to" not in page


def test_buttons_speak_the_reader_s_language_and_write_it(client: FlaskClient, house: House) -> None:
    game = house.game("Red", "Green", "Blue", title="1882")
    bring(house, game, lambda state: any(isinstance(move, Buy) for move in engine.legal_moves(state)))
    signed_in(client, f"{mover(house, game).lower()}@example.org", house)
    client.post("/language", data={"token": token(client, "/me/"), "language": "de", "next": "/"})
    page = html.unescape(client.get(f"/games/{game}").text)
    assert re.search(r'value="(kaufe \w+ aus der Erstausgabe)" class="order">\1<', page), re.findall("kaufe[^<]+", page)
