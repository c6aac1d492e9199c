"""Stand-ins for characters that Markdown would take for syntax although the writer did not.

Each stand-in is one noncharacter, so that no offset moves; cleaned text holds none of its own.
"""

import re
from bisect import bisect_left

from bot.telegram.rendering import emphasis
from bot.telegram.rendering.cleaning import DROPPED
from bot.telegram.rendering.policy import NESTED_BLOCKS
from bot.telegram.rendering.styled import Styled

PLACE = "\ufdd1"
"""Stands for a block that was lifted out."""
_REAL = "<_$~|[]*"
_STAND_INS = "\ufdd2\ufdd3\ufdd4\ufdd5\ufdd6\ufdd7\ufdd8\ufdd9"
_SHIELDED = str.maketrans(_REAL, _STAND_INS)
_RESTORED = str.maketrans(_STAND_INS, _REAL)

_KEPT = r"""
    \\[!-/:-@\[-`{-~]                               # an escape
    | <https?://[^\s<>]+>                           # an address in angle brackets
    | \]\(<(?i:https?|tg|ton|tonsite)://[^<>\n]*>    # the same in a link
    | \$\$(?=[^$]*[\\^])[^$]{1,2000}\$\$            # mathematics
    | (?<![\w$])\$(?=[^$\n]*[\\^]|(?!\d)[^$\n]*=|[A-Za-z]\$)     # within a line
      [^\s$](?:[^$\n]{0,200}[^\s$])?\$(?![\w$])
"""
_LITERAL = r"""
    <
    | (?<![A-Za-z0-9_])__[A-Za-z](?:[A-Za-z0-9_]*[A-Za-z0-9])?__(?![A-Za-z0-9_])  # __init__
    | https?://[^\s<>*]*[^\s<>*_~]                  # underscores of an address
    | \](?=\()(?!\(\s*<?(?i:https?|tg|ton|tonsite)://)  # handlers[name](event)
    | \$ | (?<!~)~(?!~)
    | (?<=\d)\*{1,2}(?=\d)                          # 2*3*4
"""
_TROUBLE = re.compile(f"(?P<kept>{_KEPT})|{_LITERAL}", re.VERBOSE)
_DEEP = re.compile(
    rf"^[ \t]*(?:(?:>|(?:[-+*]|\d{{1,9}}[.)])[ \t])[ \t]*){{{NESTED_BLOCKS}}}", re.MULTILINE
)
_CODE = re.compile(r"`[^`\n]*\|[^`\n]*`")
_SPOILER = re.compile(r"\\.|\|\|(?=[^\s|])(?:[^|\n]|\|(?!\|))*?(?<=[^\s|\\])\|\||\|\|+")
_GONE = re.compile("[\ufdd0-\ufdef]")


def shield(text: str) -> str:
    """Return cleaned Markdown in which only what is meant as syntax can be taken for it."""
    text = _TROUBLE.sub(_shielded, text)
    text = _CODE.sub(lambda found: found[0].replace("|", "|".translate(_SHIELDED)), text)
    text = _DEEP.sub(rf"\g<0>{emphasis.JOINER}", text)
    return emphasis.join(text)


def shield_pipes(text: str) -> str:
    """Leave only the pipes of spoilers, ||like this||; tables must be lifted out before."""
    if "||" not in text:
        return text
    return _SPOILER.sub(lambda found: found[0] if found[0].strip("|") else literal(found[0]), text)


def literal(text: str, chars: str = _REAL) -> str:
    """Return ``text`` with stand-ins for ``chars``; of an address for what may be emphasis."""
    if text.startswith("http"):
        chars = "_~"
    return text.translate({ord(char): _SHIELDED[ord(char)] for char in chars})


def _shielded(found: re.Match[str]) -> str:
    if found["kept"]:
        return literal(found[0], "<") if found[0].startswith("$") else found[0]
    return literal(found[0])


def unshield(text: str) -> str:
    """Return ``text`` as it was written."""
    return _GONE.sub("", text.translate(_RESTORED))


def restore(styled: Styled) -> Styled:
    """Take the stand-ins back, and what came out of character references and cannot be sent.

    Only the places of lifted blocks remain.
    """
    text = styled.text.translate(_RESTORED).replace("\t", " ")
    gone = [found.start() for found in DROPPED.finditer(text) if found[0] != PLACE]
    if not gone:
        return Styled(text, styled.spans)
    kept = DROPPED.sub(lambda found: PLACE if found[0] == PLACE else "", text)
    return styled.moved(kept, lambda place: place - bisect_left(gone, place))
