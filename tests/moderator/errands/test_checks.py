"""What /readyz notices: a dead relay, beat or worker, a full disk, mails that are tried in vain."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from config.settings import ROOT
from moderator.errands import checks, heartbeat
from moderator.outbox import post
from moderator.store.tables import Outgoing
from moderator.web import create_app
from tests.moderator.house import House, open_house, settings_for
from tests.services import SmtpSink, free_port


@pytest.fixture(autouse=True)
def nothing_known_of_relays() -> Iterator[None]:
    checks._relays.clear()
    yield
    checks._relays.clear()


def ready(house: House) -> dict[str, str]:
    answer = create_app(house.office).test_client().get("/readyz")
    assert answer.json is not None
    assert (answer.status_code == 200) == (answer.json["status"] == "ready")
    return {name: said for name, said in answer.json.items() if said != "ok" and name != "status"}


def beating(house: House) -> None:
    for part in heartbeat.PARTS:
        heartbeat.sign(house.office, part)


def test_all_is_well_while_every_part_is_seen_at_work(house: House) -> None:
    beating(house)
    assert ready(house) == {}


@pytest.mark.parametrize("part", heartbeat.PARTS)
def test_a_part_that_was_not_seen_for_a_while_is_named(house: House, part: str) -> None:
    beating(house)
    house.pass_time(minutes=2)
    for other in heartbeat.PARTS:
        if other != part:
            heartbeat.sign(house.office, other)
    assert ready(house) == {part: "last seen 120 s ago"}


def test_a_worker_is_not_called_dead_while_nobody_calls_it(house: House) -> None:
    """Killing the beat of a league made both look dead, and the operator looked for the wrong one."""
    beating(house)
    house.pass_time(seconds=20)
    heartbeat.sign(house.office, heartbeat.BEAT)
    house.pass_time(minutes=2)
    told = {"beat": "last seen 120 s ago", "worker": "not called since the beat is silent"}
    assert ready(house) == told
    beating(house)
    house.pass_time(minutes=5)
    heartbeat.sign(house.office, heartbeat.BEAT)
    house.pass_time(minutes=2)
    assert ready(house) == {"beat": "last seen 120 s ago", "worker": "last seen 420 s ago"}, "it was dead before"


def test_a_part_signs_again_only_after_a_while(house: House) -> None:
    assert heartbeat.sign(house.office, heartbeat.BEAT)
    assert not heartbeat.sign(house.office, heartbeat.BEAT)
    house.pass_time(seconds=16)
    assert heartbeat.sign(house.office, heartbeat.BEAT)


def test_a_dead_relay_is_noticed_before_a_mail_meets_it(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path, SMTP_RELAY=f"smtp://127.0.0.1:{free_port()}"))
    beating(house)
    assert ready(house) == {"relay": "does not answer: ConnectionRefusedError"}
    house.office.close()


def test_a_relay_that_answers_is_not_asked_every_time(tmp_path: Path, smtp_sink: SmtpSink) -> None:
    house = open_house(settings_for(tmp_path, SMTP_RELAY=smtp_sink.url))
    beating(house)
    assert ready(house) == {}
    assert checks._relays[smtp_sink.url][1] == "ok"
    house.office.close()


def test_mails_tried_in_vain_are_noticed_until_one_gets_through(tmp_path: Path, smtp_sink: SmtpSink) -> None:
    house = open_house(settings_for(tmp_path, SMTP_RELAY=smtp_sink.url))
    smtp_sink.answer = "451 later"
    house.game("Red", "Blue")
    house.deliver()
    house.pass_time(minutes=11)
    beating(house)
    assert "2 emails are tried in vain" in ready(house)["outbox"]
    told = create_app(house.office).test_client().get("/metrics").text
    assert "waybill_outbox_stuck 2.0" in told
    assert "waybill_outbox_lag_seconds 660.0" in told
    assert 'waybill_ready{check="outbox"} 0.0' in told
    with house.office.reading() as desk:
        first = desk.session.scalars(select(Outgoing.id).order_by(Outgoing.id)).first()
    assert first is not None
    smtp_sink.answer = "250 kept"
    post.deliver(house.office, first)
    # The other is its recipient's trouble as long as anything gets through.
    assert ready(house) == {}
    house.office.close()


def test_a_full_disk_is_noticed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    beating(house)
    monkeypatch.setattr(checks, "disk_free", lambda _office: 5 * 2**20)
    assert ready(house) == {"disk": "only 5 MB free"}


def test_a_bearer_that_is_no_ascii_is_refused_and_no_trouble_of_ours(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path, METRICS_TOKEN="a token for the tests"))
    answer = create_app(house.office).test_client().get("/metrics", headers={"Authorization": "Bearer é"})
    assert answer.status_code == 403
    house.office.close()


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_data_folder_made_beforehand_is_closed_to_others(tmp_path: Path) -> None:
    home = tmp_path / "data"
    home.mkdir(mode=0o755)
    home.chmod(0o755)
    house = open_house(settings_for(home))
    assert mode(home) == 0o700
    files = {file.name: mode(file) for file in home.iterdir()}
    assert {"secret_key", "waybill.sqlite"} <= set(files)
    assert set(files.values()) == {0o600}
    house.office.close()
    for file in home.iterdir():
        file.chmod(0o644)
    house = open_house(settings_for(home))
    assert {mode(file) for file in home.iterdir()} == {0o600}
    house.office.close()


def test_a_folder_that_others_use_is_not_closed_to_them(tmp_path: Path) -> None:
    home = tmp_path / "shared"
    home.mkdir()
    home.chmod(0o755)
    (home / "of somebody else").touch()
    settings_for(home, SECRET_KEY="only for the tests, and long enough")
    assert mode(home) == 0o755


def test_alarms_and_dashboard_ask_for_measures_that_exist(house: House) -> None:
    text = create_app(house.office).test_client().get("/metrics").text
    told = set(re.findall(r"^# TYPE (waybill_\w+)", text, re.MULTILINE))
    for name in ("alerts.yaml", "dashboard.json"):
        asked = set(re.findall(r"waybill_[a-z_]+", (ROOT / "config" / name).read_text()))
        assert len(asked) > 4
        assert asked <= told, name
    for panel in json.loads((ROOT / "config" / "dashboard.json").read_text())["panels"]:
        assert panel["targets"], panel["title"]


def test_every_alarm_says_when_how_bad_and_what_it_means() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    (group,) = yaml.safe_load((ROOT / "config" / "alerts.yaml").read_text())["groups"]
    for rule in group["rules"]:
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"].endswith(".")
