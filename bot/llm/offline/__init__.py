"""How the offline model decides what to say: plain functions from a prompt to a text.

``intents`` reads what a message wants, with the patterns of its language; ``conversation`` and
``matching`` find what was said before; ``answers`` puts both into ``sentences``.
"""
