#!/usr/bin/env python3
"""Exports many traces to Parquet by Dask, a folder for each: tools/fleet.py OUT TRACE ...
docs/fleet.md says how the folders are asked, and how the same is done without Dask."""
import argparse
import contextlib
import fcntl
import glob
import hashlib
import json
import logging
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import uuid

# Debian's packages of Dask belong to this one, which need not be the first in PATH.
SYSTEM_PYTHON = "/usr/bin/python3"
BUILT = pathlib.Path(__file__).resolve().parent.parent / "build/native/tracepane"
# Readers of partitions leave out what begins like this.
MARK = "_complete.json"
UNFINISHED = ".unfinished"
FAILED = "failed.jsonl"
# Of a command that a signal has ended, as the kernel does when memory runs out. The death of a worker is Dask's affair.
RETRIES = 2
LONGEST_NAME = 60


class Interrupted(Exception):
    """The command was ended by a signal. Another attempt may succeed."""


def printable(text):
    """Paths are bytes, which JSON can't have."""
    return os.fsencode(text).decode("utf-8", "replace")


def run_name(trace):
    """The name depends on the path alone, so that it is the same whatever other traces there are. The end of the path tells
    people which it is, the hash makes it unique."""
    path = os.path.abspath(trace)
    words = re.sub(r"[^A-Za-z0-9._-]+", "_", "-".join(path.split("/")[-3:]))[-LONGEST_NAME:].strip("._-")
    return f"{words or 'trace'}-{hashlib.sha256(os.fsencode(path)).hexdigest()[:12]}"


def state_of(trace, options):
    """What the trace is made of by now, and what is asked of it: if these are as in the mark, there is nothing to do."""
    files = [trace]
    if os.path.isdir(trace):
        files = [os.path.join(folder, name) for folder, _, names in os.walk(trace) for name in names]
    known = [os.stat(file) for file in files]
    return {"trace": printable(os.path.abspath(trace)), "files": len(known), "size": sum(one.st_size for one in known),
            "mtime_ns": max((one.st_mtime_ns for one in known), default=0), "options": list(options)}


def is_complete(trace, out, options):
    try:
        mark = json.loads((pathlib.Path(out) / f"run={run_name(trace)}" / MARK).read_text())
        return all(mark.get(key) == value for key, value in state_of(trace, options).items())
    except (OSError, ValueError):
        return False


def export(trace, out, program, options=()):
    """Exports one trace on the machine where this is called. Returns what went wrong, or None.

    Files are written to a folder of this attempt alone, and the mark after them. Then the folder takes its place. So an attempt
    that is interrupted, or made twice, leaves nothing that looks complete."""
    out, run = pathlib.Path(out), run_name(trace)
    place, part = out / f"run={run}", out / UNFINISHED / f"{run}.{uuid.uuid4().hex}"
    try:
        # The state from before the export: if the trace changes meanwhile, it is exported again the next time.
        state = state_of(trace, options)
        part.mkdir(parents=True)
        done = subprocess.run([program, "export", os.path.abspath(trace), "--to", "parquet", "-o", part, "--threads", "1", *options],
                              capture_output=True, text=True, errors="replace", check=False)
        if done.returncode < 0:
            raise Interrupted(f"tracepane was ended by signal {-done.returncode}")
        # What was exported before is of a trace that is there no more.
        shutil.rmtree(place, ignore_errors=True)
        if done.returncode:
            return done.stderr.strip() or f"exit status {done.returncode}"
        (part / MARK).write_text(json.dumps({**state, "run": run, "said": done.stderr.strip()}) + "\n")
        part.rename(place)
    except OSError as error:
        # Another attempt at the same trace, by a worker that was taken for dead, may have been quicker.
        return None if is_complete(trace, out, options) else str(error)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return None


def traces_of(arguments, lists):
    """The traces that are named, each once, in this order. A name that is no file is a pattern."""
    found = []
    for argument in arguments:
        found += [argument] if os.path.lexists(argument) or not glob.has_magic(argument) else sorted(glob.glob(argument, recursive=True))
    for file in lists:
        text = os.fsdecode(sys.stdin.buffer.read() if file == "-" else pathlib.Path(file).read_bytes())
        found += [line for line in text.split("\0" if "\0" in text else "\n") if line]
    return list(dict.fromkeys(map(os.path.abspath, found)))


