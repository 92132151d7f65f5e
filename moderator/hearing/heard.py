"""What a line is here, in this game and beside these other lines: an order, talk, or something to be cleared up.

A mail and a page ask the same question, so the one never plays what the other calls talk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import engine
from engine import Ambiguous, Doubted, Guessed, Illegal, Refused, State, Unreadable
from engine.message import Message
from engine.moves import Done, LayTile, Move, Pass
from moderator.hearing import registry
from moderator.hearing.answering import Asked, answer, says_yes_or_no
from moderator.hearing.called import accepts_an_offer, answer_to_invitation, limits, reply_in
from moderator.hearing.days import absent, behind_a_but
from moderator.hearing.reading import Statement, is_contact, is_harmless, without_contact
from moderator.store.game import Play
from moderator.store.statuses import GameStatus, SeatStatus
from moderator.store.tables import Seat


@dataclass(frozen=True)
class Writer:
    """Who writes, from which address and in which language, to which game."""

    play: Play | None
    seat: Seat | None
    address: str = ""
    language: str = "en"
    # The offers that wait for their answer.
    asked: tuple[Asked, ...] = ()


def heard(writer: Writer, statements: Sequence[Statement]) -> list[Statement]:
    """The statements as they are to be taken from this writer."""
    if is_asked(writer.play, writer.seat):
        statements = _to_an_invitation(statements)
        if not any(map(joins, statements)):
            return statements
    if writer.play is not None and writer.play.status == GameStatus.INVITING:
        statements = _invited(statements, [one.name for one in writer.play.players])
    statements = list(_in_clauses(writer, _headed(writer, statements)))
    signed = [
        one for one in statements if one.prose or (writer.seat is not None and _signs(one.text, writer.seat.name))
    ]
    taken = [
        _in_the_game(writer, one, alone=len(signed) + (one not in signed) == len(statements)) for one in statements
    ]
    return _too_late(writer, _doubted(writer, _announcing(writer, _one_answer(_perhaps_meant(writer, taken)))))


def is_asked(play: Play | None, seat: Seat | None) -> bool:
    """Whether somebody is asked to take over a seat of a game under way, and has not answered yet."""
    return play is not None and play.running and seat is not None and seat.status == SeatStatus.INVITED


def not_joined(seat: Seat) -> Illegal:
    """What is said to orders, and to whatever else is no answer, of who is asked to take a seat over."""
    return Illegal(
        "You are asked to take over {seat}, and nothing is played before you have joined. Do you join or decline?",
        instead=_REPLIES,
        seat=seat.name,
    )


def joins(statement: Statement) -> bool:
    return _reply(statement) == "join"


_REPLIES = ("join", "decline")


def _reply(statement: Statement) -> str:
    """The answer to an invitation that a statement is, as a command."""
    found = None if statement.prose else registry.find(statement.text)
    return found[0].words if found is not None and found[0].words in _REPLIES else ""


def _invited(statements: Sequence[Statement], players: Sequence[str]) -> list[Statement]:
    """What is asked beside a yes or a no to an invitation is talk: "I'm in. What do I do?". Who says no more than yes
    and asks what this is has answered nothing, and is asked back."""
    statements = [part for one in statements for part in _joining_but_away(one)]
    asked = [one for one in statements if "?" in one.text and registry.find(one.text) is None]
    if not asked or any(limits(one.text) for one in asked):
        return list(statements)
    commands = [one for one in statements if not one.prose and registry.find(one.text) is not None]
    if not all(map(_reply, commands)):
        return list(statements)
    said = " ".join(one.text if one in asked else f"{one.text.rstrip(' .!')}." for one in statements)
    if not commands and not reply_in(said, players):
        return list(statements)
    return [
        replace(one, prose=True, order=False) if one in asked and not reply_in(one.text) else one for one in statements
    ]


def _joining_but_away(one: Statement) -> list[Statement]:
    """A yes and the days of an absence in one sentence: "gladly, but I am away from 24 to 26 May"."""
    found = registry.find(one.text)
    if found is not None and found[0].words != registry.AWAY:
        return [one]
    head, mark, tail = one.text.partition(",")
    if mark and answer_to_invitation(head) == "join":
        days = absent(behind_a_but(tail.strip()))
        if days:
            joined = _taken_for(replace(one, text=head), "join")
            return [joined, _taken_for(replace(one, text=tail.strip()), f"{registry.AWAY} {days}")]
    days = absent(behind_a_but(one.text)) if found is None else ""
    return [_taken_for(one, f"{registry.AWAY} {days}")] if days else [one]


def _to_an_invitation(statements: Sequence[Statement]) -> list[Statement]:
    """What is said by who is asked to take a seat over: yes or no, each once. Where there is neither, and no command,
    all of it is asked about. Behind a `join` the orders may follow, and a "no" may be one of them."""
    taken: list[Statement] = []
    for one in statements:
        said = [reply for other in taken if (reply := _reply(other))]
        reply = _reply(one)
        if not reply and registry.find(one.text) is None:
            reply = answer_to_invitation(one.text, under_way=True)
            ordering = reply == "decline" and any(joins(other) and not other.written for other in taken)
            one = _taken_for(one, reply) if reply and not ordering else one
        taken.append(replace(one, prose=True, order=False) if reply in said else one)
    if {_reply(one) for one in taken} >= set(_REPLIES):
        # Yes and no in one mail are one line that is no answer.
        replies = [one for one in taken if _reply(one)]
        both = "; ".join(one.written or one.text for one in replies)
        taken = [replace(one, text=both, written="") if one is replies[0] else one for one in taken]
        taken = [one for one in taken if one not in replies[1:]]
    answered = any(not one.prose and registry.find(one.text) is not None for one in taken)
    return taken if answered else [replace(one, prose=False) for one in taken]


# So many clauses of a mail are read by themselves; whole turns have fewer.
MOST_CLAUSES = 24


def _in_clauses(writer: Writer, statements: Sequence[Statement]) -> Iterator[Statement]:
    """Sentences that say an order and something beside it, taken apart: "I pass, too many trains for my taste".

    Only what can't be read as a whole is taken apart, and only into orders and what names nothing of the game; whether
    that leaves the orders alone is asked of it as of a sentence of its own.
    """
    play, left = writer.play, MOST_CLAUSES
    for one in statements:
        found = engine.clauses_in(one.text, writer.language, left)
        parts = [part.text for part in found]
        if play is None or not _on_turn(writer) or one.body or not 1 < len(parts) <= left or not _is_sentence(one.text):
            yield one
            continue
        left -= len(parts)
        if can_be_read(play, one.text, writer.language) or _each_can_be_read(play, one.text, writer.language):
            yield one
            continue
        seat = writer.seat
        if seat and engine.exception_to_a_pass(play.state, seat.player, one.text, writer.language) is not None:
            # "Pass, whatever happens": what is behind the comma says for how long.
            yield one
            continue
        moves = [_plainly_read(play, part, writer.language) for part in parts]
        if _one_thing_twice(moves):
            yield one
            continue
        orders = list(map(bool, moves))
        players = [seat.name for seat in play.players]
        talk = [
            (is_harmless(part) and not engine.denies(part, writer.language)) or engine.is_greeting(part, players)
            for part in parts
        ]
        whys = [part.reason and _only_says_why(part.text, players) for part in found]
        # A reason that names something may go on to another order: "because I need cash and then I buy NW".
        if any(part.unmarked and not why for part, why in zip(found, whys, strict=True)):
            yield one
            continue
        # What stands before an order may put it off or hand it to somebody else: "Later, bid 20".
        before = orders.index(True) if True in orders else 0
        if any(not why and not engine.is_surely_talk(part) for part, why in zip(parts[:before], whys, strict=False)):
            yield one
            continue
        # What names something and is like talk is asked about by itself, and one word leaves it out.
        beside = [why or not engine.changes_orders(part) for part, why in zip(parts, whys, strict=True)]
        if any(orders) and all(map(any, zip(orders, talk, beside, strict=True))):
            for part, order, chat, why in zip(parts, orders, talk, whys, strict=True):
                yield replace(one, text=part, prose=chat and not order, order=order, reason=why)
        else:
            yield one


def _only_says_why(text: str, players: Sequence[str]) -> bool:
    """Whether a reason names nothing of the game, and takes nothing back: nobody's order hangs on why it is given."""
    return is_harmless(text) and not engine.names_something(text, players) and not engine.takes_back(text)


