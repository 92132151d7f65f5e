"""The sections of a report, each a function of the view: what is asked, what happened, what may be ordered."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC
from math import floor

from engine.board.hexes import Hex
from engine.game import describe, open_step, to_act
from engine.interop.canonical import round_name
from engine.moves import LayTile, Run
from engine.names import Player
from engine.state import State
from moderator.drawing.map_svg import map_width
from moderator.inbox import quoting
from moderator.outbox.report import happened, tables
from moderator.outbox.report.choices import Choice, lays
from moderator.outbox.report.common import Common
from moderator.outbox.report.links import reply
from moderator.outbox.report.page import (
    Block,
    Items,
    Lays,
    Letters,
    Order,
    Orders,
    Para,
    Picture,
    Quote,
    Section,
    Table,
)
from moderator.outbox.report.sentences import Teller, round_words
from moderator.outbox.report.view import Kind, ReportView
from moderator.outbox.report.words import Words, plain, plain_lines

# More links than these make a mail heavy and help nobody.
MOST_LINKS = 90
MOST_ORDERS = 40


def round_of(state: State, words: Words) -> str:
    cursor = state.cursor
    return round_words(words, cursor.round, cursor.number, cursor.sub)


# ---------------------------------------------------------------------- what is asked, and when


def template(view: ReportView, words: Words, common: Common) -> Section:
    """The lines to edit. They are comments until somebody takes the # away, so that a quotation can't be played."""
    lines = quoting.template(view.turn, common.template)
    link = reply(view, common.template)
    send = (Orders((Order(words("template_send"), "", link),), ("",)),) if link else ()
    return Section("template", words("template"), (Para(words("template_how")), Letters(lines), *send))


def asked_words(state: State, words: Words) -> str:
    """Whose decision it is and what is asked, in a sentence or two."""
    actor = to_act(state)
    if actor is None:
        return ""
    step = open_step(state)
    what = words.say("ask", step.name) if words.knows("ask", step.name) else describe(step)
    demand = state.demands[0] if state.demands else None
    company = demand.company if demand is not None else ""
    at = state.cursor.at
    on_turn = state.cursor.order[at] if 0 <= at < len(state.cursor.order) else ""
    if not company and on_turn in state.title.companies:
        company = state.operating
    return f"{company}{words('colon')}{what}." if company else f"{what[:1].upper()}{what[1:]}."


def _bidding(state: State, words: Words) -> Iterable[str]:
    bidding = state.facts.bidding
    if bidding is None or not bidding.item:
        return
    if bidding.leader and bidding.high:
        yield words("bid_stands", leader=plain(bidding.leader), high=bidding.high, item=bidding.item)
    elif not any(item == bidding.item for item, _, _ in bidding.bids):
        yield words("bid_open", item=bidding.item, minimum=bidding.minimum)
    for item, player, amount in bidding.bids:
        yield words("bid_on", player=plain(player), amount=amount, item=item)


def due_words(view: ReportView, words: Words) -> Iterable[str]:
    deadline = view.deadline
    if deadline is None:
        return
    if deadline.due is None:
        yield words("due_paused")
        return
    hours = (deadline.due - view.now).total_seconds() / 3600
    left = words("left_hours", count=floor(hours)) if hours > 0 else words("left_none")
    local = words.moment(deadline.due, view.zone)
    if view.zone == "UTC":
        yield words("due_utc", local=local, left=left)
    else:
        utc = f"{deadline.due.astimezone(UTC):%Y-%m-%d %H:%M}"
        yield words("due_at", local=local, zone=view.zone, utc=utc, left=left)
    yield words(f"otherwise_{deadline.otherwise}", grace=deadline.grace)


def asked(view: ReportView, words: Words, state: State) -> Section:
    blocks: list[Block] = [Para(plain(line)) for line in view.note.splitlines() if line.strip()]
    if view.kind in (Kind.DEADLINE, Kind.PRESS) and to_act(state) != view.seat:
        blocks.append(Para(f"{words('waiting')}{words('colon')}{plain(to_act(state) or '–')}."))
    blocks += [Para(f"{round_of(state, words)}. {asked_words(state, words)}", strong=True)]
    blocks += [Para(said) for said in _bidding(state, words)]
    blocks += [Para(said) for said in due_words(view, words)]
    if state.ending and not state.over:
        blocks.append(Para(words("about_to_end", why=words.why(state.ending))))
    return Section("asked", words("asked"), tuple(blocks))


