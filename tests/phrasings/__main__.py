"""Prints how many phrasings of each language are understood: ``python -m tests.phrasings [language]``.

The half that is held is only counted; the other half is shown where something is wanting.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.phrasings.data import LANGUAGES, phrasings
from tests.phrasings.hearing import Heard, heard


def main(languages: tuple[str, ...]) -> None:
    for language in languages:
        counted: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
        for said in phrasings(language):
            what, words = heard(said)
            wanted = Heard.UNDERSTOOD if said.means else Heard.ASKED if said.ask else Heard.REFUSED
            counted[said.held][f"{wanted} → {what}"] += 1
            if what != wanted and not said.held:
                print(f"{what:10} {said}   means {'; '.join(said.means) or said.ask}   got: {words}")
        for held, count in counted.items():
            print(language, "held" if held else "open", dict(count))


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or LANGUAGES)
