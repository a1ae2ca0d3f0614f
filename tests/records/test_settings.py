"""Settings: defaults at home, environment variables on a server."""

import os
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner

from companion.app import create_app
from companion.book import backup
from companion.book.backup import default_instance
from companion.cli.commands import main
from companion.server.serving import prepare
from companion.settings.config import secret_key, settings
from companion.settings.environment import HalfConfigured
from tests.books import close_book, open_book
from tests.databases import Sqlite
from tests.forking import own_processes
from tests.records.book import a_game

KEY = "0123456789abcdef" * 2
SERVER = {
    "COMPANION_ENV": "production",
    "COMPANION_DATABASE": "sqlite:////srv/companion.sqlite",
    "COMPANION_SECRET_KEY": KEY,
}


def test_the_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    key = secret_key(path)
    assert len(key) >= 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert secret_key(path) == key
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_key_and_book_are_made_where_nothing_can_be_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot_link(*_: object) -> None:
        raise PermissionError(13, "Permission denied")  # as on Android

    monkeypatch.setattr("os.link", cannot_link)
    home = settings(tmp_path, {})
    assert home["SECRET_KEY"] == secret_key(tmp_path / "secret_key")
    assert len(home["SECRET_KEY"]) >= 32
    assert {rights(file) for file in tmp_path.iterdir()} == {"600"}
    assert {file.name for file in tmp_path.iterdir()} == {"companion.sqlite", "secret_key"}


def test_two_folders_have_two_keys(tmp_path: Path) -> None:
    assert secret_key(tmp_path / "one") != secret_key(tmp_path / "two")


def test_threads_that_make_the_key_at_once_agree(tmp_path: Path) -> None:
    for attempt in range(20):
        together, path = Barrier(4), tmp_path / str(attempt)

        def make(_: int, together: Barrier = together, path: Path = path) -> str:
            together.wait()
            return secret_key(path)

        with ThreadPoolExecutor(4) as threads:
            keys = list(threads.map(make, range(4)))
        assert set(keys) == {path.read_text()}
        assert len(keys[0]) >= 32


def test_workers_that_make_the_key_at_once_agree(tmp_path: Path) -> None:
    with own_processes(2) as pool:
        keys = pool.map(secret_key, [tmp_path / "secret_key"] * 8, chunksize=1)
    assert len(set(keys)) == 1


def test_at_home_the_database_lies_beside_the_key(tmp_path: Path) -> None:
    home = settings(tmp_path / "new folder", {})
    assert home["SQLALCHEMY_DATABASE_URI"].endswith("new folder/companion.sqlite")
    assert home["SECRET_KEY"] == (tmp_path / "new folder" / "secret_key").read_text()
    assert "SESSION_COOKIE_SECURE" not in home


def test_a_server_takes_everything_from_its_environment(tmp_path: Path) -> None:
    server = settings(tmp_path / "unused", SERVER)
    assert server["SECRET_KEY"] == KEY
    assert server["SQLALCHEMY_DATABASE_URI"] == "sqlite:////srv/companion.sqlite"
    assert not (tmp_path / "unused").exists()


HALF = {
    "no database": ({"COMPANION_DATABASE": ""}, "COMPANION_DATABASE is not set."),
    "no key": ({"COMPANION_SECRET_KEY": ""}, "COMPANION_SECRET_KEY is not set."),
    "a short key": ({"COMPANION_SECRET_KEY": "x" * 31}, "COMPANION_SECRET_KEY is too short"),
    "an unknown kind": ({"COMPANION_ENV": "prod"}, "COMPANION_ENV is “prod”"),
    "a kind in capitals": ({"COMPANION_ENV": "Production"}, "set it to production"),
    "a word for plain http": (
        {"COMPANION_HTTP": "yes"},
        "COMPANION_HTTP is “yes”: set it to plain",
    ),
    "a relative path": ({"COMPANION_DATABASE": "sqlite:///x.sqlite"}, "with four slashes"),
    "a book in memory": ({"COMPANION_DATABASE": "sqlite://"}, "names no file"),
    "another book in memory": ({"COMPANION_DATABASE": "sqlite:///:memory:"}, "names no file"),
    "a port that is no number": (
        {"COMPANION_DATABASE": "postgresql://ann@db.example:abc/games"},
        "COMPANION_DATABASE is no address",
    ),
    "a misspelt name": (
        {"COMPANION_PASSFRASE": "seven of hearts"},
        r"COMPANION_PASSFRASE is not .* Did you mean COMPANION_PASSPHRASE\?",
    ),
    "our prefix before a name without": (
        {"COMPANION_PORT": "9000"},
        r"COMPANION_PORT is not .* Did you mean PORT\?",
    ),
    "a name like no other": (
        {"COMPANION_XYZZY": ""},
        r"docs/reference/settings\.md lists all settings",
    ),
    "no database address": ({"COMPANION_DATABASE": "/srv/x"}, "COMPANION_DATABASE is no address"),
}


