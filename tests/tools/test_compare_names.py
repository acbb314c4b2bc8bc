"""Functions that have another name in B, or were inlined there, compared with what `uftrace dump` tells of who calls whom."""
import collections
import itertools
import json
import pathlib
import shutil
import subprocess
import unittest

from tests.tools import dumped_calls

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
PLANTED = ROOT / "tests/data/uftrace/planted"
PLAIN, RENAMED, INLINED = (PLANTED / f"{name}.data" for name in ("plain", "renamed", "inlined"))


def compare(*args):
    return subprocess.run([PROGRAM, "compare", *map(str, args)], capture_output=True, text=True, timeout=120, check=False)


def compared(*args):
    return json.loads(compare(*args, "--format", "json").stdout)


def folded(text):
    return {stack: (int(a), int(b)) for stack, a, b in (line.rsplit(" ", 2) for line in text.splitlines())}


class Dumped:
    """What uftrace tells of a recording."""

    def __init__(self, directory):
        self.calls = collections.Counter()
        self.self = collections.Counter()
        self.edges = collections.Counter()
        self.edge_self = collections.Counter()
        self.stacks = collections.Counter()
        for call in dumped_calls.calls(directory):
            caller = call.within[-1][1] if call.within else None
            self.calls[call.name] += 1
            self.self[call.name] += call.self
            self.edges[caller, call.name] += 1
            self.edge_self[caller, call.name] += call.self
            self.stacks[(*(name for _, name in call.within), call.name)] += call.self

    def kin(self, name, known):
        """How often each known function calls this one, and is called by it."""
        callers = {caller: count for (caller, callee), count in self.edges.items() if callee == name and caller in known}
        callees = {callee: count for (caller, callee), count in self.edges.items() if caller == name and callee in known}
        return callers, callees


