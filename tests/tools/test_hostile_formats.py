"""What the command line prints of trace-cmd, LTTng and XRay traces with hostile names: to be read, and nothing else."""
import csv
import io
import json
import re
import subprocess
import tempfile
import unittest

from tests.tools import hostile_formats
from tests.tools.test_hostile_names import HIDDEN, PROGRAM, spelled_back

TEXTS = (["events"], ["functions"], ["functions", "--sort", "name"], ["stacks"], ["stacks", "--per-thread", "--by", "total"],
         ["sched"], ["info"], ["check"], ["export", "--to", "folded", "-o", "-"])
TABLES = (["events", "--format", "csv"], ["functions", "--format", "csv"], ["sched", "--format", "csv"],
          ["export", "--to", "csv", "-o", "-"],
          ["events", "--format", "csv", "--columns", "ts,comm,name,args.next_comm,args.comm,args.name,args.text,=1+1"])
JSON_LINES = ["events", "--format", "jsonl"]
JSONS = (["functions", "--format", "json"], ["sched", "--format", "json"], ["info", "--json"],
         ["export", "--to", "chrome", "-o", "-"], ["export", "--to", "speedscope", "-o", "-"])


class HostileFormatsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.outer = tempfile.TemporaryDirectory()
        cls.traces = {name: (hostile_formats.make(cls.outer.name, name), {one.removeprefix(b"name: ") for one in names.values()})
                      for name, (_, names) in hostile_formats.TRACES.items()}
        hostile = {name.encode() for name in hostile_formats.XRAY_FUNCTIONS.values() if HIDDEN.search(name)}
        cls.traces["xray"] = (hostile_formats.make_xray(cls.outer.name), hostile)

    @classmethod
    def tearDownClass(cls):
        cls.outer.cleanup()

    def say(self, words, trace):
        """What is printed; all of it can be shown."""
        done = subprocess.run([str(PROGRAM), *words, str(trace)], capture_output=True, check=False)
        # That it found something to tell of is said by check alone.
        self.assertIn(done.returncode, (0, 1) if words == ["check"] else (0,), done.stderr)
        for output in (done.stdout, done.stderr):
            text = output.decode()
            self.assertIsNone(HIDDEN.search(text), f"{words}: {text[:300]!r}")
        return done.stdout.decode()

    def test_texts(self):
        for name, (trace, names) in self.traces.items():
            for words in TEXTS:
                with self.subTest(trace=name, words=words):
                    text = self.say(words, trace)
                    # They can be told from what is shown; so the traces do hold them.
                    if words == ["events"]:
                        self.assertEqual({one for one in names if one in spelled_back(text)}, names)

    def test_tables_hold_no_formulas(self):
        for name, (trace, _) in self.traces.items():
            for words in TABLES:
                with self.subTest(trace=name, words=words):
                    rows = list(csv.reader(io.StringIO(self.say(words, trace))))
                    self.assertEqual({len(row) for row in rows}, {len(rows[0])})
                    for cell in (cell for row in rows for cell in row):
                        if not re.fullmatch(r"[+-]?\d+(\.\d+)?", cell):
                            self.assertNotRegex(cell, r"^[=+\-@\t\r]")

    def test_json_has_the_names_themselves(self):
        for name, (trace, names) in self.traces.items():
            with self.subTest(trace=name):
                rows = [json.loads(line) for line in self.say(JSON_LINES, trace).splitlines()]
                text = "\n".join(str(value) for row in rows for value in texts(row)).encode()
                self.assertEqual({one for one in names if one in text}, names)
                for words in JSONS:
                    json.loads(self.say(words, trace))


def texts(value):
    """All that are in an object, however deep."""
    if isinstance(value, (dict, list)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)
    else:
        yield value


if __name__ == "__main__":
    unittest.main()