@pytest.mark.parametrize(("changed", "sentence"), HALF.values(), ids=HALF)
def test_a_server_that_is_half_configured_does_not_start_and_says_what_to_set(
    tmp_path: Path, changed: dict[str, str], sentence: str
) -> None:
    with pytest.raises(HalfConfigured, match=sentence):
        settings(tmp_path, SERVER | changed)


BY_PLATFORM = {**SERVER, "COMPANION_DATABASE": ""}


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_a_platform_names_the_database_by_its_own_variable(tmp_path: Path, scheme: str) -> None:
    said = f"{scheme}://ann:p%40ss@db.example:5433/games?sslmode=require"
    found = settings(tmp_path, BY_PLATFORM | {"DATABASE_URL": said})["SQLALCHEMY_DATABASE_URI"]
    assert found == "postgresql+psycopg://ann:p%40ss@db.example:5433/games?sslmode=require"


def test_our_own_variable_wins_over_that_of_the_platform(tmp_path: Path) -> None:
    found = settings(tmp_path, SERVER | {"DATABASE_URL": "postgres://db.example/games"})
    assert found["SQLALCHEMY_DATABASE_URI"] == "sqlite:////srv/companion.sqlite"


def test_at_home_the_database_of_another_project_is_left_alone(tmp_path: Path) -> None:
    home = settings(tmp_path, {"DATABASE_URL": "postgres://db.example/work"})
    assert home["SQLALCHEMY_DATABASE_URI"] == f"sqlite:///{tmp_path / 'companion.sqlite'}"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("db.example", "DATABASE_URL is no address"),
        ("mysql://db.example/games", "DATABASE_URL names “mysql”"),
        ("sqlite:///x.sqlite", "DATABASE_URL names the file “x.sqlite” without its folder"),
    ],
)
def test_an_unusable_database_of_a_platform_is_reported_by_its_name(
    tmp_path: Path, said: str, sentence: str
) -> None:
    with pytest.raises(HalfConfigured, match=sentence):
        settings(tmp_path, BY_PLATFORM | {"DATABASE_URL": said})


def test_the_app_itself_does_not_start_half_configured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_ENV", "production")
    monkeypatch.delenv("COMPANION_DATABASE", raising=False)
    with pytest.raises(HalfConfigured):
        create_app(instance=tmp_path)


def test_a_server_sends_its_cookie_over_https_only_unless_told_otherwise(tmp_path: Path) -> None:
    assert settings(tmp_path, SERVER)["SESSION_COOKIE_SECURE"] is True
    plain = settings(tmp_path, SERVER | {"COMPANION_HTTP": "plain"})
    assert plain["SESSION_COOKIE_SECURE"] is False


def test_a_csrf_key_does_not_expire_during_a_game(tmp_path: Path) -> None:
    assert settings(tmp_path, {})["WTF_CSRF_TIME_LIMIT"] is None


