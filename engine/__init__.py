"""The rules of 18xx games as a library without a world: no files, no clock, no chance, no mail.

This is the one door: whoever plays, moderates or shows a game needs no more than what is named here, the kinds of move
in ``engine.moves`` and the words in ``engine.message``.
"""

from engine.ahead.deeds import Deed, deeds
from engine.ahead.facts import Condition, Seen
from engine.ahead.orders import Finished, Go, Standing, Stop, Verdict, Wait, clash, evaluate, meet, rank
from engine.ahead.patterns import begins_block, ends_block, looks_standing
from engine.ahead.reading import read_condition, read_standing
from engine.ahead.storing import restore_order, store
from engine.board.hexes import Hex
from engine.board.plan import NEUTRAL
from engine.codec import decode, encode, restore, save
from engine.digest import comparable, digest
from engine.errors import (
    Ambiguous,
    Illegal,
    Inconsistent,
    Needless,
    Outdated,
    Refused,
    TitleError,
    Unplayable,
    Unreadable,
)
from engine.events import Event
from engine.game import (
    Outcome,
    apply,
    blocked_hexes,
    consents,
    draws,
    evolve,
    gathering,
    legal_moves,
    limit,
    replay,
    span,
    start,
    suggestions,
    to_act,
    trains_on_sale,
)
from engine.interop.canonical import canonical
from engine.interop.continuing import Continued, continued
from engine.interop.export import RecordedTurn, export
from engine.moves import Move
from engine.names import BANK, IPO, POOL, TREASURY, Company, Player, Private
from engine.never import refuse_what_can_never_be
from engine.notation import asks_for_best, leaves_alone, orders_in, parse_order, split_orders, write_order
from engine.notation.ahead import BidUpTo, looks_ahead, read_ahead
from engine.notation.clean import key, uncommented
from engine.notation.explain import explain
from engine.notation.tongue import own_words
from engine.notation.vocabulary import (
    ends_with_side,
    is_chat,
    is_greeting,
    is_signature,
    looks_like_an_order,
    names_something,
    takes_back,
)
from engine.notation.words import order_words
from engine.notation.written import in_words
from engine.questions import (
    ROUNDS,
    accepts,
    alone,
    asked_anew,
    asked_for,
    begins_order,
    begins_round,
    bids,
    certificates,
    companies_in_order,
    company_named,
    company_on_turn,
    decided,
    director,
    dividend,
    drawn_openly,
    ends_turn,
    for_sale,
    last_round,
    leads,
    legal_orders,
    may_pass,
    needless,
    only_the_best,
    owner,
    place,
    price_of_lay,
    private_named,
    quiet,
    round_kind,
    round_name,
    rounds_in_set,
    run_to_come,
    scores,
    taken,
    train_to_leave,
    trains_leave,
    worth,
)
from engine.runs.proposal import Proposal, Shortfall, best_run, routes, shortfall
from engine.state import State
from engine.text import position as position_text
from engine.text import sentence
from engine.text.cards import Card, card_kinds, cards, find_cards
from engine.text.market import market as market_text
from engine.text.rulebook import Rulebook, rulebook
from engine.text.telling import round_named, tell
from engine.text.telling import round_of as round_said
from engine.text.telling import why as reason_said
from engine.title import Gathering
from engine.titles import find as title_named
from engine.titles import names as titles

__all__ = [
    "BANK",
    "IPO",
    "NEUTRAL",
    "POOL",
    "ROUNDS",
    "TREASURY",
    "Ambiguous",
    "BidUpTo",
    "Card",
    "Company",
    "Condition",
    "Continued",
    "Deed",
    "Event",
    "Finished",
    "Gathering",
    "Go",
    "Hex",
    "Illegal",
    "Inconsistent",
    "Move",
    "Needless",
    "Outcome",
    "Outdated",
    "Player",
    "Private",
    "Proposal",
    "RecordedTurn",
    "Refused",
    "Rulebook",
    "Seen",
    "Shortfall",
    "Standing",
    "State",
    "Stop",
    "TitleError",
    "Unplayable",
    "Unreadable",
    "Verdict",
    "Wait",
    "accepts",
    "alone",
    "apply",
    "asked_anew",
    "asked_for",
    "asks_for_best",
    "begins_block",
    "begins_order",
    "begins_round",
    "best_run",
    "bids",
    "blocked_hexes",
    "canonical",
    "card_kinds",
    "cards",
    "certificates",
    "clash",
    "companies_in_order",
    "company_named",
    "company_on_turn",
    "comparable",
    "consents",
    "continued",
    "decided",
    "decode",
    "deeds",
    "digest",
    "director",
    "dividend",
    "drawn_openly",
    "draws",
    "encode",
    "ends_block",
    "ends_turn",
    "ends_with_side",
    "evaluate",
    "evolve",
    "explain",
    "export",
    "find_cards",
    "for_sale",
    "gathering",
    "in_words",
    "is_chat",
    "is_greeting",
    "is_signature",
    "key",
    "last_round",
    "leads",
    "leaves_alone",
    "legal_moves",
    "legal_orders",
    "limit",
    "looks_ahead",
    "looks_like_an_order",
    "looks_standing",
    "market_text",
    "may_pass",
    "meet",
    "names_something",
    "needless",
    "only_the_best",
    "order_words",
    "orders_in",
    "own_words",
    "owner",
    "parse_order",
    "place",
    "position_text",
    "price_of_lay",
    "private_named",
    "quiet",
    "rank",
    "read_ahead",
    "read_condition",
    "read_standing",
    "reason_said",
    "refuse_what_can_never_be",
    "replay",
    "restore",
    "restore_order",
    "round_kind",
    "round_name",
    "round_named",
    "round_said",
    "rounds_in_set",
    "routes",
    "rulebook",
    "run_to_come",
    "save",
    "scores",
    "sentence",
    "shortfall",
    "span",
    "split_orders",
    "start",
    "store",
    "suggestions",
    "taken",
    "takes_back",
    "tell",
    "title_named",
    "titles",
    "to_act",
    "train_to_leave",
    "trains_leave",
    "trains_on_sale",
    "uncommented",
    "worth",
    "write_order",
]
