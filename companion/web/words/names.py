"""Names in narrow places: size steps and hyphenation."""

import re
import unicodedata
from itertools import pairwise

_LONG, _LONGEST = 10, 13  # letters of one word; longer words are set smaller
_LONG_LINE = 14  # characters of a name beside a large figure
_LETTERS = 6  # a shorter word fits everywhere
_LETTERS_OF_TWO = 9  # a name with its own hyphen breaks after that
_WORD = re.compile(rf"[^\W\d_]{{{_LETTERS},}}")
_WORD_OF_TWO = re.compile(rf"[^\W\d_]{{{_LETTERS_OF_TWO},}}")
_VOWELS = "aeiouy"
_CONSONANTS = "bcdfghjklmnpqrstvwxzßłđ"
_BEGIN = r"sch|[cpst]h|ck|qu|[bcdfgkptv][lr]"  # consonants that stay with the following vowel
_SYLLABLE = re.compile(
    rf"[{_VOWELS}][{_CONSONANTS}]*?(?P<begin>{_BEGIN}|[{_CONSONANTS}])(?=[{_VOWELS}])"
)
_SHORTEST = 2  # letters that stay together at either end
_SOFT_HYPHEN = "\u00ad"


def name_step(name: str) -> str:
    """The size step of a name by its longest word: normal, long, longest."""
    letters = max(map(len, name.replace("-", " ").split(" ")))
    return "longest" if letters > _LONGEST else "long" if letters > _LONG else ""


def line_step(name: str) -> str:
    """The size step of a whole name with at most two lines beside it."""
    return "longest" if len(name) > _LONG_LINE else "long" if len(name) > _LONG else ""


def hyphenated(name: str) -> str:
    """The name with soft hyphens between syllables.

    Latin letters only, because not every script has a hyphen. By sound, not by a dictionary,
    because names are of any language.
    """
    word = _WORD_OF_TWO if "-" in name else _WORD
    return word.sub(lambda found: _with_hyphens(found[0]), name)


def _with_hyphens(word: str) -> str:
    plain = "".join(unicodedata.normalize("NFD", letter)[0] for letter in word).lower()
    ends = [found.start("begin") for found in _SYLLABLE.finditer(plain)]
    cuts = [0, *(n for n in ends if _SHORTEST <= n <= len(word) - _SHORTEST), len(word)]
    return _SOFT_HYPHEN.join(word[a:b] for a, b in pairwise(cuts))
