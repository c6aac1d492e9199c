"""What holds for whatever a model may write.

Every chunk is taken by the server as it is, and the texts of the chunks together are the converted
text but for white space at the cuts.
"""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.telegram.rendering import Chunk, Document, plain, preview, render
from bot.telegram.rendering.cleaning import clean
from bot.telegram.rendering.conversion import convert
from tests.bot.rendering.acceptance import check, letters, texts, visible
from tests.unit import strategies

PIECES = (
    "a", "bc ", "1", " ", "\n", "\n\n", "字", "“x”", "，", "*", "**", "***", "_", "__", "~", "~~",
    "`", "``", "```", "```py\n", "\n```\n", "~~~\n", "#", "# ", "> ", "- ", "1. ", "- [ ] ", "+ ",
    "|", "||", "\n|-|-|\n", "| a | b |\n|---|--:|\n| c | d |\n", "[", "]", "(", ")", "](", "]: ",
    "[x](https://a.bc)", "[y](z)", "![i](http://a.bc/d.png)", "![", "<", ">", "<b>", "</b>", "\\",
    "<!--", "<https://a.bc/_d_>", "https://a.bc/_d_", "[`c`](http://a.bc)", "$", "$$", "$x^2$",
    "$\\frac{a}{b}$", "\\(", "&amp;", "&#1;", "&#xFDD1;", "&Tab;", "&nbsp;", "---\n", "===\n",
    "__init__", "List<String>", "\t", "    ", "\r\n", "\u200b", "\u2060", "\ufdd0", "\ufdd1",
    "👨‍👩‍👧", "🇨🇭", "e\u0301", "שלום", "\u202e", "a\u030a", "\x07", "\ud83d", "[^1]", "[^1]: n\n",
)  # fmt: skip
markdown = st.lists(
    st.one_of(st.sampled_from(PIECES), st.sampled_from(PIECES), strategies.broken_texts),
    max_size=40,
).map("".join)
longer = st.builds(lambda text, times: text * times, markdown, st.integers(1, 400))

TRICKY = """\
# 标题 **粗** `x`

**注意：**请看 [文档](https://example.org/a_(b)?c=d&e=f "t") 和 __init__，||藏||。

> 引用 *斜* ~~删~~
> > 再引用
>
> ```sql
> select * from "t" where a<b;
> ```

1. one
   ```python
   def f(a: List[int]) -> None:
   \tprint("`")
   ```
   - [ ] todo
   - [x] done **`c`**

| 名称 | 价格 |
|:--|--:|
| 苹果 👨‍👩‍👧 | 3 |

| a long heading | another long heading | more |
|---|---|---|
| `a|b` | [l](https://a.bc) | <b> | surplus |

$\\frac{a}{b}$ costs $5 [1] [2][1] ![i](https://a.bc/i.png) ![j](j.png)

[1]: https://example.org/one
[note]: nothing
"""


@settings(max_examples=150)
@given(markdown)
@example("&#xFDD1;&#xFDD0;&#13;a")
@example("[a]: b")
@example("||a\ta\n|-|-|\n")
@example("| a&#1;&Tab;b |\n|---|\n| [c](http://a.bc/&#1;) |")
@example("**a `b` c**")
def test_the_server_takes_every_message_of_an_answer(text: str) -> None:
    messages = render(text)
    for before, message in zip((None, *messages), messages, strict=False):
        if isinstance(message, Document):
            assert isinstance(before, Chunk)
            assert message.name in before.text
        else:
            check(message)


@settings(max_examples=50)
@given(longer)
def test_the_messages_together_are_the_converted_text(text: str) -> None:
    whole = convert(text).styled.text
    assert visible_to_server("".join(texts(render(text)))) == visible_to_server(whole)


@settings(max_examples=50)
@given(longer)
def test_a_preview_is_always_one_valid_message(text: str) -> None:
    chunk = preview(text)
    if chunk.text:
        check(chunk)


@pytest.mark.parametrize("text", [TRICKY, TRICKY * 5])
def test_every_prefix_makes_a_valid_preview(text: str) -> None:
    for end in range(0, len(text), 1 + len(text) // 300):
        if (chunk := preview(text[:end])).text:
            check(chunk)


def test_the_preview_of_a_long_answer_is_its_first_message() -> None:
    text = TRICKY * 20
    first = render(text)[0]
    assert preview(text) == first
    assert preview(text[:12_000]) == first


LETTERS_ONLY = re.compile(r"(```|~~~).*")


@settings(max_examples=150)
@given(st.text(st.sampled_from("ab中文 \n*_`#>-+~<\\“”，.!?/=:()")))
def test_syntax_goes_and_letters_stay(text: str) -> None:
    text = LETTERS_ONLY.sub("", text)
    assert letters("".join(texts(render(text)))) == letters(text)


@given(st.text(st.sampled_from("ab中1|-` \n")).map(lambda text: text.replace("```", "")))
def test_a_table_keeps_all_letters(text: str) -> None:
    shown = letters("".join(texts(render(text))))
    assert is_subsequence(letters(text), shown)


@given(st.lists(st.text(st.sampled_from("abc中文é😀שר12"), min_size=1, max_size=9), max_size=1500))
def test_words_without_markdown_arrive_exactly(words: list[str]) -> None:
    text = " ".join(words)
    assert " ".join(texts(render(text))) == text
    assert " ".join(texts(plain(text))) == text


@settings(max_examples=50)
@given(st.builds(lambda text, times: text * times, strategies.broken_texts, st.integers(1, 400)))
def test_plain_text_stays_as_it_is(text: str) -> None:
    joined = visible_to_server("".join(texts(plain(text))))
    assert joined == visible_to_server(clean(text))
    assert all(not chunk.entities for chunk in plain(text))


def visible_to_server(text: str) -> str:
    """Without white space and what takes no room."""
    return re.sub(
        "[\u180b-\u180e\u2000-\u200f\u202f\u205f-\u2069\u2800\ufeff\ufffc]", "", visible(text)
    )


def is_subsequence(part: str, whole: str) -> bool:
    rest = iter(whole)
    return all(char in rest for char in part)
