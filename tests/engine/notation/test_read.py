"""What people really type, and what they are told when it can't be understood."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.hexes import Hex
from engine.errors import Ambiguous, Refused, Unreadable
from engine.game import apply
from engine.moves import Move
from engine.names import POOL, TREASURY, Company
from engine.notation import parse_order, split_orders, write_order
from engine.notation.ahead import BidUpTo, read_ahead
from engine.notation.clean import key
from engine.notation.forms import read_form
from engine.notation.read import readers
from engine.notation.scan import Scanner, words_of
from engine.notation.words import COMMANDS, lexicon, mechanisms, order_words, spoken
from engine.state import Cursor, State
from tests.engine.notation.games import SEATS, opening
from tests.engine.positions import play
from tests.phrasings.positions import at

OPENING = opening()


def on_turn(company: str, **fields: object) -> State:
    """A company about to run, whatever else is the case."""
    cursor = Cursor("operating", 1, 1, (company,), 0, "run")
    facts = replace(OPENING.facts, bidding=None)
    market = OPENING.market.put(Company(company), OPENING.market.grid.cells("minor_par")[0])
    return OPENING.change(cursor=cursor, directors={company: SEATS[0]}, facts=facts, market=market, **fields)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("auction N at 105", "bid N 105"),
        ("105 on N", "bid N 105"),
        ("bid 25", "bid TSR 25"),
        ("Please bid R 1,000 on the Tsarskoye Selo Railway!", "bid TSR 1000"),
        ("bid tsr ₽1 000", "bid TSR 1000"),
        ("bid black sea $35", "bid BSS 35"),
        ("no bid", "pass"),
        ("DECLINE", "pass"),
        ("I pass.", "pass"),
        ("sell NW", "sell 1 NW"),
        ("sell 20% of NW", "sell 2 NW"),
        ("sell two shares of nw", "sell 2 NW"),
        ("buy two NW from the market", "buy 2 NW from pool"),
        ("par SW 100", "start SW at 100"),
        ("par SW at 100 in Smolensk", "start SW at 100 in E9"),
        ("buy TSR from Red for 30", "buy private TSR for 30"),
        ("buy private tsarskoye selo for 30", "buy private TSR for 30"),
        ("lay 57 G15 2", "lay 57 on G15 facing 2"),
        ("lay 57/2 on Kharkov", "lay 57 on G15 facing 2"),
        ("lay G15 57 rot 2", "lay 57 on G15 facing 2"),
        ("lay #57 on G15 facing 2 # our first tile", "lay 57 on G15 facing 2"),
        ("lay 8 F12 S-NE", "lay 8 on F12 facing 4"),
        ("lay 9 on F12 joining N and S", "lay 9 on F12 facing 0"),
        ("upgrade G15 to 15 facing 1", "lay 15 on G15 facing 1"),
        ("station Kazan", "token in M7"),
        ("place a token in Kiev city 2", "token in D14 city 2"),
        ("token nizh", "token in K7"),
        ("token in Dunaberg", "token in C5"),
        ("token in saint petersburg", "token in E1"),
        ("run nothing", "run none"),
        ("dividend full", "pay"),
        ("pay half", "half"),
        ("retain", "withhold"),
        ("buy train 3", "train 3"),
        ("buy a 3-train from the pool", "train 3 from pool"),
        ("buy 2+2", "train 2+2"),
        ("train 2 from MNN for R50", "train 2 from M-NN for 50"),
        ("discard M-K 2", "discard 2 of M-K"),
        ("nationalize", "nationalise"),
        ("convert m-k to nw", "convert M-K into NW"),
        ("merge M-K with N as MKN, keeping Moscow & Kiev city 2", "merge M-K and N into MKN keeping H8 and D14 city 2"),
        ("take none", "pass"),
        ("take MKN", "take 1 MKN"),
        ("end turn", "done"),
        ("StPW 105", "bid StP-W 105"),
        ("enchérir 105 sur N", "bid N 105"),
        ("poser la tuile 57 sur G15 rotation 2", "lay 57 on G15 facing 2"),
        ("acheter une action NW du marché", "buy NW from pool"),
        ("vendre 2 NW s'il vous plaît", "sell 2 NW"),
        ("passer", "pass"),
        ("패스", "pass"),
        ("N에 105 입찰", "bid N 105"),
        ("NW 2 판매", "sell 2 NW"),
        ("배당", "pay"),
        ("lay 57 on Ｇ15 facing 2", "lay 57 on G15 facing 2"),
        ("bid M\u2011K 100", "bid M-K 100"),
        ("b\u200bid N 105", "bid N 105"),
    ],
)
def test_what_people_type_is_understood(written: str, meant: str) -> None:
    if written.startswith("StPW"):
        written = f"bid {written}"
    assert write_order(parse_order(OPENING, written)) == meant


def test_companies_that_differ_by_a_hyphen_are_never_mixed_up() -> None:
    assert write_order(parse_order(OPENING, "sell M-K")) == "sell 1 M-K"
    assert write_order(parse_order(OPENING, "sell mk")) == "sell 1 MK"
    with pytest.raises(Unreadable):
        parse_order(OPENING, "sell M K")


def test_a_share_is_bought_in_the_only_place_that_has_one() -> None:
    shares = {**OPENING.shares, Company("NW"): {SEATS[0]: 4, TREASURY: 6}}
    assert write_order(parse_order(OPENING.change(shares=shares), "buy NW")) == "buy NW from treasury"


def test_a_share_in_two_places_is_answered_with_both_readings() -> None:
    with pytest.raises(Ambiguous) as asked:
        parse_order(at("1882 stock round"), "buy QL")
    assert asked.value.instead == ("buy QL from ipo", "buy QL from pool")


def test_readings_that_would_not_be_accepted_are_not_proposed() -> None:
    shares = {**OPENING.shares, Company("NW"): {SEATS[0]: 4, TREASURY: 4, POOL: 2}}
    with pytest.raises(Ambiguous, match="2 places") as asked:
        parse_order(OPENING.change(shares=shares), "buy NW")
    # Nothing that can be ordered is about NW, so no bid for something else is proposed.
    assert asked.value.instead == ("pass",)


def test_a_bid_that_could_be_for_several_things_is_asked_about() -> None:
    with pytest.raises(Ambiguous) as asked:
        parse_order(opening("1882"), "bid 100")
    # The cheapest is sold at its price, so a bid of 100 is none for it.
    assert asked.value.instead == ("bid P2 100", "bid P3 100")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("exchange P2 for SCR at 76 in Wadena", "exchange SCR at 76 in G11"),
        ("neutral station in Pile o' Bones", "neutral token in J10"),
        ("place a neutral token in J10 city 2", "neutral token in J10 city 2"),
        ("move the token from I5 to F4", "move token from I5 to F4"),
        ("declare bankruptcy", "bankrupt"),
        ("train D trading 4", "train D trading 4"),
        ("lay R1 on J10 facing 2", "lay R1 on J10 facing 2"),
    ],
)
def test_what_only_some_titles_know_is_understood_there(written: str, meant: str) -> None:
    assert write_order(parse_order(opening("1882"), written)) == meant


def test_a_name_that_several_bear_is_answered_with_all_readings() -> None:
    with pytest.raises(Ambiguous, match="could be M-B or M-K or M-NN"):
        parse_order(OPENING, "bid Moscow 100")
    # Where such a bid can be made, the readings that would be accepted are shown.
    stock = play(at("first stock round"), "bid N 100", "pass", "pass")
    with pytest.raises(Ambiguous, match="could be M-B or M-K or M-NN") as asked:
        parse_order(stock, "bid Moscow 100")
    assert {"bid M-K 100", "bid M-NN 100"} <= set(asked.value.instead)


def test_a_tile_that_fits_in_many_ways_is_asked_about() -> None:
    with pytest.raises(Ambiguous, match="ways") as asked:
        parse_order(at("track"), "lay 3 on B8")
    assert asked.value.instead == ("lay 3 on B8 facing 3", "lay 3 on B8 facing 4")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "no order in this line"),
        ("   # only a comment", "no order in this line"),
        ("bidd N 105", "did you mean “bid”"),
        ("Thanks for the game, see you tomorrow", "doesn't start an order"),
        ("bid TSRR 20", "“TSRR” is not the name"),
        ("bid N", "how much"),
        ("bid N -5", "is negative"),
        ("bid N 99999999999999999999", "more than any game has"),
        ("status", "not an order in the game"),
        ("lay 999 on G15 facing 2", "no tile 999"),
        ("lay 57 on Z9 facing 2", "no hex Z9"),
        ("lay 57 on G15 facing 6", "0 to 5"),
        ("lay 57 on G15 facing 2 and 9 on G17", "at the end|one tile"),
        ("lay 9 on F12 joining S and NE", "can't connect"),
        ("token in D14 city 0", "counted from 1"),
        ("train 9", "There is no 9-train"),
        ("train 2 from M-K", "Say the price"),
        ("buy TSR from Nobody for 30", "not a player"),
        ("merge M-K and N", "into which company"),
        ("run same", "does not tell"),
        ("run best", "No company runs"),
        ("run 2: H8", "two stops"),
        ("run 2: Moscow-Mosccow", "did you mean"),
        ("bid ТSR 20", "Т in ТSR is Cyrillic"),
        ("bid Ν 105", "is Greek"),
        ("bid\x07 N 105", "U[+]0007"),
        ("bid N 105 " * 1000, "characters"),
    ],
)
def test_a_line_that_is_no_order_is_answered_in_one_sentence(line: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why) as refused:
        parse_order(OPENING, line)
    assert len(refused.value.why) < 200
    assert refused.value.instead
    for order in refused.value.instead:
        apply(OPENING, parse_order(OPENING, order), OPENING.players[0])  # what is proposed would be accepted


def test_a_bid_with_a_limit_is_no_bid_and_what_is_proposed_is_one_too() -> None:
    with pytest.raises(Unreadable, match="kept on file: write `bid N up to 150 then pass`") as refused:
        parse_order(OPENING, "bid N up to 150")
    assert [read_ahead(order) for order in refused.value.instead] == [BidUpTo("N", 150, "pass"), BidUpTo("N", 150)]


def test_a_guess_at_a_name_is_proposed_only_where_the_order_would_be_accepted() -> None:
    # "T-R" looks like what was written, but nobody has shares to sell in an auction.
    for line in ("sell TSR", "sell T-RR", "start MVRR at 100 in E9", "buy NWW"):
        with pytest.raises(Unreadable) as refused:
            parse_order(OPENING, line)
        assert refused.value.instead
        for order in refused.value.instead:
            apply(OPENING, parse_order(OPENING, order), OPENING.players[0])


def test_a_mistyped_name_is_answered_with_orders_it_may_have_been() -> None:
    with pytest.raises(Unreadable) as refused:
        parse_order(OPENING, "bid TSRR 20")
    assert refused.value.instead[0] == "bid TSR 20"


def test_a_player_may_have_a_name_in_any_alphabet() -> None:
    state = OPENING.change(players=("Владимир", "Red", "Blue"))
    assert write_order(parse_order(state, "buy TSR from Владимир for 30")) == "buy private TSR for 30"


# ---------------------------------------------------------------------- routes


def moscow_to_voronezh(second_way: bool) -> State:
    board = OPENING.board.place("M-K", Hex("H8"), 0).lay(Hex("H12"), "8", 3)
    if second_way:
        board = board.lay(Hex("H10"), "88", 2).lay(Hex("I11"), "8", 0).lay(Hex("I13"), "5", 2)
    else:
        board = board.lay(Hex("H10"), "4", 0).lay(Hex("I13"), "57", 2)
    return on_turn("M-K", board=board, trains={"M-K": ("3",)})


@pytest.mark.parametrize(
    "line", ["run 3: H8-H10-H12-I13", "run 3: Moscow-Tula-Voronezh", "run Moscow - Voronezh", "run 3: H8 → H10 → I13"]
)
def test_a_route_may_be_given_by_its_stops_where_one_track_joins_them(line: str) -> None:
    assert write_order(parse_order(moscow_to_voronezh(second_way=False), line)) == "run 3: H8-H10-H12-I13"


def test_a_route_that_track_joins_in_two_ways_is_answered_with_both() -> None:
    with pytest.raises(Ambiguous, match="2 ways") as asked:
        parse_order(moscow_to_voronezh(second_way=True), "run 3: Moscow-Tula-Voronezh")
    assert sorted(asked.value.instead) == ["run 3: H8-H10-H12-I13", "run 3: H8-H10-I11-I13"]


def test_naming_one_hex_between_settles_which_way_a_train_runs() -> None:
    state = moscow_to_voronezh(second_way=True)
    assert write_order(parse_order(state, "run 3: Moscow-Tula-I11-Voronezh")) == "run 3: H8-H10-I11-I13"


def test_the_best_run_is_found_for_the_company_on_turn() -> None:
    state = moscow_to_voronezh(second_way=False)
    assert write_order(parse_order(state, "run best")) == "run 3: H8-H10-H12-I13"


# ---------------------------------------------------------------------- many orders, odd orders


def test_orders_are_split_at_semicolons_and_lines_and_lose_their_comments() -> None:
    text = "lay 57 on G15 facing 2; run best # with luck; pay\n\n# nothing\nmerge M-K, N into MKN ;done"
    assert split_orders(text) == ["lay 57 on G15 facing 2", "run best", "merge M-K, N into MKN", "done"]


@dataclass(frozen=True, slots=True)
class Barter(Move):
    """A move only a title knows."""

    form: ClassVar[str] = "barter {company} at {price} in {hex} city {city}"
    company: Company
    price: int
    hex: str
    city: int = -1


@pytest.mark.parametrize(("line", "city"), [("NW at 76 in Smolensk", -1), ("nw 76 E9 city 2", 1)])
def test_a_mechanism_s_move_is_read_by_its_form(line: str, city: int) -> None:
    known = lexicon(OPENING.title)
    scan = Scanner(OPENING, words_of(line, known), known)
    assert read_form(Barter)(scan) == Barter(Company("NW"), 76, "E9", city)


def test_an_order_of_other_games_is_named_as_such() -> None:
    with pytest.raises(Unreadable, match="There is no “exchange” in 1861"):
        parse_order(OPENING, "exchange P2 for SCR at 76")


def test_the_language_of_the_writer_decides_what_a_word_means() -> None:
    """SO is the south-west for a French player, and no side for anybody else."""
    assert write_order(parse_order(OPENING, "lay 8 on F12 N-SO", "fr")) == write_order(
        parse_order(OPENING, "lay 8 on F12 N-SW")
    )
    with pytest.raises(Unreadable):
        parse_order(OPENING, "lay 8 on F12 N-SO")
    assert lexicon(OPENING.title).places["depot"] == "bank"
    assert lexicon(OPENING.title, "fr").places["depot"] == "pool"
    assert lexicon(OPENING.title, "fr").verbs["sell"] == "sell"


def test_no_word_of_an_order_means_two_things_in_two_languages() -> None:
    """What only one language's readers mean by a word stands in its table of own words."""
    for table in ("orders", "links", "places", "sides", "numbers"):
        meant: dict[str, str] = {}
        for package in ("engine", *(each.package for each in mechanisms())):
            for tables in spoken(package).values():
                for meaning, words in tables.get(table, {}).items():
                    for word in words if isinstance(words, list) else [meaning]:
                        assert meant.setdefault(key(word), meaning) == meaning, f"{table}: {word}"


