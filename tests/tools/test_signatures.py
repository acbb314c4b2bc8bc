"""Functions of C++ told apart: by the address that their symbol has, and by what c++filt makes of it."""
import bisect
import collections
import json
import pathlib
import re
import shutil
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLES = ROOT / "build/samples/uftrace"
RECORD = re.compile(r"^\d+\.\d+ +\d+: \[(entry|exit )\] (.*)\(([0-9a-f]+)\) depth: \d+$")
# What stands behind a declaration that several functions share.
APART = re.compile(r" \[[^\]]*\]$")


class Table:
    """The symbols of a module as its .sym file lists them."""

    def __init__(self, path):
        self.starts, self.symbols = [], []
        for line in path.read_text(errors="surrogateescape").splitlines():
            found = re.match(r"^([0-9a-f]{16}) (?:[0-9a-f]{8} )?(\S) (.*)$", line)
            if found and found[2] != "?" and found[3] not in ("__sym_end", "__dynsym_end", "__func_end"):
                start = int(found[1], 16)
                if not self.starts or self.starts[-1] != start:
                    self.starts.append(start)
                    self.symbols.append((start, found[2], found[3]))

    def at(self, offset):
        return self.symbols[bisect.bisect_right(self.starts, offset) - 1]


def modules(folder):
    """(begin, end, name) of the code of the only session."""
    found = {}
    for line in next(folder.glob("sid-*.map")).read_text().splitlines():
        words = line.split()
        if len(words) < 6 or words[5].startswith("["):
            continue
        begin, end = (int(word, 16) for word in words[0].split("-"))
        low, high = found.get(words[5], (begin, end))
        found[words[5]] = (min(low, begin), max(high, end))
    return [(low, high, pathlib.Path(path).name) for path, (low, high) in found.items()]


def called(recording):
    """How often each function returned, by what makes it one: its module and address, or, of what the linker's stubs
    lead to, its symbol alone. And the symbol of each."""
    folder = recording / "uftrace.data"
    spaces, tables = modules(folder), {}
    calls, symbols = collections.Counter(), {}
    for line in (recording / "ref/dump.txt").read_text(errors="surrogateescape").splitlines():
        found = RECORD.match(line)
        if not found or found[1] == "entry":
            continue
        address = int(found[3], 16)
        begin, module = next((begin, name) for begin, end, name in spaces if begin <= address < end)
        if module not in tables:
            tables[module] = Table(folder / (module + ".sym"))
        start, kind, symbol = tables[module].at(address - begin)
        key = ("", 0, symbol) if kind == "P" else (module, start, symbol)
        calls[key] += 1
        symbols[key] = symbol
    return calls, symbols


def demangled(symbols):
    text = "\n".join(symbols) + "\n"
    out = subprocess.run(["c++filt", "-i"], input=text, capture_output=True, text=True, check=True).stdout
    return dict(zip(symbols, out.splitlines()))


@unittest.skipUnless(PROGRAM.exists() and SAMPLES.exists(), "the native build is not here")
@unittest.skipUnless(shutil.which("c++filt"), "there is no c++filt")
class SignaturesTest(unittest.TestCase):
    def told(self, recording, *options):
        done = subprocess.run([PROGRAM, "functions", "--format", "json", *options, recording / "uftrace.data"],
                              capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def test_each_address_of_a_symbol_table_is_a_function(self):
        more = 0
        for name in ("cxx", "cxx-013"):
            with self.subTest(name=name):
                recording = SAMPLES / name
                calls, symbols = called(recording)
                signatures = demangled(sorted(set(symbols.values())))
                expected = collections.Counter((signatures[symbols[key]], count) for key, count in calls.items())
                rows = self.told(recording, "--signatures")
                self.assertEqual(len(rows), len({row["name"] for row in rows}), "a name is that of one function")
                found = collections.Counter((APART.sub("", row["name"]), row["calls"]) for row in rows if row["calls"])
                self.assertEqual(found, expected)
                more += len(calls) - len(self.told(recording))
        self.assertGreater(more, 0, "the recordings have functions of one simple name")

    def test_it_is_the_same_by_any_number_of_threads(self):
        recording = SAMPLES / "cxx"
        one = self.told(recording, "--signatures", "--threads", "1")
        for threads in ("2", "3", "8"):
            self.assertEqual(self.told(recording, "--signatures", "--threads", threads), one)

    def test_simple_names_are_those_of_the_reference(self):
        recording = SAMPLES / "cxx"
        simple = {found[2] for found in map(RECORD.match, (recording / "ref/dump.txt").read_text().splitlines()) if found}
        self.assertEqual({row["name"] for row in self.told(recording)}, simple)


if __name__ == "__main__":
    unittest.main()
