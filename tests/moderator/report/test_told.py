"""What a mail says of prices, rounds and what is to come."""

from __future__ import annotations

import pytest

from engine import price_of_lay
from engine.game import apply, to_act
from engine.mechanisms.exports.events import TrainExported
from engine.moves import Bid, LayTile, Start
from engine.names import Player
from engine.notation import parse_order
from engine.state import State
from moderator.language import Teller, Words
from moderator.outbox.report import Happening, Kind, choices, report
from moderator.outbox.report.happened import hexes_changed, moves, news
from moderator.store.mails import Answered
from tests.engine.positions import P1, P2, Firm, opening, play, position
from tests.moderator.report.positions import PLAYED, game, view


def said(state: State, language: str = "en") -> str:
    """The text of the mail to the mover, in one line."""
    return " ".join(report(view((), state, language=language, text_only=True)).text.split())


def operating(phase: str, *, depot: str = "", **more: object) -> State:
    firm = Firm("CNR", held={P1: 4, P2: 3}, at=100, cash=200, trains="5", stations="O7")
    return position("1867", 4, firm, round="operating", on_turn="CNR", phase=phase, step="track", depot=depot, **more)  # type: ignore[arg-type]


def test_a_private_that_goes_to_the_first_taker_is_told_as_for_sale() -> None:
    text = said(play(opening("1867"), "pass", "pass", "pass", "pass"))
    assert "C&SL is for sale at $15; nobody can raise." in text and "up for auction" not in text
    assert "bid C&SL 15 costs $15 pass" in text
    assert "C&SL is up for auction from $20." in said(opening("1867"))
    assert "P1 is for sale at $20" in said(opening("1882", seats=("Red", "Green", "Blue")))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Operating round 2 of 3 in this set."),
        ("fr", "Tour d'exploitation 2 sur 3 de cette série."),
        ("de", "Betriebsrunde 2 von 3 in diesem Satz."),
        ("ko", "이번 묶음의 운영 라운드 3번 중 2번째입니다."),
    ],
)
def test_the_last_set_has_as_many_rounds_as_will_be_played(language: str, told: str) -> None:
    last = operating("8", number=6, sub=2, ending="8-train", final_set=6)
    assert told in said(last, language)
    before = operating("8", number=5, sub=2, ending="8-train", final_set=6)
    assert "Operating round 2 of 2" in said(before)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "As things stand, an 8-train is exported at the end of this operating round, and phase 8"),
        ("fr", "En l'état, un train 8 est exporté à la fin de ce tour d'exploitation, et la phase 8 commence."),
        ("de", "wird am Ende dieser Betriebsrunde ein 8er-Zug exportiert, und Phase 8 beginnt."),
        ("ko", "이번 운영 라운드가 끝날 때 8 열차 한 대가 수출되고 제8단계가 시작됩니다."),
    ],
)
def test_the_train_to_be_exported_is_announced_to_everybody(language: str, told: str) -> None:
    state = operating("7", number=5, sub=1)
    assert told in said(state, language)
    other = next(player for player in state.players if player != P1)
    mail = report(view((), state, seat=Player(other), language=language, text_only=True))
    assert told in " ".join(mail.text.split())


def test_no_export_is_announced_where_none_comes() -> None:
    assert "is exported" in said(operating("4", depot="4 4", number=5, sub=1))
    for none in (operating("3", depot="4 4"), operating("8"), operating("7", ending="bank", broken=True)):
        assert "is exported" not in said(none)


def test_an_auction_counts_its_bids_from_the_first() -> None:
    state, played = opening("1867"), list[Happening]()
    for number, amount in enumerate(range(20, 65, 5), 1):
        mover = to_act(state)
        assert mover is not None
        outcome = apply(state, Bid("C&SL", amount), mover)
        played.append(Happening(number, mover, f"bid C&SL {amount}", outcome.events, state))
        state = outcome.state
    text = " ".join(report(view(tuple(played), state, back=2, text_only=True)).text.split())
    assert "C&SL: 9 bids so far; P1 leads with $60" in text


def test_a_tile_costs_what_is_paid_and_says_what_is_borrowed() -> None:
    state = minor(cash=0)
    lays = [one for one in choices.choices(state) if isinstance(one.move, LayTile)]
    dear = [one for one in lays if one.cost]
    assert dear and all(one.cost == price_of_lay(state, one.move) for one in lays if isinstance(one.move, LayTile))
    assert all(one.borrows == 50 for one in dear)
    assert f"costs ${dear[0].cost}, with a loan of $50" in said(state)
    rich = [one for one in choices.choices(minor(cash=200)) if one.cost]
    assert rich and not any(one.borrows for one in rich)


