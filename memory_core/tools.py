"""The tools of one turn: asked for by the model, run side by side, each paired with its result."""

import asyncio
import json
from collections.abc import Mapping, Sequence

from memory_core import truncation
from memory_core.errors import ToolFailed
from memory_core.model import ToolCall, ToolRequest, ToolSpec, Turn
from memory_core.policy import Policy
from memory_core.ports import Tool
from memory_core.text import clean


class Toolbox:
    """The tools a runner offers."""

    def __init__(self, tools: Sequence[Tool], policy: Policy) -> None:
        self._tools: Mapping[str, Tool] = {tool.spec.name: tool for tool in tools}
        self._policy = policy

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """What the model is told."""
        return tuple(tool.spec for tool in self._tools.values())

    async def run(self, requests: Sequence[ToolRequest], turn: Turn) -> tuple[ToolCall, ...]:
        """Return all calls with their results, in the order of asking."""
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(self._call(request, turn)) for request in requests]
        return tuple(task.result() for task in running)

    async def _call(self, request: ToolRequest, turn: Turn) -> ToolCall:
        try:
            async with asyncio.timeout(self._policy.tool_timeout_s):
                result, failed = await self._result(request, turn), False
        except ToolFailed as error:
            result, failed = str(error), True
        except TimeoutError:
            result, failed = f"no result within {self._policy.tool_timeout_s:g} s", True
        return ToolCall(
            id=request.id,
            name=request.name,
            arguments=request.arguments,
            result=truncation.cut(clean(result), self._policy.tool_result_chars),
            failed=failed,
        )

    async def _result(self, request: ToolRequest, turn: Turn) -> str:
        tool = self._tools.get(request.name)
        if tool is None:
            raise ToolFailed(f"there is no tool named {request.name}")
        arguments = json.loads(request.arguments)
        if not isinstance(arguments, dict):
            raise ToolFailed("the arguments must be an object")
        return await tool.run(arguments, turn)
