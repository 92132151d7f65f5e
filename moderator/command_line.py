"""What the operator's commands do; each prints JSON with --json. The list of them stands in `__main__.py`."""

from __future__ import annotations

import json
import resource
import signal
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn

import click
from babel import UnknownLocaleError
from sqlalchemy.exc import SQLAlchemyError

import engine
from config.logging import harmless, set_up
from config.settings import ROOT, BadSetting, load
from engine import Refused
from moderator.errands import backup as backups
from moderator.errands import people
from moderator.errands import sweep as passes
from moderator.errands.audit import audit as check_games
from moderator.errands.chaining import chain_old_games
from moderator.errands.doctor import Health, examine
from moderator.errands.new_title import NoTitle, begin_title
from moderator.errands.rekey import misfits, rekey
from moderator.errands.spoken import COUNT, NUMBER, GaveUp, SpokenGroup
from moderator.errands.verify import verdict_lines
from moderator.errands.verify import verify as check_mails
from moderator.events.announcing import announce
from moderator.events.announcing import find as find_event
from moderator.events.auditing import audit as audit_event
from moderator.events.terms import decode as cup_terms
from moderator.events.terms_read import from_toml
from moderator.hearing.confirming import Unconfirmed
from moderator.hearing.directing import as_operator, quoted_again
from moderator.hearing.registry import all_commands
from moderator.inbox import aside, handle, trial
from moderator.language import Words, po, spoken
from moderator.office.clock import BadTime, read_zone
from moderator.office.desk import Desk, Office
from moderator.outbox import compose, post
from moderator.outbox.bounces import by_provider
from moderator.store import migrate as migrations
from moderator.store.away import is_away
from moderator.store.game import Play
from moderator.store.tables import Person
from moderator.table import journal
from moderator.table.noshow import RULES
from moderator.table.planning import GamePlan, Wish, read_option
from moderator.table.seating import is_address, new_game
from moderator.table.transcript import transcript
from moderator.web.session import sign_in_link

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def open_office(*, migrated: bool = True) -> Office:
    try:
        settings = load()
    except BadSetting as wrong:
        raise click.ClickException(str(wrong)) from wrong
    set_up(settings.log, level=30)
    office = Office(settings)
    if migrated:
        try:
            migrations.migrate(office.database)
            chain_old_games(office)
        except migrations.NoDatabase as wrong:
            raise click.ClickException(str(wrong)) from wrong
    return office


# For a stranger's file.
MOST_MEMORY = 2 * 1024**3


def show(data: Any, as_json: bool, text: Callable[[], Iterable[str]]) -> None:
    if as_json:
        click.echo(harmless(json.dumps(data, ensure_ascii=False, default=str)))
    else:
        for line in text():
            click.echo(harmless(line))


def progress(label: str) -> Callable[[int, int], None] | None:
    """Counts on a terminal and stays quiet in a pipe."""
    if not sys.stderr.isatty():
        return None
    return lambda done, total: click.echo(f"\r{label} {done}/{total}", err=True, nl=done == total)


@click.group(cls=SpokenGroup)
def main() -> None:
    """All commands that need the moderator; `__main__.py` lists them and brings its own."""


@main.group()
def words() -> None:
    """What is said in a language, as a PO file for translators: out and in."""


@words.command("export")
@click.argument("language")
def words_out(language: str) -> None:
    """Writes all words of a LANGUAGE (fr, ko, or a new one) to the standard output."""
    try:
        click.echo(po.export(language), nl=False)
    except (UnknownLocaleError, ValueError) as wrong:
        raise click.ClickException(str(wrong)) from wrong


@words.command("import")
@click.argument("language")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def words_in(language: str, file: Path) -> None:
    """Takes what a translator changed in FILE into the catalogues of a LANGUAGE."""
    try:
        changed = po.take_in(language, file.read_bytes())
    except (po.BadTranslation, UnknownLocaleError, ValueError) as wrong:
        raise click.ClickException(str(wrong)) from wrong
    click.echo(f"{changed} entries changed" if changed != 1 else "1 entry changed")


