"""The models the twin knows, and how `GET /v1/models` describes them."""

from dataclasses import dataclass

from .errors import Json, not_found


@dataclass(frozen=True, kw_only=True)
class Model:
    """One model with its limits in tokens."""

    id: str
    display_name: str
    line: str | None = None
    max_input_tokens: int = 200_000
    max_tokens: int = 64_000

    def as_json(self) -> Json:
        """The model as the API lists it."""
        return {
            "type": "model",
            "id": self.id,
            "display_name": self.display_name,
            "created_at": "2026-10-01T00:00:00Z",
            "deprecated_at": None,
            "retires_at": None,
            "lifecycle": "active",
            "line": self.line,
            "max_input_tokens": self.max_input_tokens,
            "max_tokens": self.max_tokens,
            "capabilities": _capabilities(),
        }


CATALOGUE = (
    Model(
        id="claude-opus-5-5",
        display_name="Claude Opus 5.5",
        line="opus",
        max_input_tokens=1_000_000,
        max_tokens=128_000,
    ),
    Model(
        id="claude-sonnet-5-5",
        display_name="Claude Sonnet 5.5",
        line="sonnet",
        max_input_tokens=1_000_000,
        max_tokens=128_000,
    ),
    Model(id="claude-haiku-5-5", display_name="Claude Haiku 5.5", line="haiku"),
    Model(id="claude-fable-5-2", display_name="Claude Fable 5.2", line="fable"),
)


def find(models: tuple[Model, ...], wanted: str) -> Model:
    """The model of that id, or 404 in the API's words."""
    for model in models:
        if model.id == wanted:
            return model
    raise not_found(f"model: {wanted}")


def page(models: tuple[Model, ...], *, after: str | None, limit: int) -> Json:
    """One page of the list, in the SDK's page shape."""
    ids = [model.id for model in models]
    start = ids.index(after) + 1 if after in ids else 0
    shown = models[start : start + limit]
    return {
        "data": [model.as_json() for model in shown],
        "has_more": start + limit < len(models),
        "first_id": shown[0].id if shown else None,
        "last_id": shown[-1].id if shown else None,
    }


def _capabilities() -> Json:
    yes = {"supported": True}
    no = {"supported": False}
    levels = ("low", "medium", "high", "xhigh", "max")
    kinds = {"adaptive": yes, "between_tools": yes, "disabled": yes, "enabled": no}
    return {
        "batch": yes,
        "citations": yes,
        "code_execution": yes,
        "context_management": yes,
        "effort": yes | dict.fromkeys(levels, yes),
        "image_input": yes,
        "pdf_input": yes,
        "server_tools": yes | {"code_execution": yes, "web_search": yes},
        "structured_outputs": yes,
        "thinking": yes | {"types": kinds},
    }
