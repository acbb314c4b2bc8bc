"""System calls by number: their names where the file does not name the machine, and their arguments one by one."""
import collections
import csv
import io
import json
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLE = ROOT / "build/samples/tracecmd/v6-sched-syscalls"
ENTRY = re.compile(r"sys_enter: +NR (-?\d+) \((.*)\)$")
UNAME, UNKNOWN = 5, 4000  # of the options of the file


def run(verb, trace, *arguments):
    done = subprocess.run([PROGRAM, verb, trace, *arguments], capture_output=True, timeout=300, check=False)
    return done.stdout.decode(), done.stderr.decode()


def records(trace, *arguments):
    return [json.loads(line) for line in run("events", trace, "--format", "jsonl", *arguments)[0].splitlines()]


def unnamed(data):
    """The trace without its option with uname."""
    at = data.index(b"Linux vm")
    number, size = struct.unpack("<HI", data[at - 6:at])
    assert (number, size) == (UNAME, 32)
    return data[:at - 6] + struct.pack("<H", UNKNOWN) + data[at - 4:]


def reported():
    """(number, arguments) of each entry, as `trace-cmd report -N` prints them."""
    entries = map(ENTRY.search, (SAMPLE / "report-noplugins.txt").read_text(errors="replace").splitlines())
    return [(int(entry[1]), tuple(int(one, 16) for one in entry[2].split(", "))) for entry in entries if entry]


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class SystemCallsTest(unittest.TestCase):
    def changed(self, change):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "trace.dat"
        path.write_bytes(change((SAMPLE / "trace.dat").read_bytes()))
        return path

    def test_the_symbols_tell_the_machine(self):
        trace = self.changed(unnamed)
        expected = run("functions", SAMPLE / "trace.dat", "--format", "csv")[0]
        self.assertIn("openat", expected)
        self.assertEqual(run("functions", trace, "--format", "csv")[0], expected)
        self.assertIn("system calls: named as on x86_64, which the kernel's symbols tell", run("info", trace)[0])
        self.assertNotIn("system calls:", run("info", SAMPLE / "trace.dat")[0])

    def test_what_is_not_known_is_said(self):
        trace = self.changed(lambda data: unnamed(data).replace(b"__x64_sys_", b"__x99_sys_").replace(b"entry_SYSCALL", b"entry_syscall"))
        self.assertNotIn("openat", run("functions", trace, "--format", "csv")[0])
        self.assertIn("system calls: numbers only: the trace does not tell the machine", run("info", trace)[0])
        other = self.changed(lambda data: data.replace(b"v657 x86_64\0", b"v657 sparc9\0"))
        self.assertIn("system calls: numbers only: their names on sparc9 are not known", run("info", other)[0])

    def test_people_can_say_it(self):
        trace = self.changed(lambda data: unnamed(data).replace(b"__x64_sys_", b"__x99_sys_").replace(b"entry_SYSCALL", b"entry_syscall"))
        chosen = ("--machine", "x86_64")
        for verb in ("functions", "slices"):
            expected = run(verb, SAMPLE / "trace.dat", "--format", "csv")[0]
            self.assertIn("pselect6", expected)
            self.assertEqual(run(verb, trace, "--format", "csv", *chosen)[0], expected)
        sql = "SELECT name, count(*) FROM slice GROUP BY name ORDER BY 2 DESC, 1"
        self.assertEqual(run("query", trace, sql, *chosen)[0], run("query", SAMPLE / "trace.dat", sql)[0])
        self.assertIn("system calls: named as on x86_64, which was chosen", run("info", trace, *chosen)[0])
        other = run("functions", trace, "--format", "csv", "--machine", "aarch64")[0]
        self.assertNotEqual(other, run("functions", trace, "--format", "csv", *chosen)[0])
        # What a trace tells is not overruled.
        self.assertEqual(run("functions", SAMPLE / "trace.dat", "--format", "csv", "--machine", "aarch64")[0],
                         run("functions", SAMPLE / "trace.dat", "--format", "csv")[0])
        self.assertIn("--machine: vax not in", run("info", trace, "--machine", "vax")[1])
        text = subprocess.run([PROGRAM, "info", SAMPLE / "report-noplugins.txt", *chosen], capture_output=True, text=True, timeout=300,
                              check=False).stdout
        self.assertIn("named as on x86_64", text)

    def test_each_argument_is_a_field(self):
        entries = reported()
        self.assertEqual(len(entries), 4251)
        rows = records(SAMPLE / "trace.dat", "--filter", "sys_enter")
        self.assertEqual([(row["fields"]["id"], tuple(row["fields"][f"arg{i}"] for i in range(1, 7))) for row in rows], entries)
        for position in range(6):
            value, count = collections.Counter(arguments[position] for _, arguments in entries).most_common(1)[0]
            for expression in (f"sys_enter: arg{position + 1} == {value}", f"sys_enter: args[{position}] == {value:#x}"):
                self.assertEqual(len(records(SAMPLE / "trace.dat", "--filter", expression)), count, expression)
            text, _ = run("query", SAMPLE / "trace.dat", "--format", "csv",
                          f"SELECT count(*) FROM event_field WHERE key = 'arg{position + 1}' AND value = {value}")
            self.assertEqual(text.splitlines()[1:], [str(count)])

    def test_an_address_finds_its_calls(self):
        entries = collections.Counter(arguments[1] for number, arguments in reported() if number == 1)
        self.assertGreater(len(entries), 20)
        query = ("--kind", "syscalls", "--filter", "name == write", "--format", "csv", "--limit", "100000")
        rows = list(csv.DictReader(io.StringIO(run("slices", SAMPLE / "trace.dat", *query)[0])))
        listed = collections.Counter(int(row["args.arg2"], 0) for row in rows if row["args.arg2"])
        self.assertEqual(listed, entries)
        text, _ = run("slices", SAMPLE / "trace.dat", *query, "--by", "arg2")
        groups = {row["arg2"]: int(row["count"]) for row in csv.DictReader(io.StringIO(text))}
        # A call whose duration is not known is listed, and counted as no call of its group.
        ended = collections.Counter(dict.fromkeys(entries, 0))
        ended.update(int(row["args.arg2"], 0) for row in rows if row["args.arg2"] and row["state"] != "open")
        self.assertEqual({int(address, 0): count for address, count in groups.items() if address.startswith("0x")}, dict(ended))
        address, count = entries.most_common(1)[0]
        text, _ = run("slices", SAMPLE / "trace.dat", *query[:3], f"name == write && arg2 == {address:#x}", *query[4:])
        self.assertEqual(len(list(csv.DictReader(io.StringIO(text)))), count)


if __name__ == "__main__":
    unittest.main()
