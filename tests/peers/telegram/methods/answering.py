"""answerCallbackQuery and answerInlineQuery."""

from tests.peers.telegram.errors import bad_request
from tests.peers.telegram.params import Params
from tests.peers.telegram.world import World

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
MAX_TEXT = 200
MAX_RESULTS = 50


def answer_callback_query(world: World, params: Params) -> bool:
    """Stop the spinner on the button; once, and in time."""
    click = world.clicks.get(params.text("callback_query_id"))
    if click is None or click.expired or click.answer is not None:
        raise bad_request(TOO_OLD)
    if len(params.text("text")) > MAX_TEXT:
        raise bad_request("MESSAGE_TOO_LONG")
    answer = {"text": params.text("text"), "show_alert": params.flag("show_alert")}
    click.answer = {**answer, "url": params.text("url")}
    world.bell.ring()
    return True


def answer_inline_query(world: World, params: Params) -> bool:
    """Offer results."""
    inline = world.inlines.get(params.text("inline_query_id"))
    results = params.records("results")
    if inline is None or inline.results is not None:
        raise bad_request(TOO_OLD)
    if len(results) > MAX_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    ids = [result.get("id") for result in results]
    if any(not i or len(str(i).encode()) > 64 for i in ids):
        raise bad_request("RESULT_ID_INVALID")
    if len(set(ids)) != len(ids):
        raise bad_request("RESULT_ID_DUPLICATE")
    inline.results = results
    cache_time = params.number("cache_time", 300)
    inline.options = {"is_personal": params.flag("is_personal"), "cache_time": cache_time}
    world.bell.ring()
    return True
