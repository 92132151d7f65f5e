"""The table of permissions, walked with real mails: every role, every command, every way a sender is checked."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from engine import Refused
from moderator.events import announcing, entry
from moderator.hearing.permissions import ANYBODY, DIRECTING, ORDER, RULES, Party, Role, Rule, check
from moderator.hearing.registry import all_commands
from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from moderator.store.tables import Outgoing
from moderator.table import seating
from tests.moderator.house import Answered, House, open_house, settings_for

PLAY = "play@waybill.localhost"
OWNER, SUB, FORMER, OLD = "red@example.org", "sub@example.org", "former@example.org", "old@example.org"
GM, SECOND, ADMIN, STRANGER = "boss@example.org", "deputy@example.org", "admin@example.org", "x@example.org"
PERSON = "known@example.org"
DIRECTOR, DEPUTY = "director@example.org", "vice@example.org"
WRITERS = {
    Role.OWNER: OWNER,
    Role.SUBSTITUTE: SUB,
    Role.FORMER_SUBSTITUTE: FORMER,
    Role.REPLACED: OLD,
    Role.MODERATOR: GM,
    Role.SECOND: SECOND,
    Role.PROGRAM: OWNER,
    Role.PERSON: PERSON,
    Role.DIRECTOR: DIRECTOR,
    Role.DEPUTY: DEPUTY,
    Role.OPERATOR: ADMIN,
    Role.STRANGER: STRANGER,
}
# What is written for each command; most of it can be done where Red is to move.
LINES = {
    ORDER: "bid N 5",
    "new game": "new game toy\nplayer Ann: ann@example.org\nplayer Bob: bob@example.org\nend game",
    "explain": "explain N",
    "facts": "facts N",
    "cards": "companies",
    "rules": "rules",
    "turn": "turn 1\nstatus",
    "since": "since 0",
    "routes": "routes A",
    "history": "history 5",
    "offer": "offer private X to A for 5",
    "propose": "propose give 1 to Blue",
    "accept": "accept 1",
    "refuse": "refuse 1",
    "withdraw": "withdraw 1",
    "cancel": "cancel all",
    "vote": "vote pause yes",
    "more time": "more time 24h",
    "press": "press Blue\nhello\nend press",
    "note": "note something",
    "zone": "zone Asia/Seoul",
    "hours": "hours 22:00-06:30",
    "weekdays": "weekdays Sat-Tue",
    "away": "away 2027-01-16 to 2027-01-18",
    "language": "language en",
    "reports": "reports mine",
    "address": "address add phone@example.net",
    "confirm": "confirm ABCDEFGH",
    "substitute": "substitute mallory@example.net until 2027-01-24",
    "gm extend": "gm extend 24h",
    "gm deadline": "gm deadline 2027-01-20 21:00",
    "gm hours": "gm hours 12",
    "gm grace": "gm grace 12",
    "gm late": "gm late default",
    "gm weekdays": "gm weekdays Mon-Fri",
    "gm visibility": "gm visibility private",
    "gm machines": "gm machines no",
    "join game": "join game toy-none",
    "continue game": "continue game\nplayer Ann: ann@example.org\nend game",
    "reminders": "reminders 50% 90%",
    "gm clock": "gm clock bank 10 days",
    "gm bank": "gm bank +48h Red",
    "gm allow": "gm allow 30 days",
    "gm penalty": "gm penalty points 1",
    "gm ladder": "gm ladder 2",
    "gm reminders": "gm reminders 80%",
    "gm excuse": "gm excuse Red",
    "gm rule": 'gm rule "So be it."',
    "gm as": "gm as Red\nbid N 5\nend as",
    "gm process turn": "gm process turn 1",
    "gm resend": "gm resend Red",
    "gm replace": "gm replace Blue by new@example.org",
    "gm withdraw": "gm withdraw Blue",
    "gm undo to": "gm undo to 0",
    "gm second": "gm second third@example.org",
    "gm hand over": "gm hand over to third@example.org",
    **{words: f"{words} cup" for words in RULES if words.startswith("td ")},
    **{words: f"{words} cup" for words in ("terms", "standings", "pairings", "enter", "withdraw from")},
    "appeal": 'appeal cup "it was not so"',
    "rated": "rated yes",
    "td new": "td new other\ntitles toy\ntables 2\nend event",
    "td change": "td change cup round 50 days",
    "td pin": "td pin cup Ann, Bert",
    "td ban": "td ban cup Ann, Cleo",
    "td club": "td club cup Ann: Lyon",
    "td division": "td division cup Ann: 1",
    "td enter": "td enter cup Dora: dora@example.org",
    "td withdraw": "td withdraw cup Fritz",
    "td replace": "td replace cup Ann by bot",
    "td expel": 'td expel cup Cleo "for nothing"',
    "td extend": 'td extend cup 3 days "it is late"',
    "td rule": 'td rule cup 1 Ann > Bert "so be it"',
    "td dismiss": 'td dismiss cup 1 "no"',
    "td at": "td at cup 1 gm extend 24h",
    "td tell": 'td tell cup "hello"',
    "td season": "td season cup as cup-2",
    "td deputy": "td deputy cup third@example.org",
    "td cancel": 'td cancel cup "nobody comes"',
}
# What can't be done in this position, whoever asks: there is no offer, nothing to undo, nobody is late or invited.
NOTHING_TO_DO = {
    *(
        "offer",
        "propose",
        "accept",
        "refuse",
        "withdraw",
        "cancel",
        "undo",
        "join",
        "routes",
        "confirm",
        "more time",
        "join game",
    ),
    # Nor does the game have a bank, and nobody has missed anything.
    *("gm bank", "gm excuse"),
    *("gm process turn", "gm withdraw", "gm redo", "gm undo to", "explain", "cards", "rules"),
    # Nobody here has entered, and strangers have no rating; no round of the event is under way.
    *("withdraw from", "appeal", "rating", "record", "rated", "td publish", "td replace", "td extend", "td rule"),
    *("td dismiss", "td at", "td end round", "td season", "td draw", "why"),
    # No file comes with the mail.
    "continue game",
    # What is advised is shown with its word, and the mail that asks plays nothing.
    "advice",
}
# Told only if a deadline moves by it, or somebody listens.
PERHAPS = {
    "away",
    "zone",
    "hours",
    "weekdays",
    "back",
    "reports",
    "unsubscribe",
    "join",
    "press",
    "substitute",
    "gm redo",
}
NOT_ALLOWED = (
    "no moderator's command",
    "Only the game's first moderator may do this.",
    "Only the game's moderator may do this.",
    "Only whoever the seat belongs to may do this",
    "This is for players",
    "Reply to an email of your game for this",
    "belongs to no game",
    "Write this to the mailbox for everybody",
    "A program may play and ask, and nothing else.",
    "Only the director of the event may do this.",
)


@dataclass(frozen=True)
class Checking:
    """How senders are checked, and whether the mail passes."""

    trust: str
    proved: bool


WAYS = {
    "nobody checks": Checking("none", True),
    "our receiver says yes": Checking("header:mx.example.org", True),
    "our receiver says nothing": Checking("header:mx.example.org", False),
    "the provider says yes": Checking("provider", True),
    "the provider says nothing": Checking("provider", False),
    "signed": Checking("dkim", True),
    "not signed": Checking("dkim", False),
}


@dataclass
class Walk:
    """One role under one way of checking: a house, and games in it."""

    house: House
    way: Checking
    role: Role

    def game(self) -> str:
        """Red to move, with a substitute where the role is about one, and two moderators."""
        house = self.house
        game = house.game("Red", "Blue", gm=GM)
        with house.office.desk() as desk:
            play = desk.lock(game)
            assert play is not None
            red = play.players[0]
            for address in (SUB, FORMER, OLD, *((PERSON,) if self.role is Role.PERSON else ())):
                desk.meet(address)
            seating.add_moderator(desk, play, desk.meet(SECOND))
            if self.role is Role.SUBSTITUTE:
                red.substitute_id = desk.meet(SUB).id
                red.substitute_until = desk.now + timedelta(days=90)
        self.known = house.address(game, "Red")
        if self.role in (Role.FORMER_SUBSTITUTE, Role.REPLACED):
            # They know an address of the seat, but it is not the one it has now.
            with house.office.desk() as desk:
                play = desk.lock(game)
                assert play is not None
                seating.turn_key(desk, play.players[0])
        return game

    @property
    def roles(self) -> frozenset[Role]:
        """What the writer is; whoever directs an event and is proved is known, too."""
        known = self.way.proved and self.way.trust != "none"
        return frozenset({self.role, Role.PERSON} if known and self.role in DIRECTING else {self.role})

    def to(self, game: str) -> str:
        match self.role:
            case Role.MODERATOR:
                return self.house.address(game, "GM")
            case Role.SECOND:
                return self.house.address(game, "GM 2")
            case Role.OPERATOR | Role.STRANGER | Role.PERSON | Role.DIRECTOR | Role.DEPUTY:
                return PLAY
        return self.known

    def send(self, to: str, body: str) -> Answered:
        sender, house = WRITERS[self.role], self.house
        domain = sender.partition("@")[2]
        raw = house.raw(sender, to, body)
        proofs = {}
        if self.way.proved and self.way.trust.startswith("header:"):
            name = self.way.trust.removeprefix("header:")
            raw = f"Authentication-Results: {name}; dkim=pass header.d={domain}\r\n".encode() + raw
        if self.way.proved and self.way.trust == "provider":
            proofs = {"dkim": "pass", "dkim_domain": domain}
        good = ((domain, frozenset({"from", "to"})),) if self.way.proved else ()
        house.office.signed_by = (lambda raw, now: good) if self.way.trust == "dkim" else None
        source = "mailgun" if self.way.trust == "provider" else "smtp"
        if self.role is Role.PROGRAM:
            source = "key"
        receipt = take_in(house.office, raw, Envelope(source=source, sender=sender, recipients=(to,), proofs=proofs))
        handle(house.office, receipt.mail_id)
        return house.answer(receipt.mail_id)

    def last_posted(self) -> int:
        with self.house.office.reading() as desk:
            return desk.session.scalar(select(func.max(Outgoing.id))) or 0

    def posted(self, after: int) -> list[Outgoing]:
        with self.house.office.reading() as desk:
            return list(desk.session.scalars(select(Outgoing).where(Outgoing.id > after)))


@pytest.fixture
def walk(tmp_path: Path, empty_database: Path, request: pytest.FixtureRequest) -> Iterator[Walk]:
    way, role = request.param
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    house = open_house(settings_for(tmp_path, TRUST=WAYS[way].trust, ADMIN_EMAIL=ADMIN), migrated=True)
    house.eager = False
    yield Walk(house, WAYS[way], role)
    house.office.close()


def each(ways: tuple[str, ...]) -> list[object]:
    """Nobody is known as a person where a mail proves nothing about its sender."""
    known = [way for way in ways if WAYS[way].proved and WAYS[way].trust != "none"]
    return [
        pytest.param((way, role), id=f"{role.name.lower()}, {way}")
        for way in ways
        for role in Role
        if (role is not Role.PERSON or way in known) and (role is not Role.PROGRAM or way == "nobody checks")
    ]


QUICK = ("nobody checks", "our receiver says yes", "our receiver says nothing")


def test_every_command_stands_in_the_table_and_nothing_else() -> None:
    assert {one.words for one in all_commands()} | {ORDER} == set(RULES)


@pytest.mark.parametrize("walk", each(QUICK), indirect=True)
def test_every_kind_of_rule_for_every_role_and_every_command_for_one_who_may_and_one_who_may_not(walk: Walk) -> None:
    go(walk, [words for words in RULES if is_walked(words, walk)])


def test_the_short_walk_leaves_no_command_out() -> None:
    """Each is tried by somebody who may, and by somebody who may not if there is such a one."""
    for words, rule in RULES.items():
        roles = {role for role in Role if words == KINDS[kind(rule)] or role in chosen(words)}
        assert roles & rule.may, words
        assert roles - rule.may or rule.may == ANYBODY, words


@pytest.mark.long
@pytest.mark.parametrize("walk", each(tuple(WAYS)), indirect=True)
def test_the_whole_table(walk: Walk) -> None:
    go(walk, RULES)


def test_who_owns_a_key_may_do_what_its_program_may_not() -> None:
    """They direct an event and moderate the game as well; games were begun with it, and deputies named."""
    everything = frozenset(Role)
    for words, rule in RULES.items():
        check(words, everything - {Role.PROGRAM})
        if Role.PROGRAM in rule.may:
            check(words, everything)
        else:
            with pytest.raises(Refused, match="A program may play and ask, and nothing else"):
                check(words, everything)


@pytest.mark.parametrize(
    "text",
    [
        LINES["new game"],
        "tutorial",
        "td new spring-cup\ntitles 1861\nformat swiss 3\ntables 3\nentry until 2027-01-10\nend event",
        "td deputy summer-cup mallory@evil.example",
        'td tell summer-cup "Write to me"',
    ],
)
def test_a_key_begins_no_games_and_directs_no_events(house: House, text: str) -> None:
    game = house.game("Red", "Blue")
    with house.office.desk() as desk:
        terms = ["titles toy", "tables 2", "format league 1 divisions 2"]
        announcing.announce(desk, "summer-cup", terms, "test", desk.meet(OWNER))
    program = Walk(house, WAYS["nobody checks"], Role.PROGRAM)
    answered = program.send(house.address(game, "Red"), text)
    assert answered.word == "NOT ACCEPTED"
    assert "A program may play and ask, and nothing else" in answered.said


def kind(rule: Rule) -> tuple[object, ...]:
    """What decides whether a mail is done, refused, confirmed or parked."""
    return rule.may, rule.confirmed, rule.guarded


def kinds() -> dict[tuple[object, ...], str]:
    """A command for each kind of rule; one that can be done, if there is one."""
    found: dict[tuple[object, ...], str] = {}
    for words, rule in RULES.items():
        if found.get(kind(rule), "rules") in NOTHING_TO_DO:
            found[kind(rule)] = words
    return found


KINDS = kinds()
# Who is walked where nobody checks senders, and has something to write to.
LIVELY = [role for role in Role if role not in (Role.FORMER_SUBSTITUTE, Role.REPLACED, Role.PERSON)]


def chosen(words: str) -> set[Role]:
    """Two roles that try this command in the short walk: one who may, one who may not; not the same two for each."""
    number = list(RULES).index(words)
    may = [role for role in LIVELY if role in RULES[words].may] or [*RULES[words].may]
    may_not = [role for role in LIVELY if role not in RULES[words].may]
    return {group[number % len(group)] for group in (may, may_not) if group}


def is_walked(words: str, walk: Walk) -> bool:
    if KINDS[kind(RULES[words])] == words:
        return True
    return walk.way == WAYS["nobody checks"] and walk.role in chosen(words)


def event(house: House) -> None:
    """An event open for entry, with a director, a deputy, a player and bots."""
    with house.office.desk() as desk:
        lines = ["titles toy", "tables 2", "format league 1 divisions 2", "directors play yes"]
        cup = announcing.announce(desk, "cup", lines, "test", desk.meet(DIRECTOR))
        announcing.add_deputy(desk, cup, desk.meet(DEPUTY), "test")
        entry.enter(desk, cup, desk.meet("fritz@example.org"), "Fritz")
        entry.enter(desk, cup, desk.meet("cleo@example.org"), "Cleo")
        for name in ("Ann", "Bert"):
            entry.enter(desk, cup, None, name, bot=True)


def go(walk: Walk, commands: Iterable[str]) -> None:
    event(walk.house)
    shared = walk.game()
    for words in commands:
        rule = RULES[words]
        line = LINES.get(words, words)
        may = bool(walk.roles & rule.may)
        # What is not proved is parked and changes nothing.
        game = walk.game() if may and Role.STRANGER not in rule.may and walk.way.proved else shared
        before = walk.house.row(game)
        # Nobody is answered without end; a few hours later they are again.
        walk.house.pass_time(hours=3)
        after = walk.last_posted()
        answer = walk.send(walk.to(game), line)
        new = walk.posted(after)
        if not may:
            _refused(walk, words, answer, new)
            now = walk.house.row(game)
            assert (now.seq, now.status, now.paused_at, now.terms, now.gm_id) == (
                before.seq,
                before.status,
                before.paused_at,
                before.terms,
                before.gm_id,
            ), words
        elif answer.status == "parked":
            _parked(walk, words, answer, new)
        else:
            _done(walk, words, answer, new)


def _refused(walk: Walk, words: str, answer: Answered, new: list[Outgoing]) -> None:
    """Nothing happens, and nobody but the writer or the seat's owner hears of it."""
    heard = {row.recipient for row in new}
    assert heard <= {WRITERS[walk.role], OWNER, GM, SECOND}, (words, heard)
    # What could not be done anyway is told a stranger before they are asked to confirm it.
    anyway = RULES[words].guarded and words in NOTHING_TO_DO
    known = walk.role not in (Role.FORMER_SUBSTITUTE, Role.REPLACED)
    if answer.rows and answer.status != "parked" and known and not anyway:
        assert any(text in answer.said for text in NOT_ALLOWED), (words, answer.said)


