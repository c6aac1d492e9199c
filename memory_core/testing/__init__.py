"""Shipped doubles and contract suites, for our tests and for those of other backends."""

from memory_core.testing.clock import FakeClock
from memory_core.testing.in_memory import in_memory_storage
from memory_core.testing.json_models import ScriptedJsonModel
from memory_core.testing.models import Gate, Part, ScriptedModel, seen

__all__ = [
    "FakeClock",
    "Gate",
    "Part",
    "ScriptedJsonModel",
    "ScriptedModel",
    "in_memory_storage",
    "seen",
]