@main.group("title")
def titles() -> None:
    """Titles that can be played, and how a new one is begun."""


@titles.command("new")
@click.argument("name")
@click.option(
    "--like", default="1867", show_default=True, help="the title it is most like, of which it begins as a copy"
)
def title_new(name: str, like: str) -> None:
    """Begins a new title NAME in this checkout; docs/adding-a-title.md says how it goes on."""
    try:
        made = begin_title(ROOT, name, like)
    except NoTitle as wrong:
        raise click.ClickException(str(wrong)) from wrong
    for folder in made:
        click.echo(str(folder.relative_to(ROOT)))


@main.command()
def migrate() -> None:
    """Brings the database to the newest shape."""
    office = open_office()
    click.echo(f"The database is at {migrations.present(office.database)}.")


@main.command()
def signin() -> None:
    """Prints a link that signs the administrator in, once."""
    click.echo(sign_in_link(open_office(migrated=False)))


@main.group()
def game() -> None:
    """Games: new, list, state, export."""


@game.command("new")
@click.argument("title")
@click.option("--seat", "seats", multiple=True, metavar="NAME=ADDRESS", help="A person's seat.")
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="A bot's seat.")
@click.option("--gm", default="", metavar="ADDRESS", help="The game's moderator.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="An option of the title.")
@click.option("--drawn", "draws", multiple=True, metavar="K=V", help="What chance would decide, given instead.")
@click.option("--as-seated", is_flag=True, help="Keep the given order instead of drawing seats.")
@click.option("--start", is_flag=True, help="Do not wait for `join`.")
@click.option("--noshow", type=click.Choice(RULES), default="wait", help="What happens after the grace period.")
@click.option(
    "--line", "more", multiple=True, metavar="TEXT", help="A line as in a `new game` mail: `hours 48`, `grace 24`, …"
)
@as_json
@click.pass_context
def game_new(
    context: click.Context,
    title: str,
    seats: tuple[str, ...],
    bots: tuple[str, ...],
    gm: str,
    options: tuple[str, ...],
    draws: tuple[str, ...],
    as_seated: bool,
    start: bool,
    noshow: str,
    more: tuple[str, ...],
    as_json: bool,
) -> None:
    """Makes a game and invites its players."""
    wishes = list(_wishes(seats, bots))
    chosen = {name: read_option(value) for name, _, value in (option.partition("=") for option in options)}
    drawn = {name: value for name, _, value in (draw.partition("=") for draw in draws)}
    office = open_office()
    try:
        given = GamePlan(title, wishes, gm, chosen, {"noshow": noshow}, as_seated=as_seated, start=start, drawn=drawn)
        plan = given.and_said(more)
        with office.desk() as desk:
            play = new_game(desk, plan, "command line")
            data = {
                "game": play.id,
                "title": title,
                "status": play.status,
                "seats": [
                    {
                        "name": seat.name,
                        "role": seat.role,
                        "bot": seat.bot,
                        "address": None if seat.bot else office.seat_address(seat),
                    }
                    for seat in play.seats
                ],
            }
    except Refused as refused:
        raise click.ClickException(refused.why) from refused
    lines = [f"{data['game']} ({data['status']})"]
    lines += [f"  {seat.name}: {office.seat_address(seat) if not seat.bot else 'bot'}" for seat in play.seats]
    show(data, as_json, lambda: lines)


def _wishes(seats: tuple[str, ...], bots: tuple[str, ...]) -> Iterable[Wish]:
    """Seats and bots in the order in which they stand on the command line."""
    given = iter(sys.argv)
    places: list[tuple[str, str]] = []
    for word in given:
        name, _, value = word.partition("=")
        if name in ("--seat", "--bot"):
            places.append((name, value or next(given, "")))
    if len(places) != len(seats) + len(bots):
        places = [("--seat", seat) for seat in seats] + [("--bot", bot) for bot in bots]
    for kind, text in places:
        if kind == "--bot":
            yield Wish(text, bot=True)
        else:
            name, equals, address = text.partition("=")
            if not equals:
                raise click.ClickException(f"--seat needs NAME=ADDRESS, not {text}.")
            yield Wish(name, address)


@game.command("list")
@as_json
def game_list(as_json: bool) -> None:
    """Lists games, newest first."""
    with open_office().reading() as desk:
        data = [
            {
                "game": row.id,
                "title": row.title,
                "status": row.status,
                "round": row.round,
                "mover": row.mover,
                "moves": row.seq,
            }
            for row in desk.games.latest(500)
        ]
    show(data, as_json, lambda: (f"{g['game']}  {g['status']}  {g['round']}  {g['mover'] or ''}" for g in data))


def _play(desk: Desk, game_id: str, at: int | None = None) -> Play:
    """A game that has begun, and come as far as is asked about."""
    _there_is(desk, game_id)
    play = desk.game(game_id)
    if play is None or not play.begun:
        raise click.ClickException(f"The game {game_id} has not begun.")
    if at is not None and at > play.seq:
        raise click.ClickException(f"The last move of {game_id} is number {play.seq}.")
    return play


def _there_is(desk: Desk, game_id: str) -> None:
    if desk.games.row(game_id) is None:
        raise click.ClickException(f"There is no game {game_id}.")


@game.command("state")
@click.argument("game_id")
@click.option("--at", type=NUMBER, help="After this move instead of now.")
@click.option("--text", is_flag=True, help="For people instead of scripts.")
@as_json
def game_state(game_id: str, at: int | None, text: bool, as_json: bool) -> None:
    """Prints the canonical state as JSON, in the public site's symbols."""
    office = open_office()
    with office.reading() as desk:
        play = _play(desk, game_id, at)
        state = play.state if at is None else play.state_at(at)
    show(engine.canonical(state, str), as_json or not text, lambda: [engine.position_text(state)])


@game.command("export")
@click.argument("game_id")
@as_json
def game_export(game_id: str, as_json: bool) -> None:
    """Prints the game in the public site's JSON."""
    office = open_office()
    with office.reading() as desk:
        play = _play(desk, game_id)
        exported = transcript(play)
    click.echo(harmless(json.dumps(exported, ensure_ascii=False)))


@main.command("td", short_help="Tournaments: new, status, audit, and every command of a director.")
@click.argument("words", nargs=-1, required=True)
@click.option("--file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The terms, in TOML.")
@click.option("--line", "more", multiple=True, metavar="TEXT", help="A line of the terms, as in a `td new` mail.")
@click.option("--director", default="", metavar="ADDRESS", help="Who directs a new event.")
@click.option("--yes", is_flag=True, help="Do what can't be taken back.")
@as_json
def td(
    words: tuple[str, ...], file: Path | None, more: tuple[str, ...], director: str, yes: bool, as_json: bool
) -> None:
    """Tournaments: `td new spring-cup --file cup.toml --director boss@example.org`, `td status spring-cup`,
    `td audit spring-cup`; every director's command as it stands in a mail, and `td standings spring-cup`."""
    office = open_office()
    try:
        if words[0] == "audit":
            _td_audit(office, words, as_json)
            return
        if words[0] == "help":
            usages = [one.usage for one in all_commands() if one.group == "director"]
            show(usages, as_json, lambda: usages)
            return
        line = " ".join(words) if words[0] in ASKED_OF_EVENTS else quoted_again(("td", *words))
        body = [*(from_toml(_text_of(file)) if file is not None else ()), *more]
        with office.desk() as desk:
            if words[0] == "new":
                if director and not is_address(director):
                    raise click.ClickException(f"{director} is no address of one person.")
                person = desk.meet(director) if director else None
                cup = announce(desk, " ".join(words[1:]), body, "command line", person)
                blocks = [("", f"{cup.id}: {', '.join(cup_terms(cup.terms).lines())}")]
            else:
                done = as_operator(desk, line, body, sure=yes)
                blocks = [
                    (spoken(block.title, Words("en"), "UTC"), spoken(block.text, Words("en"), "UTC"))
                    for block in done.blocks
                ]
                if len(blocks) > 1 and blocks[-1] == ("", "see below"):
                    # Here it stands above.
                    blocks.pop()
    except Unconfirmed as asked:
        what, would = (spoken(said, Words("en"), "UTC") for said in (asked.shown, asked.would))
        raise click.ClickException(
            "\n".join(filter(None, (f"This would {what}.", would, "It can't be taken back; add --yes.")))
        ) from asked
    except Refused as refused:
        raise click.ClickException(refused.why) from refused
    data = [{"title": title, "text": text} for title, text in blocks]
    show(data, as_json, lambda: [part for title, text in blocks for part in (title, text) if part])


ASKED_OF_EVENTS = ("events", "terms", "standings", "pairings")


def _text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError as wrong:
        raise click.ClickException(f"{file} is no text in UTF-8.") from wrong


def _td_audit(office: Office, words: tuple[str, ...], as_json: bool) -> None:
    """Works an event out again; status 1 if anything differs."""
    with office.reading() as desk:
        cup = find_event(desk, words[1] if len(words) > 1 else "")
        found = [str(one) for one in audit_event(desk, cup, progress=progress("audit"))]
    show({"event": cup.id, "differs": found}, as_json, lambda: found or [f"{cup.id}: everything comes out the same."])
    if found:
        raise SystemExit(1)


@main.group()
def user() -> None:
    """People."""


@user.command("add")
@click.argument("address")
@click.option("--name", default="", help="What they are called.")
@click.option("--zone", default="UTC", help="Their time zone.")
@as_json
def user_add(address: str, name: str, zone: str, as_json: bool) -> None:
    """Makes a person known, so that they can start games by mail without confirming first."""
    try:
        settled = read_zone(zone)
    except BadTime as wrong:
        raise click.ClickException(str(wrong)) from wrong
    if not is_address(address):
        raise click.ClickException(f"{address or 'Nothing'} is not an email address.")
    with open_office().desk() as desk:
        person = desk.meet(address, name)
        person.zone = settled
        data = {"person": person.id, "name": person.name, "zone": person.zone}
    show(data, as_json, lambda: [f"{data['name']} is person {data['person']}."])


@game.command("log")
@click.argument("game_id")
@click.option("--last", type=COUNT, default=100, help="How many entries.")
@as_json
def game_log(game_id: str, last: int, as_json: bool) -> None:
    """Prints who did what beyond playing, from which address, and what it was before and is now."""
    with open_office().reading() as desk:
        _there_is(desk, game_id)
        found = journal.entries(desk, game_id, last)
    data = [{"at": one.at.isoformat(), "who": one.who, "what": one.what, **one.detail} for one in found]
    show(data, as_json, lambda: map(journal.line, found))


@main.group()
def person() -> None:
    """People: list, show, block, merge, export, forget."""


def _person(desk: Desk, named: str) -> Person:
    number = named.isascii() and named.isdigit() and len(named) < 10
    found = desk.person(int(named)) if number else desk.person_at(named)
    if found is None:
        raise click.ClickException(f"I don't know {named}.")
    return found


@person.command("list")
@as_json
def person_list(as_json: bool) -> None:
    """Lists everybody we know."""
    with open_office().reading() as desk:
        data: list[dict[str, Any]] = [
            {
                "person": one.id,
                "name": one.name,
                "addresses": [row.written for row in desk.people.addresses(one.id)],
                "games": len(desk.seats.of_person(one.id)),
                "blocked": one.blocked,
            }
            for one in desk.people.all(5000)
        ]
    show(data, as_json, lambda: (f"{p['person']}  {p['name']}  {', '.join(p['addresses'])}" for p in data))


@person.command("show")
@click.argument("who")
@as_json
def person_show(who: str, as_json: bool) -> None:
    """Prints what we know about WHO (a number or an address)."""
    with open_office().reading() as desk:
        data = people.told(desk, _person(desk, who))
    show(data, as_json, lambda: (f"{name}: {value}" for name, value in data.items()))


@person.command("export")
@click.argument("who")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def person_export(who: str, file: Path) -> None:
    """Writes everything we know about WHO to FILE, for them."""
    with open_office().reading() as desk:
        data = people.told(desk, _person(desk, who))
    file.touch(mode=0o600)
    file.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", "utf-8")
    click.echo(f"{file}: {len(data['seats'])} seats")


@person.command("block")
@click.argument("who")
@click.option("--off", is_flag=True, help="Take them back.")
def person_block(who: str, off: bool) -> None:
    """Takes no mail from WHO any more, and lets nobody invite them."""
    with open_office().desk() as desk:
        found = _person(desk, who)
        people.block(desk, found, blocked=not off)
        click.echo(f"Person {found.id} is {'no longer ' if off else ''}blocked.")


@person.command("merge")
@click.argument("who")
@click.argument("other")
def person_merge(who: str, other: str) -> None:
    """Makes OTHER the same person as WHO."""
    with open_office().desk() as desk:
        one, two = _person(desk, who), _person(desk, other)
        if one.id == two.id:
            raise click.ClickException("They are one person already.")
        if trouble := people.merge(desk, one, two):
            raise click.ClickException(trouble)
        click.echo(f"They are person {one.id} now.")


@person.command("forget")
@click.argument("who")
@click.option("--yes", is_flag=True, help="Really do it; it can't be taken back.")
def person_forget(who: str, yes: bool) -> None:
    """Forgets WHO: addresses, mails, notes, orders on file. Games go on, a bot plays their seats."""
    if not yes:
        raise click.ClickException("This can't be taken back; say --yes.")
    with open_office().desk() as desk:
        found = _person(desk, who)
        people.forget(desk, found)
        click.echo(f"Person {found.id} is forgotten.")


@main.command("pause")
@click.argument("what", type=click.Choice(["all"]))
def pause_all(what: str) -> None:
    """Stops the clocks of all games, for an outage."""
    with open_office().desk() as desk:
        count = people.pause_all(desk)
    click.echo(f"{count} games are paused." if count != 1 else "1 game is paused.")


@main.command("resume")
@click.argument("what", type=click.Choice(["all"]))
def resume_all(what: str) -> None:
    """Lets the clocks run again that `pause all` stopped."""
    with open_office().desk() as desk:
        count = people.resume_all(desk)
    click.echo(f"{count} games go on." if count != 1 else "1 game goes on.")


@main.command()
@click.argument("game_id")
@click.option("--for", "name", required=True, help="Whose mail.")
@click.option("--at", type=NUMBER, help="After this move instead of now.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Where to write the .eml file."
)
@as_json
def report(game_id: str, name: str, at: int | None, out: Path, as_json: bool) -> None:
    """Writes the mail a player would get."""
    with open_office().reading() as desk:
        play = _play(desk, game_id, at)
        seat = play.seat(name)
        if seat is None:
            raise click.ClickException(f"Nobody in {game_id} is called {name}.")
        message = compose.sample(desk, play, seat, at, desk.now)
    out.write_bytes(compose.as_bytes(message))
    show({"file": str(out), "subject": str(message["Subject"])}, as_json, lambda: [f"{out}: {message['Subject']}"])


@main.group()
def mail() -> None:
    """The inbox and what was set aside."""


@mail.command("list")
@click.option("--status", type=click.Choice(["new", "done", "parked", "aside", "dropped"]), help="Only these.")
@click.option("--last", type=COUNT, default=50, help="How many.")
@as_json
def mail_list(status: str | None, last: int, as_json: bool) -> None:
    """Lists mails with what became of each and why, newest first."""
    with open_office().reading() as desk:
        data = [
            {
                "mail": row.id,
                "status": row.status,
                "verdict": row.verdict,
                "game": row.game_id,
                "received": row.received_at.isoformat(),
                "source": row.source,
            }
            for row in desk.incoming.latest(last, status)
        ]
    show(
        data,
        as_json,
        lambda: (f"{m['mail']}  {m['status']}  {m['verdict']}  {m['game'] or ''}  {m['received']}" for m in data),
    )


@mail.command("show")
@click.argument("mail_id", type=NUMBER)
@as_json
def mail_show(mail_id: int, as_json: bool) -> None:
    """Prints a mail as it came, and what went wrong with it."""
    with open_office().reading() as desk:
        row = desk.incoming.get(mail_id)
        if row is None:
            raise click.ClickException(f"There is no mail {mail_id}.")
        source = row.raw.decode("utf-8", "replace")
        data = {"mail": row.id, "status": row.status, "verdict": row.verdict, "trouble": row.trouble, "source": source}
    show(data, as_json, lambda: [f"{row.status} {row.verdict}", row.trouble or "", source])


@mail.command("work", hidden=True)
@click.argument("mail_id", type=NUMBER)
def mail_work(mail_id: int) -> None:
    """Works on one mail in a process of its own, for whoever has to know whether that ends it."""
    try:
        office = open_office(migrated=False)
        click.echo(handle.handle(office, mail_id))
        office.close()
    except SQLAlchemyError as trouble:
        if is_away(trouble):
            sys.exit(trial.NOT_NOW)
        raise


@mail.command("retry")
@click.argument("mail_id", type=NUMBER)
@as_json
def mail_retry(mail_id: int, as_json: bool) -> None:
    """Works again on a mail that was set aside."""
    office = open_office()
    if not aside.retry(office, mail_id):
        raise click.ClickException(f"Mail {mail_id} was not set aside.")
    verdict = handle.handle(office, mail_id)
    show({"mail": mail_id, "verdict": verdict}, as_json, lambda: [verdict])


@main.group()
def outbox() -> None:
    """Mails that could not be sent, and how each provider takes them."""


@outbox.command("list")
@as_json
def outbox_list(as_json: bool) -> None:
    """Lists what waits for another attempt (pending) and what was given up (failed), with the reason."""
    with open_office().reading() as desk:
        data = [
            {
                "mail": row.id,
                "status": row.status,
                "kind": row.kind,
                "to": row.recipient,
                "game": row.game_id,
                "attempts": row.attempts,
                "next": row.due_at.isoformat(),
                "trouble": row.trouble,
            }
            for row in desk.outbox.in_trouble(100)
        ]
    show(data, as_json, lambda: (f"{m['mail']}  {m['status']}  {m['kind']}  {m['to']}  {m['trouble']}" for m in data))


@outbox.command("providers")
@click.option("--days", type=click.IntRange(1, 3650), default=30, show_default=True)
@as_json
def outbox_providers(days: int, as_json: bool) -> None:
    """Says for each provider (the domain of an address) how many mails arrived, came back, were given up or wait."""
    with open_office().reading() as desk:
        found = by_provider(desk, desk.now - timedelta(days=days))
        data = [asdict(one) | {"share": round(one.share, 1)} for one in found]
    show(
        data,
        as_json,
        lambda: (
            f"{p['domain']}  {p['sent']} sent  {p['bounced']} bounced  {p['failed']} given up  {p['waiting']} wait  "
            f"{p['share']} %  {p['trouble']}".rstrip()
            for p in data
        ),
    )


@outbox.command("retry")
@click.argument("mails", type=NUMBER, nargs=-1)
@as_json
def outbox_retry(mails: tuple[int, ...], as_json: bool) -> None:
    """Sends mails that were given up, or wait for their next attempt, again: those named, or all."""
    office = open_office()
    found = post.retry(office, mails)
    if missing := sorted(set(mails) - set(found)):
        raise click.ClickException(f"Not waiting and not given up: {', '.join(map(str, missing))}.")
    sent = [mail for mail in found if post.deliver(office, mail)]
    office.close()
    show({"tried": found, "sent": sent}, as_json, lambda: [f"{len(sent)} of {len(found)} sent."])


@main.command()
@as_json
def sweep(as_json: bool) -> None:
    """Does everything that is due: unread mails, the outbox, deadlines, bots, offers, summaries."""
    office = open_office()
    total = 0
    # What is done may call for more (an answer to send, a bot to move): go on until nothing is due.

    def do(task: str, key: Any) -> None:
        passes.run_task(office, task, key)

    office.bell = do
    while found := passes.sweep(office, do):
        total += found
        if total > 100_000:
            break
    show({"done": total}, as_json, lambda: [f"{total} done."])


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@as_json
def backup(file: Path, as_json: bool) -> None:
    """Writes everything into one file, while the service runs."""
    size = backups.backup(open_office(), file, progress("rows"))
    show({"file": str(file), "bytes": size}, as_json, lambda: [f"{file}: {size} bytes"])


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--yes", is_flag=True, help="Replace what is in the database.")
@as_json
def restore(file: Path, yes: bool, as_json: bool) -> None:
    """Puts a backup into an empty database (or with --yes in place of a full one)."""
    try:
        rows = backups.restore(open_office(), file, replace=yes, progress=progress("rows"))
    except (backups.NotEmpty, backups.NotWhole) as wrong:
        raise click.ClickException(str(wrong)) from wrong
    # Opened anew: the backup may have brought its secret along.
    with open_office().reading() as desk:
        strange, seats = misfits(desk)
    said = [f"{rows} rows restored."]
    if strange:
        said.append(
            f"WARNING: the secret is not the one of this backup: {strange} of {seats} order addresses do not work. "
            "Set WAYBILL_SECRET_KEY to the old one, or give everybody a new address with ./waybill rekey."
        )
    show({"rows": rows, "seats": seats, "seats_without_address": strange}, as_json, lambda: said)


@main.command()
@click.option("--selector", default="", metavar="NAME", help="Under which name the relay's DKIM key is published.")
@as_json
def doctor(selector: str, as_json: bool) -> None:
    """Looks at DNS, relay, clock, secret, files, disk, broker and database; status 1 if something is bad."""
    found = examine(open_office(migrated=False), selector)
    data = [{"what": one.what, "health": one.health, "said": one.said} for one in found]
    show(data, as_json, lambda: [f"{one.health:<4} {one.what}: {one.said}" for one in found])
    sys.exit(1 if any(one.health is Health.BAD for one in found) else 0)


@main.command("rekey")
@click.option("--yes", is_flag=True, help="Really do it.")
@as_json
def rekey_all(yes: bool, as_json: bool) -> None:
    """Gives every seat a new order address and mails it to its player: after the secret was lost or told."""
    if not yes:
        raise click.ClickException("All order addresses in use stop working and every player gets an email; say --yes.")
    told = rekey(open_office())
    show({"told": told}, as_json, lambda: [f"{told} players are told their new address."])


@main.command()
@click.argument("game_id", required=False)
@as_json
def audit(game_id: str | None, as_json: bool) -> None:
    """Plays games again and holds them against what is stored, chained and sealed; status 1 if one differs."""
    office = open_office()
    if game_id is not None:
        with office.reading() as desk:
            _there_is(desk, game_id)
    findings = check_games(office, game_id, progress("games"))
    data = [{"game": one.game, "move": one.seq, "what": one.what, "grave": one.grave} for one in findings]
    show(
        data,
        as_json,
        lambda: [f"{one['game']} at move {one['move']}: {one['what']}" for one in data] or ["All games balance."],
    )
    sys.exit(1 if any(one.grave for one in findings) else 0)


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seconds", type=COUNT, help="Give up after so many seconds of processor time.")
@as_json
def verify(file: Path, seconds: int | None, as_json: bool) -> None:
    """Holds finished games against a player's own mails, without the database; status 1 if one differs."""
    if seconds is not None:

        def give_up(*_about: object) -> NoReturn:
            raise GaveUp(f"{file} takes longer than {seconds} s to check.")

        signal.signal(signal.SIGXCPU, give_up)
        # Where we don't come to saying so, we are ended a little later.
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    try:
        found = check_mails(file)
    except MemoryError as wrong:
        raise GaveUp(f"{file} takes more memory than there is for it.") from wrong
    if not found:
        raise click.ClickException(f"There is no mail of a game in {file}.")
    show([asdict(one) for one in found], as_json, lambda: (line for one in found for line in verdict_lines(one)))
    sys.exit(1 if any(one.wrong for one in found) else 0)
