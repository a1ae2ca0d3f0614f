"""What the share page shows: one link at a time, as a code for cameras and as six signs to type."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

Right = Literal["score", "watch"]
_HALF = 3  # signs: people read and say six as twice three


@dataclass(frozen=True, slots=True)
class ShareView:
    """The link of one `right`: its whole `address`, and the six signs that stand for it an hour.

    `signs` are in two halves, empty where there are none; `join_at` is where they are typed, empty
    where no phone can reach the app; `other` is the right that is shared beside it, None for who
    only watches. `round` is the number of the open one, None once the game is over. May this phone
    take a seat, or end these links by making new ones?
    """

    right: Right
    other: Right | None
    address: str
    signs: tuple[str, ...]
    join_at: str
    round: int | None
    may_sit: bool
    may_renew: bool

    @property
    def is_reachable(self) -> bool:
        """Whether another phone finds the app by this address."""
        return bool(self.join_at)


def share_view(
    right: Right,
    address: str,
    *,
    code: str,
    join_address: str,
    open_round: int | None,
    may_score: bool,
    may_sit: bool,
    keeps: bool,
) -> ShareView:
    """The page of this right; `code` and `join_address` are empty where no phone can come.

    Only the code is while none can be made.
    """
    others: dict[Right, Right] = {"score": "watch", "watch": "score"}
    return ShareView(
        right=right,
        other=others[right] if may_score else None,
        address=address,
        signs=(code[:_HALF], code[_HALF:]) if code else (),
        join_at=_to_type(join_address),
        round=open_round,
        may_sit=may_sit,
        may_renew=may_score and keeps,
    )


def _to_type(address: str) -> str:
    """An address as people type it: without what every browser adds."""
    parts = urlsplit(address)
    return parts.netloc + parts.path
