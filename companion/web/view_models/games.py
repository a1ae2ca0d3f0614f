"""The view model of the list of games: the recent ones, the custom ones, and the catalogue."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.model.names import folded, searchable
from companion.rules.model.ruleset import Ruleset
from companion.web.view_models.remembered import Likeness, likeness

_LAST = 3
_ELSEWHERE = 100  # behind every place in the list of a language


@dataclass(frozen=True, slots=True)
class Choice:
    """A game to choose, with its description; `summary` is the part about itself.

    It `is_usual` for speakers of the language of the page. `found_by` is its text for searches.
    """

    key: str
    name: str
    summary: str
    like: Likeness
    is_usual: bool
    found_by: str


@dataclass(frozen=True, slots=True)
class LastPlayed:
    """A recent game of these people; `like` is None if its rules are not available any more."""

    token: str
    name: str
    people: tuple[str, ...]
    like: Likeness | None
    found_by: str


@dataclass(frozen=True, slots=True)
class GamesList:
    """Recent games with their people, custom games of this phone, and the catalogue.

    The usual games of the language are the first of the catalogue. `latest` is the link of the
    last game, whose people are seated again, empty without one.
    """

    last: tuple[LastPlayed, ...]
    own: tuple[Choice, ...]
    games: tuple[Choice, ...]
    latest: str

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to choose."""
        return not (self.last or self.own or self.games)


def _no_names(_: Ruleset) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a list: the code of the language, without region, and the words of a search.

    `names` are those by which a game is found.
    """

    language: str
    names: Callable[[Ruleset], Iterable[str]] = _no_names
    words: Sequence[str] = ()

    def finds(self, one: Choice | LastPlayed) -> bool:
        """Whether every word of the search is in the text of this line."""
        return all(word in one.found_by for word in self.words)

    def choice(self, key: str, ruleset: Ruleset) -> Choice:
        """The line of this game."""
        return Choice(
            key,
            ruleset.name,
            ruleset.summary,
            likeness(ruleset),
            self.language in ruleset.played_in,
            " ".join(_texts(self.names(ruleset))),
        )


def games_list(
    played: Sequence[tuple[str, str, Mapping[str, Any]]],
    own: Iterable[tuple[str, Ruleset]],
    games: Mapping[str, Ruleset],
    reader: Reader,
) -> GamesList:
    """The list; `played` are games by token, name of rules and summary, the latest first."""
    mine = [reader.choice(key, rules) for key, rules in own]
    ordered = in_order(games.values(), reader.language)
    others = [reader.choice(rules.key, rules) for rules in ordered]
    known = {choice.name: choice for choice in (*others, *mine)}
    last: dict[tuple[str, frozenset[str]], LastPlayed] = {}
    for token, name, summary in played:
        people = tuple(summary["players"])
        one = _last_played(token, name, people, known.get(name))
        if reader.finds(one):
            last.setdefault((name, frozenset(map(folded, people))), one)
    return GamesList(
        tuple(last.values())[:_LAST],
        tuple(filter(reader.finds, mine)),
        tuple(filter(reader.finds, others)),
        latest=played[0][0] if played else "",
    )


def usual_games(games: Iterable[Ruleset], language: str) -> tuple[Choice, ...]:
    """The games that speakers of this language usually play, the best known first."""
    reader, ordered = Reader(language), in_order(games, language)
    return tuple(
        reader.choice(rules.key, rules) for rules in ordered if language in rules.played_in
    )


def in_order(games: Iterable[Ruleset], language: str) -> list[Ruleset]:
    """The usual games of this language first, the others in their order."""
    return sorted(games, key=lambda game: game.played_in.get(language, _ELSEWHERE))


def _last_played(
    token: str, name: str, people: tuple[str, ...], rules: Choice | None
) -> LastPlayed:
    text = " ".join((rules.found_by if rules else searchable(name), *map(searchable, people)))
    return LastPlayed(token, name, people, rules.like if rules else None, text)


def _texts(names: Iterable[str]) -> Iterable[str]:
    """The names for searches, each once; one with a number also in one word: scala40."""
    found = dict.fromkeys(map(searchable, names))
    return dict.fromkeys(
        text for name in found for text in (name, name.replace(" ", "")) if _has_number(text, name)
    )


def _has_number(text: str, name: str) -> bool:
    return text == name or any(letter.isdecimal() for letter in name)
