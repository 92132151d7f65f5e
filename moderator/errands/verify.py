"""Holds a finished game against one player's own mails, without the database and without our secret.

The mail that tells the result carries the record: every move with its link. Links are plain hashes, so the record
proves itself from its salt to its head; what it says must be what earlier mails said: the marks in footers and
receipts, and the digests of positions. Then the game is played again from its orders.
Whether a mail was ours at all is for the reader's own mail program to say.
"""

from __future__ import annotations

import json
import mailbox
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from moderator.errands.audit import linked, played
from moderator.inbox.mime import Part, Tree, open_mail
from moderator.outbox.marker import OWN_HEADER
from moderator.store import chain
from moderator.store.tables import Game, MoveRow
from moderator.table.standing import sealed

_MARK = re.compile(rf"#(\d{{1,6}})=([0-9a-f]{{{chain.SHORT}}})")
# The commitment to an order on file, wherever a mail of any language tells of one.
_SEAL = re.compile(r"\b[0-9a-f]{64}\b")
_GAME = re.compile(r"\[([\w-]{1,40})(?: #\d+)?\]")
# No mail of ours is longer, and no record when it is opened.
MOST_MAIL_BYTES = 4_000_000
MOST_RECORD_BYTES = 64_000_000
MOST_MOVES = 5_000
# What a reader without a terminal is told of; one player's mails are of fewer games.
MOST_GAMES = 100
# A game's name and what is said of it: the file is a stranger's, and what is quoted from it may be as long as it is.
LONGEST_NAME, LONGEST_WORD = 60, 400


@dataclass(frozen=True)
class Claim:
    """What a mail says about a move: the beginning of its link, or the digest of the position after it."""

    seq: int
    link: str
    digest: str
    mail: str


@dataclass
class ChainVerdict:
    """What was held against what in one game, and the first thing that does not fit."""

    game: str
    mails: int = 0
    moves: int = 0
    marks: int = 0
    positions: int = 0
    # Sealed orders that the record opens, and those of them whose seals stood in a mail before.
    seals: int = 0
    seals_before: int = 0
    # Whether there was a record to hold the mails against, and whether all of its orders were played by today's rules.
    record: bool = False
    other_rules: int = 0
    wrong: str = ""


@dataclass
class _Pile:
    """The mails of one game."""

    mails: int = 0
    claims: list[Claim] = field(default_factory=list)
    records: list[tuple[Game, list[MoveRow]]] = field(default_factory=list)
    # Seals that mails told of, each with its mail, and what the record says of sealed orders.
    seals: dict[str, str] = field(default_factory=dict)
    before: set[str] = field(default_factory=set)
    sealed: list[object] | None = None
    wrong: str = ""


def verify(file: Path) -> list[ChainVerdict]:
    """One verdict for each game the mails are about. A file that holds no mails of ours gives none."""
    piles: dict[str, _Pile] = {}
    for message in _mails(file):
        _sort(message, piles)
    return [_cut(_judge(game, pile)) for game, pile in sorted(piles.items())[:MOST_GAMES]]


def _cut(found: ChainVerdict) -> ChainVerdict:
    return replace(found, game=_beginning(found.game, LONGEST_NAME), wrong=_beginning(found.wrong, LONGEST_WORD))


def _beginning(said: str, length: int) -> str:
    return said if len(said) <= length else f"{said[: length - 1]}…"


def _mails(file: Path) -> Iterator[Tree]:
    """The mails of ours in an mbox file, or the one in an .eml file."""
    with file.open("rb") as opened:
        boxed = opened.read(5) == b"From "
    if not boxed:
        yield from _ours([file.read_bytes()])
        return
    with closing(mailbox.mbox(file, create=False)) as box:
        yield from _ours(box.get_bytes(key) for key in box.iterkeys())


def _ours(raws: Iterable[bytes]) -> Iterator[Tree]:
    for raw in raws:
        if len(raw) <= MOST_MAIL_BYTES and OWN_HEADER.lower().encode() in raw[:20_000].lower():
            message = open_mail(raw)
            if OWN_HEADER.lower() in message.headers:
                yield message


def _sort(message: Tree, piles: dict[str, _Pile]) -> None:
    files = {part.filename: part for part in message.leaves}
    subject = message.headers.text("subject")
    known = _GAME.search(subject)
    game = known.group(1) if known else ""
    claims: list[Claim] = []
    record, opened, wrong = None, None, ""
    if (part := files.get("position.json")) is not None:
        facts = _json(part, zipped=False)
        if isinstance(facts, dict) and isinstance(facts.get("seq"), int):
            game = str(facts.get("game") or game)
            claims.append(Claim(facts["seq"], str(facts.get("head", "")), str(facts.get("digest", "")), subject))
    if (part := files.get("record.json.gz")) is not None:
        try:
            whole = _json(part, zipped=True)
            record = chain.read(whole)
            game = str(record[0].id)
            opened = whole.get("sealed", []) if isinstance(whole, dict) else []
        except chain.NoRecord as broken:
            wrong = f"the record in “{subject}” can't be read: {broken}"
    text = next((part for part in message.leaves if part.kind == "text/plain" and not part.filename), None)
    said = text.text()[0] if text is not None else ""
    claims += [Claim(int(number), link, "", subject) for number, link in _MARK.findall(said)]
    if game:
        pile = piles.setdefault(game, _Pile())
        pile.mails, pile.claims = pile.mails + 1, pile.claims + claims
        pile.wrong = pile.wrong or wrong
        pile.seals.update(dict.fromkeys(_SEAL.findall(said), subject))
        if record is None:
            # What comes with the record is no promise any more.
            pile.before.update(_SEAL.findall(said))
        else:
            pile.records.append(record)
            pile.sealed = opened if isinstance(opened, list) else []


