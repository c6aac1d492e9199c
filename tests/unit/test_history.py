from hypothesis import given
from hypothesis import strategies as st

from memory_core import history, prompt
from memory_core.model import Message
from tests.unit.strategies import conversations, message

budgets = st.integers(0, 200)


def cost(messages: tuple[Message, ...] | list[Message]) -> int:
    return sum(map(prompt.cost, messages))


@given(conversations, budgets)
def test_what_is_kept_never_exceeds_the_budget(talk: list[Message], budget: int) -> None:
    assert cost(history.fit(talk, budget)) <= budget


@given(conversations, budgets)
def test_turns_are_kept_whole_and_in_order(talk: list[Message], budget: int) -> None:
    kept = history.fit(talk, budget)
    turns = {message.turn_id for message in kept}
    assert kept == tuple(message for message in talk if message.turn_id in turns)


@given(conversations, budgets)
def test_the_newest_turns_are_kept_and_no_more_would_fit(talk: list[Message], budget: int) -> None:
    kept = {message.turn_id for message in history.fit(talk, budget)}
    newest_first = list(dict.fromkeys(message.turn_id for message in reversed(talk)))
    assert set(newest_first[: len(kept)]) == kept
    if len(kept) < len(newest_first):
        one_more = newest_first[: len(kept) + 1]
        assert cost([message for message in talk if message.turn_id in one_more]) > budget


@given(conversations)
def test_a_budget_for_all_keeps_all(talk: list[Message]) -> None:
    assert history.fit(talk, cost(talk)) == tuple(talk)


def test_turns_that_were_said_one_by_one_are_left_out_from_the_oldest() -> None:
    talk = [message("hello", seq=n, turn=str(n // 2)) for n in range(10)]
    assert history.fit(talk, cost(talk) - 1) == tuple(talk[2:])
    assert history.fit(talk, cost(talk[8:])) == tuple(talk[8:])
    assert history.fit(talk, cost(talk[8:]) - 1) == ()


def test_an_answer_given_again_later_stays_with_its_question() -> None:
    asked, better = message("anna?", turn="anna"), message("better!", turn="anna")
    others = [message("ben?", turn="ben"), message("ben!", turn="ben")]
    talk = [asked, *others, better]
    assert history.fit(talk, cost([asked, better])) == (asked, better)


def test_a_retried_question_and_its_answer_are_left_out() -> None:
    question = message("anna?", turn="anna")
    talk = [question, message("anna!", turn="anna"), message("ben?", turn="ben")]
    assert history.without_retried(talk, question) == (talk[2],)
    assert history.without_retried(talk, None) == tuple(talk)
