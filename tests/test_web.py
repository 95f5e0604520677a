"""What the browser takes from the package: its types and its words."""

import re
import sys
from pathlib import Path

from knobel import words

WEB = Path(__file__).parents[1] / "web"


def test_types_are_what_the_server_declares() -> None:
    sys.path.insert(0, str(WEB))
    try:
        import write_types  # type: ignore[import-not-found,unused-ignore]
    finally:
        sys.path.remove(str(WEB))
    assert write_types.TARGET.read_text(encoding="utf-8") == write_types.render(), "run `make types`"


def test_every_word_the_browser_says_is_in_the_catalogue() -> None:
    for path in (WEB / "src").rglob("*"):
        if path.suffix in (".ts", ".svelte"):
            for key in re.findall(r"say\(\"([a-z_0-9.]+)\"", path.read_text(encoding="utf-8")):
                for lang in words.LANGUAGES:
                    assert words.known(lang, key), f"{path.name}: {key}"
