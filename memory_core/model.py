"""The values a turn is made of: Turn -> MemoryContext -> Prompt -> RunResult -> Reply.

All are frozen; a new state is a new value. Times are aware and in UTC, token counts are estimates
unless they come from a model's own usage report.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, Literal, NamedTuple, NewType, TypeVar

T = TypeVar("T")

UserId = NewType("UserId", str)
"""Who speaks: ``telegram:<id>``, ``terminal:<login>``."""
ChatKey = NewType("ChatKey", str)
"""Where: one private chat, group, topic or terminal; a session belongs to its chat for ever."""
SessionId = NewType("SessionId", str)
TurnId = NewType("TurnId", str)
AgentId = NewType("AgentId", str)
Seq = NewType("Seq", int)
"""Place of a message in the order of all messages; 0 is before the first one."""

InboxId = NewType("InboxId", int)
"""An arrival of a messenger that waits for its answer."""

Role = Literal["user", "assistant"]
Origin = Literal["typed", "forwarded", "quoted", "file"]
MessageState = Literal["complete", "interrupted", "unanswered", "superseded"]
RunnerType = Literal["sdk", "lite"]
Language = Literal["en", "zh"]
Outcome = Literal["answered", "interrupted", "failed", "dropped"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Agent:
    """A character the bot can have (section 4.1)."""

    id: AgentId
    name: str
    prompt: str = ""
    model: str | None = None
    runner_type: RunnerType = "sdk"


@dataclass(frozen=True, kw_only=True, slots=True)
class Session:
    """One conversation of one chat (section 3.1).

    ``epoch`` only fences late writes and never decreases; what is visible is decided by
    ``reset_seq``. ``tokens_since_reset`` is the running total of the visible raw history.
    """

    id: SessionId
    chat: ChatKey
    user_id: UserId
    agent_id: AgentId
    title: str
    created_at: datetime
    updated_at: datetime
    reset_at: datetime | None = None
    epoch: int = 0
    reset_seq: Seq = Seq(0)
    tokens_since_reset: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class SessionInfo:
    """A session as a list shows it."""

    session: Session
    messages: int
    current: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Reset:
    """What /clear set aside, or Undo brought back."""

    session: Session
    messages: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolCall:
    """A tool call together with its result, so that half a pair cannot exist."""

    id: str
    name: str
    arguments: str
    """JSON text of an object."""
    result: str
    failed: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolRound:
    """One request of the model for tools: what it said before, and the calls with results."""

    text: str = ""
    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolRequest:
    """A tool call as the model asks for it; ``arguments`` is the JSON text of an object."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolSpec:
    """What a model is told of a tool; ``schema`` is the JSON schema of its arguments."""

    name: str
    description: str
    schema: Mapping[str, object]


