"""The language of orders: moves written in one form, and read in all the forms people use."""

from engine.notation.write import write_order

__all__ = ["write_order"]
