"""What tests of `tracepane compare` have in common: how it is run, on which recordings, and what holds of every answer."""
import decimal
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLES = ROOT / "build/samples"
COMPARED = ROOT / "tests/data/uftrace/compared"
BEFORE, AFTER = COMPARED / "before.data", COMPARED / "after.data"
PLANTED = ROOT / "tests/data/uftrace/planted"
RENAMED = [ROOT / "tests/data/uftrace/renamed" / name for name in ("before.data", "after.data")]
KERNELS = [SAMPLES / "tracecmd" / name / "trace.dat" for name in ("v7-none-sched", "v7-zstd-gcc", "v6-sched-syscalls")]


def recorded(name):
    return SAMPLES / "uftrace" / name / "uftrace.data"


def compare(*args):
    return subprocess.run([PROGRAM, "compare", *map(str, args)], capture_output=True, text=True, timeout=120, check=False)


def compared(*args):
    done = compare(*args, "--format", "json")
    return json.loads(done.stdout)


def divided(*args):
    """As compared(), with the decimals as they are written."""
    return json.loads(compare(*args, "--format", "json").stdout, parse_float=decimal.Decimal)


def rounded(figure, by):
    return (decimal.Decimal(figure) / by).quantize(decimal.Decimal("0.001"), decimal.ROUND_HALF_UP)


def told(verb, trace, *args):
    done = subprocess.run([PROGRAM, verb, trace, *args, "--format", "json"], capture_output=True, text=True, timeout=120, check=False)
    return json.loads(done.stdout)


def told_text(verb, trace, *args):
    return subprocess.run([PROGRAM, verb, trace, *args], capture_output=True, text=True, timeout=120, check=False).stdout


class CheckedSums:
    """For a TestCase."""
    def check_sums(self, found):
        """What holds for every pair."""
        self.assertEqual(found["by"], "function")
        change = sum(row["change"] for row in found["changes"] if "offCpu" not in row)
        self.assertEqual(change, found["b"]["self"] - found["a"]["self"])
        self.assertEqual(change, found["change"])
        for row in found["changes"]:
            self.assertEqual(row["byCalls"] + row["byEach"], row["change"], row["name"])
            self.assertEqual(row["b"]["self"] - row["a"]["self"], row["change"])
            self.assertEqual(row["b"]["calls"] - row["a"]["calls"], row["callsChange"])
            if row["a"]["calls"] > 0:
                mean = row["a"]["self"] * row["callsChange"] / row["a"]["calls"]
                self.assertLessEqual(abs(row["byCalls"] - mean), 1 + abs(mean) / 10**12)
        sizes = [abs(row["change"]) for row in found["changes"]]
        if sizes and sizes[0] < max(sizes):  # more has moved than any other has changed
            first, *others = found["changes"]
            self.assertGreater(first["moved"]["time"], max(sizes))
            self.assertTrue(all(row["moved"]["time"] < first["moved"]["time"] for row in others if "moved" in row))
            sizes = sizes[1:]
        self.assertEqual(sizes, sorted(sizes, reverse=True))
