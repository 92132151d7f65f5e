"""The only reader of the environment: every setting the service has, with its default, checked once at start."""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
# An installed copy lies beside other people's packages, where no data may be kept.
CHECKOUT = (ROOT / "pyproject.toml").exists()
PREFIX = "WAYBILL_"


class BadSetting(Exception):
    """A setting that can't be used, said in one sentence."""


@dataclass(frozen=True)
class Settings:
    """What an operator may choose. Secrets are left out of ``repr`` so that they never reach a log."""

    home: Path
    database_url: str
    broker_url: str | None
    http_bind: tuple[str, int]
    smtp_bind: tuple[str, int]
    smtp_relay: str | None = field(repr=False)
    mail_domain: str
    base_url: str
    secret_key: str = field(repr=False)
    admin_email: str
    trust: str
    # The name before the `@` when all order addresses are plus addresses of one mailbox at a provider.
    mailbox: str = ""
    lmtp_bind: tuple[str, int] | None = None
    imap_url: str | None = field(repr=False, default=None)
    # For a mailbox and a relay that take no passwords from programs: where tokens are had, and what is shown for them.
    oauth_url: str = ""
    oauth_client: str | None = None
    oauth_secret: str | None = field(repr=False, default=None)
    oauth_token: str | None = field(repr=False, default=None)
    mailgun_key: str | None = field(repr=False, default=None)
    postmark_login: str | None = field(repr=False, default=None)
    sendgrid_key: str | None = field(repr=False, default=None)
    ses_topic: str | None = None
    raw_key: str | None = field(repr=False, default=None)
    metrics_token: str | None = field(repr=False, default=None)
    # Proxies that may say where a caller comes from, besides one on this machine.
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    log: str = "text"
    keep_sent_days: int = 30
    # How long incoming mails are kept after they were dealt with; 0 keeps them for ever.
    keep_received_days: int = 365
    max_mail_bytes: int = 10 * 1024 * 1024

    @property
    def embedded(self) -> bool:
        """One process does it all: no broker, so the queue is a memory of this process."""
        return self.broker_url is None

    @property
    def local_mailbox(self) -> bool:
        """Outgoing mail stays here and is read on a page, because there is no relay to give it to."""
        return self.smtp_relay is None

    @property
    def hooks(self) -> dict[str, str]:
        """The providers that may post mail to us, each with the secret it proves itself by: those that have one."""
        given = {
            "mailgun": self.mailgun_key,
            "postmark": self.postmark_login,
            "sendgrid": self.sendgrid_key,
            "ses": self.ses_topic,
            "raw": self.raw_key,
        }
        return {name: secret for name, secret in given.items() if secret}

    @property
    def loopback(self) -> bool:
        """Only people at this very machine can reach the pages."""
        return self.http_bind[0] in ("127.0.0.1", "::1", "localhost")


