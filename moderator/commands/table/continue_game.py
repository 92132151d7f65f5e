"""Going on with a game that was begun on the public site."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import engine
from engine import Refused, Unplayable
from engine.message import Listed, Message
from moderator.hearing.reading import UNCLOSED, Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.addresses import canonical
from moderator.store.mails import Said
from moderator.table.planning import MOST_BYTES, GamePlan
from moderator.table.seating import new_game

# Playing a file through takes a processor a second or two: by one person, and by everybody together.
MOST_IMPORTS, MOST_BY_ALL, WITHIN = 6, 60, timedelta(hours=1)


@command("continue game", "continue game … end game", "starting", until="end game")
def continue_game(statement: Statement, submission: Submission) -> Said:
    """Goes on with a game begun on the public site: attach its file (JSON); the lines up to `end game` name each
    player's address (`player Ann: ann@example.org`) or put a bot in the place (`bot Ann`). All are invited, and the
    game goes on when they have joined. Clock lines as in `new game`."""
    desk = submission.desk
    if submission.unproved:
        # Anybody can write anybody's name: the game is played through when the address has answered.
        return Message("waiting")
    mine = submission.within("import", canonical(submission.sender), MOST_IMPORTS, WITHIN)
    if not mine or not submission.within("import", "", MOST_BY_ALL, WITHIN):
        raise Refused("You have brought many games within an hour; go on later.")
    try:
        found = engine.continued(_attached(submission))
    except Unplayable as wrong:
        raise Refused("The file can't be read: {why}", why=wrong.message) from wrong
    except (ValueError, RecursionError) as wrong:
        raise Refused("The file can't be read: {why}", why=Message("it is no game")) from wrong
    if found.over:
        raise Refused("That game is over.")
    lines = (line for line in statement.body if line != UNCLOSED)
    said = GamePlan(found.title, gm=submission.sender).and_said(lines)
    wishes = {wish.name.casefold(): wish for wish in said.seats}
    missing = [str(name) for name in found.seats if name.casefold() not in wishes]
    unknown = [
        wish.name for wish in said.seats if wish.name.casefold() not in {name.casefold() for name in found.seats}
    ]
    if missing or unknown:
        raise Refused(
            "The players of that game are {names}; name an address or a bot for each.",
            instead=tuple(f"player {name}: {name.split()[0].lower()}@example.org" for name in missing[:3]),
            names=Listed(map(str, found.seats)),
        )
    plan = replace(
        said,
        seats=[replace(wishes[name.casefold()], name=str(name)) for name in found.seats],
        options=found.options,
        drawn=found.drawn,
        as_seated=True,
        played=tuple((str(by), order) for by, order in found.orders),
    )
    play = new_game(desk, plan, submission.sender)
    return Message(
        "the game is {game}; it goes on after {count} orders when all have joined", game=play.id, count=len(plan.played)
    )


def _attached(submission: Submission) -> dict[str, object]:
    """The first file of the mail that is JSON."""
    for file in submission.attached():
        if file.name.lower().endswith(".json") or file.kind == "application/json":
            data = file.data()
            if len(data) > MOST_BYTES:
                raise Unplayable("it has more than {most} MB", most=MOST_BYTES // 1024 // 1024)
            read = json.loads(data.decode("utf-8-sig"))
            if not isinstance(read, dict):
                raise Unplayable("it is no game")
            if not _whole_letters(read):
                raise Unplayable("there is half a character in it")
            return read
    raise Unplayable("there is no JSON file with this email")


def _whole_letters(read: object) -> bool:
    """JSON may hold halves of characters, which no database keeps and no mail says."""
    try:
        json.dumps(read, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
