"""Serves a folder of static files: ranges, compression, caching, and a policy that lets the page talk to nobody else."""
import gzip
import hashlib
import http.server
import os
import pathlib
import posixpath
import re
import urllib.parse

TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml", ".otf": "font/otf",
    ".ttf": "font/ttf", ".txt": "text/plain; charset=utf-8",
}
# Worth compressing; what a trace holds is left as it is, because ranges are asked of it.
COMPRESSED = {".html", ".js", ".css", ".wasm", ".json", ".svg", ".otf", ".ttf"}

# The page needs nothing but its own files. 'wasm-unsafe-eval' is what browsers ask for to compile WebAssembly.
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; "
          "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'")


def find(root, url_path):
    """The file that a URL's path stands for, or None where it is none of the folder's."""
    path = urllib.parse.unquote(url_path.split("?", 1)[0].split("#", 1)[0])
    if "\0" in path:
        return None
    parts = [part for part in posixpath.normpath("/" + path).split("/") if part]
    if any(part == ".." or os.sep in part for part in parts):
        return None
    file = root.joinpath(*parts)
    if file.is_dir():
        file = file / "index.html"
    try:
        resolved = file.resolve(strict=True)
    except OSError:
        return None
    inside = resolved == root or root in resolved.parents
    return resolved if inside and resolved.is_file() else None


def parse_range(header, size):
    """(first, last) of "bytes=first-last"; None: all of it; False: a range that does not exist."""
    match = re.fullmatch(r"bytes=(\d*)-(\d*)", (header or "").strip())
    if not match or not (match[1] or match[2]):
        return None
    if match[1]:
        first, last = int(match[1]), min(int(match[2]) if match[2] else size - 1, size - 1)
    else:
        first, last = max(0, size - int(match[2])), size - 1
    return (first, last) if first <= last and first < size else False


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    root = pathlib.Path(".")
    squeezed = {}

    def do_GET(self):
        self.answer(with_body=True)

    def do_HEAD(self):
        self.answer(with_body=False)

    def answer(self, with_body):
        file = find(self.root, self.path)
        if file is None:
            return self.plain(404, "There is no such file here.\n", with_body)
        stat = file.stat()
        tag = '"' + hashlib.sha256(f"{stat.st_mtime_ns}-{stat.st_size}".encode()).hexdigest()[:24] + '"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.common(tag)
            self.end_headers()
            return None
        wanted = parse_range(self.headers.get("Range"), stat.st_size)
        if wanted is False:
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{stat.st_size}")
            self.send_header("Content-Length", "0")
            self.common(tag)
            self.end_headers()
            return None
        if wanted is None and file.suffix in COMPRESSED and "gzip" in self.headers.get("Accept-Encoding", ""):
            return self.send_squeezed(file, tag, with_body)
        return self.send_part(file, tag, stat.st_size, wanted, with_body)

    def send_squeezed(self, file, tag, with_body):
        key = (file, tag)
        if key not in self.squeezed:
            self.squeezed[key] = gzip.compress(file.read_bytes(), 6)
        data = self.squeezed[key]
        self.send_response(200)
        self.send_header("Content-Type", TYPES.get(file.suffix, "application/octet-stream"))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Content-Length", str(len(data)))
        self.common(tag)
        self.end_headers()
        if with_body:
            self.wfile.write(data)

    def send_part(self, file, tag, size, wanted, with_body):
        first, last = wanted if wanted else (0, size - 1)
        self.send_response(206 if wanted else 200)
        self.send_header("Content-Type", TYPES.get(file.suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(last - first + 1))
        if wanted:
            self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.common(tag)
        self.end_headers()
        if not with_body:
            return
        with file.open("rb") as source:
            source.seek(first)
            left = last - first + 1
            while left > 0:
                piece = source.read(min(left, 1 << 20))
                if not piece:
                    return
                self.wfile.write(piece)
                left -= len(piece)

    def plain(self, status, text, with_body):
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.common(None)
        self.end_headers()
        if with_body:
            self.wfile.write(data)

    def common(self, tag):
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Accept-Ranges", "bytes")
        # Files have no versions in their names: ask each time, but fetch only what changed.
        self.send_header("Cache-Control", "no-cache")
        if tag:
            self.send_header("ETag", tag)

    def log_message(self, format, *args):  # pylint: disable=redefined-builtin
        pass


def make_server(folder, host="127.0.0.1", port=0):
    """A server of `folder`, not running yet; port 0 takes a free one."""
    handler = type("BundleHandler", (Handler,), {"root": pathlib.Path(folder).resolve(), "squeezed": {}})
    server = http.server.ThreadingHTTPServer((host, port), handler)
    server.daemon_threads = True
    return server
