"""The names of all settings, so that a misspelt name is not silently ignored."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

_PREFIX = "COMPANION_"
_ALL = "docs/reference/settings.md lists all settings."
UNPREPARED = "COMPANION_UNPREPARED"  # set for the server process if the database did not answer
_OF_THE_APP = (
    "COMPANION_CERTIFICATE",
    "COMPANION_CERTIFICATE_KEY",
    "COMPANION_THREADS",
    "COMPANION_WORKERS",
    "COMPANION_DAILY_COPIES",
    "COMPANION_DATABASE",
    "COMPANION_ENV",
    "COMPANION_HOSTS",
    "COMPANION_HTTP",
    "COMPANION_INSTANCE",
    "COMPANION_LOG",
    "COMPANION_METRICS",
    "COMPANION_PASSPHRASE",
    "COMPANION_PROXIES",
    "COMPANION_SECRET_KEY",
)
# Read by the Caddyfiles of deploy/, which often share an environment file with the app.
_OF_THE_PROXY = (
    "COMPANION_APP",
    "COMPANION_APPS",
    "COMPANION_PREFIX",
    "COMPANION_SITE",
    "COMPANION_HTTP_PORT",
    "COMPANION_HTTPS_PORT",
)
_KNOWN = {*_OF_THE_APP, *_OF_THE_PROXY, UNPREPARED}


class HalfConfigured(RuntimeError):
    """A setting is missing, unknown or invalid; the message says what to set."""


def refuse_unknown(environ: Mapping[str, str]) -> None:
    """Check that every COMPANION_ variable is known. Raises HalfConfigured."""
    unknown = sorted(name for name in environ if name.startswith(_PREFIX) and name not in _KNOWN)
    if unknown:
        raise HalfConfigured("\n".join(_sentences(unknown)))


def _sentences(unknown: Iterable[str]) -> Iterable[str]:
    for name in unknown:
        ours = [known.removeprefix(_PREFIX) for known in _OF_THE_APP]
        near = get_close_matches(name.removeprefix(_PREFIX), ours, n=1)
        advice = f"Did you mean {_PREFIX}{near[0]}?" if near else _ALL
        yield f"{name} is not a setting of Rummy Companion. {advice}"
