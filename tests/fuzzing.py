"""Runs the fuzz targets: a bounded walk over each corpus and its neighbourhood, or a campaign of hours."""
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
BUILD = ROOT / "build/fuzz"
# Of the whole walk, over all targets and on one core; and executions of a target, so that a walk is the same each time.
WALK_SECONDS = 210
WALK_RUNS = 20000
WALK_RUNS_SLOW = {"uftrace": 2000, "tracecmd": 2000, "lttng": 2000, "xray": 2000, "joint": 1000, "export": 1000,
                  "session": 600, "view": 1000}
# Of one turn of a campaign.
TURN_SECONDS = 300
# Inputs that are larger than this are seldom worth their time: bytes, by target.
LONGEST = {"uftrace": 6000, "lttng": 4200, "tracecmd": 6000, "xray": 4000, "joint": 5000, "export": 5000, "session": 400,
           "view": 600, "link": 2000, "xray_lines": 16000, "archive": 3000, "demangle": 300, "filter": 500}
LONGEST_OTHER = 4096
# To weigh inputs by what they reach costs libFuzzer more time than to run them.
LIMITS = ["-rss_limit_mb=1500", "-timeout=10", "-entropic=0"]


def targets(name=None):
    """By name ("uftrace"), those whose inputs are whole traces first."""
    every = sorted(path.stem.removesuffix("_fuzz") for path in SOURCES.glob("*_fuzz.cpp"))
    if name and name not in every:
        return []
    first = [one for one in ("uftrace", "tracecmd", "lttng", "xray", "joint", "session") if one in every]
    return [name] if name else first + [one for one in every if one not in first]


def binary(name):
    return str(BUILD / "tests" / f"{name}_fuzz")


def corpus(name):
    return SOURCES / "corpus" / name


def found(name):
    """Where it keeps what it comes upon: inputs that reach something new, and findings."""
    folder = BUILD / "found" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def findings(name):
    return {path.name for kind in ("crash", "leak", "timeout", "oom") for path in found(name).glob(f"{kind}-*")}


class Outcome:
    """What libFuzzer told of a run."""

    def __init__(self, output, status):
        self.output, self.status = output, status
        units = re.findall(r"stat::number_of_executed_units: (\d+)|^#(\d+)\t", output, re.M)
        self.executions = max((int(a or b) for a, b in units), default=0)
        cover = [int(count) for count in re.findall(r"^#\d+\s+\w+\s+cov: (\d+)", output, re.M)]
        begun = re.search(r"^#\d+\s+INITED\s+cov: (\d+)", output, re.M)
        self.new_cover = max(cover, default=0) - int(begun[1]) if begun else 0


def run(name, seconds, *options):
    command = [binary(name), f"-max_total_time={seconds}", f"-max_len={LONGEST.get(name, LONGEST_OTHER)}", *LIMITS,
               "-print_final_stats=1", f"-artifact_prefix={found(name)}/", *options]
    dictionary = SOURCES / "dict" / f"{name}.dict"
    if dictionary.exists():
        command.append(f"-dict={dictionary}")
    done = subprocess.run(command + [str(found(name)), str(corpus(name))], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    return Outcome(done.stdout, done.returncode)


def tell(outcome):
    """The part of the output that says what is wrong."""
    noise = re.compile(r"#\d+\s+(NEW|REDUCE|pulse|RELOAD)")
    say("\n".join("    " + line for line in outcome.output.splitlines()[-400:] if not noise.match(line))[-6000:])


def prepare():
    setup.fuzz()
    build("fuzz", "fuzzers")


def walk(counts):
    prepare()
    names = targets()
    cores = os.cpu_count() or 1
    # As long as always, however many targets there are.
    seconds = max(2, WALK_SECONDS // len(names))
    with ThreadPoolExecutor(cores) as pool:
        outcomes = pool.map(lambda name: run(name, seconds, "-seed=1", f"-runs={WALK_RUNS_SLOW.get(name, WALK_RUNS)}"), names)
        for name, outcome in zip(names, outcomes):
            counts.add(passed=outcome.status == 0, failed=outcome.status != 0)
            say(f"  fuzz {name}: {'passed' if outcome.status == 0 else 'FAILED'} ({outcome.executions} executions)")
            if outcome.status:
                tell(outcome)


class Campaign:
    """All targets by turns, each turn on the core that is free next."""

    def __init__(self, names, hours):
        self.names, self.end = names, time.monotonic() + hours * 3600
        self.lock = threading.Lock()
        self.turn = 0
        self.sums = {name: [0, 0.0, 0] for name in names}  # executions, seconds, new coverage
        self.before = {name: findings(name) for name in names}

    def next_turn(self):
        with self.lock:
            left = self.end - time.monotonic()
            if left < 1:
                return None
            self.turn += 1
            # In the time that there is, each gets its turn.
            share = (self.end - time.monotonic()) * (os.cpu_count() or 1) / len(self.names)
            return self.names[(self.turn - 1) % len(self.names)], int(max(1, min(TURN_SECONDS, share, left)))

    def work(self):
        while turn := self.next_turn():
            name, seconds = turn
            started = time.monotonic()
            outcome = run(name, seconds, "-reload=30")
            with self.lock:
                sums = self.sums[name]
                sums[0] += outcome.executions
                sums[1] += time.monotonic() - started
                sums[2] += outcome.new_cover
                say(f"  {name}: {outcome.executions} executions, {outcome.executions / (time.monotonic() - started):.0f} a second, "
                    f"{outcome.new_cover} new edges" + ("" if outcome.status == 0 else f", FAILED ({outcome.status})"))
                if outcome.status:
                    tell(outcome)

    def run(self):
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for worker in [pool.submit(self.work) for _ in range(os.cpu_count() or 1)]:
                worker.result()
        for name in self.names:
            executions, seconds, new_cover = self.sums[name]
            new = sorted(findings(name) - self.before[name])
            say(f"  {name}: {executions} executions in all, {executions / max(1, seconds):.0f} a second, {new_cover} new edges, "
                f"{len(new)} findings")
            for finding in new:
                say(f"    {found(name) / finding}")


def minimise(name):
    """What was found and reaches more than the committed corpus does, as few and small inputs as libFuzzer can tell."""
    out = BUILD / "corpus-new" / name
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        merged = Path(scratch)
        committed = list(corpus(name).glob("*"))
        for path in committed:
            shutil.copy(path, merged / path.name)
        subprocess.run([binary(name), "-merge=1", f"-max_len={LONGEST.get(name, LONGEST_OTHER)}", *LIMITS, str(merged),
                        str(found(name))], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        for path in {*merged.glob("*")} - {merged / path.name for path in committed}:
            shutil.move(path, out / path.name)
    return list(out.glob("*"))


def campaign(counts, hours, name, keep):
    """Goes on from the committed corpora and from what was found before. `keep`: what is new becomes part of them."""
    names = targets(name)
    prepare()
    fuzzing = Campaign(names, hours)
    fuzzing.run()
    for one in names:
        new = minimise(one)
        size = sum(path.stat().st_size for path in new)
        say(f"  {one}: {len(new)} inputs of {size} bytes reach what the committed ones do not")
        for path in new if keep else []:
            shutil.copy(path, corpus(one) / path.name)
        failed = findings(one) - fuzzing.before[one]
        counts.add(passed=not failed, failed=bool(failed))
