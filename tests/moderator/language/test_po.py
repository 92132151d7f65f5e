"""A translator's file goes out and comes back without losing anything."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from engine.catalogue import read
from moderator.__main__ import main
from moderator.language import catalogues, languages, po


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The catalogues of every owner in a folder of their own, so that tests may write."""
    found = {}
    for owner, folder in catalogues.owners().items():
        found[owner] = tmp_path / owner
        shutil.copytree(folder, found[owner])
    monkeypatch.setattr(po, "owners", lambda: found)
    yield tmp_path


def contents(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.toml")}


@pytest.mark.parametrize("language", languages()[1:])
def test_what_goes_out_and_comes_back_unchanged_changes_nothing(copied: Path, language: str) -> None:
    before = contents(copied)
    assert po.take_in(language, po.export(language)) == 0
    assert contents(copied) == before


@pytest.mark.parametrize("language", languages()[1:])
def test_a_file_that_was_lost_is_written_again_from_the_translators_copy(copied: Path, language: str) -> None:
    out = po.export(language)
    before = {path: read(path) for path in copied.rglob(f"{language}.toml")}
    for path in before:
        path.unlink()
    assert po.take_in(language, out) > 900
    for path, tables in before.items():
        said = {name: table for name, table in tables.items() if name not in po.HABITS | po.ORDERS}
        assert (read(path) if path.exists() else {}) == said


def test_a_po_file_has_context_plurals_and_owners() -> None:
    found = read_po(BytesIO(po.export("fr")), locale="fr")
    loans = found.get(
        "{company} takes a loan and receives {received:money}.",
        context="engine.mechanisms.loans:sentences:LoansTaken",
    )
    assert loans is not None and loans.pluralizable and len(loans.string) == 2
    assert loans.auto_comments == ["engine.mechanisms.loans: sentences"]
    refusal = found.get("There is no hex {hex} on this map.")
    assert refusal is not None and refusal.auto_comments == ["engine: messages"]
    assert found.plural_forms == "nplurals=2; plural=(n > 1);"


def test_a_change_is_written_to_its_owner_and_the_rest_stays(copied: Path) -> None:
    out = po.export("fr").decode()
    changed = out.replace('msgstr "Tour de fusion"', 'msgstr "Ronde de fusion"')
    assert changed != out and po.take_in("fr", changed.encode()) == 1
    path = copied / "engine.mechanisms.mergers" / "fr.toml"
    assert read(path)["rounds"]["merger"] == "Ronde de fusion"
    assert "[orders]" in path.read_text("utf-8")


def test_a_text_with_a_place_its_english_has_not_is_refused_whole(copied: Path) -> None:
    before = contents(copied)
    out = po.export("fr").decode().replace('"Tour de fusion"', '"Ronde de {fusion}"')
    with pytest.raises(po.BadTranslation, match="'Merger round' has no place fusion"):
        po.take_in("fr", out.encode())
    assert contents(copied) == before


def test_a_new_language_begins_as_an_empty_file(copied: Path) -> None:
    out = po.export("nl").decode()
    assert "nplurals=2; plural=(n != 1);" in out
    filled = out.replace('msgid "Stock round"\nmsgstr ""', 'msgid "Stock round"\nmsgstr "Aandelenronde"')
    assert po.take_in("nl", filled.encode()) == 1
    assert read(copied / "engine" / "nl.toml") == {"rounds": {"stock": "Aandelenronde"}}


def test_the_command_writes_a_po_file_and_takes_one_in(copied: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["words", "export", "ko"])
    assert run.exit_code == 0 and "합병 라운드" in run.output
    file = tmp_path / "ko.po"
    file.write_text(run.output, "utf-8")
    assert CliRunner().invoke(main, ["words", "import", "ko", str(file)]).output == "0 entries changed\n"
    wrong = CliRunner().invoke(main, ["words", "export", "klingon"])
    assert wrong.exit_code == 1 and "klingon" in wrong.output


@pytest.mark.parametrize("sign", ["\x7f", "\x85", "\u2028", "\x0b", "\n", '"', "\\"])
def test_no_sign_of_a_translators_breaks_the_catalogue(sign: str) -> None:
    """A catalogue that can't be read keeps the service from starting."""
    once = po.rewritten('[messages]\n"a" = "b"\n', {("messages", "a"): f"x{sign}y"})
    again = po.rewritten(once, {("messages", "c"): "d"})
    assert tomllib.loads(again)["messages"] == {"a": f"x{sign}y", "c": "d"}
