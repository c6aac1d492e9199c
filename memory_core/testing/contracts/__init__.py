"""What every storage promises, as suites to inherit from.

A backend's tests subclass each suite and provide a fixture ``storage``: a new, empty storage.
"""

from memory_core.testing.contracts.answers import Answers
from memory_core.testing.contracts.arrivals import Arrivals
from memory_core.testing.contracts.audit import AuditContract
from memory_core.testing.contracts.bindings import Bindings
from memory_core.testing.contracts.chats import ChatNotes
from memory_core.testing.contracts.claims import Claims
from memory_core.testing.contracts.commits import Commits
from memory_core.testing.contracts.compactions import Compactions
from memory_core.testing.contracts.fences import Fences
from memory_core.testing.contracts.history import History
from memory_core.testing.contracts.locks import LocksContract
from memory_core.testing.contracts.metrics import MetricsContract
from memory_core.testing.contracts.migrating import Migrating
from memory_core.testing.contracts.operators import OperatorsContract
from memory_core.testing.contracts.outbox import OutboxContract
from memory_core.testing.contracts.resets import Resets
from memory_core.testing.contracts.retries import Retries
from memory_core.testing.contracts.settling import Settling
from memory_core.testing.contracts.totals import Totals
from memory_core.testing.contracts.tries import Tries
from memory_core.testing.contracts.truncations import Truncations
from memory_core.testing.contracts.undo import Undo
from memory_core.testing.contracts.usage import ToolsContract, UsageContract
from memory_core.testing.contracts.versions import SummariesAndResets, Versions

__all__ = [
    "AuditContract",
    "ChatBookContract",
    "InboxContract",
    "LocksContract",
    "MetricsContract",
    "OperatorsContract",
    "OutboxContract",
    "SessionsContract",
    "SummariesContract",
    "ToolsContract",
    "TurnsContract",
    "UsageContract",
]


class SessionsContract(Bindings, Resets, Undo):
    """Promises of ``ports.Sessions``."""


class TurnsContract(History, Commits, Fences, Retries, Totals, Answers, Truncations):
    """Promises of ``ports.Turns``."""


class InboxContract(Arrivals, Tries, Settling):
    """Promises of ``ports.Inbox``."""


class ChatBookContract(ChatNotes, Migrating):
    """Promises of ``ports.ChatBook``."""


class SummariesContract(Claims, Compactions, SummariesAndResets, Versions):
    """Promises of ``summaries.Summaries``, and those of ``ports.Sessions`` about summaries."""
