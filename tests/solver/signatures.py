"""The numbers of signatures.toml."""

import tomllib
from pathlib import Path
from typing import Any

SIGNATURES: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
