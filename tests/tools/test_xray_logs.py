"""XRay logs of programs with shared libraries, of programs that fork, and what is no log, by the command line. What is expected
is counted here, by the layout of the records."""
import collections
import csv
import io
import json
import pathlib
import struct
import subprocess
import unittest

from tests.tools.in_folder import InFolder

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
DATA = ROOT / "tests/data/xray"
HEADER, RECORD = 32, 32
BASIC = struct.Struct("<HBBIQIIQ")  # type, CPU, action, function, TSC, thread, process, unused
KINDS = ("entry", "exit", "tail-exit", "entry-args")


def tracepane(*args, timeout=60):
    return subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, timeout=timeout, check=False)


def basic_records(data):
    """Returns kind, function, time, thread and process of each record of a basic log, in the order of the file."""
    found = []
    for at in range(HEADER, len(data), RECORD):
        _, _, action, function, tsc, tid, pid, _ = BASIC.unpack_from(data, at)
        found.append((KINDS[action], function, tsc, tid, pid))
    return found


def fdr_functions(data):
    """Returns kind and function of each record of a little-endian flight data recorder log without events."""
    found = []
    at = HEADER
    while at < len(data):
        (word,) = struct.unpack_from("<I", data, at)
        if word & 1:
            at += 16
            continue
        found.append((KINDS[word >> 1 & 7], word >> 4))
        at += 8
    return found


def told(*args):
    """Returns the records as JSON, and what was said on standard error."""
    done = tracepane("events", *args, "--format", "jsonl")
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def row_of(record):
    return (record["kind"], record["id"], record["ts"], record["tid"], record["pid"])


def shown(function):
    """Returns the name of a function of a program or a library that is not at hand."""
    return f"object {function >> 24}, function {function & 0xffffff}" if function >> 24 else str(function)


