"""Is this a request the API would take? The checks in its order, each refusing in its words."""

from collections.abc import Callable
from dataclasses import dataclass

from .check_caching import check_cache_control
from .check_messages import check_messages, check_system
from .check_output import check_output_config
from .check_tool_turns import check_tool_turns
from .check_tools import check_tool_choice, check_tools
from .errors import Json, invalid
from .models import Model
from .shape import a_boolean, a_list, a_string, an_integer, an_object, no_extras, one_of, required

PARAMETERS = frozenset(
    {
        "cache_control", "container", "diagnostics", "inference_geo", "max_tokens", "messages",
        "metadata", "model", "output_config", "service_tier", "speed", "stop_sequences",
        "stream", "system", "thinking", "tool_choice", "tools",
    }
)  # fmt: skip
REMOVED = ("temperature", "top_p", "top_k")
# One hour for 128,000 tokens; what takes longer than ten minutes must be streamed.
NON_STREAMING_TOKENS = 128_000 * 10 // 60
LONGEST_USER_ID = 256


@dataclass(frozen=True, kw_only=True)
class Strictness:
    """What this twin insists on beyond the shapes."""

    alternation: bool
    resumes: Callable[[Json], bool]


def check_request(body: Json, strictness: Strictness) -> None:
    """Raise the `ApiError` that the API would answer with; the model is looked up elsewhere."""
    _check_parameters(body)
    _check_numbers_and_names(body)
    check_tools(body.get("tools"))
    check_tool_choice(body)
    check_output_config(body.get("output_config"))
    check_system(body.get("system", ""))
    check_messages(body["messages"], alternation=strictness.alternation)
    check_cache_control(body)
    check_tool_turns(body["messages"])
    _check_last_message(body["messages"], strictness.resumes)


def check_max_tokens(body: Json, model: Model) -> None:
    """The output limit of the model, and the limit for an answer that is not streamed."""
    asked = body["max_tokens"]
    if asked > model.max_tokens:
        raise invalid(
            f"max_tokens: {asked} > {model.max_tokens}, which is the maximum allowed number of "
            f"output tokens for {model.id}"
        )
    if not body.get("stream") and asked > NON_STREAMING_TOKENS:
        raise invalid(
            "Streaming is required for operations that may take longer than 10 minutes. See "
            "https://platform.claude.com/docs/en/cli-sdks-libraries/sdks/python#long-requests "
            "for more details"
        )


def _check_parameters(body: Json) -> None:
    for name in REMOVED:
        if name in body:
            raise invalid(f"`{name}` is deprecated for this model.")
    required(body, "", "model", "messages", "max_tokens")
    no_extras(body, "", PARAMETERS)


def _check_numbers_and_names(body: Json) -> None:
    if not a_string(body["model"], "model"):
        raise invalid("model: String should have at least 1 character")
    an_integer(body["max_tokens"], "max_tokens", minimum=1)
    if "stream" in body:
        a_boolean(body["stream"], "stream")
    if "service_tier" in body:
        one_of(body["service_tier"], "service_tier", ("auto", "standard_only"))
    _check_metadata(body.get("metadata", {}))
    _check_stop_sequences(body.get("stop_sequences", []))
    _check_thinking(body)


def _check_metadata(metadata: object) -> None:
    fields = an_object(metadata, "metadata")
    no_extras(fields, "metadata", {"user_id"})
    user = fields.get("user_id")
    if user is not None and len(a_string(user, "metadata.user_id")) > LONGEST_USER_ID:
        raise invalid(f"metadata.user_id: String should have at most {LONGEST_USER_ID} characters")


def _check_stop_sequences(sequences: object) -> None:
    for index, sequence in enumerate(a_list(sequences, "stop_sequences")):
        if not a_string(sequence, f"stop_sequences.{index}").strip():
            raise invalid("stop_sequences: each stop sequence must contain non-whitespace")


def _check_thinking(body: Json) -> None:
    if body.get("thinking") is None:
        return
    thinking = an_object(body["thinking"], "thinking")
    required(thinking, "thinking", "type")
    kinds = ("enabled", "disabled", "adaptive", "between_tools")
    if one_of(thinking["type"], "thinking.type", kinds) == "enabled":
        required(thinking, "thinking.enabled", "budget_tokens")
        budget = an_integer(
            thinking["budget_tokens"], "thinking.enabled.budget_tokens", minimum=1024
        )
        if budget >= body["max_tokens"]:
            raise invalid("`max_tokens` must be greater than `thinking.budget_tokens`.")


def _check_last_message(messages: list[Json], resumes: Callable[[Json], bool]) -> None:
    last = messages[-1]
    if last["role"] == "assistant" and not resumes(last):
        raise invalid(
            "This model does not support assistant message prefill. "
            "The conversation must end with a user message."
        )