@pytest.mark.parametrize("environ", [{}, SERVER], ids=["home", "server"])
def test_proxy_headers_are_ignored_unless_proxies_are_configured(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    assert settings(tmp_path, environ)["PROXIES"] == 0
    assert settings(tmp_path, environ | {"COMPANION_PROXIES": "2"})["PROXIES"] == 2


@pytest.mark.parametrize("said", ["yes", "-1", "10", "*", "1.5", "²"])
def test_an_invalid_number_of_proxies_is_reported(tmp_path: Path, said: str) -> None:
    with pytest.raises(HalfConfigured, match="set how many proxies stand in front, 0 to 9"):
        settings(tmp_path, {"COMPANION_PROXIES": said})


@pytest.mark.parametrize(
    ("said", "prefix"), [("", ""), ("/", ""), ("/rummy", "/rummy"), ("rummy/", "/rummy")]
)
def test_the_path_below_which_the_app_lies_is_a_setting(
    tmp_path: Path, said: str, prefix: str
) -> None:
    assert settings(tmp_path, {"SCRIPT_NAME": said})["PREFIX"] == prefix


def test_an_invalid_path_is_reported(tmp_path: Path) -> None:
    with pytest.raises(HalfConfigured, match="set a path such as /rummy"):
        settings(tmp_path, {"SCRIPT_NAME": "http://rummy.example"})


def rights(path: Path) -> str:
    return f"{stat.S_IMODE(path.stat().st_mode):o}"


@pytest.fixture
def careless() -> Iterator[None]:
    """A shell with a permissive umask."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("careless")
def test_only_its_owner_can_read_the_score_book_and_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    prepare(backup.open_book(instance=folder))
    app = open_book(folder, Sqlite().address(folder))
    with app.app_context():
        a_game()
        found = {file.name: rights(file) for file in folder.iterdir()}
    close_book(app)
    assert {"companion.sqlite", "companion.sqlite-wal", "companion.sqlite-shm"} < found.keys()
    assert {*found.values()} == {"600"}
    assert rights(folder) == "700"


@pytest.mark.usefixtures("careless")
def test_permissions_of_an_old_folder_are_tightened_with_a_message(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "book"
    folder.mkdir(0o755)
    for name in ("companion.sqlite", "secret_key"):
        (folder / name).write_text(KEY if name == "secret_key" else "")
    settings(folder, {})
    assert {rights(file) for file in folder.iterdir()} == {"600"}
    assert rights(folder) == "700"
    assert caplog.text.count("readable by its owner only from now on") == 3


@pytest.mark.usefixtures("careless")
def test_a_folder_without_games_is_tightened_in_silence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The `instance/` of a fresh clone: it contained nothing readable."""
    folder = tmp_path / "instance"
    folder.mkdir(0o755)
    (folder / ".gitignore").write_text("*")
    settings(folder, {})
    assert (rights(folder), caplog.text) == ("700", "")


@pytest.mark.usefixtures("careless")
def test_a_folder_with_certificates_of_https_at_home_is_tightened_too(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    (folder / "https").mkdir(0o755, parents=True)
    settings(folder, {})
    assert rights(folder) == "700"


@pytest.mark.usefixtures("careless")
def test_a_folder_that_holds_other_things_keeps_its_rights(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    folder.mkdir(0o755)
    (folder / "letter.txt").write_text("Dear Ann")
    settings(folder, {})
    assert rights(folder) == "755"
    assert rights(folder / "letter.txt") == "666"
    assert {rights(folder / name) for name in ("companion.sqlite", "secret_key")} == {"600"}


@pytest.mark.usefixtures("careless")
def test_on_a_server_too_a_new_score_book_is_its_owners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (SERVER | {"COMPANION_DATABASE": f"sqlite:///{tmp_path}/x.sqlite"}).items():
        monkeypatch.setenv(name, value)
    prepare(backup.open_book(instance=tmp_path))
    assert rights(tmp_path / "x.sqlite") == "600"


def test_the_hosts_a_server_is_reached_by_are_named_in_its_settings(tmp_path: Path) -> None:
    assert settings(tmp_path, SERVER)["HOSTS"] is None
    named = settings(tmp_path, SERVER | {"COMPANION_HOSTS": "rummy.example cards.example"})
    assert named["HOSTS"] == ["rummy.example", "cards.example"]


def test_a_host_is_written_in_the_settings_as_people_write_it(tmp_path: Path) -> None:
    said = "Rummy.example:8443 cards.example. bücher.example ::1 [FD00::7]:8000"
    named = settings(tmp_path, SERVER | {"COMPANION_HOSTS": said})["HOSTS"]
    names = ["rummy.example", "cards.example", "xn--bcher-kva.example", "[::1]", "[fd00::7]"]
    assert named == names


@pytest.mark.parametrize("said", ["https://rummy.example", "a.example b/c", "*.example", "a,b"])
def test_a_setting_that_names_no_host_is_refused(tmp_path: Path, said: str) -> None:
    with pytest.raises(HalfConfigured, match="that is no host"):
        settings(tmp_path, SERVER | {"COMPANION_HOSTS": said})


def test_an_installed_app_keeps_its_book_with_the_data_of_its_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From any folder; but an existing book in the current folder takes precedence."""
    monkeypatch.setattr("companion.book.backup.is_checkout", lambda: False)
    monkeypatch.delenv("COMPANION_INSTANCE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "ann"))
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.chdir(tmp_path)
    assert default_instance() == tmp_path / "ann/.local/share/rummy-companion"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_instance() == tmp_path / "data/rummy-companion"
    (tmp_path / "instance").mkdir()
    assert default_instance() == tmp_path / "data/rummy-companion"
    (tmp_path / "instance/companion.sqlite").touch()
    assert default_instance() == tmp_path / "instance"


def test_a_current_folder_that_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.book.backup.is_checkout", lambda: False)
    monkeypatch.delenv("COMPANION_INSTANCE", raising=False)
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    told = CliRunner().invoke(main, ["games"])
    assert told.exit_code == 1
    assert "cannot be used (No such file or directory). Choose another." in told.output


@pytest.mark.parametrize("said", ["yes", "9100", "http://x:9100", "127.0.0.1:"])
def test_an_invalid_metrics_address_is_reported(tmp_path: Path, said: str) -> None:
    with pytest.raises(HalfConfigured, match=r"such as 127\.0\.0\.1:9100"):
        settings(tmp_path, {"COMPANION_METRICS": said})


def test_the_time_zone_is_a_setting_and_by_default_that_of_the_machine(tmp_path: Path) -> None:
    assert settings(tmp_path, {})["TIMEZONE"] is None
    berlin = settings(tmp_path, {"COMPANION_TIMEZONE": "Europe/Berlin"})["TIMEZONE"]
    assert berlin == ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize("said", ["Europe/Atlantis", "CEST", "../../etc/localtime"])
def test_an_unknown_time_zone_is_reported(tmp_path: Path, said: str) -> None:
    with pytest.raises(HalfConfigured, match="the name of a time zone, such as Europe/Berlin"):
        settings(tmp_path, {"COMPANION_TIMEZONE": said})
