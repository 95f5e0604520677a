"""Installing the package builds the browser's files into it (web/front_end.py does the work).

Where there is no Node that is new enough, one is taken from the package index for the time of the build.
KNOBEL_WEB=skip leaves the browser out.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent / "web"))
import front_end


class FrontEnd(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        if front_end.skipped() or front_end.is_fresh(Path(self.root)):
            return []
        return ["pip", *([] if front_end.node_is_good() else [front_end.NODE_WHEEL])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if not front_end.skipped():
            front_end.build(Path(self.root))
