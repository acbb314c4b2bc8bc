"""Reports: the page with a cut of a trace inside, and where it opens. What a browser makes of them is tested with the
packages (tests/packages/reports.mjs)."""
import base64
import gzip
import html
import json
import pathlib
import re
import unittest
import urllib.parse

from tests.tools.in_folder import InFolder
from tests.oracle import cuts
from tools.packagers import one_file

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
KITCHEN = ROOT / "assets/samples/kitchen/data"
LOGS = ROOT / "build/samples/xray"
TRACES = ["assets/samples/kitchen/data", "assets/samples/family/data", "tests/data/tracecmd/v6.dat", "tests/data/tracecmd/v7-zstd.dat",
          "tests/data/xray/basic-v3.xray", "tests/data/xray/fdr-v5.xray", "tests/data/lttng/2.6-be/data", "tests/data/lttng/0.8/data"]
ELEMENT = re.compile(r'<script type="application/octet-stream;base64" data-trace-file="([^"]*)" data-size="(\d+)" '
                     r'data-packed="gzip">([^<]*)</script>\n')


def info_of(*trace):
    return json.loads(cuts.tracepane(PROGRAM, "info", "--json", *trace).stdout)


def bounds_of(*trace):
    begin, end = info_of(*trace)["range"]
    return int(begin), int(end)


def inner(text):
    """The view of a report, and the bytes of the files in it."""
    view, elements = re.fullmatch(r'<body>\n<div id="inner-trace" hidden data-view="([^"]*)">\n(.*)</div>\n</body>', text, re.S).groups()
    files = {}
    for path, size, packed in ELEMENT.findall(elements):
        data = gzip.decompress(base64.b64decode(packed, validate=True))
        assert len(data) == int(size), path
        files[html.unescape(path)] = files.get(html.unescape(path), b"") + data
    assert ELEMENT.sub("", elements) == "", "something else is in it"
    return dict(urllib.parse.parse_qsl(html.unescape(view), keep_blank_values=True)), files


