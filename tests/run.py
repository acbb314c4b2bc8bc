#!/usr/bin/env python3
"""Builds the program and passes its tests: python3 tests/run.py
Builds everything and passes every test, as continuous integration does: python3 tests/run.py --all
Does one part: python3 tests/run.py style|native|sanitizers|tidy|wasm|browser ...
Looks for what no test knows, for hours: python3 tests/run.py fuzz --hours N [--target NAME]
Checks all C++ files that have changed by clang-tidy, however many: python3 tests/run.py tidy [--since COMMIT]
Looks for races of threads by ThreadSanitizer: python3 tests/run.py tsan
Makes the packages, installs them on a bare Debian and runs them: python3 tests/run.py packages
Counts the instructions of the hot loops, or renews the figures: python3 tests/run.py instructions [--update]"""
import argparse
import functools
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from tests import fuzzing, installed, instructions, page_scripts, style, threads, tidy
from tests.oracle import run as oracle
from tools import build as building
from tools import setup
from tools.server import make_server
from tools.steps import ROOT, StepFailed, say


# The number of slowest tests that are named of each suite.
SLOWEST = 10
# Tests that take a third of the time in WebAssembly, and test nothing there that they do not test natively. They run there only
# with --every, as those of TP_NATIVE_ENOUGH in tests/CMakeLists.txt do.
NATIVE_ENOUGH = ["Many.*", "Recorded/*", "RowTable.*", "Each/Waits.*", "Each/Sql*", "Each/PlaceScans.*", "KernelFunctions.*", "Slices.*",
                 "Durations.*", "TracecmdDamage.*", "UftraceDamage.*", "Robust.*", "Formats/RobustSamples.*", "CompareNoise.*",
                 "CompareRecordings.*", "XrayLines.EveryByte*", "Workers.Damaged*", "TracecmdHostile.OptionsOfVersionSix*",
                 "Joint.Unrelated*",
                 # Of files that the native programs keep; the page keeps its own (tests/browser/kept.mjs).
                 "KeptFile.WithAnyByteChanged*",
                 # Node sets times of files to the millisecond.
                 "TraceKeys.*"]
# The tests in tests/tools that take longest.
LONG_TOOLS = ["test_fleet.py", "test_queries.py", "test_cuts.py", "test_parquet.py"]
# A run of all phases checks by clang-tidy what has changed since this commit.
LAST = "HEAD~1"