def _json(part: Part, *, zipped: bool) -> object:
    try:
        raw = part.data()
        if zipped:
            raw = zlib.decompressobj(wbits=31).decompress(raw, MOST_RECORD_BYTES)
        return json.loads(raw)
    except (ValueError, RecursionError, zlib.error):
        return None


def _judge(game: str, pile: _Pile) -> ChainVerdict:
    found = ChainVerdict(game, mails=pile.mails, wrong=pile.wrong)
    if pile.wrong:
        return found
    if not pile.records:
        found.wrong = _among_themselves(pile, found)
        return found
    found.record = True
    # A game that was taken back after its end has several results; the last has all moves.
    row, rows = max(pile.records, key=lambda record: len(record[1]))
    found.moves = len(rows)
    found.wrong = _record(row, rows, found) or _claims(pile, rows, found) or _seals(pile, found)
    return found


def _seals(pile: _Pile, found: ChainVerdict) -> str:
    """Every sealed order must be what its seal says, and every seal a mail told of must be opened in the record."""
    opened = set()
    for one in pile.sealed or []:
        facts = one if isinstance(one, dict) else {}
        order, word, seal = (str(facts.get(name, "")) for name in ("order", "word", "seal"))
        if sealed(order, word) != seal:
            return f"the sealed order {order!r} of {facts.get('seat')} is not what its seal {seal[:12]} says"
        opened.add(seal)
        found.seals += 1
        found.seals_before += seal in pile.before
    for seal, mail in pile.seals.items():
        if seal not in opened:
            return f"“{mail}” tells of the seal {seal[:12]}, and the record does not open it"
    return ""


def _record(game: Game, rows: list[MoveRow], found: ChainVerdict) -> str:
    if not rows or len(rows) > MOST_MOVES:
        return "the record has no moves" if not rows else "the record has too many moves"
    try:
        for finding in (*linked(game, rows, None), *played(game, rows, handed_out=True)):
            if finding.grave:
                return f"move {finding.seq} of the record: {finding.what}"
            found.other_rules += 1
    # The record is a stranger's file: whatever can't be played again is wrong with it, not with us.
    except Exception as broken:  # noqa: BLE001
        return f"the record can't be played again: {type(broken).__name__} {broken}"
    return ""


def _claims(pile: _Pile, rows: list[MoveRow], found: ChainVerdict) -> str:
    by_number = {row.seq: row for row in rows}
    for claim in pile.claims:
        row = by_number.get(claim.seq)
        if row is None:
            return f"move {claim.seq}: “{claim.mail}” tells of it, and the record does not have it"
        if claim.link and not row.link.startswith(claim.link):
            return (
                f"move {claim.seq}: “{claim.mail}” says {claim.link[: chain.SHORT]}, the record {chain.short(row.link)}"
            )
        if claim.digest and claim.digest != row.digest:
            return f"move {claim.seq}: the position in “{claim.mail}” is not the one of the record"
        found.marks += bool(claim.link)
        found.positions += bool(claim.digest)
    return ""


def _among_themselves(pile: _Pile, found: ChainVerdict) -> str:
    """Without a record mails can still be held against each other."""
    links: dict[int, str] = {}
    for claim in pile.claims:
        if claim.link:
            link = chain.short(claim.link)
            if links.setdefault(claim.seq, link) != link:
                return f"move {claim.seq}: “{claim.mail}” says {link}, an earlier mail {links[claim.seq]}"
            found.marks += 1
    found.moves = len(links)
    return ""


def verdict_lines(one: ChainVerdict) -> Iterator[str]:
    """A verdict for whoever asked at a terminal."""
    yield f"{one.game}: {'DOES NOT FIT' if one.wrong else 'agrees' if one.record else 'agrees as far as can be told'}"
    if one.wrong:
        yield f"  {one.wrong}"
    yield f"  {one.mails} mails, {one.moves} moves; marks that agree: {one.marks}, positions: {one.positions}"
    if one.seals:
        yield f"  {one.seals} sealed orders said what their seals say; seals in earlier mails: {one.seals_before}"
    if not one.record:
        yield "  None of these mails carries the record, which comes with the result; they agree with each other."
    elif one.other_rules:
        yield f"  {one.other_rules} orders were played by other rules than today's; their events stand as recorded."
    elif not one.wrong:
        yield "  Every order was played again and brought about what is recorded."
