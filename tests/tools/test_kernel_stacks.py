"""Stacks of the kernel are whole wherever they are shown: as `trace-cmd report` prints them (kernel_stacks.py)."""
import collections
import csv
import gzip
import io
import json
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLES = ROOT / "build/samples/tracecmd"
TRACE = SAMPLES / "v7-stacktrace/trace.dat"
TABLE = ROOT / "tests/data/tracecmd/kernel-stacks.txt.gz"
FRAME = re.compile(r"=> (?:(\S+) \(([0-9a-f]+)\)|([0-9a-f]+))(?= =>|$)")
PLACE = re.compile(r"(.*)\+0x([0-9a-f]+)")
LINE = re.compile(r" *.*-(\d+) +\[(\d+)\] +(\S+) +(\d+)\.(\d{9}): (\w+): ")
DROPPED = re.compile(r"CPU:(\d+) \[")


def run(verb, trace, *arguments):
    done = subprocess.run([PROGRAM, verb, trace, *arguments], capture_output=True, timeout=300, check=False)
    return done.stdout.decode(), done.stderr.decode()


def records(trace, *arguments):
    return [json.loads(line) for line in run("events", trace, "--format", "jsonl", *arguments)[0].splitlines()]


def reference():
    with gzip.open(TABLE, "rt") as file:
        return collections.Counter({text: int(count) for count, text in (line.rstrip("\n").split(" ", 1) for line in file)})


