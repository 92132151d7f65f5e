"""The files of a mail, found by the reader that found its text: what is beyond its limits is not there."""

from __future__ import annotations

from moderator.hearing.submission import Attached, Submission
from moderator.inbox.mime import open_mail


def attached(submission: Submission) -> tuple[Attached, ...]:
    """The files of the mail that is worked through, or of the one its word has come back for."""
    row = submission.desk.incoming.get(submission.letter_id or submission.mail_id or 0)
    leaves = open_mail(row.raw).leaves if row is not None else []
    return tuple(Attached(one.filename, one.kind, one.data) for one in leaves)
