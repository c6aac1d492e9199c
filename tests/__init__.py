"""Stories about the bot, told with shipped doubles and loopback twins."""