def minor(**more: object) -> State:
    """A minor beside the river, in the phase in which privates are sold to companies."""
    kp = Firm("KP", P1, at=100, trains="2", stations="J12", **more)  # type: ignore[arg-type]
    return position(
        "1867", 4, kp, round="operating", on_turn="KP", phase="3", step="track", privates={"NFB": P2, "QB": P1}
    )


def test_what_others_must_agree_to_is_listed_apart_as_it_is_proposed() -> None:
    state = minor(cash=200)
    orders, _, proposals = said(state).partition("These need others to agree; sent as they are, they ask them.")
    assert "buy private QB for" in orders and "buy private NFB" not in orders
    assert "propose buy private NFB for" in proposals and "needs the agreement of P2" in proposals


def test_what_a_company_may_do_before_it_runs_is_listed_and_no_run_is_searched_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, state = game(*PLAYED["1882-run"])
    assert [one.order for one in choices.choices(state)] == ["run best"]
    bought = state.change(privates={**state.privates, "P3": state.operating}, phase="3")

    def searched(*_: object, **__: object) -> None:
        raise AssertionError("the best run was searched for")

    monkeypatch.setattr("engine.runs.proposal.best_run", searched)
    listed = {one.order: one for one in choices.choices(bought)}
    assert {"run best", "move token from J10 to C3", "move token from J10 to E5 city 2"} <= set(listed)
    private = listed["buy private P1 for 40"]
    assert private.bounds == range(10, 41) and private.consent == ("Green",)


def test_many_ways_to_start_companies_are_told_company_by_company() -> None:
    firm = Firm("CNR", held={P1: 4, P2: 3}, at=100, cash=200, trains="5", stations="O7")
    state = position("1867", 4, firm, round="stock", on_turn=P2, phase="4", cash={P2: 900})
    found = choices.choices(state)
    assert sum(isinstance(one.move, Start) for one in found) > 100
    text = said(state)
    listed = text.partition("WHAT YOU CAN DO")[2].partition("YOUR POSITION")[0]
    assert (
        listed.count("start NYC at 70 in C17 costs $140") == listed.count("start NYC at") == 1
        and "at 70, 80, 90" in listed
        and "in C17, D8, " in listed
    )
    assert (
        " pass " in listed and "buy CNR from" in listed and "sell 1 CNR" in listed and "more: write legal" not in listed
    )


def of_kp(phase: str, **more: object) -> State:
    kp = Firm("KP", P1, at=100, stations="J12", **more)  # type: ignore[arg-type]
    return position("1867", 4, kp, round="operating", on_turn="KP", phase=phase, step="track")


def test_who_will_be_nationalised_for_want_of_a_train_is_told_before() -> None:
    poor, rich = said(of_kp("3", cash=20)), said(of_kp("3", cash=300))
    assert "KP has no train: if it gets none it is nationalised at the end of this turn." in poor
    assert "train 3 keeps KP." in rich and "keeps KP" not in poor
    text = said(of_kp("3", cash=200, trains="2"))
    assert "When phase 4 begins these are nationalised, unless they have another train by then: KP." in text
    assert "nationalised" not in said(of_kp("3", trains="3"))
    late = said(of_kp("7", trains="5"))
    assert "When phase 8 begins these are nationalised, whatever trains they have: KP." in late


@pytest.mark.parametrize(
    ("language", "first", "second", "last"),
    [
        ("en", "Auction", "Operating round 1.2", "at the end"),
        ("fr", "Enchères", "Tour d'exploitation 1.2", "à la fin"),
        ("de", "Versteigerung", "Betriebsrunde 1.2", "am Ende"),
    ],
)
def test_wealth_over_time_names_every_moment_in_the_language(language: str, first: str, second: str, last: str) -> None:
    state = opening("1867")
    wealth = tuple((where, dict.fromkeys(state.players, 100)) for where in ("AUC", "OR1.2", ""))
    text = report(view((), state, Kind.OVER, language=language, wealth=wealth, text_only=True)).text
    found = [
        line.partition(" P1")[0].rstrip("\u00a0:")
        for line in text.splitlines()
        if line.startswith("- ") and "P1 " in line
    ]
    assert found[-3:] == [f"- {first}", f"- {second}", f"- {last}"]


