"""Entering an event and leaving it in a sentence, and what one is called there: "Je m'inscris à spring-cup sous le nom
de Anna".

A sentence is taken for a command only if it names one event there is, says by words of a closed list that its writer
enters or leaves, and has no word beside them that is not known; the words are data of each language (`[entering]`).
What names an event and is no such sentence (a question, an "if", a "not", somebody else) is asked about where the mail
says nothing else, and is talk beside other things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from engine import Refused, key
from moderator.hearing import registry
from moderator.hearing.called import (
    LONGEST_QUESTION,
    after_a_no,
    answer_to_invitation,
    entering_phrases,
    entering_words,
    limits,
    says_yes,
)
from moderator.hearing.questions import is_question
from moderator.hearing.reading import Statement
from moderator.hearing.wishes import speaks_of_a_game

ENTER, LEAVE = "enter", "withdraw from"
# Commands that are meant for an event where they name one: "join spring-cup".
ALSO = {ENTER: ENTER, LEAVE: LEAVE, "join": ENTER, "withdraw": LEAVE}
# So many lines are shown to who is asked what they mean.
MOST_SHOWN = 3
# An elided word is one of its own: "m'inscris", "d'Anna".
_TOKEN = re.compile(r"(?:\b(?:[cdjlmnst]|qu)['’](?=\w))|[^\s,;:!?()\"“”„«»]+", re.IGNORECASE)
_EVENT = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?", re.IGNORECASE)
_PARTICLES = re.compile(r"[가-힣]+$")
# "안나(이)라는", "안나이라는", "안나라는".
_EITHER = re.compile(r"\([이으]\)(?=[가-힣])")
_CALLED = re.compile(r"(이라는|라는|란)$")
# Korean syllables that differ in their last letter alone stand together; the first of them has none.
_ENDINGS = 28

# The events among names, each with its full name; asked about no names, those that are open.
Known = Callable[[Collection[str]], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class _Events:
    """The events there are, and the words that name each of those that are open."""

    named: Known
    in_words: Callable[[], Sequence[tuple[str, list[str]]]]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a line: where it stands there, and as it is compared."""

    start: int
    end: int
    key: str
    # The event that it names, by itself or as a word of its full name.
    event: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """What somebody is called in an event, their club, and the words of the line that say neither."""

    name: str
    club: str
    left: tuple[_Word, ...]


def name_and_club(text: str) -> tuple[str, str]:
    """What stands behind an event's name: "as Anna club Lyon", "als Anna", "안나라는 이름으로", or a name alone. Raises
    Refused."""
    text = _EITHER.sub("", text)
    found = _called(text, _cut(text), ends=("kind",))
    left = [text[one.start : one.end] for one in _without_thanks(found.left)]
    if found.name and left:
        raise Refused("I can't read {text} here.", text=repr(" ".join(left)[:40]))
    return found.name or " ".join(left), found.club


# ---------------------------------------------------------------------- what somebody is called


def _called(text: str, words: Sequence[_Word], ends: Sequence[str]) -> Called:
    """``ends``: kinds of words that a name does not go on over."""
    name = club = ""
    left: list[_Word] = []
    at = 0
    while at < len(words):
        called, of_club = _phrase(words, at, "called"), _phrase(words, at, "club")
        begins = at + (called or of_club)
        if (called and not name) or (of_club and not club):
            at = _until(words, begins, ends)
            said = " ".join(text[words[begins].start : words[at - 1].end].split()) if at > begins else ""
            name, club = (said, club) if called else (name, said)
        elif not name and (name := _before_it(text, words, at, left)):
            at += 2
        else:
            left.append(words[at])
            at += 1
    return Called(name, club, tuple(left))


def _until(words: Sequence[_Word], begins: int, ends: Sequence[str]) -> int:
    """Where a name ends. It may have words of ours in it, but is not taken for one that begins with none."""
    at = begins
    while at < len(words) and not words[at].event and not _phrase(words, at, "club") and not _phrase(words, at, "ends"):
        if at > begins and any(_is(words[at].key, kind) for kind in ends):
            break
        at += 1
    return at


