"""Telegram: the edge between the bot and its chats."""
