"""Which keyboards the server takes."""

from typing import Any

from .errors import bad_request
from .params import Params

Json = dict[str, Any]

MAX_BUTTONS = 100
MAX_DATA_BYTES = 64
_ACTIONS = (
    "url", "callback_data", "web_app", "login_url", "switch_inline_query", "pay", "copy_text",
    "switch_inline_query_current_chat", "switch_inline_query_chosen_chat", "callback_game",
    "disabled",
)  # fmt: skip
_OTHERS = ("keyboard", "remove_keyboard", "force_reply")


def keyboard(params: Params, *, inline_only: bool = False) -> Json | None:
    """The reply_markup parameter, checked; None when there is none."""
    markup = params.value("reply_markup")
    if markup is None:
        return None
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" in markup:
        _check_inline(markup["inline_keyboard"])
        rows = [row for row in markup["inline_keyboard"] if row]
        return {"inline_keyboard": rows} if rows else None
    if inline_only and any(name in markup for name in _OTHERS):
        raise bad_request("inline keyboard expected")
    return markup if any(name in markup for name in _OTHERS) else None


def _check_inline(rows: Any) -> None:
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" must be an Array of Arrays')
    buttons = [button for row in rows for button in row]
    for button in buttons:
        _check_button(button)
    if len(buttons) > MAX_BUTTONS:
        raise bad_request("reply markup is too long")


def _check_button(button: Any) -> None:
    cannot = "can't parse inline keyboard button: "
    if not isinstance(button, dict):
        raise bad_request(f"{cannot}InlineKeyboardButton must be an Object")
    if not isinstance(button.get("text"), str):
        raise bad_request(f'{cannot}Can\'t find field "text"')
    if not button["text"].strip():
        raise bad_request("BUTTON_TEXT_INVALID")
    actions = [name for name in _ACTIONS if button.get(name) is not None]
    if not actions:
        raise bad_request(f"{cannot}Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise bad_request("BUTTON_TYPE_INVALID")
    data = button.get("callback_data")
    if data is not None and not _is_data(data):
        raise bad_request("BUTTON_DATA_INVALID")


def _is_data(data: Any) -> bool:
    return isinstance(data, str) and 1 <= len(data.encode()) <= MAX_DATA_BYTES
