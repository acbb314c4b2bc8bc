"""Queries with known answers (tests/data/queries): the command line's SQLite and DuckDB, over the exported tables, find the same."""
import json
import math
import pathlib
import re
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from tests.tools.test_parquet import READ_BY, TABLES, read
from tests.tools.test_query import PROGRAM, ROOT, tracepane

FILE = ROOT / "tests/data/queries/queries.json"
SAMPLES = ROOT / "build/samples/tracecmd"


def export(trace, folder):
    """The folder of its tables."""
    out = folder / trace.replace("/", "-")
    done = tracepane("export", ROOT / trace, "--to", "parquet", "-o", out)
    if done.returncode:
        raise AssertionError(done.stderr)
    return out


def views(out):
    """What gives DuckDB the names of the tables."""
    return [{"sql": f"CREATE OR REPLACE VIEW {table} AS SELECT * FROM read_parquet('{out}/{file}.parquet', hive_partitioning = false)"}
            for file, table in TABLES.items()]


def typed(row, like):
    """The reader writes large integers, and all of 64 bits, as texts."""
    return [int(value) if isinstance(value, str) and type(other) is int else value for value, other in zip(row, like)]


class QueriesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.queries = json.loads(FILE.read_text())

    def expect(self, query, rows):
        self.assertEqual(len(rows), len(query["rows"]))
        for found, expected in zip(rows, query["rows"]):
            self.assertEqual(len(found), len(expected), found)
            for one, other in zip(found, expected):
                # Two engines need not round alike.
                same = math.isclose(one, other, rel_tol=1e-9) if type(one) is type(other) is float else one == other
                self.assertTrue(same, (found, expected))

    def test_there_are_enough(self):
        self.assertGreaterEqual(len(self.queries), 60)
        self.assertEqual(len({one["name"] for one in self.queries}), len(self.queries))
        self.assertGreaterEqual(sum(one["rests_on"] == "reference" for one in self.queries), 20)
        self.assertEqual([one["name"] for one in self.queries if " ORDER BY " not in one["sql"] and len(one["rows"]) != 1], [])
        text = " ".join(one["sql"] for one in self.queries)
        self.assertEqual([table for table in TABLES.values() if not re.search(rf"(?:FROM|JOIN) {table}\b", text)], [])

    @unittest.skipUnless(SAMPLES.exists(), "the recordings are not unpacked")
    def test_they_are_what_the_references_say(self):
        from tests.data.queries import make
        by_name = {one["name"]: one for one in self.queries}
        self.assertEqual([one[0] for one in make.QUERIES], list(by_name))
        for name, trace, sql, compute in make.QUERIES:
            self.assertEqual((by_name[name]["trace"], by_name[name]["sql"]), (trace, sql))
            if compute:
                self.assertEqual(by_name[name]["rows"], compute(), name)

    @unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
    def test_the_command_line(self):
        def rows_of(query):
            done = tracepane("query", ROOT / query["trace"], query["sql"], "--format", "json")
            return done, [list(one.values()) for one in json.loads(done.stdout)] if done.returncode == 0 else []
        with ThreadPoolExecutor(2) as pool:
            for query, (done, rows) in zip(self.queries, pool.map(rows_of, self.queries)):
                with self.subTest(query["name"]):
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.expect(query, rows)

    @unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
    @unittest.skipUnless(READ_BY.exists(), "npm ci has not installed the readers")
    def test_duckdb_over_the_export(self):
        with tempfile.TemporaryDirectory() as folder:
            wanted, order = [], []
            for trace in dict.fromkeys(one["trace"] for one in self.queries):
                wanted += views(export(trace, pathlib.Path(folder)))
                for query in self.queries:
                    if query["trace"] == trace and not query.get("own"):
                        order.append((len(wanted), query))
                        wanted.append({"sql": query["sql"]})
            found = read(wanted)
        for place, query in order:
            with self.subTest(query["name"]):
                rows = [typed(row, like) for row, like in zip(found[place], query["rows"])]
                self.assertEqual(len(found[place]), len(query["rows"]))
                self.expect(query, rows)


if __name__ == "__main__":
    unittest.main()
