"""Serves a folder of static files: ranges, compression, caching, and a policy that lets the page talk to nobody else."""
import hashlib
import http.server
import io
import ipaddress
import json
import os
import pathlib
import posixpath
import re
import threading
import time
import urllib.parse
import zlib

TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml", ".otf": "font/otf",
    ".ttf": "font/ttf", ".txt": "text/plain; charset=utf-8", ".png": "image/png",
}
# Worth compressing; what a trace holds is left as it is, because ranges are asked of it.
COMPRESSED = {".html", ".js", ".css", ".wasm", ".json", ".svg", ".otf", ".ttf"}
# Of a file that is compressed, and of all that are kept compressed; what is larger is sent as it is.
MOST_SQUEEZED = 32 << 20
MOST_KEPT = 64 << 20
# No file has as many digits; and Python refuses to read thousands of them.
MOST_DIGITS = 18
# Seconds that a connection may say nothing, take nothing of what it asked for, or take to say what it asks for.
PATIENCE = 20
# Bytes that must be taken within that time.
PIECE = 1 << 18
# At the same time. A browser holds six.
MOST_CONNECTIONS = 128

# The page needs nothing but its own files. 'wasm-unsafe-eval' is what browsers ask for to compile WebAssembly.
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; "
          "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'")
# What goes with every answer, besides what depends on the request. Files have no versions in their names: a browser asks
# each time, but fetches only what changed.
HEADERS = {"Cross-Origin-Opener-Policy": "same-origin", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
           "Cache-Control": "no-cache"}
ORIGIN = re.compile(r"https?://(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::[0-9]{1,5})?")


