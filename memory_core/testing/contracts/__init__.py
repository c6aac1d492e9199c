"""What every storage promises, as suites to inherit from.

A backend's tests subclass each suite and provide a fixture ``storage``: a new, empty storage.
"""

from memory_core.testing.contracts.audit import AuditContract
from memory_core.testing.contracts.bindings import Bindings
from memory_core.testing.contracts.claims import Claims
from memory_core.testing.contracts.commits import Commits
from memory_core.testing.contracts.compactions import Compactions
from memory_core.testing.contracts.fences import Fences
from memory_core.testing.contracts.history import History
from memory_core.testing.contracts.locks import LocksContract
from memory_core.testing.contracts.metrics import MetricsContract
from memory_core.testing.contracts.resets import Resets
from memory_core.testing.contracts.retries import Retries
from memory_core.testing.contracts.totals import Totals
from memory_core.testing.contracts.truncations import Truncations
from memory_core.testing.contracts.undo import Undo
from memory_core.testing.contracts.usage import ToolsContract, UsageContract
from memory_core.testing.contracts.versions import SummariesAndResets, Versions

__all__ = [
    "AuditContract",
    "LocksContract",
    "MetricsContract",
    "SessionsContract",
    "SummariesContract",
    "ToolsContract",
    "TurnsContract",
    "UsageContract",
]


class SessionsContract(Bindings, Resets, Undo):
    """Promises of ``ports.Sessions``."""


class TurnsContract(History, Commits, Fences, Retries, Totals, Truncations):
    """Promises of ``ports.Turns``."""


class SummariesContract(Claims, Compactions, SummariesAndResets, Versions):
    """Promises of ``summaries.Summaries``, and those of ``ports.Sessions`` about summaries."""