def _is_sentence(text: str) -> bool:
    """Whether a line may be taken apart: no question, no command, nothing for later."""
    if text.rstrip().endswith(("?", "？")) or registry.find(text) is not None:
        return False
    return not engine.looks_standing(text) and not engine.looks_ahead(text)


def _each_can_be_read(play: Play, line: str, language: str) -> bool:
    parts = engine.orders_in(play.state, line, language)
    return len(parts) > 1 and all(can_be_read(play, part, language) for part in parts)


def _plainly_read(play: Play, line: str, language: str) -> list[Move]:
    """The orders of a clause, each with one meaning; none if it can't be read so."""
    try:
        return [engine.parse_order(play.state, part, language) for part in engine.orders_in(play.state, line, language)]
    except Refused:
        return []


def _one_thing_twice(clauses: Sequence[Sequence[Move]]) -> bool:
    """Whether two clauses may order one and the same thing: "Trains: one 3", "it is worth 150 to me, so 150". Whoever
    means two says so with a verb each, or lays them in two places."""
    for at, moves in enumerate(clauses):
        for other in (move for rest in clauses[at + 1 :] for move in rest):
            for move in moves:
                if type(move) is type(other) and not isinstance(move, Pass | Done) and not _elsewhere(move, other):
                    return True
    return False


