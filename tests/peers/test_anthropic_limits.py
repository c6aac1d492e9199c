"""Credentials, sizes, and bodies that cannot even be read."""

import pytest

from .anthropic import MessagesTwin
from .raw_messages import MODEL, body, post, send


@pytest.mark.parametrize("name", ["model", "messages", "max_tokens"])
async def test_what_is_required_must_be_there(name: str) -> None:
    without = {key: value for key, value in body().items() if key != name}
    async with MessagesTwin() as twin:
        response = await post(twin, without)
    assert response.error == (400, "invalid_request_error", f"{name}: Field required")


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "Expecting value: line 1 column 1 (char 0)"),
        (b'{"model": NaN}', "unexpected constant NaN"),
        (b'{"system": "\\ud83d"}', "no low surrogate in string: line 1 column 13 (char 12)"),
        (b'{"system": "\xff"}', "invalid UTF-8: invalid start byte (byte 12)"),
    ],
)
async def test_a_body_that_is_not_json_is_refused(raw: bytes, reason: str) -> None:
    async with MessagesTwin() as twin:
        response = await post(twin, raw)
    message = f"The request body is not valid JSON: {reason}"
    assert response.error == (400, "invalid_request_error", message)


async def test_a_whole_surrogate_pair_is_welcome() -> None:
    async with MessagesTwin() as twin:
        response = await post(twin, body(system="\N{GRINNING FACE}"))
        assert "\\ud83d\\ude00" in twin.requests[-1].raw.decode()
    assert response.status == 200


async def test_a_body_over_the_limit_is_too_large() -> None:
    async with MessagesTwin() as twin:
        response = await post(twin, body(system="x" * 32 * 1024 * 1024))
    assert response.error == (413, "request_too_large", "Request exceeds the maximum size")


async def test_a_prompt_over_the_context_window_is_too_long() -> None:
    async with MessagesTwin(context_limit=100) as twin:
        response = await post(twin, body(system="x" * 400))
    message = "prompt is too long: 105 tokens > 100 maximum"
    assert response.error == (400, "invalid_request_error", message)


@pytest.mark.parametrize(
    ("headers", "status", "kind", "message"),
    [
        ({"authorization": None}, 401, "authentication_error", "x-api-key header is required"),
        ({"authorization": "Bearer no"}, 401, "authentication_error", "invalid x-api-key"),
        ({"x_api_key": "no"}, 401, "authentication_error", "invalid x-api-key"),
        (
            {"anthropic_version": None},
            400,
            "invalid_request_error",
            "anthropic-version: header is required",
        ),
        (
            {"anthropic_version": "1"},
            400,
            "invalid_request_error",
            'anthropic-version: "1" is not a valid version',
        ),
    ],
)
async def test_credentials_and_version_are_checked(
    headers: dict[str, str | None], status: int, kind: str, message: str
) -> None:
    async with MessagesTwin() as twin:
        asked = await post(twin, body(), **headers)
        looked = await send(twin, "GET", f"/v1/models/{MODEL}", raw=b"", **headers)
    assert asked.error == looked.error == (status, kind, message)


async def test_the_key_may_come_in_its_own_header() -> None:
    async with MessagesTwin() as twin:
        response = await post(twin, body(), authorization=None, x_api_key=twin.api_key)
    assert response.status == 200


async def test_an_unknown_model_is_not_found_unless_all_are_taken() -> None:
    async with MessagesTwin() as strict, MessagesTwin(known_models_only=False) as open_to_all:
        refused = await post(strict, body(model="claude-sonnet-4-5"))
        taken = await post(open_to_all, body(model="qwen3:8b"))
    assert refused.error == (404, "not_found_error", "model: claude-sonnet-4-5")
    assert taken.json["model"] == "qwen3:8b"
