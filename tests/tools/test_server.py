"""The server of the page: ranges, types, caching, and nothing beyond its folder."""
import gzip
import http.client
import pathlib
import tempfile
import threading
import unittest

from tools.server import find, make_server, parse_range


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
        cls.root = root.resolve()
        cls.server = make_server(root)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()
        cls.outer.cleanup()

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

    def test_find(self):
        self.assertEqual(find(self.root, "/samples/1.dat?x=1#y"), self.root / "samples" / "1.dat")
        self.assertIsNone(find(self.root, "/samples"))

    def test_parse_range(self):
        self.assertIsNone(parse_range(None, 10))
        self.assertIsNone(parse_range("bytes=-", 10))
        self.assertEqual(parse_range("bytes=0-99", 10), (0, 9))
        self.assertFalse(parse_range("bytes=5-2", 10))


if __name__ == "__main__":
    unittest.main()
