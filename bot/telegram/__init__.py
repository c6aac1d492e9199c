"""Telegram: the chat people have on their phones."""
