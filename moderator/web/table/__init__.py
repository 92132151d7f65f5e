"""The table on the web: one page to look at a game, to leaf through it, and to play from.

Everything it does goes the way of a mail: what is composed here is order text, handed to the same inbox.
"""

from moderator.web.table.page import blueprint

__all__ = ["blueprint"]
