"""Who confirms and who is told, as the table of permissions says: every rule that names somebody, in a position in
which it can be done, with its word sent back. Recipients are compared exactly, so a rule that names others fails."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import func, select

import engine
from engine import State
from moderator.errands.sweep import sweep
from moderator.events import announcing, entry
from moderator.events.moving import move_on
from moderator.events.overview import Overview
from moderator.hearing.permissions import ORDER, RULES, Party
from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from moderator.store.tables import Outgoing
from moderator.table import seating
from moderator.table.planning import GamePlan, Wish
from moderator.table.seating import new_game
from moderator.table.transcript import transcript
from tests.moderator.events.conftest import parked_word
from tests.moderator.house import Answered, House, open_house, settings_for
from tests.moderator.positions import bring
from tests.printed import first_draws

PLAY = "play@waybill.localhost"
RED, BLUE, GREEN = "red@example.org", "blue@example.org", "green@example.org"
GM, SECOND = "boss@example.org", "deputy@example.org"
NEW, SUB, THIRD = "new@example.org", "sub@example.org", "third@example.org"
TABLE = frozenset({RED, BLUE, GREEN, GM, SECOND})
DIRECTOR, VICE = "director@example.org", "vice@example.org"
FOUR = ("Anna", "Bert", "Cleo", "Dora")


def at(*names: str) -> frozenset[str]:
    return frozenset(f"{name.lower()}@example.org" for name in names)


@dataclass(frozen=True)
class Scene:
    """A line that can be done here: who writes it where, and who is who to it."""

    by: str
    to: str
    line: str
    # Whom the table means by these, besides the table itself and its moderators.
    who: Mapping[Party, frozenset[str]] = field(default_factory=dict)
    raw: bytes = b""


@dataclass
class Place:
    """A house where a receiver checks senders, and everybody's mail passes."""

    house: House

    def game(self, *seats: str, **plan: object) -> str:
        game = self.house.game(*(seats or ("Red", "Blue", "Green")), gm=GM, **plan)
        with self.house.office.desk() as desk:
            play = desk.lock(game)
            assert play is not None
            seating.add_moderator(desk, play, desk.meet(SECOND))
        return game

    def send(self, by: str, to: str, body: str, raw: bytes = b"") -> Answered:
        self.house.pass_time(minutes=1)
        raw = raw or self.house.raw(by, to, body)
        proved = f"Authentication-Results: mx.example.org; dkim=pass header.d={by.partition('@')[2]}\r\n".encode() + raw
        receipt = take_in(self.house.office, proved, Envelope("smtp", sender=by, recipients=(to,)))
        handle(self.house.office, receipt.mail_id)
        return self.house.answer(receipt.mail_id, deliver=False)

    def seat(self, game: str, name: str, line: str, by: str = "") -> Answered:
        answered = self.send(by or f"{name.lower()}@example.org", self.house.address(game, name), line)
        assert answered.word in ("ACCEPTED", "CONFIRM"), answered.said
        return answered

    def gm(self, game: str, line: str) -> Answered:
        return self.seat(game, "GM", line, GM)

    def confirm(self, by: str, to: str) -> Answered:
        word = self.house.outbox("confirm", by)[-1].data["word"]
        return self.send(by, to, f"confirm {word}")

    def write(self, by: str, line: str) -> Answered:
        """To the mailbox for everybody, with the word sent back where one is asked for."""
        answered = self.send(by, PLAY, line)
        if answered.word == "CONFIRM":
            answered = self.confirm(by, PLAY)
        assert answered.word == "ACCEPTED", (line, answered.said)
        return answered

    def last(self) -> int:
        with self.house.office.reading() as desk:
            return desk.session.scalar(select(func.max(Outgoing.id))) or 0

    def posted(self, after: int) -> list[Outgoing]:
        with self.house.office.reading() as desk:
            return list(desk.session.scalars(select(Outgoing).where(Outgoing.id > after)))

    def mover(self, game: str) -> str:
        return str(self.house.row(game).mover)

    # Events

    def event(self, *more: str, people: tuple[str, ...] = FOUR) -> None:
        usual = ("titles toy", "format swiss 2", "tables 2", "round 30 days", "late default", "next round on my word")
        said = {line.split()[0] for line in more}
        lines = [line for line in usual if line.split()[0] not in said] + list(more)
        with self.house.office.desk() as desk:
            cup = announcing.announce(desk, "cup", lines, "test", desk.meet(DIRECTOR, "Director"))
            announcing.add_deputy(desk, cup, desk.meet(VICE), "test")
            for name in people:
                entry.enter(desk, cup, desk.meet(f"{name.lower()}@example.org", name), name)

    def begun(self, *more: str, people: tuple[str, ...] = FOUR) -> Overview:
        """A round of two tables is under way."""
        self.event(*more, people=people)
        return self.drawn()

    def drawn(self) -> Overview:
        self.write(DIRECTOR, "td close cup")
        self.write(DIRECTOR, "td draw cup")
        move_on(self.house.office, "cup")
        self.write(DIRECTOR, "td publish cup")
        move_on(self.house.office, "cup")
        return self.overview()

    def ruled(self, *more: str) -> tuple[str, str]:
        """The first of two tables is decided; who came first, and who second."""
        one, other = (seat["seat"] for seat in self.begun(*more).tables[0].seats)
        self.write(DIRECTOR, f'td rule cup 1 {one} > {other} "so be it"')
        return one, other

    def overview(self) -> Overview:
        with self.house.office.reading() as desk:
            return Overview.of(desk, announcing.find(desk, "cup"))


