"""The view model of the share page: one link, as a QR code and as a join code."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

Right = Literal["score", "watch"]
_HALF = 3  # characters: people read and say six as twice three


@dataclass(frozen=True, slots=True)
class ShareView:
    """The link of one `right`: its `address`, and its join code, valid for an hour.

    `signs` is the join code in two halves, empty if there is none; `join_at` is the address where
    it is typed, empty if phones cannot reach the app; `other` is the other right to share, None for
    watchers. `round` is the number of the open one, None after the end. The flags say whether this
    phone may take a seat, or replace the links.
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
        """Whether phones can reach the app by this address."""
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
    is_keeper: bool,
) -> ShareView:
    """The page of this right; `code` and `join_address` are empty if phones cannot reach it.

    Only `code` is empty while no join code can be created.
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
        may_renew=may_score and is_keeper,
    )


def _to_type(address: str) -> str:
    """The address without its scheme."""
    parts = urlsplit(address)
    return parts.netloc + parts.path
