"""The rules as a title's page states them, paragraph by paragraph: what refusals cite, anybody can read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from engine.message import Keyed, Message
from engine.titles import find, packages

PAGE = "RULES.md"
_SECTION = re.compile(r"## (?:(\d+)\. )?(.*)")
_NUMBER = re.compile(r"\*\*(\d+(?:\.\d+)*)\*\* ")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One numbered paragraph, with the table that belongs to it. Words before the first number have none."""

    number: str
    text: str


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A section of the page; what stands before the first heading is one without a name."""

    number: str
    heading: str
    paragraphs: tuple[Paragraph, ...]

    @property
    def said(self) -> Message:
        """The heading in the reader's language; what stands below it is in English everywhere."""
        return Keyed("headings", self.heading, "", self.heading)


@dataclass(frozen=True)
class Rulebook:
    """A title's page of rules."""

    sections: tuple[RuleSection, ...]

    def find(self, number: str) -> tuple[RuleSection, tuple[Paragraph, ...]] | None:
        """The paragraphs a number means: itself, or all that begin with it (``9.4`` is 9.4.1, 9.4.2 …)."""
        for section in self.sections:
            exact = tuple(each for each in section.paragraphs if each.number == number)
            below = tuple(each for each in section.paragraphs if each.number.startswith(f"{number}."))
            if exact or below or (section.number and section.number == number):
                return section, exact + below or section.paragraphs
        return None

    def defined(self, word: str) -> str:
        """The number of the paragraph that a word of the vocabulary cites, or that begins with the word; or nothing."""
        row = re.compile(rf"^\| {re.escape(word)}s? \|.*\((\d+(?:\.\d+)*)\)", re.IGNORECASE | re.MULTILINE)
        for each in (each for section in self.sections for each in section.paragraphs):
            if found := row.search(each.text):
                return found[1]
            if re.match(rf"{re.escape(word)}s?:", each.text, re.IGNORECASE):
                # The first of several paragraphs about it.
                return each.number.removesuffix(".1")
        return ""

    def around(self, section: RuleSection) -> tuple[RuleSection, ...]:
        """The sections before and after one."""
        at = self.sections.index(section)
        return tuple(each for each in self.sections[max(0, at - 1) : at + 2] if each is not section and each.heading)


@cache
def rulebook(title: str) -> Rulebook | None:
    """The page of a title; None for one that has none."""
    package = next(each for each in packages() if import_module(each).TITLE is find(title))
    page = Path(str(files(package))) / PAGE
    return read_rules(page.read_text("utf-8")) if page.exists() else None


def read_rules(text: str) -> Rulebook:
    """Takes a page apart at its headings and numbers."""
    sections: list[RuleSection] = []
    for chunk in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        head = _SECTION.match(chunk)
        body = chunk[head.end() :] if head else re.sub(r"^# .*\n", "", chunk)
        sections.append(RuleSection((head and head[1]) or "", head[2] if head else "", tuple(_paragraphs(body))))
    return Rulebook(tuple(sections))


def _paragraphs(body: str) -> list[Paragraph]:
    found: list[Paragraph] = []
    for part in filter(None, map(str.strip, re.split(r"^(?=\*\*\d)", body, flags=re.MULTILINE))):
        number = _NUMBER.match(part)
        found.append(Paragraph(number[1] if number else "", part[number.end() :] if number else part))
    return found