@pytest.fixture
def place(tmp_path: Path, empty_database: Path) -> Iterator[Place]:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    house = open_house(settings_for(tmp_path, TRUST="header:mx.example.org"), migrated=True)
    house.eager = False
    yield Place(house)
    house.office.close()


SCENES: dict[str, Callable[[Place], Scene]] = {}


def scene(words: str) -> Callable[[Callable[[Place], Scene]], Callable[[Place], Scene]]:
    def enter(made: Callable[[Place], Scene]) -> Callable[[Place], Scene]:
        SCENES[words] = made
        return made

    return enter


def by_gm(words: str, line: str, *before: str, **who: frozenset[str]) -> None:
    """A command of the moderator's in a game that has begun, after some others."""

    def made(place: Place) -> Scene:
        game = place.game()
        for one in before:
            place.gm(game, one)
        named = {Party[name.upper()]: people for name, people in who.items()}
        return Scene(GM, place.house.address(game, "GM"), line, named)

    SCENES[words] = made


def by_red(words: str, line: str, **who: frozenset[str]) -> None:
    """A command of Red's, whose move it is."""

    def made(place: Place) -> Scene:
        named = {Party[name.upper()]: people for name, people in who.items()}
        return Scene(RED, place.house.address(place.game(), "Red"), line, named)

    SCENES[words] = made


def by_director(
    words: str, line: str, *terms: str, who: Mapping[Party, frozenset[str]], people: tuple[str, ...] = FOUR
) -> None:
    """A command of the director's before entry closes."""

    def made(place: Place) -> Scene:
        place.event(*terms, people=people)
        return Scene(DIRECTOR, PLAY, line, who)

    SCENES[words] = made


# Playing

by_red("vote", "vote pause yes")
by_red("more time", "more time 24h")
by_red("press", "press Blue\nhello\nend press", named=at("Blue"))
by_red("reports", "reports none")
by_red("unsubscribe", "unsubscribe")
by_red("new key", "new key", owner=at("Red"))
by_red("resign", "resign", owner=at("Red"))
by_red("substitute", "substitute sub@example.org until 2027-01-24", named=at("Sub"))
by_red("hours", "hours 22:00-06:30")
by_red("weekdays", "weekdays Thu-Sun")
by_red("away", "away 2026-11-16 to 2026-12-01")


@scene("zone")
def zone(place: Place) -> Scene:
    game = place.game()
    place.seat(game, "Red", "hours 09:00-17:00")
    return Scene(RED, place.house.address(game, "Red"), "zone Asia/Seoul")


@scene("back")
def back(place: Place) -> Scene:
    game = place.game()
    place.seat(game, "Red", "away 2026-11-16 to 2026-12-01")
    return Scene(RED, place.house.address(game, "Red"), "back")


@scene("address")
def address(place: Place) -> Scene:
    named = {Party.ADDRESS: at("Third"), Party.FORMER: at("Red")}
    return Scene(RED, place.house.address(place.game(), "Red"), f"address add {THIRD}", named)


@scene(ORDER)
def order(place: Place) -> Scene:
    """What is decided is told everybody: here the last pass, which begins a round."""
    game = place.game("Red", "Blue", "Green")
    for _ in range(2):
        name = place.mover(game)
        place.seat(game, name, "pass")
    name = place.mover(game)
    return Scene(f"{name.lower()}@example.org", place.house.address(game, name), "pass")


@scene("undo")
def undo(place: Place) -> Scene:
    game = place.game()
    place.seat(game, "Red", "bid N 5")
    return Scene(RED, place.house.address(game, "Red"), "undo")


