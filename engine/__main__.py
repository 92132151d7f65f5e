"""The engine's command line: states, orders, legal, best and play, as JSON lines."""

from __future__ import annotations

import sys

from engine.interop.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
