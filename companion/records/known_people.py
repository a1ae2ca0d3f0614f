"""What a device calls people and groups; no log hears of it, and games stay as they were."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Delete, bindparam, delete, insert, select

from companion.records.database import alone, reading, write_connection
from companion.records.models import KnownName, NamedGroup
from companion.rules.model.names import Nickname, Nicknames, folded

_NAMES = (
    select(KnownName.name, KnownName.person, KnownName.colour)
    .where(KnownName.device == bindparam("device"))
    .order_by(KnownName.id)
)
_GROUPS = (
    select(NamedGroup.id, NamedGroup.people, NamedGroup.called)
    .where(NamedGroup.device == bindparam("device"))
    .order_by(NamedGroup.id)
)


@dataclass(frozen=True, slots=True)
class Named:
    """A group that was named: the names its people had then, and what it is called."""

    people: tuple[str, ...]
    called: str


def nicknames_of(device: str) -> Nicknames:
    """What this device calls people."""
    if not device:
        return Nicknames()
    with reading() as connection:
        return _nicknames(connection, device)


def groups_named_by(device: str) -> tuple[Named, ...]:
    """The groups this device has named, the latest last."""
    if not device:
        return ()
    with reading() as connection:
        rows = connection.execute(_GROUPS, {"device": device}).all()
    return tuple(Named(tuple(row.people), row.called) for row in rows)


def call_them(device: str, names: Iterable[str], person: str, colour: int | None = None) -> None:
    """Whoever sat down under one of these names is this person on this device, in this colour.

    `names` are all names of theirs in the games of the device. Those of another who is called
    `person` stay theirs too: so two are made one.
    """
    with write_connection() as connection:
        alone(connection, "naming people")
        known = _nicknames(connection, device)
        theirs = dict.fromkeys(folded(name) for name in names)
        kept = (known.by_name[name].colour for name in theirs if name in known.by_name)
        chosen = next((c for c in (colour, *kept) if c is not None), None)
        connection.execute(_of(device, theirs))
        rows = [{"device": device, "name": name, "person": person} for name in theirs]
        connection.execute(insert(KnownName), [row | {"colour": chosen} for row in rows])


def take_apart(device: str, name: str) -> None:
    """Whoever sits down under this name is somebody of their own again."""
    with write_connection() as connection:
        connection.execute(_of(device, [folded(name)]))


def call_group(device: str, people: Sequence[str], called: str) -> None:
    """These people are called so on this device when they play together; nothing, where blank."""
    with write_connection() as connection:
        alone(connection, "naming people")
        known = _nicknames(connection, device)
        mine = set(known.keys(people))
        for row in connection.execute(_GROUPS, {"device": device}).all():
            if set(known.keys(row.people)) == mine:
                connection.execute(delete(NamedGroup).where(NamedGroup.id == row.id))
        if called:
            names = sorted(map(folded, people))
            row_of = {"device": device, "people": names, "called": called}
            connection.execute(insert(NamedGroup).values(**row_of))


def _nicknames(connection: Connection, device: str) -> Nicknames:
    rows = connection.execute(_NAMES, {"device": device}).all()
    return Nicknames({row.name: Nickname(row.person, row.colour) for row in rows})


def _of(device: str, names: Iterable[str]) -> Delete:
    return delete(KnownName).where(KnownName.device == device, KnownName.name.in_([*names]))
