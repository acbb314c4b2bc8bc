"""How many instructions the hot loops take: those of the command line over recorded traces, counted by valgrind, which
the load of the machine does not change, less those of a start, which grow with each library. A loop that takes more than
LIMIT more than tests/instructions.json says fails; one that takes less is told of, so that the figure can be renewed:

    python3 tests/run.py instructions --update"""
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

from tools.steps import ROOT, say

LIMIT = 0.03
STORED = ROOT / "tests/instructions.json"
TOOL = ROOT / "build/native/tracepane"
SAMPLES = ROOT / "build/samples"
CPU = pathlib.Path("/proc/cpuinfo")
START = ["--version"]

# name -> trace, and the command over it
CASES = {
    "index uftrace": (SAMPLES / "uftrace/killed", ["check", "--threads", "1"]),
    "index trace-cmd": (SAMPLES / "tracecmd/lost-overwrite", ["check", "--threads", "1"]),
    "index LTTng": (ROOT / "tests/data/lttng/busy", ["check", "--threads", "1"]),
    "index XRay": (SAMPLES / "xray/fdr-recurse", ["check", "--threads", "1"]),
    "functions": (SAMPLES / "uftrace/killed", ["functions", "--threads", "1"]),
    "scheduling": (SAMPLES / "tracecmd/lost-overwrite", ["sched", "--threads", "1"]),
    "rows as JSON": (SAMPLES / "tracecmd/v7-zlib-syscalls", ["events", "--format", "jsonl"]),
    "a filter": (SAMPLES / "tracecmd/lost-overwrite", ["events", "--filter", "next_pid > 100 && cpu == 1"]),
}


def compiler():
    """Returns what the figures depend on besides the sources: the compiler, and the instructions by which the C library copies.
    Valgrind emulates a processor of its own, which has AVX2 and BMI2 only if the real one has them."""
    told = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    cpu = re.search(r"^flags\s*:(.*)$", CPU.read_text(), re.M) if CPU.exists() else None
    flags = sorted({"avx2", "bmi2"} & set(cpu[1].split())) if cpu else []
    return " ".join([told + ",", platform.machine(), *flags])


def count(command):
    """Returns the number of instructions of one run; None if it can't be counted."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(TOOL), *command],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    return int(found[1]) if found else None


def loops():
    """Returns the number of instructions by case, without those that any run takes to start."""
    commands = [START, *([command[0], str(trace), *command[1:]] for trace, command in CASES.values())]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        start, *found = pool.map(count, commands)
    return {name: taken - start if taken and start else None for name, taken in zip(CASES, found)}


def check(counts, update=False):
    if not shutil.which("valgrind"):
        say("  instructions: skipped, there is no valgrind")
        return counts.add(skipped=1)
    stored = json.loads(STORED.read_text()) if STORED.exists() else {"compiler": "", "counts": {}}
    if not update and stored["compiler"] != compiler():
        say(f"  instructions: skipped, the figures are those of {stored['compiler']}, and this is {compiler()}")
        return counts.add(skipped=1)
    now = loops()
    if update:
        STORED.write_text(json.dumps({"compiler": compiler(), "counts": now}, indent=2) + "\n")
        return say(f"  instructions: {STORED.relative_to(ROOT)} is renewed")
    for name, found in now.items():
        before = stored["counts"].get(name)
        good = found is not None and before is not None and found <= before * (1 + LIMIT)
        counts.add(passed=good, failed=not good, what=f"instructions: {name}")
        if found is None or before is None:
            say(f"  instructions, {name}: not counted")
        elif abs(found / before - 1) > LIMIT:
            say(f"  instructions, {name}: {found:,}, {found / before - 1:+.1%} of {before:,}")
    return say(f"  instructions: {len(now)} loops counted")
