"""go_on(): what replay() comes to, sooner, for one more entry."""

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.draft import Draft
from companion.rules.log import (
    Adjusted,
    Entry,
    EntryUndone,
    HandCounted,
    LaidDown,
    RoundScored,
    RulesChanged,
    TookBack,
    WentOut,
)
from companion.rules.replay import replay
from companion.rules.rulesets import Ruleset
from companion.rules.state import Seats, State
from companion.rules.story import read_story

_OF_THE_OPEN_ROUND = (LaidDown, TookBack, WentOut, HandCounted, Adjusted)


def go_on(ruleset: Ruleset, seats: Seats, before: State, entries: Sequence[Entry]) -> State:
    """The same as replay(entries), sooner: `before` is the state without the last of them.

    What is said of the open round changes nothing that was written before it.
    """
    draft = _draft(entries) if isinstance(entries[-1], _OF_THE_OPEN_ROUND) else None
    if draft is None or before.open is None:
        return replay(ruleset, seats, entries)
    now = replace(
        before.open,
        play=draft.play(),
        over=draft.over,
        counted_at=draft.counted_at,
        marked=frozenset(draft.marked),
    )
    return replace(before, open=now, last=(len(entries), entries[-1]), version=len(entries))


def _draft(entries: Sequence[Entry]) -> Draft | None:
    """The open round so far; None if that cannot be told from what was said since the last one.

    An undo may reach behind it, and new house rules make hands mean something else.
    """
    start = len(entries)
    while start and not isinstance(entries[start - 1], RoundScored):
        start -= 1
    since = entries[start:]
    if any(_reaches_behind(entry, start) for entry in since):
        return None
    return read_story(since, start + 1).draft


def _reaches_behind(entry: Entry, start: int) -> bool:
    undone = isinstance(entry, EntryUndone) and entry.sequence <= start
    return undone or isinstance(entry, RulesChanged)
