"""The operator's command line: `./waybill <command>`; every command prints JSON with --json."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from sqlalchemy import select

from config.logging import set_up
from config.settings import ROOT, BadSetting, load
from moderator.commands.new_game import read_option, read_plan
from moderator.desk import Office
from moderator.games import backup as backups
from moderator.games import migrate as migrations
from moderator.games import sweep as passes
from moderator.games.audit import audit as check_games
from moderator.games.game import Play
from moderator.games.noshow import RULES
from moderator.games.refusal import Refusal
from moderator.games.rules import Rules
from moderator.games.seating import Plan, Wish, new_game
from moderator.games.store import Game, Mail
from moderator.games.transcript import transcript
from moderator.inbox import aside, handle
from moderator.outbox import compose

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def open_office(*, migrated: bool = True) -> Office:
    try:
        settings = load()
    except BadSetting as wrong:
        raise click.ClickException(str(wrong)) from wrong
    set_up(settings.log, level=30)
    office = Office(settings, Rules())
    if migrated:
        try:
            migrations.migrate(office.database)
        except migrations.NoDatabase as wrong:
            raise click.ClickException(str(wrong)) from wrong
    return office


def show(data: Any, as_json: bool, text: Callable[[], Iterable[str]]) -> None:
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False, default=str))
    else:
        for line in text():
            click.echo(line)


def progress(label: str) -> Callable[[int, int], None] | None:
    """Counts on a terminal and stays quiet in a pipe."""
    if not sys.stderr.isatty():
        return None
    return lambda done, total: click.echo(f"\r{label} {done}/{total}", err=True, nl=done == total)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="For developers: ./waybill test [--long], check, bench [NAME ...] and setup.",
)
def main() -> None:
    """Waybill moderates 18xx games by post."""


@main.command("help")
@click.pass_context
def helping(context: click.Context) -> None:
    """Shows this list."""
    assert context.parent is not None
    click.echo(context.parent.get_help())


@main.command()
def run() -> None:
    """Starts the whole service in this terminal; Ctrl-C stops it."""
    os.chdir(ROOT)
    # The service belongs to the workers, which stand above this package; it takes over this process.
    os.execv(sys.executable, [sys.executable, "-m", "workers"])  # noqa: S606


@main.command()
def migrate() -> None:
    """Brings the database to the newest shape."""
    office = open_office()
    click.echo(f"The database is at {migrations.present(office.database)}.")


@main.command()
def signin() -> None:
    """Prints a link that signs the administrator in, once."""
    from moderator.web.session import sign_in_link

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
        said = read_plan(title, more, gm)
        plan = Plan(
            title,
            [*wishes, *said.seats],
            gm,
            {**(said.options or {}), **chosen},
            {"noshow": noshow, **(said.terms or {})},
            as_seated=as_seated or said.as_seated,
            start=start,
            drawn=drawn,
        )
        with office.desk() as desk:
            play = new_game(desk, plan, "command line")
            data = {
                "game": play.id,
                "title": title,
                "status": play.row.status,
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
    except Refusal as refused:
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
        rows = desk.session.scalars(select(Game).order_by(Game.created_at.desc()).limit(500))
        data = [
            {
                "game": row.id,
                "title": row.title,
                "status": row.status,
                "round": row.round,
                "mover": row.mover,
                "moves": row.seq,
            }
            for row in rows
        ]
    show(data, as_json, lambda: (f"{g['game']}  {g['status']}  {g['round']}  {g['mover'] or ''}" for g in data))


def _play(desk: Any, game_id: str) -> Play:
    play: Play | None = desk.game(game_id)
    if play is None:
        raise click.ClickException(f"There is no game {game_id}.")
    if not play.row.digest:
        raise click.ClickException(f"The game {game_id} has not begun.")
    return play


@game.command("state")
@click.argument("game_id")
@click.option("--at", type=int, help="After this move instead of now.")
@click.option("--text", is_flag=True, help="For people instead of scripts.")
@as_json
def game_state(game_id: str, at: int | None, text: bool, as_json: bool) -> None:
    """Prints the canonical state as JSON, in the public site's symbols."""
    office = open_office()
    with office.reading() as desk:
        play = _play(desk, game_id)
        state = play.state if at is None else play.state_at(at)
    show(office.rules.canonical(state), as_json or not text, lambda: [office.rules.position(state)])