def _elsewhere(move: Move, other: Move) -> bool:
    return isinstance(move, LayTile) and isinstance(other, LayTile) and move.hex != other.hex


# Where nothing but talk was written, so many lines of so many words may still be meant for an order.
MOST_PERHAPS, MOST_WORDS_PERHAPS = 3, 12


def _perhaps_meant(writer: Writer, statements: list[Statement]) -> list[Statement]:
    """Where nothing is ordered, a line that would be an order without the words nobody knows is asked about: "that is
    too much for me, I stop here"."""
    play = writer.play
    if play is None or not _on_turn(writer) or not all(one.prose for one in statements):
        return statements
    left, taken = MOST_PERHAPS, list[Statement]()
    for one in statements:
        short = len(one.text.split()) <= MOST_WORDS_PERHAPS and not engine.is_greeting(one.text)
        if left and short and engine.says_what_to_do(one.text, phrases=True):
            left -= 1
            if isinstance(engine.guess(play.state, one.text, writer.language), Guessed):
                one = replace(one, prose=False, order=True)
        taken.append(one)
    return taken


# So many words a heading has at most.
MOST_IN_A_HEADING = 3


def _ends_as_a_heading(text: str) -> bool:
    return text.rstrip().endswith((":", "："))


def _headed(writer: Writer, statements: Sequence[Statement]) -> list[Statement]:
    """Lines below a heading that are orders only with it: "Selling:", and below it "2 SW"."""
    play, found, head = writer.play, list(statements), ""
    if play is None or not _on_turn(writer):
        return found
    for at, one in enumerate(found):
        if _ends_as_a_heading(one.text) and len(one.text.split()) <= MOST_IN_A_HEADING and not one.body:
            head, at_head = one.text.rstrip(" :："), at
            continue
        if not head or one.body or one.cut:
            head = ""
            continue
        below = _plainly_read(play, f"{head} {one.text}", writer.language)
        # What has a verb of its own is read by itself: below "Selling:" somebody may buy.
        if not below or engine.says_what_to_do(one.text):
            head = ""
            continue
        found[at_head] = replace(found[at_head], prose=True, order=False, heading=True)
        found[at] = replace(one, text=f"{head} {one.text}", prose=False, order=True)
    return found


