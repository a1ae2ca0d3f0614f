"""The certificate authority of a home: its certificates, their limits, and renewal."""

import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from multiprocessing.pool import ThreadPool
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from companion.server.https import authority
from companion.server.https.authority import (
    Machine,
    NoCertificate,
    authority_in,
    fingerprint,
    local_name,
    renew,
    this_machine,
)

NAME, ADDRESS, OTHER = "pi.local", "192.168.1.5", "10.0.0.7"


def machine(*names: str, at: str = ADDRESS) -> Machine:
    return Machine(names or (NAME, "localhost"), (ip_address(at), ip_address("127.0.0.1")))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an authority, and a certificate for this machine."""
    made = tmp_path / "instance" / "https"
    assert renew(made, machine())
    return made


@pytest.fixture
def years_pass(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    def pass_by(years: float) -> None:
        later = datetime.now(UTC) + timedelta(days=365 * years)
        monkeypatch.setattr(authority, "_now", lambda: later)

    return pass_by


def trusting(folder: Path) -> ssl.SSLContext:
    """A client with the strict checks of newer Python versions."""
    client = ssl.create_default_context(cafile=folder / authority.ROOT)
    client.verify_flags |= ssl.VERIFY_X509_STRICT
    return client


def connect(client: ssl.SSLContext, pem: Path, name: str) -> None:
    """Handshake with a server that has this certificate. Raises SSLCertVerificationError."""
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(pem)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = (
        client.wrap_bio(back, there, server_hostname=name),
        server.wrap_bio(there, back, server_side=True),
    )
    waiting = set(ends)
    while waiting:
        for end in ends:
            try:
                end.do_handshake()
                waiting.discard(end)
            except ssl.SSLWantReadError:
                pass


def root_of(folder: Path) -> bytes:
    return (folder / authority.ROOT).read_bytes()


@pytest.mark.parametrize("name", [NAME, "localhost", ADDRESS, "127.0.0.1"])
def test_a_device_that_trusts_the_root_connects(folder: Path, name: str) -> None:
    connect(trusting(folder), folder / authority.SERVER, name)


@pytest.mark.parametrize("name", ["printer.local", OTHER])
def test_it_connects_by_no_other_name(folder: Path, name: str) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        connect(trusting(folder), folder / authority.SERVER, name)


def test_a_device_that_does_not_trust_the_root_refuses(folder: Path) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match="local issuer"):
        connect(ssl.create_default_context(), folder / authority.SERVER, NAME)


@pytest.mark.parametrize("name", ["rummy.example", "local.example", "8.8.8.8", "2001:4860::8888"])
def test_what_it_signs_for_the_internet_is_refused(folder: Path, name: str) -> None:
    is_address = name[0].isdigit()
    forged = machine(NAME, at=name) if is_address else machine(name)
    (folder / "forged.pem").write_bytes(authority_in(folder).issue(forged))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        connect(trusting(folder), folder / "forged.pem", name)


def test_both_of_its_certificates_are_limited_to_private_names(folder: Path) -> None:
    kept = authority_in(folder)
    for certificate in (kept.root, kept.certificate):
        found = certificate.extensions.get_extension_for_class(x509.NameConstraints)
        assert found.critical
        names = {one.value for one in found.value.permitted_subtrees or ()}
        assert {one for one in names if isinstance(one, str)} == {"local", "localhost"}
        assert all(one.is_private or one.is_link_local for one in names if not isinstance(one, str))


def test_it_signs_certificates_of_servers_alone(folder: Path) -> None:
    limits = authority_in(folder).certificate.extensions
    assert limits.get_extension_for_class(x509.BasicConstraints).value.path_length == 0
    usage = limits.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert [*usage] == [x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]


def test_the_key_of_the_root_is_kept_nowhere(folder: Path) -> None:
    root = authority_in(folder).root.public_key()
    pems = [file.read_bytes() for file in folder.iterdir()]
    keys = [load_pem_private_key(pem, None) for pem in pems if b"PRIVATE KEY" in pem]
    assert len(keys) == 2
    assert root not in [key.public_key() for key in keys]


def test_only_the_owner_can_read_the_keys(folder: Path) -> None:
    folder.chmod(0o755)
    for name in (authority.AUTHORITY, authority.SERVER):
        (folder / name).chmod(0o644)  # as a restored copy may be
    renew(folder, machine())
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {*modes.values()} == {0o600}, modes


def test_a_second_start_keeps_everything(folder: Path) -> None:
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert not renew(folder, machine())
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_without_a_network_the_certificate_stays(folder: Path) -> None:
    assert not renew(folder, Machine((NAME, "localhost"), (ip_address("127.0.0.1"),)))


def test_another_address_renews_the_certificate_and_keeps_the_root(folder: Path) -> None:
    trusts = trusting(folder)
    assert renew(folder, machine(at=OTHER))
    connect(trusts, folder / authority.SERVER, OTHER)


def test_a_certificate_lasts_a_year_and_is_renewed_before_its_end(
    folder: Path, years_pass: Callable[[float], None]
) -> None:
    root, server = root_of(folder), x509.load_pem_x509_certificate(held(folder))
    assert server.not_valid_after_utc - server.not_valid_before_utc < timedelta(days=399)
    years_pass(0.8)
    assert not renew(folder, machine())
    years_pass(1)
    assert renew(folder, machine())
    assert root_of(folder) == root


def held(folder: Path) -> bytes:
    return (folder / authority.SERVER).read_bytes()


def test_near_its_end_the_authority_signs_nothing_beyond_it(
    folder: Path, years_pass: Callable[[float], None]
) -> None:
    years_pass(9.5)
    assert renew(folder, machine())
    server = x509.load_pem_x509_certificate(held(folder))
    assert server.not_valid_after_utc == authority_in(folder).certificate.not_valid_after_utc


def test_after_ten_years_there_is_another_root(
    folder: Path, years_pass: Callable[[float], None]
) -> None:
    root = root_of(folder)
    years_pass(10)
    assert renew(folder, machine())
    assert root_of(folder) != root


def test_starts_at_once_make_one_authority(tmp_path: Path) -> None:
    with ThreadPool(4) as pool:
        pool.map(lambda _: renew(tmp_path / "https", machine()), range(4))
    connect(trusting(tmp_path / "https"), tmp_path / "https" / authority.SERVER, NAME)
    assert [one.name for one in tmp_path.iterdir()] == ["https"]


def test_a_damaged_certificate_of_the_server_is_renewed(folder: Path) -> None:
    (folder / authority.SERVER).write_text("half")
    assert renew(folder, machine())
    connect(trusting(folder), folder / authority.SERVER, NAME)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        (authority.AUTHORITY, "half", "are damaged .* Put that folder back from a copy"),
        (authority.ROOT, "half", "are damaged .* Put that folder back from a copy"),
        (authority.ROOT, None, "cannot be used .*root.pem.* put the file back"),
        (authority.AUTHORITY, None, "cannot be used .* put the file back"),
    ],
)
def test_a_damaged_authority_is_not_replaced(
    folder: Path, name: str, content: str | None, sentence: str
) -> None:
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_text(content)
    with pytest.raises(NoCertificate, match=sentence):
        renew(folder, machine())
    assert [*folder.parent.iterdir()] == [folder]


def test_an_authority_with_the_root_of_another_is_not_used(folder: Path, tmp_path: Path) -> None:
    renew(tmp_path / "other", machine())
    (folder / authority.ROOT).write_bytes(root_of(tmp_path / "other"))
    with pytest.raises(NoCertificate, match="damaged"):
        renew(folder, machine())


def test_the_fingerprint_is_that_of_the_root(folder: Path) -> None:
    der = ssl.PEM_cert_to_DER_cert(root_of(folder).decode())
    shown = fingerprint(folder)
    assert len(shown) == 95
    assert (
        x509.load_der_x509_certificate(der).fingerprint(SHA256()).hex()
        == shown.replace(":", "").lower()
    )


@pytest.mark.parametrize(
    ("host_name", "name"),
    [
        ("pi", "pi.local"),
        ("Anns-Mac.fritz.box", "anns-mac.local"),
        ("localhost", None),
        ("", None),
        ("my_pc", None),
    ],
)
def test_a_machine_has_a_local_name(host_name: str, name: str | None) -> None:
    assert local_name(host_name) == name


@pytest.mark.parametrize(
    ("listening_on", "hosts"),
    [
        *(("127.0.0.1", []), ("::1", []), ("8.8.8.8", [NAME])),
        *(("192.168.7.7", [NAME, "192.168.7.7"]), ("fd00::7", [NAME, "[fd00::7]"])),
    ],
)
def test_other_devices_use_the_name_and_the_address_at_home(
    monkeypatch: pytest.MonkeyPatch, listening_on: str, hosts: list[str]
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "pi")
    assert this_machine(listening_on).hosts == hosts
