"""What an answer looks like: each repair by itself."""

import pytest

from bot.telegram.rendering import Entity, render
from tests.bot.rendering.acceptance import check, documents, formats, one, texts


@pytest.mark.parametrize(
    "text",
    [
        "Use List<String> and Map<K, V>, not <b>.",
        "<div>\nhello\n</div>",
        "a <!-- comment --> b",
        "snake_case and other_snake_case",
        "__init__, obj.__name__ and tests/__init__.py",
        "2*3*4 = 24 and 2**3**2",
        "~5 or ~6 of them",
        "$5 and $10.49 (~$11.20), $PATH:$HOME",
        "echo $$; my_var=$$",
        "a || b and c || d",
        "handlers[name](event)",
        "[docs](./readme.md) and ![chart](chart.png)",
        "[local](http://localhost:8000)",
        "[注]: 这里说明",
        "[^1]: footnote",
        "https://example.org/_a_/__b__",
        "f(*args, **kwargs)",
        "unclosed **bold and `code",
        "a link [half](https://exam",
    ],
)
def test_what_is_no_syntax_stays(text: str) -> None:
    chunk = one(render(text))
    assert chunk.text == text
    assert chunk.entities == ()


@pytest.mark.parametrize(
    ("markdown", "text", "kind", "part"),
    [
        ("**“金额”**字段", "“金额”字段", "bold", "“金额”"),
        ("**注意：**请看", "注意：请看", "bold", "注意："),
        ("字*（斜）*字", "字（斜）字", "italic", "（斜）"),
        ("字~~“删”~~字", "字“删”字", "strikethrough", "“删”"),
        ("看**`code`**吧", "看code吧", "code", "code"),
        ("`List<String> __init__ a_b_c $x$ ||y||`", None, "code", None),
        ("``a`b``", "a`b", "code", "a`b"),
        ("a ||secret|| b", "a secret b", "spoiler", "secret"),
        ("> quoted\n> text", "quoted\ntext", "blockquote", "quoted\ntext"),
        ("> a\n> > b", "a\nb", "blockquote", "a\nb"),
        ("## Title **x**", "Title x", "bold", "Title x"),
        ("$x^2$ grows", "x^2 grows", "code", "x^2"),
        ("[a_b](https://example.org/a_b_c)", "a_b", "text_link", "a_b"),
        ("[`f()`](https://example.org)", "f()", "text_link", "f()"),
        ("**a `b` c**", "a b c", "code", "b"),
    ],
)
def test_formats(markdown: str, text: str | None, kind: str, part: str | None) -> None:
    chunk = one(render(markdown))
    assert chunk.text == (markdown.strip("`") if text is None else text)
    assert formats(chunk, kind) == [chunk.text if part is None else part]


def test_offsets_count_utf_16_units() -> None:
    chunk = one(render("👨‍👩‍👧 **“金额”**字 שלום *x* 😀 [l](https://example.org/?a_b)"))
    assert chunk.text == "👨‍👩‍👧 “金额”字 שלום x 😀 l"
    assert [formats(chunk, kind) for kind in ("bold", "italic", "text_link")] == [
        ["“金额”"], ["x"], ["l"],
    ]  # fmt: skip
    assert chunk.entities[-1] == Entity(
        type="text_link", offset=25, length=1, url="https://example.org/?a_b"
    )


def test_lists_nest_and_tasks_have_boxes() -> None:
    markdown = "1. one\n   - inner\n     - [ ] open\n     - [x] done\n2. two\n\n- last"
    assert one(render(markdown)).text == (
        "1. one\n  • inner\n    ☐ open\n    ☑ done\n2. two\n\n• last"
    )


def test_code_in_a_list_stands_on_its_own_lines() -> None:
    chunk = one(render("1. run\n   ```sh title=a\n   make\n   ```\n   then\n2. stop"))
    assert chunk.text == "1. run\nmake\nthen\n2. stop"
    assert chunk.entities == (Entity(type="pre", offset=7, length=4, language="sh"),)


def test_code_keeps_what_looks_like_markdown() -> None:
    code = 'if a < b and **c:\n    __init__("[x](y)", "||", `z`, "\\(\\alpha\\)", "$a$", ~~d~~)'
    chunk = one(render(f"```python\n{code}\n```"))
    assert (chunk.text, formats(chunk, "pre")) == (code, [code])


def test_tabs_in_code_become_four_cells() -> None:
    assert one(render("```go\nfunc f() {\n\treturn\n}\n```")).text == "func f() {\n    return\n}"


def test_a_narrow_chinese_table_is_aligned() -> None:
    chunk = one(render("| 名称 | 价格 |\n|:--|--:|\n| 苹果 | 3 |\n| Bananen **x** | 12 |\n\nEnde"))
    table = "名称       价格\n─────────  ────\n苹果          3\nBananen x    12"
    assert chunk.text == f"{table}\n\nEnde"
    assert formats(chunk, "pre") == [table]


def test_a_wide_table_becomes_records() -> None:
    chunk = one(
        render(
            "| 名称 | 这一列的标题很长很长 | Link |\n|---|---|---|\n"
            "| 苹果 | `a|b` 的说明也很长很长 | [x](https://a.bc) |\n| 梨 | __init__ | |"
        )
    )
    assert chunk.text == (
        "名称: 苹果\n这一列的标题很长很长: a|b 的说明也很长很长\nLink: x\n\n"
        "名称: 梨\n这一列的标题很长很长: __init__\nLink:"
    )
    assert formats(chunk, "bold") == ["名称", "这一列的标题很长很长", "Link"] * 2
    assert formats(chunk, "text_link") == ["x"]


def test_a_row_longer_than_the_heading_loses_nothing() -> None:
    assert one(render("| a |\n|---|\n| b | c | d |")).text == "a\n─────────\nb | c | d"


def test_references_that_are_used_become_links() -> None:
    chunk = one(render("see [this][1] and [2]\n\n[1]: https://example.org\n[2]: nowhere"))
    assert chunk.text == "see this and [2]\n[2]: nowhere"
    assert formats(chunk, "text_link") == ["this"]


@pytest.mark.parametrize(
    ("fence", "first", "name"),
    [
        ("python", "x = 1", "code-1.py"),
        ("c++", "int x;", "code-1.cpp"),
        ("lua", "x = 1", "code-1.lua"),
        ("", "x", "code-1.txt"),
        ("Some-Thing", "x", "code-1.txt"),
        ('python title="app/main.py"', "x = 1", "main.py"),
        ("python:src/app.py", "x = 1", "app.py"),
        ("python", "# src/tool.py", "tool.py"),
        ("html", "<!-- index.html -->", "index.html"),
        ("python", "# see ../../etc/passwd", "code-1.py"),
    ],
)
def test_long_code_becomes_a_file(fence: str, first: str, name: str) -> None:
    code = "\n".join([first, *["\ta < b  # __x__"] * 100])
    before, document, after = render(f"Here:\n\n```{fence}\n{code}\n```\n\nDone.")

    assert texts((before, after)) == [f"Here:\n\n📎 {name}", "Done."]
    assert documents((document,))[0].name == name
    assert documents((document,))[0].content == f"{code}\n"


def test_files_are_numbered_and_named_even_without_any_text() -> None:
    block = "```js\n" + "x;\n" * 101 + "```\n"
    messages = render(block * 2)
    assert texts(messages) == ["📎 code-1.js", "📎 code-2.js"]
    assert [each.name for each in documents(messages)] == ["code-1.js", "code-2.js"]


def test_a_hundred_lines_stay_in_the_chat() -> None:
    check(one(render("```\n" + "x\n" * 100 + "```")))
