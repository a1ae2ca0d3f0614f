"""Names and colours that a device gives to people and groups; logs and games are not changed."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, insert, select

from companion.records.models import KnownName, NamedGroup
from companion.records.store.database import advisory_lock, reading, write_connection
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
    """A named group: the names of its people at that time, and its name."""

    people: tuple[str, ...]
    called: str


def nicknames_of(device: str) -> Nicknames:
    """The nicknames of people on this device."""
    if not device:
        return Nicknames()
    with reading() as connection:
        return _nicknames(connection, device)


def groups_named_by(device: str) -> tuple[Named, ...]:
    """The groups named on this device, the latest last."""
    if not device:
        return ()
    with reading() as connection:
        rows = connection.execute(_GROUPS, {"device": device}).all()
    return tuple(Named(tuple(row.people), row.called) for row in rows)


def call_them(device: str, names: Iterable[str], person: str, colour: int | None = None) -> None:
    """Give all these names to one person on this device, with this colour.

    `names` are all names of the person in the games of the device. Names of another person called
    `person` are kept: this merges the two.
    """
    with write_connection() as connection:
        advisory_lock(connection, "naming people")
        known = _nicknames(connection, device)
        keys = dict.fromkeys(folded(name) for name in names)
        colours = (known.by_name[name].colour for name in keys if name in known.by_name)
        chosen = next((c for c in (colour, *colours) if c is not None), None)
        _forget(connection, device, keys)
        rows = [{"device": device, "name": name, "person": person} for name in keys]
        connection.execute(insert(KnownName), [row | {"colour": chosen} for row in rows])


def take_apart(device: str, name: str) -> None:
    """Make this name a person of its own again."""
    with write_connection() as connection:
        _forget(connection, device, [folded(name)])


def call_group(device: str, people: Sequence[str], called: str) -> None:
    """Name the group of these people on this device; a blank name removes it."""
    with write_connection() as connection:
        advisory_lock(connection, "naming people")
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
    return Nicknames({folded(row.name): Nickname(row.person, row.colour) for row in rows})


def _forget(connection: Connection, device: str, names: Collection[str]) -> None:
    """Delete these folded names; what is stored may have been folded by an earlier version."""
    rows = connection.execute(_NAMES, {"device": device}).all()
    stored = [row.name for row in rows if folded(row.name) in names]
    of_them = KnownName.device == device, KnownName.name.in_(stored)
    connection.execute(delete(KnownName).where(*of_them))