def test_a_home_that_is_only_named_changes_no_hex() -> None:
    state = position("1867", 4, round="stock", on_turn=P1, cash={P1: 400, P2: 400}, privates={"SCT": P2})
    played = list[Happening]()
    for number, order in enumerate(("bid TN 100", "token in J12"), 1):
        outcome = apply(state, parse_order(state, order), P1)
        played.append(Happening(number, P1, order, outcome.events, state))
        state = outcome.state
    assert "will begin in" in " ".join(report(view(tuple(played), state, text_only=True)).text.split())
    assert not hexes_changed(played)
    raised = state
    while to_act(raised) != P1 and raised.facts.bidding is not None:
        mover = to_act(raised)
        assert mover is not None
        outcome = apply(raised, parse_order(raised, "pass"), mover)
        played.append(Happening(len(played) + 1, mover, "pass", outcome.events, raised))
        raised = outcome.state
    assert hexes_changed(played) == {"J12"}


def test_what_was_recorded_is_this_and_that() -> None:
    answer = Answered("ACCEPTED", "")
    mail = report(view((), opening("1867"), Kind.ANSWER, answer=answer, receipt=((1, "aa"), (2, "bb")), text_only=True))
    assert "#1=aa and #2=bb." in mail.text


def told(state: State, *orders: str, language: str = "en") -> list[str]:
    """The news of some orders, each given by whoever must decide, all agreeing."""
    happened: list[Happening] = []
    for order in orders:
        mover = to_act(state)
        assert mover is not None
        outcome = apply(state, parse_order(state, order), mover, state.players)
        happened.append(Happening(len(happened) + 1, mover, order, outcome.events, state))
        state = outcome.state
    # As one reads them: spaces that keep words together are spaces.
    return [" ".join(one.split()) for one in news(happened, Words(language, state.title.currency))]


def hanging(**cash: int) -> State:
    """P1 and P2 have a minor each; nobody would have two shares of what they become."""
    firms = Firm("AE", P1, at=60, stations="E13", trains="3"), Firm("BO", P2, at=60, stations="E15", trains="3")
    there = {"phase": "3", "round": "merger", "on_turn": "AE", "tiles": {"E13": "57/0", "E15": "57/0"}}
    return position("1867", 4, *firms, cash=cash, **there)  # type: ignore[arg-type]


def test_a_merger_is_told_before_its_second_share_and_that_before_its_director() -> None:
    first, *_ = told(hanging(P1=300, P2=300), "merge AE and BO into CNR", "take 1 CNR")
    bought = "P1 buys a share of CNR from its treasury for $120."
    assert first.startswith(f"AE and BO merge into CNR at $120. {bought} P1 becomes director of CNR.")


@pytest.mark.parametrize(
    ("language", "void"),
    [
        ("en", "Nobody buys the second share: the merger of AE and BO into CNR is void."),
        ("de", "Niemand kauft die zweite Aktie: Die Fusion von AE und BO zur CNR kommt nicht zustande."),
        ("fr", "Personne n'achète la deuxième action : la fusion de AE et BO en CNR est nulle."),
        ("ko", "두 번째 주식을 사는 사람이 없어 AE, BO의 CNR 합병은 무효입니다."),
    ],
)
def test_that_nobody_wants_the_second_share_is_told_before_what_follows(language: str, void: str) -> None:
    passes, then, *_ = told(hanging(P1=300, P2=300), "merge AE and BO into CNR", "pass", "pass", language=language)
    assert "P1" in passes and "P2" in passes and then.startswith(void)


def test_passes_are_told_where_they_stand_among_what_was_done() -> None:
    *before, bought = told(opening("1882", seats=("Ann", "Bert", "Cleo")), "bid P1 20", "pass", "pass", "bid P2 50")
    assert before[-1] == "Bert and Cleo pass." and bought.startswith("Ann buys P2")
    firm = Firm("CNR", held={P1: 3}, at=100, trains="5", stations="O7")
    state = position("1867", 4, firm, round="stock", on_turn=P1, phase="5", cash={P1: 900, P2: 900})
    first, then, last = told(state, "pass", "buy CNR", "pass")
    assert first == "P1 passes." and then == "P2 buys CNR." and last.endswith("passes.")


@pytest.mark.parametrize(("order", "said"), [("pass", "P1 passes."), ("buy CNR", "P1 buys a share of CNR")])
def test_what_the_moderator_did_for_a_player_is_told_as_such(order: str, said: str) -> None:
    firm = Firm("CNR", held={P1: 3}, at=100, trains="5", stations="O7")
    state = position("1867", 4, firm, round="stock", on_turn=P1, phase="5", cash={P1: 900, P2: 900})
    done = Happening(1, P1, order, apply(state, parse_order(state, order), P1).events, state, "gm")
    for tell in (news, moves):
        first, *_ = tell((done,), Words("en", state.title.currency))
        assert " ".join(first.split()).startswith(said) and "(by the moderator)" in first


