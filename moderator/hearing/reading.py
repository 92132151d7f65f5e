"""Cuts the new text of a mail into statements: lines, blocks, comments, and what is only talk.

A line that looks like a mistyped order is an error, never prose; chat before and between orders is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import islice, takewhile

import engine
from engine import begins_order
from engine.message import Message
from moderator.hearing import registry
from moderator.hearing.called import closes
from moderator.hearing.questions import is_question, questions_in

# More statements than any turn needs, and a longer line than any order. A mail with more is refused, not read in part.
MOST_STATEMENTS = 200
MOST_LINE = 400
# So many different things one mail may say: each costs a few milliseconds, and whole turns of a game are shorter.
MOST_DIFFERENT = 50
# So many characters of different lines are looked at for what they are: more than whole turns and long talk have. What
# stands below is neither order nor talk, and must be cleared up.
MOST_JUDGED = 24_000
TOO_MUCH = Message("this email says more than {most} things; nothing of it was read. Send less.", most=MOST_DIFFERENT)
# Words orders begin with, in any title, and what people write before them.
VERBS = frozenset(
    "bid auction pass no decline sell buy start par exchange redeem lay upgrade token station neutral move run pay "
    "half withhold dividend retain train discard nationalise nationalize keep convert merge take done skip proxy place "
    "float trade bankrupt bankruptcy".split()
)
POLITE = frozenset("please pls kindly then and also i'll i ill we will would want wants to like the a my".split())
# Our template: the turn, and orders behind a mark.
_TURN, _MARKED = re.compile(r"turn \d{1,6}", re.IGNORECASE), re.compile(r"^#\s+(?=[^\W_])")
_STOPS = re.compile(r"^\s*(end|-- ?|--|end of orders|stop|quit)\s*\.?\s*$", re.IGNORECASE)
_NUMBER_FIRST = re.compile(r"^[R$₽]?\d+\s+(on|for)\s+\S+", re.IGNORECASE)
# Nobody is who a line of the text says they are, and an order told in a sentence is not chat: both must be refused.
_HEADER = re.compile(r"^(from|sender|reply-to|resent-from):\s*\S+@\S+", re.IGNORECASE)
_TOLD = re.compile(r"\b(i|we)( will|'ll| would)? (bid|buy|sell|lay|start|run)\b.*\d", re.IGNORECASE)
# What a moderator or a director orders, whether there is such an order or not.
_GM = re.compile(r"^(gm\b|td:?\s+\w)", re.IGNORECASE)
# Where somebody can be reached, as it stands below a name.
_CONTACT = re.compile(r"https?://\S+|www\.\S+|\S+@\S+|\+?\d[\d ()./-]{6,}\d")
# Where one sentence ends and another begins: not behind "St." or "J.", not at "30.5", not at "…". The French
# set a space before the mark as well.
_SENTENCE = re.compile(
    r"(?<=[^\W\d_]{3}[.!?~。！？])\s+|(?<=[가-힣][.!?~。！？])\s+|(?<=\d[.!?~。！？])\s+(?=[^\W\da-z_])"
    # In German a full stop makes the day of a month: "26. November".
    r"(?!(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)\w*\b)"
    r"|(?<=\w\s[!?])\s+"
)
# A letter or two and a full stop may end a sentence (a side of a hex, a company's sign, a little word: "facing NE.
# Pass"), or be short for something.
_SHORT_END = re.compile(r"(?<=\s[^\W\d_][.!])\s+(?=[^\W\da-z_])|(?<=\s[^\W\d_]{2}[.!])\s+(?=[^\W\da-z_])")
# Some people number their orders, or put a mark before each; behind a bracket a number may follow.
_NUMBERED = re.compile(r"^\d{1,2}(?:[.]\s+(?=\D|\d+-?[^\W\d_])|\)\s+)|^[-*•·▪‣–]\s+(?=\S)")
_LISTED = re.compile(r"(\d{1,2})[.)]")
# Little pictures say nothing; arrows and signs that stand in orders are none.
_PICTURES = re.compile("[\U0001f000-\U0001faff\u2600-\u26ff\u2700-\u2793\u2795-\u279b\u279d-\u27bf\ufe0f\u200d]+")
# So are faces made of signs; one of these signs parts orders.
_FACES = re.compile(r"(?:(?<=\s)|^)[:;=]['’]?-?[)(DPp/|\]]+(?=\s|[.,!]|$)")
# Nor does laughter or weeping in single Korean letters.
_LAUGHTER = re.compile(r"[ㅋㅎㅠㅜ]{2,}")
# What programs write for a picture that stands in a mail: "[cid:image001.png]", "[image: logo.png]".
_INLINE = re.compile(r"\[(?:cid:[^\]\s]+|image: ?[^\]]*)\]", re.IGNORECASE)
_COPIED = re.compile(r"(?:[-*•·]\s+)?`([^`]+)`[.!]?")
_NUMBERS = re.compile(r"(?:^|\s)(\d{1,2})[.)]\s+")


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing written: its number in the mail, its words, and the text of its block."""

    number: int
    text: str
    body: tuple[str, ...] = ()
    # Nothing in it could be an order, so it may be left out beside orders: a greeting, thanks, chat.
    prose: bool = False
    # It begins as an order or a command does. What is neither this nor prose is a line that must be cleared up.
    order: bool = True
    # It may be talk, but may as well be an order in unknown words, or take back what stands beside it.
    doubtful: bool = False
    # It names nothing of the game, and may take back or change what stands beside it.
    aside: bool = False
    # It only says why something is done.
    reason: bool = False
    # It heads what stands below it and orders nothing by itself: "Trains:".
    heading: bool = False
    # It is longer than any order, and only its beginning stands here.
    cut: bool = False
    # It passes where nobody is asked for a pass: the round it was meant for may be over.
    late: bool = False
    # What it can mean, where that is more than one thing: an answer to an offer, or an order.
    either: tuple[str, ...] = ()
    # The writer's own sentence, where it was taken for one of our words.
    written: str = ""
    # The lines it may stand for, where it names an event and does not say plainly what is to be done there.
    meant: tuple[str, ...] = ()
    # It answers a director's question whether its writer plays, and not plainly.
    answers: bool = False


