"""The state's railway in recorded games."""

from __future__ import annotations

from engine.events import TrainBought
from engine.interop.adapter import Adapter
from engine.interop.export import Export
from engine.interop.record import Action
from engine.interop.site18xx import Import
from engine.mechanisms.nationalisation.events import CompanyDissolved, CompanyNationalised
from engine.mechanisms.nationalisation.moves import Keep, Nationalise
from engine.moves import Pass


def _choose(record: Import, action: Action) -> bool:
    record.play(Nationalise())
    return True


def _nationalised(record: Import, event: CompanyNationalised) -> None:
    national = record.state.title.national
    record.trains = {t: (national if o == event.company else o) for t, o in record.trains.items()}


def _dissolved(record: Import, event: CompanyDissolved) -> None:
    record.trains = {t: ("" if o == event.company else o) for t, o in record.trains.items()}


def _bought(record: Import, event: TrainBought) -> None:
    """What the national railway buys is never recorded."""
    if event.company == record.state.title.national:
        record.claim(event.train, event.seller, event.company)


def _write_nationalise(file: Export, move: Nationalise) -> None:
    file.emit("choose", choice="nationalize")


def _write_keep(file: Export, move: Keep) -> None:
    file.write(Pass())


ADAPTER = Adapter(
    reads={"choose": _choose},
    writes={Nationalise: _write_nationalise, Keep: _write_keep},
    follows={CompanyNationalised: _nationalised, CompanyDissolved: _dissolved, TrainBought: _bought},
)
