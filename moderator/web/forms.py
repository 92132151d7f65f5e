"""Forms with files as a page gets them: taken apart with bounds, for their token has not been looked at yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any

from flask import Request
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.sansio.multipart import Data, Field, File

from moderator.gateway.parts import Boundless, parts

# More parts than any form of ours has.
MOST_PARTS = 200


class _Parser(FormDataParser):
    """The library's parser, but for what comes in parts."""

    def parse(
        self,
        stream: IO[bytes],
        mimetype: str,
        content_length: int | None,
        options: dict[str, str] | None = None,
    ) -> tuple[IO[bytes], MultiDict[str, str], MultiDict[str, FileStorage]]:
        if mimetype != "multipart/form-data":
            return super().parse(stream, mimetype, content_length, options)
        boundary = (options or {}).get("boundary", "").encode("ascii", "replace")
        form: list[tuple[str, str]] = []
        files: list[tuple[str, FileStorage]] = []
        try:
            self._take_apart(boundary, stream, content_length, form, files)
        except (ValueError, LookupError, RequestEntityTooLarge) as wrong:
            for _, file in files:
                file.close()
            if isinstance(wrong, (Boundless, RequestEntityTooLarge)):
                raise RequestEntityTooLarge from wrong
            # As the library has it: what can't be read at all says nothing.
            return stream, self.cls(), self.cls()
        return stream, self.cls(form), self.cls(files)

    def _take_apart(
        self,
        boundary: bytes,
        stream: IO[bytes],
        content_length: int | None,
        form: list[tuple[str, str]],
        files: list[tuple[str, FileStorage]],
    ) -> None:
        if not boundary:
            raise ValueError("There is no boundary.")
        part: Field | File | None = None
        write: Callable[[bytes], Any] = len
        words: list[bytes] = []
        said = 0
        for event in parts(boundary, stream.read, MOST_PARTS):
            if isinstance(event, Field):
                part, words = event, []
                write = words.append
            elif isinstance(event, File):
                part = event
                kept = self.stream_factory(
                    total_content_length=content_length, content_type=None, filename=event.filename, content_length=None
                )
                write = kept.write
                files.append((event.name, FileStorage(kept, event.filename, event.name, headers=event.headers)))
            elif isinstance(event, Data):
                if isinstance(part, Field):
                    said += len(event.data)
                    if self.max_form_memory_size is not None and said > self.max_form_memory_size:
                        raise RequestEntityTooLarge
                write(event.data)
                if not event.more_data and isinstance(part, Field):
                    form.append((part.name, b"".join(words).decode("utf-8", "replace")))
                elif not event.more_data and part is not None:
                    kept.seek(0)


class PageRequest(Request):
    """A request to a page of ours."""

    form_data_parser_class = _Parser