def load(environ: Mapping[str, str] | None = None) -> Settings:
    """Reads the environment, fills in defaults, makes the data folder and its secret where needed."""
    env = os.environ if environ is None else environ
    home = Path(_get(env, "HOME") or _usual_home()).expanduser().resolve()
    # Mails and addresses are nobody else's business on a machine with several users.
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as wrong:
        raise BadSetting(f"{PREFIX}HOME: the data folder {home} can't be made: {wrong.strerror}.") from wrong
    if _for_us_alone(home):
        keep_private(home)
    database = _get(env, "DATABASE_URL") or f"sqlite:///{home / 'waybill.sqlite'}"
    broker = _get(env, "BROKER_URL")
    http = _bind(env, "HTTP_BIND", "127.0.0.1:8080")
    mailbox, at_home = _mailbox(env)
    domain = (at_home or _get(env, "MAIL_DOMAIN") or "waybill.localhost").lower()
    return Settings(
        home=home,
        database_url=_driver(database),
        broker_url=broker,
        http_bind=http,
        smtp_bind=_bind(env, "SMTP_BIND", "127.0.0.1:2525"),
        smtp_relay=_relay(_get(env, "SMTP_RELAY")),
        mail_domain=domain,
        base_url=(_get(env, "BASE_URL") or f"http://{_shown(http)}").rstrip("/"),
        secret_key=_secret(env, home, production=broker is not None),
        # At somebody else's domain `admin` is somebody else.
        admin_email=(_get(env, "ADMIN_EMAIL") or f"{mailbox or 'admin'}@{domain}").lower(),
        trust=_trust(_get(env, "TRUST") or "none"),
        mailbox=mailbox,
        lmtp_bind=_bind(env, "LMTP_BIND", "127.0.0.1:2424") if _get(env, "LMTP_BIND") else None,
        imap_url=_imap(_get(env, "IMAP_URL")),
        oauth_url=_token_url(env),
        oauth_client=_get(env, "OAUTH_CLIENT"),
        oauth_secret=_get(env, "OAUTH_SECRET"),
        oauth_token=_get(env, "OAUTH_TOKEN"),
        mailgun_key=_get(env, "MAILGUN_KEY"),
        postmark_login=_get(env, "POSTMARK_LOGIN"),
        sendgrid_key=_get(env, "SENDGRID_KEY"),
        ses_topic=_get(env, "SES_TOPIC"),
        raw_key=_get(env, "RAW_KEY"),
        metrics_token=_get(env, "METRICS_TOKEN"),
        proxies=_networks(env, "PROXIES"),
        log=_get(env, "LOG") or "text",
        keep_sent_days=_number(env, "KEEP_SENT_DAYS", 30),
        keep_received_days=_number(env, "KEEP_RECEIVED_DAYS", 365),
        max_mail_bytes=_number(env, "MAX_MAIL_BYTES", 10 * 1024 * 1024),
    )


def _for_us_alone(home: Path) -> bool:
    """Whether it is empty or our secret or database is in it: a folder that others use is not ours to close."""
    names = {file.name for file in home.iterdir()}
    return not names or bool(names & {"secret_key", "waybill.sqlite"})


def keep_private(path: Path) -> None:
    """Takes away what others may do with a file or folder of ours, also where it was made before we came."""
    found = path.stat()
    if found.st_mode & 0o077 and found.st_uid == os.geteuid():
        path.chmod(found.st_mode & 0o700)


def _usual_home() -> Path:
    return ROOT / "var" if CHECKOUT else Path.home() / ".local" / "share" / "waybill"


def _get(env: Mapping[str, str], name: str) -> str | None:
    return env.get(PREFIX + name, "").strip() or None


def _number(env: Mapping[str, str], name: str, default: int) -> int:
    written = _get(env, name)
    if written is None:
        return default
    if not written.isdigit():
        raise BadSetting(f"{PREFIX}{name} must be a whole number, not {written!r}.")
    return int(written)


def _networks(env: Mapping[str, str], name: str) -> tuple[IPv4Network | IPv6Network, ...]:
    try:
        return tuple(ip_network(one.strip(), strict=False) for one in (_get(env, name) or "").split(",") if one.strip())
    except ValueError as wrong:
        raise BadSetting(f"{PREFIX}{name} must be addresses or networks such as 172.16.0.0/12: {wrong}.") from wrong


def _bind(env: Mapping[str, str], name: str, default: str) -> tuple[str, int]:
    written = _get(env, name) or default
    host, _, port = written.rpartition(":")
    if not host or not port.isdigit() or not 0 <= int(port) < 65536:
        raise BadSetting(f"{PREFIX}{name} must look like {default}, not {written!r}.")
    return host.strip("[]"), int(port)


def _mailbox(env: Mapping[str, str]) -> tuple[str, str]:
    """Name and domain of the one mailbox; both empty where a whole domain is ours."""
    written = _get(env, "MAILBOX")
    if written is None:
        return "", ""
    name, _, domain = written.lower().rpartition("@")
    if not name or not domain or "+" in name:
        raise BadSetting(f"{PREFIX}MAILBOX must look like club@example.org, not {written!r}.")
    if _get(env, "MAIL_DOMAIN") not in (None, domain):
        raise BadSetting(f"{PREFIX}MAILBOX is at {domain}; leave {PREFIX}MAIL_DOMAIN out.")
    return name, domain


