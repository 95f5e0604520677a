"""`--batch`: one JSON object a line in, one out, in order. A bad line is answered by its error and the rest goes on."""

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

from knobel.cli.common import as_json
from knobel.cli.failures import BadLine
from knobel.errors import KnobelError


def answer_lines(answer: Callable[[Mapping[str, Any]], Mapping[str, Any]], lang: str) -> None:
    for line in sys.stdin:
        try:
            found = answer(_asked(line))
        except KnobelError as error:
            found = {"error": error.say(lang), "code": error.code}
        print(as_json(found), flush=True)


def _asked(line: str) -> dict[str, Any]:
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLine(text=line.strip()[:60]) from error
    if not isinstance(asked, dict):
        raise BadLine(text=line.strip()[:60])
    return asked