class Counts:
    """Counts the tests that passed, and names those that failed once more at the end, for readers who see only the last lines."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.names = []

    def add(self, passed=0, failed=0, skipped=0, what=()):
        """`what` is the name of what is counted, or the names of those that failed."""
        if failed:
            self.names += [what] if isinstance(what, str) else what
        self.passed += passed
        self.failed += failed
        self.skipped += skipped


def build(preset, *targets, window=True):
    """Builds with warnings as errors. Builds by other means go without: a newer compiler may have further warnings."""
    every = "ON" if os.environ.get("TP_EVERY") else "OFF"
    building.build(preset, *targets, settings=["-DTP_WERROR=ON", f"-DTP_WINDOW={'ON' if window else 'OFF'}", f"-DTP_EVERY_TEST={every}"])


def run(command, env=None):
    """Returns the command's output and its status, which is negative after a crash."""
    done = subprocess.run(command, cwd=ROOT, env=dict(os.environ, **(env or {})), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    return done.stdout, done.returncode


def google_test(counts, title, command, parts=4):
    """Runs the tests in as many processes at once as there are cores. There are `parts` shares of the tests for each core, so that
    no core is done much earlier than the others."""
    started = time.monotonic()
    cores = os.cpu_count() or 1
    shards = cores * parts

    def shard(number):
        return run(command, {"GTEST_TOTAL_SHARDS": str(shards), "GTEST_SHARD_INDEX": str(number)})

    with ThreadPoolExecutor(cores) as pool:
        told = list(pool.map(shard, range(shards)))
    passed = failed = skipped = 0
    for output, status in told:
        passed += len(re.findall(r"^\[       OK \]", output, re.M))
        skipped += len(re.findall(r"^\[  SKIPPED \] \S+ \(", output, re.M))
        fell = len(re.findall(r"^\[  FAILED  \] \S+ \(|^\[  FAILED  \] \S+, where .* \(\d+ ms\)", output, re.M))
        failed += fell or (1 if status else 0)  # it crashed, or never began
    names = sorted({name for output, _ in told for name in re.findall(r"^\[  FAILED  \] ([^\s,]+)", output, re.M)} - {"1"})
    counts.add(passed, failed, skipped, [f"{title}: {name}" for name in names or ["a crash"]])
    say(f"  {title}: {passed} passed, {failed} failed, {skipped} skipped ({time.monotonic() - started:.0f} s)")
    for line in sorted({line for output, _ in told for line in re.findall(r"^.*Skipped\n(.+)$", output, re.M)}):
        say(f"    skipped: {line}")
    times = [(int(took), name) for output, _ in told for name, took in re.findall(r"^\[       OK \] (\S+)\s.*\((\d+) ms\)", output, re.M)]
    say("    the slowest: " + ", ".join(f"{name} {took / 1000:.1f} s" for took, name in sorted(times, reverse=True)[:SLOWEST]))
    for output, status in told:
        if status:
            say("\n".join("    " + line for line in output.splitlines()[-60:]))


def python_tests(counts):
    """As many files at once as there are cores, those that take longest first."""
    started = time.monotonic()

    def one(file):
        return run([sys.executable, "-m", "unittest", "discover", "-s", "tests/tools", "-p", file, "-v"], {"PYTHONPATH": str(ROOT)})

    files = sorted((path.name for path in (ROOT / "tests/tools").glob("test_*.py")), key=lambda name: (name not in LONG_TOOLS, name))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        told = list(pool.map(one, files))
    passed = failed = 0
    for output, status in told:
        fell = len(re.findall(r"\.\.\. (?:FAIL|ERROR)$", output, re.M)) or (1 if status else 0)
        names = re.findall(r"^(?:FAIL|ERROR): (.+)$", output, re.M)
        good = len(re.findall(r"\.\.\. ok$", output, re.M))
        counts.add(good, fell, what=[f"server and tools: {name}" for name in names])
        passed += good
        failed += fell
        if fell:
            say(output)
    say(f"  server and tools: {passed} passed, {failed} failed ({time.monotonic() - started:.0f} s)")


def figures(counts):
    """Compares the figures of the command line with those of tests/oracle."""
    started = time.monotonic()
    report, failed = oracle.run(oracle.OURS, oracle.TOOL)
    counts.add(report.equal, failed, what=f"figures: {failed} kinds")
    say(f"  figures: {oracle.summary(report, failed)} ({time.monotonic() - started:.0f} s)")
    for line in report.trouble():
        say(f"    {line}")


def check_style(counts):
    setup.style()
    say("Formatting, linters, and the scripts of the page by themselves")
    style.check(counts)
    page_scripts.check(counts)


def check_changes(counts, since, seconds=None):
    setup.tidy()
    say("clang-tidy over what has changed")
    tidy.check(counts, since, seconds)


def check_last_change(counts):
    check_changes(counts, LAST, tidy.SECONDS)


def check_threads(counts):
    setup.fuzz()
    say("With ThreadSanitizer")
    build("native", "samples")
    build("tsan", "tracepane")
    threads.check(counts)


def count_instructions(counts, update):
    setup.counting()
    say("Instructions of the hot loops")
    build("native", "tracepane", "samples")
    instructions.check(counts, update)


def processor_times():
    """Returns how long all processors of the machine were idle, and all of their time, in ticks; zeros where it does not tell."""
    try:
        times = [int(one) for one in pathlib.Path("/proc/stat").read_text(encoding="ascii").split("\n")[0].split()[1:]]
    except OSError:
        return 0, 0
    return times[3] + times[4], sum(times[:8])


class SetUps:
    """Sets up what all phases need, by a process of its own, while this one compiles: most of it is waiting for packages."""

    def __init__(self):
        # Without these, nothing can begin. Two processes cannot install packages at once.
        setup.style()
        setup.native()
        self.process = subprocess.Popen([sys.executable, "-m", "tools.setup"], cwd=ROOT, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)

    def wait(self):
        output, _ = self.process.communicate()
        say("Setting up the other phases\n" + output.rstrip())
        if self.process.returncode != 0:
            raise StepFailed("The other phases could not be set up.")


def native(counts, release=True, built=lambda: None):
    """With `release`, runs the unit tests as users would build them, too. A run of all phases goes without: the WebAssembly build
    optimises as much, and the sanitizers check more. Nor does it draw here, and so spares the compiler what is drawn: the
    sanitizers' build has the window. Calls `built` between the build and the tests."""
    setup.native()
    say("Native")
    build("native", *([] if release else ["tracepane", "tracepane_bench", "samples"]), window=release)
    built()
    setup.counting()
    setup.readers()
    setup.references()
    if release:
        google_test(counts, "native tests", [str(ROOT / "build/native/tests/tracepane_tests")])
    python_tests(counts)
    figures(counts)
    instructions.check(counts)


def sanitizers(counts):
    setup.fuzz()
    say("With AddressSanitizer and UndefinedBehaviorSanitizer")
    build("asan", "tracepane", "tracepane_tests", "fuzzers")
    google_test(counts, "tests under the sanitizers", [str(ROOT / "build/asan/tests/tracepane_tests")])
    say("Fuzzing, for a bounded time")
    fuzzing.walk(counts)


def wasm(counts):
    setup.page()
    say("WebAssembly under Node")
    build("wasm", "tracepane_tests")
    node = shutil.which("node") or "nodejs"
    left_out = [] if os.environ.get("TP_EVERY") else ["--gtest_filter=-" + ":".join(NATIVE_ENOUGH)]
    # In one part, since each start takes some seconds.
    google_test(counts, "WebAssembly tests",
                [node, "--no-experimental-fetch", str(ROOT / "build/wasm/tests/tracepane_tests.js"), *left_out], parts=1)


class Browser:
    """The tests of the page in browsers, which run from when this is made until it is counted: they wait more than they compute,
    so that something else can be done meanwhile."""

    def __init__(self):
        setup.page()
        setup.browsers()
        say("The page for browsers")
        build("wasm", "page", "samples")
        if not (ROOT / "build/native/tracepane").exists():
            setup.native()
            build("native", "tracepane")
        self.server = make_server(ROOT / "dist")
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{self.server.server_port}/"
        self.process = subprocess.Popen([shutil.which("node") or "nodejs", "tests/browser/run.mjs", url], cwd=ROOT,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def count(self, counts):
        """Waits for its end, and prints what it has said."""
        say("The page in browsers")
        seen = fell = 0
        while (line := self.lines.get()) is not None:
            say("  " + line.rstrip())
            seen += line.startswith(("ok ", "not ok ", "skip "))
            fell += line.startswith("not ok ")
            counts.add(line.startswith("ok "), line.startswith("not ok "), line.startswith("skip "), f"browser: {line[7:].rstrip()}")
        if (self.process.wait() != 0 and not fell) or seen == 0:
            counts.add(failed=1, what="browser: the suite itself")
        self.server.shutdown()


def browser(counts):
    Browser().count(counts)


PHASES = {"style": check_style, "native": native, "sanitizers": sanitizers, "tidy": check_last_change, "wasm": wasm,
          "browser": browser}
# What a person waits for.
SHORT = ["style", "native"]
# A run of all has its browsers wait while the processors do the rest.
BEFORE = ["style", "native"]
MEANWHILE = ["wasm", "sanitizers", "tidy"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("phases", nargs="*",
                        help="style, native, sanitizers, tidy, wasm, browser; style and native where none is named; "
                             "or fuzz, tsan, instructions, packages")
    parser.add_argument("--all", action="store_true", help="style, native, sanitizers, tidy, wasm and browser")
    parser.add_argument("--hours", type=float, default=1, help="how long to fuzz")
    parser.add_argument("--target", choices=fuzzing.targets(), help="fuzz only this")
    parser.add_argument("--keep", action="store_true",
                        help="put what is new of the fuzzed inputs into tests/fuzz/corpus, not only into build/fuzz/corpus-new")
    parser.add_argument("--since", default=LAST, metavar="COMMIT",
                        help="tidy looks for changes since this one, by default for those of the last commit and later ones")
    parser.add_argument("--update", action="store_true", help="instructions: renew the figures in place of comparing them")
    parser.add_argument("--every", action="store_true",
                        help="with --all, the native unit tests without sanitizers, too; in WebAssembly, all of them; in the "
                             "browser, every action in each of the formats, not in one of them by turns")
    options = parser.parse_args()
    # What a test finds must not depend on what an earlier run has kept.
    os.environ["TRACEPANE_CACHE"] = "off"
    if options.every:
        os.environ["TP_EVERY"] = "all"
    phases = options.phases or ([] if options.all else SHORT)
    known = dict(PHASES, fuzz=lambda counts: fuzzing.campaign(counts, options.hours, options.target, options.keep),
                 tsan=check_threads, packages=lambda counts: installed.run_all(counts, build),
                 instructions=lambda counts: count_instructions(counts, options.update))
    if phases:
        known["tidy"] = lambda counts: check_changes(counts, options.since)
    unknown = [phase for phase in phases if phase not in known]
    if unknown:
        parser.error(f"no such phase: {unknown[0]}")
    counts = Counts()
    started = time.monotonic()
    idle, ticks = processor_times()

    def run_phase(name, phase):
        began = time.monotonic()
        try:
            return phase()
        except StepFailed as failure:
            say(f"\n{failure}\n")
            counts.add(failed=1, what=f"{name}: a step")
            return None
        finally:
            say(f"{name}: {time.monotonic() - began:.0f} s")

    if phases:
        for phase in phases:
            run_phase(phase, functools.partial(known[phase], counts))
    else:
        setups = run_phase("set-up", SetUps)
        if setups:
            known["native"] = lambda counts: native(counts, options.every, setups.wait)
        for phase in BEFORE:
            run_phase(phase, functools.partial(known[phase], counts))
        begun = run_phase("page", Browser)
        # What a browser waits for comes first.
        os.nice(10)
        for phase in MEANWHILE:
            run_phase(phase, functools.partial(known[phase], counts))
        if begun:
            run_phase("browser", functools.partial(begun.count, counts))
    idle, ticks = (now - before for now, before in zip(processor_times(), (idle, ticks)))
    say(f"{time.monotonic() - started:.0f} s in all, the processors idle for {100 * idle / max(1, ticks):.0f} % of it")
    if phases == SHORT and not options.phases:
        say("The page, WebAssembly, the sanitizers and clang-tidy: python3 tests/run.py --all")
    for name in counts.names:
        say(f"failed: {name}")
    say(f"{counts.passed} passed, {counts.failed} failed, {counts.skipped} skipped")
    return 1 if counts.failed or counts.passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
