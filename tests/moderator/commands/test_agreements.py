"""Offers between owners, on positions of the real engine: made, accepted, refused, withdrawn, lapsed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import State
from moderator.bots.bargains import would_agree
from moderator.language import Words
from moderator.table.offers import lapse
from moderator.table.onward import go_on
from moderator.web.table.page import _undo
from moderator.web.table.panel import panel
from tests.moderator.house import Answered, House, open_house, settings_for
from tests.moderator.positions import bring
from tests.printed import TITLES, first_draws


@pytest.fixture(scope="module", params=TITLES)
def position(
    tmp_path_factory: pytest.TempPathFactory, empty_database: Path, request: pytest.FixtureRequest
) -> tuple[Path, str]:
    """Phase 3: a company buys trains, somebody else's company has one, and somebody else owns a private."""
    home = tmp_path_factory.mktemp("offers")
    shutil.copy(empty_database, home / "waybill.sqlite")
    house = open_house(settings_for(home), migrated=True)
    game = house.game("Red", "Green", "Blue", title=request.param, drawn=first_draws(request.param))

    def there(state: object) -> bool:
        orders = engine.legal_orders(state)
        mover = engine.to_act(state)
        foreign = [
            one
            for one in orders
            if one.startswith("train ") and " from " in one and engine.director(state, one.split()[3]) != mover
        ]
        return bool(foreign) and any(
            one.startswith("buy private") and engine.owner(state, one.split()[2]) != mover for one in orders
        )

    bring(house, game, there)
    house.office.close()
    return home, game


class Table:
    """The position, and who is who in it."""

    def __init__(self, house: House, game: str) -> None:
        self.house, self.game = house, game
        state = house.state(game)
        self.buyer, self.company = engine.to_act(state) or "", engine.company_on_turn(state)
        orders = engine.legal_orders(state)
        self.private, self.price = next(
            (order.split()[2], order.split()[4])
            for order in orders
            if order.startswith("buy private") and engine.owner(state, order.split()[2]) != self.buyer
        )
        self.owner = engine.owner(state, self.private) or ""
        self.train, self.seller = next(
            (order.split()[1], order.split()[3])
            for order in orders
            if order.startswith("train ")
            and " from " in order
            and engine.director(state, order.split()[3]) != self.buyer
        )
        self.director = engine.director(state, self.seller) or ""
        self.third = next(name for name in ("Red", "Green", "Blue") if name not in (self.buyer, self.owner))

    def write(self, seat: str, body: str) -> Answered:
        return self.house.write(self.game, seat, body, deliver=False)

    def said(self, answer: Answered) -> str:
        return " ".join(f"{line['said']} {' '.join(line['instead'])}" for line in answer.rows[0].data["lines"])

    def private_owner(self) -> str | None:
        return engine.owner(self.house.state(self.game), self.private)

    def notices(self, seat: str) -> list[str]:
        rows = self.house.outbox("notice", f"{seat.lower()}@example.org")
        return [row.data["title"] for row in rows if row.data["title"].startswith("Offer")]


@pytest.fixture
def table(position: tuple[Path, str], tmp_path: Path) -> Iterator[Table]:
    shutil.copytree(position[0], tmp_path, dirs_exist_ok=True)
    house = open_house(settings_for(tmp_path), migrated=True)
    yield Table(house, position[1])
    house.office.close()


def test_an_accepted_offer_of_a_private_is_played_in_the_companys_turn(table: Table) -> None:
    offered = table.write(table.owner, f"offer private {table.private.lower()} to {table.company} for {table.price}")
    assert offered.word == "ACCEPTED", table.said(offered)
    assert table.notices(table.buyer) == ["Offer 1 made"]
    assert table.private_owner() == table.owner
    assert table.write(table.buyer, "accept 1").word == "ACCEPTED"
    assert table.private_owner() == table.company
    assert table.house.orders(table.game)[-1] == f"{table.buyer}: buy private {table.private} for {table.price}"
    assert table.house.row(table.game).mover == table.buyer, "the turn goes on"


def test_an_accepted_offer_of_a_train_is_played_too(table: Table) -> None:
    offered = table.write(table.director, f"offer train {table.train} of {table.seller} to {table.company} for 1")
    assert offered.word == "ACCEPTED", table.said(offered)
    assert table.write(table.buyer, "accept 1").word == "ACCEPTED"
    assert table.house.orders(table.game)[-1] == f"{table.buyer}: train {table.train} from {table.seller} for 1"


