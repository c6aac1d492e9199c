"""A loopback twin of the Anthropic Messages API: strict, scripted, recording, failing by name.

async with MessagesTwin() as twin:
    twin.once(said("hello"), fault="overloaded_529")
    twin.on(said("hello"), reply=says("Hello", gate, " again"))
    ...
    assert twin.requests[-1].system == "..."
"""

from .errors import ApiError, ScriptError
from .faults import FAULTS, Fault, FaultName
from .models import CATALOGUE, Model
from .modes import MODES, Mode
from .recorded import RecordedRequest
from .replies import Reply, Text, ToolCall, calls, says, says_json
from .script import (
    Predicate,
    Replier,
    anywhere,
    has_tool_results,
    in_system,
    offers_tool,
    said,
    streamed,
    wants_json,
)
from .twin import MessagesTwin

__all__ = [
    "CATALOGUE",
    "FAULTS",
    "MODES",
    "ApiError",
    "Fault",
    "FaultName",
    "MessagesTwin",
    "Mode",
    "Model",
    "Predicate",
    "RecordedRequest",
    "Replier",
    "Reply",
    "ScriptError",
    "Text",
    "ToolCall",
    "anywhere",
    "calls",
    "has_tool_results",
    "in_system",
    "offers_tool",
    "said",
    "says",
    "says_json",
    "streamed",
    "wants_json",
]
