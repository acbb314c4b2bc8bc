#!/usr/bin/env python3
"""Runs Tracepane and the format's own tool on the same trace in turn, on one core, and prints the ratios. Only what the
compressed form of a trace takes is measured by the clock, on all cores.

    python3 bench/run.py uftrace DIR        python3 bench/run.py trace-cmd FILE
    python3 bench/run.py lttng DIR          python3 bench/run.py xray LOG       (the program beside it, as "binary")
    python3 bench/run.py ctf DIR            python3 bench/run.py perf FILE
    python3 bench/run.py page DIR_OR_FILE             python3 bench/run.py report FILE.html
"""
import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
PROGRAM = ROOT / "build/native/tracepane"
ROUNDS = 3


# A peer that can't be had everywhere, by what it was measured to do.
Figure = collections.namedtuple("Figure", "name per_second megabytes")


def timed(command):
    """The best CPU time of some rounds in seconds, and the largest resident size in MB; output is thrown away."""
    best, size = float("inf"), 0
    for _ in range(ROUNDS):
        pid = os.posix_spawn(shutil.which(command[0]) or command[0], command, os.environ, file_actions=[
            (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])
        _, status, usage = os.wait4(pid, 0)
        if status != 0 and os.waitstatus_to_exitcode(status) not in (0, 1):
            raise SystemExit(f"{' '.join(command)} failed; run it by itself to see why")
        best = min(best, usage.ru_utime + usage.ru_stime)
        size = max(size, usage.ru_maxrss / 1024)
    return best, size


def clocked(command):
    """The best time by the clock of some rounds in seconds, on all cores; output is thrown away."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.monotonic()
        status = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
        best = min(best, time.monotonic() - begin)
        if status not in (0, 1):
            raise SystemExit(f"{' '.join(command)} failed; run it by itself to see why")
    return best


def compressed(trace):
    """The trace as trace-cmd compresses it, beside what zstd takes to unpack the same bytes."""
    with tempfile.TemporaryDirectory() as folder:
        packed, plain = f"{folder}/trace.dat", f"{folder}/trace.zst"
        subprocess.run(["trace-cmd", "convert", "-i", trace, "-o", packed, "--compression", "zstd"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(["zstd", "-q", trace, "-o", plain], check=True)
        unpacked_s = clocked(["zstd", "-q", "-d", "-c", plain])
        ours_s = clocked([str(PROGRAM), "check", packed])
    print(f"compressed by zstd, by the clock, ours with {len(os.sched_getaffinity(0))} threads, one a core: "
          f"`zstd -d` {unpacked_s:.2f} s, index {ours_s:.2f} s, {ours_s / unpacked_s:.1f} times that", flush=True)


def compare(title, trace, pairs):
    info = json.loads(subprocess.run([PROGRAM, "info", "--json", trace], capture_output=True, check=True).stdout)
    records, index = info["counts"]["records"], info["memory"]["indexBytes"]
    print(f"{title}: {records:,} records; index {index / 1e6:.1f} MB, {index / max(1, records):.2f} bytes a record")
    print("| what | peer | peer s | ours s | ours M records/s | ratio | peer MB | ours MB |\n|---|---|---|---|---|---|---|---|")
    for what, peer, ours in pairs:
        if isinstance(peer, Figure):
            peer_s, peer_mb, shown = records / peer.per_second, peer.megabytes, peer.name
        else:
            peer_s, peer_mb = timed(["taskset", "-c", "0"] + peer)
            shown = " ".join(peer[:2])
        ours_s, ours_mb = timed(["taskset", "-c", "0", str(PROGRAM)] + ours)
        print(f"| {what} | `{shown}` | {peer_s:.2f} | {ours_s:.2f} | {records / ours_s / 1e6:.1f} | "
              f"{peer_s / ours_s:.1f} | {peer_mb:.0f} | {ours_mb:.0f} |", flush=True)


def uftrace(trace):
    compare("uftrace", trace, [
        ("index", ["uftrace", "report", "-d", trace], ["check", trace]),
        ("functions", ["uftrace", "report", "-d", trace], ["functions", trace]),
        # The peer counts spans of 10 us where it is not told otherwise.
        ("stacks, to 10 us", ["uftrace", "dump", "--flame-graph", "-d", trace], ["stacks", "--sample-time", "10000", trace]),
        ("stacks, to 1 ns", ["uftrace", "dump", "--flame-graph", "--sample-time", "1ns", "-d", trace], ["stacks", trace]),
        ("stacks, to 1 us", ["uftrace", "dump", "--flame-graph", "--sample-time", "1us", "-d", trace],
         ["stacks", "--sample-time", "1000", trace]),
        ("events as text", ["uftrace", "dump", "-d", trace], ["events", trace]),
    ])


def trace_cmd(trace):
    compare("trace-cmd", trace, [
        ("index", ["trace-cmd", "report", "-N", "-i", trace], ["check", trace]),
        ("events as text", ["trace-cmd", "report", "-N", "-i", trace], ["events", trace]),
    ])
    compressed(trace)


def xray(trace):
    program = str(pathlib.Path(trace).with_name("binary"))
    # Without -keep-going it gives up on logs of several threads.
    account = ["llvm-xray-14", "account", trace, "-keep-going", f"-instr_map={program}"]
    stack = ["llvm-xray-14", "stack", trace, "-keep-going", f"-instr_map={program}", "-all-stacks", "-stack-format=flame",
             "-aggregation-type=time"]
    compare("xray", trace, [
        ("index", account, ["check", trace, program]),
        ("functions", account, ["functions", trace, program]),
        ("stacks", stack, ["stacks", trace, program]),
    ])


def lttng(trace):
    # LTTV needs GTK 2 and reads one version of the format. Measured on the recorded 2.6 trace of 219 558 events.
    lttv = Figure("lttv text dump", 57_000, 7)
    compare("lttng", trace, [("index", lttv, ["check", trace]), ("events as text", lttv, ["events", trace])])


def ctf(trace):
    # It also decodes and merges without making text of it.
    silent = ["babeltrace2", trace, "--component=sink.utils.dummy"]
    compare("ctf", trace, [("index", ["babeltrace2", trace], ["check", trace]),
                           ("index, beside the peer without output", silent, ["check", trace]),
                           ("events as text", ["babeltrace2", trace], ["events", trace])])


def perf(trace):
    info = json.loads(subprocess.run([PROGRAM, "info", "--json", trace], capture_output=True, check=True).stdout)
    events = info["metadata"]["samples of"]
    samples = "samples of " + events.split(" (")[0].split(", ")[0]
    compare("perf", trace, [("index", ["perf", "script", "-i", trace], ["check", trace]),
                            ("flame graph", ["perf", "report", "--no-children", "--stdio", "-i", trace],
                             ["stacks", trace, "--counter", samples])])


def page(trace):
    from tools.server import make_server
    server = make_server(ROOT / "dist")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for script in ("opening", "page", "reading"):
        subprocess.run(["node", f"bench/{script}.mjs", f"http://127.0.0.1:{server.server_port}/", trace], cwd=ROOT, check=True)
    server.shutdown()


def report(file):
    subprocess.run(["node", "bench/report.mjs", file], cwd=ROOT, check=True)


def main():
    # What is measured is the work, not what an earlier run has kept.
    os.environ["TRACEPANE_CACHE"] = "off"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    runs = {"uftrace": uftrace, "trace-cmd": trace_cmd, "lttng": lttng, "ctf": ctf, "perf": perf, "xray": xray, "page": page,
            "report": report}
    parser.add_argument("what", choices=list(runs))
    parser.add_argument("trace")
    options = parser.parse_args()
    runs[options.what](options.trace)


if __name__ == "__main__":
    main()
