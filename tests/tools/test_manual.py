"""The manual: every link leads somewhere within it, nothing is asked of anybody else, and its search finds what it should."""
import html.parser
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

from tools.manual.pages import PAGES
from tools.steps import ROOT

# What a browser asks a server for by itself.
FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.fetched, self.inline = set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids.add(value)
            if (tag, name) in FETCHED:
                self.fetched.append(value)
            elif name == "href":
                self.links.append(value)
            if name == "style" or name.startswith("on"):
                self.inline.append((tag, name))
        if tag == "style" or (tag == "script" and not dict(attrs).get("src")):
            self.inline.append((tag, ""))


class ManualTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.outer = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.outer.name) / "help"
        subprocess.run(["/usr/bin/python3", "tools/manual/make.py", str(cls.folder)], cwd=ROOT, check=True,
                       env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"})
        cls.pages = {file.name: Page(file.read_text()) for file in cls.folder.glob("*.html")}

    @classmethod
    def tearDownClass(cls):
        cls.outer.cleanup()

    def test_every_page_is_there_and_in_the_contents(self):
        self.assertEqual(set(self.pages), {f"{name}.html" for name in PAGES} | {"index.html"})
        for page in self.pages.values():
            self.assertLessEqual({f"{name}.html" for name in PAGES}, set(page.links))

    def test_links_lead_to_pages_and_headings(self):
        for name, page in self.pages.items():
            for link in page.links:
                if link.startswith("https://") or link == "../index.html":
                    continue
                target, _, heading = link.partition("#")
                self.assertIn(target or name, self.pages, f"{name}: {link}")
                if heading:
                    self.assertIn(heading, self.pages[target or name].ids, f"{name}: {link}")

    def test_nothing_comes_from_elsewhere_or_breaks_the_policy(self):
        beside = {path.relative_to(ROOT / "web/help").as_posix() for path in (ROOT / "web/help").iterdir()}
        made = {path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*")}
        for name, page in self.pages.items():
            self.assertEqual(page.inline, [], name)
            for source in page.fetched:
                self.assertTrue(source in beside | made or source == "../icon.svg", f"{name}: {source}")

    def test_marks_of_markdown_are_gone(self):
        for file in self.folder.glob("*.html"):
            text = re.sub(r"<(pre|code)>.*?</\1>", "", file.read_text(), flags=re.S)
            self.assertIsNone(re.search(r"```|\*\*\w|\]\(|\n\|", text), file.name)

    def test_the_search_finds_words_their_beginnings_and_slips(self):
        script = """
            const {readFileSync} = require('fs'), vm = require('vm');
            const world = vm.createContext({});
            world.globalThis = world;
            for (const name of ['lunr.js', 'search.js']) vm.runInContext(readFileSync(process.argv[1] + '/' + name, 'utf8'), world);
            const read = (text) => text.slice(text.indexOf('const wordsOf'), text.indexOf('// The text around'));
            vm.runInContext('const MOST = 12; const index = lunr.Index.load(tracepaneManual.index);'
              + read(readFileSync('web/help/manual.js', 'utf8')), world);
            const find = (text) => {
              world.text = text;
              return vm.runInContext('search(text)', world).map(({page, id}) => page + '#' + id);
            };
            console.log(JSON.stringify(JSON.parse(process.argv[2]).map(find)));"""
        wanted = [("percentile", "guide#find-where-time-went"), ("glob", "filter#"), ("wakeup latncy", "scheduling#figures"),
                  ("sched_thr", "sql#schema"), ("trace_marker", "guide#the-kernel-trace-cmd"), ("Archives", "guide#open")]
        told = subprocess.run(["node", "-e", script, str(self.folder), json.dumps([text for text, _ in wanted])], cwd=ROOT,
                              capture_output=True, text=True, check=True).stdout
        for (text, place), found in zip(wanted, json.loads(told)):
            self.assertTrue(any(one.startswith(place) for one in found[:6]), f"{text}: {found}")

    def test_it_is_made_of_the_same_bytes_twice(self):
        again = pathlib.Path(self.outer.name) / "again"
        subprocess.run(["/usr/bin/python3", "tools/manual/make.py", str(again)], cwd=ROOT, check=True,
                       env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "7"})
        for file in self.folder.rglob("*"):
            if file.is_file():
                self.assertEqual(file.read_bytes(), (again / file.relative_to(self.folder)).read_bytes(), file.name)


if __name__ == "__main__":
    unittest.main()