def _without_thanks(words: Sequence[_Word]) -> list[_Word]:
    """The words without a "please" of one word or of several."""
    left: list[_Word] = []
    at = 0
    while at < len(words):
        length = _phrase(words, at, "ends") or int(_is(words[at].key, "kind"))
        left += words[at : at + 1] if not length else ()
        at += length or 1
    return left


def _before_it(text: str, words: Sequence[_Word], at: int, left: list[_Word]) -> str:
    """A name that stands before what says that it is one: "붉은 여우라는 이름으로"."""
    last = text[words[at].start : words[at].end]
    found = _CALLED.search(last)
    if found is None or at + 1 == len(words) or words[at + 1].key not in entering_words("behind"):
        return ""
    bare = last[: found.start()]
    if found[1] == "이라는" and bare and _is_open(bare[-1]):
        bare += "이"  # "하이라는": the vowel is the name's own.
    begins = words[at].start
    while left and not left[-1].event and not _is_ours(left[-1].key):
        begins = left.pop().start
    return " ".join(f"{text[begins : words[at].start]}{bare}".split())


def _is_open(letter: str) -> bool:
    """Whether a Korean syllable ends with its vowel."""
    return "가" <= letter <= "힣" and (ord(letter) - ord("가")) % _ENDINGS == 0


def _phrase(words: Sequence[_Word], at: int, kind: str) -> int:
    """How many words the phrase of a kind has that begins here; none if there is none."""
    for phrase in entering_phrases(kind).get(words[at].key, ()):
        if tuple(one.key for one in words[at : at + len(phrase)]) == phrase:
            return len(phrase)
    return 0


def _cut(text: str) -> list[_Word]:
    found = []
    for one in _TOKEN.finditer(text):
        bare = one[0].rstrip(".…~")
        if said := key(bare):
            found.append(_Word(one.start(), one.start() + len(bare), said))
    return found


# ---------------------------------------------------------------------- sentences


def about_events(statements: Sequence[Statement], known: Known) -> list[Statement]:
    """The statements with sentences that enter or leave an event as commands, or as questions to their writer."""
    # Those that are open are looked up once for all sentences.
    opened = cache(lambda: known(()))
    in_words = cache(lambda: tuple(_said_in_words(opened())))
    events = _Events(lambda names: known(names) if names else opened(), in_words)
    taken = [_taken(one, events) for one in statements]
    if any(not one.prose and not one.meant for one in taken):
        # Beside what is to be done, a sentence about an event that says nothing plainly is talk.
        return [before if after.meant else after for before, after in zip(statements, taken, strict=True)]
    return taken


def answers_to_entry(
    statements: Sequence[Statement], asked: Callable[[], Sequence[str]], *, replying: bool = False
) -> list[Statement]:
    """A mail that says yes and nothing else, or no, from somebody whom a director has entered: they stay in the event
    or leave it. ``asked``: into which events they were entered; of several nobody guesses. ``replying``: it answers the
    mail that asked, so whatever it says is said about that."""
    said = {one: answer_to_entry(one.text) for one in statements if len(one.text) <= LONGEST_QUESTION}
    found = {reply for reply in said.values() if reply}
    commands = any(_is_command(one, replying=replying) for one in statements if not one.prose and not said.get(one))
    about_it = any(map(_speaks_of_playing, said)) or (
        replying and bool(said) and not any(speaks_of_a_game(one.text) for one in said)
    )
    if len(found) != 1 and not commands and about_it:
        return _asked_again(statements, asked(), replying=replying)
    if len(found) != 1 or any(not one.prose and not said.get(one) for one in statements) or not (cups := asked()):
        return list(statements)
    reply = found.pop()
    command = ENTER if reply == "join" else LEAVE
    first = next(one for one in statements if said.get(one) == reply)
    taken = replace(first, text=f"{command} {cups[0]}", written=first.text, prose=False, order=True)
    if len(cups) > 1:
        taken = replace(first, prose=False, meant=tuple(f"{command} {cup}" for cup in cups[:MOST_SHOWN]))
    rest = (one if one is not first else taken for one in statements)
    return [replace(one, prose=True, order=False) if one is not taken and said.get(one) else one for one in rest]


