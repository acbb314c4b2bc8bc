"""What the command line prints of a trace with hostile names: to be read, and nothing else."""
import csv
import io
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

from tests.tools.hostile_trace import COMM, FUNCTIONS, make
from tools.steps import ROOT

PROGRAM = ROOT / "build/native/tracepane"
# All but line breaks; C1; what breaks lines or turns them.
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
SPELLED = re.compile(r"\\x([0-9a-f]{2})|\\u([0-9a-f]{4})")


def spelled_back(text):
    """The bytes that what is shown stands for."""
    out, at = b"", 0
    for match in SPELLED.finditer(text):
        out += text[at:match.start()].encode()
        out += bytes([int(match[1], 16)]) if match[1] else chr(int(match[2], 16)).encode()
        at = match.end()
    return out + text[at:].encode()


class HostileNamesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.outer = tempfile.TemporaryDirectory()
        # The folder's name is told in messages, too.
        cls.trace = str(pathlib.Path(cls.outer.name) / "dir\x1b[31m\u202e")
        make(cls.trace)

    @classmethod
    def tearDownClass(cls):
        cls.outer.cleanup()

    def say(self, *words, status=0):
        """What is printed; all of it can be shown."""
        done = subprocess.run([str(PROGRAM), *words], capture_output=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        for output in (done.stdout, done.stderr):
            text = output.decode()
            self.assertIsNone(HIDDEN.search(text), f"{words}: {text[:300]!r}")
        return done.stdout.decode()

    def test_every_text(self):
        for words in (["info"], ["info", "--json"], ["sched"], ["sched", "--format", "json"], ["sched", "--format", "csv"],
                      ["stacks"], ["stacks", "--per-thread", "--by", "total"], ["events", "--format", "csv"]):
            self.say(*words, self.trace)
        self.assertIn("\\x1b[31m", self.say("check", self.trace, status=1) + self.say("info", self.trace))
        plain = str(ROOT / "tests/data/uftrace/compared/before.data")
        for words in ([], ["--format", "json"], ["--format", "csv"], ["--signatures"]):
            for traces in ((self.trace, plain), (plain, self.trace), (self.trace, self.trace)):
                self.say("compare", *traces, *words)
        self.say("info", self.trace + "/none\x1b[2J", status=2)
        self.say("events", self.trace, "--stream", "\x1b[2J", status=2)
        self.say("events", self.trace, "--filter", "dur > \x1b[2J", status=2)

    def test_names_can_be_told_from_what_is_shown(self):
        lines = self.say("functions", self.trace).splitlines()[1:]
        names = {spelled_back(re.match(r"(?: *(?:\d+|-)){11}  (.*)", line)[1]) for line in lines}
        self.assertEqual(names - {b"linux:schedule"}, set(FUNCTIONS))
        text = self.say("events", self.trace)
        shown = [line for line in text.splitlines() if " entry " in line]
        self.assertEqual(len(shown), len(FUNCTIONS))
        for name, line in zip(FUNCTIONS, shown):
            self.assertTrue(spelled_back(line).endswith(name), line)
        self.assertIn(COMM[:15], spelled_back(shown[1]))

    def test_json(self):
        wanted = {name.decode(errors="replace") for name in FUNCTIONS}
        self.assertLessEqual(wanted, {row["name"] for row in json.loads(self.say("functions", "--format", "json", self.trace))})
        rows = [json.loads(line) for line in self.say("events", "--format", "jsonl", self.trace).splitlines()]
        self.assertLessEqual(wanted, {row["name"] for row in rows})
        self.assertIn(COMM.decode(), {row.get("comm") for row in rows})
        for format_ in ("chrome", "speedscope"):
            json.loads(self.say("export", "--to", format_, "-o", "-", self.trace))

    def test_csv_holds_no_formulas(self):
        for words in (["events", "--format", "csv"], ["functions", "--format", "csv"], ["sched", "--format", "csv"],
                      ["export", "--to", "csv", "-o", "-"], ["events", "--format", "csv", "--columns", "ts,args.x,name,comm,=1+1"]):
            rows = list(csv.reader(io.StringIO(self.say(*words, self.trace))))
            self.assertEqual({len(row) for row in rows}, {len(rows[0])}, words)
            for cell in (cell for row in rows for cell in row):
                if not re.fullmatch(r"[+-]?\d+", cell):
                    self.assertNotRegex(cell, r"^[=+\-@\t\r]", words)
        rows = list(csv.DictReader(io.StringIO(self.say("functions", "--format", "csv", self.trace))))
        names = {spelled_back(row["name"][1:] if row["name"].startswith("'") else row["name"]) for row in rows}
        self.assertLessEqual(set(FUNCTIONS), names)
        self.assertIn("'=cmd|'/C calc'!A0", {row["name"] for row in rows})

    def test_folded_stacks_have_a_frame_for_a_name(self):
        def frame(name):
            # As its readers part the counts from a stack, of which there may be two.
            self.assertNotRegex(name, r" [\d.]*$")
            return spelled_back(name)

        lines = self.say("stacks", self.trace).splitlines()
        self.assertEqual(lines, self.say("export", "--to", "folded", "-o", "-", self.trace).splitlines())
        stacks = [re.fullmatch(r"(.*) (\d+)", line)[1].split(";") for line in lines]
        self.assertEqual({len(stack) for stack in stacks}, {1, 2})
        found = {frame(stack[1]) for stack in stacks if len(stack) == 2}
        self.assertLessEqual({name.replace(b";", b":") for name in FUNCTIONS[1:]}, found)
        self.assertIn("main;<[T: 3] as Iterator>::next 50", lines)
        self.assertIn("main;worker\\x207 50", lines)
        self.say("stacks", "--per-thread", self.trace)


if __name__ == "__main__":
    unittest.main()
