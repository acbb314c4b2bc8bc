#!/usr/bin/env python3
"""Compares the texts of kernel events with those of `trace-cmd report -N`, format by format:

    python3 tests/oracle/event_formats.py FROM [--tool PATH] [--records 8] [--all] [--keep FILE]

FROM is a folder of formats (SYSTEM/NAME/format, such as /sys/kernel/tracing/events), or a trace.dat whose formats are
taken. Makes a trace of some records of each format, whose fields are 0, small, all ones, the sign bit, the largest
number or random, and compares what the two tools print of each record. The status is 1 if a line differs for another
reason than one of event_texts.py. Needs trace-cmd."""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.oracle import event_texts  # noqa: E402
from tests.oracle.event_records import Format, trace_of  # noqa: E402
from tests.oracle.product import Product  # noqa: E402

TOOL = ROOT / "build/native/tracepane"
HEAD = re.compile(r"^ *\S*-\d+ +\[\d+\] +(?:\S{5} +)?(\d+)\.(\d{9}): +([^:]+): ?(.*)$")


def formats_below(folder):
    """-> (system, text) of each format. Those of ftrace itself are left out: both tools read these by code of their own."""
    for file in sorted(folder.glob("*/*/format")):
        system = file.parent.parent.name
        if system != "ftrace":
            yield system, file.read_text()


def formats_in(trace):
    """The same, of a trace.dat. Its dump does not say of which system they are."""
    done = subprocess.run(["trace-cmd", "dump", "--events", "-i", str(trace)], capture_output=True, text=True, check=True)
    for part in re.split(r"(?m)^(?=name: )", done.stdout):
        text, found, rest = part.partition("print fmt:")
        if found:
            yield "trace", text + found + rest.partition("\n")[0] + "\n"


def reported(trace):
    """-> time -> text, of what trace-cmd reports, and whether it came to the end"""
    done = subprocess.run(["stdbuf", "-oL", "trace-cmd", "report", "-N", "-t", "-i", str(trace)], capture_output=True, check=False)
    texts, last = {}, None
    for line in done.stdout.decode("utf-8", "replace").split("\n"):
        told = HEAD.match(line)
        if told:
            last = int(told[1]) * 10**9 + int(told[2])
            texts[last] = told[4]
        elif last is not None:
            texts[last] += "\n" + line
    return texts, done.returncode == 0


def theirs(formats, records, expected, trace):
    """The same for all records: where trace-cmd crashes, it is started again behind that record."""
    times, texts, since = sorted(expected), {}, 0
    while True:
        trace.write_bytes(trace_of(formats, records, since)[0])
        more, whole = reported(trace)
        texts.update(more)
        left = [time for time in times if time > max(more, default=since)]
        if whole or not left:
            return texts
        texts[left[0]] = event_texts.CRASHED
        since = left[0] + 1


def ours(trace, tool):
    return {event["ts"]: event.get("args", "") for event in Product(tool, trace).events()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", metavar="FROM", type=pathlib.Path)
    parser.add_argument("--tool", default=TOOL)
    parser.add_argument("--records", type=int, default=8)
    parser.add_argument("--all", action="store_true", help="all differences, and not only the first of each event")
    parser.add_argument("--keep", type=pathlib.Path, help="where to keep the trace that is made")
    options = parser.parse_args()
    told = formats_below(options.source) if options.source.is_dir() else formats_in(options.source)
    formats = [Format(system, text, number + 100) for number, (system, text) in enumerate(told)]
    with tempfile.TemporaryDirectory() as folder:
        trace = options.keep or pathlib.Path(folder) / "trace.dat"
        written, expected = trace_of(formats, options.records)
        trace.write_bytes(written)
        product = ours(trace, options.tool)
        reference = theirs(formats, options.records, expected, pathlib.Path(folder) / "part.dat")
        return compare(expected, reference, product, options.all)


def compare(expected, reference, product, all_):
    """expected: time -> the format"""
    counts, shown = collections.Counter(), set()
    for time, form in expected.items():
        a, b = reference.get(time), product.get(time)
        if a is None or b is None:
            why = None
        elif event_texts.squeezed(a) == event_texts.squeezed(b):
            counts["equal"] += 1
            continue
        else:
            why = event_texts.reason(form, a, b)
        counts[why or "not explained"] += 1
        if (why or form.name in shown) and not all_:
            continue
        shown.add(form.name)
        print(f"{form.system}:{form.name} at {time}{' (' + why + ')' if why else ''}\n  trace-cmd: {a!r}\n  tracepane: {b!r}")
    failed = sum("[FAILED TO PARSE]" in text for text in product.values())
    print(f"{len({form.number for form in expected.values()})} formats, {len(expected)} records, {failed} that we could not parse")
    for why, count in counts.most_common():
        print(f"{count:7} {why}")
    return 1 if counts["not explained"] or failed else 0


if __name__ == "__main__":
    sys.exit(main())
