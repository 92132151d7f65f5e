"""The sections of a report, each a function of the view: what is asked, what happened, what may be ordered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from engine import (
    BidUpTo,
    Hex,
    Player,
    Standing,
    State,
    asked_for,
    drawn_openly,
    for_sale,
    founding,
    last_round,
    looks_standing,
    read_standing,
    reason_said,
    round_said,
    standing_in_words,
    taken,
    to_act,
    train_to_leave,
)
from engine.board.tiles import rotated
from engine.moves import Done, LayTile, Pass, Pay, PlaceStation, Run, Start
from moderator.bots import foresight
from moderator.drawing.market_svg import zone_colour, zones_shown
from moderator.drawing.tile_svg import tile_png
from moderator.language import Teller, Words, plain, plain_lines
from moderator.outbox import marker
from moderator.outbox.report import happened, matrix, tables, teaching
from moderator.outbox.report.choices import Choice, onward
from moderator.outbox.report.common import Common
from moderator.outbox.report.follows import dividends
from moderator.outbox.report.links import reply
from moderator.outbox.report.maps import stops_said
from moderator.outbox.report.page import (
    Block,
    Items,
    Key,
    Keys,
    Laid,
    Lays,
    Letters,
    Order,
    Orders,
    Para,
    Picture,
    Quote,
    Section,
    Table,
    folded,
)
from moderator.outbox.report.view import Deadline, File, ReportView
from moderator.store.mails import Kind
from moderator.table.pace import span

# More links than these make a mail heavy and help nobody.
MOST_LINKS = 90
MOST_ORDERS = 40
MOST_PROPOSALS = 12
# Of less time than this one wants to know the minutes.
FEW_MINUTES = 120
# More ways to start companies than these are told company by company.
MOST_STARTS = 12


def round_of(state: State, words: Words) -> str:
    return words.say(round_said(state.cursor))


def moving(view: ReportView) -> bool:
    """Whether the reader is the one to decide."""
    state = view.state
    if state is None or state.over or view.over:
        return False
    return bool(view.seat) and to_act(state) == view.seat


# ---------------------------------------------------------------------- what is asked, and when


def headline(view: ReportView, words: Words, spoken_to: str = "") -> str:
    """What is asked of the reader and by when, in one line; whoever was spoken to already is not named again."""
    state = view.state
    assert state is not None
    asked = asked_words(state, words)
    said = f"{spoken_to} {asked}" if spoken_to else words("headline", seat=plain(view.seat), asked=asked)
    deadline = view.deadline
    if deadline is None or deadline.due is None:
        return said
    return f"{said} {_by_when(view, words, deadline, deadline.due)}"


def _by_when(view: ReportView, words: Words, deadline: Deadline, due: datetime) -> str:
    if not deadline.passed(view.now):
        return words("headline_due", due=words.appointed(due, view.zone))
    until = deadline.until
    if until is None or until <= view.now:
        return words("headline_after")
    return words("headline_late", until=words.appointed(until, view.zone))


def notices(view: ReportView, words: Words) -> Section | None:
    """What became of orders on file and the like, told along with this mail."""
    blocks: list[Block] = []
    for title in dict.fromkeys(str(one.title) for one in view.notices):
        lines = [line for one in view.notices if str(one.title) == title for line in str(one.text).splitlines()]
        blocks += [Para(f"{plain(title)}{words('colon').rstrip()}", strong=True), Items(tuple(map(plain, lines)))]
    return Section("notices", "", tuple(blocks)) if blocks else None


def template(view: ReportView, words: Words, common: Common) -> Section:
    """The lines to edit. They are comments until somebody takes the # away, so that a quotation can't be played."""
    orders = common.template_said(words.language)
    lines = marker.template(view.turn, orders)
    link = reply(view, orders)
    send = (Orders((Order(words("template_send"), "", link),), ("",)),) if link else ()
    return Section("template", words("template"), (Para(words("template_how")), Letters(lines), *send))


