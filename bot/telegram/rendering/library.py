"""telegramify_markdown as we use it: shielded Markdown without blocks in, text with spans out."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator

import telegramify_markdown
from telegramify_markdown.config import RenderConfig
from telegramify_markdown.entity import MessageEntity

from bot.telegram.rendering.links import is_link
from bot.telegram.rendering.policy import TAB_CELLS
from bot.telegram.rendering.shields import PLACE, restore, shield_pipes, unshield
from bot.telegram.rendering.styled import Span, Styled, offsets
from bot.telegram.rendering.values import EntityType

_TYPES: dict[str, EntityType] = {
    "blockquote": "blockquote",
    "bold": "bold",
    "code": "code",
    "italic": "italic",
    "pre": "pre",
    "spoiler": "spoiler",
    "strikethrough": "strikethrough",
    "text_link": "text_link",
}
"""What underlines headings stays out: they would look like links."""


def convert(source: str) -> Styled:
    """Return what is to be read of ``source``; the places of lifted blocks stay in the text."""
    # A paragraph in front, since the library glues what follows the first list to it otherwise.
    markdown = f"{PLACE}\n\n{shield_pipes(source.expandtabs(TAB_CELLS))}"
    text, entities = telegramify_markdown.convert(markdown, latex_escape=False, config=_CONFIG)
    styled = restore(Styled(text, tuple(_spans(text, entities))))
    front = len(styled.text) - len(styled.text.removeprefix(PLACE).lstrip("\n"))
    return styled.part(front, len(styled.text))


def _spans(text: str, entities: Iterable[MessageEntity]) -> Iterator[Span]:
    before = offsets(text)
    for entity in entities:
        kind = _TYPES.get(entity.type)
        url = None if entity.url is None else unshield(entity.url)
        if kind is not None and (url is None or is_link(url)):
            start = bisect_left(before, entity.offset)
            end = bisect_left(before, entity.offset + entity.length)
            yield Span(kind, start, end, url=url)


def _quiet() -> RenderConfig:
    config = RenderConfig.isolated()
    symbols = config.markdown_symbol
    symbols.heading_level_1 = symbols.heading_level_2 = ""
    symbols.heading_level_3 = symbols.heading_level_4 = ""
    symbols.unordered_list_item, symbols.image = "•", "🖼 "
    symbols.task_completed, symbols.task_uncompleted = "☑", "☐"
    config.cite_expandable = False
    return config


_CONFIG = _quiet()
