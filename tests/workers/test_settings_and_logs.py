"""Settings are checked in one sentence; logs keep no secrets and no addresses."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from config.logging import Lines, redact
from config.settings import ROOT, BadSetting, load
from moderator.games.store import Address
from tests.moderator.house import open_house, settings_for


def env(home: Path, **more: str) -> dict[str, str]:
    return {"WAYBILL_HOME": str(home), **{f"WAYBILL_{key}": value for key, value in more.items()}}


def test_everything_has_a_default_and_the_secret_is_kept(tmp_path: Path) -> None:
    first, second = load(env(tmp_path)), load(env(tmp_path))
    assert first == second
    assert first.embedded and first.local_mailbox and first.loopback
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert first.secret_key not in repr(first)


def test_addresses_of_databases_are_read_as_providers_write_them(tmp_path: Path) -> None:
    assert load(env(tmp_path, DATABASE_URL="postgres://u@h/d")).database_url == "postgresql+psycopg://u@h/d"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HTTP_BIND", "somewhere"),
        ("SMTP_RELAY", "relay.example.org"),
        ("SECRET_KEY", "short"),
        ("BROKER_URL", "redis://localhost"),
        ("KEEP_SENT_DAYS", "many"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=r"WAYBILL_"):
        load(env(tmp_path, **{name: value}))


def test_the_example_names_every_setting() -> None:
    example = (ROOT / "config" / "example.env").read_text()
    for name in Path(ROOT / "config" / "settings.py").read_text().split('_get(env, "')[1:]:
        assert f"WAYBILL_{name.split(chr(34))[0]}" in example


@pytest.mark.parametrize(
    "text",
    [
        "mail from red.player+x@example.org refused",
        "token abcdefghijklmnopqrstuvwx23 seen",
        "GET /signin/IjU0NmQ3.avpjzA.dktZz0Q",
        "smtp://user:hunter2@relay.example.org",
    ],
)
def test_what_must_stay_secret_never_reaches_the_log(text: str) -> None:
    for secret in ("red.player", "abcdefghijklmnopqrstuvwx23", "avpjzA", "hunter2"):
        assert secret not in redact(text)
    record = logging.makeLogRecord({"msg": text, "levelname": "INFO", "name": "x", "mail": 7})
    said = json.loads(Lines(as_json=True).format(record))
    assert said["mail"] == 7
    assert "hunter2" not in json.dumps(said)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_an_error_of_the_database_quotes_nobodys_mail(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    more = {"DATABASE_URL": request.getfixturevalue("postgres_url")} if kind == "postgres" else {}
    house = open_house(settings_for(tmp_path, **more))
    with pytest.raises(IntegrityError) as wrong, house.office.desk() as desk:
        for _ in range(2):
            address = Address(
                person_id=desk.meet("a@example.org").id, address="x", written="what Red wrote", main=False
            )
            desk.session.add(address)
            desk.session.flush()
    assert "what Red wrote" not in str(wrong.value)
    house.office.close()


def test_the_data_folder_is_for_its_owner_only(tmp_path: Path) -> None:
    home = load(env(tmp_path / "new")).home
    assert home.stat().st_mode & 0o077 == 0
