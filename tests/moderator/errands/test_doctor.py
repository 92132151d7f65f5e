"""The doctor sees what is not well, says what to do, and sends and changes nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from moderator.errands import checks, heartbeat
from moderator.errands.doctor import Ask, Health, examine
from tests.moderator.house import House, open_house, settings_for
from tests.services import SmtpSink, free_port
from tests.workers.test_command_line import waybill

DOMAIN = "orders.example.org"
RECORDS: Mapping[tuple[str, str], list[str]] = {
    (DOMAIN, "MX"): ["10 mx.example.org."],
    (DOMAIN, "TXT"): ["v=spf1 include:relay.example.org -all", "something else"],
    (f"_dmarc.{DOMAIN}", "TXT"): ["v=DMARC1; p=quarantine"],
    (f"k1._domainkey.{DOMAIN}", "TXT"): ["v=DKIM1; k=rsa; p=MIIB"],
    ("waybill.example.org", "A"): ["192.0.2.7"],
}
WORLD = {"MAIL_DOMAIN": DOMAIN, "BASE_URL": "https://waybill.example.org", "TRUST": "header:mx.example.org"}


def world(**changed: list[str]) -> Ask:
    """The DNS with some records of the order domain changed: `mx`, `spf`, `dmarc`, `dkim`."""
    names = {"mx": (DOMAIN, "MX"), "spf": (DOMAIN, "TXT")}
    names |= {"dmarc": (f"_dmarc.{DOMAIN}", "TXT"), "dkim": (f"k1._domainkey.{DOMAIN}", "TXT")}
    records = {**RECORDS, **{names[what]: values for what, values in changed.items()}}
    return lambda name, kind: records.get((name, kind), [])


def seen(house: House, ask: Ask | None = None, off: float = 0, selector: str = "k1") -> dict[str, tuple[Health, str]]:
    found = examine(house.office, selector, ask or world(), lambda: time.time() + off)
    return {one.what: (one.health, one.said) for one in found}


@pytest.fixture
def league(tmp_path: Path, smtp_sink: SmtpSink) -> Iterator[House]:
    checks._relays.clear()
    house = open_house(settings_for(tmp_path / "data", SMTP_RELAY=smtp_sink.url, **WORLD))
    for part in heartbeat.PARTS:
        heartbeat.sign(house.office, part)
    yield house
    house.office.close()


def test_a_service_that_is_well_has_nothing_to_mend(league: House) -> None:
    found = seen(league)
    assert {name for name, (health, _) in found.items() if health is not Health.OK} == set(), found
    assert {"mx", "spf", "dkim", "dmarc", "relay", "clock", "secret", "files", "disk", "broker", "database"} <= set(
        found
    )


@pytest.mark.parametrize(
    ("what", "records", "health", "said"),
    [
        ("mx", [], Health.BAD, "no order mail can reach us"),
        ("spf", ["something else"], Health.BAD, "no SPF record"),
        ("spf", ["v=spf1 -all", "v=spf1 mx ~all"], Health.BAD, "two SPF records"),
        ("spf", ["v=spf1 mx"], Health.ODD, "does not end in -all"),
        ("dmarc", [], Health.BAD, "no DMARC record"),
        ("dmarc", ["v=DMARC1; p=none"], Health.ODD, "only watches"),
        ("dkim", [], Health.BAD, "no key under that name"),
        ("dkim", ["v=DKIM1; p="], Health.BAD, "withdrawn"),
    ],
)
def test_a_record_that_is_missing_or_wrong_is_named(
    league: House, what: str, records: list[str], health: Health, said: str
) -> None:
    found = seen(league, world(**{what: records}))[what]
    assert found[0] is health
    assert said in found[1]


def test_a_key_is_looked_up_only_when_its_name_is_given(league: House) -> None:
    assert seen(league, selector="")["dkim"][0] is Health.ODD


def test_names_that_nobody_answers_for_are_no_alarm(league: House) -> None:
    def silent(_name: str, _kind: str) -> list[str]:
        raise OSError("LifetimeTimeout")

    assert {seen(league, silent)[what][0] for what in ("mx", "spf", "dmarc", "dkim", "pages' name")} == {Health.ODD}


def test_a_clock_that_is_off_is_bad(league: House) -> None:
    assert seen(league, off=1)["clock"][0] is Health.OK
    assert seen(league, off=-60)["clock"] == (Health.BAD, "60.0 s off, by pool.ntp.org")


def test_a_relay_that_is_gone_or_refuses_our_password_is_bad(league: House, smtp_sink: SmtpSink) -> None:
    gone = f"smtp://127.0.0.1:{free_port()}"
    for url, said in (
        (gone, "does not answer: ConnectionRefusedError"),
        # It offers no way to sign in at all.
        (f"smtp://me:secret@127.0.0.1:{smtp_sink.port}", "does not answer: SMTPNotSupportedError"),
    ):
        league.office.settings = replace(league.office.settings, smtp_relay=url)
        health, words = seen(league)["relay"]
        assert (health, said in words) == (Health.BAD, True)
        assert "secret" not in words
    assert smtp_sink.received == []


def test_files_that_others_can_open_are_named(league: House) -> None:
    copy = league.office.settings.home / "backups" / "1.backup"
    copy.parent.mkdir()
    copy.touch(mode=0o644)
    copy.chmod(0o644)
    assert seen(league)["files"] == (Health.BAD, f"others on this machine can open {copy}: chmod go= {copy}")


def test_a_poor_secret_and_another_secret_are_noticed(league: House) -> None:
    league.game("Red", "Blue")
    assert seen(league)["order addresses"] == (Health.OK, "2, all made with this secret")
    league.office.settings = replace(league.office.settings, secret_key="ab" * 20)
    found = seen(league)
    assert found["secret"][0] is Health.ODD
    assert found["order addresses"][0] is Health.BAD
    assert "./waybill rekey" in found["order addresses"][1]


def test_choices_that_leave_a_league_open_are_named(league: House) -> None:
    league.office.settings = replace(league.office.settings, trust="none", base_url="http://waybill.example.org")
    found = seen(league)
    assert (found["trust"][0], found["pages"][0]) == (Health.ODD, Health.BAD)


def test_a_receivers_word_counts_for_nothing_at_a_providers_hook(league: House) -> None:
    assert seen(league)["trust"] == (Health.OK, "header:mx.example.org")
    league.office.settings = replace(league.office.settings, mailgun_key="a key of mailgun's")
    found = seen(league)["trust"]
    assert found[0] is Health.ODD
    assert "/hooks/mail/mailgun" in found[1]


def test_the_command_says_it_line_by_line_and_by_its_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moderator.errands.doctor.TIME_SERVER", "127.0.0.1")
    said = waybill(tmp_path, "doctor", status=1)
    # Nothing runs here, and nobody has migrated the database.
    assert "bad  database: needs ./waybill migrate" in said
    assert "ok   dns: waybill.localhost is a name of this machine only" in said
    assert "ok   relay: none: mail stays in the local mailbox" in said


def test_a_database_that_may_forget_what_it_has_said_is_named(tmp_path: Path, postgres_url: str) -> None:
    house = open_house(settings_for(tmp_path, DATABASE_URL=postgres_url, SECRET_KEY="s" * 40))
    with house.office.database.connect() as line:
        # The tests' own server may lose all when the machine does.
        assert line.exec_driver_sql("SHOW fsync").scalar() == "off"
    health, said = seen(house)["database's memory"]
    house.office.close()
    assert health is Health.BAD and said.startswith("fsync off:")
