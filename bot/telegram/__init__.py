"""The main face: Telegram."""