@unittest.skipUnless(PROGRAM.exists() and shutil.which("uftrace"), "the native build or uftrace is not here")
class CompareNamesTest(unittest.TestCase):
    def check_sums(self, found):
        self.assertEqual(sum(row["change"] for row in found["changes"] if "offCpu" not in row), found["change"])
        self.assertEqual(found["change"], found["b"]["self"] - found["a"]["self"])
        into, inlined = collections.Counter(), collections.Counter()
        for row in found["changes"]:
            self.assertEqual(row["byCalls"] + row["byEach"], row["change"])
            for part in row.get("inlinedInto", []):
                into[row["name"], part["name"]] += part["change"]
            for part in row.get("inlined", []):
                inlined[part["name"], row["name"]] -= part["change"]
            if "inlinedInto" in row:
                self.assertEqual(sum(part["change"] for part in row["inlinedInto"]), row["change"])
        self.assertEqual(into, inlined)

    def test_a_renamed_function_is_one_row_and_the_first(self):
        for a, b in ((PLAIN, RENAMED), (RENAMED, PLAIN)):
            found = compared(a, b)
            self.check_sums(found)
            sides = Dumped(a), Dumped(b)
            known = set(sides[0].calls) & set(sides[1].calls)
            (before,), (after,) = (set(side.calls) - known for side in sides)
            self.assertEqual(sides[0].kin(before, known), sides[1].kin(after, known))
            first = found["changes"][0]
            self.assertEqual((first["before"], first["name"], first["kind"]), (before, after, "both"))
            self.assertEqual((first["guessed"], first["guessedBy"]), (True, "callers"))
            self.assertEqual(first["change"], sides[1].self[after] - sides[0].self[before])
            self.assertEqual([row["name"] for row in found["changes"] if row["guessed"]], [after])
            self.assertIn(f"  ~{after} (A: {before}, by its callers and callees)\n", compare(a, b).stdout)

    def test_an_inlined_function_and_its_caller_are_the_first_rows(self):
        for a, b, sign in ((PLAIN, INLINED, 1), (INLINED, PLAIN, -1)):
            found = compared(a, b)
            self.check_sums(found)
            sides = Dumped(PLAIN), Dumped(INLINED)
            (gone,) = set(sides[0].calls) - set(sides[1].calls)
            ((caller, _),) = (edge for edge in sides[0].edges if edge[1] == gone)
            rows = {row["name"]: row for row in found["changes"][:2]}
            self.assertEqual(set(rows), {gone, caller})
            part = sides[0].edge_self[caller, gone]
            self.assertEqual(rows[gone]["inlinedInto"], [{"name": caller, "change": -sign * part}])
            self.assertEqual(rows[caller]["inlined"], [{"name": gone, "change": sign * part}])
            self.assertEqual(rows[caller]["change"], sign * (sides[1].self[caller] - sides[0].self[caller]))
            self.assertFalse(rows[caller]["noise"])
            text = compare(a, b).stdout
            self.assertIn(f"{'vanished' if sign > 0 else 'new'}: {gone} (~inlined into {caller})\n", text)
            self.assertIn(f"  {caller} ({sign * part:+} of it: {gone}, ~inlined)\n", text)

    def test_stacks_have_the_same_pairs(self):
        for a, b in itertools.permutations((PLAIN, RENAMED, INLINED), 2):
            with self.subTest(a=a, b=b):
                functions = compared(a, b)["changes"]
                names = {row["before"]: row["name"] for row in functions if row["guessed"]}
                inlined = {row["name"] for row in functions if "inlinedInto" in row}
                expected = collections.defaultdict(lambda: [0, 0])
                for place, trace in enumerate((a, b)):
                    for stack, self_time in Dumped(trace).stacks.items():
                        path = [name for name in stack[:-1] if name not in inlined] + [stack[-1]]
                        expected[";".join(names.get(name, name) if place == 0 else name for name in path)][place] += self_time
                got = folded(compare(a, b, "--by", "stack", "--format", "folded").stdout)
                self.assertEqual({stack: list(pair) for stack, pair in got.items()}, dict(expected))
                rows = compared(a, b, "--by", "stack")["changes"]
                self.assertEqual({row["name"] for row in functions if row["guessed"]},
                                 {row["stack"][-1] for row in rows if row.get("guessedBy")})
                self.assertEqual(inlined, {row["stack"][-1] for row in rows if "inlinedInto" in row})

    def test_what_is_told_stands_in_the_place_of_guesses(self):
        apart = compared(PLAIN, RENAMED, "--apart", "check_sum")
        self.check_sums(apart)
        self.assertEqual({row["name"]: row["kind"] for row in apart["changes"][:2]}, {"check_sum": "vanished", "sum_of_bytes": "new"})
        same = compared(PLAIN, RENAMED, "--same", "check_sum=sum_of_bytes")
        self.check_sums(same)
        self.assertEqual((same["changes"][0]["before"], same["changes"][0]["guessed"]), ("check_sum", False))
        self.assertIn("  sum_of_bytes (A: check_sum)\n", compare(PLAIN, RENAMED, "--same", "check_sum=sum_of_bytes").stdout)
        self.assertNotIn("~inlined", compare(PLAIN, INLINED, "--apart", "scale_row").stdout)
        stacks = folded(compare(PLAIN, RENAMED, "--by", "stack", "--format", "folded", "--same", "look_up=sum_of_bytes").stdout)
        self.assertEqual(stacks["main;sum_of_bytes"], (Dumped(PLAIN).self["look_up"], Dumped(RENAMED).self["sum_of_bytes"]))
        for args in (("--same", "check_sum"), ("--same", "nothing=sum_of_bytes"), ("--same", "check_sum=nothing"),
                     ("--apart", "nothing"), ("--same", "="), ("--by", "thread", "--apart", "main")):
            for form in ("json", "text"):
                done = compare(PLAIN, RENAMED, *args, "--format", form)
                self.assertEqual((done.returncode, done.stdout), (2, ""), args)
                self.assertTrue(done.stderr)

    def test_parts_of_one_trace_have_no_guesses(self):
        first, last = (compared(PLAIN, PLAIN)["a"][key] for key in ("from", "to"))
        middle = (first + last) // 2
        for by in ("function", "stack"):
            found = compared(PLAIN, PLAIN, "--a-to", middle, "--b-from", middle, "--by", by)
            self.assertTrue(any(row["kind"] != "both" for row in found["changes"]))
            self.assertFalse([row for row in found["changes"] if "guessedBy" in row or "inlinedInto" in row])

    def test_several_recordings(self):
        found = compared(PLAIN, RENAMED, "--also-a", PLAIN, "--also-b", RENAMED)
        self.assertEqual([row["before"] for row in found["changes"] if row["guessed"]], ["check_sum"])
        found = compared(PLAIN, INLINED, "--also-a", PLAIN)
        self.assertEqual([row["name"] for row in found["changes"] if "inlinedInto" in row], ["scale_row"])

    def test_csv_has_the_guesses(self):
        text = compare(PLAIN, INLINED, "--format", "csv").stdout.splitlines()
        self.assertTrue(text[0].endswith(",guessedBy,inlinedInto,inlined,inlinedChange,moved,movedFrom,movedTo"))
        self.assertTrue(any(line.startswith("scale_row,") and line.endswith(",,draw_row,,,,,") for line in text))


if __name__ == "__main__":
    unittest.main()
