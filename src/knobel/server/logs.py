"""The log as lines of JSON (`--log-format json`), for whoever collects it. It can be handed on: nobody is in it.

Names, links, secrets and dice get into a log as parts of sentences: the path that was asked for, the sentence of an
error. So only what cannot hold any is written: the sentence as it stands in the code, without what was filled in;
numbers; ids of matches, which open nothing by themselves; the code of a refusal; the kind of an error and the lines of
code it came by, not its words. What a caller knows to be harmless is given as `extra={"about": {...}}`.
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

from knobel.errors import KnobelError

FORMATS = ("text", "json")
_ID = re.compile("[0-9a-f]{16,64}")
_MOST_FRAMES = 12


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.msg if isinstance(record.msg, str) else type(record.msg).__name__,
        }
        given = record.args if isinstance(record.args, tuple) else ()
        if values := [value for value in map(_harmless, given) if value is not None]:
            line["values"] = values
        line |= getattr(record, "about", {})
        if record.exc_info and (error := record.exc_info[1]):
            line["error"] = error.code if isinstance(error, KnobelError) else type(error).__name__
            frames = traceback.extract_tb(error.__traceback__)[-_MOST_FRAMES:]
            line["at"] = [f"{_module(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
        return json.dumps(line, ensure_ascii=False)


def _harmless(value: object) -> object:
    match value:
        case bool() | int() | float():
            return value
        case KnobelError():
            return value.code
        case str() if _ID.fullmatch(value):
            return value
    return None


def _module(path: str) -> str:
    return "/".join(path.replace("\\", "/").rsplit("/", 2)[-2:])


def log_as_json() -> None:
    """Everything that is logged in this process, one line each, to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("knobel").setLevel(logging.INFO)
    logging.captureWarnings(True)
