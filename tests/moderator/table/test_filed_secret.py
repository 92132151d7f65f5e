"""Two worlds that differ only in what one player has on file: everybody else gets the same mails, pages, files and
answers of programs until it acts.

Each stretch of a game is played in both worlds from the same database: in one the owner files orders, in the other
asks for the list. When something acts the stretch ends, and the world without orders goes on in the next one. So
whatever is on file is looked at, what sleeps and what speaks at the owner's next turn.
"""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Callable, Iterator, Mapping
from difflib import unified_diff
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest

import engine
from moderator.bots.choose import choose
from moderator.store.enclosures import unpacked
from moderator.table.machines import MOST_KEYS
from moderator.web import create_app
from tests.moderator.house import House, copied, open_house, settings_for
from tests.moderator.positions import bring
from tests.moderator.web.test_api import key_for
from tests.moderator.web.visiting import signed_in
from tests.printed import TITLES, first_draws

SEATS = ("Red", "Green", "Blue", "Gold")
GM = "boss@example.org"
# So many moves of others are looked at with something on file, in each case.
COMPARED, KINDS = 8, 3
# No stretch is longer than this, so that many things are tried.
LONGEST = 4
STRETCHES = 40


def place(kind: str) -> Callable[[Any], bool]:
    """Where the worlds part: at the very first decision, in a later stock round, among companies' turns."""
    if kind == "auction":
        return lambda state: True
    if kind == "stock":
        return lambda state: bool(
            engine.round_kind(state) == "stock" and state.cursor.number > 1 and state.facts.bidding is None
        )
    return lambda state: bool(engine.round_kind(state) == "operating" and state.cursor.number > 1 and state.directors)


def wishes(kind: str, state: Any, owner: str, chance: random.Random) -> list[tuple[str, str]]:
    """What may be on file in such a round, by its kind: some sleep, some speak as soon as the owner is asked."""
    others = [one for one in state.players if one != owner]
    other = chance.choice(others)
    company = chance.choice([*state.directors] or [*state.title.companies])
    mine = [one for one, director in state.directors.items() if director == owner] or [company]
    private = chance.choice([*state.title.privates])
    held = [one for one, holder in state.privates.items() if holder == owner] or [private]
    prices = sorted(set(state.market.grid.prices.values()))
    anywhere = [
        ("offers", f"refuse offers from {other}"),
        ("sleeping", f"if cash {other} >= 5000 then pass"),
        ("event", f"if phase = {[*state.title.phases][-1]} then pass"),
    ]
    if kind == "auction":
        return [
            ("limit", f"bid {private} up to {chance.randrange(100, 250, 5)} then pass"),
            ("pass", "standing pass all auctions"),
            ("answer", f"if {other} bids {private} then pass"),
            ("sleeping pass", "standing pass unless phase >= 2"),
            *anywhere,
        ]
    if kind == "stock":
        return [
            ("pass", "standing pass even if someone sells even if someone starts"),
            ("pass unless", f"standing pass unless {other} buys {company}"),
            ("buy", f"standing buy {company} until {chance.randint(2, 6)} shares then pass"),
            ("sell", f"if price {company} >= {prices[-2]} then sell 1 {company}"),
            ("otherwise", f"if someone sells {company} then buy {company} else pass"),
            ("answer", f"if {other} has 5 {company} then pass"),
            ("willing", f"willing sell {chance.choice(held)} from 40"),
            *anywhere,
        ]
    own = chance.choice(mine)
    return [
        ("operate", f"standing operate {own}: run best, pay, no track, no station, no train"),
        ("turn", f"when {own} operates then run best; pay; done else run best; withhold; done"),
        ("next round", "standing pass"),
        ("buy", f"standing buy {company} until {chance.randint(2, 6)} shares then ask"),
        ("willing", f"willing sell {chance.choice(held)} from 40"),
        *anywhere,
    ]


# ---------------------------------------------------------------------- what others see


# What is drawn anew in each world: mailboxes and numbers of mails, tokens of forms, what is signed with the time.
DRAWN = re.compile(r"\+[\w.-]+@|(?<![\w-])[0-9a-f]{8,}(?=gm |lines|\b)|[\w-]{3,}\.[\w-]{6}\.[\w-]{20,}|=[\w-]{32,}")


def bare(text: str) -> str:
    return DRAWN.sub("", text)


