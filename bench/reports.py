"""What a report costs: the whole of it (text, HTML, pictures, files) for a position nobody has seen, and each further
reader of the same position."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from moderator.outbox.report import Kind, RenderedMail, ReportView, report
from moderator.outbox.report.common import forget
from tests.moderator.report.positions import PLAYED, game, view

NAMES = (
    "1861-auction-opens", "1861-track", "1861-merger", "1861-late",
    "1882-auction-opens", "1882-stock", "1882-run", "1882-late",
)  # fmt: skip


def _spent(asked: ReportView) -> tuple[float, RenderedMail]:
    begun = time.process_time()
    mail = report(asked)
    return (time.process_time() - begun) * 1000, mail


def rows() -> Iterator[dict[str, object]]:
    report(view(*game(*PLAYED["1861-stock"])))  # Templates and fonts are read once in a process's life.
    for name in NAMES:
        played, state = game(*PLAYED[name])
        mover = view(played, state)
        first, further, others = [], [], []
        for _ in range(3):
            forget()
            # A copy, so that nothing is known of the position by its identity.
            asked = replace(mover, state=state.change())
            spent, mail = _spent(asked)
            first.append(spent)
            further.append(_spent(replace(asked, state=state.change()))[0])
            for number, seat in enumerate(state.players):
                other = replace(asked, kind=Kind.REPORT, seat=seat, happened=played[-3 - 3 * number :])
                if seat != mover.seat:
                    others.append(_spent(other)[0])
        files = (*mail.related, *mail.attachments)
        yield {
            "report": name,
            "whole, CPU ms": round(min(first), 1),
            "same again, CPU ms": round(min(further), 1),
            "further reader, CPU ms": round(max(min(others[n::2]) for n in range(2)), 1),
            "text kB": round(len(mail.text.encode()) / 1000, 1),
            "HTML kB": round(len(mail.html.encode()) / 1000, 1),
            "map kB": round(len(mail.related[0].data) / 1000, 1),
            "files kB": round(sum(len(file.data) for file in files) / 1000, 1),
        }