def embedders(root):
    """The origins that embed.json lets embed the page; what is no origin lets nobody."""
    try:
        listed = json.loads((root / "embed.json").read_text(encoding="utf-8"))["origins"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return []
    if not isinstance(listed, list):
        return []
    return [origin for origin in listed if isinstance(origin, str) and ORIGIN.fullmatch(origin)]


def find(root, url_path):
    """The file that a URL's path stands for, or None where it is none of the folder's."""
    path = urllib.parse.unquote(url_path.split("?", 1)[0].split("#", 1)[0])
    if "\0" in path:
        return None
    parts = [part for part in posixpath.normpath("/" + path).split("/") if part]
    if any(part == ".." or os.sep in part for part in parts):
        return None
    try:
        file = root.joinpath(*parts)
        if file.is_dir():
            file = file / "index.html"
        resolved = file.resolve(strict=True)
        inside = resolved == root or root in resolved.parents
        return resolved if inside and resolved.is_file() else None
    except (OSError, RuntimeError, ValueError):
        # Names that are too long, links that go round, what can't be a name at all.
        return None


def parse_range(header, size):
    """(first, last) of "bytes=first-last"; None: all of it; False: a range that does not exist."""
    match = re.fullmatch(r"bytes=([0-9]*)-([0-9]*)", (header or "").strip())
    if not match or not (match[1] or match[2]):
        return None

    def number(digits):
        digits = digits.lstrip("0")
        return int(digits or "0") if len(digits) <= MOST_DIGITS else 10 ** MOST_DIGITS

    if match[1]:
        first, last = number(match[1]), min(number(match[2]) if match[2] else size - 1, size - 1)
    else:
        first, last = max(0, size - number(match[2])), size - 1
    return (first, last) if first <= last and first < size else False


def takes_gzip(header):
    """Whether an Accept-Encoding has gzip, and not to refuse it."""
    for one in (header or "").lower().split(","):
        name, _, weight = one.partition(";")
        if name.strip() == "gzip":
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    return False


def host_name(header):
    """The name or address of a Host header, without its port; None where it is none."""
    match = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?", header or "")
    return match[1].strip("[]").lower().rstrip(".") if match else None


def is_address(name):
    try:
        return ipaddress.ip_address(name) is not None
    except ValueError:
        return False


class Requests(io.RawIOBase):
    """What a connection sends. A request that has begun is there within `patience` seconds, or it is given up."""

    def __init__(self, connection, patience):
        super().__init__()
        self.connection = connection
        self.patience = patience
        self.until = None

    def next(self):
        """The next byte is the first of a request: it may be waited for as long as `patience`."""
        self.until = None

    def readable(self):
        return True

    def readinto(self, buffer):
        left = self.patience if self.until is None else self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError("a request takes too long")
        self.connection.settimeout(left)
        try:
            count = self.connection.recv_into(buffer)
        finally:
            self.connection.settimeout(self.patience)
        if self.until is None:
            self.until = time.monotonic() + self.patience
        return count


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = PATIENCE
    root = pathlib.Path(".")
    host = "127.0.0.1"

    def do_GET(self):
        self.answer(with_body=True)

    def do_HEAD(self):
        self.answer(with_body=False)

    def setup(self):
        super().setup()
        self.rfile.close()
        self.requests = Requests(self.connection, self.timeout)
        self.rfile = io.BufferedReader(self.requests)

    def handle_one_request(self):
        self.requests.next()
        try:
            super().handle_one_request()
        except (ConnectionError, TimeoutError):
            # Whoever asked has gone, or does not read.
            self.close_connection = True

    def serves(self, host):
        """Whether a Host header names this server: any other name that leads here is somebody else's (DNS rebinding)."""
        name = host_name(host)
        if name is None:
            return False
        if name in ("localhost", self.host.lower()) or name.endswith(".localhost"):
            return True
        # No name leads to an address that is written out; one for all of the machine's stands for each of them.
        return is_address(name) and (ipaddress.ip_address(name).is_loopback or self.host in ("", "0.0.0.0", "::"))

    def answer(self, with_body):
        if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            # What follows would be read as the next request.
            self.close_connection = True
        hosts = self.headers.get_all("Host", [])
        if len(hosts) > 1 or (not hosts and self.request_version != "HTTP/1.0"):
            return self.plain(400, "The request does not say whom it is for.\n", with_body)
        if not self.path.startswith("/"):
            return self.plain(400, "This is no proxy: a request begins with a path.\n", with_body)
        if hosts and not self.serves(hosts[0]):
            return self.plain(421, "This server is not called that.\n", with_body)
        file = find(self.root, self.path)
        if file is None:
            return self.plain(404, "There is no such file here.\n", with_body)
        try:
            source = file.open("rb")
        except OSError:
            return self.plain(404, "This file can't be read.\n", with_body)
        with source:
            return self.send_file(file, source, with_body)

    def send_file(self, file, source, with_body):
        stat = os.fstat(source.fileno())
        tag = '"' + hashlib.sha256(f"{stat.st_mtime_ns}-{stat.st_size}".encode()).hexdigest()[:24] + '"'
        if self.headers.get("If-None-Match") == tag:
            return self.head(304, tag)
        wanted = parse_range(self.headers.get("Range"), stat.st_size)
        if wanted is False:
            return self.head(416, tag, {"Content-Range": f"bytes */{stat.st_size}", "Content-Length": 0})
        kind = {"Content-Type": TYPES.get(file.suffix, "application/octet-stream")}
        if file.suffix in COMPRESSED:
            kind["Vary"] = "Accept-Encoding"
        if (wanted is None and file.suffix in COMPRESSED and stat.st_size <= MOST_SQUEEZED
                and takes_gzip(self.headers.get("Accept-Encoding"))):
            data = self.server.squeezed.get((file, tag), source)
            self.head(200, tag, {**kind, "Content-Encoding": "gzip", "Content-Length": len(data)})
            for at in range(0, len(data) if with_body else 0, PIECE):
                self.wfile.write(data[at:at + PIECE])
            return None
        return self.send_part(source, tag, stat.st_size, wanted, kind, with_body)

    def send_part(self, source, tag, size, wanted, kind, with_body):
        first, last = wanted if wanted else (0, size - 1)
        if wanted:
            kind["Content-Range"] = f"bytes {first}-{last}/{size}"
        self.head(206 if wanted else 200, tag, {**kind, "Content-Length": last - first + 1})
        if not with_body:
            return
        source.seek(first)
        left = last - first + 1
        while left > 0:
            piece = source.read(min(left, PIECE))
            if not piece:
                # It has become shorter; that there is no more is told by the end of the connection.
                self.close_connection = True
                return
            self.wfile.write(piece)
            left -= len(piece)

    def plain(self, status, text, with_body):
        data = text.encode()
        self.head(status, None, {"Content-Type": "text/plain; charset=utf-8", "Content-Length": len(data)})
        if with_body:
            self.wfile.write(data)

    def send_error(self, code, message=None, explain=None):
        """What the request can't even be read for; the connection is of no more use."""
        self.close_connection = True
        # It may not have come as far as its version, without which there would be no status.
        self.request_version = self.protocol_version
        if code == http.HTTPStatus.NOT_IMPLEMENTED:
            code = http.HTTPStatus.METHOD_NOT_ALLOWED
        self.plain(code, f"{message or 'This is no request that is answered here'}\n", self.command != "HEAD")

    def head(self, status, tag, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, str(value))
        allowed = "".join(f" {origin}" for origin in embedders(self.root))
        self.send_header("Content-Security-Policy", POLICY + allowed)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Accept-Ranges", "bytes")
        if tag:
            self.send_header("ETag", tag)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()

    def log_message(self, format, *args):  # pylint: disable=redefined-builtin
        pass


class Squeezed:
    """Files as gzip has them, each made once; the oldest go where there are too many."""

    def __init__(self):
        self.lock = threading.Lock()
        self.kept = {}

    def get(self, key, source):
        # One at a time: whoever asks for the same file meanwhile finds it done.
        with self.lock:
            if key not in self.kept:
                # A header of gzip without a time: the same file is always the same bytes.
                squeeze = zlib.compressobj(6, zlib.DEFLATED, 31)
                parts = [squeeze.compress(piece) for piece in iter(lambda: source.read(PIECE), b"")]
                self.kept[key] = b"".join(parts) + squeeze.flush()
                while len(self.kept) > 1 and sum(map(len, self.kept.values())) > MOST_KEPT:
                    del self.kept[next(iter(self.kept))]
            return self.kept[key]


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address, handler):
        self.squeezed = Squeezed()
        self.places = threading.BoundedSemaphore(MOST_CONNECTIONS)
        super().__init__(address, handler)

    def process_request(self, request, client_address):
        if not self.places.acquire(blocking=False):
            # Whoever is here goes first; the browser tries once more.
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:
            self.places.release()
            raise

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.places.release()


def make_server(folder, host="127.0.0.1", port=0):
    """A server of `folder`, not running yet; port 0 takes a free one. It answers requests for loopback names and for
    `host`, and where that is all addresses, for any address."""
    handler = type("BundleHandler", (Handler,), {"root": pathlib.Path(folder).resolve(), "host": host})
    return Server((host, port), handler)