def _shown(bind: tuple[str, int]) -> str:
    host = "127.0.0.1" if bind[0] in ("0.0.0.0", "::") else bind[0]  # noqa: S104  (compared, not bound)
    return f"[{host}]:{bind[1]}" if ":" in host else f"{host}:{bind[1]}"


def _relay(url: str | None) -> str | None:
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise BadSetting(f"{PREFIX}SMTP_RELAY must look like smtp://user:password@host:587.")
    return url


def _trust(written: str) -> str:
    """A word that is none of these would have every order confirmed, and nobody would know why."""
    if written not in ("none", "provider", "dkim") and not re.fullmatch(r"header:\S+", written):
        raise BadSetting(f"{PREFIX}TRUST must be none, dkim, provider or header:NAME, not {written!r}.")
    return written


def _imap(url: str | None) -> str | None:
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("imap", "imaps") or not parts.hostname or not parts.username:
        raise BadSetting(f"{PREFIX}IMAP_URL must look like imaps://user:password@host/INBOX (an @ in the user: %40).")
    return url


def _token_url(env: Mapping[str, str]) -> str:
    url = _get(env, "OAUTH_URL") or "https://oauth2.googleapis.com/token"
    parts = urlsplit(url)
    # What is shown there opens the mailbox.
    private = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "::1"))
    if not private or not parts.hostname:
        raise BadSetting(f"{PREFIX}OAUTH_URL must be an https:// address, not {url!r}.")
    if _get(env, "OAUTH_TOKEN") and not _get(env, "OAUTH_CLIENT"):
        raise BadSetting(f"{PREFIX}OAUTH_TOKEN needs {PREFIX}OAUTH_CLIENT: whom the token was given to.")
    return url


def _driver(url: str) -> str:
    """Providers hand out postgres:// addresses; the driver we ship is psycopg 3."""
    for old in ("postgres://", "postgresql://"):
        if url.startswith(old):
            return "postgresql+psycopg://" + url[len(old) :]
    return url


def _secret(env: Mapping[str, str], home: Path, *, production: bool) -> str:
    given = _get(env, "SECRET_KEY")
    if given is not None:
        if len(given) < 32:
            raise BadSetting(f"{PREFIX}SECRET_KEY must have at least 32 characters.")
        return given
    if production:
        raise BadSetting(f"{PREFIX}SECRET_KEY is required when {PREFIX}BROKER_URL is set: all processes must share it.")
    kept = home / "secret_key"
    if kept.exists():
        keep_private(kept)
    else:
        keep_secret(kept, secrets.token_hex(32), replace=False)
    found = kept.read_text().strip()
    if len(found) < 32:
        # An empty one would be everybody's: seats' addresses and links are derived from it.
        raise BadSetting(f"{kept} holds no secret; put the one from a backup there, or remove the file for a new one.")
    return found


def keep_secret(kept: Path, secret: str, *, replace: bool) -> None:
    """Writes it down whole or not at all, for its owner alone. Unless it may replace one, the first who writes wins:
    two processes that start together must end with the same secret."""
    number, name = tempfile.mkstemp(prefix="secret_key.", dir=kept.parent)
    try:
        with os.fdopen(number, "w") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            Path(name).replace(kept)
        else:
            try:
                os.link(name, kept)
            except OSError:
                # Somebody was first; or this disk knows no links, and then nobody was.
                if not kept.exists():
                    Path(name).replace(kept)
    finally:
        Path(name).unlink(missing_ok=True)


def bare_environment() -> dict[str, str]:
    """The environment for a program of ours that handles a stranger's file: it is told none of our settings."""
    return {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LANG") if name in os.environ}


def handed_on(settings: Settings) -> dict[str, str]:
    """The environment for a program of ours that this one starts: it must find the same data under the same secret."""
    same = {"HOME": str(settings.home), "DATABASE_URL": settings.database_url, "SECRET_KEY": settings.secret_key}
    return {**os.environ, **{f"WAYBILL_{name}": value for name, value in same.items()}}
