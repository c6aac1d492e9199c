"""Small makers for what a model gets to see."""

from datetime import UTC, datetime

from memory_core.model import (
    Language,
    Message,
    MessageState,
    Origin,
    Prompt,
    Role,
    Seq,
    TurnId,
)

Said = str | tuple[str, str] | Message


def message(
    text: str,
    seq: int = 1,
    *,
    role: Role = "user",
    speaker: str | None = None,
    origin: Origin = "typed",
    state: MessageState = "complete",
) -> Message:
    return Message(
        seq=Seq(seq),
        turn_id=TurnId(f"turn-{seq}"),
        role=role,
        content=text,
        user_id=None,
        speaker=speaker,
        origin=origin,
        state=state,
        tokens=1,
        created_at=datetime(2026, 12, 1, tzinfo=UTC),
    )


def bot(text: str, seq: int = 1) -> Message:
    return message(text, seq, role="assistant")


def prompt(
    question: str,
    *history: Said,
    speaker: str | None = None,
    language: Language = "en",
    first: bool | None = None,
    alone: bool = False,
) -> Prompt:
    """Strings are what the person said, pairs are (speaker, text) of a group."""
    return Prompt(
        system="",
        history=tuple(_stored(said, seq) for seq, said in enumerate(history, 1)),
        question=question,
        speaker=speaker,
        language=language,
        first=not history if first is None else first,
        alone=alone,
    )


def _stored(said: Said, seq: int) -> Message:
    match said:
        case Message():
            return said
        case (speaker, text):
            return message(text, seq, speaker=speaker)
        case str():
            return message(said, seq)
