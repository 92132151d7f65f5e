"""The tables of a position: players, companies, market, bank and trains, privates, tiles and stations."""

from __future__ import annotations

from collections.abc import Iterator

from engine import (
    BANK,
    IPO,
    NEUTRAL,
    POOL,
    TREASURY,
    Company,
    Hex,
    Player,
    State,
    certificates,
    companies_in_order,
    in_operation,
    limit,
    market_text,
    trains_on_sale,
    worth,
)
from engine.board.tiles import STOP, Tile
from moderator.drawing.map_text import map_text, shortened
from moderator.drawing.market_svg import zone_of, zones_shown
from moderator.language import Words, plain
from moderator.outbox.report.page import WIDTH, Letters, Para, Table, folded

# Clockwise from the north, as people look at a map.
_ROUND = (3, 4, 5, 0, 1, 2)


# ---------------------------------------------------------------------- players


def players(state: State, words: Words) -> Table:
    rows, lines = [], []
    for player in state.players:
        count, most = certificates(state, player)
        papers = ", ".join([*shares(state, words, player), *state.privates_of(player)]) or words("no_papers")
        cash, value = words.money(state.cash_of(player)), words.money(worth(state, player))
        held = f"{count}/{most}"
        name = plain(player)
        name += f" ({words('bankrupt')})" if player in state.bankrupt else ""
        name += f" ({words('priority')})" if player == state.priority else ""
        rows.append((name, cash, held, value, papers))
        facts = words("player_has", cash=cash, held=held, value=value)
        lines.append(f"{name}{words('colon')}{facts}{words('semicolon')}{papers}")
    heads = ("player", "cash", "certificates", "worth", "shares")
    return Table(tuple(words(head) for head in heads), tuple(rows), tuple(lines))


def shares(state: State, words: Words, player: Player) -> Iterator[str]:
    """What a player holds; a minor is held whole."""
    for company in (c for c in state.title.companies if state.held(player, c)):
        held = state.held(player, company)
        directs = f" {words('director')}" if state.directors.get(company) == player else ""
        kind = state.title.companies[company].kind
        yield str(company) if held == kind.shares else f"{company} {kind.percent(held)}%{directs}"


# ---------------------------------------------------------------------- companies


def companies(state: State, words: Words) -> Table:
    rows, lines = [], []
    order = companies_in_order(state)
    for company in order:
        facts = list(_company(state, words, company))
        rows.append((str(company), *_row(state, words, company)))
        lines.append(f"{company}{words('colon')}{words('semicolon').join(facts)}")
    heads = ("company", "price", "director", "cash", "trains", "stations", "last_run")
    on_turn = state.cursor.order[state.cursor.at] if 0 <= state.cursor.at < len(state.cursor.order) else ""
    strong = frozenset(n for n, company in enumerate(order) if company == on_turn)
    return Table(tuple(words(head) for head in heads), tuple(rows), tuple(lines), strong)


def _trains(state: State, words: Words, company: Company) -> str:
    most = limit(state, company)
    return (" ".join(state.trains_of(company)) or words("none")) + (f" ({most})" if most is not None else "")


def _row(state: State, words: Words, company: Company) -> tuple[str, ...]:
    stations = " ".join(str(hex_) for hex_, _ in state.board.stations(company)) or words("none")
    left = state.stations_left.get(company, 0)
    cash = words.money(state.cash_of(company))
    loans = state.loans_of(company)
    run = words.money(state.last_run[company]) if company in state.last_run else ""
    return (
        words.money(state.price(company)) if company in state.market else "",
        plain(state.directors.get(company, "")),
        cash + (f", {words('loans')} {loans}" if loans else ""),
        _trains(state, words, company),
        f"{stations} (+{left})" if left else stations,
        run,
    )


def _company(state: State, words: Words, company: Company) -> Iterator[str]:
    if company not in in_operation(state):
        yield words("not_floated")
    if company in state.market:
        yield words.money(state.price(company))
    if company in state.directors:
        yield f"{words('director')} {plain(state.directors[company])}"
    yield words("company_has", cash=words.money(state.cash_of(company)))
    yield f"{words('trains')} {_trains(state, words, company)}"
    if loans := state.loans_of(company):
        yield f"{words('loans')} {loans}"
    stations = " ".join(str(hex_) for hex_, _ in state.board.stations(company))
    yield f"{words('stations')} {stations or words('none')} (+{state.stations_left.get(company, 0)})"
    for place, name in ((TREASURY, "treasury"), (POOL, "pool"), (IPO, "offer")):
        kind = state.title.companies[company].kind
        if (held := state.held(place, company)) and kind.traded:
            yield f"{words(name)} {kind.percent(held)}%"
    if company in state.last_run:
        yield f"{words('last_run')} {words.money(state.last_run[company])}"
    if owned := state.privates_of(company):
        yield f"{words('privates')} {', '.join(owned)}"


