"""Each environment variable once: its line of the reference, and the check of its value.

`make schema` writes the tables of docs/reference/settings.md from here.
"""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

_PREFIX = "COMPANION_"
_ALL = "docs/reference/settings.md lists all settings."
UNPREPARED = "COMPANION_UNPREPARED"  # set for the server process if the database was unreachable


class HalfConfigured(RuntimeError):
    """A setting is missing, unknown or invalid; the message says what to set."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An environment variable.

    `default` and `meaning` are Markdown, for the reference. A value matches `pattern`;
    `advice` completes “NAME is “value”: …” for another.
    """

    name: str
    default: str
    meaning: str
    pattern: str = ".*"
    advice: str = ""

    def read(self, environ: Mapping[str, str]) -> str:
        """The value; empty if it is not set. Raises HalfConfigured."""
        value = environ.get(self.name) or ""
        if value and not re.fullmatch(self.pattern, value, re.ASCII | re.DOTALL):
            raise HalfConfigured(f"{self.name} is “{value}”: {self.advice}.")
        return value

    def needed(self, environ: Mapping[str, str], purpose: str) -> str:
        """The value; `purpose` says what for. Raises HalfConfigured if it is not set."""
        value = self.read(environ)
        if not value:
            raise HalfConfigured(f"{self.name} is not set. Production needs it: {purpose}.")
        return value


ENV = Setting(
    "COMPANION_ENV",
    "`home`",
    "`production` takes every setting from the environment and refuses to start if one is missing.",
    "home|production",
    "set it to production, or leave it out",
)
SECRET_KEY = Setting(
    "COMPANION_SECRET_KEY",
    "made at home",
    "The key that signs cookies: 32 random characters or more. Required in production.",
)
DATABASE = Setting(
    "COMPANION_DATABASE",
    "`companion.sqlite` in the instance folder",
    "`sqlite:////srv/companion.sqlite` or `postgresql://name@host/games`. Required in production, "
    "where a SQLite path must be absolute (four slashes).",
)
DATABASE_URL = Setting(
    "DATABASE_URL",
    "",
    "The same as hosting platforms set it, also as `postgres://`. Used in production only, and "
    "only if `COMPANION_DATABASE` is not set.",
)
INSTANCE = Setting(
    "COMPANION_INSTANCE",
    "see below",
    "The folder of the score book and, at home, of the key and of `--https`.",
)
HOSTS = Setting(
    "COMPANION_HOSTS",
    "any host",
    "The host names of the server, separated by spaces; ports do not matter. Requests for other "
    "hosts are refused. If unset, links and QR codes use the host of the request.",
)
PROXIES = Setting(
    "COMPANION_PROXIES",
    "`0`",
    "The number of proxies in front, up to 9. Their `X-Forwarded-For`, `-Proto`, `-Host` and "
    "`-Prefix` are trusted; with `0` nobody’s are.",
    "[0-9]",
    "set how many proxies stand in front, 0 to 9",
)
HTTP = Setting(
    "COMPANION_HTTP",
    "",
    "`plain` permits cookies without https, in production only. Use it only if phones really reach "
    "the server without https.",
    "plain",
    "set it to plain where phones come without https, or leave it out",
)
PASSPHRASE = Setting(
    "COMPANION_PASSPHRASE",
    "",
    "Eight characters or more. Each phone is asked once. Opens `/operator`, a page of figures "
    "without names.",
)
DAILY_COPIES = Setting(
    "COMPANION_DAILY_COPIES",
    "",
    "The folder for [daily copies](../how-to/backup.md#daily-copies) of the score book.",
)
LOG = Setting(
    "COMPANION_LOG",
    "",
    "`json` logs one line per request, with its place but no link, and the `X-Request-ID` of the "
    "proxy.",
    "json",
    "set it to json, or leave it out",
)
METRICS = Setting(
    "COMPANION_METRICS",
    "",
    "An address for Prometheus, such as `127.0.0.1:9100`. Needs the extra `metrics`. The "
    "server does not start while the address is in use.",
    r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}",
    "set an address of your own, such as 127.0.0.1:9100",
)
TIMEZONE = Setting(
    "COMPANION_TIMEZONE",
    "that of the machine",
    "The time zone of the server by its name, such as `Europe/Berlin`. Commands and daily copies "
    "go by it. Pages go by the zone of the phone, and by this one only if the browser names none.",
)
PORT = Setting("PORT", "`8000`", "The port as hosting platforms set it; the same as `--port`.")
WORKERS = Setting("COMPANION_WORKERS", "`2`", "Processes, 1 to 64; the same as `--workers`.")
THREADS = Setting(
    "COMPANION_THREADS", "`128`", "Threads of each process, 8 to 1024; the same as `--threads`."
)
CERTIFICATE = Setting(
    "COMPANION_CERTIFICATE",
    "",
    "A PEM file with its chain; the app then serves https. The same as `--certificate`.",
)
CERTIFICATE_KEY = Setting(
    "COMPANION_CERTIFICATE_KEY",
    "",
    "The private key, unless the same file holds it. The same as `--key`.",
)
SCRIPT_NAME = Setting(
    "SCRIPT_NAME",
    "",
    "The path below which the app is reached, such as `/rummy`, if the proxy does not remove it.",
    r"/*([\w.~-]+(/[\w.~-]+)*)?/*",
    "set a path such as /rummy",
)
OF_THE_APP = (
    *(ENV, SECRET_KEY, DATABASE, DATABASE_URL, INSTANCE, HOSTS, PROXIES, HTTP, PASSPHRASE),
    *(DAILY_COPIES, TIMEZONE, LOG, METRICS, PORT, WORKERS, THREADS, CERTIFICATE, CERTIFICATE_KEY),
    SCRIPT_NAME,
)
# Read by the Caddyfiles of deploy/, which often share an environment file with the app.
OF_THE_PROXY = (
    Setting("COMPANION_SITE", "`localhost`", "The host name that Caddy serves."),
    Setting("COMPANION_APP", "`127.0.0.1:8000`", "The address of the app (`Caddyfile`)."),
    Setting(
        "COMPANION_APPS",
        "`127.0.0.1:8000 127.0.0.1:8001`",
        "The addresses of all app machines (`Caddyfile.nodes`).",
    ),
    Setting(
        "COMPANION_PREFIX",
        "",
        "The path that Caddy removed from the address, such as `/rummy`.",
    ),
    Setting("COMPANION_HTTP_PORT", "`80`", "The port for http."),
    Setting("COMPANION_HTTPS_PORT", "`443`", "The port for https."),
)


