"""What the model answers, so that it waits in its lane; all the rest is carried out at once."""

from bot.telegram import keyboards
from bot.telegram.addressing import Chatter, Click, Command, Incoming


def is_turn(incoming: Incoming) -> bool:
    """Whether the model is to answer."""
    match incoming:
        case Chatter():
            return True
        case Command(call=call):
            return call.word == "retry" or (call.word == "ask" and bool(call.rest))
        case Click(query=query):
            tap = keyboards.read(query.data)
            return tap is not None and tap.verb == "retry"
        case _:
            return False