def _parked(walk: Walk, words: str, answer: Answered, new: list[Outgoing]) -> None:
    """The word goes to the registered address of whoever the mail claims to be from, and to nobody else."""
    unchecked = (
        walk.way.trust == "none" or not walk.way.proved or walk.role in (Role.OPERATOR, Role.STRANGER, Role.PERSON)
    )
    assert unchecked or RULES[words].guarded, words
    assert {row.recipient for row in new} == {WRITERS[walk.role]}, words


def _done(walk: Walk, words: str, answer: Answered, new: list[Outgoing]) -> None:
    rule, writer = RULES[words], WRITERS[walk.role]
    if walk.role in (Role.FORMER_SUBSTITUTE, Role.REPLACED):
        # They may ask for help like anybody, but not at an address that is no longer theirs.
        assert answer.verdict.startswith(("dropped", "NOT ACCEPTED")), words
        return
    # Who directs an event is answered when they ask, at their registered address; nothing is done unproved.
    asking = rule.may <= DIRECTING and (not rule.guarded or answer.word == "NOT ACCEPTED")
    assert walk.way.proved or Role.STRANGER in rule.may or asking, words
    assert not any(text in answer.said for text in NOT_ALLOWED), (words, answer.said)
    if words not in NOTHING_TO_DO:
        assert answer.word in ("ACCEPTED", "CONFIRM", "QUEUED", "PREVIEW"), (words, answer.said, answer.word)
    asked = {row.recipient for row in new if row.kind == "confirm"}
    if rule.confirmed and words not in NOTHING_TO_DO and not rule.guarded:
        expected = LINES[words].split()[-1] if rule.confirmed is Party.ADDRESS else writer
        assert asked == {expected}, words
    else:
        assert asked == set(), words
    others = {row.recipient for row in new} - {writer} - asked
    if not rule.told:
        assert others == set(), (words, others)
    elif not rule.confirmed and words not in NOTHING_TO_DO | PERHAPS and answer.word == "ACCEPTED":
        assert others, (words, "nobody was told")
        if Party.TABLE in rule.told and walk.role in (Role.OWNER, Role.MODERATOR):
            table = {OWNER, "blue@example.org", GM, SECOND} - {writer}
            assert table <= others | {"blue@example.org"}, (words, others)


