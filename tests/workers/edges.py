"""Edge cases of HTTP/1.1, and the statuses of the answers, in order.

A status of 0 is a connection that is closed without an answer.
"""

H = b"Host: localhost\r\n"
END = b"\r\n\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
POST = b"POST /healthz HTTP/1.1\r\n" + H + FORM
GET = b"GET /healthz HTTP/1.1\r\n" + H
LAST = b"Connection: close" + END
SMUGGLED = b"GET /readyz HTTP/1.1\r\n" + H + LAST

EDGES: dict[str, tuple[bytes, list[int]]] = {
    "a plain request": (GET + LAST, [200]),
    "HTTP/1.0": (b"GET /healthz HTTP/1.0" + END, [200]),
    "HTTP/1.0 that keeps the connection": (
        b"GET /healthz HTTP/1.0\r\nConnection: keep-alive" + END,
        [200],
    ),
    "HTTP/0.9": (b"GET /healthz" + END, [400]),
    "HTTP/1.1 without a host": (b"GET /healthz HTTP/1.1" + END, [400]),
    "two hosts": (b"GET /healthz HTTP/1.1\r\n" + H + H + LAST, [400]),
    "a later version": (b"GET /healthz HTTP/1.9\r\n" + H + LAST, [200]),
    "HTTP/2 without an upgrade": (b"PRI * HTTP/2.0" + END + b"SM" + END, [404, 400]),
    "a version that is none": (b"GET /healthz HTTP/x\r\n" + H + LAST, [400]),
    "an unknown method": (b"BREW /healthz HTTP/1.1\r\n" + H + LAST, [405]),
    "a method in small letters": (b"get /healthz HTTP/1.1\r\n" + H + LAST, [200]),
    "a target with a host": (b"GET http://localhost/healthz HTTP/1.1\r\n" + H + LAST, [200]),
    "a target that is a star": (b"OPTIONS * HTTP/1.1\r\n" + H + LAST, [404]),
    "a tunnel": (b"CONNECT elsewhere:443 HTTP/1.1\r\n" + H + LAST, [404]),
    "empty lines before a request": (b"\r\n\r\n" + GET + LAST, [400]),
    "lines that end in a line feed": (
        b"GET /healthz HTTP/1.1\nHost: localhost\nConnection: close\n\n",
        [200],
    ),
    "a space before a colon": (GET + b"X-A : b\r\n" + LAST, [400]),
    "a header without a name": (GET + b": b\r\n" + LAST, [400]),
    "a header without a colon": (GET + b"X-A\r\n" + LAST, [400]),
    "a folded header": (GET + b"X-A: b\r\n c\r\n" + LAST, [200]),
    "a folded length": (POST + b"Content-Length:\r\n 0\r\n" + LAST, [405]),
    "a zero byte in a header": (GET + b"X-A: \0\r\n" + LAST, [400]),
    "a carriage return in a header": (GET + b"X-A: b\rX-B: c\r\n" + LAST, [400]),
    "a chunked body": (POST + b"Transfer-Encoding: chunked\r\n" + LAST + b"0" + END, [411]),
    "a chunked body with a length": (
        POST
        + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"
        + LAST
        + b"0"
        + END
        + SMUGGLED,
        [400],
    ),
    "a length before a chunked body": (
        POST + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + b"0" + END + SMUGGLED,
        [400],
    ),
    "an unknown transfer encoding": (POST + b"Transfer-Encoding: cow\r\n" + LAST, [400]),
    "a transfer encoding in disguise": (
        POST + b"Transfer-Encoding: chunked, cow\r\n" + LAST,
        [400],
    ),
    "a vertical tab before an encoding": (
        POST + b"Transfer-Encoding:\x0bchunked\r\n" + LAST,
        [400],
    ),
    "the same length twice": (POST + b"Content-Length: 0\r\nContent-Length: 0\r\n" + LAST, [405]),
    "two lengths": (POST + b"Content-Length: 0\r\nContent-Length: 3\r\n" + LAST + SMUGGLED, [400]),
    "two lengths in a line": (POST + b"Content-Length: 0, 3\r\n" + LAST + SMUGGLED, [400]),
    "a negative length": (POST + b"Content-Length: -1\r\n" + LAST, [400]),
    "a length with a sign": (POST + b"Content-Length: +3\r\n" + LAST + b"a=b", [400]),
    "a length in hexadecimal": (POST + b"Content-Length: 0x3\r\n" + LAST + b"a=b", [400]),
    "a length with an underscore": (POST + b"Content-Length: 1_0\r\n" + LAST + b"a=b", [400]),
    "a length in other digits": (POST + "Content-Length: ٣\r\n".encode() + LAST + b"a=b", [400]),
    "a length of thirty digits": (POST + b"Content-Length: " + b"9" * 30 + b"\r\n" + LAST, [400]),
    "a space after a length": (POST + b"Content-Length: 3 \r\n" + LAST + b"a=b", [405]),
    "a length with underscores for dashes": (POST + b"Content_Length: 50\r\n" + LAST, [405]),
    "a body of a page": (GET + b"Content-Length: 3\r\n" + LAST + b"a=b", [200]),
    "more than its length": (
        POST + b"Content-Length: 3\r\n\r\na=b" + b"\x01\x02" + END,
        [405, 400],
    ),
    "a header only": (b"HEAD /healthz HTTP/1.1\r\n" + H + LAST, [200]),
    "two requests at once": (GET + b"\r\n" + GET + LAST, [200, 200]),
    "a request behind the last one": (GET + LAST + SMUGGLED, [200]),
    "a form and a request at once": (
        POST + b"Content-Length: 3\r\n\r\na=b" + GET + LAST,
        [405, 200],
    ),
    "a web socket": (
        GET
        + b"Upgrade: websocket\r\nConnection: upgrade, close\r\nSec-WebSocket-Version: 13"
        + END,
        [400],
    ),
    "an upgrade to HTTP/2": (GET + b"Upgrade: h2c\r\nConnection: upgrade, close" + END, [200]),
    "a head of 15 kB": (GET + b"X-A: " + b"b" * 15_000 + b"\r\n" + LAST, [200]),
    "a head of 20 kB": (GET + b"X-A: " + b"b" * 20_000 + b"\r\n" + LAST, [431]),
    "an address of 20 kB": (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n" + H + LAST, [431]),
    "a thousand headers": (GET + b"A: b\r\n" * 1000 + LAST, [200]),
    "an address beyond ASCII": ("GET /é HTTP/1.1\r\n".encode() + H + LAST, [400]),
    "an address with a zero byte": (b"GET /%00 HTTP/1.1\r\n" + H + LAST, [404]),
    "an address that is no UTF-8": (b"GET /%ff%fe HTTP/1.1\r\n" + H + LAST, [404]),
    "a space in an address": (b"GET /a b HTTP/1.1\r\n" + H + LAST, [400]),
    "the greeting of TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 500, [400]),
    "zeros": (b"\0" * 5000, [400]),
}
