"""The rules: what the model sees and what is remembered. No database, no network."""
