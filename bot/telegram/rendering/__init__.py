"""A model's Markdown as messages that Telegram accepts, without losing a word.

Every visible character of the converted text arrives in order: only white space at the cuts goes.
"""

from bot.telegram.rendering.rendering import plain, preview, render
from bot.telegram.rendering.values import Chunk, Document, Entity

__all__ = ["Chunk", "Document", "Entity", "plain", "preview", "render"]