def _is_command(statement: Statement, *, replying: bool) -> bool:
    """Whether a line is for us; "who are you? what is this?" below a director's question is asked of the director."""
    found = registry.find(statement.text)
    asked_back = found is not None and (found[0].words == "explain" or (found[0].words, found[1]) == ("help", "about"))
    return found is not None and not (replying and asked_back)


def answer_to_entry(text: str) -> str:
    """What a sentence says to a director's question. A no is heard whatever is said beside it, unless that may turn it
    round: who never asked to be here says it once."""
    others = after_a_no(text)
    if others is not None and not any(map(_turns_round, others)):
        return "decline"
    return answer_to_invitation(text)


def _turns_round(clause: str) -> bool:
    """Whether a clause may take back or limit the no before it: "No, I'd rather play in May", "no, I mean yes"."""
    words = [one.key for one in _cut(clause)]
    if limits(clause) or any(map(says_yes, words)) or answer_to_invitation(clause) == "join":
        return True
    denied = any(_is(word, "not") for word in words) or after_a_no(clause) is not None
    return not denied and any(_all_of(words, kind) for kind in ("enter", "play"))


def _speaks_of_playing(statement: Statement) -> bool:
    """Whether a sentence may well be an answer to "do you play?", though not in so few words: "Nein, ich spiele nicht
    mit", "I don't want to play"."""
    words = [one.key for one in _cut(statement.text)]
    if not words or answer_to_invitation(words[0]):
        return bool(words)
    # "Spielen wir 1882?" is about another game.
    return not speaks_of_a_game(statement.text) and any(_all_of(words, kind) for kind in ("enter", "play", "leave"))


def _asked_again(statements: Sequence[Statement], cups: Sequence[str], *, replying: bool) -> list[Statement]:
    """Who was asked whether they play, and has said neither yes nor no plainly, is told what to write."""
    if not cups:
        return list(statements)
    first = next((one for one in statements if _speaks_of_playing(one)), statements[0])
    lines = tuple(f"{command} {cup}" for cup in cups[:MOST_SHOWN] for command in (ENTER, LEAVE))
    again = replace(first, prose=False, meant=lines, answers=replying)
    return [one if one is not first else again for one in statements]


def not_plain(statement: Statement) -> Refused:
    """What is said to a sentence that names an event, and may or may not enter it."""
    if statement.answers:
        return Refused(
            "This does not say plainly whether you play, so nothing is done; the director is shown what you wrote. "
            "Reply `yes` or `no` alone, or write one of these lines.",
            instead=statement.meant,
        )
    return Refused(
        "This does not say plainly that you enter or leave an event, so nothing is done. If you want to, write one of "
        "these lines.",
        instead=statement.meant,
    )


def _taken(statement: Statement, known: _Events) -> Statement:
    if statement.body or statement.cut or statement.meant or len(statement.text) > LONGEST_QUESTION:
        return statement
    found = registry.find(statement.text)
    if found is not None and (found[0].words not in ALSO or not found[1]):
        return statement
    text = _EITHER.sub("", statement.text)
    words = _cut(text)
    said, plain = _says([one.key for one in words])
    if found is not None:
        said, plain = said or (ALSO[found[0].words],), True
    if not said:
        return statement
    words = _with_events(words, known)
    events = tuple(dict.fromkeys(one.event for one in words if one.event))
    if found is not None and (not events or (found[0].words in (ENTER, LEAVE) and _names(found[1], events))):
        # A command as it should be, or about something else.
        return statement
    called = _called(text, words, ends=_OURS[:-2])
    clean = plain and not is_question(text) and all(one.event or _is_ours(one.key) for one in called.left)
    if not events:
        # "I'd like to enter the tournament": which?
        events = tuple(known.named(())) if clean and any(_is(one.key, "what") for one in words) else ()
        clean = False
    if not events:
        return statement
    if not clean and said == (ENTER,) and any(_is(one.key, "not") for one in words):
        # "I can't play in spring-cup after all" is more likely to leave.
        said = (LEAVE, ENTER)
    if not clean or len(said) > 1 or len(events) > 1:
        lines = [f"{command} {event}" for event in events for command in said][:MOST_SHOWN]
        if len(events) == 1 and said in ((ENTER,), (LEAVE, ENTER)):
            lines.append(f"terms {events[0]}")
        return replace(statement, prose=False, meant=tuple(lines))
    line = f"{said[0]} {events[0]}"
    if said[0] == ENTER:
        line += (f" as {called.name}" if called.name else "") + (f" club {called.club}" if called.club else "")
    return replace(statement, text=line, written=statement.text, prose=False, order=True)