def giving(place: Place) -> str:
    """Red may give money to somebody, who must agree."""
    game = place.game()
    while place.house.row(game).round.startswith("AUC"):
        place.seat(game, place.mover(game), "pass")
    return game


@scene("propose")
def propose(place: Place) -> Scene:
    game = giving(place)
    name = place.mover(game)
    other = next(one for one in ("Red", "Blue", "Green") if one != name)
    where = place.house.address(game, name)
    return Scene(f"{name.lower()}@example.org", where, f"propose give 1 to {other}", {Party.NAMED: at(other)})


def answering(words: str) -> None:
    def made(place: Place) -> Scene:
        game = giving(place)
        name = place.mover(game)
        other = next(one for one in ("Red", "Blue", "Green") if one != name)
        place.seat(game, name, f"propose give 1 to {other}")
        writer, named = (name, other) if words == "withdraw" else (other, name)
        where = place.house.address(game, writer)
        return Scene(f"{writer.lower()}@example.org", where, f"{words} 1", {Party.NAMED: at(named)})

    SCENES[words] = made


for answer in ("accept", "refuse", "withdraw"):
    answering(answer)


@scene("join")
def join(place: Place) -> Scene:
    game = place.game()
    place.gm(game, f"gm replace Red by {NEW}")
    return Scene(NEW, place.house.address(game, "Red"), "join", {Party.TABLE: TABLE - at("Red")})


@scene("decline")
def decline(place: Place) -> Scene:
    game = place.game(start=False)
    return Scene(RED, place.house.address(game, "Red"), "decline")


# Moderating

by_gm("gm pause", "gm pause")
by_gm("gm resume", "gm resume", "gm pause")
by_gm("gm extend", "gm extend 24h")
by_gm("gm deadline", "gm deadline 2027-01-20 21:00")
by_gm("gm hours", "gm hours 12")
by_gm("gm grace", "gm grace 12")
by_gm("gm late", "gm late default")
by_gm("gm weekdays", "gm weekdays Mon-Fri")
by_gm("gm visibility", "gm visibility private")
by_gm("gm machines", "gm machines no")
by_gm("gm clock", "gm clock bank 10 days")
by_gm("gm bank", "gm bank +48h Blue", "gm clock bank 10 days")
by_gm("gm allow", "gm allow 30 days")
by_gm("gm penalty", "gm penalty points 1")
by_gm("gm ladder", "gm ladder 2")
by_gm("gm reminders", "gm reminders 80%")
by_gm("gm rule", 'gm rule "So be it."')
by_gm("gm as", "gm as Red\npass\nend as")
by_gm("gm remind", "gm remind", named=at("Red"))
by_gm("gm resend", "gm resend Blue", named=at("Blue"))
by_gm("gm replace", f"gm replace Blue by {NEW}", table=TABLE - at("Blue"), former=at("Blue"), named=at("New"))
by_gm("gm end", "gm end", writer=at("Boss"))
by_gm("gm second", f"gm second {THIRD}", address=at("Third"))
by_gm("gm hand over", f"gm hand over to {THIRD}", address=at("Third"), table=TABLE - at("Boss"), former=at("Boss"))


@scene("gm undo to")
def undo_to(place: Place) -> Scene:
    game = place.game()
    place.seat(game, "Red", "bid N 5")
    return Scene(GM, place.house.address(game, "GM"), "gm undo to 0", {Party.WRITER: at("Boss")})


@scene("gm redo")
def redo(place: Place) -> Scene:
    game = place.game()
    place.seat(game, "Red", "bid N 5")
    place.gm(game, "gm undo to 0")
    assert place.confirm(GM, place.house.address(game, "GM")).word == "ACCEPTED"
    return Scene(GM, place.house.address(game, "GM"), "gm redo")


@scene("gm process turn")
def process_turn(place: Place) -> Scene:
    game = place.game()
    place.house.pass_time(days=30)
    sweep(place.house.office, place.house.do)
    return Scene(GM, place.house.address(game, "GM"), f"gm process turn {place.house.row(game).turn}")


@scene("gm excuse")
def excuse(place: Place) -> Scene:
    game = place.game()
    place.gm(game, "gm late default")
    for _ in range(3):
        place.house.pass_time(days=6)
        sweep(place.house.office, place.house.do)
    assert place.mover(game) != "Red", "they have missed it"
    return Scene(GM, place.house.address(game, "GM"), "gm excuse Red")


@scene("gm withdraw")
def gm_withdraw(place: Place) -> Scene:
    game = place.game()
    place.gm(game, f"gm replace Blue by {NEW}")
    return Scene(
        GM,
        place.house.address(game, "GM"),
        "gm withdraw Blue",
        {Party.TABLE: TABLE - at("Blue"), Party.FORMER: at("New")},
    )


