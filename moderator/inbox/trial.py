"""A mail that was begun again and again without an end, worked on by a process of its own.

Whoever began it did not come back: it may have been this mail, or whatever else ended the process (a power cut, an
impatient operator, another mail). Only a process that has nothing else to do tells which. If it ends before its time
while we are still here, it was the mail; if we are ended too, nobody learns anything and nothing is held against it.
Nor is it where the database was away meanwhile: the process says so in a word of its own.
"""

from __future__ import annotations

import subprocess
import sys
from enum import Enum

from config.settings import ROOT, handed_on
from moderator.office.desk import Office

# No honest mail takes a hundredth of this.
PATIENCE = 120


# What a process ends with that could not try: "temporary failure" of sysexits.
NOT_NOW = 75


class Outcome(Enum):
    LIVED = "it came to an end"
    DIED = "the mail ended it"
    UNTRIED = "the database was away"


def tried(office: Office, mail_id: int) -> Outcome:
    """What became of a process of its own that worked on this mail."""
    try:
        done = subprocess.run(  # noqa: S603  (our own program, and a number)
            [sys.executable, "-m", "moderator", "mail", "work", str(mail_id)],
            env=handed_on(office.settings),
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome.DIED
    return {0: Outcome.LIVED, NOT_NOW: Outcome.UNTRIED}.get(done.returncode, Outcome.DIED)