# ---------------------------------------------------------------------- market, bank, privates


# How the text part marks the spaces of the market that are coloured in the picture.
ZONE_SIGNS = {
    "yellow": "~",
    "orange": "=",
    "brown": "#",
    "par": "*",
    "minor_par": "+",
    "public_par": "*",
    "both": "%",
    "end": "!",
}


def market(state: State, words: Words) -> Letters:
    return Letters(tuple(market_lines(state, words)), text_only=True)


def market_lines(state: State, words: Words) -> Iterator[str]:
    """The market in letters, with what its spaces mean: the picture says it in colours."""
    signs = {cell: ZONE_SIGNS.get(zone_of(state, cell), "") for cell in state.market.grid.prices}
    yield from market_text(state.market, WIDTH + 2, signs)
    for kind, _ in zones_shown(state):
        yield from folded(f"{ZONE_SIGNS[kind]} {words(f'zone_{kind}')}")


def market_in_words(state: State, words: Words) -> str:
    ranked = sorted(state.market.cells, key=lambda company: state.market.rank(company))
    return ", ".join(f"{company} {words.money(state.price(company))}" for company in ranked) or words("none")


def bank(state: State, words: Words) -> tuple[Para | Table, ...]:
    said = words("bank_line", amount=state.cash_of(BANK), phase=state.phase)
    return (Para(said), Para(_phase(state, words)), _depot(state, words))


def _phase(state: State, words: Words) -> str:
    phase = state.title.phases[state.phase]
    tiles = [words(f"colours_{colour}") for colour in phase.tiles]
    # Where there is one kind of company, it needs no name.
    (only, *others) = phase.limits.values()
    if only is not None and not others:
        return words("phase_one", phase=state.phase, tiles=tiles, count=only)
    limits = [
        words(f"limit_{kind}", limit=most if most is not None else words("no_limit"))
        for kind, most in phase.limits.items()
    ]
    return words("phase_now", phase=state.phase, tiles=tiles, limits=", ".join(limits))


def _depot(state: State, words: Words) -> Table:
    title = state.title
    sale = trains_on_sale(state)
    lines = []
    for spec in title.trains.values():
        left = state.depot.count(spec.name)
        if (spec.count is not None and not left) or (spec.option and not state.options.get(spec.option)):
            continue
        key = "train_left" if spec.count is not None else "train_any"
        facts = [words(key, train=spec.name, count=left, price=spec.price)]
        if spec.name in sale:
            facts.append(words("on_sale"))
        if spec.from_phase and not title.since(state.phase, spec.from_phase):
            facts.append(words("train_from", phase=spec.from_phase))
        opens = bool(spec.opens) and not title.since(state.phase, spec.opens)
        if opens:
            facts.append(words("train_phase", phase=spec.opens))
        rusting = [t.name for t in title.trains.values() if t.rusts_on == spec.name and _about(state, t.name)]
        if rusting and opens:
            facts.append(words("train_rusts", trains=", ".join(rusting)))
        lines.append(", ".join(facts))
    if state.trains_of(POOL):
        lines.append(f"{words('in_pool')}{words('colon')}{' '.join(state.trains_of(POOL))}")
    return Table((), tuple((line,) for line in lines), tuple(lines))


def _about(state: State, train: str) -> bool:
    """Whether anybody has such a train or can still get one."""
    return train in state.depot or any(train in owned for owned in state.trains.values())


def privates(state: State, words: Words) -> Table | None:
    if not state.privates:
        return None
    rows, lines = [], []
    for private, owner in state.privates.items():
        spec = state.title.privates[private]
        whose = words("unsold") if owner == BANK else words("owned_by", owner=plain(owner))
        facts = (whose, words("face", amount=spec.face), words("income", amount=spec.income))
        rows.append((f"{private} {spec.name}", *facts))
        lines.append(f"{private} {spec.name}{words('colon')}{', '.join(facts)}")
    return Table((), tuple(rows), tuple(lines))