def _announcing(writer: Writer, statements: list[Statement]) -> list[Statement]:
    """A line that may only say beforehand what the next one orders: "Train:", and below it "a 3-train". With a colon it
    is a heading; without one nobody knows whether two things are meant."""
    if writer.play is None or not writer.play.running:
        return statements
    state = writer.play.state
    said = [one for one in statements if not one.prose]
    heading = [
        first
        for first, second in pairwise(said)
        if not first.doubtful and engine.announces(state, first.text, second.text, writer.language)
    ]
    return [
        one
        if one not in heading
        else replace(one, prose=True, order=False, heading=True)
        if _ends_as_a_heading(one.text)
        else replace(one, doubtful=True)
        for one in statements
    ]


def _one_answer(statements: list[Statement]) -> list[Statement]:
    """Who says yes and no to the same offer is asked which."""
    said = {one.text for one in statements if not one.prose}
    return [
        replace(one, either=(one.text, other))
        if not one.prose
        and (verb := one.text.partition(" ")[0]) in _OTHER
        and (other := one.text.replace(verb, _OTHER[verb], 1)) in said
        else one
        for one in statements
    ]


_OTHER = {"accept": "refuse", "refuse": "accept"}


def _in_the_game(writer: Writer, statement: Statement, alone: bool) -> Statement:
    """The statement as it is to be taken by who plays here: chat may name a player, or be an order after all."""
    play = writer.play
    if play is None or statement.heading:
        return statement
    if play.status == GameStatus.INVITING and registry.find(statement.text) is None:
        reply = answer_to_invitation(statement.text) or reply_in(statement.text, [one.name for one in play.players])
        return _taken_for(statement, reply) if reply else statement
    if writer.seat is not None and _signs(statement.text, writer.seat.name):
        return replace(statement, prose=True, order=False)
    players = [seat.name for seat in play.players]
    if play.running and engine.is_opinion(statement.text):
        return replace(statement, prose=True, order=False)
    if play.running and (answered := _answered(writer, statement, alone)):
        return answered
    if play.running and writer.asked and not _on_turn(writer) and says_yes_or_no(statement.text):
        # "ok for the 3-train" where a 2-train is offered: nobody guesses what it agrees to.
        return replace(statement, prose=False, doubtful=True)
    if play.running and (accepting := accepts_an_offer(statement.text, players)):
        return _taken_for(statement, accepting)
    if not play.running or statement.order:
        return statement
    if statement.prose and (engine.is_greeting(statement.text, players) or engine.thanks_the_host(statement.text)):
        return statement
    if can_be_read(play, statement.text, writer.language):
        return replace(statement, prose=False, order=True)
    if statement.prose and engine.names_something(without_contact(statement.text), players):
        return replace(statement, prose=False)
    return statement


def _taken_for(statement: Statement, command: str) -> Statement:
    """A sentence that says what a command says; what was written is kept for the answer."""
    return replace(statement, text=command, written=statement.text, prose=False, order=True)


def _on_turn(writer: Writer) -> bool:
    return writer.play is not None and writer.seat is not None and writer.play.to_move == writer.seat.name


def several_readings(statement: Statement) -> Ambiguous:
    """What is asked about a line that can mean several things."""
    return Ambiguous(
        "This can be understood in {count} ways; say which.", instead=statement.either, count=len(statement.either)
    )


_TAKES_BACK = Message("This may change or take back the orders beside it; nothing is played before you say so.")
# It names something of the game, so it is not left out at one word.
_TAKES_BACK_WHAT = Message(
    "This may change or take back the orders beside it, so nothing is played. Send once more what is to be done, "
    "without this line."
)


def _too_late(writer: Writer, statements: list[Statement]) -> list[Statement]:
    """A mail that only passes while companies operate: it may have been written before the stock round was over, and
    kept for its writer's next turn it would pass a round that nobody has seen yet."""
    play = writer.play
    if play is None or writer.seat is None or not play.running or _on_turn(writer):
        return statements
    if engine.round_kind(play.state) != "operating":
        return statements
    orders = [one for one in statements if not one.prose and registry.find(one.text) is None]
    moderated = any(
        found[0].words == "gm as" for one in statements if not one.prose and (found := registry.find(one.text))
    )
    passing = [one for one in orders if engine.only_passes(play.state, one.text, writer.language)]
    no = [one for one in orders if engine.only_says_no(play.state, one.text, writer.language)]
    if moderated or no or passing != orders:
        return statements
    return [replace(one, late=True) if one in orders else one for one in statements]


