"""A certificate authority that can sign for this home only.

Devices trust its root. The root signed one certificate, that of the authority, and its private key
was thrown away. The key of the authority is kept, to renew the certificate of the server; it is
valid for `.local`, `localhost` and addresses of home networks only, as its own certificate says. So
a thief of the whole folder can imitate this home, and no site of the internet.
"""

import re
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from shutil import rmtree

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.settings.network import EVERYWHERE, in_url, is_only_here, network_address

Address = IPv4Address | IPv6Address
LOCALHOST = "localhost"
DOMAIN = "local"  # the domain of multicast DNS (RFC 6762)
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
HOME_NETWORKS: tuple[IPv4Network | IPv6Network, ...] = tuple(
    ip_network(text)
    for text in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)


@dataclass(frozen=True, slots=True)
class Machine:
    """The names, the best one first, and the addresses of this machine."""

    names: tuple[str, ...]
    addresses: tuple[Address, ...]

    @property
    def hosts(self) -> list[str]:
        """The hosts for other devices: the name, then addresses, as in a URL."""
        names = [name for name in self.names if name != LOCALHOST]
        addresses = [ip for ip in self.addresses if not ip.is_loopback]
        return names + [in_url(str(ip)) for ip in addresses]


def this_machine(listening_on: str) -> Machine:
    """The current names and addresses; `listening_on` is the address of the server.

    Public addresses are left out, because the authority cannot sign for them.
    """
    name = None if is_only_here(in_url(listening_on)) else local_name(socket.gethostname())
    loopback = (ip_address("127.0.0.1"), ip_address("::1"))
    is_everywhere = listening_on in EVERYWHERE
    own = _address(network_address(listening_on) if is_everywhere else listening_on)
    reached = (own,) if own and is_at_home(own) and own not in loopback else ()
    return Machine((name, LOCALHOST) if name else (LOCALHOST,), reached + loopback)


def local_name(host_name: str) -> str | None:
    """The `.local` name of a machine with this host name; None if it has none."""
    label = host_name.partition(".")[0].lower()
    return f"{label}.{DOMAIN}" if _LABEL.fullmatch(label) and label != LOCALHOST else None


def is_at_home(address: Address) -> bool:
    """Whether this is a private address."""
    return any(address in network for network in HOME_NETWORKS)


def _address(text: str | None) -> Address | None:
    try:
        return ip_address(text or "")
    except ValueError:
        return None  # a host name, or no network


ROOT, AUTHORITY, SERVER = "root.pem", "authority.pem", "server.pem"  # files in its folder
_OF_US = "Rummy Companion"
_YEARS_OF_AUTHORITY = 10
_DAYS_OF_SERVER = 397  # phones accept 825 from such an authority, and fewer every few years
_DAYS_BEFORE_END = 60  # when the certificate of the server is renewed
_A_DAY_AGO = timedelta(days=1)  # for devices whose clock is behind
_OTHERS = 0o077  # the permissions of group and others
Key = ec.EllipticCurvePrivateKey


class NoCertificate(RuntimeError):
    """There can be no certificate; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Authority:
    """The certificate that signs those of servers, with its key, and the root that signed it."""

    root: x509.Certificate
    certificate: x509.Certificate
    key: Key

    def issue(self, machine: Machine) -> bytes:
        """A certificate for this machine: its key and its chain, as PEM."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _begun(machine.names[0], self.certificate.subject, key)
        end = min(_now() + timedelta(days=_DAYS_OF_SERVER), self.certificate.not_valid_after_utc)
        signed = (
            _identified(builder, self.key)
            .not_valid_after(end)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs=False), critical=True)
            .add_extension(_for_servers(), critical=False)
            .add_extension(_names_of(machine), critical=False)
            .sign(self.key, SHA256())
        )
        chain = signed.public_bytes(Encoding.PEM) + self.certificate.public_bytes(Encoding.PEM)
        return _pem(key) + chain

    def ends_soon(self) -> bool:
        """Whether it is about to expire."""
        return _ends_soon(self.certificate)


def authority_in(folder: Path) -> Authority:
    """The authority of this folder, created on first use and again after ten years.

    Raises NoCertificate.
    """
    with _certificate_errors(folder):
        if not (folder / AUTHORITY).exists():
            _make(folder)
        _keep_to_owner(folder)
        authority = _read(folder)
        if authority.ends_soon():
            rmtree(folder)
            _make(folder)
            authority = _read(folder)
        return authority


def renew(folder: Path, machine: Machine) -> bool:
    """Replace the certificate of the server if it is not for this machine, or is about to end.

    Returns whether it did. Raises NoCertificate.
    """
    authority = authority_in(folder)
    with _certificate_errors(folder):
        if _is_current(folder / SERVER, authority, machine):
            return False
        _write(folder / SERVER, authority.issue(machine))
        return True


def fingerprint(folder: Path) -> str:
    """The SHA-256 fingerprint of the root, in pairs of digits, to compare on a device."""
    root = x509.load_pem_x509_certificate((folder / ROOT).read_bytes())
    return root.fingerprint(SHA256()).hex(":").upper()


