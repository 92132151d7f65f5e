"""Mergers in recorded games: the site names one minor after the other, and takes off stations one by one."""

from __future__ import annotations

from engine import game
from engine.events import DemandMade, DirectorChanged, SharesBought
from engine.interop.adapter import Adapter
from engine.interop.export import Export, RecordedTurn
from engine.interop.record import Action
from engine.interop.site18xx import Import
from engine.mechanisms.mergers.demands import SecondShareWanted, SharesOffered, StationsWanted
from engine.mechanisms.mergers.events import MergerVoid, PublicFormed
from engine.mechanisms.mergers.moves import Convert, KeepStations, Merge, Take
from engine.moves import Done, Pass
from engine.names import TREASURY, Company, Player

# Notes of the import: the minors named so far, and the owners of those that merged.
MERGING, OWNERS = "merging", "owners of merged minors"
# Notes of the export: a merger whose second share nobody has bought yet, and who has bought it but not on the site yet.
HELD, BUYER = "merger held back", "buyer held back"


def _convert(record: Import, action: Action) -> bool:
    record.notes[MERGING] = [record.company(action["entity"])]
    return True


def _merge(record: Import, action: Action) -> bool:
    named = record.company(action["corporation"])
    minors: list[Company] = record.notes.get(MERGING, [])
    if record.state.title.companies[named].kind.whole:
        record.notes[MERGING] = [*(minors or [record.company(action["entity"])]), named]
        return True
    record.notes[MERGING] = []
    if len(minors) == 1:
        record.play(Convert(minors[0], named))
    else:
        ordered = sorted(minors, key=record.state.market.rank)
        record.notes[OWNERS] = [record.state.directors[m] for m in ordered]
        record.play(Merge(tuple(minors), named))
        _second_share(record, named)
    return True


def _second_share(record: Import, public: Company) -> None:
    """A share that a merger made its director buy: the lowest number the treasury has."""
    for event in record.played[-1].events:
        if isinstance(event, SharesBought):
            lowest = min(n for n, holder in record.papers.of[public] if holder == TREASURY and n)
            record.papers.move(public, [lowest], event.player)
        elif isinstance(event, DirectorChanged):
            record.papers.directed(event.company, event.new)


def _pass(record: Import, action: Action) -> bool:
    """The end of the list of minors is passed by the first of them."""
    minors: list[Company] = record.notes.get(MERGING, [])
    return bool(minors) and action.get("entity_type") != "player" and record.company(action["entity"]) == minors[0]


def _buy_shares(record: Import, action: Action) -> bool:
    if not (record.state.demands and isinstance(record.state.demands[0], SharesOffered)):
        return False
    shares = action["shares"]
    company = record.company(shares[0].rpartition("_")[0])
    record.trade(Take(company, len(shares)), company, shares, record.player(action))
    return True


def _remove_token(record: Import, action: Action) -> bool:
    """Ours names the stations kept as soon as that is clear."""
    if action.get("entity_type") == "company":
        return False
    hex_, city = record.city(action["city"])
    step = game.open_step(record.state)
    choices = [move for move in step.candidates(record.state) if isinstance(move, KeepStations)]
    record.removed.append(f"{hex_}:{city}")
    gone = set(record.removed)

    def stays(place: str) -> bool:
        where = place if ":" in place else f"{place}:0"
        return where not in gone

    left = [move for move in choices if all(stays(place) for place in move.keeping)]
    if len(left) == 1:
        record.play(left[0])
        record.removed.clear()
    return True


def _formed(record: Import, event: PublicFormed) -> None:
    """Trains move, and certificates: one for each minor, two of them for the director's."""
    record.trains = {t: (event.public if o in event.minors else o) for t, o in record.trains.items()}
    if len(event.minors) == 1:
        record.papers.started(event.public, event.director)
        return
    owners: list[Player] = record.notes[OWNERS]
    record.papers.formed(event.public, [owner for owner in owners if owner in dict(event.shares)])
    if event.director:
        record.papers.directed(event.public, event.director)


# ---------------------------------------------------------------------- writing


def _write_convert(file: Export, move: Convert) -> None:
    file.emit("convert")
    file.emit("merge", corporation=file.site(move.public))


def _write_merge(file: Export, move: Merge) -> None:
    for minor in move.minors:
        if minor != file.state.operating:
            file.emit("merge", corporation=file.site(minor))
    file.emit("merge", corporation=file.site(move.public))
    if move.keeping and _waiting(file):
        _keep(file, move.keeping)


def _waiting(file: Export) -> bool:
    return bool(file.state.demands) and isinstance(file.state.demands[0], StationsWanted)


def _write_keep(file: Export, move: KeepStations) -> None:
    _keep(file, move.keeping)


def _keep(file: Export, keeping: tuple[str, ...]) -> None:
    """The stations not kept, taken away one by one until only one choice is left."""
    stay = {place if ":" in place else f"{place}:0" for place in keeping}
    for minor in file.state.demand(StationsWanted).minors:
        for hex_, city in file.state.board.stations(minor):
            if f"{hex_}:{city}" not in stay and _waiting(file):
                file.emit("remove_token", city=file.city(str(hex_), city), slot=0)


def _write_take(file: Export, move: Take) -> None:
    for _ in range(move.count):
        shares = file.shares(move.company, TREASURY, 1)
        file.emit("buy_shares", game.to_act(file.state), shares=shares, percent=10)


def _second_share_first(file: Export, turn: RecordedTurn) -> bool:
    """We ask for the second share before there is a merger. The site merges, keeps stations and then sells shares, and
    knows no void merger: there the minor has passed."""
    notes, move = file.shadow.notes, turn.move
    if any(isinstance(e, DemandMade) and isinstance(e.demand, SecondShareWanted) for e in turn.events):
        file.reach(turn)
        notes[HELD] = move
    elif HELD in notes and isinstance(move, Pass | Done):
        if any(isinstance(e, MergerVoid) for e in turn.events):
            del notes[HELD]
            file.write(Pass())
    elif HELD in notes and isinstance(move, Take):
        file.write(notes.pop(HELD))
        notes[BUYER] = turn.by
        if not _waiting(file):
            _buy_second(file, move.company)
    elif BUYER in notes and isinstance(move, KeepStations):
        company = file.state.demands[0].company
        file.write(move)
        _buy_second(file, company)
    else:
        return False
    return True


def _buy_second(file: Export, company: Company) -> None:
    """Who declined passes now."""
    buyer = file.shadow.notes.pop(BUYER)
    while game.to_act(file.state) != buyer:
        file.write(Pass())
    file.write(Take(company, 1))


ADAPTER = Adapter(
    reads={
        "convert": _convert,
        "merge": _merge,
        "pass": _pass,
        "buy_shares": _buy_shares,
        "remove_token": _remove_token,
    },
    takes=_second_share_first,
    writes={Convert: _write_convert, Merge: _write_merge, KeepStations: _write_keep, Take: _write_take},
    follows={PublicFormed: _formed},
)
