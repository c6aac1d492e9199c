"""Texts and conversations for property tests."""

from hypothesis import strategies as st

from memory_core import tokens
from memory_core.model import Message, MessageState, Role, Seq, TurnId, UserId
from memory_core.testing.clock import START

CLUSTERS = (
    "a",
    "长",
    "\r\n",
    "e\u0301",
    "👩‍👩‍👧‍👦",
    "👍🏽",
    "❤️",
    "🇨🇭",
    "🇨",
    "\u1100\u1161\u11a8",
    "각",
    "क्षि",
    "நி",
    "ก็",
    "\u0600١",
    "\u200d",
    "\u0301",
    "z" + "\u0335\u0321" * 4,
)
"""Characters as people see them, and pieces that join with what stands beside them."""

texts = st.lists(st.one_of(st.sampled_from(CLUSTERS), st.text(max_size=4)), max_size=40).map(
    "".join
)
broken_texts = st.text(alphabet=st.characters(exclude_categories=()), max_size=40)
"""May hold NUL and surrogates, in pairs or alone."""

_roles: st.SearchStrategy[Role] = st.sampled_from(["user", "assistant"])
_states: st.SearchStrategy[MessageState] = st.sampled_from(
    ["complete", "interrupted", "unanswered"]
)


def message(
    text: str,
    *,
    seq: int = 1,
    turn: str = "t",
    role: Role = "user",
    state: MessageState = "complete",
    speaker: str | None = None,
) -> Message:
    """Return a stored message."""
    return Message(
        seq=Seq(seq),
        turn_id=TurnId(turn),
        role=role,
        content=text,
        user_id=UserId("telegram:1") if role == "user" else None,
        speaker=speaker,
        origin="typed",
        state=state,
        tokens=tokens.of_message(text),
        created_at=START,
    )


messages = st.builds(
    message,
    texts,
    turn=st.sampled_from("abcde"),
    role=_roles,
    state=_states,
    speaker=st.sampled_from([None, "Anna", "小明 2"]),
)
conversations = st.lists(messages, max_size=12)
