"""The pure shelf: plain functions and small owners of work."""