@game.command("export")
@click.argument("game_id")
@as_json
def game_export(game_id: str, as_json: bool) -> None:
    """Prints the game in the public site's JSON."""
    office = open_office()
    with office.reading() as desk:
        play = _play(desk, game_id)
        exported = transcript(desk, play)
    click.echo(json.dumps(exported, ensure_ascii=False))


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
    from moderator.games.clock import BadTime, read_zone

    try:
        settled = read_zone(zone)
    except BadTime as wrong:
        raise click.ClickException(str(wrong)) from wrong
    with open_office().desk() as desk:
        person = desk.meet(address, name)
        person.zone = settled
        data = {"person": person.id, "name": person.name, "zone": person.zone}
    show(data, as_json, lambda: [f"{data['name']} is person {data['person']}."])


@main.command()
@click.argument("game_id")
@click.option("--for", "name", required=True, help="Whose mail.")
@click.option("--at", type=int, help="After this move instead of now.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Where to write the .eml file."
)
@as_json
def report(game_id: str, name: str, at: int | None, out: Path, as_json: bool) -> None:
    """Writes the mail a player would get."""
    with open_office().reading() as desk:
        play = _play(desk, game_id)
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
@click.option("--last", default=50, help="How many.")
@as_json
def mail_list(status: str | None, last: int, as_json: bool) -> None:
    """Lists mails, newest first."""
    with open_office().reading() as desk:
        wanted = select(Mail).order_by(Mail.id.desc()).limit(last)
        rows = desk.session.scalars(wanted.where(Mail.status == status) if status else wanted)
        data = [
            {
                "mail": row.id,
                "status": row.status,
                "verdict": row.verdict,
                "game": row.game_id,
                "received": row.received_at.isoformat(),
                "source": row.source,
            }
            for row in rows
        ]
    show(
        data,
        as_json,
        lambda: (f"{m['mail']}  {m['status']}  {m['verdict']}  {m['game'] or ''}  {m['received']}" for m in data),
    )


@mail.command("show")
@click.argument("mail_id", type=int)
@as_json
def mail_show(mail_id: int, as_json: bool) -> None:
    """Prints a mail as it came, and what went wrong with it."""
    with open_office().reading() as desk:
        row = desk.session.get(Mail, mail_id)
        if row is None:
            raise click.ClickException(f"There is no mail {mail_id}.")
        source = row.raw.decode("utf-8", "replace")
        data = {"mail": row.id, "status": row.status, "verdict": row.verdict, "trouble": row.trouble, "source": source}
    show(data, as_json, lambda: [f"{row.status} {row.verdict}", row.trouble or "", source])


@mail.command("retry")
@click.argument("mail_id", type=int)
@as_json
def mail_retry(mail_id: int, as_json: bool) -> None:
    """Works again on a mail that was set aside."""
    office = open_office()
    if not aside.retry(office, mail_id):
        raise click.ClickException(f"Mail {mail_id} was not set aside.")
    verdict = handle.handle(office, mail_id)
    show({"mail": mail_id, "verdict": verdict}, as_json, lambda: [verdict])


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
    except backups.NotEmpty as full:
        raise click.ClickException(str(full)) from full
    show({"rows": rows}, as_json, lambda: [f"{rows} rows restored."])


@main.command()
@click.argument("game_id", required=False)
@as_json
def audit(game_id: str | None, as_json: bool) -> None:
    """Replays games and compares them with what is stored; status 1 if one differs."""
    findings = check_games(open_office(), game_id, progress("games"))
    data = [{"game": one.game, "move": one.seq, "what": one.what} for one in findings]
    show(
        data,
        as_json,
        lambda: [f"{one['game']} at move {one['move']}: {one['what']}" for one in data] or ["All games balance."],
    )
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main(prog_name="./waybill")
