"""The view model of the list of games: the recent ones, the custom ones, and the catalogue."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.model.names import folded, searchable
from companion.rules.model.ruleset import Ruleset
from companion.web.view_models.remembered import Likeness, likeness

_LAST = 3
_ELSEWHERE = 100  # behind every place in the list of a language
_FOLDED = 2  # variants and more; to fold a single one would save no line


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
class Group:
    """A game of the catalogue, and those of its variants that are folded below it."""

    game: Choice
    variants: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class LastPlayed:
    """A recent game of these people; `game` is None if its rules are not available any more."""

    token: str
    name: str
    people: tuple[str, ...]
    game: Choice | None
    found_by: str


@dataclass(frozen=True, slots=True)
class GamesList:
    """Recent games with their people, custom games of this phone, and the catalogue.

    `recent` are the games of `last` without their people, each once. The usual games of the
    language are the first of the catalogue. `latest` is the link of the last game, whose people
    are seated again, empty without one. `known` is the number of games without a search, `search`
    its text as typed.
    """

    last: tuple[LastPlayed, ...]
    recent: tuple[Choice, ...]
    own: tuple[Choice, ...]
    games: tuple[Group, ...]
    latest: str
    known: int
    search: str


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a list: the code of the language, without region, and the words of a search.

    `names` are those by which a game is found; `base_of` the key of the game that another varies.
    `search` is the search as typed.
    """

    language: str
    names: Callable[[Ruleset], Iterable[str]] = lambda _: ()
    words: Sequence[str] = ()
    base_of: Callable[[str], str] = lambda key: key
    search: str = ""

    def finder(self, lines: Iterable[Choice | LastPlayed]) -> Callable[[Choice | LastPlayed], bool]:
        """Whether every word of the search is in the text of a line.

        If it is at the start of words in one of these lines, it must be so in all: “pool” is not
        in Liverpool.
        """
        starts = [f" {word}" for word in self.words]
        words = starts if any(_has_all(one, starts) for one in lines) else self.words
        return lambda one: _has_all(one, words)

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


def _has_all(one: Choice | LastPlayed, words: Iterable[str]) -> bool:
    return all(word in f" {one.found_by}" for word in words)


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
    last = _last_games(played, {choice.name: choice for choice in (*others, *mine)})
    recent = dict.fromkeys(one.game for one in last if one.game)
    finds = reader.finder((*last, *mine, *others))
    return GamesList(
        tuple(filter(finds, last))[:_LAST],
        tuple(filter(finds, recent))[:_LAST],
        tuple(filter(finds, mine)),
        _grouped([*filter(finds, others)], reader),
        latest=played[0][0] if played else "",
        known=len(games),
        search=reader.search,
    )


def _last_games(
    played: Iterable[tuple[str, str, Mapping[str, Any]]], known: Mapping[str, Choice]
) -> Iterable[LastPlayed]:
    """The games of each group of people by each rules, the latest first."""
    last: dict[tuple[str, frozenset[str]], LastPlayed] = {}
    for token, name, summary in played:
        people = tuple(summary["players"])
        one = _last_played(token, name, people, known.get(name))
        last.setdefault((name, frozenset(map(folded, people))), one)
    return tuple(last.values())


def _grouped(found: Sequence[Choice], reader: Reader) -> tuple[Group, ...]:
    """These games; variants are below the game that they vary, unless they are usual or found."""
    if reader.words:
        return tuple(map(Group, found))
    variants: dict[str, list[Choice]] = {}
    for one in found:
        if not one.is_usual and (base := reader.base_of(one.key)) != one.key:
            variants.setdefault(base, []).append(one)
    below = {one.key: tuple(variants.get(one.key, ())) for one in found}
    below = {key: games for key, games in below.items() if len(games) >= _FOLDED}
    is_below = {one.key for games in below.values() for one in games}
    return tuple(Group(one, below.get(one.key, ())) for one in found if one.key not in is_below)


def usual_games(games: Iterable[Ruleset], language: str) -> tuple[Choice, ...]:
    """The games that speakers of this language usually play, the best known first."""
    reader, ordered = Reader(language), in_order(games, language)
    return tuple(
        reader.choice(rules.key, rules) for rules in ordered if language in rules.played_in
    )


def in_order(games: Iterable[Ruleset], language: str) -> list[Ruleset]:
    """The usual games of this language first, the others in their order."""
    return sorted(games, key=lambda game: game.played_in.get(language, _ELSEWHERE))


def _last_played(token: str, name: str, people: tuple[str, ...], game: Choice | None) -> LastPlayed:
    text = " ".join((game.found_by if game else searchable(name), *map(searchable, people)))
    return LastPlayed(token, name, people, game, text)


def _texts(names: Iterable[str]) -> Iterable[str]:
    """The names for searches, each once; one with a number also in one word: scala40."""
    found = dict.fromkeys(map(searchable, names))
    return dict.fromkeys(
        text for name in found for text in (name, name.replace(" ", "")) if _has_number(text, name)
    )


def _has_number(text: str, name: str) -> bool:
    return text == name or any(letter.isdecimal() for letter in name)
