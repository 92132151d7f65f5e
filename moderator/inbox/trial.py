"""A mail that was begun again and again without an end, worked on by a process of its own.

Whoever began it did not come back: it may have been this mail, or whatever else ended the process (a power cut, an
impatient operator, another mail). Only a process that has nothing else to do tells which. If it ends before its time
while we are still here, it was the mail; if we are ended too, nobody learns anything and nothing is held against it.
"""

from __future__ import annotations

import subprocess
import sys

from config.settings import ROOT, handed_on
from moderator.office.desk import Office

# No honest mail takes a hundredth of this.
PATIENCE = 120


def survives(office: Office, mail_id: int) -> bool:
    """Whether a process of its own lived to the end of this mail."""
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
        return False
    return done.returncode == 0
