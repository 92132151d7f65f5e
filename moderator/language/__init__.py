"""The lowest room: what is said to people, in the language of each. Of ours it imports the engine alone.

``words`` speaks (Babel knows plurals, lists, numbers and dates), ``french`` and ``korean`` know what no table can say,
``catalogues`` finds the words of every owner, ``po`` takes them to translators and back.
"""

from moderator.language.catalogues import languages
from moderator.language.telling import Teller, sentences
from moderator.language.words import Moment, Weekdays, Words, plain, plain_lines, shortened, spoken

__all__ = [
    "Moment",
    "Teller",
    "Weekdays",
    "Words",
    "languages",
    "plain",
    "plain_lines",
    "sentences",
    "shortened",
    "spoken",
]