# ---------------------------------------------------------------------- what happened


def since(view: ReportView, words: Words, state: State, most: int = 60) -> Section:
    first = tuple(happened.money_and_directors(view.happened, state, words))
    moves = tuple(happened.moves(view.happened, words))
    blocks: list[Block] = []
    if first:
        blocks += [Para(words("money_first")), Items(first)]
    if len(moves) > most:
        blocks.append(Para(words("log_short", count=len(moves) - most)))
    blocks.append(Items(moves[-most:]) if moves else Para(words("since_none")))
    changed = tuple(tables.track(state, words, happened.hexes_changed(view.happened)))
    if changed:
        blocks += [Para(words("changed")), Items(changed[:most])]
    return Section("since", words("since"), tuple(blocks))


def log(view: ReportView, words: Words, most: int = 40) -> Section | None:
    moves = tuple(happened.moves(view.log, words))
    if not moves:
        return None
    short = (Para(words("log_short", count=len(moves) - most)),) if len(moves) > most else ()
    return Section("log", words("log"), (*short, Items(moves[-most:] if most else ())))


def press(view: ReportView, words: Words) -> Section | None:
    if not view.press:
        return None
    quotes = tuple(
        Quote(words("press_from", by=plain(one.by)), tuple(plain_lines(one.text[:4000]))) for one in view.press[:20]
    )
    return Section("press", words("press"), quotes)


# ---------------------------------------------------------------------- the reader's own


def own(view: ReportView, words: Words, state: State) -> Section:
    blocks: list[Block] = []
    if view.seat in state.players:
        table = tables.players(state, words)
        at = state.players.index(Player(view.seat))
        blocks.append(Para(table.lines[at]))
        directed = [company for company, player in state.president.items() if player == view.seat]
        if directed:
            blocks.append(Para(f"{words('director_of')}{words('colon')}{', '.join(directed)}"))
    queued = tuple(plain(one) for one in view.queued) or (words("nothing_on_file"),)
    blocks += [Para(words("queued") + words("colon").rstrip()), Items(queued)]
    if view.offers:
        blocks += [Para(words("offers") + words("colon").rstrip()), *_offers(view, words)]
    return Section("own", words("your_position"), tuple(blocks))


def _offers(view: ReportView, words: Words) -> Iterable[Block]:
    for offer in view.offers:
        lapses = words.moment(offer.lapses, view.zone) if offer.lapses else "–"
        yield Para(words("offer_line", number=offer.number, by=plain(offer.by), what=plain(offer.what), lapses=lapses))
        if offer.mine:
            answers = (f"accept {offer.number}", f"refuse {offer.number}")
            yield Orders(tuple(Order(one, "", reply(view, (one,), timed=False)) for one in answers))


# ---------------------------------------------------------------------- what may be ordered


def options(view: ReportView, words: Words, common: Common, links: int = MOST_LINKS) -> Section:
    found = [choice for choice in common.choices if not isinstance(choice.move, LayTile)]
    shown = found[:MOST_ORDERS]
    teller = Teller(words, common.state)
    orders = tuple(Order(c.order, note(c, words, teller, common), reply(view, (c.order,))) for c in shown)
    blocks: list[Block] = [*_lay_blocks(view, words, common, links)]
    if orders:
        blocks.append(Orders(orders))
    if len(found) > len(shown):
        blocks.append(Para(words("choice_more", count=len(found) - len(shown))))
    return Section("choices", words("choices"), (Para(words("choices_how")), *blocks))


def _lay_blocks(view: ReportView, words: Words, common: Common, links: int) -> Iterable[Block]:
    by_hex = lays(common.choices)
    if by_hex:
        hex_, tiles = next(iter(by_hex.items()))
        tile, found = next(iter(tiles.items()))
        yield Para(words("lays_how", order=found[0].order))
    plan = common.state.board.plan
    for hex_, tiles in by_hex.items():
        place = plan.hexes[Hex(hex_)]
        entries = []
        for tile, found in tiles.items():
            cost = max(choice.cost for choice in found)
            said = words("choice_cost", amount=cost) if cost else ""
            facings = []
            for choice in found:
                assert isinstance(choice.move, LayTile)
                facings.append((choice.move.facing, reply(view, (choice.order,)) if links > 0 else ""))
                links -= 1
            entries.append((tile, said, tuple(facings)))
        yield Lays(f"{hex_} {place.name}" if place.name else str(hex_), tuple(entries))