def asked_words(state: State, words: Words) -> str:
    """Whose decision it is and what is asked, in a sentence or two."""
    actor = to_act(state)
    if actor is None:
        return ""
    name, english = asked_for(state)
    what = words.entry("ask", name) if words.knows("ask", name) else english
    if (after := onward(state)) is not None:
        name, english = asked_for(after)
        then = words.entry("ask", name) if words.knows("ask", name) else english
        what = words("asked_or", now=what, then=then)
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
    here = [(player, amount) for item, player, amount in bidding.bids if item == bidding.item]
    if bidding.leader and bidding.high:
        yield words("bid_stands", leader=plain(bidding.leader), high=bidding.high, item=bidding.item)
        yield from _still_in(words, [player for player in state.players if player not in bidding.out])
    elif len(here) > 1:
        # Several have bid on what is up now: they settle it among themselves.
        leader, high = max(here, key=lambda one: one[1])
        yield words("bid_stands", leader=plain(leader), high=high, item=bidding.item)
        yield from _still_in(words, [player for player in state.players if player in dict(here)])
    elif not any(item == bidding.item for item, _, _ in bidding.bids) and taken(state, bidding.item) is None:
        # What is sold is up no more, though its buyer may still have to say something about it.
        key = "bid_sale" if for_sale(state, bidding.item) else "bid_open"
        yield words(key, item=bidding.item, minimum=bidding.minimum)
    for item, player, amount in bidding.bids:
        if item != bidding.item or len(here) < 2:
            yield words("bid_on", player=plain(player), amount=amount, item=item)


def _card(view: ReportView, words: Words, state: State) -> Iterable[Para]:
    """Where it is told what one is asked to bid on."""
    bidding = state.facts.bidding
    if bidding is not None and bidding.item and taken(state, bidding.item) is None and view.page:
        cards = f"{view.page.rpartition('/games/')[0]}/cards/{state.title.name}"
        yield Para(words("card_read", item=bidding.item), link=cards)


def _still_in(words: Words, players: list[Player]) -> Iterable[str]:
    if len(players) > 1:
        yield words("bid_left", players=[plain(player) for player in players])


def leaving(state: State, words: Words) -> Iterable[str]:
    """Which train is exported when the round ends: nobody is asked then, so it is said before."""
    if not (train := train_to_leave(state)):
        return
    opens = state.title.trains[train].opens
    if opens and not state.title.since(state.phase, opens):
        yield words("export_opens", train=train, phase=opens)
    else:
        yield words("export_comes", train=train)


def due_words(view: ReportView, words: Words) -> Iterable[str]:
    deadline = view.deadline
    if deadline is None:
        return
    if deadline.due is None:
        yield words("due_paused")
        return
    if deadline.passed(view.now):
        yield words("due_past", local=words.appointed(deadline.due, view.zone))
    elif view.zone == "UTC":
        yield words("due_utc", local=words.moment(deadline.due, view.zone), left=left_words(view, words, deadline.due))
    else:
        utc = f"{deadline.due.astimezone(UTC):%Y-%m-%d %H:%M}"
        local, left = words.moment(deadline.due, view.zone), left_words(view, words, deadline.due)
        yield words("due_at", local=local, zone=view.zone, utc=utc, left=left)
    if moving(view) and deadline.bank is not None:
        left = words.text(span(deadline.bank))
        if not deadline.bank:
            yield words("bank_empty")
        elif deadline.free is not None and deadline.free > view.now:
            yield words("bank_free", free=words.moment(deadline.free, view.zone), left=left)
        elif deadline.free is not None:
            yield words("bank_running", left=left)
    if moving(view):
        # What happens otherwise is the business of whoever is asked.
        yield _otherwise(view, words, deadline)


