"""The operator's commands, as scripts call them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from config.settings import ROOT
from moderator.__main__ import LISTED, main
from moderator.command_line import main as loaded
from moderator.store import migrate
from tests.moderator.house import open_house, settings_for
from tests.moderator.outbox.faulty_relay import faulty_relay
from workers import __main__ as service


def waybill(home: Path, *words: str, status: int = 0) -> Any:
    """Runs a command in this process: the same code as ./waybill, without a start of Python for each."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WAYBILL_HOME", str(home))
        # The order of seats and bots is read from the command line itself.
        patched.setattr(sys, "argv", ["waybill", *words])
        done = CliRunner().invoke(main, words)
    assert done.exit_code == status, done.output
    return json.loads(done.stdout) if "--json" in words and status == 0 else done.output


def test_a_game_is_made_looked_at_reported_and_kept(tmp_path: Path) -> None:
    home = tmp_path / "data"
    seats = ["--seat", "Red=red@example.org", "--bot", "Green", "--seat", "Blue=blue@example.org"]
    made = waybill(home, "game", "new", "1861", *seats, "--as-seated", "--start", "--json")
    assert [seat["name"] for seat in made["seats"]] == ["Red", "Green", "Blue"]
    assert made["seats"][0]["address"].endswith("@waybill.localhost")
    game = made["game"]
    assert waybill(home, "sweep", "--json")["done"] >= 2
    state = waybill(home, "game", "state", game, "--json")
    assert state["round"] == "AUC"
    assert list(state["players"]) == ["Red", "Green", "Blue"]
    assert json.loads(waybill(home, "game", "state", game)) == state, "scripts need not ask for JSON"
    assert "PLAYERS" in waybill(home, "game", "state", game, "--text")
    mail = tmp_path / "red.eml"
    waybill(home, "report", game, "--for", "Red", "--out", str(mail))
    assert "YOUR MOVE" in message_from_bytes(mail.read_bytes(), policy=policy.default)["Subject"]
    assert [one["game"] for one in waybill(home, "game", "list", "--json")] == [game]
    assert waybill(home, "audit", "--json") == []
    assert waybill(home, "game", "export", game, "--json")["title"] == "1861"
    copy = tmp_path / "copy.backup"
    waybill(home, "backup", str(copy))
    other = tmp_path / "other"
    assert waybill(other, "restore", str(copy), "--json")["rows"] > 5
    assert waybill(other, "game", "state", game, "--json") == state


def test_a_new_game_takes_the_lines_of_a_mail(tmp_path: Path) -> None:
    bots = [word for name in ("Ann", "Ben", "Cy") for word in ("--bot", name)]
    lines = ["--line", "hours 48", "--line", "hours stock 12", "--line", "as seated"]
    made = waybill(tmp_path, "game", "new", "1861", *bots, *lines, "--noshow", "standing", "--json")
    assert [seat["name"] for seat in made["seats"]] == ["Ann", "Ben", "Cy"]
    house = open_house(settings_for(tmp_path), migrated=True)
    terms = house.row(made["game"]).terms
    house.office.close()
    assert (terms["hours"]["operating"], terms["hours"]["stock"], terms["noshow"]) == (48, 12, "standing")
    assert "can't read 'hours soon'" in waybill(
        tmp_path, "game", "new", "1861", *bots, "--line", "hours soon", status=1
    )


def test_mistakes_are_one_sentence_and_no_traceback(tmp_path: Path) -> None:
    said = waybill(tmp_path, "game", "new", "1899", "--bot", "Red", "--bot", "Blue", status=1)
    assert "1861" in said
    assert "Traceback" not in said
    assert "no game" in waybill(tmp_path, "game", "state", "nothing", status=1)
    assert "not set aside" in waybill(tmp_path, "mail", "retry", "1", status=1)


def test_the_launcher_reaches_the_commands(tmp_path: Path) -> None:
    env = {**os.environ, "WAYBILL_HOME": str(tmp_path)}
    words = [sys.executable, "-m", "moderator", "help"]
    done = subprocess.run(words, env=env, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    for word in ("run", "game", "mail", "sweep", "backup", "restore", "audit", "migrate", "report", "user"):
        assert word in done.stdout


def test_the_list_says_what_the_commands_say_themselves() -> None:
    assert {name: one.short_help or one.help for name, one in loaded.commands.items() if not one.hidden} == LISTED


def test_the_list_is_shown_without_loading_the_moderator() -> None:
    ask = "import sys; from moderator.__main__ import main; main(['help'], standalone_mode=False); print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "Does everything that is due" in shown
    assert not {"sqlalchemy", "engine", "moderator.command_line"} & set(shown.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"DATABASE_URL": "postgresql://waybill:hunter2@127.0.0.1:1/waybill"}, "can't be used"),
        ({"DATABASE_URL": "sqlite:////nowhere/at/all.sqlite"}, "can't be used"),
        ({"HOME": "/dev/null/data"}, "WAYBILL_HOME"),
        ({"SMTP_BIND": "everywhere"}, "WAYBILL_SMTP_BIND"),
    ],
)
def test_a_service_that_can_not_start_says_why_in_one_sentence(
    tmp_path: Path,
    settings: dict[str, str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for key, value in {"HOME": str(tmp_path), **settings}.items():
        monkeypatch.setenv(f"WAYBILL_{key}", value)
    # Starting sets up the logs of the whole process, which here is ours.
    monkeypatch.setattr(service, "set_up", lambda _style: None)
    assert service.main() in (1, 2)
    said = capsys.readouterr().err
    assert said.startswith("waybill: ")
    assert words in said
    assert len(said.strip().splitlines()) == 1
    assert "hunter2" not in said
    done = CliRunner().invoke(main, ["game", "list"])
    assert done.exit_code == 1
    assert words in done.output


def test_a_database_from_the_future_is_left_alone(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path))
    with house.office.database.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(migrate.NoDatabase, match="newer"):
        migrate.migrate(house.office.database)
    house.office.close()


def test_mails_that_were_not_taken_are_listed_and_sent_by_hand(tmp_path: Path) -> None:
    home = tmp_path / "data"
    seats = ["--seat", "Red=red@example.org", "--bot", "Green", "--bot", "Blue"]
    with pytest.MonkeyPatch.context() as patched, faulty_relay() as relay:
        patched.setenv("WAYBILL_SMTP_RELAY", relay.url)
        relay.stage, relay.fault = "MAIL", "550 5.7.1 not from here"
        waybill(home, "game", "new", "1861", *seats, "--as-seated", "--start")
        waybill(home, "sweep")
        waiting = waybill(home, "outbox", "list", "--json")
        assert {(one["status"], one["trouble"]) for one in waiting} == {
            ("pending", "relay, MAIL FROM: 550 5.7.1 not from here")
        }
        assert "not from here" in waybill(home, "outbox", "list")
        relay.stage = ""
        (number,) = [one["mail"] for one in waiting if one["to"] == "red@example.org"]
        assert waybill(home, "outbox", "retry", str(number), "--json") == {"tried": [number], "sent": [number]}
        assert "red@example.org" in [to for to, _ in relay.received]
        assert "Not waiting" in waybill(home, "outbox", "retry", "99", status=1)
        waybill(home, "outbox", "retry")
        assert waybill(home, "outbox", "list", "--json") == []