def refuse_doubtful(state: State, statement: Statement, language: str) -> None:
    """What may be said of the orders beside it is not played, and neither are they. Raises Doubted, or Refused for a
    pass that comes too late."""
    if statement.late:
        raise Refused(
            "Companies operate now, so there is nothing for you to pass; if this was meant for the stock round, it "
            "came too late. Say what you mean: the next stock round, or a part of your company's turn.",
            instead=("standing pass in the next stock round", "no track"),
        )
    if not statement.doubtful:
        return
    try:
        reading = engine.write_order(engine.parse_order(state, statement.text, language))
    except Ambiguous as unclear:
        reading = unclear.instead[0] if unclear.instead else ""
    except Refused:
        reading = ""
    if reading:
        raise Doubted("This may be said of what stands beside it, and no order; it is not guessed.", instead=(reading,))
    if statement.aside:
        raise Doubted(_TAKES_BACK)
    if engine.takes_back(statement.text):
        raise Refused(_TAKES_BACK_WHAT)


def _doubted(writer: Writer, statements: Sequence[Statement]) -> list[Statement]:
    """Beside an order, a line that may take it back is cleared up, and so is a short one that is not plainly talk."""
    # What is not talk is an order: "je passe" is one as well as "pass".
    ordered = [at for at, one in enumerate(statements) if not one.prose and _orders(one.text)]
    if writer.play is None or not writer.play.running or not ordered:
        return list(statements)
    state = writer.play.state
    seats = {seat.name.casefold() for seat in writer.play.players}
    known = seats | set(writer.address.partition("@")[0].casefold().replace(".", " ").split())
    said_twice = _passing_twice(writer, statements, ordered)
    leaving = _leaving(writer, statements, ordered)

    def doubtful(at: int, one: Statement) -> bool:
        if not one.prose:
            if at in leaving:
                return True
            if len(ordered) < 2 or at not in ordered or at in said_twice:
                return False
            return engine.bare_no(state, one.text, writer.language) and not _is_for_later(writer, one)
        if one.reason or one.heading or _RULES.issuperset(one.text) or is_contact(one.text):
            return False
        if engine.heads_badly(one.text):
            return True
        if engine.is_greeting(one.text, seats) or engine.is_opinion(one.text):
            return False
        if at > ordered[-1] and writer.seat is not None and _signs(one.text, writer.seat.name):
            return False
        if at > ordered[-1] and engine.is_signature(one.text, known) and not engine.takes_back(one.text):
            return False
        return engine.changes_orders(one.text)

    return [
        replace(one, prose=False, doubtful=True, aside=one.prose)
        if doubtful(at, one)
        else replace(one, prose=True, order=False)
        if at in said_twice
        else one
        for at, one in enumerate(statements)
    ]


def _leaving(writer: Writer, statements: Sequence[Statement], ordered: Sequence[int]) -> set[int]:
    """The passes that may be no more than a leave-taking: "I'm out, good night all!". A good night in a sentence of its
    own says so only where nothing else is ordered: whoever ends a turn may as well say good night."""
    play = writer.play
    leaves = [one for at, one in enumerate(statements) if at not in ordered and engine.takes_leave(one.text)]
    if play is None or not leaves:
        return set()
    numbers = {one.number for one in leaves}
    return {
        at
        for at in ordered
        if (len(ordered) == 1 or statements[at].number in numbers)
        and not engine.passes_plainly(statements[at].text)
        and (moves := _plainly_read(play, statements[at].text, writer.language))
        and all(isinstance(one, Pass | Done) for one in moves)
    }


def _is_for_later(writer: Writer, statement: Statement) -> bool:
    """Whether a line is an order on file, or is refused as one: its "unless" is said of itself alone."""
    play, seat = writer.play, writer.seat
    if play is None or seat is None or not engine.looks_standing(statement.text):
        return False
    try:
        order = engine.read_standing(play.state, seat.player, statement.text, statement.body, writer.language)
    except Refused:
        return True
    return order is not None