def test_a_substitute_can_not_give_the_seat_away(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "substitute sub@example.org until 2026-12-24")
    for line in ("resign", "new key", "substitute mallory@example.net until 2030-01-01", "unsubscribe", "notes"):
        answer = house.write(game, "Red", line, sender=SUB)
        assert answer.word == "NOT ACCEPTED"
        assert "not a substitute" in answer.said
    assert house.outbox("confirm") == []


def test_a_substitute_never_sees_what_the_owner_had_planned(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Blue", "bid N up to 50 then pass")
    assert "was closed" in house.write(game, "Blue", "substitute sub@example.org until 2026-12-24").said
    assert "No orders on file" in house.write(game, "Blue", "orders", sender=SUB).text


def test_nor_what_the_owner_would_plan_meanwhile(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Blue", "substitute sub@example.org until 2026-12-24")
    refused = house.write(game, "Blue", "bid N up to 50 then pass")
    assert refused.word == "NOT ACCEPTED" and "they would see yours" in refused.said
    assert "No orders on file" in house.write(game, "Blue", "orders", sender=SUB).text
    assert house.write(game, "Blue", "bid N up to 40 then pass", sender=SUB).word == "ACCEPTED"


def test_a_former_substitute_knows_no_address_that_works(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "substitute sub@example.org until 2026-12-24")
    known = house.address(game, "Red")
    assert house.write(game, "Red", "substitute none").word == "ACCEPTED"
    assert house.address(game, "Red") != known
    forged = house.take_in(house.raw(OWNER, known, "bid N 5"), OWNER, known)
    handle(house.office, forged.mail_id)
    assert house.orders(game) == []


def test_adding_an_address_mails_no_secret_to_it(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "address add typo@example.net")
    house.deliver()
    raw = house.outbox("confirm", "typo@example.net")[0].raw or b""
    token = house.address(game, "Red").partition("@")[0].rpartition("-")[2]
    assert token.encode() not in raw
    assert b"Reply-To" not in raw
    word = house.outbox("confirm", "typo@example.net")[0].data["word"]
    receipt = house.take_in(house.raw("typo@example.net", PLAY, f"confirm {word}"), "typo@example.net", PLAY)
    handle(house.office, receipt.mail_id)
    assert house.answer(receipt.mail_id).word == "ACCEPTED"
    assert [row for row in house.outbox("notice", OWNER) if "typo@example.net" in row.data["text"]], "the owner is told"


def test_an_added_address_can_not_drop_the_registered_one_by_itself(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "address add phone@example.net")
    house.write(
        game,
        "Red",
        f"confirm {house.outbox('confirm', 'phone@example.net')[0].data['word']}",
        sender="phone@example.net",
    )
    assert house.write(game, "Red", "address drop red@example.org", sender="phone@example.net").word == "CONFIRM"
    assert [row.recipient for row in house.outbox("confirm")][-1] == OWNER
    assert house.confirm(game, "Red").word == "ACCEPTED"
    assert [row for row in house.outbox("notice", OWNER) if "no longer take" in row.data["text"]], "the dropped is told"


def test_a_word_sent_to_the_open_mailbox_plays_the_parked_order(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    parked = house.write(game, "Red", "bid N 5", sender="thief@example.net")
    word = parked.rows[0].data["orders"][0].split()[1]
    receipt = house.take_in(house.raw(OWNER, PLAY, f"confirm {word}"), OWNER, PLAY)
    handle(house.office, receipt.mail_id)
    assert house.answer(receipt.mail_id).word == "ACCEPTED"
    assert house.orders(game) == ["Red: bid N 5"]


def test_a_word_does_not_outlive_the_player_it_was_mailed_to(house: House) -> None:
    game = house.game("Red", "Blue", gm=GM)
    house.write(game, "Red", "resign")
    house.write(game, "GM", "gm replace Red by new@example.org", sender=GM)
    word = house.outbox("confirm", OWNER)[-1].data["word"]
    receipt = house.take_in(house.raw(OWNER, PLAY, f"confirm {word}"), OWNER, PLAY)
    handle(house.office, receipt.mail_id)
    assert house.answer(receipt.mail_id).word == "NOT ACCEPTED"
    assert house.write(game, "Red", "join\nbid N 5", sender="new@example.org").word == "ACCEPTED"


def test_where_nobody_checks_senders_a_known_person_too_confirms_a_new_game(house: House) -> None:
    house.game("Red", "Blue", gm=GM)
    receipt = house.take_in(house.raw(GM, PLAY, LINES["new game"]), GM, PLAY)
    handle(house.office, receipt.mail_id)
    assert house.answer(receipt.mail_id).status == "parked"
    assert house.outbox("invitation") == []


def test_invitations_are_limited_per_organiser_and_day(house: House) -> None:
    for number in range(10):
        house.game(*(f"{name}{number}" for name in ("Anna", "Bert", "Cleo", "Dora")), gm=GM, start=False)
    with pytest.raises(Exception, match="within a day"):
        house.game("Red", "Blue", gm=GM, start=False)
    house.pass_time(days=2)
    house.game("Red", "Blue", gm=GM, start=False)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Аnn"),
        ("Ann", "Ａnn"),
        ("Ann", "Ann."),
        ("Ann", "ann"),
        ("Rob", "R0b"),
        ("Ann", "Ánn"),
        ("Ann", "A nn"),
        ("Ann", "An\u0578"),
        ("한국", "한국\u115f"),
        ("Ann", "Ann\u200b"),
        ("Ann", "\u202eAnn"),
    ],
)
def test_two_seats_have_no_names_that_look_alike(house: House, one: str, other: str) -> None:
    with pytest.raises(Exception, match=r"name|called"):
        house.game(one, other)


@pytest.mark.parametrize("name", ["한국Ann", "Иван", "Anna-Élise", "Łukasz", "Ωμέγα", "日本のケン2"])
def test_a_name_in_its_own_letters_is_taken(house: House, name: str) -> None:
    assert house.game("Red", name)


@pytest.mark.parametrize("name", ["Visit evil.example now", "https evil", "GМ", "ALL", "x" * 40, "-", "Moderator", ""])
def test_a_name_nobody_should_read_is_refused(house: House, name: str) -> None:
    with pytest.raises(Exception, match="name"):
        house.game("Red", name)