def says_too_much(lines: Iterable[str]) -> bool:
    """Counted, not timed: the same question again costs nothing, for it is answered once."""
    said = list(lines)
    return len(said) > MOST_STATEMENTS or len(set(said)) > MOST_DIFFERENT


def statements(lines: Iterable[str]) -> list[Statement]:
    """The statements of a mail in order, up to ``end`` or a signature.

    There are never more than ``MOST_STATEMENTS`` and one.
    """
    said = [line for line in lines if line.strip()]
    return list(islice(_statements(iter(_as_advised(said))), MOST_STATEMENTS + 1))


def _as_advised(lines: Sequence[str]) -> Sequence[str]:
    """The lines of a mail; those of our template without their marks where somebody sends it back as it stands.

    The marks tell an edit inside a quotation from what we wrote. Whoever writes the turn and marked orders below it and
    nothing else means them; beside any other line a marked one is a comment.
    """
    whole = [line.strip() for line in takewhile(lambda line: not _STOPS.match(line), lines)]
    if len(whole) > 1 and _TURN.fullmatch(whole[0]) and all(map(_MARKED.match, whole[1:])):
        return [whole[0], *(_MARKED.sub("", line) for line in whole[1:])]
    return lines


def _statements(lines: Iterator[str]) -> Iterator[Statement]:
    number, numbers = 0, _Numbers()
    judge = _Judge()
    for line in lines:
        if _STOPS.match(line):
            return
        found = registry.find(line.strip())
        if found is not None and found[0].until:
            number += 1
            text, body = _clean(line), tuple(_block(lines, found[0].until))
            yield Statement(number, text[:MOST_LINE], body, cut=len(text) > MOST_LINE)
            continue
        first, _, rest = line.partition(";")
        if rest.strip() and len(first) <= MOST_IN_A_CANCEL and _cancels(first):
            number += 1
            yield judge.statement(number, _clean(first))
            line = rest
        if engine.looks_standing(_clean(line)):
            # What it does may be several orders, parted by semicolons; they are not played now.
            number += 1
            yield _on_file(number, numbers.off(_clean(engine.uncommented(line))), lines)
            continue
        for part in _parts(line, numbers):
            number += 1
            yield judge.statement(number, part)


