"""What people do on Telegram beside chatting, translated for the core and back."""