def test_who_buys_a_share_is_told_before_becoming_director() -> None:
    firm = Firm("CNR", held={P1: 3, P2: 3}, at=100, trains="5", stations="O7")
    state = position("1867", 4, firm, round="stock", on_turn=P2, phase="5", cash={P2: 500})
    assert told(state, "buy CNR")[:2] == ["P2 buys CNR.", "P2 becomes director of CNR, after P1."]


BY_WISH = {
    "en": "at its director's request",
    "de": "auf Wunsch des Direktors",
    "fr": "décision de son directeur",
    "ko": "경영자의 결정",
}


@pytest.mark.parametrize(
    ("language", "keeps", "taken"),
    [
        ("en", "P2 keeps GTR, which has no train.", "GTR is nationalised ({}), its price falls to $90;"),
        (
            "de",
            "P2 behält die GTR, obwohl sie keinen Zug hat.",
            "Die GTR wird verstaatlicht ({}), ihr Kurs fällt auf 90 $;",
        ),
        ("fr", "P2 garde la GTR, qui n'a pas de train.", "La GTR est nationalisée ({}), son cours baisse à 90 $ ;"),
        ("ko", "P2가 열차가 없는 GTR을 유지합니다.", "GTR이 국영화됩니다 ({}, 주가는 $90까지 하락);"),
    ],
)
def test_a_company_without_a_train_is_kept_or_goes_to_the_state_and_that_is_what_is_told(
    language: str, keeps: str, taken: str
) -> None:
    firms = (
        Firm("CNR", held={P1: 4}, at=120, cash=900, trains="5", stations="O7"),
        Firm("GTR", held={P2: 4}, at=100, trains="3", stations="F16:1"),
    )
    state = position("1867", 4, *firms, round="operating", on_turn="CNR", phase="5", step="trains", depot="6 6 7")
    asked = play(state, "train 6")
    assert told(asked, "keep", language=language)[0].startswith(keeps)
    assert told(asked, "nationalise", language=language)[0].startswith(taken.format(BY_WISH[language]))
    assert "Its money" not in told(asked, "nationalise")[0], "it has none"


@pytest.mark.parametrize(
    ("language", "exported"),
    [
        ("en", "A new 4-train is exported: it leaves the game unsold."),
        ("de", "Ein neuer 4er-Zug wird exportiert: Er verlässt unverkauft das Spiel."),
        ("fr", "Un train 4 neuf est exporté : il quitte le jeu sans être vendu."),
        ("ko", "새 4 열차가 팔리지 않고 수출되어 게임에서 나갑니다."),
    ],
)
def test_that_a_train_is_exported_is_told_before_what_that_means(language: str, exported: str) -> None:
    said = Teller(Words(language, "$"), None).sentence(TrainExported("4"))
    assert " ".join(said.split()) == exported


@pytest.mark.parametrize(
    ("cash", "privates", "left"),
    [
        (35, {}, "the bank pays $360 to P2. Its money goes to the bank. GTR's station"),
        (35, {"MB": "GTR"}, "P2. Its money goes to the bank. Its privates leave the game. GTR's station"),
    ],
)
def test_of_a_company_the_state_takes_only_what_it_had_is_told_to_leave(
    cash: int, privates: dict[str, str], left: str
) -> None:
    firms = (
        Firm("CNR", held={P1: 4}, at=120, cash=900, trains="8", stations="O7"),
        Firm("GTR", held={P2: 4}, at=100, cash=cash, trains="", stations="F16:1"),
    )
    state = position("1867", 4, *firms, round="operating", on_turn="GTR", phase="5", step="trains", privates=privates)
    (taken, *_) = [one for one in told(state, "done") if "is nationalised" in one]
    assert left in taken


@pytest.mark.parametrize(
    ("language", "by", "told"),
    [
        ("en", "Ann", "Ann takes back what came after move 5."),
        ("en", "", "The moderator takes back what came after move 5."),
        ("de", "Ann", "Ann nimmt zurück, was nach Spielzug 5 kam."),
    ],
)
def test_what_was_taken_back_is_told_in_the_readers_words(language: str, by: str, told: str) -> None:
    back = Happening(7, by, "undo to 5", (), opening("1867"))
    assert list(news([back], Words(language))) == list(moves([back], Words(language))) == [told]
