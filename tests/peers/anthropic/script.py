"""Who gets which answer: rules in order, the first that matches and is not used up."""

from collections.abc import Callable
from dataclasses import dataclass

from .errors import ScriptError
from .faults import Fault
from .recorded import RecordedRequest
from .replies import Reply, says

Predicate = Callable[[RecordedRequest], bool]
Replier = Reply | str | Callable[[RecordedRequest], Reply | str]


@dataclass(kw_only=True)
class Rule:
    """Requests that satisfy every predicate get this; `left` counts down, None is for ever."""

    when: tuple[Predicate, ...]
    reply: Replier | None
    fault: Fault | None
    left: int | None

    def takes(self, request: RecordedRequest) -> bool:
        """Whether the rule still applies and the request is meant."""
        return self.left != 0 and all(holds(request) for holds in self.when)

    def use(self) -> None:
        """Count one answer."""
        if self.left is not None:
            self.left -= 1


def pick(rules: list[Rule], request: RecordedRequest) -> Rule | None:
    """The rule that answers this request, counted as used."""
    for rule in rules:
        if rule.takes(request):
            rule.use()
            return rule
    return None


def resolve(replier: Replier, request: RecordedRequest) -> Reply:
    """The reply itself, from text or from a function of the request.

    A function that raises is a mistake in the script, which the test hears of at the end.
    """
    try:
        reply = replier(request) if callable(replier) else replier
    except Exception as error:
        raise ScriptError(f"the reply function failed: {error!r}") from error
    return says(reply) if isinstance(reply, str) else reply


def said(text: str) -> Predicate:
    """The last user message contains this text, whatever its case."""
    return lambda request: text.casefold() in request.last_user_text.casefold()


def anywhere(text: str) -> Predicate:
    """The system prompt or any message contains this text."""
    return lambda request: text.casefold() in request.all_text.casefold()


def in_system(text: str) -> Predicate:
    """The system prompt contains this text."""
    return lambda request: text.casefold() in request.system.casefold()


def offers_tool(name: str) -> Predicate:
    """The request offers a tool of this name."""
    return lambda request: name in request.tool_names


def wants_json(request: RecordedRequest) -> bool:
    """The request asks for an answer by a JSON schema."""
    return request.schema is not None


def has_tool_results(request: RecordedRequest) -> bool:
    """The last message brings tool results."""
    return bool(request.tool_results)


def streamed(request: RecordedRequest) -> bool:
    """The request asks for a stream."""
    return request.streaming
