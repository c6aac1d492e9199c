"""What every storage promises, as suites to inherit from.

A backend's tests subclass each suite and provide a fixture ``storage``: a new, empty storage.
"""

from memory_core.testing.contracts.audit import AuditContract
from memory_core.testing.contracts.bindings import Bindings
from memory_core.testing.contracts.commits import Commits
from memory_core.testing.contracts.fences import Fences
from memory_core.testing.contracts.history import History
from memory_core.testing.contracts.locks import LocksContract
from memory_core.testing.contracts.resets import Resets
from memory_core.testing.contracts.retries import Retries
from memory_core.testing.contracts.totals import Totals
from memory_core.testing.contracts.undo import Undo
from memory_core.testing.contracts.usage import ToolsContract, UsageContract

__all__ = [
    "AuditContract",
    "LocksContract",
    "SessionsContract",
    "ToolsContract",
    "TurnsContract",
    "UsageContract",
]


class SessionsContract(Bindings, Resets, Undo):
    """Promises of ``ports.Sessions``."""


class TurnsContract(History, Commits, Fences, Retries, Totals):
    """Promises of ``ports.Turns``."""
