"""Functions weighed by the states of threads: as the texts of the reference tools have the states and the calls."""
import csv
import io
import json
import pathlib
import re
import subprocess
import unittest
from collections import Counter

from tests.oracle import kernel_stacks, kernel_states, tracecmd_text
from tests.oracle.product import Product
from tests.tools import test_state_stacks

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
SAMPLES = ROOT / "build/samples"
STACKS = test_state_stacks.TRACE
CALLS = SAMPLES / "tracecmd/v6-sched-syscalls/trace.dat"
UFTRACE = SAMPLES / "uftrace/sched"
NO_CALL = "[no call recorded]"


def functions(trace, weight, *options):
    """name -> its figures"""
    return Product(PROGRAM, trace).functions("--by", weight, *options)


def told(done):
    return done.returncode, done.stdout, done.stderr.strip()


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)


@unittest.skipUnless(PROGRAM.exists(), "the native build is not here")
class FunctionTimesTest(unittest.TestCase):
    def test_self_times_sum_up_to_the_stacks(self):
        for trace in (STACKS, CALLS, UFTRACE):
            for weight in kernel_stacks.WEIGHTS:
                with self.subTest(trace=trace, weight=weight):
                    stacks, found = Product(PROGRAM, trace).stacks("--by", weight), functions(trace, weight)
                    self.assertEqual(sum(one["self"] for one in found.values()), sum(stacks.values()))
                    within = Counter()
                    for path, time in stacks.items():
                        for name in set(path.replace("\\x20", " ").split(";")):
                            within[name] += time
                    self.assertEqual({name: one["total"] for name, one in found.items()}, dict(within))

    def test_on_and_off_the_cpu_are_what_uftrace_reports(self):
        running, off = functions(UFTRACE, "running"), functions(UFTRACE, "off-cpu")
        seen = 0
        units = {"ns": 1, "us": 1000, "ms": 1000000, " s": 10**9}
        for line in (UFTRACE / "ref/report-all.txt").read_text().splitlines()[2:]:
            fields = re.findall(r"(\d+\.\d+) ([num ]s)", line)
            name = line.rsplit(maxsplit=1)[1]
            if not fields or "(pre-empted)" in line:
                continue
            # Figures are cut off to three digits. Of equal minimum and average, the report leaves out some.
            digits = [(int(float(number) * 1000 + 0.5), units[unit] / 1000) for number, unit in fields]
            ours = [sum(one.get(name, {}).get(key, 0) for one in (running, off)) for key in ("total", "self")]
            with self.subTest(name=name):
                total, unit = digits[0]
                self.assertEqual(int(ours[0] // unit), total)
                self.assertIn(True, [int(ours[1] // unit) == number for number, unit in digits[1:]])
            seen += 1
        self.assertGreater(seen, 10)

    def test_system_calls_have_the_time_that_the_text_has(self):
        lines = (CALLS.parent / "report-noplugins.txt").read_text(errors="replace").split("\n")
        records = list(tracecmd_text.records(lines))
        figures = kernel_states.Model(records, None, tracecmd_text.cpus(lines), tracecmd_text.idle_cpus(CALLS.parent),
                                      tells_last=True).out
        calls = kernel_stacks.calls(records)
        for weight, states in kernel_stacks.WEIGHTS.items():
            with self.subTest(weight=weight):
                expected = Counter()
                for (_, name), time in kernel_stacks.sums(figures, calls, states).items():
                    expected[name or NO_CALL] += time
                found = functions(CALLS, weight)
                self.assertEqual({name: one["self"] for name, one in found.items()}, dict(expected))
                self.assertEqual({name: one["total"] for name, one in found.items()}, dict(expected))
        self.assertGreater(len(calls), 3)

    def test_stacks_at_switches_have_the_time_off_the_cpu(self):
        lines = (STACKS.parent / "report-noplugins.txt").read_text(errors="replace").split("\n")
        for weight in ("runnable", "blocked", "off-cpu"):
            with self.subTest(weight=weight):
                innermost, within = Counter(), Counter()
                for (_, frames), time in test_state_stacks.oracle(lines, kernel_stacks.WEIGHTS[weight]).items():
                    innermost[frames[0] if frames else NO_CALL] += time
                    for name in set(frames):
                        within[name] += time
                found = functions(STACKS, weight)
                self.assertEqual({name: one["self"] for name, one in found.items() if one["self"]}, dict(innermost))
                # These are among the innermost frames that the text has.
                for name in ("__schedule", "schedule"):
                    self.assertEqual(found[name]["total"], within[name])

    def test_parts_add_up(self):
        begin, end = Product(PROGRAM, CALLS).lasts()
        middle = (begin + end) // 2
        whole, parts = functions(CALLS, "off-cpu"), Counter()
        for part in (("--to", str(middle)), ("--from", str(middle))):
            for name, one in functions(CALLS, "off-cpu", *part).items():
                parts[name] += one["total"]
        self.assertEqual(dict(parts), {name: one["total"] for name, one in whole.items()})

    def test_every_form_has_the_same_rows_in_the_order_that_is_asked_for(self):
        listed = json.loads(run("functions", "--by", "off-cpu", "--format", "json", "--sort", "self", UFTRACE).stdout)
        self.assertEqual([one["self"] for one in listed], sorted((one["self"] for one in listed), reverse=True))
        table = csv.DictReader(io.StringIO(run("functions", "--by", "off-cpu", "--format", "csv", "--sort", "self", UFTRACE).stdout))
        self.assertEqual([{**row, **{key: int(row[key]) for key in ("times", "total", "self")}} for row in table],
                         [{key: row[key] for key in ("name", "times", "total", "self")} for row in listed])
        head, *lines = run("functions", "--by", "off-cpu", "--sort", "self", UFTRACE).stdout.splitlines()
        self.assertEqual(head.split(), ["times", "total", "self", "function"])
        self.assertEqual([line.split(maxsplit=3) for line in lines],
                         [[str(one["times"]), str(one["total"]), str(one["self"]), one["name"]] for one in listed])

    def test_what_makes_no_sense_is_said(self):
        done = run("functions", "--by", "blocked", SAMPLES / "xray/fdr-threads/log.xray")
        self.assertEqual(told(done), (2, "", "tracepane: the trace does not tell when threads had a CPU, and when not"))
        for options in (("--by", "blocked", "--sort", "p99"), ("--by", "blocked", "--of", "main"), ("--sort", "times")):
            self.assertEqual(told(run("functions", *options, UFTRACE))[:2], (2, ""), options)

    def test_what_is_not_known_is_said(self):
        done = run("functions", "--by", "running", STACKS)
        self.assertRegex(done.stderr, r"the state is not known for \d+ ns, which is in none of the functions")


if __name__ == "__main__":
    unittest.main()
