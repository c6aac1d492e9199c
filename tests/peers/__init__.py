"""Loopback twins: strict stand-ins for the servers the bot talks to."""
