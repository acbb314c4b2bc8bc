#!/usr/bin/env python3
"""Records uftrace's own test cases, and compares the command line with what uftrace says of each recording.

    uftrace_suite.py CHECKOUT [--tool PATH] [--uftrace PATH] [--keep FOLDER] [--only TEXT] [-- OPTIONS OF runtest.py]
    uftrace_suite.py --compare FOLDER [--tool PATH] [--uftrace PATH]     recordings that are there already

CHECKOUT is a copy of uftrace's sources; nothing in it changes. Its `tests/runtest.py` compiles and runs the cases, with a
program in the place of uftrace that keeps each recording. Of these, every record has to be equal in time, kind, name,
depth, address, arguments and result, and every function in its number of calls.
"""
import argparse
import itertools
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.oracle.product import Failed, Product  # noqa: E402
from tests.oracle.uftrace_text import LINE  # noqa: E402

COMMANDS = ("record", "live", "replay", "report", "info", "dump", "recv", "graph", "script", "tui")
# A call, or the end of one, as `uftrace replay` prints it.
CALL = re.compile(r"^ *\[ *(\d+)\] +(\d+)\.(\d{9}) \| *(.*)$")
SUMMARY = re.compile(r"^ *(\d+)  (.+)$")
SECONDS = 60  # as long as any of the programs may take


def keep(real, folder, objects, arguments):
    """Is run in the place of uftrace: what the case records is kept in `folder`. Returns the exit status."""
    arguments = [one for one in arguments if one not in (f"--libmcount-path={objects}", f"-L{objects}")]
    command = next((one for one in arguments if one in COMMANDS), "live")
    if command not in ("record", "live"):
        return subprocess.run([real, *arguments], check=False).returncode
    name = re.sub(r"^test_|_.{8}$", "", Path.cwd().name)
    kept = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=folder)) / "uftrace.data"
    if command == "live":
        options = [one for one in arguments if one != "live"]
        return subprocess.run([real, "record", "-d", kept, *options], timeout=SECONDS, check=False).returncode
    status = subprocess.run([real, *arguments], timeout=SECONDS, check=False).returncode
    places = [after for one, after in itertools.pairwise(arguments) if one in ("-d", "--data")]
    places += [one.partition("=")[2] for one in arguments if one.startswith("--data=")]
    place = Path(places[-1] if places else "uftrace.data")
    if place.is_dir():
        shutil.copytree(place, kept)
    return status


def record(checkout, real, folder, options):
    """Runs the cases of a copy of the checkout's tests, and keeps their recordings in `folder`."""
    with tempfile.TemporaryDirectory() as work:
        shutil.copytree(checkout / "tests", Path(work) / "tests", symlinks=True)
        wrapper = Path(work) / "uftrace"
        wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{Path(__file__).resolve()}" --keep-one "{real}" "{folder}" '
                           f'"{work}" "$@"\n', encoding="utf-8")
        wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
        subprocess.run([sys.executable, "runtest.py", *options], cwd=Path(work) / "tests", check=False,
                       env={**os.environ, "objdir": work, "PYTHONDONTWRITEBYTECODE": "1"})


def told(real, directory, *arguments):
    """What uftrace prints, or nothing if it fails."""
    done = subprocess.run([real, *arguments, "-d", directory, "--no-pager"], capture_output=True, timeout=SECONDS, check=False)
    return done.stdout.decode("utf-8", "replace").split("\n") if done.returncode == 0 else []


def dumped(lines):
    """tid -> records of calls, as `uftrace dump` prints them."""
    found = defaultdict(list)
    for match in filter(None, map(LINE.match, lines)):
        if match[4] in ("entry", "exit "):
            time = int(match[1]) * 10**9 + int(match[2])
            found[int(match[3])].append((time, match[4].strip(), match[5], int(match[7]), int(match[6], 16)))
    return found


def replayed(lines):
    """tid -> times and texts of calls and their ends, as `uftrace replay --no-merge` prints them."""
    found = defaultdict(list)
    for match in filter(None, map(CALL.match, lines)):
        if not match[4].startswith("/*"):
            found[int(match[1])].append((int(match[2]) * 10**9 + int(match[3]), match[4]))
    return found


