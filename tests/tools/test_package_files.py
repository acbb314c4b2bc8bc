"""What the packages are made of, without building anything: archives, the page that is one file, the lists beside them."""
import base64
import gzip
import hashlib
import io
import json
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
from unittest import mock

from tools import server
from tools.packagers import archives, components, deb, facts, hosting, inner_trace, one_file, sbom
from tools.packagers.archives import Entry
from tools.steps import ROOT, StepFailed

FILES = {"b/program": Entry(b"#!", program=True), "a.txt": Entry("words"), "b/c/data": Entry(b"\0" * 5000)}


def folder_with(files):
    folder = tempfile.TemporaryDirectory()
    for name, text in files.items():
        path = pathlib.Path(folder.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


class Archives(unittest.TestCase):
    def setUp(self):
        patch = mock.patch.dict("os.environ", {"SOURCE_DATE_EPOCH": "1700000001"})
        patch.start()
        self.addCleanup(patch.stop)

    def test_order_makes_no_difference(self):
        other = dict(reversed(FILES.items()))
        self.assertEqual(archives.make_zip(FILES), archives.make_zip(other))
        self.assertEqual(archives.make_tar(FILES), archives.make_tar(other))

    def test_time_owner_and_modes(self):
        with tarfile.open(fileobj=io.BytesIO(archives.make_tar(FILES, links=[("b/link", "program")], open_folders=["tmp"]))) as tar:
            members = {member.name: member for member in tar}
        self.assertEqual(list(members), ["b", "b/c", "tmp", "a.txt", "b/c/data", "b/program", "b/link"])
        self.assertEqual({member.mtime for member in members.values()}, {1700000001})
        self.assertEqual({(member.uid, member.gid) for member in members.values()}, {(0, 0)})
        self.assertEqual([oct(members[name].mode) for name in ("b", "tmp", "a.txt", "b/program")], ["0o755", "0o1777", "0o644", "0o755"])
        with zipfile.ZipFile(io.BytesIO(archives.make_zip(FILES))) as made:
            self.assertIsNone(made.testzip())
            infos = {info.filename: info for info in made.infolist()}
        self.assertEqual(infos["b/program"].external_attr >> 16, 0o100755)
        self.assertEqual({info.date_time for info in infos.values()}, {(2023, 11, 14, 22, 13, 20)}, "zip tells even seconds")

    def test_gzip_tells_no_time(self):
        self.assertEqual(archives.squeeze(b"x"), archives.squeeze(b"x"))
        self.assertEqual(archives.squeeze(b"x")[4:8], b"\0\0\0\0")

    @unittest.skipUnless(shutil.which("dpkg-deb"), "there is no dpkg-deb")
    def test_a_deb_is_the_same_twice(self):
        about = "Package: p\nVersion: 1\nArchitecture: all\nMaintainer: m <m@m>\nDescription: d\n"
        made = deb.pack(FILES, about)
        self.assertEqual(made, deb.pack(FILES, about))
        with tempfile.NamedTemporaryFile(suffix=".deb") as file:
            file.write(made)
            file.flush()
            listed = subprocess.run(["dpkg-deb", "-c", file.name], capture_output=True, text=True, check=True).stdout
        self.assertRegex(listed, r"-rwxr-xr-x root/root +2 2023-11-14 22:13 \./b/program")

    def test_the_version_and_the_time_stand_elsewhere(self):
        self.assertRegex(facts.version(), r"^\d+\.\d+\.\d+$")
        self.assertEqual(facts.epoch(), 1700000001)
        with mock.patch.dict("os.environ", {"SOURCE_DATE_EPOCH": "5"}):
            self.assertEqual(facts.epoch(), facts.EARLIEST, "zip can't tell an earlier one")



class OneFile(unittest.TestCase):
    ELEMENT = re.compile(r'<script type="application/octet-stream;base64" data-part="[^"]+" data-size="\d+" '
                         r'data-packed="gzip">([^<]*)</script>\n')

    def test_a_large_file_is_cut(self):
        data = bytes(range(256)) * 10
        with mock.patch.object(one_file, "PIECE", 1000):
            text = one_file.element("part", "a", data)
        pieces = self.ELEMENT.findall(text)
        self.assertEqual(b"".join(gzip.decompress(base64.b64decode(piece)) for piece in pieces), data)
        self.assertEqual(re.findall(r'data-size="(\d+)"', text), ["1000", "1000", "560"])
        self.assertEqual(len(self.ELEMENT.findall(one_file.element("part", "empty", b""))), 1)

    def test_paths_are_escaped(self):
        self.assertIn('data-part="a&quot;&lt;b&gt;&amp;"', one_file.element("part", 'a"<b>&', b""))

    def test_the_policy_is_the_server_s_with_hashes(self):
        policy = one_file.policy(["code"], ["style"])
        sha = base64.b64encode(hashlib.sha256(b"code").digest()).decode()
        self.assertIn(f"script-src 'sha256-{sha}' 'wasm-unsafe-eval';", policy)
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("self", policy)
        self.assertNotIn("connect-src", policy, "nothing is fetched")
        self.assertNotIn("unsafe-inline", policy)

    def test_a_script_that_would_end_its_element_is_refused(self):
        for text in ("a</script>b", "a</SCRIPT b", "<!-- a"):
            with self.assertRaises(StepFailed):
                one_file.inline("script", text)

    def test_workers_bring_their_scripts(self):
        with folder_with({"w.js": "'use strict';\nimportScripts('a.js', 'b.js');\nrun();\n", "a.js": "let a;", "b.js": "let b;"}) as folder:
            self.assertEqual(one_file.worker_script(pathlib.Path(folder), "w.js"), "'use strict';\nlet a;\nlet b;\nrun();\n")

    def test_the_page_s_own_workers_import_in_one_line(self):
        for name in one_file.WORKERS:
            self.assertEqual(len(re.findall(r"^importScripts\(.*\);$", (ROOT / "web" / name).read_text(), re.M)), 1, name)

    def test_index_html_has_what_is_replaced(self):
        page = (ROOT / "web/index.html").read_text()
        for part in ('<link rel="stylesheet" href="style.css">', '<script src="app.js" defer></script>', "  </body>"):
            self.assertEqual(page.count(part), 1, part)

    def test_a_frame_is_the_page_without_what_it_can_bring(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(one_file, "bundled", lambda dist: "run();"):
            dist = pathlib.Path(folder) / "dist"
            shutil.copytree(ROOT / "web", dist)
            for name in ("app.js", "worker-core.js", "sql-core.js", *one_file.MODULES, "fonts/a.ttf", "samples/manifest.json"):
                (dist / name).parent.mkdir(exist_ok=True)
                (dist / name).write_text(f"what is in {name};")
            frame = one_file.make_frame(dist, "licences").decode()
            place, listed = re.search(r'(<div id="parts" data-parts="([^"]*)"></div>\n)', frame).groups()
            names = listed.split(" ")
            self.assertEqual(names, [*one_file.MODULES, "fonts/a.ttf", "samples/manifest.json"])
            parts = "".join(one_file.element("part", name, (dist / name).read_bytes()) for name in names)
            self.assertEqual(frame.replace(place, parts), one_file.make(dist, "licences").decode())
            self.assertEqual(frame.count(one_file.MARK), 1)
            # As the page finds them, whose script can't have them in one piece.
            script = (ROOT / "web/page_text.js").read_text()
            pattern = re.search(r"^const PLACE = /(.*)/;$", script, re.M)[1].replace("\\/", "/")
            self.assertEqual([found[0] for found in re.finditer(pattern, frame)], [place])
            self.assertEqual(re.search(pattern, frame)[1], listed)
            end = re.search(r"^const END = '(.*)';$", script, re.M)[1]
            self.assertEqual(frame.count(end), 1)

    def test_the_marks_are_the_same_wherever_reports_are_made(self):
        script, core = (ROOT / "web/page_text.js").read_text(), (ROOT / "core/report/page_text.cpp").read_text()
        words = re.findall("'([^']*)'", re.search(r"^const MARK = \[(.*)\]\.join\(' '\);$", script, re.M)[1])
        self.assertEqual(" ".join(words), one_file.MARK)
        self.assertEqual(re.findall(r"fileOf\('([^']*)'\)", script), [one_file.FRAME])
        constants = dict(re.findall(r'std::string_view (k\w+) = "(.*)";', core))
        self.assertEqual(constants["kPlace"].replace("\\", ""), one_file.MARK)
        self.assertEqual(constants["kNoParts"].replace("\\", ""), f'<div id="parts" data-parts="{one_file.MODULES[0]} ')


class InnerTrace(unittest.TestCase):
    PAGE = f"<body>\n{one_file.MARK}\n</body>".encode()

    def test_a_trace_is_put_in(self):
        text = inner_trace.put(self.PAGE, [{"run/info": b"1"}, {'a"b.dat': b"22"}], 'v=1&x="2"').decode()
        self.assertIn('<div id="inner-trace" hidden data-view="v=1&amp;x=&quot;2&quot;">', text)
        found = re.findall(r'data-trace-file="([^"]+)" data-size="(\d+)" data-packed="gzip" data-drop="(\d+)">([^<]+)<', text)
        self.assertEqual([row[:3] for row in found], [("run/info", "1", "0"), ("a&quot;b.dat", "2", "1")])
        self.assertEqual(gzip.decompress(base64.b64decode(found[1][3])), b"22")

    def test_only_once_and_only_into_a_page(self):
        for page in (b"<body></body>", inner_trace.put(self.PAGE, [{"a": b""}]), self.PAGE * 2):
            with self.assertRaises(ValueError):
                inner_trace.put(page, [{"a": b""}])

    def test_paths_are_those_of_a_drop(self):
        with folder_with({"run/info": "1", "run/sub/2.dat": "2"}) as folder:
            self.assertEqual(list(inner_trace.files_of(f"{folder}/run")), ["run/info", "run/sub/2.dat"])
            self.assertEqual(list(inner_trace.files_of(f"{folder}/run/info")), ["info"])


class Lists(unittest.TestCase):
    def test_each_component_has_a_row_with_a_licence(self):
        for kind, parts in components.OF.items():
            for part in parts:
                self.assertRegex(components.row_of(part)[2], r"\w", f"{part.row} of {kind}")
                self.assertTrue(components.version_of(part), part.row)

    def test_what_is_compiled_in_is_a_component(self):
        linked = set(re.findall(r"tp_source\((\w+) ", (ROOT / "cmake/dependencies_wasm.cmake").read_text()))
        self.assertLessEqual(linked, {part.source for part in components.PAGE})

    def test_the_sbom_is_whole(self):
        for kind in components.OF:
            document = json.loads(sbom.make(kind, "file", b"bytes", contained=[("libc6", "1")], needed=[("libz", ">= 2")]))
            ids = [package["SPDXID"] for package in document["packages"]]
            self.assertEqual(len(ids), len(set(ids)))
            self.assertTrue(all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", one) for one in ids))
            for relation in document["relationships"]:
                self.assertIn(relation["relatedSpdxElement"], ids)
                self.assertIn(relation["spdxElementId"], [*ids, "SPDXRef-DOCUMENT"])
            self.assertEqual(document["packages"][0]["checksums"][0]["checksumValue"], hashlib.sha256(b"bytes").hexdigest())

    def test_a_web_server_sends_what_ours_sends(self):
        text = hosting.nginx("/page")
        for name, value in {"Content-Security-Policy": server.POLICY, **server.HEADERS}.items():
            self.assertIn(f'add_header {name} "{value}" always;', text)
        self.assertIn("application/wasm wasm;", text)


if __name__ == "__main__":
    unittest.main()
