"""Questions as people put them: "whose turn is it?", "was kostet ein Zug?", "QL은 돈이 얼마 있어요?".

Each is a whole sentence of a closed list, which is data of its language (`[questions]`), and stands for a command of
ours. What a sentence asks about stands where the list has `{x}`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from engine import Refused, State, find_cards, key, names_something
from moderator.hearing.called import LONGEST_QUESTION, answer_to_invitation, in_language, question_words, questions

_MARKS = re.compile(r"[?？!¿.,;:()\[\]\"“”„«»]+")
_SPACES = re.compile(r"\s+")
_NAME = re.compile(r"[^\W_](?:[\w&]|-(?=\w))*")
# In Korean the word hangs on the figure.
_TRAIN = re.compile(r"(\w{1,4})\s*(?:열차|기차)")
ASKS = ("?", "？")
# Put in a question's place, it opens no group.
_OPENS = re.compile(r"\((?!\?)")


class NotUnderstood(Refused):
    """A question about something that is not known here: it is talk as often, and answers nothing."""


def is_question(text: str) -> bool:
    return text.rstrip(" \"'”»").endswith(ASKS)


# Where one question of a sentence ends and another begins.
_BETWEEN = re.compile(r"\s*[,:;–]\s+|\s+(?=(?:and|et|und)\s)")


def questions_in(sentence: str) -> list[str]:
    """The questions of a sentence that asks several things, each by itself, and what leads to them: "Before I decide:
    what is TSR, and how much has Blue?". Any other sentence is left as it is."""
    parts = [part for part in _BETWEEN.split(sentence.rstrip("?？ ")) if part] if is_question(sentence) else []
    if not 1 < len(parts) <= MOST_QUESTIONS:
        return [sentence] if sentence else []
    known = [bool(asked_in_a_sentence(part)) for part in parts]
    if not all(known[1:]) or not (known[0] or not names_something(parts[0])):
        return [sentence]
    # "Yes, what is this?" is not a yes and a question: whoever asks that has agreed to nothing yet.
    if not known[0] and answer_to_invitation(parts[0]):
        return [sentence]
    return [f"{part}?" if asks else part for part, asks in zip(parts, known, strict=True)]


def asked_in_a_sentence(text: str) -> str:
    """The command that a question stands for, with what it is about; nothing if it is not one we know."""
    return _asked(text) if len(text) <= LONGEST_QUESTION else ""


# Whoever reads a mail asks of each of its lines, again and again, whether it begins with a command.
@lru_cache(maxsize=256)
def _asked(text: str) -> str:
    said = _plain(text)
    # Hardly a line asks anything: it is held against all questions at once first.
    if _any_of_them().fullmatch(said) is None:
        return ""
    for command, pattern in _patterns():
        if found := pattern.fullmatch(said):
            if not pattern.groups:
                return command
            if about := _bare(found[1]):
                return command.replace("{x}", _as_written(about, text))
    return ""


def _plain(text: str) -> str:
    """A sentence without marks, case and accents, and without the kind words around it."""
    words = _SPACES.sub(" ", key(_MARKS.sub(" ", text.replace("'", " ").replace("’", " ")))).strip().split()
    around = question_words("around")
    while words and words[0] in around:
        words = words[1:]
    while words and words[-1] in around:
        words = words[:-1]
    return " ".join(words)


def _bare(about: str) -> str:
    """What is asked about without its article."""
    words = about.split()
    while len(words) > 1 and words[0] in question_words("articles"):
        words = words[1:]
    return _TRAIN.sub(r"\1-train", " ".join(words))


def _as_written(about: str, text: str) -> str:
    """What is asked about as it stands in the sentence, where it stands there as it is compared."""
    at = text.casefold().find(about)
    return text[at : at + len(about)] if at >= 0 else about


@cache
def _any_of_them() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern.pattern})" for _, pattern in _patterns()))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Every question there is, those that say most of their own first."""
    found = [
        (command, re.compile(_OPENS.sub("(?:", key(said.replace("'", " "))).replace("{x}", "(.{1,40}?)")))
        for command, said in questions()
    ]
    return tuple(sorted(found, key=lambda one: (one[1].groups, one[0] == ANYTHING)))


ANYTHING = "explain {x}"


def how_to_ask(text: str, state: State | None, title: str, language: str) -> tuple[str, ...]:
    """What could be written to ask about what a sentence names, in the reader's words."""
    named = [
        card.name
        for word in dict.fromkeys(_NAME.findall(text)[:MOST_NAMES])
        if len(word) > 1
        for card in (find_cards(title, word, state) if title else ())
        if card.kind in ("privates", "companies")
    ]
    helped = (f"{in_language('help', language)} {name}" for name in dict.fromkeys(named[:2]))
    return (*helped, *(in_language(one, language) for one in ("status", "trains", "help")))


# So many questions one sentence asks.
MOST_QUESTIONS = 4
# So many words of a question are looked at for names.
MOST_NAMES = 20