def plans_ahead(play: Play, seat: Seat, statement: Statement, language: str) -> bool:
    """Whether a line is an order for later, whatever became of it, and no remark beside the others. A line that begins
    with an if and is not understood may be talk: "If you are back, then we can go on"."""
    if engine.read_ahead(statement.text) is not None:
        return True
    if not engine.looks_standing(statement.text):
        return False
    try:
        return engine.read_standing(play.state, seat.player, statement.text, statement.body, language) is not None
    except Unreadable:
        return not engine.begins_with_if(statement.text)
    except Refused:
        return True


def _passing_twice(writer: Writer, statements: Sequence[Statement], ordered: Sequence[int]) -> set[int]:
    """The lines that only say no where all the others pass: "Nothing for me. Pass." says one thing."""
    play = writer.play
    if play is None or len(ordered) < 2 or not _on_turn(writer):
        return set()

    def passes(text: str) -> bool:
        try:
            return isinstance(engine.parse_order(play.state, text, writer.language), Pass)
        except Refused:
            return False

    if not all(passes(statements[at].text) for at in ordered):
        return set()
    no = {
        at
        for at in ordered
        if engine.only_says_no(play.state, statements[at].text, writer.language)
        # "Not yet. We pass." says it again; behind the pass it may take it back, as "Not really." does.
        and (at < ordered[-1] or not _denies(statements[at].text, writer.language))
    }
    return no if len(no) < len(ordered) else no - {ordered[0]}


def _denies(text: str, language: str) -> bool:
    return engine.takes_back(text) or engine.denies(text, language)


def _orders(text: str) -> bool:
    """Whether something is done by a line that is no talk: an order, or an answer to an offer."""
    found = registry.find(text)
    return found is None or found[0].words in ("accept", "refuse")


# So many words stand in a line with its writer's name and what stands around it: a title, a town.
MOST_IN_A_SIGNATURE = 6


def _signs(line: str, seat: str) -> bool:
    """Whether a line is only its writer's name, whole or with what else a name has ("Green Smith | Leeds"), or ends as
    letters are signed in Korean."""
    words = line.strip(" ,.-–—").split()
    if " ".join(words).casefold() == seat.casefold() or (len(words) <= 3 and words[-1:] in (["드림"], ["올림"])):
        return True
    named = [word.strip(" ,.|()") for word in without_contact(line).split()]
    others = [word for word in named if word and word != seat]
    if seat not in named or not 0 < len(others) <= MOST_IN_A_SIGNATURE:
        return False
    return all(word[:1].isupper() or "가" <= word[:1] <= "힣" for word in others) and is_harmless(" ".join(others))


# Lines that part the orders from a name.
_RULES = frozenset("-–—=*_~#+.•· ")


def _answered(writer: Writer, statement: Statement, alone: bool) -> Statement | None:
    """The statement as an answer to an offer; where it may be an order as well, nobody guesses which."""
    play, seat = writer.play, writer.seat
    found = registry.find(statement.text)
    if play is None or seat is None or (found is not None and not _names_an_offer(*found)):
        return None
    said = answer(statement.text, writer.asked, alone)
    if said is None:
        return None
    try:
        move = engine.parse_order(play.state, statement.text, writer.language)
    except Refused:
        move = None
    # Nobody passes who is not asked, and who only sends orders ahead does not say yes to them.
    ahead = play.to_move != seat.name and (said.sure or isinstance(move, Pass | Done))
    if move is not None and not ahead:
        return replace(statement, prose=False, order=True, either=(said.command, engine.write_order(move)))
    return _taken_for(statement, said.command)


def _names_an_offer(command: registry.Command, rest: str) -> bool:
    """ "accept the 3-train for 120": the offer is told by what it is about, not by its number."""
    return command.words in ("accept", "refuse") and bool(rest) and not rest.strip("# .").isdigit()


def can_be_read(play: Play, line: str, language: str) -> bool:
    """Whether a line that seems to be chat is an order here: "that's all", "nothing, thanks"."""
    return engine.can_be_read(play.state, line, language)