def sent_to_others(house: House, owner: str) -> list[tuple[str, str, str]]:
    """What was put into the outbox for everybody else."""
    return [
        (row.recipient, row.kind, bare(f"{row.key} {row.status} {row.data}"))
        for row in house.outbox()
        if not row.recipient.startswith(owner.lower())
    ]


def written_to_others(house: House, owner: str) -> list[str]:
    """The last mail to each of the others with all its parts, as it goes out."""
    last = {row.recipient: row for row in house.outbox() if not row.recipient.startswith(owner.lower())}
    return [bare(part) for row in last.values() for part in parts(house, row)]


def parts(house: House, row: Any) -> Iterator[str]:
    house.text_of(row)
    whole = next(one for one in house.outbox() if one.id == row.id)
    mail = message_from_bytes(unpacked(whole.raw or b""), policy=policy.default)
    yield str(mail["subject"])
    for part in mail.walk():
        if not part.is_multipart():
            yield str(part.get_content())


PAGES = (
    "/", "/games/{game}", "/games/{game}/log", "/games/{game}/live", "/games/{game}/moment", "/games/{game}/game.json",
    "/games/{game}/feed.atom", "/games/{game}/charts/wealth.svg", "/games/{game}/map.svg", "/games/{game}/market.svg",
    "/games/{game}?at=1",
)  # fmt: skip
OWN_PAGES = ("/me/", "/me/data.json", "/games/{game}/moderate", "/games/{game}/ways")
CALLS = (
    "/api/v1/games", "/api/v1/seat", "/api/v1/games/{game}", "/api/v1/games/{game}/legal", "/api/v1/games/{game}/moves",
    "/api/v1/games/{game}/state",
)  # fmt: skip


def shown_to_others(house: House, game: str, owner: str, *, program: bool) -> dict[tuple[str, str], tuple[int, str]]:
    """Pages, files, feed and API, to a guest, to the moderator and to another player."""
    app, found = create_app(house.office), {}
    other = next(one for one in SEATS if one != owner)
    for viewer in ("", GM, f"{other.lower()}@example.org"):
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
        if viewer:
            signed_in(client, viewer, house)
        for page in (*PAGES, *(OWN_PAGES if viewer else ())):
            answer = client.get(page.format(game=game))
            found[viewer, page] = answer.status_code, bare(answer.get_data(as_text=True))
    key = key_for(house, game, other) if program else {}
    for call in CALLS if program else ():
        answer = app.test_client().get(call.format(game=game), headers=key)
        found["program", call] = answer.status_code, bare(answer.get_data(as_text=True))
    return found


def _same(one: Mapping[Any, Any], other: Mapping[Any, Any], about: tuple[str, str]) -> None:
    """That two worlds look alike; what differs is shown line by line, for nobody finds it in a page."""
    assert one.keys() == other.keys()
    for name in one:
        mine, theirs = (re.split(r"\n|(?<=>)(?=<)", str(world[name])) for world in (one, other))
        assert mine == theirs, (about, name, [*unified_diff(mine, theirs, lineterm="", n=0)])


# ---------------------------------------------------------------------- the worlds


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], tuple[House, str]]:
    """A table of a title at such a place, made once; closed, to be copied."""
    made: dict[tuple[str, str], tuple[House, str]] = {}

    def at(title: str, kind: str) -> tuple[House, str]:
        if (title, kind) not in made:
            house = open_house(settings_for(tmp_path_factory.mktemp("begun")))
            house.eager = False
            draws = first_draws(title, SEATS)
            game = house.game(*SEATS, title=title, drawn=draws, gm=GM, visibility="public")
            bring(house, game, place(kind))
            house.office.close()
            made[title, kind] = house, game
        return made[title, kind]

    return at


def _file(house: House, game: str, owner: str, lines: list[tuple[str, str]]) -> tuple[int, str, str]:
    """Files the first of these that is taken: how many letters that took, its kind, and how it is written."""
    for letters, (kind, line) in enumerate(lines, 1):
        if house.write(game, owner, line).word == "ACCEPTED":
            with house.office.reading() as desk:
                play = desk.game(game)
                seat = play.seat(owner) if play else None
                assert seat is not None
                return letters, kind, desk.filed.open_of(seat)[-1].text if desk.filed.open_of(seat) else ""
    return len(lines), "", ""