def calls_of(*args):
    rows = csv.DictReader(io.StringIO(tracepane("functions", *args, "--format", "csv").stdout))
    return {row["name"]: int(row["calls"]) for row in rows}


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class ObjectsTest(InFolder):
    def test_each_record_of_a_basic_log_is_kept(self):
        log = DATA / "objects/threads.xray"
        expected = basic_records(log.read_bytes())
        self.assertEqual(len(expected), 600)
        records, said = told(log)
        self.assertEqual(said, "")
        self.assertEqual(collections.Counter(map(row_of, records)), collections.Counter(expected))
        self.assertEqual(collections.Counter(record["name"] for record in records),
                         collections.Counter(shown(function) for _, function, *_ in expected))
        self.assertEqual(tracepane("check", log).returncode, 0)
        self.assertEqual(calls_of(log)["object 1, function 4"], 120)

    def test_each_record_of_a_flight_data_recorder_log_is_kept(self):
        log = DATA / "objects/fdr.xray"
        expected = fdr_functions(log.read_bytes())
        self.assertEqual(len(expected), 8)
        records, said = told(log)
        self.assertEqual(said, "")
        self.assertEqual([(record["kind"], record["id"]) for record in records], expected)
        self.assertEqual([record["name"] for record in records], [shown(function) for _, function in expected])

    def test_filters_and_queries_find_the_ids_of_the_log(self):
        log = DATA / "objects/threads.xray"
        self.assertEqual(len(told(log, "--filter", "id == 0x1000004")[0]), 240)
        self.assertEqual(len(told(log, "--filter", 'name == "object 1, function 4"')[0]), 240)
        asked = tracepane("query", log, "SELECT count(*) AS n FROM slice WHERE name = 'object 1, function 4'", "--format", "csv")
        self.assertEqual(asked.stdout, "n\n120\n")

    def test_a_program_names_no_function_of_a_library(self):
        program = self.folder / "program.yaml"
        program.write_text("---\n" + "".join(f"- {{ id: {i}, address: 0x{i:x}0, function: 0x{i:x}0, kind: function-enter, "
                                             f"always-instrument: true, function-name: 'of_program_{i}' }}\n"
                                             for i in range(1, 9)) + "...\n")
        calls = calls_of(DATA / "objects/threads.xray", program)
        self.assertEqual(calls["object 1, function 4"], 120)
        self.assertEqual(calls["of_program_1"], 120)
        self.assertNotIn("of_program_4", calls)

    def test_the_only_library_is_the_first_object(self):
        log, library = DATA / "objects/threads.xray", DATA / "objects/libshapes.so"
        calls = calls_of(log, library)
        self.assertEqual(calls["volume"], 120)
        self.assertIn("function 1", calls)  # of the program, which is missing
        info = tracepane("info", log, library).stdout
        self.assertIn("names of object 1", info)
        self.assertIn("the log does not say which library is this object", info)

    def test_a_name_of_a_file_tells_its_object(self):
        library = self.folder / "libshapes.object2.so"
        library.write_bytes((DATA / "objects/libshapes.so").read_bytes())
        log = DATA / "objects/fdr.xray"
        names = {record["id"]: record["name"] for record in told(log, library)[0]}
        self.assertEqual(names[2 << 24 | 1], "side")
        self.assertEqual(names[1 << 24 | 1], "object 1, function 1")
        self.assertNotIn("does not say which", tracepane("info", log, library).stdout)

    def test_a_cut_has_all_of_them_and_their_names(self):
        log, cut = DATA / "objects/threads.xray", self.folder / "cut.xray"
        done = tracepane("export", log, "--to", "cut", "-o", cut, "--tid", "13158")
        self.assertEqual(done.returncode, 0, done.stderr)
        expected = [record for record in basic_records(log.read_bytes()) if record[3] == 13158]
        self.assertEqual(basic_records(cut.read_bytes()), expected)


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class ForksTest(InFolder):
    def setUp(self):
        super().setUp()
        self.log = DATA / "forks/log.xray"
        self.data = self.log.read_bytes()

    def test_what_the_child_writes_again_counts_once(self):
        twice = [at for at in range(HEADER, len(self.data), RECORD)
                 if self.data.index(self.data[at:at + RECORD], HEADER) < at]
        self.assertEqual(len(twice), 5)
        records, said = told(self.log)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertIn("5 records for the second time, as a program that forks writes them", said)
        self.assertIn(f"{twice[0]}", said)
        self.assertEqual(collections.Counter(map(row_of, records)), collections.Counter(set(basic_records(self.data))))

    def test_main_is_called_once_and_takes_its_time(self):
        records = basic_records(self.data)
        parent = records[0][4]
        times = [tsc for _, function, tsc, _, pid in records if pid == parent and function == records[0][1]]
        rows = csv.DictReader(io.StringIO(tracepane("functions", self.log, "--format", "csv").stdout))
        main = next(row for row in rows if row["name"] == f"function {records[0][1]}")
        self.assertEqual((int(main["calls"]), int(main["total"]), int(main["unbegun"])), (1, max(times) - min(times), 1))

    def test_a_cut_has_no_record_twice(self):
        cut = self.folder / "cut.xray"
        self.assertEqual(tracepane("export", self.log, "--to", "cut", "-o", cut).returncode, 0)
        self.assertEqual(sorted(basic_records(cut.read_bytes())), sorted(set(basic_records(self.data))))

    def test_where_threads_take_turns_as_well(self):
        # So many turns that the log is read in one piece.
        others = b"".join(BASIC.pack(0, 0, i % 4 // 2, 9, 10**9 + i, 100 + i % 2, 99, 0) for i in range(400))
        log = self.folder / "turns.xray"
        log.write_bytes(self.data + others)
        records, said = told(log)
        self.assertIn("5 records for the second time", said)
        self.assertEqual(len(records), len(set(basic_records(self.data))) + 400)

    def test_a_log_that_is_too_large_to_be_compared_tells_it(self):
        log = self.folder / "large.xray"
        pair = b"".join(BASIC.pack(0, 0, action, 9, 10**9, 100, 99, 0) for action in (0, 1))
        log.write_bytes(self.data + pair * (1 << 19))
        done = tracepane("check", log, timeout=300)
        self.assertIn("records may stand twice, as a program that forks writes them", done.stderr)
        self.assertIn(f"{HEADER + 18 * RECORD}", done.stderr)

    def test_calls_of_one_time_on_a_coarse_clock_are_no_repeats(self):
        log = self.folder / "coarse.xray"
        calls = b"".join(BASIC.pack(0, 0, i % 2, 9, 10**9 + i // 64, 100, 99, 0) for i in range(640))
        log.write_bytes(self.data[:HEADER] + calls)
        records, said = told(log)
        self.assertEqual((len(records), said), (640, ""))


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class NoLogsTest(InFolder):
    def test_a_profile_is_called_one(self):
        done = tracepane("info", DATA.parent / "refused/xray-profile/log.xray")
        self.assertEqual(done.returncode, 2)
        self.assertIn("a profile of XRay (xray_mode=xray-profiling)", done.stderr)

    def test_a_draft_of_the_basic_log_is_called_one(self):
        log = self.folder / "log.xray"
        log.write_bytes(struct.pack("<H", 4) + (DATA / "forks/log.xray").read_bytes()[2:])
        done = tracepane("info", log)
        self.assertEqual(done.returncode, 2)
        self.assertIn("a basic log of XRay of version 4", done.stderr)


if __name__ == "__main__":
    unittest.main()
