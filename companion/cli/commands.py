"""The `companion` command. Imports are lazy: `score` does not load the web app."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from companion.cli.words import gettext, pgettext
from companion.gamefile import (
    MOST_BYTES,
    Record,
    RecordRefused,
    exports,
    read_record,
    score,
    to_json,
)
from companion.gamefile.refused import HEAD, refuse_other_than_own_game
from companion.rules.reading.catalogue import data_of_path
from companion.rules.reading.own_games import read_own_game
from companion.rules.reading.sections import RulesetError
from companion.settings.environment import HalfConfigured, refuse_unknown
from companion.settings.locale import Zone, in_zone

if TYPE_CHECKING:
    from flask import Flask

    from companion.records.people.all_games import GameInBook
    from companion.server.process import Options


REFUSED = 2
T = TypeVar("T")
_of_book = click.option(
    "--instance", type=click.Path(path_type=Path), help="Folder of the score book."
)


@click.group()
@click.version_option(package_name="rummy-companion", message="%(prog)s %(version)s")
def main() -> None:
    """Keep score of rummy games played with real cards."""
    try:
        refuse_unknown(os.environ)
    except HalfConfigured as unknown:
        raise click.ClickException(str(unknown)) from unknown


@main.command("score", short_help="Print the score of a game record.")
@click.argument("file")
@click.option(
    "--json/--table",
    "as_json",
    default=None,
    help="As JSON, or as a sheet. Without: a sheet on a terminal, JSON for programs.",
)
def score_command(file: str, *, as_json: bool | None) -> None:
    """Print the score of the game record FILE (or - for standard input)."""
    from companion.cli.sheet import sheet  # noqa: PLC0415

    is_json = not sys.stdout.isatty() if as_json is None else as_json
    with _refusals(as_json=is_json):
        record = read_record(_content(file))
    # As bytes: a record is UTF-8, whatever the encoding of the terminal.
    printed = to_json(score(record.ruleset, record.state)) if is_json else sheet(record)
    click.echo(printed.encode())


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104 - phones must reach it
@click.option(
    "--port",
    default=8000,
    show_default=True,
    envvar="PORT",
    show_envvar=True,
    type=click.IntRange(1, 65535),
    help="Port of the app; with --https that of the steps.",
)
@click.option(
    "--workers",
    default=2,
    show_default=True,
    envvar="COMPANION_WORKERS",
    type=click.IntRange(1, 64),
    help="Processes that answer.",
)
@click.option(
    "--threads",
    default=128,
    show_default=True,
    envvar="COMPANION_THREADS",
    type=click.IntRange(8, 1024),
    help="Threads of each of them.",
)
@click.option(
    "--certificate",
    envvar="COMPANION_CERTIFICATE",
    metavar="FILE",
    help="Serve https by this certificate (PEM, with its chain).",
)
@click.option(
    "--key",
    envvar="COMPANION_CERTIFICATE_KEY",
    metavar="FILE",
    help="The private key of the certificate, unless its file holds it.",
)
@click.option(
    "--https",
    "https",
    is_flag=True,
    help="Serve https at home, by a certificate of its own; --port has the steps to trust it.",
)
@click.option(
    "--https-port",
    default=8443,
    show_default=True,
    type=click.IntRange(1, 65535),
    help="The port of the app with --https.",
)
@_of_book
def run(
    host: str,
    port: int,
    workers: int,
    threads: int,
    certificate: str | None,
    key: str | None,
    instance: Path | None,
    https_port: int,
    *,
    https: bool,
) -> None:
    """Serve the app to this machine and to phones on the same network."""
    from companion.book.backup import open_book  # noqa: PLC0415 - as below
    from companion.monitoring import metrics  # noqa: PLC0415 - `score` must not load the web app
    from companion.server import serving  # noqa: PLC0415 - `score` must not load the web app
    from companion.server.process import Options  # noqa: PLC0415

    folder, is_prepared = instance or _default_instance(), True
    options = Options(host, port, workers, certificate, key)
    try:
        if https:
            options = serving.with_home_https(options, https_port, folder)
        serving.check_certificate(options)
        serving.check_ports(options)
        metrics.refuse_taken_address()
    except (serving.CannotServe, metrics.AddressTaken, HalfConfigured) as trouble:
        raise click.ClickException(str(trouble)) from trouble
    try:
        with _explained(folder):
            book = open_book(instance=folder)
            serving.prepare(book)
    except serving.NoAnswer as trouble:
        is_prepared = False
        click.echo(
            f"{trouble}\n{gettext('Until it answers, pages say that it does not.')}", err=True
        )
    if options.authority:
        _say_steps(options)
    else:
        _say_where(*serving.addresses(options))
    click.echo(gettext("Games are kept in %(place)s.", place=serving.place_of_games(book)))
    click.echo(gettext("To stop: Ctrl-C. All games stay."))
    serving.become_server(options, threads, folder, prepared=is_prepared)


def _say_steps(options: "Options") -> None:
    from companion.server.https import authority, page  # noqa: PLC0415
    from companion.server.serving import addresses, qr_code  # noqa: PLC0415

    here, phones = addresses(replace(options, port=options.steps or 0, certificate=None))
    steps = phones or here
    click.echo("\n" + gettext("Set up each device once: %(address)s", address=steps) + "\n")
    click.echo(qr_code(steps))
    best, *others = (f"{root}/" for root in page.addresses(options.host, options.port))
    click.echo(gettext("The app is then at: %(address)s", address=best))
    for address in others:
        click.echo(gettext("Where that name is not found: %(address)s", address=address))
    print_of_root = authority.fingerprint(Path(options.authority or ""))
    click.echo(
        gettext("Fingerprint of the certificate: %(fingerprint)s", fingerprint=print_of_root)
    )


def _say_where(here: str, phones: str | None) -> None:
    from companion.server.serving import qr_code  # noqa: PLC0415
    from companion.settings.config import hosts_served  # noqa: PLC0415
    from companion.settings.network import is_served  # noqa: PLC0415

    hosts = hosts_served()
    if is_served(here, hosts):
        click.echo("\n" + gettext("On this machine: %(address)s", address=here))
    else:
        click.echo("\n" + gettext("Listening at: %(address)s", address=here))
    if hosts and not (phones and is_served(phones, hosts)):
        named = ", ".join(hosts)
        click.echo(gettext("It serves only the names in COMPANION_HOSTS: %(names)s", names=named))
        click.echo()
    elif phones is None:
        click.echo(
            gettext("Phones cannot reach it: no network was found, or --host keeps it local.")
            + "\n"
        )
    else:
        click.echo(gettext("On phones here: %(address)s", address=phones) + "\n")
        click.echo(qr_code(phones))


@main.command(short_help="List all games of the score book.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@_of_book
def games(instance: Path | None, *, as_json: bool) -> None:
    """List all games of the score book: day, link, game, title, state and players.

    Whoever has such a link can keep the score.
    """
    from companion.records.people.all_games import all_games  # noqa: PLC0415

    with _open_book(instance) as book:
        games = all_games()
    if as_json:
        click.echo(to_json([game.as_data() for game in games]).encode())
    else:
        for game in games:
            click.echo("  ".join(_game_words(game, book.config["TIMEZONE"])))


def _game_words(row: "GameInBook", zone: Zone) -> Iterator[str]:
    yield str(in_zone(row.started_at, zone).date())
    yield f"/g/{row.token}/"
    yield f"{row.game}: {row.title}" if row.title else row.game
    yield (
        pgettext("game", "Finished") if row.over else gettext("Round %(number)s", number=row.round)
    )
    yield ", ".join(row.players)


# A token may begin with “-”: an unknown option is read as an argument.
@main.command(
    short_help="Print a game as a game record, or save all games.",
    context_settings={"ignore_unknown_options": True},
)
@click.argument("link", metavar="[TOKEN]", required=False)
@click.option("--history", is_flag=True, help="With every step, and when it was written.")
@click.option("--bgstats", is_flag=True, help="As a play file (.bgsplay) of BG Stats instead.")
@click.option(
    "--all",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write all games into this new folder, a file each.",
)
@_of_book
def export(
    link: str | None, folder: Path | None, instance: Path | None, *, history: bool, bgstats: bool
) -> None:
    """Print a game as a game record; TOKEN stands in its link, or is that link."""
    if (link is None) == (folder is None):
        raise click.UsageError(gettext("Name one game, or use --all with a new folder."))
    if bgstats and (folder or history):
        raise click.UsageError(gettext("Use --bgstats with one game, and without --history."))
    with _open_book(instance) as book:
        zone = book.config["TIMEZONE"]
        if folder:
            _export_all(folder, zone, with_history=history)
        elif bgstats:
            click.echo(_exported_play(link or "", zone).encode())
        else:
            click.echo(to_json(_exported(link or "", with_history=history)).encode())


def _exported_play(link: str, zone: Zone) -> str:
    from companion.records.log.games import NotOver, play_file_of  # noqa: PLC0415

    try:
        return _of_link(partial(play_file_of, zone=zone), link)
    except NotOver as error:
        message = gettext("BG Stats takes finished games only, and there is none yet.")
        raise click.ClickException(message) from error


def _exported(link: str, *, with_history: bool) -> dict[str, object]:
    from companion.records.log.game_records import game_record  # noqa: PLC0415

    return _of_link(partial(game_record, with_history=with_history), link)


def _of_link(read: Callable[[str], T], link: str) -> T:
    """What is read of the game with this link, or the sentence why there is none."""
    from companion.records.log.games import NoSuchGame  # noqa: PLC0415
    from companion.records.people.links import LinkEnded, token_in  # noqa: PLC0415

    try:
        return read(token_in(link))
    except NoSuchGame as none:
        message = gettext("No game has this link or token. Copy it from the share page.")
        raise click.ClickException(message) from none
    except LinkEnded as ended:
        message = gettext(
            "This link was replaced. The game’s token is now %(token)s.", token=ended.token
        )
        raise click.ClickException(message) from ended


def _export_all(folder: Path, zone: Zone, *, with_history: bool) -> None:
    from companion.records.people.all_games import all_games  # noqa: PLC0415

    games = all_games()
    try:
        folder.mkdir(parents=True)
        for number, game in enumerate(games, 1):
            day = in_zone(game.started_at, zone).date()
            name = f"{day}-{number:0{len(str(len(games)))}}.json"
            record = _exported(game.token, with_history=with_history)
            (folder / name).write_bytes(to_json(record).encode())
    except OSError as trouble:
        raise _unusable(folder, trouble) from trouble
    click.echo(gettext("Games in %(folder)s: %(count)s.", folder=folder, count=len(games)))


@main.command("import", short_help="Keep the games of files in the score book.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@_of_book
def import_records(files: tuple[str, ...], instance: Path | None) -> None:
    """Keep the games of each FILE (or - for standard input) in the score book; print their links.

    A FILE is a game record, or has several, as the app saves them. Nothing is kept if a FILE cannot
    be read.
    """
    records = [record for file in files for record in _records(file)]
    from companion.records.log.game_records import keep_records  # noqa: PLC0415
    from companion.records.people.limits import GameFull  # noqa: PLC0415

    with _open_book(instance):
        try:
            for token in keep_records(records):
                click.echo(f"/g/{token}/")
        except GameFull as full:
            message = gettext(
                "A game holds %(most)s steps at most, and this record has more.", most=full.most
            )
            raise click.ClickException(message) from full


@main.command("backup", short_help="Copy the score book into a new file.")
@click.argument("file", type=click.Path(path_type=Path))
@_of_book
def back_up(file: Path, instance: Path | None) -> None:
    """Copy the whole score book into the new FILE, while people go on playing."""
    from companion.book import backup  # noqa: PLC0415

    with _open_book(instance, migrates=False) as book, _copying("Copying") as progress:
        backup.refuse_empty(book)
        backup.back_up(book, file, progress)
    click.echo(
        gettext("Copied to %(file)s. Keep it safe: whoever has it can open every game.", file=file)
    )


@main.command("restore", short_help="Put a backup into an empty score book.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--instance", type=click.Path(path_type=Path), help="Folder of the empty book.")
def restore_book(file: Path, instance: Path | None) -> None:
    """Put the backup FILE into an empty score book."""
    from companion.book import backup  # noqa: PLC0415

    with _open_book(instance) as book, _copying("Restoring") as progress:
        backup.restore(book, file, progress)
    click.echo(gettext("Restored. Start the server again."))


@contextmanager
def _copying(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show progress, or the reason for a refused copy."""
    from companion.book.backup import BackupRefused  # noqa: PLC0415

    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def show(copied: int, total: int) -> None:
            bar.length = total
            bar.update(copied - bar.pos)

        try:
            yield show
        except BackupRefused as refused:
            raise click.ClickException(str(refused)) from refused