def as_uftrace(name):
    """uftrace drops the suffix of a literal's operator, and prints an ABI tag as if it were a name in a scope."""
    return re.sub(r'(operator"")\w+', r"\1", re.sub(r"\[abi:(\w+)\]", r"::\1", name))


def ours(product):
    """The same as dumped() and replayed() return, of what the command line says."""
    records, texts = defaultdict(list), defaultdict(list)
    for event in product.events():
        if event["kind"] not in ("entry", "exit"):
            continue
        name, values = as_uftrace(event["name"]), event.get("args", "")
        records[event["tid"]].append((event["ts"], event["kind"], name, event["depth"], int(event["addr"], 16)))
        text = f"{name}({values}) {{" if event["kind"] == "entry" else f"}} {f'= {values}; ' if values else ''}/* {name} */"
        texts[event["tid"]].append((event["ts"], text))
    return records, texts


def first_difference(what, expected, found):
    for tid in sorted(expected):
        for want, have in zip(expected[tid], found[tid] + [None] * len(expected[tid])):
            if want != have:
                return f"{what} of {tid}: {want} is {have}"
        if len(found[tid]) > len(expected[tid]):
            return f"{what} of {tid}: {len(found[tid])} in place of {len(expected[tid])}"
    return ""


def calls(lines):
    """name -> its calls, as `uftrace report -f call` prints them."""
    return {match[2]: int(match[1]) for match in filter(None, map(SUMMARY.match, lines)) if not match[2].startswith("linux:")}


def compare(tool, real, directory):
    """Returns how many records uftrace tells of, and what differs first, if anything does."""
    expected = dumped(told(real, directory, "dump"))
    texts = replayed(told(real, directory, "replay", "-f", "tid,time", "--no-merge", "--no-event", "--color=no"))
    product = Product(tool, directory)
    records = sum(map(len, expected.values()))
    try:
        found, shown = ours(product)
        difference = first_difference("record", expected, found) or first_difference("text", texts, shown)
        if not difference:
            counts = Counter()
            for name, one in product.functions().items():
                if not name.startswith("linux:"):
                    counts[as_uftrace(name)] += one["calls"] + one["open"]
            reported = calls(told(real, directory, "report", "-f", "call"))
            wrong = [name for name, count in reported.items() if counts[name] != count]
            difference = f"calls of {wrong[0]}: {reported[wrong[0]]} is {counts[wrong[0]]}" if wrong else ""
    except Failed as problem:
        difference = str(problem)
    return records, difference


def main():
    if sys.argv[1:2] == ["--keep-one"]:
        return keep(sys.argv[2], Path(sys.argv[3]), sys.argv[4], sys.argv[5:])
    options = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else ["-O", "0", "-p"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path, nargs="?")
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--tool", type=Path, default=ROOT / "build/native/tracepane")
    parser.add_argument("--uftrace", default=shutil.which("uftrace"))
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--only", default="")
    chosen = parser.parse_args(sys.argv[1:sys.argv.index("--")] if "--" in sys.argv else None)
    if (chosen.checkout is None) == (chosen.compare is None) or not chosen.uftrace:
        parser.error("a checkout of uftrace, or --compare and a folder of recordings; and uftrace itself")
    with tempfile.TemporaryDirectory() as scratch:
        folder = (chosen.compare or chosen.keep or Path(scratch)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        if chosen.checkout is not None:
            record(chosen.checkout, chosen.uftrace, folder, [*options, *([chosen.only] if chosen.only else [])])
        equal = differing = without = 0
        for info in sorted(folder.rglob("info")):
            records, difference = compare(chosen.tool, chosen.uftrace, info.parent)
            name = info.parent.relative_to(folder)
            equal += not difference and records > 0
            differing += bool(difference)
            without += not difference and records == 0
            print(f"{name}: {difference or f'{records} records are equal'}", flush=True)
        print(f"{equal} recordings are equal, {differing} differ, of {without} uftrace says nothing")
    return 1 if differing or not equal else 0


if __name__ == "__main__":
    sys.exit(main())