# At the mailbox for everybody


@scene("new game")
def begins(place: Place) -> Scene:
    line = f"new game toy\nplayer Ann: {NEW}\nplayer Bob: {THIRD}\nend game"
    return Scene(SUB, PLAY, line, {Party.NAMED: at("New", "Third"), Party.WRITER: at("Sub")})


@scene("tutorial")
def tutorial(place: Place) -> Scene:
    return Scene(SUB, PLAY, "tutorial", {Party.WRITER: at("Sub")})


@scene("join game")
def join_game(place: Place) -> Scene:
    with place.house.office.desk() as desk:
        wishes = [Wish("Red", RED), Wish("Blue", BLUE), Wish("Green", open=True), Wish("Black", open=True)]
        game = new_game(desk, GamePlan("toy", wishes, gm=GM, as_seated=True, start=False), "test").id
        play = desk.lock(game)
        assert play is not None
        seating.add_moderator(desk, play, desk.meet(SECOND))
    table = {Party.TABLE: TABLE - at("Green"), Party.WRITER: at("Sub")}
    return Scene(SUB, PLAY, f"join game {game} Green", table)


@scene("continue game")
def continue_game(place: Place) -> Scene:
    game = place.house.game("Red", "Green", "Blue", title="1861")
    with place.house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        file = json.dumps(transcript(play)).encode()
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = SUB, PLAY, "a game", "<file@mua.example.org>"
    mail.set_content(f"continue game\nplayer Red: {NEW}\nplayer Green: {THIRD}\nbot Blue\nend game\n")
    mail.add_attachment(file, maintype="application", subtype="json", filename="game.json")
    who = {Party.WRITER: at("Sub"), Party.NAMED: at("New", "Third")}
    return Scene(SUB, PLAY, "", who, mail.as_bytes())


@scene("offer")
def offer(place: Place) -> Scene:
    game = place.game("Red", "Green", "Blue", title="1861", drawn=first_draws("1861"))

    def there(state: State) -> bool:
        return any(engine.owner(state, one.split()[2]) != engine.to_act(state) for one in privates(state))

    bring(place.house, game, there)
    state = place.house.state(game)
    mover = engine.to_act(state) or ""
    order = next(one for one in privates(state) if engine.owner(state, one.split()[2]) != mover)
    _, _, private, _, price = order.split()[:5]
    owner = engine.owner(state, private) or ""
    line = f"offer private {private} to {engine.company_on_turn(state)} for {price}"
    return Scene(f"{owner.lower()}@example.org", place.house.address(game, owner), line, {Party.NAMED: at(mover)})


def privates(state: State) -> list[str]:
    return [one for one in engine.legal_orders(state) if one.startswith("buy private")]


# Events: the players of a table are its table, and who directs moderates it.


@scene("enter")
def enter(place: Place) -> Scene:
    place.event()
    return Scene(NEW, PLAY, "enter cup", {Party.WRITER: at("New")})


@scene("appeal")
def appeal(place: Place) -> Scene:
    one, other = place.ruled()
    by = f"{other.lower()}@example.org"
    who = {Party.MODERATOR: at("Director", "Vice"), Party.TABLE: at(one)}
    return Scene(by, PLAY, 'appeal cup "it was me"', who)


by_director("td close", "td close cup", who={Party.WRITER: at("Director"), Party.NAMED: at(*FOUR)})
by_director("td change", "td change cup round 50 days", who={Party.NAMED: at(*FOUR)})
by_director("td enter", f"td enter cup Dora: {NEW}", who={Party.NAMED: at("New")}, people=FOUR[:3])
by_director(
    "td withdraw", "td withdraw cup Anna", who={Party.NAMED: at("Anna"), Party.MODERATOR: at("Director", "Vice")}
)
by_director("td tell", 'td tell cup "hello"', who={Party.NAMED: at(*FOUR)})
by_director("td deputy", f"td deputy cup {THIRD}", who={Party.NAMED: at("Third")})
by_director(
    "td cancel", 'td cancel cup "nobody comes"', who={Party.WRITER: at("Director"), Party.NAMED: at(*FOUR, "Vice")}
)


@scene("td publish")
def publish(place: Place) -> Scene:
    place.event()
    place.write(DIRECTOR, "td close cup")
    place.write(DIRECTOR, "td draw cup")
    move_on(place.house.office, "cup")
    who = {Party.WRITER: at("Director"), Party.NAMED: at(*FOUR), Party.MODERATOR: at("Director", "Vice")}
    return Scene(DIRECTOR, PLAY, "td publish cup", who)