# ---------------------------------------------------------------------- the map in letters and words


def map_letters(state: State, words: Words) -> tuple[Letters, ...]:
    called = ((short, words("neutral") if symbol == NEUTRAL else symbol) for short, symbol in shortened(state))
    short = ", ".join(f"{short} = {symbol}" for short, symbol in called)
    notes = [words("map_legend"), *([words("map_short", names=short)] if short else [])]
    if state.board.plan.barriers:
        notes.append(words("map_barriers"))
    # The picture needs no legend for letters.
    return (
        Letters(tuple(map_text(state)), text_only=True),
        *(Letters(tuple(folded(said, later="")), text_only=True) for said in notes),
    )


def tiles_left(state: State, words: Words) -> Table:
    """How many of each tile may still be laid, for the colours of the phase and those before."""
    board, colours = state.board, state.title.phases[state.phase].tiles
    lines = []
    for colour in colours:
        left = []
        for number, tile in board.plan.tiles.items():
            supply = board.supply(number)
            if tile.colour == colour:
                left.append(f"{number}×{'∞' if supply is None else supply}")
        lines.append(f"{words(f'colour_{colour}')}{words('colon')}{' '.join(left)}")
    return Table((), tuple((line,) for line in lines), tuple(lines))


def track(state: State, words: Words, only: frozenset[str] | None = None, *, brief: bool = False) -> Iterator[str]:
    """One entry for each hex that no longer shows what is printed, or where somebody stands."""
    board = state.board
    standing = {hex_ for hex_, _ in board.cities}
    wanted = {*board.tiles, *standing} if only is None else {Hex(h) for h in only if h in board.plan.hexes}
    for hex_ in sorted(wanted, key=lambda h: (h[0], int(h[1:]))):
        yield hex_words(state, words, hex_, brief=brief)


def hex_words(state: State, words: Words, hex_: Hex, *, brief: bool = False) -> str:
    """``G15 Kharkov: yellow 57 facing 2 joining N and S, station K-R``; for short without the sides."""
    board = state.board
    place, face, laid = board.plan.hexes[hex_], board.face(hex_), board.tile(hex_)
    if laid:
        what = words("tile", colour=words(f"colour_{face.colour}"), tile=laid[0], facing=laid[1])
    else:
        what = words("as_printed") if face.track else words("no_track_yet")
    whole = what if brief or not (laid or face.track) else f"{what} {_joined(words, face)}"
    facts = [whole, *_stations(state, words, hex_)]
    return f"{hex_}{' ' + place.name if place.name else ''}{words('colon')}{', '.join(facts)}"


def _joined(words: Words, face: Tile) -> str:
    pieces = [
        words.listed(_sides(words, face.exits_of(stop))) for stop in range(len(face.stops)) if face.exits_of(stop)
    ]
    pieces += [words.listed(_sides(words, (a, b))) for a, b in face.track if a < STOP and b < STOP]
    return words("joining", sides=words("semicolon").join(dict.fromkeys(pieces))) if pieces else words("no_track")


def sides_of(words: Words, face: Tile) -> str:
    """Which sides a tile joins, for short: ``NE–S``, and ``N–S + NE–SE`` where there are two ways."""
    pieces = ["–".join(_sides(words, face.exits_of(stop))) for stop in range(len(face.stops)) if face.exits_of(stop)]
    pieces += ["–".join(_sides(words, (a, b))) for a, b in face.track if a < STOP and b < STOP]
    return " + ".join(dict.fromkeys(pieces)) or words("no_track")


def _sides(words: Words, sides: tuple[int, ...]) -> list[str]:
    return [words(f"side_{side}") for side in _ROUND if side in sides]


def _stations(state: State, words: Words, hex_: Hex) -> Iterator[str]:
    board = state.board
    stops = board.face(hex_).stops
    for number, stop in enumerate(stops):
        if stop.kind != "city":
            continue
        slots = board.slots(hex_, number)
        here = [symbol if symbol != NEUTRAL else words("neutral") for symbol in slots if symbol]
        if here:
            said = words("stations_of" if len(here) > 1 else "station_of", names=words.listed(here))
            if len(stops) > 1:
                said += f" {words('in_city', city=number + 1)}"
            if None in slots:
                said += f" ({words('free_slots', count=slots.count(None))})"
            yield said
