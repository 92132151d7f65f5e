"""Commands that end in one sentence whatever they are given, and whatever the world does meanwhile: no traceback."""

from __future__ import annotations

import errno
from collections.abc import Iterable
from typing import Any

import click
from sqlalchemy.exc import InterfaceError, OperationalError, ProgrammingError

from config.logging import harmless

# What a column of numbers holds, on either database.
MOST = 2**31 - 1
NUMBER = click.IntRange(0, MOST)
COUNT = click.IntRange(1, 1_000_000)


class GaveUp(click.ClickException):
    """What was asked takes more than it may; told apart from an answer by its status."""

    exit_code = 3


class Spoken(click.Command):
    """A command; what is wrong with its words or with the world is said, with status 1."""

    def invoke(self, context: click.Context) -> Any:
        for text in _texts(context.params.values()):
            try:
                text.encode()
            except UnicodeEncodeError as wrong:
                raise click.ClickException(f"{text[:80]!a} is not written in UTF-8.") from wrong
        try:
            return super().invoke(context)
        except click.ClickException as told:
            # Names and sentences of others may stand in it.
            raise type(told)(harmless(told.message)) from told
        except OSError as wrong:
            # Whoever reads us has heard enough; click knows how that ends.
            if wrong.errno == errno.EPIPE:
                raise
            why = wrong.strerror or str(wrong) or type(wrong).__name__
            raise click.ClickException(f"{wrong.filename}: {why}" if wrong.filename else why) from wrong
        except (OperationalError, InterfaceError, ProgrammingError) as wrong:
            # The values of a statement are nobody's business; they come after the first line.
            why = str(wrong.orig).strip().partition("\n")[0]
            raise click.ClickException(f"The database can't do this: {why}") from wrong


class SpokenGroup(click.Group):
    """A group of such commands."""

    command_class = Spoken
    group_class = type


def _texts(values: Iterable[Any]) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from _texts(value)
