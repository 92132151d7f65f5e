"""Settings are checked in one sentence; logs keep no secrets and no addresses."""

from __future__ import annotations

import errno
import io
import json
import logging
import smtplib
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError, OperationalError

from config.logging import Lines, Seldom, redact
from config.settings import ROOT, BadSetting, keep_secret, load
from moderator.gateway.webhook import PROVIDERS
from moderator.store.tables import Address, Mail
from tests.moderator.house import open_house, settings_for
from tests.services import free_port
from workers.__main__ import way_in
from workers.smtp import doors


def env(home: Path, **more: str) -> dict[str, str]:
    return {"WAYBILL_HOME": str(home), **{f"WAYBILL_{key}": value for key, value in more.items()}}


def test_everything_has_a_default_and_the_secret_is_kept(tmp_path: Path) -> None:
    first, second = load(env(tmp_path)), load(env(tmp_path))
    assert first == second
    assert first.embedded and first.local_mailbox and first.loopback
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert first.secret_key not in repr(first)


@pytest.mark.parametrize("spoilt", ["", "\n", "short"])
def test_a_secret_that_is_none_is_nobodys(tmp_path: Path, spoilt: str) -> None:
    """A disk that was full at the first start left an empty file, and seats' addresses were made with that."""
    (tmp_path / "secret_key").write_text(spoilt)
    with pytest.raises(BadSetting, match="holds no secret"):
        load(env(tmp_path))


@pytest.mark.parametrize("links", [True, False])
def test_a_secret_is_kept_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    if not links:
        monkeypatch.setattr("os.link", full)
    with monkeypatch.context() as now:
        now.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space"):
            load(env(tmp_path))
    assert list(tmp_path.iterdir()) == []
    first = load(env(tmp_path)).secret_key
    assert len(first) == 64 and load(env(tmp_path)).secret_key == first
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]
    # One that is there is not replaced by somebody who starts at the same moment.
    keep_secret(tmp_path / "secret_key", "x" * 64, replace=False)
    assert load(env(tmp_path)).secret_key == first
    with monkeypatch.context() as now, pytest.raises(OSError, match="No space"):
        now.setattr("os.fsync", full)
        keep_secret(tmp_path / "secret_key", "x" * 64, replace=True)
    assert load(env(tmp_path)).secret_key == first


def test_which_hooks_are_open_is_said_in_one_place(tmp_path: Path) -> None:
    assert load(env(tmp_path)).hooks == {}
    one = load(env(tmp_path, RAW_KEY="a key", POSTMARK_LOGIN="ann:pass"))
    assert one.hooks == {"postmark": "ann:pass", "raw": "a key"}
    every = load(
        env(tmp_path, **dict.fromkeys(("MAILGUN_KEY", "POSTMARK_LOGIN", "SENDGRID_KEY", "SES_TOPIC", "RAW_KEY"), "x"))
    )
    assert tuple(every.hooks) == PROVIDERS
    code = [file for room in ("moderator", "workers", "config") for file in (ROOT / room).rglob("*.py")]
    assert [file.name for file in code if "postmark_login" in file.read_text()] == ["settings.py"]


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
        ("MAILBOX", "club"),
        ("MAILBOX", "club+more@example.org"),
        ("LMTP_BIND", "somewhere"),
        ("TRUST", "DKIM"),
        ("TRUST", "header:"),
        ("TRUST", "mx.example.org"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=r"WAYBILL_"):
        load(env(tmp_path, **{name: value}))


def test_one_mailbox_at_a_provider_carries_every_order_address(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path, MAILBOX="Club@Example.org"))
    address = house.address(house.game("Red", "Blue"), "Red")
    assert address.startswith("club+g")
    assert address.endswith("@example.org")
    # The mailbox's owner has other mail, which is none of ours.
    assert not house.office.addresses.is_ours("club@example.org")
    assert house.office.addresses.is_ours(address)
    house.office.close()
    with pytest.raises(BadSetting, match="leave WAYBILL_MAIL_DOMAIN out"):
        load(env(tmp_path, MAILBOX="club@example.org", MAIL_DOMAIN="other.example"))


