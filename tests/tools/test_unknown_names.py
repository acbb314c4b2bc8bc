"""What the command line says of names that do not exist: fields, threads, functions, tables, verbs. And what it tells of one
program under two names."""
import csv
import io
import json
import os
import pathlib
import resource
import signal
import subprocess
import unittest

from tests.tools.in_folder import InFolder

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLE = ROOT / "assets/samples/kitchen/data"
RENAMED = [ROOT / f"tests/data/uftrace/renamed/{name}.data" for name in ("before", "after")]


def tracepane(*args, timeout=60, **options):
    return subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, timeout=timeout, check=False, **options)


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class UnknownNamesTest(InFolder):
    def refused(self, *args, says):
        done = tracepane(*args)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertIn(says, done.stderr)

    def test_fields_of_slices(self):
        for option in ("--sort", "--by"):
            self.refused("slices", SAMPLE, option, "nosuch", says=f"{option}: no slice has a field nosuch")
            self.refused("slices", SAMPLE, option, "thred", says="; did you mean thread?")
        # Slices of other traces have that field.
        done = tracepane("slices", RENAMED[0], "--by", "retval")
        self.assertEqual(done.returncode, 0)
        self.assertIn("no slice has a field retval", done.stderr)

    def test_a_glob_that_looks_like_a_regular_expression(self):
        hint = "~ takes a glob, as in ~ lock*: write =~ for a regular expression"
        for verb, what in (("slices", "no slice"), ("events", "no record")):
            done = tracepane(verb, SAMPLE, "--filter", "name ~ ^kitchen.*")
            self.assertIn(f"tracepane: {what} is like this: {hint}\n", done.stderr)
            for filter in ("name ~ kitchen*", "name ~ nothing*", "name =~ ^kitchen.*"):
                self.assertNotIn("takes a glob", tracepane(verb, SAMPLE, "--filter", filter).stderr)
        done = tracepane("export", SAMPLE, "--to", "csv", "-o", self.folder / "none.csv", "--filter", "name ~ main|sub")
        self.assertIn(hint, done.stderr)

    def test_units_in_sql(self):
        for written, ns in (("1ms", 1000000), ("1.5ms", 1500000), ("2us", 2000), ("0.25s", 250000000), ("7ns", 7), ("1min", 60000000000)):
            done = tracepane("query", SAMPLE, f"SELECT count(*) FROM slice WHERE dur > {written}")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f'unrecognized token: "{written}": SQL has no units, so write {ns} where the clock counts nanoseconds',
                          done.stderr)
        self.assertNotIn("no units", tracepane("query", SAMPLE, "SELECT 1.5parsecs").stderr)

    def test_the_limit_of_groups(self):
        groups = json.loads(tracepane("slices", SAMPLE, "--by", "name", "--format", "json").stdout)["groups"]
        self.assertGreater(len(groups), 3)
        for form, lines in (("text", 4), ("csv", 4)):
            done = tracepane("slices", SAMPLE, "--by", "name", "--limit", "3", "--format", form)
            self.assertEqual(done.stdout.count("\n"), lines)
            self.assertIn(f"the first 3 of {len(groups)} groups; --limit says how many", done.stderr)
        done = tracepane("slices", SAMPLE, "--by", "name", "--limit", "3", "--format", "json")
        self.assertEqual(json.loads(done.stdout)["groups"], groups[:3])

    def test_threads(self):
        for verb in (["functions"], ["stacks"]):
            done = tracepane(*verb, SAMPLE, "--tid", "999999")
            self.assertEqual(done.stderr, "tracepane: --tid: the trace has no thread 999999\n")
            self.assertEqual(tracepane(*verb, SAMPLE, "--tid", "4415").stderr, "")
        done = tracepane("export", SAMPLE, "--to", "cut", "-o", self.folder / "cut", "--tid", "4415,999999")
        self.assertIn("the trace has no thread 999999", done.stderr)

    def test_functions(self):
        names = [row["name"] for row in csv.DictReader(io.StringIO(tracepane("functions", SAMPLE, "--format", "csv").stdout))]
        name = max(names, key=len)
        self.refused("functions", SAMPLE, "--of", name + "x", says=f"no function is called {name}x; did you mean {name}?")
        self.refused("stacks", SAMPLE, "--focus", name + "x", says=f"did you mean {name}?")
        scoped = next((one for one in names if "::" in one), None)
        if scoped:
            self.refused("functions", SAMPLE, "--of", scoped.rsplit("::", 1)[1], says=scoped)

    def test_what_is_left_out_of_a_name_is_found(self):
        log, named = ROOT / "tests/data/xray/fdr-v5.xray", self.folder / "map.yaml"
        named.write_text("---\n- { id: 1, address: 0x10, function: 0x10, kind: function-enter, always-instrument: true, "
                         "function-name: 'srv::lookup_user(int)' }\n...\n")
        self.refused("functions", log, named, "--of", "lookup_user", says="did you mean srv::lookup_user(int)?")

    def test_streams_tracks_and_tables(self):
        self.refused("events", SAMPLE, "--stream", "4415", "--stream", "nosuch", says="no stream is called nosuch")
        self.refused("export", SAMPLE, "--to", "chrome", "-o", self.folder / "out", "--track", "thred:4415",
                     says="there is no track thred:4415; did you mean thread:4415")
        self.refused("export", SAMPLE, "--to", "parquet", "-o", self.folder / "out", "--tables", "slice",
                     says="there is no table slice; did you mean slices?")

    def test_queries(self):
        for query, says in (("SELECT * FROM slices", "no such table: slices; did you mean slice?"),
                            ("SELECT nam FROM slice", "no such column: nam; did you mean name?"),
                            ("SELECT s.nam FROM slice s", "no such column: s.nam; did you mean name?"),
                            ("SELECT extract_args(1, 'x') FROM slice", "did you mean extract_arg?")):
            self.refused("query", SAMPLE, query, says=says)

    def test_verbs(self):
        self.refused("foo", says="foo: there is no such verb or file")
        self.refused("functoins", SAMPLE, says="functoins: there is no such verb or file; did you mean functions?")
        self.refused(SAMPLE, "nosuch.dat", says="nosuch.dat: there is no such verb or file")

    def test_a_full_disk_leaves_no_empty_folder(self):
        def small():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

        out = self.folder / "deep/out"
        done = tracepane("export", SAMPLE, "--to", "parquet", "-o", out, preexec_fn=small)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(os.listdir(self.folder), [])
        # What was there before stays.
        out.mkdir(parents=True)
        self.assertEqual(tracepane("export", SAMPLE, "--to", "parquet", "-o", out, preexec_fn=small).returncode, 2)
        self.assertEqual(list(self.folder.rglob("*")), [out.parent, out])
        self.assertEqual(tracepane("export", SAMPLE, "--to", "parquet", "-o", out / "new").returncode, 0)
        self.assertTrue((out / "new/slices.parquet").exists())


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class RenamedProgramTest(unittest.TestCase):
    """One program, recorded under two names. uftrace report: main 1, work 1, step 3 calls in each."""

    def test_each_function_has_one_row(self):
        done = tracepane("functions", *RENAMED, "--signatures", "--format", "csv")
        rows = {row["name"]: row for row in csv.DictReader(io.StringIO(done.stdout))}
        self.assertEqual(set(rows), {"main", "work", "step"}, done.stderr)
        for name, calls in (("main", 1), ("work", 1), ("step", 3)):
            figures = [int(value) for title, value in rows[name].items() if title == "calls" or title.startswith("calls in")]
            self.assertEqual(figures, [2 * calls, calls, calls])

    def test_text_has_the_columns_of_each_trace(self):
        lines = tracepane("functions", *RENAMED).stdout.splitlines()
        told = csv.reader(io.StringIO(tracepane("functions", *RENAMED, "--format", "csv").stdout))
        head = next(told)
        # In the text, bounds have a sign.
        bounds = head.index("at_most")
        for title in head[bounds + 1:]:
            self.assertIn(f"{title} ", lines[0])
        for line, row in zip(lines[1:], told, strict=True):
            del row[bounds]
            self.assertEqual(line.split(), [figure or "-" for figure in row[1:]] + [row[0]])


if __name__ == "__main__":
    unittest.main()