def frames(text):
    """(function, or nothing; address) of each frame."""
    return [(name, int(address or bare, 16)) for name, address, bare in FRAME.findall(text)]


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class KernelStacksTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.reported = reference()
        cls.stacks = records(TRACE, "--filter", "kernel_stack")

    def holding(self, function):
        return sum(count for text, count in self.reported.items() if function in [name for name, _ in frames(text)])

    def test_the_text_is_that_of_the_reference(self):
        # `report -N` shows eight frames of each, so it is wrong of 15 487 stacks that have more, and of those with fewer.
        self.assertEqual(sum(len(frames(text)) > 8 and count for text, count in self.reported.items()), 15487)
        self.assertEqual(collections.Counter(" ".join(row["args"].split("\n")) for row in self.stacks), self.reported)

    def test_fields_have_all_frames(self):
        starts = collections.defaultdict(set)
        for row in self.stacks:
            told, fields = frames(" ".join(row["args"].split("\n"))), row["fields"]
            self.assertEqual(fields["frames"], len(told))
            self.assertEqual(fields["size"], len(told))
            self.assertEqual(fields["caller"], "{" + ",".join(str(address) for _, address in told) + "}")
            places = [PLACE.fullmatch(place) for place in fields["stack"].split(";")]
            self.assertEqual([place[1] for place in places], [name for name, _ in told])
            for place, (name, address) in zip(places, told):
                starts[name].add(address - int(place[2], 16))
        # Each function begins at one address.
        self.assertEqual({name for name, its in starts.items() if len(its) > 1}, set())

    def test_filters_find_every_frame(self):
        self.assertEqual(self.holding("ksys_write"), 12781)
        for expression in ('args ~ "*ksys_write*"', 'stack ~ "*ksys_write*"', "stack =~ ksys_write", '"ksys_write"'):
            with self.subTest(expression=expression):
                self.assertEqual(len(records(TRACE, "--filter", expression)), 12781)
        deep = sum(count for text, count in self.reported.items() if len(frames(text)) > 8)
        self.assertEqual(len(records(TRACE, "--filter", "frames > 8")), deep)
        self.assertEqual(len(records(TRACE, "--filter", "caller[8] > 0")), deep)

    def test_tables_have_them(self):
        text, _ = run("query", TRACE, "--format", "csv", "SELECT count(*) FROM event WHERE args LIKE '%ksys_write%'")
        self.assertEqual(text.splitlines()[1:], ["12781"])
        text, _ = run("query", TRACE, "--format", "csv", "--limit", "1000",
                      "SELECT value, count(*) FROM event_field WHERE key = 'stack' GROUP BY value")
        rows = list(csv.reader(io.StringIO(text)))[1:]
        self.assertEqual(sorted(int(count) for _, count in rows), sorted(self.reported.values()))
        text, _ = run("query", TRACE, "--format", "csv",
                      "SELECT sum(value) FROM event_field WHERE key = 'frames' AND event = 'kernel_stack'")
        self.assertEqual(int(text.splitlines()[1]), sum(len(frames(text)) * count for text, count in self.reported.items()))

    def test_columns_have_them(self):
        text, _ = run("events", TRACE, "--format", "csv", "--columns", "name,frames,stack", "--filter", "kernel_stack")
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual([(row["stack"], int(row["frames"])) for row in rows],
                         [(row["fields"]["stack"], row["fields"]["frames"]) for row in self.stacks])

    def test_a_frame_a_line_for_people(self):
        text, _ = run("events", TRACE, "--filter", "kernel_stack")
        self.assertNotIn("\\x", text)
        self.assertEqual(text.count("\n=> "), sum(len(frames(text)) * count for text, count in self.reported.items()))
        self.assertEqual(text.count("kernel_stack: <stack trace >\n"), len(self.stacks))

    def test_the_table_of_stacks_has_them(self):
        text, _ = run("query", TRACE, "--format", "csv", "SELECT ts, frames, stack FROM stack_sample")
        expected = [(row["ts"], row["fields"]["frames"], row["fields"]["stack"]) for row in self.stacks]
        self.assertEqual([(int(row["ts"]), int(row["frames"]), ";".join(reversed(row["stack"].split(";"))))
                          for row in csv.DictReader(io.StringIO(text))], expected)

    def explained(self, report):
        """(kind, time, CPU, id of the thread, time and name of the event) of each stack in a text of trace-cmd."""
        before, found = {}, []
        for line in report.splitlines():
            if told := LINE.match(line):
                tid, cpu, flags, time, name = int(told[1]), int(told[2]), told[3], int(told[4] + told[5]), told[6]
                if name in ("kernel_stack", "user_stack"):
                    known = before.pop(cpu, None)
                    event = known[2:] if known and known[:2] == (tid, flags) else (None, None)
                    found.append((name.split("_")[0], time, cpu, tid, *event))
                else:
                    before[cpu] = (tid, flags, time, name)
            elif told := DROPPED.match(line):
                before.pop(int(told[1]), None)
        return found

    def test_a_stack_is_that_of_the_event_before_it(self):
        for name, unknown in (("v7-stacktrace", 47), ("v7-userstack", 0)):
            expected = self.explained((SAMPLES / name / "report-noplugins.txt").read_text())
            text, _ = run("query", SAMPLES / name / "trace.dat", "--format", "json", "--limit", "100000",
                          "SELECT s.kind, s.ts, s.cpu, s.tid, e.ts AS event_ts, e.name FROM stack_sample AS s "
                          "LEFT JOIN (SELECT row, ts, name FROM event) AS e ON e.row = s.event_row")
            self.assertCountEqual([tuple(row.values()) for row in json.loads(text)], expected)
            self.assertEqual(sum(one[-1] is None for one in expected), unknown)

    def test_what_is_behind_the_frames_is_none(self):
        # Stacks of every size from none on; the reference prints what the next record begins with, or a zero, as a frame.
        for row in records(SAMPLES / "synth-bprint/trace.dat", "--filter", "kernel_stack"):
            fields = row["fields"]
            self.assertEqual((fields["frames"], row["args"].count("=>")), (fields["size"],) * 2)
            self.assertEqual(len([one for one in fields["stack"].split(";") if one]), fields["size"])

    def test_stacks_of_programs(self):
        # Here the record has eight places, and `report` prints the empty ones, too.
        expected, now = [], None
        for line in (SAMPLES / "v7-userstack/report-noplugins.txt").read_text().splitlines():
            if " user_stack: " in line:
                now = []
                expected.append(now)
            elif not line.startswith("\t=>"):
                now = None
            if now is not None and not line.endswith("=> 0x0"):
                now.append(line[line.index("=>"):])
        stacks = records(SAMPLES / "v7-userstack/trace.dat", "--filter", "user_stack")
        self.assertEqual([row["args"].split("\n") for row in stacks], expected)
        self.assertEqual([row["fields"]["frames"] for row in stacks], [len(one) for one in expected])


if __name__ == "__main__":
    unittest.main()