def undo_offered(table: Table, name: str) -> list[str]:
    with table.house.office.reading() as desk:
        play = desk.game(table.game)
        assert play is not None
        seat = next(one for one in play.players if one.name == name)
        return _undo(play, seat, Words("en", play.state.title.currency))


def test_an_undo_ends_where_somebody_else_has_agreed(table: Table) -> None:
    """A sale is the seller's decision too, and their yes was given in the knowledge of what was played before it."""
    table.write(table.director, f"offer train {table.train} of {table.seller} to {table.company} for 1")
    table.write(table.buyer, "accept 1")
    state, played = table.house.state(table.game), table.house.orders(table.game)
    assert played[-1].endswith(f"train {table.train} from {table.seller} for 1")
    assert undo_offered(table, table.buyer) == []
    answer = table.write(table.buyer, "undo")
    assert answer.word == "NOT ACCEPTED"
    assert f"{table.director} agreed to what you played last" in table.said(answer), table.said(answer)
    assert table.house.state(table.game) == state
    # What one plays oneself behind it goes back, and no more than that.
    assert table.write(table.buyer, "pass").word == "ACCEPTED"
    assert undo_offered(table, table.buyer)
    assert table.write(table.buyer, "undo").word == "ACCEPTED"
    assert table.write(table.buyer, "undo").word == "NOT ACCEPTED"
    assert [one for one in table.house.orders(table.game) if "undo to" not in one] == played


def test_what_needs_another_owner_is_proposed_and_played_when_they_accept(table: Table) -> None:
    order = f"buy private {table.private} for {table.price}"
    refused = table.write(table.buyer, order)
    assert refused.word == "NOT ACCEPTED"
    assert f"propose {order}" in table.said(refused)
    assert table.write(table.buyer, f"propose {order}").word == "ACCEPTED"
    assert table.write(table.owner, "accept 1").word == "ACCEPTED"
    assert table.private_owner() == table.company


def test_a_raised_offer_takes_the_place_of_the_lower_one(table: Table) -> None:
    table.write(table.buyer, f"propose train {table.train} from {table.seller} for 1")
    raised = table.write(table.buyer, f"propose train {table.train} from {table.seller} for 2")
    assert "it takes the place of offer 1" in table.said(raised)
    told = table.house.outbox("notice", f"{table.director.lower()}@example.org")
    assert any("This takes the place of offer 1." in str(row.data) for row in told)
    late = table.write(table.director, "accept 1")
    assert late.word == "NOT ACCEPTED" and "withdrawn" in table.said(late)
    assert table.write(table.director, "accept 2").word == "ACCEPTED"
    assert table.house.orders(table.game)[-1] == f"{table.buyer}: train {table.train} from {table.seller} for 2"


def test_what_was_offered_for_the_same_thing_lapses_with_the_purchase(table: Table) -> None:
    table.write(table.director, f"offer train {table.train} of {table.seller} to {table.company} for 2")
    table.write(table.buyer, f"propose train {table.train} from {table.seller} for 1")
    assert table.write(table.director, "accept 2").word == "ACCEPTED"
    assert "Offer 1 lapsed" in table.notices(table.buyer)
    assert table.write(table.buyer, "accept 1").word == "NOT ACCEPTED"