def refuse_unknown(environ: Mapping[str, str]) -> None:
    """Check that every COMPANION_ variable is known. Raises HalfConfigured."""
    known = {UNPREPARED, *(setting.name for setting in (*OF_THE_APP, *OF_THE_PROXY))}
    unknown = sorted(name for name in environ if name.startswith(_PREFIX) and name not in known)
    if unknown:
        raise HalfConfigured("\n".join(map(_advice, unknown)))


def _advice(unknown: str) -> str:
    ours = {setting.name.removeprefix(_PREFIX): setting.name for setting in OF_THE_APP}
    near = get_close_matches(unknown.removeprefix(_PREFIX), ours, n=1)
    advice = f"Did you mean {ours[near[0]]}?" if near else _ALL
    return f"{unknown} is not a setting of Rummy Companion. {advice}"


def with_tables(document: str) -> str:
    """The reference with current tables: of the app, and of the proxy."""
    tables = iter((_table(OF_THE_APP), _table(OF_THE_PROXY)))
    return re.sub(r"\| variable \| default .*\n(\|.*\n)+", lambda _: next(tables), document)


def _table(settings: Sequence[Setting]) -> str:
    rows = ("| variable | default | meaning |", "|---|---|---|", *map(_row, settings))
    return "".join(f"{row}\n" for row in rows)


def _row(s: Setting) -> str:
    return " | ".join((f"| `{s.name}`", s.default, f"{s.meaning} |")).replace("|  |", "| |")


def main(files: Iterable[str]) -> None:
    """Update the tables of these documents."""
    for file in map(Path, files):
        file.write_text(with_tables(file.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
