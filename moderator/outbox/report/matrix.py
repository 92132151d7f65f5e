"""The whole table on one screen: companies as columns, players as rows, as people keep it in their spreadsheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from unicodedata import east_asian_width

from engine import IPO, POOL, TREASURY, Company, Hex, State, certificates, companies_in_order, limit, worth
from moderator.language import Words, plain
from moderator.outbox.report.page import Letters, Table

# No line of the text part is wider, so a long list of companies is cut into several screens.
WIDE = 78
# What a place says about one company; nothing where there is nothing.
Cell = Callable[[Company], str]


def matrix(state: State, words: Words) -> tuple[Table | Letters, ...]:
    """As a table for the HTML part and in letters for the text."""
    companies = tuple(companies_in_order(state))
    if not companies:
        return ()
    rows = [(name, tuple(cell(company) for company in companies)) for name, cell in _rows(state, words)]
    rows = [(name, cells) for name, cells in rows if any(cells)]
    heads = ("", *(str(company) for company in companies))
    table = Table(heads, tuple((name, *cells) for name, cells in rows), ())
    return (table, *_letters(heads, rows))


def _rows(state: State, words: Words) -> Iterator[tuple[str, Cell]]:
    for player in state.players:
        yield plain(player), lambda company, player=player: _share(state, player, company)  # type: ignore[misc]
    for place, name in ((TREASURY, "treasury"), (POOL, "pool"), (IPO, "offer")):
        yield words(name), lambda company, place=place: _lying(state, place, company)  # type: ignore[misc]
    yield words("price"), lambda c: str(state.price(c)) if c in state.market else ""
    yield words("par"), lambda c: str(state.par[c]) if c in state.par and c in state.market else ""
    yield words("cash"), lambda c: str(state.cash_of(c))
    yield words("loans"), lambda c: str(state.loans_of(c) or "")
    yield words("trains"), lambda c: _trains(state, c)
    yield words("stations_left"), lambda c: str(state.stations_left.get(c, 0) or "")
    yield words("neutrals_left"), lambda c: str(state.neutrals_left.get(c, 0) or "")
    yield words("last_run"), lambda c: str(state.last_run[c]) if c in state.last_run else ""
    yield words("private"), lambda c: " ".join(state.privates_of(c))


def _share(state: State, player: str, company: Company) -> str:
    """A holding, with a star for the director; of what is held whole only the star."""
    held = state.held(player, company)
    if not held:
        return ""
    star = "*" if state.directors.get(company) == player else ""
    kind = state.title.companies[company].kind
    return f"{kind.percent(held)}{star}" if kind.traded and kind.shares else star or "1"


def _lying(state: State, place: str, company: Company) -> str:
    kind = state.title.companies[company].kind
    held = state.held(place, company)
    return str(kind.percent(held)) if held and kind.traded and kind.shares else ""


def _trains(state: State, company: Company) -> str:
    """Its trains and how many it may have."""
    most = limit(state, company)
    owned = " ".join(state.trains_of(company)) or "–"
    return owned if most is None else f"{owned} ({most})"


def _letters(heads: tuple[str, ...], rows: list[tuple[str, tuple[str, ...]]]) -> Iterator[Letters]:
    """The same in letters; cells are put below each other where they are too long for a narrow column."""
    first = max(_wide(name) for name, _ in rows) + 1
    widths = [
        max(_wide(heads[n + 1]), *(max((_wide(w) for w in cells[n].split()), default=0) for _, cells in rows)) + 1
        for n in range(len(heads) - 1)
    ]
    begin = 0
    while begin < len(widths):
        end = begin + 1
        while end < len(widths) and first + sum(widths[begin : end + 1]) <= WIDE:
            end += 1
        yield Letters(tuple(_screen(heads, rows, first, widths, range(begin, end))), text_only=True)
        begin = end


def _screen(
    heads: tuple[str, ...], rows: list[tuple[str, tuple[str, ...]]], first: int, widths: list[int], shown: range
) -> Iterator[str]:
    yield " " * first + "".join(_right(heads[n + 1], widths[n]) for n in shown)
    for name, cells in rows:
        folded = [_cell(cells[n], widths[n] - 1) for n in shown]
        for line in range(max(1, *(len(pieces) for pieces in folded))):
            label = name if not line else ""
            pieces = [one[line] if line < len(one) else "" for one in folded]
            said = "".join(_right(piece, widths[n]) for piece, n in zip(pieces, shown, strict=True))
            if not line or said.strip():
                yield (label + " " * (first - _wide(label)) + said).rstrip()


def _cell(text: str, width: int) -> list[str]:
    """The words of a cell in lines no wider than its column."""
    lines: list[str] = []
    for word in text.split():
        if lines and _wide(lines[-1]) + 1 + _wide(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _wide(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _right(text: str, width: int) -> str:
    return " " * (width - _wide(text)) + text


def people(state: State, words: Words) -> Table:
    """Players with what is theirs alone."""
    rows = []
    for player in state.players:
        name = plain(player)
        name += f" ({words('bankrupt')})" if player in state.bankrupt else ""
        name += f" ({words('priority')})" if player == state.priority else ""
        count, most = certificates(state, player)
        papers = ", ".join(state.privates_of(player))
        value = words.money(worth(state, player))
        rows.append((name, words.money(state.cash_of(player)), f"{count}/{most}", value, papers))
    heads = ("player", "cash", "certificates", "worth", "privates")
    return Table(tuple(words(head) for head in heads), tuple(rows), ())


def unstarted(state: State, words: Words) -> Table | None:
    """Companies nobody has begun: their names and where they begin."""
    waiting = [
        spec
        for symbol, spec in state.title.companies.items()
        if symbol not in state.started and symbol not in state.gone and spec.kind.directed
    ]
    if not waiting:
        return None
    rows, lines = [], []
    for spec in waiting:
        home = state.title.plan.hexes[Hex(spec.home)].title if spec.home in state.title.plan.hexes else ""
        later = bool(spec.from_phase) and not state.title.since(state.phase, spec.from_phase)
        facts = [spec.name, home, words("train_from", phase=spec.from_phase) if later else ""]
        rows.append((str(spec.symbol), *facts))
        lines.append(f"{spec.symbol}{words('colon')}{', '.join(fact for fact in facts if fact)}")
    return Table((), tuple(rows), tuple(lines))