@pytest.mark.parametrize(("who", "word", "ended"), [("owner", "refuse", "refused"), ("buyer", "withdraw", "withdrawn")])
def test_a_no_from_either_side_ends_an_offer(table: Table, who: str, word: str, ended: str) -> None:
    table.write(table.buyer, f"propose buy private {table.private} for {table.price}")
    answer = table.write(getattr(table, who), f"{word} 1")
    assert (answer.word, ended in table.said(answer)) == ("ACCEPTED", True)
    other = table.buyer if who == "owner" else table.owner
    assert f"Offer 1 {ended}" in table.notices(other)
    late = table.write(table.owner, "accept 1")
    assert late.word == "NOT ACCEPTED"
    assert table.private_owner() == table.owner


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "yes, sell it to him"),
        ("en", "OK for the {train}-train at {price}"),
        ("en", "Deal!"),
        ("en", "accept the {train}-train for {price}"),
        ("fr", "oui, d'accord pour le train {train} à {price}"),
        ("fr", "Je vends !"),
        ("de", "Ja, einverstanden, {train}er für {price}"),
        ("de", "Ich verkaufe ihm den Zug"),
        ("ko", "네, {train}열차 {price}에 팔게요"),
        ("ko", "제안을 수락합니다"),
    ],
)
def test_a_plain_sentence_accepts_an_offer(table: Table, language: str, line: str) -> None:
    table.write(table.director, f"language {language}")
    order = f"train {table.train} from {table.seller} for 1"
    assert table.write(table.buyer, f"propose {order}").word == "ACCEPTED"
    answered = table.write(table.director, line.format(train=table.train, price=1))
    assert answered.word == "ACCEPTED", answered.text
    assert table.house.orders(table.game)[-1] == f"{table.buyer}: {order}"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "no thanks"),
        ("en", "Sorry, I won't sell the {train}-train"),
        ("en", "no deal"),
        ("fr", "non merci"),
        ("fr", "désolé, pas d'accord pour {price}"),
        ("de", "Nein danke"),
        ("de", "Ich verkaufe den Zug nicht"),
        ("ko", "아니요, 안 팔게요"),
        ("ko", "거절합니다"),
        ("fr", "non, trop peu"),
        ("de", "Nein, zu wenig"),
    ],
)
def test_a_plain_sentence_refuses_an_offer(table: Table, language: str, line: str) -> None:
    table.write(table.director, f"language {language}")
    table.write(table.buyer, f"propose train {table.train} from {table.seller} for 1")
    answered = table.write(table.director, line.format(train=table.train, price=1))
    assert answered.word == "ACCEPTED", answered.text
    assert "Offer 1 refused" in table.notices(table.buyer)


@pytest.mark.parametrize(
    "line",
    [
        "yes, but for 50",
        "ok for 2",
        "no problem",
        "yes?",
        "maybe, yes",
        "yes and no",
        "ok, too little",
        "sure, if Red agrees too",
    ],
)
def test_what_is_not_plainly_an_answer_leaves_the_offer_open(table: Table, line: str) -> None:
    table.write(table.buyer, f"propose train {table.train} from {table.seller} for 1")
    assert table.write(table.director, line).word == "NOT ACCEPTED"
    assert table.notices(table.buyer) == []
    assert table.write(table.director, "accept 1").word == "ACCEPTED"


@pytest.mark.parametrize("line", ["no, too little. 60 at least", "no, too little, 60 at least"])
def test_a_no_with_another_price_is_told_how_to_answer(table: Table, line: str) -> None:
    table.write(table.buyer, f"propose train {table.train} from {table.seller} for 1")
    answered = table.write(table.director, line)
    assert answered.word == "NOT ACCEPTED" and table.notices(table.buyer) == []
    assert "another price is an offer of its own" in table.said(answered)


def test_a_no_that_may_be_meant_for_the_turn_is_asked_about(table: Table) -> None:
    """Whoever is offered a train while they may buy one says no to the offer, or passes."""
    table.write(table.director, f"offer train {table.train} of {table.seller} to {table.company} for 1")
    answered = table.write(table.buyer, "no thanks")
    assert answered.word == "NOT ACCEPTED" and "confirm" in answered.text
    words = dict(re.findall(r"(refuse 1|pass):  (confirm \w+)", answered.text))
    assert set(words) == {"refuse 1", "pass"}
    moves = len(table.house.orders(table.game))
    assert table.write(table.buyer, words["refuse 1"]).word == "ACCEPTED"
    assert len(table.house.orders(table.game)) == moves and "Offer 1 refused" in table.notices(table.director)


def test_a_yes_to_several_offers_asks_which(table: Table) -> None:
    table.write(table.owner, f"offer private {table.private} to {table.company} for {table.price}")
    table.write(table.director, f"offer train {table.train} of {table.seller} to {table.company} for 1")
    answered = table.write(table.buyer, "yes, deal")
    assert answered.word == "NOT ACCEPTED" and "accept 1 accept 2" in table.said(answered)
    assert table.write(table.buyer, f"yes, I accept {table.private} for {table.price}").word == "ACCEPTED"
    assert table.private_owner() == table.company


def test_what_could_not_be_played_is_not_proposed(table: Table) -> None:
    answer = table.write(table.buyer, f"propose buy private {table.private} for 9000")
    assert answer.word == "NOT ACCEPTED"
    assert table.notices(table.owner) == []


def test_an_offer_nobody_answers_lapses(table: Table) -> None:
    table.write(table.buyer, f"propose buy private {table.private} for {table.price}")
    table.house.pass_time(days=30)
    with table.house.office.desk() as desk:
        assert lapse(desk, desk.lock(table.game)) == 1
    assert table.write(table.owner, "accept 1").word == "NOT ACCEPTED"
    assert "Offer 1 lapsed" in table.notices(table.owner)


