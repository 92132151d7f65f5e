"""What an operator may get wrong: every command ends in one sentence, never in a traceback."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from moderator.__main__ import main
from moderator.command_line import main as loaded
from tests.moderator.house import House
from tests.workers.test_command_line import waybill


def leaves(command: click.Command, *path: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from leaves(inner, *path, name)
    else:
        yield path, command


def test_no_command_stumbles_over_letters_or_numbers_nobody_can_keep(tmp_path: Path) -> None:
    """Each argument and option of each command in turn: half a letter for a text, too much for a number."""
    there = tmp_path / "there"
    there.write_text("x")
    tried = 0
    for path, command in leaves(loaded):
        for spoilt in command.params:
            kinds = (click.types.StringParamType, click.types.IntParamType)
            if not isinstance(spoilt.type, kinds) or getattr(spoilt, "is_flag", False):
                continue
            words = [*path]
            for each in (one for one in command.params if one is spoilt or one.required):
                number = isinstance(each.type, click.types.IntParamType)
                choice = each.type.choices[0] if isinstance(each.type, click.Choice) else str(there)
                usual = "1" if number else choice if not isinstance(each.type, click.types.StringParamType) else "x"
                value = usual if each is not spoilt else "9" * 30 if number else "\udcff"
                words += [each.opts[0], value] if isinstance(each, click.Option) else [value]
            with pytest.MonkeyPatch.context() as patched:
                patched.setenv("WAYBILL_HOME", str(tmp_path / "data"))
                done = CliRunner().invoke(main, words)
            assert isinstance(done.exception, SystemExit), (words, done.exception)
            assert done.exit_code in (1, 2), words
            assert len([line for line in done.output.splitlines() if line.startswith("Error: ")]) == 1, words
            tried += 1
    assert tried > 30


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("user add nobody", "nobody is not an email address."),
        ("game log nothing", "There is no game nothing."),
        ("audit nothing", "There is no game nothing."),
        ("game state GAME --at 9", "The last move of GAME is number 0."),
        ("report GAME --for Red --at 9 --out FOLDER/x.eml", "The last move of GAME is number 0."),
        ("report GAME --for Red --out FOLDER/no/x.eml", "FOLDER/no/x.eml: No such file or directory"),
        ("person show 9999999999", "I don't know 9999999999."),
        ("person show ²", "I don't know ²."),
        ("person export red@example.org FOLDER/no/x", "FOLDER/no/x: No such file or directory"),
        ("backup FOLDER/no/x", "FOLDER/no/x.part: No such file or directory"),
        ("restore BYTES --yes", "BYTES is no backup, or not all of one; nothing was changed."),
        ("td new cup --file BYTES", "BYTES is no text in UTF-8."),
        ("words import fr BYTES", "can't decode byte"),
        ("words export 18", "expected only letters"),
        ("title new ²", "A title's name is letters and digits"),
        ("game new 1861 --bot a --bot b --bot c --drawn weather=fair", "1861 draws nothing called weather."),
        ("game new 1882 --bot a --bot b --bot c --drawn rebellion=9", "1882: rebellion must be drawn from 3, 4, 5, 6."),
        ("game new 1861 --bot a --bot b --bot c --option second_edition=blue", "can be yes, no; not “blue”."),
    ],
)
def test_what_can_not_be_done_is_said_in_one_sentence(house: House, tmp_path: Path, words: str, said: str) -> None:
    game = house.game("Red", "Blue")
    spoilt = tmp_path / "bytes"
    spoilt.write_bytes(b"\xff\xfe\x00")
    places = {"GAME": game, "FOLDER": str(tmp_path), "BYTES": str(spoilt)}
    for name, value in places.items():
        words, said = words.replace(name, value), said.replace(name, value)
    out = waybill(house.office.settings.home, *words.split(), status=1)
    assert said in out
    assert out.startswith("Error: ")
    assert len(out.strip().splitlines()) == 1


def test_a_database_that_takes_nothing_is_told_of_in_one_sentence(tmp_path: Path) -> None:
    """Commands that must not change its shape meet it as it is: here without a table."""
    out = waybill(tmp_path, "mail", "work", "1", status=1)
    assert out == "Error: The database can't do this: no such table: mails\n"


# Clears the screen, names the window, hides what follows; the same in one letter; turns the writing; half a letter.
HOSTILE = "Ann\x1b[2J\x1b]0;root\x07\x1b[8m \x9b2J \u202e evil \r\x08 \ud800"


@pytest.mark.parametrize("json", [(), ("--json",)])
def test_what_others_have_written_is_shown_and_does_nothing(house: House, json: tuple[str, ...]) -> None:
    game = house.game("Red", "Blue")
    kept = HOSTILE.encode("utf-8", "replace").decode()
    with house.office.desk() as desk:
        person = desk.meet("ann@example.org", kept)
        person.name = kept
        desk.note(kept, kept, game, seat=kept)
        row = desk.outbox.locked(house.outbox()[0].id)
        assert row is not None
        row.trouble = kept
    raw = f"From: {HOSTILE} <ann@example.org>\r\nSubject: {HOSTILE}\r\n\r\n{HOSTILE}\r\n"
    mail = house.take_in(raw.encode("utf-8", "surrogatepass"), "ann@example.org", "play@waybill.localhost").mail_id
    asked = ["person list", "person show ann@example.org", f"game log {game}", "outbox list", f"mail show {mail}"]
    for words in asked:
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("WAYBILL_HOME", str(house.office.settings.home))
            # As on a terminal: otherwise colours, and only those, are taken out for us.
            done = CliRunner().invoke(main, [*words.split(), *json], color=True)
        assert done.exit_code == 0, (words, done.output)
        assert "Ann" in done.output, words
        assert not [one for one in done.output if one != "\n" and unicodedata.category(one) in ("Cc", "Cf")], words


def test_nor_does_what_is_said_of_it(house: House) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WAYBILL_HOME", str(house.office.settings.home))
        done = CliRunner().invoke(main, ["person", "show", "\x1b[2J\u202e"], color=True)
    assert done.output == "Error: I don't know \\u001b[2J\\u202e.\n"
