"""The samples an operator starts from: image, compose file, units and proxy say what the Procfile says."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from config.settings import ROOT
from tests.procfile import lines

UNITS = ROOT / "config" / "systemd"


def compose() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    read: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return read


def test_compose_starts_every_process_of_the_procfile_beside_its_database_and_broker() -> None:
    services = compose()["services"]
    assert set(services) == {*lines(), "db", "redis"}
    assert {name: services[name]["command"] for name in lines()} == lines()


def test_compose_restarts_whatever_ends_and_waits_for_the_migrations() -> None:
    services = compose()["services"]
    assert services["release"]["restart"] == "no"
    assert {service["restart"] for name, service in services.items() if name != "release"} == {"unless-stopped"}
    for name in lines().keys() - {"release"}:
        assert services[name]["depends_on"]["release"] == {"condition": "service_completed_successfully"}


def test_compose_has_no_password_of_its_own_and_opens_no_port_to_the_world() -> None:
    read = compose()
    given = {**read["x-waybill"]["environment"], **read["services"]["db"]["environment"]}
    for name in ("WAYBILL_SECRET_KEY", "POSTGRES_PASSWORD", "WAYBILL_DATABASE_URL"):
        assert re.search(r"\$\{\w+:\?\}", given[name]), f"{name} must be given from outside"
    ports = [port for service in read["services"].values() for port in service.get("ports", ())]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_every_setting_the_samples_name_is_a_setting() -> None:
    known = set(re.findall(r"^#(WAYBILL_\w+)=", (ROOT / "config" / "example.env").read_text(), re.MULTILINE))
    samples = [ROOT / "compose.yaml", ROOT / "Dockerfile", *UNITS.iterdir()]
    named = {name for file in samples for name in re.findall(r"WAYBILL_[A-Z_]+", file.read_text())}
    assert len(named) > 8
    assert named <= known


def test_the_image_copies_every_folder_that_is_installed() -> None:
    installed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    words = {word for line in copied for word in line.split()}
    assert set(installed["packages"]) <= words
    assert all((ROOT / word).exists() for word in words)
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert sent == words, "the builder is sent just what is copied"


def unit(name: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (UNITS / name).read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


def test_a_unit_stands_for_every_line_of_the_procfile() -> None:
    for name, words in lines().items():
        (started,) = unit(f"waybill-{name}.service")["ExecStart"]
        assert shlex.split(started) == [f"/opt/waybill/.venv/bin/{words[0]}", *words[1:]]
    (wanted,) = unit("waybill.target")["Wants"]
    assert set(wanted.split()) == {f"waybill-{name}.service" for name in lines() if name != "release"}


def test_a_unit_that_ends_is_started_again_however_often_and_stops_no_other() -> None:
    for name in lines().keys() - {"release"}:
        said = unit(f"waybill-{name}.service")
        assert (said["Restart"], said["StartLimitIntervalSec"]) == (["always"], ["0"])
        assert said["Requires"] == ["waybill-release.service"]
        assert said["UMask"] == ["0077"]
        assert said["StateDirectoryMode"] == ["0700"]


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for words in lines().values():
        (programs / words[0]).write_text("#!/bin/sh\n")
        (programs / words[0]).chmod(0o755)
    copies = []
    for file in sorted(UNITS.iterdir()):
        copies.append(tmp_path / file.name)
        copies[-1].write_text(file.read_text().replace("/opt/waybill", str(tmp_path)))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, copies)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "waybill.example.org")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    signed = made.not_valid_before(now).not_valid_after(now + timedelta(days=1)).sign(key, hashes.SHA256())
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "privkey.pem").write_bytes(secret)


def test_nginx_takes_the_sample_of_a_proxy(tmp_path: Path) -> None:
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        pytest.skip("nginx is not installed")
    certificate(tmp_path)
    sample = (ROOT / "config" / "nginx.conf").read_text()
    sample = sample.replace("/etc/letsencrypt/live/waybill.example.org", str(tmp_path))
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n{sample}\n}}\n")
    done = subprocess.run(
        [program, "-t", "-p", str(tmp_path), "-c", str(whole)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_proxy_keeps_what_only_the_operator_may_see_from_the_world() -> None:
    sample = (ROOT / "config" / "nginx.conf").read_text()
    for path in ("/metrics", "/readyz"):
        assert re.search(rf"location = {path} +\{{ return 404; \}}", sample)
    assert "proxy_set_header X-Forwarded-For" in sample, "whoever calls through it must not look like this machine"


def test_no_document_points_outside_the_repository() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    outside = []
    for file in documents:
        for link in re.findall(r"\]\((?!https?:|mailto:|#)([^)#\s]+)", file.read_text()):
            target = (file.parent / link).resolve()
            if not target.exists() or not target.is_relative_to(ROOT):
                outside.append(f"{file.name}: {link}")
        outside += [
            f"{file.name}: {path}" for path in re.findall(r"`(\.\./\.\./[^`]*|\.\./shared[^`]*)`", file.read_text())
        ]
    assert outside == []
