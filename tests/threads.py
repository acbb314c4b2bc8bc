"""The command line with eight threads under ThreadSanitizer, over recorded traces: a race ends it with an error."""
import os
import subprocess
import tempfile

from tools.steps import ROOT, say

TOOL = ROOT / "build/tsan/tracepane"
SAMPLES = ROOT / "build/samples"
TRACES = [SAMPLES / "uftrace/forkexec", SAMPLES / "tracecmd/v7-zstd-gcc", SAMPLES / "tracecmd/v7-instances",
          ROOT / "tests/data/lttng/2.6-le", SAMPLES / "xray/fdr-threads"]
COMMANDS = [["check"], ["functions"], ["stacks"], ["sched"], ["export", "--to", "chrome"], ["export", "--to", "csv"],
            ["export", "--to", "parquet"]]


def runs():
    for trace in TRACES:
        for command in COMMANDS:
            yield trace, command
    # Several traces on one axis.
    yield TRACES[1], ["check", str(TRACES[2])]


def check(counts):
    with tempfile.TemporaryDirectory() as folder:
        failed = sum(races(trace, command, folder, counts) for trace, command in runs())
    say(f"  races: {failed} of {len(list(runs()))} commands")


def races(trace, command, folder, counts):
    """Whether a command has a race. What is written goes to the folder, or nowhere."""
    out = ["-o", folder if command[-1] == "parquet" else "-"] if command[0] == "export" else []
    done = subprocess.run([str(TOOL), command[0], "--threads", "8", str(trace), *command[1:], *out], cwd=ROOT,
                          env=dict(os.environ, TSAN_OPTIONS="exitcode=66"), stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    bad = done.returncode == 66 or "ThreadSanitizer" in done.stderr
    counts.add(passed=not bad, failed=bad, what=f"threads: {command[0]} {trace}")
    if bad:
        say(f"  {command[0]} {trace.relative_to(ROOT)}:\n{done.stderr[:4000]}")
    return bad
