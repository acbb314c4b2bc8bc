"""Runs the fuzz targets: a bounded walk over each corpus and its neighbourhood, or a campaign of hours."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools import setup
from tools.build import build
from tools.steps import ROOT, say

SOURCES = ROOT / "tests/fuzz"
# The walk is of what the tests under the sanitizers are built of. A campaign is two to four times as quick with the cheap checks
# only, and runs once more with all of them what it has found to reach more.
WALK, CAMPAIGN = "asan", "fuzz"
FOUND = ROOT / "build/fuzz/found"
# Executions of a target in a walk, the same each time: some two seconds of a core each, behind the corpus.
WALK_RUNS = {"uftrace": 5000, "tracecmd": 5000, "lttng": 3000, "xray": 5000, "perf": 5000, "joint": 2000, "export": 2500, "session": 500,
             "view": 200, "archive": 5000, "link": 15000, "lttng_metadata": 4000, "uftrace_kernel": 5000, "xray_lines": 2500,
             "cursor": 150000, "demangle": 100000, "tracecmd_page": 150000, "sql": 1000, "kept": 1000}
WALK_RUNS_OTHER = 30000
# A machine that is busy with something else gets no further.
WALK_SECONDS = 60
# What a campaign has found, once with all checks.
REPLAY_SECONDS = 3600
# Of one turn of a campaign.
TURN_SECONDS = 300
# Inputs that are larger than this are seldom worth their time: bytes, by target. What is longer is cut; no seed is.
LONGEST = {"uftrace": 3300, "lttng": 3000, "tracecmd": 5600, "xray": 1300, "perf": 2600, "joint": 4200, "export": 3600,
           "session": 250, "kept": 100, "view": 500, "link": 500, "xray_lines": 8000, "archive": 2800, "demangle": 200,
           "filter": 250, "lttng_format": 200, "lttng_metadata": 3000, "tracecmd_format": 1400, "tracecmd_print": 1500,
           "tracecmd_btf": 1000, "sql": 400, "uftrace_args": 300, "uftrace_kernel": 2400, "uftrace_text": 700,
           "xray_yaml": 400, "xray_elf": 1400}
LONGEST_OTHER = 2048
# Whole traces that are smaller than this: of three turns of a campaign two take nothing larger, and look only for edges that
# were not reached, not for how often. That is twice as many executions, and reaches more in the same time. Bytes.
SMALL = {"uftrace": 1400, "lttng": 1300, "tracecmd": 3400, "xray": 500, "perf": 2400, "joint": 1500}
EDGES_ONLY = ["-use_counters=0"]
# To weigh inputs by what they reach costs libFuzzer more time than to run them. What is lost is looked for by the walk
# and the tests: to look after each input takes as long as the input.
LIMITS = ["-rss_limit_mb=2048", "-timeout=10", "-entropic=0"]
FOR_LONG = ["-reload=0", "-detect_leaks=0"]
# How libFuzzer names what it finds; the last is none.
KINDS_OF_FINDINGS = ("crash-", "leak-", "timeout-", "oom-", "slow-unit-")
# What campaigns have done so far: executions and seconds by target.
SUMS = FOUND / "sums.json"


def targets(name=None):
    """Returns the names of the targets ("uftrace"), those whose inputs are whole traces first."""
    every = sorted(path.stem.removesuffix("_fuzz") for path in SOURCES.glob("*_fuzz.cpp"))
    if name and name not in every:
        return []
    first = [one for one in ("uftrace", "tracecmd", "lttng", "xray", "perf", "joint", "session") if one in every]
    return [name] if name else first + [one for one in every if one not in first]


def binary(preset, name):
    return str(ROOT / "build" / preset / "tests" / f"{name}_fuzz")


def corpus(name):
    return SOURCES / "corpus" / name


def found(name):
    """Returns the folder of a target's new inputs, which reach more than those before, and of its findings."""
    folder = FOUND / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def findings(name):
    return {path.name for path in found(name).glob("*-*") if path.name.startswith(KINDS_OF_FINDINGS[:4])}


class Outcome:
    """What libFuzzer has printed of a run, as figures."""

    def __init__(self, output, status):
        self.output, self.status = output, status
        units = re.findall(r"stat::number_of_executed_units: (\d+)|^#(\d+)\t", output, re.M)
        self.executions = max((int(a or b) for a, b in units), default=0)
        cover = [int(count) for count in re.findall(r"^#\d+\s+\w+\s+cov: (\d+)", output, re.M)]
        begun = re.search(r"^#\d+\s+INITED\s+cov: (\d+)", output, re.M)
        self.new_cover = max(cover, default=0) - int(begun[1]) if begun else 0


def run(preset, name, seconds, *options):
    return execute(preset, name, seconds, LONGEST.get(name, LONGEST_OTHER), [found(name), corpus(name)], *options)


def run_small(preset, name, seconds, *options):
    """Runs a target with its small inputs only. New inputs that it comes upon go to the folder found(name)."""
    longest = SMALL[name]
    with tempfile.TemporaryDirectory() as new, tempfile.TemporaryDirectory() as seeds:
        for path in [*found(name).glob("*"), *corpus(name).glob("*")]:
            if path.stat().st_size <= longest and not path.name.startswith(KINDS_OF_FINDINGS):
                os.symlink(path, Path(seeds) / path.name)
        outcome = execute(preset, name, seconds, longest, [new, seeds], *EDGES_ONLY, *options)
        for path in Path(new).glob("*"):
            shutil.copy(path, found(name) / path.name)
        return outcome