class Message(NamedTuple):
    """A stored message (section 3.2). ``tokens`` counts the whole content with its rounds.

    A tuple, because dozens are made for every turn.
    """

    seq: Seq
    turn_id: TurnId
    role: Role
    content: str
    user_id: UserId | None
    speaker: str | None
    origin: Origin
    state: MessageState
    tokens: int
    created_at: datetime
    rounds: tuple[ToolRound, ...] = ()
    truncated_before: bool = False
    """It was shown shortened before, and counted then (section 5.1)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    """A stored summary of a session (section 3.3); versions only rise.

    It stands for ``messages`` messages up to ``covers_seq``, counted from the last reset on.
    ``tokens_before`` is what it replaced: the former summary and the messages folded into it.
    ``dimensions`` is the JSON text it was rendered from.
    """

    version: int
    text: str
    dimensions: str
    covers_seq: Seq
    messages: int
    tokens: int
    tokens_before: int
    made_at: datetime
    extractive: bool = False
    """Made of sentences of the conversation, without a language model."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompactionState:
    """How the attempts of a session since its last success or reset went."""

    pending: bool = False
    failures: int = 0
    failed_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """One thing a person asks: made by a face, answered by the executor.

    Without ``session_id`` it is a one-off. ``retries`` names the stored question that is asked
    again, whose text is then ``text``. ``speaker`` labels the author in a group.
    """

    id: TurnId
    chat: ChatKey
    user_id: UserId
    agent: Agent
    text: str
    session_id: SessionId | None = None
    mode: RunnerType | None = None
    speaker: str | None = None
    origin: Origin = "typed"
    language: Language = "en"
    retries: Message | None = None
    answers: tuple[InboxId, ...] = ()
    """The arrivals that are settled when the turn is stored."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredContext:
    """What storage knows of a session at the start of a turn.

    ``summary`` is the current one, ``history`` what came after it, oldest first.
    """

    session: Session
    history: tuple[Message, ...]
    summary: Summary | None = None
    compaction: CompactionState = CompactionState()

    @property
    def version(self) -> int:
        """Return the version of the current summary; 0 for none."""
        return self.summary.version if self.summary else 0


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryContext:
    """What PreRun gives to a turn (section 7.1).

    ``epoch`` fences the turn's own write; ``token_estimate`` is that of the whole prompt.
    """

    epoch: int = 0
    summary: str | None = None
    """The current summary as the model reads it."""
    version: int = 0
    """That of the summary; 0 for none."""
    history: tuple[Message, ...] = ()
    estimated: int = 0
    """What the token estimate was before it was corrected."""
    token_estimate: int = 0
    window: int | None = None
    """What the prompt may take, in uncorrected tokens."""
    first: bool = True
    """Nothing was said before in what the session still shows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """All a model gets to see. Stable parts first: system, summary, history; then the question."""

    system: str
    summary: str | None = None
    """What was said before the history, delimited; it is read right after the system text."""
    history: tuple[Message, ...] = ()
    question: str
    speaker: str | None = None
    rounds: tuple[ToolRound, ...] = ()
    """Tool rounds of the turn that is being answered."""
    tools: tuple[ToolSpec, ...] = ()
    may_use_tools: bool = False
    language: Language = "en"
    first: bool = True
    alone: bool = False
    """A one-off: nothing of a conversation is used, and nothing is kept."""
    model: str | None = None
    window: int | None = None
    """Estimated tokens that all of it may take, if that was found out for this session."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """Tokens as the model reports them; the whole prompt is the sum of the three inputs."""

    input_tokens: int = 0
    cache_creation_tokens: int = 0
    cache_read_tokens: int = 0
    output_tokens: int = 0

    @property
    def prompt_tokens(self) -> int:
        """Return the size of the whole prompt."""
        return self.input_tokens + self.cache_creation_tokens + self.cache_read_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            cache_creation_tokens=self.cache_creation_tokens + other.cache_creation_tokens,
            cache_read_tokens=self.cache_read_tokens + other.cache_read_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelAnswer:
    """What a model reports when it has finished; the text itself was streamed.

    With ``requests`` it waits for the results of tools.
    """

    model: str
    usage: Usage = field(default_factory=Usage)
    requests: tuple[ToolRequest, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class JsonRequest(Generic[T]):
    """A question whose answer is a value of a shape.

    ``schema`` is a JSON schema of an object: one ``type`` each, ``anyOf`` for alternatives.
    ``parse`` makes the value; it raises ValueError with a sentence that the model will read, for
    whatever is not an answer at all, and it may be tried on several readings of one answer.
    """

    instructions: str
    text: str
    """The material, as data."""
    name: str
    """What the answer is, as a word of letters, digits, ``_`` and ``-``."""
    schema: Mapping[str, object]
    parse: Callable[[object], T]
    max_tokens: int
    model: str | None = None
    partial: bool = False
    """Of an answer that broke off, take what is complete."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JsonAnswer(Generic[T]):
    """What ``parse`` made of an answer; ``usage`` is that of all it took to get there.

    ``partial`` tells that the answer broke off, which only happens when it was allowed.
    """

    value: T
    model: str
    usage: Usage = field(default_factory=Usage)
    partial: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class RunResult:
    """What a runner brings back (section 4.3); ``memory`` tells whether the session took part."""

    outcome: Outcome
    text: str
    memory: bool
    runner: RunnerType
    model: str = ""
    rounds: tuple[ToolRound, ...] = ()
    usage: Usage = field(default_factory=Usage)
    first_usage: Usage = field(default_factory=Usage)
    """That of the first request of the turn, which holds no tool rounds yet."""
    error: Exception | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class NewMessage:
    """A message about to be stored."""

    role: Role
    content: str
    state: MessageState
    tokens: int
    user_id: UserId | None = None
    speaker: str | None = None
    origin: Origin = "typed"
    rounds: tuple[ToolRound, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Spending:
    """What calls of one model have cost; ``cost_usd`` is None for a model without a price."""

    model: str
    usage: Usage
    cost_usd: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class AuditEntry:
    """One line of the audit log (section 8.4)."""

    module: str
    operation: str
    user_id: UserId
    details: dict[str, object]


@dataclass(frozen=True, kw_only=True, slots=True)
class Outgoing:
    """A part of a reply as a face wants it delivered; only the face reads kind and payload."""

    lane: ChatKey
    kind: str
    payload: str


Presenter = Callable[[RunResult], Awaitable[tuple[Outgoing, ...]]]
"""Makes the parts of a reply of what a turn brought; they are stored with the turn."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnRecord:
    """All that one turn leaves behind, stored in one transaction.

    ``question`` is None for a retry (the stored one, ``retries``, is reused) and for a one-off;
    ``answer`` is None when the model failed before it said anything.
    """

    turn_id: TurnId
    session_id: SessionId | None
    epoch: int
    at: datetime
    question: NewMessage | None
    answer: NewMessage | None
    audit: AuditEntry
    user_id: UserId
    spending: Spending | None = None
    """Kept even when the turn is fenced out: the model was paid."""
    retries: Message | None = None
    title: str = ""
    """Becomes the session's title when it has none."""
    answers: tuple[InboxId, ...] = ()
    replies: tuple[Outgoing, ...] = ()


Commit = Literal["stored", "duplicate", "rerun", "dropped"]
"""What became of a TurnRecord: written now; written before; fenced out by an Undo, so ask again;
fenced out by /clear or /new, so forget it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What a face tells the person. ``error`` says why a turn has no or only half an answer."""

    turn_id: TurnId
    outcome: Outcome
    text: str
    memory: bool
    runner: RunnerType
    error: Exception | None = None
