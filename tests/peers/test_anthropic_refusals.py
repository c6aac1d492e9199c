"""Each rule for parameters and messages, against a literal request that breaks it."""

import pytest

from .anthropic import MessagesTwin
from .raw_messages import MODEL, Json, assistant, body, post, text, user

REFUSED: list[tuple[Json, str]] = [
    ({"temperature": 0.5}, "`temperature` is deprecated for this model."),
    ({"top_p": 0.5}, "`top_p` is deprecated for this model."),
    ({"top_k": 5}, "`top_k` is deprecated for this model."),
    ({"n": 2}, "n: Extra inputs are not permitted"),
    ({"model": ""}, "model: String should have at least 1 character"),
    ({"model": 5}, "model: Input should be a valid string"),
    ({"max_tokens": 0}, "max_tokens: Input should be greater than or equal to 1"),
    ({"max_tokens": "9"}, "max_tokens: Input should be a valid integer"),
    (
        {"max_tokens": 64_001, "stream": True},
        (
            f"max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for "
            f"{MODEL}"
        ),
    ),
    (
        {"max_tokens": 21_334},
        (
            "Streaming is required for operations that may take longer than 10 minutes. See "
            "https://platform.claude.com/docs/en/cli-sdks-libraries/sdks/python#long-requests "
            "for more details"
        ),
    ),
    ({"stream": "yes"}, "stream: Input should be a valid boolean"),
    ({"metadata": {"name": "Ann"}}, "metadata.name: Extra inputs are not permitted"),
    ({"messages": []}, "messages: at least one message is required"),
    ({"messages": "Hello"}, "messages: Input should be a valid list"),
    ({"messages": [{"role": "user"}]}, "messages.0.content: Field required"),
    (
        {"messages": [{"role": "tool", "content": "x"}]},
        "messages.0.role: Input should be 'user' or 'assistant'",
    ),
    (
        {"messages": [{"role": "system", "content": "x"}]},
        (
            'messages: Unexpected role "system". The Messages API accepts a top-level `system` '
            'parameter, not "system" as an input message role.'
        ),
    ),
    ({"messages": [assistant()]}, 'messages: first message must use the "user" role'),
    (
        {"messages": [user(), user()]},
        (
            'messages: roles must alternate between "user" and "assistant", but found multiple '
            '"user" roles in a row'
        ),
    ),
    (
        {"messages": [user(), assistant()]},
        (
            "This model does not support assistant message prefill. The conversation must end "
            "with a user message."
        ),
    ),
    (
        {"messages": [{"role": "user", "content": []}]},
        "messages.0: all messages must have non-empty content",
    ),
    ({"messages": [user(text(""))]}, "messages: text content blocks must be non-empty"),
    (
        {"messages": [{"role": "user", "content": " \n"}]},
        "messages: text content blocks must contain non-whitespace text",
    ),
    ({"system": [text("")]}, "system: text content blocks must be non-empty"),
    (
        {"messages": [user(text("Hi", parsed_output=None))]},
        "messages.0.content.0.text.parsed_output: Extra inputs are not permitted",
    ),
    ({"messages": [user({"type": "text"})]}, "messages.0.content.0.text.text: Field required"),
]


@pytest.mark.parametrize(("changes", "message"), REFUSED)
async def test_a_bad_request_is_refused_in_the_words_of_the_api(
    changes: Json, message: str
) -> None:
    async with MessagesTwin() as twin:
        response = await post(twin, body(**changes))
        assert [refusal.message for refusal in twin.refusals] == [message]
    assert response.error == (400, "invalid_request_error", message)
