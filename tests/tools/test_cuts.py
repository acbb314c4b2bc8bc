"""Cuts of traces: the reference tools say of them what they say of that part of the whole, and anonymised ones have no
names. `python3 -m tests.oracle.cuts FOLDER` compares all traces of a folder."""
import collections
import json
import pathlib
import re
import shutil
import subprocess
import unittest

from tests.oracle import cuts
from tests.tools.in_folder import InFolder

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLES = ROOT / "build/samples"
REFERENCES = {"uftrace": "uftrace", "trace-cmd": "trace-cmd", "xray": "llvm-xray", "ctf": "babeltrace2"}
TRACES = ["assets/samples/family/data", "tests/data/tracecmd/v6.dat", "tests/data/tracecmd/v7-none.dat",
          "tests/data/tracecmd/v7-zstd.dat", "tests/data/tracecmd/v7-zlib.dat", "tests/data/xray/basic-v3.xray",
          "tests/data/xray/fdr-v1.xray", "tests/data/xray/fdr-v2.xray", "tests/data/xray/fdr-v3.xray",
          "tests/data/xray/fdr-v4.xray", "tests/data/xray/fdr-v5.xray", "tests/data/lttng/2.6-be/data",
          "tests/data/lttng/0.8/data", "tests/data/lttng/1.0/data", "tests/data/ctf/kernel/trace"]
RECORDED = ["uftrace/lost-synth/uftrace.data", "uftrace/kernel-synth/uftrace.data", "uftrace/cxx/uftrace.data",
            "uftrace/big-endian/uftrace.data", "uftrace/sched/uftrace.data", "tracecmd/lost-overwrite/trace.dat",
            "tracecmd/v6-instances/trace.dat", "tracecmd/v7-instances/trace.dat", "tracecmd/synth-tsc2nsec/trace.dat",
            "xray/fdr-threads/log.xray", "xray/fdr-custom/log.xray", "lttng/gen-2x/be-26-al4", "ctf/ust-cyg-profile/trace",
            "ctf/synth-lost/trace"]
COMM = re.compile(rb"comm=(.*?)(?= \w+=| ==>|$)", re.M)
RECORD = re.compile(rb"^ *(?:[^\s:]+: *)?(\S.*?)-\d+ +\[\d+\]")
WORD = re.compile(rb"[A-Za-z_][A-Za-z0-9_.:/+-]{3,}")


def bytes_of(path):
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    return b"\n".join(file.name.encode() + b"\n" + file.read_bytes() for file in files)


def words_of(data):
    """The words of what `strings` shows."""
    return set(WORD.findall(data))


def names_of_uftrace(path):
    """Functions, programs, libraries, the host and what was asked of the recorder."""
    names = set()
    for symbols in path.glob("*.sym"):
        names.add(symbols.stem.encode())
        names.update(line.split()[-1] for line in symbols.read_bytes().splitlines() if not line.startswith(b"#"))
    names.update(re.findall(rb'name="([^"]*)"', (path / "task.txt").read_bytes()))
    info = (path / "info").read_bytes()
    names.update(re.findall(rb"(?:exename:|build_id:|hostname=)(\S+)", info))
    bounds = {b"__sym_end", b"__dynsym_end", b"__func_end"}
    measured = {b"free", b"read", b"write"}  # "22.8 / 23.5 GB (free / total)" stays
    return {part for name in names - bounds for part in words_of(name)} - measured


def names_of_tracecmd(path):
    """Names of threads, functions of the kernel, the host."""
    reported = subprocess.run(["trace-cmd", "report", "-N", "-t", "-i", path], capture_output=True, check=True).stdout
    names = set(COMM.findall(reported))
    for line in reported.splitlines():
        names.update(found for told in [RECORD.match(line)] if told for found in told.groups())
    listed = subprocess.run(["trace-cmd", "dump", "--kallsyms", "-i", path], capture_output=True, check=False).stdout
    names.update(line.split()[2] for line in listed.splitlines() if len(line.split()) >= 3)
    uname = subprocess.run(["trace-cmd", "report", "--uname", "-i", path], capture_output=True, check=False).stdout
    names.update(uname.split()[1:2])
    return {part for name in names for part in words_of(name)}


def described_by_kernel(path):
    """Words of the descriptions of events, which stay."""
    return words_of(subprocess.run(["trace-cmd", "dump", "--all", "-i", path], capture_output=True, check=False).stdout)


def info_of(trace):
    return json.loads(cuts.tracepane(PROGRAM, "info", "--json", trace).stdout)