@contextmanager
def _certificate_errors(folder: Path) -> Iterator[None]:
    """Raises NoCertificate for a file that is damaged, or cannot be read or written."""
    try:
        yield
    except OSError as error:
        raise NoCertificate(
            f"The certificates in {folder} cannot be used ({error.strerror}: {error.filename}). "
            "Give this account the right to read and write there, or put the file back."
        ) from error
    except (ValueError, TypeError, InvalidSignature) as error:
        raise NoCertificate(
            f"The certificates in {folder} are damaged ({error}). Put that folder back from a "
            "copy, or move it away: then there are new ones, to be trusted anew by each device."
        ) from error


def _make(folder: Path) -> None:
    """Make root and authority, in a folder for its owner only: both or neither."""
    root_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    name = f"{_OF_US} {_now():%Y-%m-%d}"
    root = _certificate(name, _subject(name), root_key, root_key, 1)
    signed = _certificate(f"{name}, for servers", root.subject, key, root_key, 0)
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))  # mode 0700
    _write(draft / ROOT, root.public_bytes(Encoding.PEM))
    _write(draft / AUTHORITY, _pem(key) + signed.public_bytes(Encoding.PEM))
    try:
        draft.rename(folder)
    except OSError:
        rmtree(draft)
        if not (folder / AUTHORITY).exists():  # otherwise another process was first
            raise


def _keep_to_owner(folder: Path) -> None:
    """Restrict the permissions of the files: those of a restored copy may be wider."""
    for path in (folder, folder / AUTHORITY, folder / SERVER):
        mode = path.stat().st_mode & 0o777 if path.exists() else 0
        if mode & _OTHERS:
            path.chmod(mode & ~_OTHERS)


def _certificate(
    name: str, issuer: x509.Name, key: Key, signing_key: Key, path_length: int
) -> x509.Certificate:
    """The certificate of an authority, with at most `path_length` others below it."""
    end = _now() + timedelta(days=365 * _YEARS_OF_AUTHORITY)
    builder = (
        _identified(_begun(name, issuer, key), signing_key)
        .not_valid_after(end)
        .add_extension(x509.BasicConstraints(ca=True, path_length=path_length), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(_only_at_home(), critical=True)
    )
    if path_length == 0:
        builder = builder.add_extension(_for_servers(), critical=False)
    return builder.sign(signing_key, SHA256())


def _begun(name: str, issuer: x509.Name, key: Key) -> x509.CertificateBuilder:
    public = key.public_key()
    return (
        x509.CertificateBuilder()
        .subject_name(_subject(name))
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(_now() - _A_DAY_AGO)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
    )


def _identified(builder: x509.CertificateBuilder, signing_key: Key) -> x509.CertificateBuilder:
    by = x509.AuthorityKeyIdentifier.from_issuer_public_key(signing_key.public_key())
    return builder.add_extension(by, critical=False)


def _subject(name: str) -> x509.Name:
    attributes = ((NameOID.ORGANIZATION_NAME, _OF_US), (NameOID.COMMON_NAME, name))
    return x509.Name([x509.NameAttribute(oid, text) for oid, text in attributes])


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _for_servers() -> x509.ExtendedKeyUsage:
    return x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])


def _only_at_home() -> x509.NameConstraints:
    names = [x509.DNSName(DOMAIN), x509.DNSName(LOCALHOST)]
    return x509.NameConstraints([*names, *map(x509.IPAddress, HOME_NETWORKS)], None)


def _names_of(machine: Machine) -> x509.SubjectAlternativeName:
    names = map(x509.DNSName, machine.names)
    return x509.SubjectAlternativeName([*names, *map(x509.IPAddress, machine.addresses)])


def _is_current(file: Path, authority: Authority, machine: Machine) -> bool:
    if not file.exists():
        return False
    try:
        held = x509.load_pem_x509_certificate(file.read_bytes())
        held.verify_directly_issued_by(authority.certificate)
    except (ValueError, TypeError, InvalidSignature):  # damaged, or signed by an earlier authority
        return False
    named = held.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {*_names_of(machine)} <= {*named} and not _ends_soon(held)


def _ends_soon(certificate: x509.Certificate) -> bool:
    return certificate.not_valid_after_utc - _now() < timedelta(days=_DAYS_BEFORE_END)


def _read(folder: Path) -> Authority:
    """Raises ValueError or TypeError if a file is damaged, OSError if one is missing."""
    root = x509.load_pem_x509_certificate((folder / ROOT).read_bytes())
    pem = (folder / AUTHORITY).read_bytes()
    certificate, key = x509.load_pem_x509_certificate(pem), load_pem_private_key(pem, None)
    certificate.verify_directly_issued_by(root)
    if not isinstance(key, Key) or key.public_key() != certificate.public_key():
        raise ValueError(f"{AUTHORITY} has the key of another certificate")
    return Authority(root, certificate, key)


def _write(file: Path, content: bytes) -> None:
    """Replace the file atomically by one that only its owner can read."""
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as draft:  # mode 0600
        draft.write(content)
    Path(draft.name).replace(file)


def _pem(key: Key) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _now() -> datetime:
    return datetime.now(UTC)
