"""Play-outs: the same figures from the same seeds, whoever plays them and in whatever order."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import engine
from engine import Player, State
from moderator.bots.choose import choose
from moderator.bots.taste import PLAIN, Taste
from moderator.events.playouts import ABOVE, BELOW, MADE, Sample, adjudicate, apart, combine, play_out, seeds
from moderator.events.values import Estimate


@cache
def midway(moves: int = 140) -> State:
    """A game of 1882 as bots have it after some moves."""
    seats = [Player(name) for name in ("Anna", "Ben", "Cleo")]
    drawn = {name: values[0] for name, values in engine.draws("1882", seats).items()}
    state = engine.replay(engine.start("1882", seats, drawn))
    for _ in range(moves):
        mover = engine.to_act(state)
        assert mover is not None
        state = engine.apply(state, choose(state, mover), mover).state
    return state


def test_a_seed_is_one_play_out_and_always_the_same() -> None:
    one = play_out(midway(), "a", 60)
    assert one == play_out(midway(), "a", 60)
    assert one.began == engine.scores(midway())
    assert len({tuple(play_out(midway(), seed, 60).wealth.values()) for seed in "abc"}) > 1


def test_a_play_out_ends_with_the_game_or_with_its_moves() -> None:
    cut_short = play_out(midway(), "a", 5)
    assert (cut_short.moves, cut_short.finished) == (5, False)
    assert engine.to_act(midway()) is not None


def test_without_a_seed_a_bot_has_no_likings() -> None:
    state = midway()
    mover = engine.to_act(state)
    assert mover is not None
    assert choose(state, mover) == choose(state, mover, PLAIN)
    assert PLAIN.weigh("anything") == 1
    weights = [Taste("seed").weigh(number) for number in range(200)]
    assert min(weights) >= 0.5 and max(weights) <= 1.5 and len(set(weights)) > 50
    # The same on any machine: written down once.
    assert [Taste("seed").weigh(number) for number in range(3)] == WEIGHTS


WEIGHTS = [0.59, 0.77, 0.57]


def sample(seed: str, anna: int, ben: int) -> Sample:
    return Sample(seed, {"Anna": 1000, "Ben": 600}, {"Anna": anna, "Ben": ben}, 100, True)


def test_samples_are_combined_by_hand() -> None:
    """Anna 1,000 → 2,000 on the average, Ben 600 → 800: 1,200 made by two, 600 each, and half of 800 there already."""
    anna, ben = combine([sample("a", 1900, 700), sample("b", 2100, 900)])
    assert (anna.mean, ben.mean) == (1000 + MADE * 1000, 600 + MADE * 200)
    width = 600 + 400
    assert anna.low == 1400 - BELOW * width and anna.high == 1400 + ABOVE * width
    assert ben.low == 680 - BELOW * width and ben.high == 680 + ABOVE * width


def test_the_order_of_samples_does_not_matter_and_none_counts_twice() -> None:
    samples = [sample("a", 1900, 700), sample("b", 2100, 900), sample("c", 5, 7)]
    assert combine(samples) == combine(samples[::-1]) == combine([*samples, samples[1]])
    assert combine([]) == ()


def test_expected_wealth_is_a_fraction_and_bounds_are_whole() -> None:
    anna, _ = combine([sample("a", 1900, 700), sample("b", 2100, 900), sample("c", 5, 7)])
    assert isinstance(anna.mean, Fraction) and isinstance(anna.low, int) and anna.low >= 0


def test_the_director_is_asked_where_intervals_overlap() -> None:
    def of(low: int, high: int) -> Estimate:
        return Estimate("x", Fraction(low + high, 2), low, high)

    assert apart(of(10, 20), of(21, 30)) and apart(of(21, 30), of(10, 20))
    assert not apart(of(10, 20), of(20, 30)) and not apart(of(10, 40), of(20, 30))


def test_seeds_follow_from_the_published_one() -> None:
    assert seeds("cup", "3.2", 2) == seeds("cup", "3.2", 5)[:2]
    assert len(set(seeds("cup", "3.2", 50)) | set(seeds("cup", "3.3", 50))) == 100


def test_a_finished_game_is_worth_what_it_is() -> None:
    state = midway()
    done = combine([Sample("a", scores := engine.scores(state), scores, 0, True)])
    assert [one.mean for one in done] == list(engine.scores(state).values())
    assert adjudicate(state, "cup", "1", 0) == ()


def test_the_mean_of_the_play_outs_lies_in_their_interval_and_the_estimate_in_its_own() -> None:
    """A mail gave an estimate as the expected wealth; the play-outs' mean lay above all of its interval."""
    samples = [Sample(str(n), {"Anna": 300}, {"Anna": came}, 9, True) for n, came in enumerate((2407, 2734, 1666))]
    (anna,) = combine(samples)
    assert (anna.played, anna.least, anna.most) == (Fraction(2407 + 2734 + 1666, 3), 1666, 2734)
    assert anna.least <= anna.played <= anna.most
    assert anna.low <= anna.mean <= anna.high