def test_nobody_offers_what_is_not_theirs_or_answers_for_others(table: Table) -> None:
    theirs = table.write(table.third, f"offer private {table.private} to {table.company} for {table.price}")
    assert theirs.word == "NOT ACCEPTED"
    table.write(table.buyer, f"propose buy private {table.private} for {table.price}")
    if table.third not in (table.owner, table.buyer):
        assert table.write(table.third, "accept 1").word == "NOT ACCEPTED"
    assert table.write(table.buyer, "accept 1").word == "NOT ACCEPTED", "whoever proposed has agreed already"
    assert table.private_owner() == table.owner


@pytest.mark.parametrize(("who", "word"), [("director", "refuse"), ("buyer", "withdraw"), ("", "")])
def test_an_offered_train_stays_where_it_is_without_a_yes(table: Table, who: str, word: str) -> None:
    table.write(table.buyer, f"propose train {table.train} from {table.seller} for 1")
    if word:
        assert table.write(getattr(table, who), f"{word} 1").word == "ACCEPTED"
    else:
        table.house.pass_time(days=3)
        with table.house.office.desk() as desk:
            assert lapse(desk, desk.lock(table.game)) == 1
        assert "Offer 1 lapsed" in table.notices(table.director)
    assert table.write(table.director, "accept 1").word == "NOT ACCEPTED"
    refused = table.write(table.buyer, f"train {table.train} from {table.seller} for 1")
    assert "must agree" in table.said(refused)


def test_an_offer_out_of_turn_waits_for_the_companys_turn(table: Table) -> None:
    state = table.house.state(table.game)
    others = [
        (engine.company_named(state, company), director)
        for company, director in state.directors.items()
        if company != table.company and director != table.owner and state.title.companies[company].kind.directed
    ]
    company, director = others[0]
    offered = table.write(table.owner, f"offer private {table.private} to {company} for {table.price}")
    assert offered.word == "ACCEPTED", table.said(offered)
    assert "could not be played" not in table.said(offered)
    if director != table.owner:
        assert table.write(director, "accept 1").word == "ACCEPTED"
    assert table.private_owner() == table.owner, "not before its turn"


def test_an_offer_that_could_not_be_played_says_so_at_once(table: Table) -> None:
    offered = table.write(table.owner, f"offer private {table.private} to {table.company} for 9000")
    assert offered.word == "ACCEPTED"
    assert "As things stand it could not be played" in table.said(offered)


def test_both_parties_find_an_open_offer_in_their_mails(table: Table) -> None:
    table.write(table.buyer, f"propose buy private {table.private} for {table.price}")
    for seat in (table.buyer, table.owner):
        listed = table.write(seat, "orders").rows[0].data["blocks"][0]["text"]
        assert f"buys {table.private} for {table.price}" in listed
    others = {"Red", "Green", "Blue"} - {table.buyer, table.owner}
    for seat in others:
        assert table.private not in table.write(seat, "orders").rows[0].data["blocks"][0]["text"]


def test_a_bot_answers_an_offer_at_once(table: Table) -> None:
    with table.house.office.desk() as desk:
        play = desk.lock(table.game)
        seat = play.seat(table.owner)
        assert seat is not None
        seat.bot = True
    least = max(1, table.house.state(table.game).title.privates[table.private].lowest)
    assert table.write(table.buyer, f"propose buy private {table.private} for {least}").word == "ACCEPTED"
    assert table.private_owner() == table.owner
    assert table.notices(table.buyer) == ["Offer 1 refused"]


def test_a_bot_sells_for_a_good_price_and_buys_for_a_low_one(table: Table) -> None:
    state = table.house.state(table.game)
    face, train = state.title.privates[table.private].face, state.title.trains[table.train]
    asked = f"buy private {table.private} for"
    assert would_agree(state, table.owner, table.company, f"{asked} {2 * face}")
    assert not would_agree(state, table.owner, table.company, f"{asked} {face}")
    rich = state.change(
        cash={**state.cash, table.company: 1000}, trains={**state.trains, table.company: (table.train,)}
    )
    assert would_agree(rich, table.buyer, table.company, f"{asked} {face}")
    assert not would_agree(rich, table.buyer, table.company, f"{asked} {2 * face}")
    sold = f"train {table.train} from {table.seller} for"
    spare = state.change(trains={**state.trains, table.seller: (table.train, table.train)})
    assert would_agree(spare, table.director, table.company, f"{sold} {train.price}")
    assert not would_agree(spare, table.director, table.company, f"{sold} 1")
    last = state.change(trains={**state.trains, table.seller: (table.train,)})
    assert not would_agree(last, table.director, table.company, f"{sold} {train.price}"), "its last train stays"