def test_a_receiver_on_this_machine_may_hand_over_by_lmtp(tmp_path: Path) -> None:
    port = free_port()
    binds = {"SMTP_BIND": f"127.0.0.1:{free_port()}", "LMTP_BIND": f"127.0.0.1:{port}"}
    house = open_house(settings_for(tmp_path, **binds))
    game = house.game("Red", "Blue")
    to, servers = house.address(game, "Red"), doors(house.office)
    for server in servers:
        server.start()
    try:
        with smtplib.LMTP("127.0.0.1", port, "receiver.example.org") as line:
            assert line.sendmail("red@example.org", [to], house.raw("red@example.org", to, "pass")) == {}
    finally:
        for server in servers:
            server.stop()
    with house.office.reading() as desk:
        assert [mail.source for mail in desk.session.scalars(select(Mail))] == ["lmtp"]
    house.office.close()
    assert load(env(tmp_path)).lmtp_bind is None


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


@pytest.mark.parametrize("as_json", [True, False])
def test_what_others_have_written_looks_like_no_entry_and_does_nothing(as_json: bool) -> None:
    forged = "x\n2026-11-17T12:00:00.000+00:00 info    moderator: all is well\r\x1b[2J\x9b2J\u202e\u2028"
    try:
        raise ValueError(forged)
    except ValueError:
        trouble = sys.exc_info()
    told = {"msg": f"it said {forged}", "levelname": "WARNING", "name": "x", "said_by": forged, "exc_info": trouble}
    lines = Lines(as_json=as_json).format(logging.makeLogRecord(told)).split("\n")
    assert not any(line.startswith("2026-11-17T12") for line in lines[1:])
    assert all(unicodedata.category(one) not in ("Cc", "Cf", "Zl") for line in lines for one in line)
    # Lines of ours are still lines.
    assert (len(lines) == 1) is as_json
    assert not as_json or json.loads(lines[0])["said_by"].replace("\r\n", "\n") == forged


def test_no_caller_fills_the_log_with_slips_of_the_tongue() -> None:
    """The libraries warn of every line that is no command, and of every request that has to wait."""
    script = (
        "import logging; from config.logging import set_up; set_up()\n"
        "for name in ('mail.log', 'waitress.queue'):\n"
        "    logging.getLogger(name).warning('slip'); logging.getLogger(name).error('fault')"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "slip" not in done.stderr and done.stderr.count("fault") == 2


def test_a_database_that_is_away_is_told_of_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With a full disk forty tracebacks and a hundred and sixty warnings were written in two minutes and a half."""
    now = 0.0
    monkeypatch.setattr("config.logging.time.monotonic", lambda: now)
    caplog.handler.addFilter(seldom := Seldom())
    log = logging.getLogger("tests.weather")
    for now in range(0, 150, 5):  # noqa: B007  (the clock above looks at it)
        try:
            raise OperationalError("INSERT", {"text": "nobody's business"}, Exception("disk is full\nand more"))
        except OperationalError as trouble:
            log.exception("could not")
            log.warning("no sign of life", extra={"weather": trouble})
        log.error("a mail of its own was not sent")
    caplog.handler.removeFilter(seldom)
    said = [Lines(as_json=False).format(record) for record in caplog.records if "could not" in record.msg]
    assert len(said) == 3
    assert "weather=disk is full" in said[0]
    # Twelve times a minute two were about the weather; one of them was said.
    assert "and_as_often=23" in said[1]
    assert not any("Traceback" in line or "business" in line or "\n" in line for line in said)
    assert sum("of its own" in record.msg for record in caplog.records) == 30, "the rest is told as always"


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


def test_the_link_that_signs_in_is_told_to_a_terminal_and_to_no_journal(tmp_path: Path) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    house = open_house(settings_for(tmp_path))
    assert "/signin/" in way_in(house.office, Terminal())
    assert way_in(house.office, io.StringIO()) == "./waybill signin prints a link"
