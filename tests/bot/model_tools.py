"""A tool to be called."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from memory_core.model import ToolSpec, Turn

SPEC = ToolSpec(name="query", description="Run SQL.", schema={"type": "object"})


@dataclass
class Query:
    """A tool that answers with its own arguments."""

    spec = SPEC

    async def run(self, arguments: Mapping[str, object], turn: Turn) -> str:
        assert turn.text
        return json.dumps(arguments)
