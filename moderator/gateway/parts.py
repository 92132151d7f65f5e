"""A form in parts, taken apart before anybody knows who has sent it: what stands before each part has its bounds.

The library reads the headers of a part, however long, and there may be a thousand of them; that takes seconds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder, NeedData, State

# The form is read in pieces of this size; a boundary that does not come within one never does.
PIECE = 1 << 16
# In bytes: the headers of one part (a file's name may be long), and those of all parts.
MOST_OF_A_HEAD, MOST_OF_ALL_HEADS = 1 << 12, 1 << 16
_END_OF_HEAD = re.compile(rb"\r\n\r\n|\r\r|\n\n")


class Boundless(ValueError):
    """The form is broken, or has more around its parts than any form of ours or of a provider."""


def parts(boundary: bytes, read: Callable[[int], bytes], most: int) -> Iterator[Field | File | Data]:
    """What the parts are called and what is in them, one after the other; ``most`` of them. Raises ValueError,
    LookupError or HTTPException."""
    decoder = MultipartDecoder(boundary, max_parts=most)
    heads = given = 0
    ended = False
    while True:
        if decoder.state is State.PART:
            heads += _head(bytes(decoder.buffer[:MOST_OF_A_HEAD]))
            if heads > MOST_OF_ALL_HEADS:
                raise Boundless("The headers of the parts are too long.")
        event = decoder.next_event()
        if isinstance(event, Epilogue):
            return
        if not isinstance(event, NeedData):
            given = 0
            if isinstance(event, (Field, File, Data)):
                yield event
        elif ended or given > PIECE:
            # An end that does not come, or names without end.
            raise Boundless("The form does not end.")
        else:
            piece = read(PIECE)
            decoder.receive_data(piece or None)
            given, ended = given + len(piece), not piece


def _head(begins: bytes) -> int:
    """How long the headers are with which a part begins; nothing while their end has not come."""
    end = _END_OF_HEAD.search(begins)
    if end is None and len(begins) >= MOST_OF_A_HEAD:
        raise Boundless("The headers of a part are too long.")
    return end.end() if end is not None else 0
