"""The kinds of name that occur in a game, and the few holders that are neither player nor company."""

from __future__ import annotations

from typing import NewType

Player = NewType("Player", str)
Company = NewType("Company", str)
Private = NewType("Private", str)
Holder = str  # a player, a company, or one of the places below

NO_PLAYER = Player("")
NO_COMPANY = Company("")
NO_PRIVATE = Private("")

# Parentheses keep these apart from every name a player may choose.
BANK = "(bank)"
IPO = "(ipo)"  # the initial offer
POOL = "(pool)"
TREASURY = "(treasury)"  # a company's own shares

PLACES = (BANK, IPO, POOL, TREASURY)
