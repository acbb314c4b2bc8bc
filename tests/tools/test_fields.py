"""Filters count what `trace-cmd report -F` counts: by each field of each kind of event of the traces that are kept."""
import unittest

import field_counts

TABLE = field_counts.ROOT / "tests/data/tracecmd/fields.json.gz"


@unittest.skipUnless(field_counts.PROGRAM.exists(), "the native build is not here")
class FieldsTest(unittest.TestCase):
    def test_each_field_of_each_event(self):
        table = field_counts.load(TABLE)
        self.assertGreater(sum(map(len, table["traces"].values())), 2000)
        for trace, rows in table["traces"].items():
            if not (field_counts.ROOT / trace).exists():
                self.fail(f"{trace} is not there: the native build unpacks it")
            with self.subTest(trace=trace):
                self.assertEqual(field_counts.check(field_counts.ROOT / trace, rows, field_counts.PROGRAM), [])

    def test_what_trace_cmd_has_wrong_is_explained(self):
        table = field_counts.load(TABLE)
        for trace, rows in table["traces"].items():
            for row in rows:
                if len(row) > 3:
                    self.assertIn(row[4], table["why"], (trace, row))


if __name__ == "__main__":
    unittest.main()