def rows_of(trace):
    return list(map(json.loads, cuts.tracepane(PROGRAM, "events", "--format", "jsonl", trace).stdout.splitlines()))


def what(row):
    return row["ts"], row["tid"], row["kind"], row["name"]


def around(rows, first, last):
    """The records outside of a range that begin or end a call, or a wait, of which a part is within it."""
    found, calls, switched = [], collections.defaultdict(list), {}
    for row in rows:
        if row["kind"].startswith("entry"):
            calls[row["tid"]].append(row)
        elif row["kind"].startswith("exit") and calls[row["tid"]]:
            entry = calls[row["tid"]].pop()
            if entry["ts"] <= last and row["ts"] >= first:
                found += [one for one in (entry, row) if not first <= one["ts"] <= last]
        elif row["name"].startswith("linux:sched-"):
            before = switched.get(row["tid"])
            # The next to the range, at either side of it.
            if before is not None and before["ts"] < first <= row["ts"] and before["name"].startswith("linux:sched-out"):
                found.append(before)
            if row["ts"] > last and (before is None or before["ts"] <= last) and row["name"] == "linux:sched-in":
                found.append(row)
            switched[row["tid"]] = row
    found += [row for stack in calls.values() for row in stack if row["ts"] < first]
    found += [row for row in switched.values() if row["ts"] < first and row["name"].startswith("linux:sched-out")]
    return collections.Counter(map(what, found))


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class CutsTest(InFolder):
    def cut(self, trace, *options, status=0):
        out = self.folder / f"cut{len(list(self.folder.iterdir()))}"
        done = cuts.tracepane(PROGRAM, "export", trace, "-o", out, *options)
        self.assertEqual(done.returncode, status, done.stderr)
        return out, done.stderr

    def test_reference_tools_read_the_same(self):
        missing = [tool for tool in REFERENCES.values() if not shutil.which(tool)]
        if missing:
            self.skipTest(f"{', '.join(missing)} are not installed")
        for trace in [*map(ROOT.joinpath, TRACES), *map(SAMPLES.joinpath, RECORDED)]:
            with self.subTest(trace=trace):
                asked, wrong = cuts.check(PROGRAM, trace)
                self.assertEqual(wrong, [])
                self.assertTrue(asked)

    def test_a_cut_says_when_the_whole_begins(self):
        for trace in [*map(ROOT.joinpath, TRACES), *filter(pathlib.Path.exists, map(SAMPLES.joinpath, RECORDED))]:
            with self.subTest(trace=trace):
                whole = info_of(trace)
                first, last = map(int, whole["range"])
                self.assertNotIn("cutFrom", whole)
                middle = first + (last - first) // 3
                cut, _ = self.cut(trace, "--to", "cut", "--from", middle)
                self.assertEqual(info_of(cut)["cutFrom"], str(first))
                again, _ = self.cut(cut, "--to", "cut", "--from", middle, "--anonymise")
                self.assertEqual(info_of(again)["cutFrom"], str(first))
                said = cuts.tracepane(PROGRAM, "info", again).stdout
                self.assertRegex(said, rf"(?m)^cut       from a trace that begins at {first}( ns)?$")

    def test_reference_tools_take_no_notice_of_that(self):
        asks = {"uftrace": [["uftrace", "report", "--no-pager", "-d"], ["uftrace", "replay", "--no-pager", "-d"],
                            ["uftrace", "dump", "--no-pager", "-d"], ["uftrace", "info", "--no-pager", "-d"]],
                "trace-cmd": [["trace-cmd", "report", "-i"], ["trace-cmd", "report", "--stat", "-i"],
                              ["trace-cmd", "dump", "--all", "-i"]],
                "xray": [["llvm-xray", "convert", "-f", "yaml"], ["llvm-xray", "convert", "-f", "trace_event"]]}
        for trace in map(ROOT.joinpath, TRACES):
            for command in asks.get(info_of(trace)["format"], []):
                if not shutil.which(command[0]):
                    continue
                with self.subTest(trace=trace, command=command):
                    cut, _ = self.cut(trace, "--to", "cut")
                    whole, part = (subprocess.run([*command, path], capture_output=True, check=False) for path in (trace, cut))
                    self.assertEqual(part.returncode, whole.returncode)
                    self.assertEqual(part.stderr.replace(bytes(cut), bytes(trace)), whole.stderr)
                    # This trace-cmd may know no zlib.
                    if "--stat" in command and whole.stdout:
                        begins = info_of(cut)["cutFrom"]
                        self.assertIn(f"\nCut of a trace that begins at {begins}\n".encode(), part.stdout)

    def test_calls_that_reach_over_an_edge_are_whole(self):
        uftrace = [ROOT / "assets/samples" / name / "data" for name in ("kitchen", "family")]
        xray = [SAMPLES / "xray" / name / "log.xray" for name in ("fdr-threads", "basic-threads")]
        for trace in [*uftrace, *filter(pathlib.Path.exists, xray)]:
            whole = rows_of(trace)
            entries = [row["ts"] for row in whole if row["kind"].startswith("entry")]
            begin, end = entries[0], entries[-1]
            first, last = begin + (end - begin) * 2 // 5, begin + (end - begin) // 2
            cut, _ = self.cut(trace, "--to", "cut", "--around", "--from", first, "--to", last)
            expected = collections.Counter(what(row) for row in whole if first <= row["ts"] <= last)
            expected += around(whole, first, last)
            self.assertEqual(collections.Counter(map(what, rows_of(cut))), expected, trace)
            self.assertGreater(len(around(whole, first, last)), 3)

    def test_no_name_is_left_of_uftrace(self):
        for trace in (ROOT / "assets/samples/kitchen/data", SAMPLES / "uftrace/cxx/uftrace.data", SAMPLES / "uftrace/forkexec/uftrace.data",
                      SAMPLES / "uftrace/sdt/uftrace.data"):
            with self.subTest(trace=trace):
                names = names_of_uftrace(trace)
                self.assertGreater(len(names), 100)
                cut, _ = self.cut(trace, "--to", "uftrace", "--anonymise")
                self.assertEqual(sorted(names & words_of(bytes_of(cut))), [])

    @unittest.skipUnless(shutil.which("trace-cmd"), "trace-cmd is not installed")
    def test_no_name_is_left_of_tracecmd(self):
        for name in ("v7-zstd-gcc", "uprobes", "v7-markers", "v6-instances", "procmap"):
            trace = SAMPLES / f"tracecmd/{name}/trace.dat"
            if not trace.exists():
                continue
            with self.subTest(trace=trace):
                names = names_of_tracecmd(trace)
                self.assertGreater(len(names), 10)
                cut, _ = self.cut(trace, "--to", "trace-cmd", "--anonymise")
                self.assertEqual(sorted((names - described_by_kernel(cut)) & words_of(bytes_of(cut))), [])

    def test_no_name_is_left_of_ctf(self):
        for name in ("ust-types-pid", "ust-cyg-profile", "ust-python"):
            trace = SAMPLES / "ctf" / name / "trace"
            if not trace.exists():
                continue
            with self.subTest(trace=trace):
                texts = [value for row in rows_of(trace) for value in row.get("fields", {}).values() if isinstance(value, str)]
                # Names of values are described by the metadata, and are numbers in the records.
                described = words_of(b"".join(path.read_bytes() for path in trace.rglob("metadata")))
                names = words_of("\n".join([*texts, "app-15126"]).encode()) - described
                self.assertGreater(len(names), 3)
                cut, _ = self.cut(trace, "--to", "ctf", "--anonymise")
                self.assertEqual(sorted(names & words_of(bytes_of(cut))), [])

    def test_other_formats_and_places_are_refused(self):
        trace = ROOT / "tests/data/xray/fdr-v5.xray"
        _, why = self.cut(trace, "--to", "uftrace", status=2)
        self.assertIn("which is xray", why)
        _, why = self.cut(ROOT / "assets/samples/kitchen/data", "--to", "cut", "--cpu", "0", status=2)
        self.assertIn("on which CPU", why)
        _, why = self.cut(ROOT / "tests/data/lttng/2.6-le/data", "--to", "cut", "--tid", "1", status=2)
        self.assertIn("which thread", why)
        for options in (["--to", "csv", "--anonymise"], ["--to", "cut", "--filter", "dur > 1"]):
            self.cut(trace, *options, status=2)
        self.assertEqual(list(self.folder.iterdir()), [])
        done = cuts.tracepane(PROGRAM, "export", trace, "--to", "cut", "-o", trace)
        self.assertEqual(done.returncode, 2)
        self.assertIn("part of the trace", done.stderr)
        full = self.folder / "full"
        full.mkdir()
        (full / "file").write_text("x")
        done = cuts.tracepane(PROGRAM, "export", ROOT / "assets/samples/kitchen/data", "--to", "cut", "-o", full)
        self.assertIn("there is something already", done.stderr)


if __name__ == "__main__":
    unittest.main()