def left_words(view: ReportView, words: Words, due: datetime) -> str:
    """How much time there is: in whole hours, and in minutes where there are few."""
    minutes = max(1, round((due - view.now).total_seconds() / 60))
    if minutes < FEW_MINUTES:
        return words("left_minutes", count=minutes)
    return words("left_hours", count=(minutes + 30) // 60)


def _otherwise(view: ReportView, words: Words, deadline: Deadline) -> str:
    """What happens if nothing is sent; once the time is up, until when it is not too late."""
    until = deadline.until
    if until is None or not deadline.passed(view.now):
        if not deadline.grace:
            return words(f"at_once_{deadline.otherwise}")
        return words(f"otherwise_{deadline.otherwise}", count=deadline.grace)
    if until <= view.now:
        return words("late_after")
    return words(f"late_{deadline.otherwise}", until=words.appointed(until, view.zone))


def asked(view: ReportView, words: Words, state: State) -> Section:
    blocks: list[Block] = [Para(plain(line)) for line in view.note.splitlines() if line.strip()]
    mine = moving(view)
    who = "" if mine else f"{words('waiting')}{words('colon')}{plain(to_act(state) or '–')}. "
    blocks += [Para(f"{who}{round_of(state, words)}. {asked_words(state, words)}", strong=True)]
    blocks += [Para(said) for said in (*_bidding(state, words), *leaving(state, words))]
    blocks += [*_card(view, words, state)] if mine else []
    blocks += [Para(said) for said in due_words(view, words)]
    if view.thinking is not None:
        player, until = view.thinking
        said = "thinking_mine" if player == view.seat else "thinking"
        blocks.append(Para(words(said, player=plain(player), until=words.appointed(until, view.zone))))
    if view.banks and not mine:
        banks = words.listed([f"{plain(name)} {words.text(span(left))}" for name, left in view.banks], ",")
        blocks.append(Para(words("banks", banks=banks)))
    if state.ending and not state.over:
        last, why = last_round(state), reason_said(state.ending)
        blocks.append(Para(words("ends_after", last=last, why=why) if last else words("about_to_end", why=why)))
    return Section("asked", words("asked" if mine else "whose_turn"), tuple(blocks))


# ---------------------------------------------------------------------- what happened


def since(view: ReportView, words: Words, state: State, most: int = 60, *, drawn: bool = False) -> Section:
    """What is new; which hexes changed is said where no map is ``drawn`` that shows it."""
    moves = tuple(happened.news(view.happened, words, view.log))
    blocks: list[Block] = []
    if len(moves) > most:
        blocks.append(Para(words("log_short", count=len(moves) - most)))
    begun = not moves and view.record is not None and not view.record[0]
    none = (
        words("since_begun", order=words.listed([plain(one) for one in state.players], "and"))
        if begun
        else words("since_none")
    )
    blocks.append(Items(moves[-most:]) if moves else Para(none))
    cash = words("semicolon").join(happened.money(view.happened, state, words))
    if cash:
        blocks.append(Para(f"{words('money_first')}{words('colon')}{cash}"))
    changed = tuple(tables.track(state, words, happened.hexes_changed(view.happened)))
    if changed and drawn:
        # The map below frames them.
        lines = (line for one in changed[:most] for line in folded(one, "- ", "  "))
        blocks.append(Letters((words("changed"), *lines), text_only=True))
    elif changed:
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
    if view.kind is Kind.PRESS:
        # Its headline says who writes; what is missing is how to answer.
        (one,) = view.press[:1]
        answer = (f"press {plain(one.by)}", "…", "end press")
        how = (Para(words("press_answer")), Letters(answer)) if view.seat else ()
        return Section("press", "", (Quote("", tuple(plain_lines(one.text[:4000]))), *how))
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
        directed = [company for company, player in state.directors.items() if player == view.seat]
        if directed:
            blocks.append(Para(f"{words('director_of')}{words('colon')}{', '.join(directed)}"))
    if view.queued:
        blocks += [Para(words("queued") + words("colon").rstrip()), Items(tuple(plain(one) for one in view.queued))]
    if view.offers:
        blocks += [Para(words("offers") + words("colon").rstrip()), *_offers(view, words)]
    return Section("own", words("your_position"), tuple(blocks))


def _offers(view: ReportView, words: Words) -> Iterable[Block]:
    for offer in view.offers:
        lapses = words.moment(offer.lapses, view.zone) if offer.lapses else "–"
        yield Para(words("offer_line", number=offer.number, by=plain(offer.by), what=plain(offer.what), lapses=lapses))
        if offer.mine:
            # As the reader would write it; a test hears each as the answer that is meant.
            answers = (words("write_accept", number=offer.number), words("write_refuse", number=offer.number))
            yield Orders(tuple(Order(one, "", reply(view, (one,), timed=False)) for one in answers))


# ---------------------------------------------------------------------- what may be answered before it is asked


def ahead(view: ReportView, words: Words, common: Common, thoughts: int = foresight.THOUGHTS) -> Section | None:
    """Questions the reader can answer now, each answer an order on file; what something on file speaks for is answered,
    and so is the next turn by whatever is queued for it."""
    if moving(view) or not view.seat or len(view.queued) > len(view.filed):
        return None
    found = foreseen(common, view.seat, view.filed, thoughts)
    if not found.questions:
        return None
    blocks: list[Block] = [Para(words("ahead_how"))]
    for question in found.questions:
        orders = tuple(_answer_ahead(view, words, common, one) for one in question.answers)
        blocks += [Para(f"{words.text(question.world)}{words('colon').rstrip()}"), Orders(orders)]
    if found.left_out:
        blocks.append(Para(words("ahead_more", count=found.left_out)))
    return Section("ahead", words("ahead"), tuple(blocks))


def foreseen(
    common: Common, seat: str, on_file: Sequence[Standing | BidUpTo], thoughts: int = foresight.THOUGHTS
) -> foresight.Foresight:
    """What this player can be asked now, beside what they have on file; thought about once for a position."""
    state = common.state
    found: foresight.Foresight = common.once(
        ("ahead", seat, thoughts), lambda: foresight.foresee(state, seat, thoughts)
    )
    return foresight.without_answered(found, on_file, state, Player(seat)) if on_file else found


def _answer_ahead(view: ReportView, words: Words, common: Common, line: str) -> Order:
    """A line for later in the reader's words; one that could not be read so stands as we write it, and is explained."""
    state, player, language = common.state, Player(view.seat), words.language
    said: str = common.once(
        ("ahead", view.seat, line, language), lambda: standing_in_words(state, player, line, language)
    )
    told = "" if said != line or language == "en" else _told_of(state, player, line, words)
    return Order(said, told, reply(view, (said,), timed=False))


def _told_of(state: State, player: Player, line: str, words: Words) -> str:
    order = read_standing(state, player, line) if looks_standing(line) else None
    return words.text(order.tell(state)) if order is not None else ""


# ---------------------------------------------------------------------- what may be ordered


def options(view: ReportView, words: Words, common: Common, links: int = MOST_LINKS) -> Section:
    found = [choice for choice in common.choices if not isinstance(choice.move, LayTile)]
    # What others must agree to is no order yet.
    own = [choice for choice in found if not choice.consent]
    starts = _starts(own)
    folded_up = {choice.order for some in starts.values() for choice in some}
    rest = [choice for choice in own if choice.order not in folded_up]
    # Leaving it is the shortest order, and never the one that is left out.
    shown = [*rest[:MOST_ORDERS], *(one for one in rest[MOST_ORDERS:] if isinstance(one.move, Pass | Done))]
    teller = Teller(words, common.state)
    orders = [_order(view, words, common, c, note(c, words, teller, common)) for c in shown]
    orders += [
        _order(view, words, common, some[0], _start_note(some, words, teller, common)) for some in starts.values()
    ]
    blocks: list[Block] = [*_lay_blocks(view, words, common, links)]
    if orders:
        # Tiles are listed another way than they are written.
        blocks += [Para(words("choices_how")), Orders(tuple(orders))]
    if len(rest) > len(shown):
        blocks.append(Para(words("choice_more", count=len(rest) - len(shown))))
    blocks += _proposals(view, words, common, [choice for choice in found if choice.consent], teller)
    return Section("choices", words("choices"), tuple(blocks))


def _order(view: ReportView, words: Words, common: Common, choice: Choice, note: str) -> Order:
    """An order in the reader's own words, which are read as it is."""
    said = common.said(choice.order, words.language)
    return Order(said, note, reply(view, (said,)))


def _starts(found: Iterable[Choice]) -> dict[tuple[str, str], list[Choice]]:
    """The companies that may be started, each with all its prices and places, where these are many; and those that a
    private may be exchanged for, which cost the same at every price."""
    by_company: dict[tuple[str, str], list[Choice]] = {}
    for choice in found:
        if (founded := founding(choice.move)) is not None:
            by_company.setdefault((choice.move.form, founded.company), []).append(choice)
    many = sum(len(some) for (form, _), some in by_company.items() if form == Start.form) > MOST_STARTS
    return {key: some for key, some in by_company.items() if (many if key[0] == Start.form else len(some) > 1)}


def _start_note(found: Iterable[Choice], words: Words, teller: Teller, common: Common) -> str:
    """What the first costs, and what else may be put for its price and its place."""
    some = list(found)
    founded = [one for choice in some if (one := founding(choice.move)) is not None]
    prices = list(dict.fromkeys(str(one.price) for one in founded))
    places = list(dict.fromkeys(one.place for one in founded if one.place))
    more = []
    if len(prices) > 1:
        more.append(words("start_prices", prices=words.listed(prices, ",")))
    if len(places) > 1:
        more.append(words("start_places", places=words.listed(places, ",")))
    return note(some[0], words, teller, common, *more)


def _proposals(view: ReportView, words: Words, common: Common, found: list[Choice], teller: Teller) -> Iterable[Block]:
    """What is sent to those who must agree, in the words that send it."""
    shown = [
        (words("write_propose", order=common.said(choice.order, words.language)), choice)
        for choice in found[:MOST_PROPOSALS]
    ]
    if shown:
        orders = (Order(line, note(one, words, teller, common), reply(view, (line,))) for line, one in shown)
        yield Para(words("proposals_how"))
        yield Orders(tuple(orders))
    if len(found) > len(shown):
        yield Para(words("choice_more", count=len(found) - len(shown)))


def tile_cid(tile: str, facing: int, title: str) -> str:
    """The name of a tile's picture inside mails: the same in every mail, for it never changes."""
    return f"tile.{title}.{tile}.{facing}@waybill"


def _lay_blocks(view: ReportView, words: Words, common: Common, links: int) -> Iterable[Block]:
    if common.lays:
        first = next(iter(common.lays.values()))[0]
        yield Para(words("lays_how", order=common.said(first.order, words.language)))
        yield from teaching.facing(view, words)
    plan, title = common.state.board.plan, common.state.title.name
    shown = frozenset(common.tiles) if not view.text_only else frozenset()
    for hex_, found in common.lays.items():
        place = plan.hexes[Hex(hex_)]
        laid = []
        for choice in found:
            move = choice.move
            assert isinstance(move, LayTile)
            sides = tables.sides_of(words, rotated(plan.tiles[move.tile], move.facing))
            laid.append(
                Laid(
                    move.tile,
                    move.facing,
                    sides,
                    words("lay_said", tile=move.tile, sides=sides, facing=move.facing),
                    _lay_cost(choice, words),
                    reply(view, (common.said(choice.order, words.language),)) if links > 0 else "",
                    tile_cid(move.tile, move.facing, title) if (move.tile, move.facing) in shown else "",
                )
            )
            links -= 1
        yield Lays(f"{hex_} {place.name}" if place.name else str(hex_), tuple(laid), words("facing"))


def _lay_cost(choice: Choice, words: Words) -> str:
    if not choice.cost:
        return ""
    said = words("choice_cost", amount=choice.cost)
    return f"{said}, {words('choice_borrows', amount=choice.borrows)}" if choice.borrows else said


def tile_files(common: Common) -> Iterable[File]:
    """The pictures of the tiles that may be laid."""
    tiles, title = common.state.board.plan.tiles, common.state.title.name
    for tile, facing in common.tiles:
        name = tile_cid(tile, facing, title)
        yield File(f"{tile}-{facing}.png", "image/png", tile_png(tiles[tile], facing), name)


def note(choice: Choice, words: Words, teller: Teller, common: Common, *more: str) -> str:
    """What an order costs, between which bounds its number may lie, and what else follows."""
    facts = []
    if isinstance(choice.move, PlaceStation) and (town := common.state.board.plan.hexes[Hex(choice.move.hex)].name):
        # A coordinate alone sends its reader to the map.
        facts.append(town)
    if isinstance(choice.move, Run) and choice.order == "run best" and common.best is not None:
        facts.append(words("choice_gets", amount=common.best.value))
    if isinstance(choice.move, Pay):
        # What the company keeps is not what its director gets.
        ways, _ = common.once(("dividends",), lambda: dividends(common.state))
        facts += [words("dividend_gets", amount=way.gets) for way in ways if way.order == choice.order]
    elif choice.cost > 0:
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
    # Nothing of it has happened: it would, with this order.
    then = words("choice_then", effects=effects) if effects else ""
    said = words("semicolon").join((*facts, *more))
    return f"{said}. {then}" if said and then else said or then


def runs(words: Words, common: Common) -> Section | None:
    best = common.best
    if best is None:
        return None
    state = common.state
    company = state.operating
    if not best.routes:
        return Section("runs", words("best_runs"), (Para(words("best_none", company=company)),))
    key = "best_proved" if best.proved else "best_found"
    said = words(key, company=company, value=best.value, bound=best.bound)
    lines = tuple(
        words("run_line", train=route.train, stops=stops_said(state, route.stops), value=route.value)
        for route in best.routes
    )
    return Section("runs", words("best_runs"), (Para(said), Items(lines)))


# ---------------------------------------------------------------------- the table everybody sees


def track(words: Words, common: Common, *, brief: bool = False) -> Section:
    """What lies where."""
    entries = tuple(tables.track(common.state, words, brief=brief))
    rows = tuple((entry,) for entry in entries)
    return Section("track", words("track"), (Table((), rows, entries),) if entries else ())


def board(words: Words, common: Common) -> tuple[Section, ...]:
    """Players, companies, market, bank, privates; the map in letters and the long lists last."""
    state = common.state
    people, companies = tables.players(state, words), tables.companies(state, words)
    holdings = matrix.matrix(state, words)
    how = Letters(tuple(folded(words("companies_how"), later="")), text_only=True)
    sections = [
        Section("matrix", words("matrix"), (*holdings, Para(words("matrix_how"))) if holdings else ()),
        Section("players", words("players"), (matrix.people(state, words), _as_text(people))),
        Section("companies", words("companies"), (_as_text(companies), how) if companies.rows else ()),
        Section(
            "market",
            words("market"),
            (
                _market_picture(words, common),
                *_market_key(words, state),
                *_on_phones(words, state),
                tables.market(state, words),
            ),
        ),
        Section("bank", words("bank"), tables.bank(state, words)),
    ]
    drawn = tuple(plain(words.say(said)) for said in drawn_openly(state))
    if drawn:
        sections.append(Section("drawn", words("drawn"), (Items(drawn),)))
    privates = tables.privates(state, words)
    if privates is not None:
        sections.append(Section("privates", words("privates"), (privates,)))
    waiting = matrix.unstarted(state, words)
    if waiting is not None:
        sections.append(Section("unstarted", words("unstarted"), (waiting,)))
    sections.append(Section("letters", words("map"), tables.map_letters(state, words)))
    sections.append(track(words, common))
    left = tables.tiles_left(state, words)
    sections.append(Section("tiles", words("tiles_left"), (left,)))
    return tuple(section for section in sections if section.blocks)


def _as_text(table: Table) -> Letters:
    """What the HTML part shows otherwise: its sentences for the text part, and for those who listen."""
    return Letters(tuple(line for entry in table.lines for line in folded(entry)), text_only=True)


def _market_picture(words: Words, common: Common) -> Picture:
    said = words("market_alt", text=tables.market_in_words(common.state, words))
    return Picture(common.cid("market"), said, 1000, "whole")


def _market_key(words: Words, state: State) -> tuple[Keys, ...]:
    """What the colours of the market mean."""
    keys = tuple(Key(words(f"zone_{kind}"), colour) for kind, colour in zones_shown(state))
    return (Keys(keys),) if keys else ()


def _on_phones(words: Words, state: State) -> tuple[Keys, ...]:
    """The market where its picture would be too small to read: the prices that are held, in the order of operating."""
    stacks = sorted((stack for stack in state.market.stacks.values() if stack), key=lambda s: state.market.rank(s[0]))
    keys = tuple(
        Key(
            f"{words.money(state.price(stack[0]))}{words('colon')}{', '.join(stack)}",
            zone_colour(state, state.market.cells[stack[0]]),
        )
        for stack in stacks
    )
    return (Keys(keys, near=True),) if keys else ()