# "Cancel 3, 4, 5" and a few more.
MOST_IN_A_CANCEL = 60


def _cancels(text: str) -> bool:
    """Whether something is taken off one's list: what stands behind it may be put there instead."""
    found = registry.find(text.strip())
    return found is not None and found[0].words == "cancel"


def is_bare_stop(lines: Iterable[str]) -> bool:
    """Whether a mail begins with a stop: among orders it ends them, to an invitation it says no."""
    first = next((line for line in lines if line.strip()), "")
    return first.strip(" .!").casefold() == "stop"


class _Judge:
    """Says what the lines of one mail are: equal ones once, and no more of them than a mail needs."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[bool, bool]] = {}
        self._left = MOST_JUDGED

    def statement(self, number: int, part: str) -> Statement:
        text, cut = part[:MOST_LINE], len(part) > MOST_LINE
        if part not in self._known:
            self._left -= len(part)
            self._known[part] = self._judged(text, part) if self._left >= 0 else (False, False)
        order, prose = self._known[part]
        return Statement(number, text, prose=prose, order=order, cut=cut)

    def _judged(self, text: str, part: str) -> tuple[bool, bool]:
        order = _begins_as_order(text)
        return order, not order and is_harmless(part)


def _on_file(number: int, text: str, lines: Iterator[str]) -> Statement:
    """An order for later, with the lines of its block."""
    body = tuple(_turn(lines)) if engine.begins_block(text) else ()
    return Statement(number, text[:MOST_LINE], body, cut=len(text) > MOST_LINE)


def _turn(lines: Iterator[str]) -> Iterator[str]:
    """What a company does in its turn, line by line, up to ``end when``."""
    for line in lines:
        if engine.ends_block(line):
            return
        yield _clean(engine.uncommented(line))[: MOST_LINE + 1]
    yield UNCLOSED


def _block(lines: Iterator[str], until: str) -> Iterator[str]:
    """The text up to the closing line. Without one, orders would be swallowed: see ``unclosed``."""
    for line in lines:
        if closes(until, line):
            return
        yield line.rstrip()
    yield UNCLOSED


# Stands at the end of a block that was never closed; the command refuses it instead of guessing where it ended.
UNCLOSED = "\0unclosed"


def _parts(line: str, numbers: _Numbers) -> Iterator[str]:
    text = numbers.off(_clean(engine.uncommented(line)))
    for part in filter(str.strip, text.replace("；", ";").split(";")):
        for sentence in _said_together(part):
            for asked in questions_in(sentence.strip()):
                yield asked.rstrip(".!~。！")


def _said_together(part: str) -> list[str]:
    """The sentences of a part; what a command is given may be a text of its own. Of several questions each is one."""
    sentences = [one for one in _sentences(part) if one.strip()]
    found = registry.find(part.strip())
    several = found is not None and found[0].group == registry.ASKING and any(map(is_question, sentences[:-1]))
    return sentences if found is None or several else [part]


# Up to here a number that a line begins with is that of a list; a higher one is if the number before it stands above.
# "45. Voilà !" is what somebody bids.
MOST_UNLISTED = 9


class _Numbers:
    """The numbers that the orders of a mail have."""

    def __init__(self) -> None:
        self._last = 0

    def off(self, text: str) -> str:
        """A line without them; those of several in one line part them: "1. no track 2. run best"."""
        parts = _NUMBERS.split(text)
        if len(parts) > 3 and parts[1::2] == [str(number) for number in range(1, len(parts) // 2 + 1)]:
            return ";".join(parts[2::2])
        numbered = _NUMBERED.match(text)
        if numbered is None:
            return text
        if found := _LISTED.match(text):
            number = int(found[1])
            if number > MOST_UNLISTED and number != self._last + 1:
                return text
            self._last = number
        return text[numbered.end() :]


def _sentences(text: str) -> Iterator[str]:
    for part in _SENTENCE.split(text):
        begun = 0
        for stop in _SHORT_END.finditer(part):
            if engine.ends_sentence(part[begun : stop.start()]):
                yield part[begun : stop.start()]
                begun = stop.end()
        yield part[begun:]


def _clean(line: str) -> str:
    text = " ".join(_FACES.sub(" ", _LAUGHTER.sub(" ", _PICTURES.sub(" ", _INLINE.sub(" ", line)))).split())
    # As our mails set what is to be typed, and as it is copied from them.
    copied = _COPIED.fullmatch(text)
    return copied[1].strip() if copied is not None else text


def _begins_as_order(text: str) -> bool:
    """Whether a line begins as orders and commands do, perhaps with a slip of the pen or a polite word before."""
    if _HEADER.match(text) or _TOLD.search(text) or _GM.match(text):
        return True
    command = registry.find(text)
    if engine.is_greeting(text) and (command is None or command[1]):
        return False  # "my orders follow" asks for nothing
    if command is not None:
        return True
    if is_contact(text):
        return False
    words = [word.strip(".,!?:()\"'").lower() for word in text.split()]
    while words and words[0] in POLITE:
        # "I pass on that idea" is talk, "please pass" is an order: only politeness may stand in front.
        if words[0] in ("i", "we", "i'll", "ill") and len(words) > 3:
            return False
        words = words[1:]
    if not words:
        return False
    first = words[0]
    if first in VERBS or _NUMBER_FIRST.match(text) or engine.looks_ahead(text):
        return True
    # What else, and in other languages, the engine reads as the beginning of an order. Many of these words begin
    # sentences as well ("found", "open", "place"), so they count only in a short line or with a number in it.
    if begins_order(first) and (len(words) <= 3 or any(ch.isdigit() for ch in text)):
        return True
    if engine.is_first_name(text):
        return False
    # A slip of the pen counts likewise; a longer line that names nothing is judged by all of its words (``asides``).
    return len(first) > 2 and _is_near(first) and (len(words) <= 3 or engine.names_something(text))


# Words of strangers: the last ones are kept, not all that were ever written.
@lru_cache(maxsize=1024)
def _is_near(word: str) -> bool:
    """Whether a word is one of ours with a slip in it."""
    known = _known()
    # Two letters changed about are the commonest slip of all, and in a short word the dearest to the matcher.
    swapped = any(len(one) == len(word) and sorted(one) == sorted(word) for one in known)
    return swapped or bool(get_close_matches(word[:40], known, n=1, cutoff=0.75))


@cache
def _known() -> frozenset[str]:
    """The words orders and commands begin with."""
    registry.find("help")
    return frozenset(name.split()[0] for name in registry.COMMANDS) | VERBS


def is_harmless(text: str) -> bool:
    """Whether a line may be left out beside orders: it names nothing of the game and has no word of an order in it."""
    if engine.is_greeting(text) or is_contact(text):
        return True
    bare = without_contact(text)
    if engine.names_something(bare) or engine.looks_like_an_order(bare):
        return engine.thanks_the_host(bare)
    return True


def without_contact(text: str) -> str:
    """Without an address, a number to call: who wrote, not what."""
    return _CONTACT.sub(" ", text)


def is_contact(text: str) -> bool:
    """Whether a line says nothing but where somebody can be reached: "Tel: +44 20 7946 0000"."""
    bare = without_contact(text)
    return bare != text and len(bare.split()) <= 1
