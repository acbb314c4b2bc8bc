"""The report of a comparison as one HTML file: its tables have the rows of the other formats, in their order."""
import html.parser
import unittest

from tests.tools.compare_runs import (
    AFTER, BEFORE, KERNELS, PLANTED, PROGRAM, SAMPLES, compare, compared, recorded, told, told_text,
)
from tests.tools.test_compare_times import halves

VOID = {"meta"}


class Report(html.parser.HTMLParser):
    """`tables`: heading, with that of the table behind it if it has one -> rows of cells. `bars`: the same -> classes of bars."""

    def __init__(self, text):
        super().__init__()
        self.headings, self.tables, self.bars, self.words, self.open = [], {}, {}, [], []
        self.feed(text)
        self.close()

    def name(self):
        return ": ".join(heading.split(": ")[0] for heading in self.headings)

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        if tag == "h2":
            self.headings = [""]
        elif tag == "h3":
            self.headings = [self.headings[0], ""]
        elif tag == "tbody":
            self.tables[self.name()], self.bars[self.name()] = [], []
        elif tag == "tr" and "tbody" in self.open:
            self.tables[self.name()].append([])
            self.bars[self.name()].append([])
        elif tag == "td":
            self.tables[self.name()][-1].append("")
        elif tag == "i":
            self.bars[self.name()][-1].append(dict(attrs)["class"])

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.words.append(data)
        if self.open and self.open[-1] in ("h2", "h3"):
            self.headings[-1] += data
        elif self.open and self.open[-1] == "td":
            self.tables[self.name()][-1][-1] += data


def report(*args):
    return Report(compare(*args, "--format", "html").stdout)


def sign(change):
    return "+" if change > 0 else "\u2212" if change < 0 else ""


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
class CompareReportTest(unittest.TestCase):
    def check_rows(self, rows, bars, expected):
        """`expected`: (name, change, whether it is noise)"""
        self.assertEqual(len(rows), len(expected))
        for cells, classes, (name, change, noise) in zip(rows, bars, expected, strict=True):
            self.assertTrue(cells[-1].startswith(name), (cells, name))
            self.assertTrue(cells[0].startswith(("≈" if noise else "") + sign(change)), (cells, change))
            self.assertEqual(bool(classes) and all("noise" in one for one in classes), noise and bool(classes))

    def check(self, *args):
        page = report(*args)
        self.assertEqual(page.open, [])
        if "Threads" in page.tables:
            found = compared(*args, "--by", "thread")
            self.check_rows(page.tables["Threads"], page.bars["Threads"], [
                (("new: " if row["kind"] == "new" else "vanished: " if row["kind"] == "vanished" else "") + row["name"],
                 row["change"]["running"], row["noise"]) for row in found["changes"]])
        for heading, by in (("Latencies", "latency"), ("Waits", "wait")):
            if not any(name.startswith(heading) for name in page.tables):
                continue
            told = {}
            for row in compared(*args, "--by", by)["changes"]:
                told.setdefault(row["group"], []).append(row)
            tables = [name for name in page.tables if name.startswith(heading + ": ")]
            self.assertEqual(len(tables), len(told))
            for name, rows in zip(tables, told.values(), strict=True):
                self.check_rows(page.tables[name][:500], page.bars[name][:500], [
                    ({"new": "new: ", "vanished": "vanished: ", "both": ""}[row["kind"]] + (row.get("thread") or row["name"]),
                     row["change"], row["noise"]) for row in rows[:500]])
        return page

    def test_a_kernel_has_threads_latencies_and_waits(self):
        for trace in KERNELS:
            with self.subTest(trace=trace):
                page = self.check(*halves(trace))
                self.assertIn("Threads", page.tables)
                self.assertIn("Latencies: wakeups", page.tables)
                self.assertIn("Waits: sleeping, by who ended that", page.tables)
        page = self.check(KERNELS[0], KERNELS[2])
        self.assertIn("system calls: only B has any, which may be because they were not recorded elsewhere: no change is told.",
                      page.words)

    def test_calls_without_times_of_threads_have_functions_only(self):
        page = self.check(BEFORE, AFTER)
        self.assertEqual(list(page.tables), ["Functions"])
        rows = compared(BEFORE, AFTER)["changes"]
        self.assertEqual(len(page.tables["Functions"]), len(rows))
        for cells, row in zip(page.tables["Functions"], rows, strict=True):
            self.assertIn(row["name"], cells[-1])
            self.assertEqual(cells[0].startswith("≈"), row["noise"])

    def test_calls_with_scheduling_have_threads(self):
        page = self.check(*halves(recorded("sched")))
        self.assertIn("Threads", page.tables)
        self.assertIn("Functions", page.tables)
        self.assertNotIn("Latencies", "".join(page.tables))

    def test_the_graph_says_what_it_has_besides_the_functions(self):
        trace = recorded("sched")
        stacks = sum(int(line.rsplit(" ", 1)[1]) for line in told_text("stacks", trace).splitlines())
        functions = told("functions", trace)
        own = sum(row["self"] for row in functions if not row["name"].startswith("linux:schedule"))
        page = report(trace, BEFORE)
        (words,) = [words for words in page.words if words.startswith("A: the graph has")]
        more = f"{(stacks - own) / 1e6:.1f} ms more than the {own / 1e6:.1f} ms by function"
        self.assertEqual(words.split(",")[0], f"A: the graph has {more}")
        self.assertFalse([words for words in page.words if words.startswith("B: the graph has")])

    def test_the_title_names_what_moved(self):
        (title,) = [words for words in report(PLANTED / "plain.data", PLANTED / "moved.data").words if words.startswith("From A to B")]
        self.assertRegex(title, r"^From A to B: 977 µs of index_page moved, called in background, no longer in main; self time")

    def test_it_is_the_same_by_any_number_of_threads(self):
        args = [*halves(KERNELS[1]), "--format", "html", "--threads"]
        self.assertEqual(compare(*args, 1).stdout, compare(*args, 8).stdout)


if __name__ == "__main__":
    unittest.main()