def note(choice: Choice, words: Words, teller: Teller, common: Common) -> str:
    """What an order costs, between which bounds its number may lie, and what else follows."""
    facts = []
    if isinstance(choice.move, Run) and choice.order == "run best" and common.best is not None:
        facts.append(words("choice_gets", amount=common.best.found.value))
    if choice.cost > 0:
        facts.append(words("choice_cost", amount=choice.cost))
    elif choice.cost < 0:
        facts.append(words("choice_gets", amount=-choice.cost))
    bounds = choice.bounds
    if bounds is not None and len(bounds) > 1:
        key = "choice_span_step" if bounds.step > 1 else "choice_span"
        facts.append(words(key, low=bounds[0], high=bounds[-1], step=bounds.step))
    if choice.consent:
        facts.append(words("choice_consent", players=[plain(p) for p in choice.consent]))
    effects = " ".join(teller.sentence(event) for event in choice.effects)
    said = "; ".join(facts)
    return f"{said}. {effects}" if said and effects else said or effects


def runs(words: Words, common: Common) -> Section | None:
    best = common.best
    if best is None:
        return None
    state = common.state
    company = state.operating
    if not best.routes:
        return Section("runs", words("best_runs"), (Para(words("best_none", company=company)),))
    key = "best_proved" if best.found.proved else "best_found"
    said = words(key, company=company, value=best.found.value, bound=best.found.bound)
    lines = tuple(
        words("run_line", train=route.train, stops=_stops(state, route.stops), value=route.value)
        for route in best.routes
    )
    return Section("runs", words("best_runs"), (Para(said), Items(lines)))


def _stops(state: State, stops: tuple[str, ...]) -> str:
    """The stops by name where they have one."""
    hexes = dict.fromkeys(stop.partition(":")[0] for stop in stops)
    return " – ".join(state.title.plan.hexes[Hex(h)].title for h in hexes)


# ---------------------------------------------------------------------- the table everybody sees


def rounds_marked(view: ReportView, common: Common) -> str:
    """The rounds whose changes are framed on the map: from the first move of the log to now."""
    first = str(round_name(view.log[0].before)) if view.log else common.round
    return common.round if first == common.round else f"{first}–{common.round}"


def board(words: Words, common: Common, changed: frozenset[str], rounds: str) -> tuple[Section, ...]:
    """Players, companies, market, bank, privates and map."""
    state = common.state
    companies = tables.companies(state, words)
    sections = [
        Section("players", words("players"), (tables.players(state, words),)),
        Section("companies", words("companies"), (companies, Para(words("companies_how"))) if companies.rows else ()),
        Section("market", words("market"), (_market_picture(words, common), tables.market(state))),
        Section("bank", words("bank"), tables.bank(state, words)),
    ]
    privates = tables.privates(state, words)
    if privates is not None:
        sections.append(Section("privates", words("privates"), (privates,)))
    sections.append(
        Section("map", words("map"), (_map_picture(words, common, changed, rounds), *tables.map_letters(state, words)))
    )
    entries = tuple(tables.track(state, words))
    if entries:
        rows = tuple((entry,) for entry in entries)
        sections.append(Section("track", words("track"), (Table((), rows, entries),)))
    left = tables.tiles_left(state, words)
    sections.append(Section("tiles", words("tiles_left"), (left,)))
    return tuple(section for section in sections if section.blocks)


def _market_picture(words: Words, common: Common) -> Picture:
    return Picture(common.cid("market"), words("market_alt", text=tables.market_in_words(common.state, words)), 1000)


def _map_picture(words: Words, common: Common, changed: frozenset[str], rounds: str) -> Picture:
    said = "; ".join(tables.track(common.state, words, changed)) if changed else ""
    if said:
        said = f"{words('map_changed', round=rounds)}{words('colon')}{said}"
    wide = map_width(common.state)
    return Picture(
        common.cid("map"), words("map_alt", title=common.state.title.full_name, text=said), wide, -(-wide // 420)
    )