def _names(rest: str, events: Sequence[str]) -> bool:
    return bool(rest) and rest.split()[0].rstrip(".,:;!").lower() in events


def _says(words: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """Whether words say that somebody enters, or leaves, or both; and whether they say it plainly: who says "play" may
    only tell what they do, unless they wish or order it, and "entered" is never a wish."""
    enters, leaves, told = _all_of(words, "enter"), _all_of(words, "leave"), _all_of(words, "told")
    plays = not enters and not leaves and _all_of(words, "play")
    said = ((ENTER,) if enters or plays or (told and not leaves) else ()) + ((LEAVE,) if leaves else ())
    wished = any(_is(one, "wish") for one in words) or any(_is(one, "play") for one in words[:1])
    return said, not told and (wished or not plays)


def _all_of(words: Sequence[str], kind: str) -> bool:
    """Whether one of a kind is said; some are several words: "melde … an"."""
    alone, together = _kind(kind)
    return any(map(alone.has, words)) or any(all(any(map(part.has, words)) for part in one) for one in together)


def _with_events(words: Sequence[_Word], known: _Events) -> list[_Word]:
    """The words, each with the event that it names: by its short name, or where no event is, by its full one."""
    short = [_PARTICLES.sub("", one.key) for one in words]
    found = known.named([one for one in short if _EVENT.fullmatch(one)])
    if found:
        return [replace(one, event=name if name in found else "") for one, name in zip(words, short, strict=True)]
    named = list(words)
    said = {one.key for one in words}
    for event, wanted in known.in_words():
        if not said.issuperset(wanted[:-1]):
            continue
        for at in range(len(words) - len(wanted) + 1):
            *first, last = (one.key for one in words[at : at + len(wanted)])
            if first == wanted[:-1] and last in (wanted[-1], f"{wanted[-1]}{''.join(_PARTICLES.findall(last))}"):
                named[at : at + len(wanted)] = (replace(one, event=event) for one in words[at : at + len(wanted)])
    return named


def _said_in_words(events: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """The words that name each event: those of its full name, and those of its short one, "the spring cup"."""
    for event, full in events.items():
        yield event, [one.key for one in _cut(full)]
        if len(short := [key(word) for word in event.split("-") if word]) > 1:
            yield event, short


# The kinds of words that are known here; the last two say nothing by themselves, and may stand in names.
_OURS = ("enter", "play", "leave", "told", "wish", "kind", "with", "what")


def _is_ours(word: str) -> bool:
    return any(_is(word, kind) for kind in _OURS)


def _is(word: str, kind: str) -> bool:
    """Whether a word is one of a kind, or a part of one."""
    alone, together = _kind(kind)
    return alone.has(word) or any(part.has(word) for one in together for part in one)


@dataclass(frozen=True, slots=True)
class _Forms:
    """Words that are known as they are, and how those begin that may have any ending."""

    whole: frozenset[str]
    beginnings: tuple[str, ...]

    def has(self, word: str) -> bool:
        return word in self.whole or word.startswith(self.beginnings)


@cache
def _kind(kind: str) -> tuple[_Forms, tuple[tuple[_Forms, ...], ...]]:
    """The words of a kind that stand alone, and those of several parts: every word of a mail is held against them."""
    known = entering_words(kind)
    together = tuple(tuple(_forms([part]) for part in one.split("+")) for one in known if "+" in one)
    return _forms([one for one in known if "+" not in one]), together


def _forms(words: Collection[str]) -> _Forms:
    whole = frozenset(one for one in words if not one.endswith("*"))
    return _Forms(whole, tuple(one[:-1] for one in words if one.endswith("*")))