WORDS = st.one_of(
    st.sampled_from(
        sorted(
            {*order_words(), *COMMANDS, "N", "M-K", "MK", "H8", "Moscow", "57", "2+2", "-3", ",", ":", "from", "for"}
        )
    ),
    st.text(max_size=12),
    st.integers(-(10**30), 10**30).map(str),
)


@pytest.mark.parametrize("mark", ["'", ".", "\u0301", "\u200d", "-", "#", "$", "½", "()"])
@pytest.mark.parametrize("verb", sorted(readers(OPENING.title)))
def test_a_mark_where_a_name_should_be_is_refused_and_breaks_nothing(verb: str, mark: str) -> None:
    for line in (f"{verb} {mark}", f"{verb} 57 on {mark}", f"{verb} TSR for {mark}", f"{verb} G15 {mark} 2"):
        with suppress(Refused):
            # Some orders are whole without it.
            parse_order(OPENING, line)


@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_whatever_is_written_is_an_order_or_a_refusal(line: str) -> None:
    for state in (OPENING, moscow_to_voronezh(second_way=True)):
        try:
            move = parse_order(state, line)
        except Refused as refused:
            assert refused.why
        else:
            assert isinstance(move, Move)


@pytest.mark.parametrize(("place", "line"), [("private auction", "put 25 down"), ("merger", "bidd N 105")])
def test_no_verb_is_proposed_that_could_not_be_ordered_now(place: str, line: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse_order(at(place), line)
    assert "did you mean" not in refused.value.why


@pytest.mark.parametrize(
    "line", ["nationalise SW", "nationalize the SW", "keep SW", "give SW to the state", "SW bleibt"]
)
def test_what_is_decided_of_one_company_is_not_read_where_another_is_named(line: str) -> None:
    """NW is asked about while SW operates."""
    with pytest.raises(Refused):
        parse_order(at("trainless"), line)


@pytest.mark.parametrize(
    ("position", "line", "language", "order"),
    [
        ("track", "fahre bestens", "de", "run none"),
        ("run", "lass die Züge bestens fahren", "de", "run 2: B4-C5"),
        ("privates", "biete Green 50 für die BSS", "de", "buy private BSS for 50"),  # its owner is asked
        ("privates", "j'offre 50 à Green pour BSS", "fr", "buy private BSS for 50"),
        ("1867 auction", "TN를 L12 도시 2에서 105에 경매합니다", "ko", "bid TN 105 in L12 city 2"),
        ("1882 privates", "North-West Rebellion Company를 40에 삽니다", "ko", "buy private P3 for 40"),
        ("1867 minor auction", "ok you win, I pass", "en", "pass"),
    ],
)
def test_what_players_wrote_in_their_own_words_is_read(position: str, line: str, language: str, order: str) -> None:
    assert write_order(parse_order(at(position), line, language)) == order


def test_a_price_named_to_somebody_else_than_the_owner_is_no_order() -> None:
    with pytest.raises(Unreadable):
        parse_order(at("privates"), "biete Red 50 für die BSS", "de")


def test_a_word_that_says_something_is_no_slip_of_another() -> None:
    with pytest.raises(Unreadable) as told:
        parse_order(at("run"), "lass Züge irgendwie fahren", "de")
    assert "did you mean" not in str(told.value)


@pytest.mark.parametrize(
    ("position", "line", "orders"),
    [
        # Counted from 0 it is the third city, which is held; counted from 1 the second.
        ("1867 auction", "auction CV at L12 s2 for 100", ("bid CV 100 in L12 city 2",)),
        ("1867 auction", "auction CV at L12 s1 for 100", ("bid CV 100 in L12 city 1", "bid CV 100 in L12 city 2")),
    ],
)
def test_a_stop_by_its_number_is_asked_about_where_it_can_be_two(
    position: str, line: str, orders: tuple[str, ...]
) -> None:
    with pytest.raises(Ambiguous) as asked:
        parse_order(at(position), line)
    assert asked.value.instead == orders


def test_a_stop_by_its_number_is_read_where_it_can_be_one_and_refused_where_none() -> None:
    assert write_order(parse_order(at("1867 auction"), "auction CV at L12 s0 for 100")) == "bid CV 100 in L12 city 1"
    assert write_order(parse_order(at("1867 station"), "token in F16 s0")) == "token in F16 city 1"
    with pytest.raises(Unreadable, match="counted from 1"):
        parse_order(at("1867 auction"), "auction CV at L12 s5 for 100")


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("Bid up to 30 for the Champlain & St. Lawrence, then pass.", BidUpTo("Champlain & St. Lawrence", 30, "pass")),
        ("bid the Montreal Bridge up to 60", BidUpTo("Montreal Bridge", 60)),
        ("Bid MB Up To 30", BidUpTo("MB", 30)),
        ("Für die MB biete ich bis 55, dann passen", BidUpTo("MB", 55, "pass")),
    ],
)
def test_a_limit_may_be_for_something_called_by_its_name(line: str, wish: BidUpTo) -> None:
    assert read_ahead(line) == wish