@main.command("check", short_help="Say whether a ruleset can be played.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check_ruleset(file: Path) -> None:
    """Say whether the ruleset FILE (TOML) can be played, and if not, what is wrong in it."""
    try:
        with file.open("rb") as content:
            refuse_other_than_own_game(content.read(HEAD), file.name)
        ruleset = read_own_game(data_of_path(file), file.name)
    except RulesetError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        message = gettext(
            "“%(file)s” cannot be read: %(reason)s. Check that you may read it.",
            file=file,
            reason=error.strerror,
        )
        raise click.ClickException(message) from error
    click.echo(gettext("%(file)s: %(game)s can be played.", file=file.name, game=ruleset.name))


@main.command("judge", short_help="Say whether cards are legal melds.")
@click.argument("game", required=False)
@click.argument("contract", required=False)
@click.argument("cards", nargs=-1)
@click.option(
    "--json",
    "file",
    is_flag=False,
    flag_value="-",
    metavar="FILE",
    help="Judge the cases of FILE (or - for standard input) and print the answers as JSON.",
)
def judge_command(
    game: str | None, contract: str | None, cards: tuple[str, ...], file: str | None
) -> None:
    """Say whether CARDS are the CONTRACT of GAME, such as twelve-step-rummy "S3 R4".

    Put each meld in quotes ("5H * 5C" "AS 2S 3S 4S"). Cards of a whole hand are asked whether they
    hold the contract; with the contract "any" they are one meld, with "opening" the first melds of
    a player, or a hand that may hold them. With "deadwood" they are a hand whose cheapest
    arrangement is shown, with "knock" or "declare" one that may end the round.
    """
    from companion.cli.judge import BadCases, answers_of, verdict_text  # noqa: PLC0415

    if file is None and not (game and contract and cards):
        raise click.UsageError(gettext("Name a game, a contract and the cards, or --json FILE."))
    try:
        if file is None:
            click.echo(verdict_text(game or "", contract or "", cards))
            return
        answers = answers_of(_content(file))
    except (BadCases, RecordRefused) as bad:
        raise click.ClickException(str(bad)) from bad
    click.echo(to_json(answers).encode())
    if any("error" in answer for answer in answers):
        sys.exit(REFUSED)


@contextmanager
def _open_book(instance: Path | None, *, migrates: bool = True) -> Iterator["Flask"]:
    """The score book, migrated to the newest schema if `migrates`; closed at the end.

    Exits with a message if it cannot be opened.
    """
    from companion.book.backup import open_book  # noqa: PLC0415
    from companion.records.store.database import close_database  # noqa: PLC0415
    from companion.server import serving  # noqa: PLC0415

    folder = instance or _default_instance()
    try:
        with _explained(folder):
            book = open_book(instance=folder)
            (serving.prepare if migrates else serving.check)(book)
    except serving.NoAnswer as trouble:
        raise click.ClickException(str(trouble)) from trouble
    with book.app_context():
        try:
            yield book
        finally:
            close_database()


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Exits with a message if the book in this folder cannot be used; NoAnswer passes."""
    from companion.server import serving  # noqa: PLC0415
    from companion.settings import environment  # noqa: PLC0415

    try:
        yield
    except serving.NoAnswer:
        raise
    except (serving.CannotServe, environment.HalfConfigured) as trouble:
        raise click.ClickException(str(trouble)) from trouble
    except OSError as trouble:
        raise _unusable(folder, trouble) from trouble


def _unusable(folder: Path, trouble: OSError) -> click.ClickException:
    message = gettext(
        "The folder %(folder)s cannot be used (%(reason)s). Choose another.",
        folder=folder,
        reason=trouble.strerror,
    )
    return click.ClickException(message)


def _default_instance() -> Path:
    from companion.book.backup import default_instance  # noqa: PLC0415

    try:
        return default_instance()
    except OSError as trouble:  # of the current folder
        raise _unusable(Path("instance"), trouble) from trouble


def _records(file: str) -> list[Record]:
    with _refusals(as_json=False):
        return exports.read_file(_content(file, exports.MOST_BYTES))


@contextmanager
def _refusals(*, as_json: bool) -> Iterator[None]:
    """Exit with the reason if a record is refused: as JSON, or as the sentence of any error."""
    try:
        yield
    except RecordRefused as refused:
        if as_json:
            click.echo(to_json(refused.as_data()).encode(), err=True)
        else:
            click.ClickException(refused.message).show()
        sys.exit(REFUSED)


def _content(file: str, most: int = MOST_BYTES) -> bytes:
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as source:
            return source.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"“{file}” cannot be read: {reason}. Check its name and that you may read it."
        raise RecordRefused("cannot_read", message) from error