@scene("td replace")
def td_replace(place: Place) -> Scene:
    place.event("places 4")
    place.write("emil@example.org", "enter cup as Emil")
    one, other = (seat["seat"] for seat in place.drawn().tables[0].seats)
    who = {Party.WRITER: at("Director"), Party.TABLE: at(other), Party.FORMER: at(one), Party.NAMED: at("Emil")}
    return Scene(DIRECTOR, PLAY, f"td replace cup {one} by Emil", who)


@scene("td expel")
def expel(place: Place) -> Scene:
    one, other = (seat["seat"] for seat in place.begun().tables[0].seats)
    who = {Party.WRITER: at("Director"), Party.TABLE: at(other), Party.NAMED: at(one)}
    return Scene(DIRECTOR, PLAY, f'td expel cup {one} "for nothing"', who)


@scene("td extend")
def td_extend(place: Place) -> Scene:
    place.begun()
    return Scene(DIRECTOR, PLAY, 'td extend cup 3 days "it is late"', {Party.NAMED: at(*FOUR)})


@scene("td rule")
def td_rule(place: Place) -> Scene:
    one, other = (seat["seat"] for seat in place.begun().tables[0].seats)
    who = {Party.WRITER: at("Director"), Party.TABLE: at(one, other)}
    return Scene(DIRECTOR, PLAY, f'td rule cup 1 {one} > {other} "so be it"', who)


@scene("td dismiss")
def td_dismiss(place: Place) -> Scene:
    one, other = place.ruled()
    place.write(f"{other.lower()}@example.org", 'appeal cup "it was me"')
    return Scene(DIRECTOR, PLAY, 'td dismiss cup 1 "no"', {Party.NAMED: at(one, other)})


@scene("td end round")
def end_round(place: Place) -> Scene:
    place.begun()
    return Scene(DIRECTOR, PLAY, "td end round cup", {Party.WRITER: at("Director"), Party.NAMED: at(*FOUR)})


@scene("td season")
def season(place: Place) -> Scene:
    for table in place.begun("format league 1 divisions 2").tables:
        one, other = (seat["seat"] for seat in table.seats)
        place.write(DIRECTOR, f'td rule cup {table.number} {one} > {other} "so be it"')
    for _ in range(2):
        place.house.pass_time(days=2)
        move_on(place.house.office, "cup")
    return Scene(DIRECTOR, PLAY, "td season cup as cup-2", {Party.NAMED: at(*FOUR)})


def test_every_rule_that_names_somebody_has_a_scene() -> None:
    wanted = {words for words, rule in RULES.items() if rule.told or rule.confirmed}
    assert wanted - set(SCENES) == set()


@pytest.mark.parametrize("words", sorted(SCENES))
def test_who_confirms_and_who_is_told(words: str, place: Place) -> None:
    rule, made = RULES[words], SCENES[words](place)

    def whom(party: Party) -> frozenset[str]:
        usual = {Party.TABLE: TABLE, Party.MODERATOR: frozenset({GM, SECOND})}
        return made.who.get(party, usual.get(party, frozenset()))

    after = place.last()
    writer = made.by
    answered = place.send(made.by, made.to, made.line, made.raw)
    if rule.confirmed is not None:
        assert answered.word in ("CONFIRM", "ACCEPTED"), answered.said
        # Whom nothing proves is asked in the answer itself.
        first = [row for row in place.posted(after) if answered.status == "parked" or row.kind != "answer"]
        assert {row.recipient for row in first} == whom(rule.confirmed), "nobody else is told before it is confirmed"
        (writer,) = whom(rule.confirmed)
        after = place.last()
        if answered.status == "parked":
            answered = place.send(writer, PLAY, parked_word(answered))
        else:
            answered = place.confirm(writer, PLAY if rule.confirmed is Party.ADDRESS else made.to)
    assert answered.word == "ACCEPTED", answered.said
    if made.to == PLAY and words.startswith("td "):
        # What follows for the event is told when it is looked at next.
        move_on(place.house.office, "cup")
    rows = place.posted(after)
    assert not [row for row in rows if row.kind == "confirm"], "nobody is asked whom the table does not name"
    told = {row.recipient for row in rows if row.kind != "answer"} - {writer}
    expected = frozenset[str]().union(*(whom(party) for party in rule.told)) - {writer}
    assert told == expected
    for party in rule.told:
        others = frozenset[str]().union(*(whom(one) for one in rule.told if one is not party))
        assert whom(party) - others - {writer}, f"{party} is nobody whom the others are not"