def foreign_merger(state: State) -> str:
    """A merger the mover may order, with a minor of somebody else."""
    moves = (move for move in engine.legal_moves(state) if engine.write_order(move).startswith("merge "))
    return next((engine.write_order(move) for move in moves if engine.consents(state, move)), "")


@pytest.fixture(scope="module")
def merging(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> tuple[Path, str]:
    """1861 in a merger round: the minor on turn could merge with one of another owner."""
    home = tmp_path_factory.mktemp("merging")
    shutil.copy(empty_database, home / "waybill.sqlite")
    house = open_house(settings_for(home), migrated=True)
    game = house.game("Red", "Green", "Blue", title="1861")
    bring(house, game, lambda state: engine.round_kind(state) == "merger" and bool(foreign_merger(state)))
    house.office.close()
    return home, game


class Merging:
    """The merger round: whose turn, what is wanted, whom it needs."""

    def __init__(self, house: House, game: str) -> None:
        self.house, self.game = house, game
        state = house.state(game)
        self.mover, self.wanted = engine.to_act(state) or "", foreign_merger(state)
        needed = engine.consents(state, engine.parse_order(state, self.wanted))
        self.others = [name for name in needed if name != self.mover]

    def write(self, seat: str, body: str) -> Answered:
        return self.house.write(self.game, seat, body, deliver=False)


@pytest.fixture
def merger(merging: tuple[Path, str], tmp_path: Path) -> Iterator[Merging]:
    shutil.copytree(merging[0], tmp_path, dirs_exist_ok=True)
    house = open_house(settings_for(tmp_path), migrated=True)
    yield Merging(house, merging[1])
    house.office.close()


def test_minors_of_two_owners_merge_when_both_agree(merger: Merging) -> None:
    assert merger.write(merger.mover, merger.wanted).word == "NOT ACCEPTED"
    assert merger.write(merger.mover, f"propose {merger.wanted}").word == "ACCEPTED"
    before = merger.house.row(merger.game).seq
    for name in merger.others:
        assert merger.house.row(merger.game).seq == before, "not before the last of them has agreed"
        assert merger.write(name, "accept 1").word == "ACCEPTED"
    assert merger.house.orders(merger.game)[before] == f"{merger.mover}: {merger.wanted}"


@pytest.mark.parametrize(
    ("language", "proposing", "agreeing"),
    [
        ("fr", "je propose de fusionner {} et {} en {}", "oui, d'accord pour la fusion"),
        ("de", "Ich schlage vor, {} und {} zur {} zu fusionieren", "Ja, einverstanden mit der Fusion"),
        ("en", "propose merge {}, {} into {}", "yes, I agree to the merger"),
    ],
)
def test_a_merger_is_proposed_and_agreed_to_in_ones_own_words(
    merger: Merging, language: str, proposing: str, agreeing: str
) -> None:
    first, second, public = re.fullmatch(r"merge (\S+) and (\S+) into (\S+)", merger.wanted).groups()  # type: ignore[union-attr]
    for name in (merger.mover, *merger.others):
        merger.write(name, f"language {language}")
    proposed = merger.write(merger.mover, proposing.format(first, second, public))
    assert proposed.word == "ACCEPTED", proposed.text
    before = merger.house.row(merger.game).seq
    for name in merger.others:
        answered = merger.write(name, agreeing)
        assert answered.word == "ACCEPTED", answered.text
    assert merger.house.orders(merger.game)[before] == f"{merger.mover}: {merger.wanted}"


@pytest.mark.parametrize("word", ["refuse", "withdraw", "lapse"])
def test_a_merger_without_all_owners_does_not_happen(merger: Merging, word: str) -> None:
    merger.write(merger.mover, f"propose {merger.wanted}")
    if word == "lapse":
        merger.house.pass_time(days=3)
        with merger.house.office.desk() as desk:
            assert lapse(desk, desk.lock(merger.game)) == 1
    else:
        who = merger.others[0] if word == "refuse" else merger.mover
        assert merger.write(who, f"{word} 1").word == "ACCEPTED"
    assert merger.write(merger.others[0], "accept 1").word == "NOT ACCEPTED"
    assert merger.write(merger.mover, merger.wanted).word == "NOT ACCEPTED"
    assert merger.write(merger.mover, "pass").word == "ACCEPTED"


def test_an_agreement_does_not_outlive_the_turn_it_was_for(merger: Merging) -> None:
    """Asked for this minor's turn; when the turn is over a yes could do nothing, so nobody is asked for one."""
    merger.write(merger.mover, f"propose {merger.wanted}")
    assert "Offer 1 lapses with this" in shown(merger.house, merger.game, merger.mover, "pass")
    merger.write(merger.mover, "pass")
    for name in merger.others:
        answered = merger.write(name, "accept 1")
        assert answered.word == "NOT ACCEPTED" and "lapsed" in answered.said
    with merger.house.office.desk() as desk:
        play = desk.lock(merger.game)
        go_on(desk, play)
    assert not any(order.endswith(merger.wanted) for order in merger.house.orders(merger.game))


def composed(house: House, game: str, seat: str, text: str) -> dict[str, Any]:
    """What the composer of the page shows for some lines."""
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        one = play.seat(seat)
        assert one is not None
        return panel(desk, play, one, text, Words("en", play.state.title.currency))


def shown(house: House, game: str, seat: str, text: str) -> str:
    """What the composer tells of them."""
    found = composed(house, game, seat, text)
    return " ".join([*(line["said"] for line in found["lines"]), *map(str, found["follows"])])


@pytest.mark.parametrize("position", ["1861"], indirect=True)
def test_what_is_agreed_waits_for_its_step_and_whoever_plays_up_to_it_is_told(table: Table) -> None:
    """Its buyer has taken back what stood before it: nothing of that is passed over, and the page promises nothing."""
    order = f"train {table.train} from {table.seller} for 1"
    table.write(table.buyer, f"propose {order}")
    while (
        engine.belongs(table.house.state(table.game), engine.parse_order(table.house.state(table.game), order)) is None
    ):
        assert table.write(table.buyer, "undo").word == "ACCEPTED"
    before = table.house.orders(table.game)
    waits = "it is played when its turn has come"
    assert waits in shown(table.house, table.game, table.director, "accept 1")
    assert waits in table.said(table.write(table.director, "accept 1"))
    assert table.house.orders(table.game) == before
    said = shown(table.house, table.game, table.buyer, "pass")
    answer = table.write(table.buyer, "pass")
    bought = f"buys a {table.train}-train from {table.seller}"
    if bought not in said:
        said, answer = shown(table.house, table.game, table.buyer, "pass"), table.write(table.buyer, "pass")
    assert "As agreed" in said and bought in said
    blocks = {block["title"]: block["text"] for block in answer.rows[0].data["blocks"]}
    assert bought in blocks["As agreed"]


@pytest.mark.parametrize(("who", "word"), [("director", "withdraw"), ("buyer", "accept"), ("buyer", "refuse")])
def test_the_page_promises_no_answer_to_an_offer_that_is_done(table: Table, who: str, word: str) -> None:
    """Somebody else has answered it in the same moment."""
    seat = getattr(table, who)
    table.write(table.director, f"offer train {table.train} of {table.seller} to {table.company} for 1")
    assert composed(table.house, table.game, seat, f"{word} 1")["ok"]
    table.write(table.buyer, "accept 1")
    found = composed(table.house, table.game, seat, f"{word} 1")
    assert not found["ok"] and str(found["button"]).startswith("Send")
    assert found["lines"][0]["bad"] and found["lines"][0]["said"] == "Offer 1 is done."


def test_the_page_promises_no_second_yes_of_ones_own(merger: Merging) -> None:
    merger.write(merger.mover, f"propose {merger.wanted}")
    found = composed(merger.house, merger.game, merger.mover, "accept 1")
    assert not found["ok"] and found["lines"][0]["said"] == "You have agreed to offer 1 already."


@pytest.mark.parametrize(
    "line", ["propose pass", "offer private TSR to M-K for 30", "offer train 3 of M-K to N for 120"]
)
def test_nothing_is_agreed_on_where_nobody_plays(house: House, line: str) -> None:
    """In a game that had not begun such a mail was set aside; where it was over, it was None's turn."""
    game = house.game("Red", "Blue", "Green", title="1861", start=False)
    assert house.write(game, "Red", line, deliver=False).said == f"{line}  The game has not begun."
    over = house.game("Red", "Blue", "Green", title="1861")
    with house.office.desk() as desk:
        desk.lock(over).row.status = "over"
    assert house.write(over, "Red", line, deliver=False).said == f"{line}  The game is over."