class Case:
    """One game of two worlds, stretch by stretch."""

    def __init__(self, tmp_path: Path, caplog: pytest.LogCaptureFixture, title: str, kind: str, seed: int) -> None:
        self.home, self.caplog, self.kind = tmp_path, caplog, kind
        self.chance = random.Random(f"{title} {kind} {seed}")
        self.compared: dict[str, int] = {}

    def stretch(self, number: int, before: House, game: str) -> House:
        """From the same database on, until it acts or the owner has had a turn; gives the world without orders."""
        worlds = [copied(before, self.home / f"{number}{name}") for name in ("with", "without")]
        for house in worlds:
            house.eager = False
        with_, without = worlds
        owner = self._owner(with_, game)
        lines = wishes(self.kind, with_.state(game), owner, self.chance)
        self.chance.shuffle(lines)
        # Those that were looked at least come first.
        lines.sort(key=lambda one: self.compared.get(one[0], 0))
        letters, kind, text = _file(with_, game, owner, lines)
        for _ in range(letters):
            without.write(game, owner, "orders")
        if kind and number % 4 == 0:
            # A seat has so many keys, and no more.
            shown = [shown_to_others(house, game, owner, program=number < 4 * MOST_KEYS) for house in worlds]
            _same(shown[0], shown[1], (kind, text))
        first = True
        for _ in range(LONGEST):
            if without.row(game).mover in (None, owner):
                break
            mover = str(without.row(game).mover)
            order = self._order(without, game, mover)
            logs = [self._logged(house, game, mover, order) for house in worlds]
            if with_.row(game).seq != without.row(game).seq:
                break  # it has acted
            if not kind:
                continue
            assert sent_to_others(with_, owner) == sent_to_others(without, owner), (kind, text)
            assert logs[0] == logs[1], (kind, text)
            if first:
                mine, theirs = written_to_others(with_, owner), written_to_others(without, owner)
                assert mine == theirs, (kind, text)
            first = False
            self.compared[kind] = self.compared.get(kind, 0) + 1
        if without.row(game).mover == owner:
            without.write(game, owner, self._order(without, game, owner))
        for house in worlds:
            house.office.close()
        return without

    def _owner(self, house: House, game: str) -> str:
        """Whoever is asked last, as far as one can tell: so others move meanwhile."""
        players, mover = list(house.state(game).players), str(house.row(game).mover)
        return str(players[players.index(mover) - 1])

    def _order(self, house: House, game: str, mover: str) -> str:
        state = house.state(game)
        if self.chance.random() < 0.2 and "pass" in engine.legal_orders(state):
            return "pass"
        return engine.write_order(choose(state, mover))

    def _logged(self, house: House, game: str, mover: str, order: str) -> list[str]:
        self.caplog.clear()
        house.write(game, mover, order)
        return [bare(f"{one.name} {one.levelname} {one.getMessage()}") for one in self.caplog.records]


def _check(
    begun: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture, title: str, kind: str, seed: int, each: int
) -> None:
    caplog.set_level(logging.DEBUG)
    house, game = begun(title, kind)
    case = Case(tmp_path, caplog, title, kind, seed)
    for number in range(STRETCHES):
        house = case.stretch(number, house, game)
        enough = sum(case.compared.values()) >= each and len(case.compared) >= KINDS
        if house.row(game).mover is None or enough:
            break
    # A case that compares nothing proves nothing.
    assert sum(case.compared.values()) >= COMPARED and len(case.compared) >= KINDS, case.compared


def test_the_comparison_sees_what_is_told(
    begun: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture, no_pictures: None
) -> None:
    """Where a game tells its table of sealed orders the worlds differ, and it is noticed."""
    house, game = begun("1882", "stock")
    told = copied(house, tmp_path / "told")
    with told.office.desk() as desk:
        play = desk.lock(game)
        play.row.terms = {**play.row.terms, "seals": "open"}
    told.office.close()
    case = Case(tmp_path, caplog, "1882", "stock", 0)
    with pytest.raises(AssertionError, match="A sealed order was filed"):
        for number in range(4):
            told = case.stretch(number, told, game)


@pytest.mark.parametrize("kind", ["auction", "stock", "operating"])
@pytest.mark.parametrize("title", TITLES)
def test_what_is_on_file_shows_nowhere_until_it_acts(
    begun: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture, no_pictures: None, title: str, kind: str
) -> None:
    _check(begun, tmp_path, caplog, title, kind, 0, COMPARED)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("kind", ["auction", "stock", "operating"])
@pytest.mark.parametrize("title", TITLES)
def test_what_is_on_file_shows_nowhere_in_long_games(
    begun: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture, no_pictures: None, title: str, kind: str, seed: int
) -> None:
    _check(begun, tmp_path, caplog, title, kind, seed, 60)
