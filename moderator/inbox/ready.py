"""What a process learns before its first mail comes: the words of all languages, which take seconds to be laid out.

Whoever wrote that mail, and everybody behind them, would wait for it.
"""

from __future__ import annotations

import engine
from moderator.hearing.entering import about_events
from moderator.hearing.pointing import pointed_at
from moderator.inbox.envelope import Envelope
from moderator.inbox.letter import read

# Words nobody knows are looked for everywhere: among orders, questions, limits, quotations and what is said of events.
_LINES = ("zzqzz enters, up to 60", "I enter zzqzz as Anna", "zzqzz?")


def get_ready() -> None:
    """To be called once by whoever is going to read mails; what is learned here is never forgotten."""
    mail = "\r\n".join(("From: <nobody@localhost>", "", *_LINES))
    about_events(read(0, mail.encode(), Envelope("smtp")).said, lambda _names: {})
    for line in _LINES:
        engine.looks_ahead(line)
        engine.thanks_the_host(line)
        pointed_at(line)