def files_of(path):
    """The files of a cut by their paths in a drop."""
    if path.is_file():
        return {path.name: path.read_bytes()}
    return {file.relative_to(path.parent).as_posix(): file.read_bytes() for file in path.rglob("*") if file.is_file()}


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class ReportsTest(InFolder):
    def setUp(self):
        super().setUp()
        self.page = self.folder / "page.html"
        self.page.write_text(f"<body>\n{one_file.MARK}\n</body>")
        self.out = self.folder / "report.html"

    def export(self, *arguments, status=0):
        done = cuts.tracepane(PROGRAM, "export", "--to", "html", "--page", self.page, *arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def report(self, *arguments):
        done = self.export("-o", self.out, *arguments)
        return *inner(self.out.read_text()), done

    def refused(self, words, *arguments):
        done = self.export("-o", self.out, *arguments, status=2)
        self.assertIn(words, done.stderr)
        self.assertFalse(self.out.exists())

    def test_what_is_inside_is_the_cut(self):
        for name in TRACES:
            trace = ROOT / name
            with self.subTest(trace=name):
                begin, end = bounds_of(trace)
                wanted = ["--from", str(begin + (end - begin) // 4), "--to", str(end - (end - begin) // 4)]
                view, files, done = self.report(trace, *wanted)
                cut = self.folder / name.replace("/", "-") / trace.name
                cut.parent.mkdir()
                around = ["--around"] if trace.suffix == ".xray" or (trace / "info").exists() else []
                self.assertEqual(cuts.tracepane(PROGRAM, "export", trace, "--to", "cut", "-o", cut, *wanted, *around).returncode, 0)
                self.assertEqual(files, files_of(cut))
                self.assertEqual(view, {"since": str(begin), "view": f"{int(wanted[1]) - begin},{int(wanted[3]) - begin}"})
                size = self.out.stat().st_size
                told = cuts.tracepane(PROGRAM, "export", trace, "--to", "cut", "--dry-run", *wanted, *around).stdout.strip()
                self.assertEqual(done.stdout, f"{self.out}: {size} bytes, with a cut of {told}\n")
                dry = self.export(trace, "--dry-run", *wanted)
                self.assertEqual(dry.stdout, f"{told}; the report would have {size} bytes\n")

    def test_what_is_left_out_is_told_as_by_other_verbs(self):
        beside = self.folder / "beside.txt"
        beside.write_text("no trace\n")
        told = cuts.tracepane(PROGRAM, "info", KITCHEN, beside).stderr
        self.assertIn("left out", told)
        _, files, done = self.report(KITCHEN, beside)
        self.assertEqual(done.stderr, told)
        # The drop has another name. The texts of two files that differ are not compared: that takes minutes.
        names = [{name.split("/", 1)[1] for name in one} for one in (files, self.report(KITCHEN)[1])]
        self.assertEqual(*names)

    def test_times_count_from_where_the_whole_begins(self):
        begin, end = bounds_of(KITCHEN)
        middle = begin + (end - begin) // 2
        link = "view=1000,2000&at=thread,1,2,,,3,1500&marks=7&marknotes=a%253Bb&tab=events&find=x%26y"
        for text in (link, "#" + link, "https://example.org/page/?a#" + link):
            view, _, done = self.report(KITCHEN, "--from", str(middle), "--view", text)
            expected = dict(urllib.parse.parse_qsl(link), since=str(begin))
            self.assertEqual(view, expected)
            self.assertIn("before the range: the report has it if it is a call that reaches into the range", done.stderr)
        view, _, done = self.report(KITCHEN, "--view", link + "&of=12345678")
        self.assertIn("another trace", done.stderr)
        self.assertNotIn("of", view)
        view, _, done = self.report(KITCHEN, "--view", "since=5&view=1,2")
        self.assertEqual(view, {"since": "5", "view": "1,2"})
        self.assertEqual(done.stderr, "")
        # What is around the range is not in it.
        view, _, _ = self.report(KITCHEN, "--from", str(begin + 1000), "--to", str(begin + 9000), "--view", "view=500,3000")
        self.assertEqual(view["view"], "1000,3000")

    def test_a_report_of_a_cut_counts_from_where_the_whole_begins(self):
        begin, end = bounds_of(KITCHEN)
        middle = begin + (end - begin) // 2
        cut = self.folder / "cut"
        self.assertEqual(cuts.tracepane(PROGRAM, "export", KITCHEN, "--to", "cut", "--from", middle, "-o", cut).returncode, 0)
        view, _, _ = self.report(cut, "--to", str(end), "--view", f"view={middle - begin},{end - begin}")
        self.assertEqual(view, {"since": str(begin), "view": f"{bounds_of(cut)[0] - begin},{end - begin}"})

    def test_the_cut_is_of_what_the_view_shows(self):
        begin, _ = bounds_of(KITCHEN)
        _, files, done = self.report(KITCHEN, "--view", "view=100000,900000", "--visible")
        _, same, _ = self.report(KITCHEN, "--from", str(begin + 100000), "--to", str(begin + 900000))
        self.assertEqual(files, same)
        self.assertGreater(int(re.search(r"(\d+) records", done.stdout)[1]), 0)

    def test_notes_stand_where_they_belong(self):
        begin, end = bounds_of(KITCHEN)
        first, last = begin + 1000, begin + 900000
        wanted = ["--from", str(first), "--to", str(last)]

        def notes(*arguments):
            view = self.report(KITCHEN, *wanted, *arguments)[0]
            self.assertEqual(int(view["since"]), begin)
            self.assertEqual(view["view"], f"1000,{last - begin}")
            del view["since"], view["view"]
            # Texts are escaped once more, since they may have semicolons.
            return {key: [urllib.parse.unquote(one) for one in value.split(";")] if "notes" in key else value
                    for key, value in view.items()}
        over = {"spans": f"1000,{last - begin}"}
        self.assertEqual(notes("--note", "late; very"), {**over, "spannotes": ["late; very"]})
        self.assertEqual(notes("--note", "a", "--note", "b"), {**over, "spannotes": ["a / b"]})
        self.assertEqual(notes("--note", f"@{first + 5} here", "--note", "all"),
                         {**over, "spannotes": ["all"], "marks": "1005", "marknotes": ["here"]})
        self.assertEqual(notes("--view", "at=thread,1,2,,,3,1500&marks=7", "--note", "it"),
                         {"at": "thread,1,2,,,3,1500", "marks": "7;1500", "marknotes": ["", "it"]})
        self.assertEqual(notes("--view", "range=5,9&at=thread,1,2,,,3,1500", "--note", "it"),
                         {"range": "5,9", "at": "thread,1,2,,,3,1500", "spans": "5,9", "spannotes": ["it"]})
        view, _, _ = self.report(KITCHEN, "--note", "all of it")
        self.assertEqual(view["spans"], f"0,{end - begin}")

    def test_names_of_a_log_come_with_it(self):
        for name in ("fdr-cpp", "basic-cpp-args", "fdr-threads"):
            log, program = LOGS / name / "log.xray", LOGS / name / "binary"
            if not log.exists():
                self.skipTest("the recorded logs are not here")
            with self.subTest(log=name):
                _, files, done = self.report(log, program)
                self.assertEqual(done.stderr, "")
                self.assertEqual(set(files), {"log.xray", "log.xray.functions.yaml"})
                for path, data in files.items():
                    (self.folder / path).write_bytes(data)
                inside = [self.folder / path for path in files]
                for more in ([], ["--signatures"]):
                    whole = cuts.tracepane(PROGRAM, "functions", log, program, *more).stdout
                    self.assertIn("main", whole)
                    self.assertEqual(cuts.tracepane(PROGRAM, "functions", *inside, *more).stdout, whole)
                # A map that is a text is passed on as it is.
                _, again, _ = self.report(*inside)
                self.assertEqual(again, files)
                _, files, done = self.report(log)
                self.assertIn("no names of functions", done.stderr)
                self.assertEqual(set(files), {"log.xray"})

    def test_no_name_is_left(self):
        view, files, _ = self.report(KITCHEN, "--anonymise", "--view", "view=1,2000&find=oven&marks=5&flame=s,,1f&pin=counter,,,,1f",
                                     "--note", "it waits")
        self.assertEqual(set(view), {"since", "view", "marks", "spans", "spannotes"})
        self.assertTrue(all(path.startswith("trace/") for path in files), files.keys())
        self.assertNotIn(b"kitchen", b"".join(files.values()))
        _, files, done = self.report(ROOT / "tests/data/xray/fdr-v5.xray", "--anonymise")
        self.assertEqual(set(files), {"trace"})
        self.assertEqual(done.stderr, "")

    def test_what_makes_no_sense_is_refused(self):
        begin, end = bounds_of(KITCHEN)
        self.refused("no link", KITCHEN, "--view", "https://example.org/")
        self.refused("no link", KITCHEN, "--view", "nonsense")
        self.refused("--visible is of a --view", KITCHEN, "--visible")
        self.refused("shows all", KITCHEN, "--visible", "--view", "tab=events")
        self.refused("is a range", KITCHEN, "--visible", "--view", "view=1,2", "--from", "1")
        self.refused("behind @", KITCHEN, "--note", "@noon late")
        self.refused("behind @", KITCHEN, "--note", f"@{begin}")
        self.refused(f"from {begin} to {end}", KITCHEN, "--note", f"@{end + 1} late")
        self.refused("one line", KITCHEN, "--note", "a\nb")
        self.refused("one line", KITCHEN, "--note", "x" * 1001)
        self.refused("32 markers", KITCHEN, *[word for i in range(33) for word in ("--note", f"@{begin + i} x")])
        self.refused("2 traces", KITCHEN, ROOT / "tests/data/tracecmd/v6.dat")
        self.refused("--offset", KITCHEN, "--offset", "1:5ns")
        self.refused("--filter", KITCHEN, "--filter", "dur > 1")
        for page in (ROOT / "README.md", self.folder / "none", self.folder):
            done = cuts.tracepane(PROGRAM, "export", KITCHEN, "--to", "html", "--page", page, "-o", self.out)
            self.assertEqual(done.returncode, 2)
            self.assertIn(str(page), done.stderr)
        done = cuts.tracepane(PROGRAM, "export", KITCHEN, "--to", "html", "-o", self.out)
        self.assertEqual(done.returncode, 2)
        self.assertIn("tools/package.py html", done.stderr)
        for to in ("csv", "cut"):
            self.assertEqual(cuts.tracepane(PROGRAM, "export", KITCHEN, "--to", to, "-o", self.out, "--note", "x").returncode, 2)
        done = cuts.tracepane(PROGRAM, "export", KITCHEN, "--to", "html", "--page", self.page, "-o", self.page)
        self.assertIn("this is the page", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [self.page])


if __name__ == "__main__":
    unittest.main()
