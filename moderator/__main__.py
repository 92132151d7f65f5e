"""The operator's command line: `./waybill <command>`. Its list is shown at once; the rest is loaded with a command."""

from __future__ import annotations

import os
import sys

import click

from config.settings import CHECKOUT, ROOT

# What `./waybill help` says of each command in `command_line.py`. A test holds it to what the commands say themselves.
LISTED = {
    "audit": "Plays games again and holds them against what is stored, chained and sealed; status 1 if one differs.",
    "backup": "Writes everything into one file, while the service runs.",
    "doctor": "Looks at DNS, relay, clock, secret, files, disk, broker and database; status 1 if something is bad.",
    "game": "Games: new, list, state, export.",
    "mail": "The inbox and what was set aside.",
    "migrate": "Brings the database to the newest shape.",
    "outbox": "Mails that could not be sent, and how each provider takes them.",
    "pause": "Stops the clocks of all games, for an outage.",
    "person": "People: list, show, block, merge, export, forget.",
    "rekey": "Gives every seat a new order address and mails it to its player: after the secret was lost or told.",
    "report": "Writes the mail a player would get.",
    "restore": "Puts a backup into an empty database (or with --yes in place of a full one).",
    "resume": "Lets the clocks run again that `pause all` stopped.",
    "signin": "Prints a link that signs the administrator in, once.",
    "sweep": "Does everything that is due: unread mails, the outbox, deadlines, bots, offers, summaries.",
    "td": "Tournaments: new, status, audit, and every command of a director.",
    "title": "Titles that can be played, and how a new one is begun.",
    "user": "People.",
    "verify": "Holds finished games against a player's own mails, without the database; status 1 if one differs.",
    "words": "What is said in a language, as a PO file for translators: out and in.",
}


class Listed(click.Group):
    """Knows its commands by the list, and loads them when one is called."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted({*LISTED, *self.commands})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in LISTED and name not in self.commands:
            # The moderator takes ten times as long to load as the list of its commands to show.
            from moderator.command_line import main as loaded

            self.commands.update(loaded.commands)
        return self.commands.get(name)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        names = self.list_commands(context)
        width = formatter.width - 6 - max(map(len, names))
        listed = {name: click.Command(name, help=said) for name, said in LISTED.items()}
        listed.update(self.commands)
        with formatter.section("Commands"):
            formatter.write_dl([(name, listed[name].get_short_help_str(width)) for name in names])


@click.group(
    cls=Listed,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="For developers: ./waybill test [--long], check, bench [NAME ...] and setup.",
)
def main() -> None:
    """Waybill moderates 18xx games by email."""


@main.command("help")
@click.pass_context
def helping(context: click.Context) -> None:
    """Shows this list."""
    assert context.parent is not None
    click.echo(context.parent.get_help())


@main.command()
def run() -> None:
    """Starts the whole service in this terminal; Ctrl-C stops it."""
    if CHECKOUT:
        os.chdir(ROOT)
    # The service belongs to the workers, which stand above this package; it takes over this process.
    os.execv(sys.executable, [sys.executable, "-m", "workers"])  # noqa: S606


if __name__ == "__main__":
    main(prog_name="./waybill")
