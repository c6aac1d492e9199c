"""The HTTP control of a twin in another process."""

from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from .twin import BotApiTwin


def add_control(twin: "BotApiTwin", app: web.Application) -> None:
    """Register the routes."""
    del twin, app
