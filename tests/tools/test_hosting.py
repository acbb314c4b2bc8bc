"""The files for other servers: they send what tools/server.py sends."""
import re
import unittest

from tools.server import COMPRESSED, HEADERS, POLICY, TYPES
from tools.steps import ROOT

WANTED = {"Content-Security-Policy": POLICY, **HEADERS}
# How each of them writes a header.
FORMS = {
    "nginx.conf": r'^    add_header (\S+) "(.*)" always;$',
    "apache.conf": r'^    Header always set (\S+) "(.*)"$',
    "Caddyfile": r'^\t\t([A-Z][\w-]+) "(.*)"$',
    "_headers": r"^  (\S+): (.*)$",
}


class HostingTest(unittest.TestCase):
    def test_the_headers_are_those_of_the_server(self):
        for name, form in FORMS.items():
            text = (ROOT / "hosting" / name).read_text()
            self.assertEqual(dict(re.findall(form, text, re.M)), WANTED, name)

    def test_the_types_are_those_of_the_server(self):
        text = (ROOT / "hosting/nginx.conf").read_text()
        nginx = {f".{ending}": kind for kind, ending in re.findall(r"^        (\S+/\S+) (\w+);$", text, re.M)}
        self.assertEqual(nginx, {ending: kind.partition(";")[0] for ending, kind in TYPES.items()})
        text = (ROOT / "hosting/apache.conf").read_text()
        self.assertEqual({ending: kind for kind, ending in re.findall(r'AddType "?([^"\n]+?)"? (\.\w+)$', text, re.M)}, TYPES)

    def test_what_is_compressed_is_what_the_server_compresses(self):
        wanted = {TYPES[ending].partition(";")[0] for ending in COMPRESSED}
        for name, line in {"nginx.conf": r"gzip_types (.*);", "apache.conf": r"AddOutputFilterByType DEFLATE (.*)"}.items():
            listed = " ".join(re.findall(line, (ROOT / "hosting" / name).read_text())).split()
            # nginx compresses pages of HTML in any case.
            self.assertEqual(set(listed) | {"text/html"}, wanted, name)


if __name__ == "__main__":
    unittest.main()