def say(text):
    print(text, file=sys.stderr, flush=True)


def need_dask():
    try:
        import distributed
    except ImportError:
        if sys.executable != SYSTEM_PYTHON and os.path.exists(SYSTEM_PYTHON):
            os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
        say("fleet.py: Dask is missing. On Debian: apt-get install python3-distributed. docs/fleet.md says how to do without.")
        sys.exit(2)
    return distributed


def cluster_of(options, distributed):
    if options.scheduler:
        return options.scheduler
    import dask
    # A worker gets its next trace when it is done with one. If it dies, no other trace was on it that Dask would blame.
    dask.config.set({"distributed.scheduler.worker-saturation": 1.0})
    return distributed.LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None,
                                    silence_logs=logging.CRITICAL)


def export_all(traces, options, more, distributed):
    """Returns what went wrong, by trace."""
    failed, told = {}, 0.0
    with contextlib.ExitStack() as held:
        cluster = cluster_of(options, distributed)
        if not options.scheduler:
            held.enter_context(cluster)
        client = held.enter_context(distributed.Client(cluster))
        futures = [client.submit(export, trace, os.path.abspath(options.out), options.tracepane, more, pure=False, retries=RETRIES)
                   for trace in traces]
        trace_of = dict(zip(futures, traces))
        for count, future in enumerate(distributed.as_completed(futures), 1):
            error = future.exception()
            if isinstance(error, distributed.scheduler.KilledWorker):
                error = "the worker died each time that it exported this trace"
            wrong = str(error) if error else future.result()
            if wrong:
                failed[trace_of[future]] = wrong
            if time.monotonic() - told > 1 or count == len(traces):
                told = time.monotonic()
                say(f"{count} of {len(traces)} done" + (f", {len(failed)} failed" if failed else ""))
    return failed


def tell_failed(out, failed):
    """The file has what failed this time. Without a failure, there is none."""
    (out / FAILED).unlink(missing_ok=True)
    if not failed:
        return
    with open(out / FAILED, "w", encoding="utf-8") as file:
        for trace, wrong in sorted(failed.items()):
            file.write(json.dumps({"trace": printable(trace), "run": run_name(trace), "error": wrong}) + "\n")
            say(f"failed: {printable(trace)}: {wrong}")


def bring_up_to_date(traces, options, distributed):
    """Returns the exit status."""
    more = [word for name in ("tables", "compression") if (value := getattr(options, name)) for word in (f"--{name}", value)]
    shutil.rmtree(options.out / UNFINISHED, ignore_errors=True)
    missing = [trace for trace in traces if not is_complete(trace, options.out, more)]
    say(f"{len(traces)} traces, {len(traces) - len(missing)} of them complete already")
    try:
        failed = export_all(missing, options, more, distributed) if missing else {}
    finally:
        shutil.rmtree(options.out / UNFINISHED, ignore_errors=True)
    tell_failed(options.out, failed)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path, help="folder that gets a folder run=NAME for each trace")
    parser.add_argument("traces", nargs="*", help="files, folders, or patterns of these in quotes")
    parser.add_argument("--list", action="append", default=[], metavar="FILE",
                        help="has a trace in each line, or behind each NUL; -: standard input")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster; without it, one is started on this machine")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="of a cluster that is started here")
    parser.add_argument("--tracepane", default=str(BUILT) if BUILT.exists() else "tracepane", metavar="PROGRAM",
                        help="as workers find it")
    parser.add_argument("--tables", help="as tracepane export takes them")
    parser.add_argument("--compression", choices=("zstd", "none"))
    options = parser.parse_args()
    distributed = need_dask()
    try:
        traces = traces_of(options.traces, options.list)
        if not traces:
            raise OSError("there is no trace")
        # Other machines may have it elsewhere.
        if not options.scheduler and not shutil.which(options.tracepane):
            raise OSError(f"{options.tracepane} is not there: --tracepane PROGRAM says where it is")
        options.out.mkdir(parents=True, exist_ok=True)
        with open(options.out / ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return bring_up_to_date(traces, options, distributed)
    except BlockingIOError:
        say(f"fleet.py: another run writes to {options.out}")
    except OSError as error:
        say(f"fleet.py: {error}")
    return 2


if __name__ == "__main__":
    sys.exit(main())