def execute(preset, name, seconds, longest, folders, *options):
    command = [binary(preset, name), f"-max_total_time={seconds}", f"-max_len={longest}", *LIMITS,
               "-print_final_stats=1", f"-artifact_prefix={found(name)}/", *options]
    dictionary = SOURCES / "dict" / f"{name}.dict"
    if dictionary.exists():
        command.append(f"-dict={dictionary}")
    done = subprocess.run(command + [str(folder) for folder in folders], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    return Outcome(done.stdout, done.returncode)


def tell(outcome):
    """Prints the part of the output that says what is wrong."""
    noise = re.compile(r"#\d+\s+(NEW|REDUCE|pulse|RELOAD)")
    say("\n".join("    " + line for line in outcome.output.splitlines()[-400:] if not noise.match(line))[-6000:])


def walk(counts):
    """Runs each target that is built for a fixed number of executions."""
    names = targets()
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        outcomes = pool.map(lambda name: run(WALK, name, WALK_SECONDS, "-seed=1", f"-runs={WALK_RUNS.get(name, WALK_RUNS_OTHER)}"),
                            names)
        for name, outcome in zip(names, outcomes):
            counts.add(passed=outcome.status == 0, failed=outcome.status != 0,
                       what=f"fuzz {name}")
            say(f"  fuzz {name}: {'passed' if outcome.status == 0 else 'FAILED'} ({outcome.executions} executions)")
            if outcome.status:
                tell(outcome)


class Campaign:
    """Runs all targets by turns, each turn on the core that is free next."""

    def __init__(self, names, hours):
        self.names, self.end = names, time.monotonic() + hours * 3600
        self.lock = threading.Lock()
        self.turn = 0
        self.sums = {name: [0, 0.0, 0] for name in names}  # executions, seconds, new edges
        self.before = {name: findings(name) for name in names}

    def next_turn(self):
        with self.lock:
            left = self.end - time.monotonic()
            if left < 1:
                return None
            self.turn += 1
            # A turn is no longer than lets each target have one in the time that is left.
            share = (self.end - time.monotonic()) * (os.cpu_count() or 1) / len(self.names)
            round_, at = divmod(self.turn - 1, len(self.names))
            name = self.names[at]
            return name, int(max(1, min(TURN_SECONDS, share, left))), name in SMALL and round_ % 3 != 0

    def work(self):
        while turn := self.next_turn():
            name, seconds, small = turn
            started = time.monotonic()
            outcome = (run_small if small else run)(CAMPAIGN, name, seconds, *FOR_LONG)
            took = time.monotonic() - started
            with self.lock:
                for i, part in enumerate((outcome.executions, took, outcome.new_cover)):
                    self.sums[name][i] += part
                say(f"  {name}: {outcome.executions} executions, {outcome.executions / took:.0f} a second, "
                    f"{outcome.new_cover} new edges" + ("" if outcome.status == 0 else f", FAILED ({outcome.status})"))
                if outcome.status:
                    tell(outcome)

    def run(self):
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for worker in [pool.submit(self.work) for _ in range(os.cpu_count() or 1)]:
                worker.result()
        self.tell_sums()

    def tell_sums(self):
        """Prints the sums of this campaign and, as far as build/fuzz still has them, of all campaigns."""
        told = json.loads(SUMS.read_text()) if SUMS.exists() else {}
        say(f"  {'target':20}{'executions':>14}{'a second':>10}{'new edges':>11}{'findings':>10}{'so far':>16}")
        for name in self.names:
            executions, seconds, new_cover = self.sums[name]
            so_far = told.setdefault(name, {"executions": 0, "seconds": 0})
            so_far["executions"] += executions
            so_far["seconds"] += round(seconds)
            new = sorted(findings(name) - self.before[name])
            say(f"  {name:20}{executions:>14}{executions / max(1, seconds):>10.0f}{new_cover:>11}{len(new):>10}"
                f"{so_far['executions']:>16}")
            for finding in new:
                say(f"    {found(name) / finding}")
        whole = sum(sums[0] for sums in self.sums.values())
        say(f"  {'all':20}{whole:>14}{'':31}{sum(one['executions'] for one in told.values()):>16}")
        SUMS.write_text(json.dumps(told, indent=1, sort_keys=True))


def minimise(name):
    """Returns the inputs that were found and reach more than the committed corpus does: as few and as small ones as libFuzzer can
    choose."""
    out = ROOT / "build/fuzz/corpus-new" / name
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        merged = Path(scratch)
        committed = list(corpus(name).glob("*"))
        for path in committed:
            shutil.copy(path, merged / path.name)
        subprocess.run([binary(CAMPAIGN, name), "-merge=1", f"-max_len={LONGEST.get(name, LONGEST_OTHER)}", *LIMITS, str(merged),
                        str(found(name))], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        for path in {*merged.glob("*")} - {merged / path.name for path in committed}:
            shutil.move(path, out / path.name)
    return list(out.glob("*"))


def campaign(counts, hours, name, keep):
    """Fuzzes for hours, from the committed corpora and from what was found before. With `keep`, new inputs are added to the
    committed corpora."""
    names = targets(name)
    setup.fuzz()
    build(CAMPAIGN, "fuzzers")
    fuzzing = Campaign(names, hours)
    fuzzing.run()
    build(WALK, "fuzzers")
    for one in names:
        outcome = run(WALK, one, REPLAY_SECONDS, "-runs=0")
        if outcome.status:
            tell(outcome)
        new = minimise(one)
        size = sum(path.stat().st_size for path in new)
        say(f"  {one}: {len(new)} inputs of {size} bytes reach what the committed ones do not")
        for path in new if keep else []:
            shutil.copy(path, corpus(one) / path.name)
        failed = findings(one) - fuzzing.before[one]
        counts.add(passed=not failed, failed=bool(failed), what=f"fuzz {one}")
