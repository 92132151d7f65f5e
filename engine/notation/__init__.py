"""The language of orders: moves written in one form, and read in all the forms people use."""

from engine.notation.clean import split_orders
from engine.notation.gist import gist, guess
from engine.notation.read import (
    asks_for_best,
    bare_no,
    can_be_read,
    denies,
    leaves_alone,
    names_nothing,
    only_passes,
    only_says_no,
    parse_order,
    sells_nothing,
)
from engine.notation.several import announced, announces, orders_in
from engine.notation.write import write_order

__all__ = [
    "announced",
    "announces",
    "asks_for_best",
    "bare_no",
    "can_be_read",
    "denies",
    "gist",
    "guess",
    "leaves_alone",
    "names_nothing",
    "only_passes",
    "only_says_no",
    "orders_in",
    "parse_order",
    "sells_nothing",
    "split_orders",
    "write_order",
]
