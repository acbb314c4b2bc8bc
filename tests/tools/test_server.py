"""The server of the page: ranges, types, caching, and nothing beyond its folder."""
import contextlib
import gzip
import http.client
import io
import json
import os
import pathlib
import re
import socket
import tempfile
import threading
import time
import unittest
from unittest import mock

from tools import server as module
from tools.server import embedders, find, host_name, make_server, parse_range, takes_gzip


class ServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.outer = tempfile.TemporaryDirectory()
        outer = pathlib.Path(cls.outer.name)
        (outer / "secret.txt").write_text("not yours")
        root = outer / "dist"
        (root / "samples").mkdir(parents=True)
        (root / "index.html").write_text("<p>hello</p>" * 100)
        (root / "app.wasm").write_bytes(b"\0asm" * 100)
        (root / "samples" / "1.dat").write_bytes(bytes(range(100)))
        (root / "link.txt").symlink_to(outer / "secret.txt")
        (root / "round").symlink_to(root / "again")
        (root / "again").symlink_to(root / "round")
        os.mkfifo(root / "pipe")
        cls.root = root.resolve()
        cls.server = make_server(root)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()
        cls.outer.cleanup()

    def raw(self, request):
        """All that comes back for bytes sent as they are, and what the server says on stderr."""
        told = io.StringIO()
        with contextlib.redirect_stderr(told), socket.create_connection(self.server.server_address, 10) as connection:
            connection.sendall(request)
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_WR)
            answer = b""
            # With what it was sent unread, it resets the connection.
            with contextlib.suppress(ConnectionResetError):
                while part := connection.recv(1 << 16):
                    answer += part
        self.assertEqual(told.getvalue(), "")
        return answer

    def status(self, request):
        match = re.match(rb"HTTP/1\.[01] (\d{3}) ", self.raw(request))
        return int(match[1]) if match else None

    def get(self, path, method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port)
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def test_index_type_and_policy(self):
        answer, body = self.get("/")
        self.assertEqual(answer.status, 200)
        self.assertIn(b"hello", body)
        self.assertEqual(answer.headers["Content-Type"], "text/html; charset=utf-8")
        policy = answer.headers["Content-Security-Policy"]
        self.assertIn("connect-src 'self'", policy)
        self.assertNotIn("http", policy)
        self.assertNotIn("unsafe-inline", policy)

    def test_wasm_type(self):
        answer, _ = self.get("/app.wasm")
        self.assertEqual(answer.headers["Content-Type"], "application/wasm")

    def test_compressed_on_request_only(self):
        answer, body = self.get("/app.wasm", **{"Accept-Encoding": "gzip"})
        self.assertEqual(answer.headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(body), b"\0asm" * 100)
        answer, body = self.get("/app.wasm")
        self.assertIsNone(answer.headers["Content-Encoding"])
        self.assertEqual(body, b"\0asm" * 100)

    def test_ranges(self):
        answer, body = self.get("/samples/1.dat", Range="bytes=10-19")
        self.assertEqual((answer.status, body), (206, bytes(range(10, 20))))
        self.assertEqual(answer.headers["Content-Range"], "bytes 10-19/100")
        answer, body = self.get("/samples/1.dat", Range="bytes=-5")
        self.assertEqual(body, bytes(range(95, 100)))
        answer, body = self.get("/samples/1.dat", Range="bytes=90-")
        self.assertEqual(body, bytes(range(90, 100)))
        answer, _ = self.get("/samples/1.dat", Range="bytes=100-")
        self.assertEqual(answer.status, 416)

    def test_caching(self):
        answer, _ = self.get("/index.html")
        answer, body = self.get("/index.html", **{"If-None-Match": answer.headers["ETag"]})
        self.assertEqual((answer.status, body), (304, b""))

    def test_head(self):
        answer, body = self.get("/samples/1.dat", method="HEAD")
        self.assertEqual((answer.status, answer.headers["Content-Length"], body), (200, "100", b""))

    def test_nothing_outside(self):
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/samples/../../secret.txt", "/link.txt", "/..%2fsecret.txt",
                     "/%00", "//etc/passwd"):
            answer, body = self.get(path)
            self.assertEqual(answer.status, 404, path)
            self.assertNotIn(b"yours", body)

    def test_odd_requests_are_told_so(self):
        host = b"Host: 127.0.0.1\r\n"
        long = b"a" * 300
        digits = b"9" * 4300
        wanted = {
            b"GET /" + long + b" HTTP/1.1\r\n" + host: 404,
            b"GET /" + long + b"/" + long + b" HTTP/1.1\r\n" + host: 404,
            b"GET /" + b"a/" * 20000 + b" HTTP/1.1\r\n" + host: 404,
            b"GET /round HTTP/1.1\r\n" + host: 404,
            b"GET /round/index.html HTTP/1.1\r\n" + host: 404,
            b"GET /pipe HTTP/1.1\r\n" + host: 404,
            b"GET /%00 HTTP/1.1\r\n" + host: 404,
            b"GET /%ff%fe%ed%a0%80 HTTP/1.1\r\n" + host: 404,
            b"GET /\xff\xfe HTTP/1.1\r\n" + host: 404,
            b"GET /% HTTP/1.1\r\n" + host: 404,
            b"GET /../../../../etc/passwd HTTP/1.1\r\n" + host: 404,
            b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + host: 404,
            b"GET http://127.0.0.1/index.html HTTP/1.1\r\n" + host: 400,
            b"GET index.html HTTP/1.1\r\n" + host: 400,
            b"GET * HTTP/1.1\r\n" + host: 400,
            b"CONNECT example.org:443 HTTP/1.1\r\n" + host: 405,
            b"POST / HTTP/1.1\r\n" + host: 405,
            b"DELETE / HTTP/1.1\r\n" + host: 405,
            b"__class__ / HTTP/1.1\r\n" + host: 405,
            b"G\0T / HTTP/1.1\r\n" + host: 405,
            b"GET / HTTP/9.9\r\n" + host: 505,
            b"GET / HTTP/one\r\n" + host: 400,
            b"GET / / / HTTP/1.1\r\n" + host: 400,
            b"GET /" + b"a" * 70000 + b" HTTP/1.1\r\n" + host: 414,
            b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 70000 + b"\r\n": 431,
            b"GET / HTTP/1.1\r\n" + host + b"X: a\r\n" * 300: 431,
            b"GET / HTTP/1.1\r\n" + host + b"If-None-Match: \xff\xfe\r\nAccept-Encoding: ;q=\xff\r\nConnection: close\r\n": 200,
            b"GET /samples/1.dat HTTP/1.1\r\n" + host + b"Range: bytes=" + digits + b"-\r\n": 416,
            b"GET /samples/1.dat HTTP/1.1\r\n" + host + b"Range: bytes=0-" + digits + b"\r\n": 206,
            b"GET /samples/1.dat HTTP/1.1\r\n" + host + b"Range: bytes=-" + digits + b"\r\n": 206,
            "GET /samples/1.dat HTTP/1.1\r\nHost: 127.0.0.1\r\nRange: bytes=\u00b2-\r\n".encode("latin-1"): 200,
        }
        for request, status in wanted.items():
            self.assertEqual(self.status(request + b"\r\n"), status, request[:80])

    def test_served_by_its_own_names_only(self):
        def asked(host, version=b"1.1"):
            return self.status(b"GET /index.html HTTP/" + version + b"\r\n" + host + b"Connection: close\r\n\r\n")

        port = str(self.server.server_port).encode()
        for name in (b"127.0.0.1", b"localhost", b"LOCALHOST", b"localhost.", b"[::1]", b"127.1.2.3", b"trace.localhost"):
            self.assertEqual(asked(b"Host: " + name + b"\r\n"), 200, name)
            self.assertEqual(asked(b"Host: " + name + b":" + port + b"\r\n"), 200, name)
        for name in (b"evil.example", b"evil.example:" + port, b"127.0.0.1.evil.example", b"localhost.evil.example",
                     b"192.168.0.7", b"0.0.0.0", b"", b"local host", b"127.0.0.1@evil.example", b"\xff", b"[::1",
                     b"evil\x00localhost"):
            self.assertEqual(asked(b"Host: " + name + b"\r\n"), 421, name)
        self.assertEqual(asked(b""), 400)
        self.assertEqual(asked(b"Host: localhost\r\nHost: evil.example\r\n"), 400)
        self.assertEqual(asked(b"", b"1.0"), 200)

    def test_hosts_of_other_addresses(self):
        handler = module.Handler.__new__(module.Handler)
        for host, names in {"box.example": ["box.example", "localhost"], "0.0.0.0": ["192.168.0.7", "[fe80::1]"]}.items():
            handler.host = host
            for name in names:
                self.assertTrue(handler.serves(name + ":8080"), name)
            self.assertFalse(handler.serves("evil.example:8080"))
        self.assertEqual(host_name("[::1]:80"), "::1")

    def test_large_files_are_not_held(self):
        large = self.root / "large.json"
        with large.open("wb") as file:
            file.truncate(module.MOST_SQUEEZED + 1)
        try:
            answer, body = self.get("/large.json", **{"Accept-Encoding": "gzip"})
            self.assertIsNone(answer.headers["Content-Encoding"])
            self.assertEqual(len(body), module.MOST_SQUEEZED + 1)
            self.assertFalse(any(file == large for file, _ in self.server.squeezed.kept))
        finally:
            large.unlink()

    def test_squeezed_files_are_let_go(self):
        squeezed = module.Squeezed()
        with mock.patch.object(module, "MOST_KEPT", 100):
            for number in range(20):
                squeezed.get(number, io.BytesIO(os.urandom(40)))
        self.assertLess(sum(map(len, squeezed.kept.values())), 101)
        self.assertIn(19, squeezed.kept)

    def test_nobody_holds_a_connection_for_ever(self):
        with mock.patch.object(module.Handler, "timeout", 0.3):
            for begun in (b"", b"GET / HTTP/1.1\r\nHost:", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"):
                with socket.create_connection(self.server.server_address, 10) as connection:
                    connection.sendall(begun)
                    started = time.monotonic()
                    while connection.recv(1 << 16):
                        pass
                    self.assertLess(time.monotonic() - started, 5)

    def test_a_request_that_drips_in_is_given_up(self):
        def sent(pause, text):
            """Whether all of `text`, a byte each `pause` seconds, is taken before the connection ends."""
            with socket.create_connection(self.server.server_address, 10) as connection:
                for byte in text:
                    time.sleep(pause)
                    try:
                        connection.sendall(bytes([byte]))
                        connection.setblocking(False)
                        if connection.recv(1) == b"":
                            return False
                    except BlockingIOError:
                        pass
                    except ConnectionError:
                        return False
                    finally:
                        connection.settimeout(10)
                return True

        with mock.patch.object(module.Handler, "timeout", 2):
            request = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 20
            self.assertTrue(sent(0.001, request))
            self.assertFalse(sent(0.05, request))
            # A connection may be kept for as long between two requests, and each has its own time.
            with socket.create_connection(self.server.server_address, 10) as connection:
                for _ in range(3):
                    time.sleep(1.2)
                    connection.sendall(b"GET /samples/1.dat HTTP/1.1\r\n")
                    time.sleep(0.05)
                    connection.sendall(b"Host: localhost\r\n\r\n")
                    # Head and body may come apart.
                    answer = http.client.HTTPResponse(connection, method="GET")
                    answer.begin()
                    self.assertEqual((answer.status, answer.read()), (200, bytes(range(100))))
                    answer.close()

    def test_only_so_many_at_a_time(self):
        server = make_server(self.root)
        server.places = threading.BoundedSemaphore(3)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        request = b"GET /samples/1.dat HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with contextlib.ExitStack() as stack:
            def ask():
                connection = stack.enter_context(socket.create_connection(server.server_address, 10))
                try:
                    connection.sendall(request)
                    return connection, connection.recv(1 << 16)
                except ConnectionResetError:
                    return connection, b""

            held = [ask() for _ in range(3)]
            self.assertTrue(all(answer.startswith(b"HTTP/1.1 200 ") for _, answer in held))
            self.assertEqual(ask()[1], b"")
            held[0][0].close()
            end = time.monotonic() + 5
            while not ask()[1] and time.monotonic() < end:
                time.sleep(0.05)
            self.assertLess(time.monotonic(), end, "a place that was given back is taken")
        server.shutdown()
        server.server_close()

    def test_who_may_embed_it(self):
        policy = self.get("/")[0].headers["Content-Security-Policy"]
        self.assertTrue(policy.endswith("frame-ancestors 'self'"))
        listed = self.root / "embed.json"
        try:
            listed.write_text(json.dumps({"origins": ["https://ci.example.org", "http://127.0.0.1:81", "*", "https://a/b",
                                                      "https://x; script-src *", "https://x\r\nX: y", 5, "null"]}))
            answer = self.get("/")[0]
            self.assertTrue(answer.headers["Content-Security-Policy"].endswith(
                "frame-ancestors 'self' https://ci.example.org http://127.0.0.1:81"))
            self.assertEqual(answer.headers["Cross-Origin-Opener-Policy"], "same-origin")
            for nobody in ("", "[]", '{"origins": "https://x"}', "[" * 100000, '"\\ud800"'):
                listed.write_text(nobody)
                self.assertEqual(embedders(self.root), [], nobody[:20])
        finally:
            listed.unlink()

    def test_find(self):
        self.assertEqual(find(self.root, "/samples/1.dat?x=1#y"), self.root / "samples" / "1.dat")
        self.assertIsNone(find(self.root, "/samples"))

    def test_parse_range(self):
        self.assertIsNone(parse_range(None, 10))
        self.assertIsNone(parse_range("bytes=-", 10))
        self.assertEqual(parse_range("bytes=0-99", 10), (0, 9))
        self.assertFalse(parse_range("bytes=5-2", 10))
        self.assertEqual(parse_range("bytes=" + "0" * 5000 + "3-4", 10), (3, 4))

    def test_takes_gzip(self):
        for header in ("gzip", "deflate, gzip;q=0.5", "GZIP ; q=1"):
            self.assertTrue(takes_gzip(header), header)
        for header in (None, "", "identity", "gzip;q=0", "gzip; q=0.0", "xgzip"):
            self.assertFalse(takes_gzip(header), header)


if __name__ == "__main__":
    unittest.main()
