"""A strict loopback twin of the Telegram Bot API server."""

from .twin import BotApiTwin

__all__ = ["BotApiTwin"]
