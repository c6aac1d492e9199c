"""`output_config`: effort, and a JSON schema within the subset the API can enforce.

https://platform.claude.com/docs/en/build-with-claude/structured-outputs
"""

from collections.abc import Iterator
from typing import Any

from .errors import Json, invalid
from .shape import an_object, no_extras, one_of, required

EFFORTS = ("low", "medium", "high", "xhigh", "max")
NUMBER_LIMITS = ("exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf")
UNSUPPORTED: dict[str, tuple[str, ...]] = {
    "integer": NUMBER_LIMITS,
    "number": NUMBER_LIMITS,
    "string": ("maxLength", "minLength"),
    "array": ("contains", "maxItems", "uniqueItems"),
    "object": ("maxProperties", "minProperties", "patternProperties"),
}
FEWEST_ITEMS = (0, 1)


def check_output_config(value: Any) -> None:
    """Only `effort` and `format`, and the only format is a JSON schema."""
    if value is None:
        return
    config = an_object(value, "output_config")
    no_extras(config, "output_config", {"effort", "format"})
    if config.get("effort") is not None:
        one_of(config["effort"], "output_config.effort", EFFORTS)
    if config.get("format") is not None:
        _check_format(an_object(config["format"], "output_config.format"))


def check_schema(schema: Json, path: str) -> None:
    """Refuse what the API cannot enforce: open objects, limits on length, size and range."""
    kind = schema.get("type")
    if kind == "object" and schema.get("additionalProperties") is not False:
        raise invalid(
            f"{path}: For 'object' type, 'additionalProperties' must be explicitly set to false"
        )
    found = [name for name in UNSUPPORTED.get(str(kind), ()) if name in schema]
    if found:
        raise invalid(f"{path}: For '{kind}' type, {_not_supported(found)}")
    if kind == "array" and schema.get("minItems", 0) not in FEWEST_ITEMS:
        raise invalid(
            f"{path}: For 'array' type, 'minItems' values other than 0 or 1 are not supported"
        )
    for inner in _inner_schemas(schema):
        check_schema(inner, path)


def _check_format(form: Json) -> None:
    path = "output_config.format"
    required(form, path, "type", "schema")
    one_of(form["type"], f"{path}.type", ("json_schema",))
    no_extras(form, path, {"type", "schema"})
    check_schema(an_object(form["schema"], f"{path}.schema"), f"{path}.schema")


def _not_supported(names: list[str]) -> str:
    if len(names) == 1:
        return f"property '{names[0]}' is not supported"
    return f"properties {', '.join(names)} are not supported"


def _inner_schemas(schema: Json) -> Iterator[Json]:
    for name in ("properties", "$defs", "definitions"):
        yield from _objects((schema.get(name) or {}).values())
    for name in ("anyOf", "oneOf", "allOf", "prefixItems"):
        yield from _objects(schema.get(name) or [])
    yield from _objects([schema.get("items")])


def _objects(values: Any) -> Iterator[Json]:
    return (value for value in values if isinstance(value, dict))
