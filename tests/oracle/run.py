#!/usr/bin/env python3
"""Compares figures of the command line with the oracle's: python3 tests/oracle/run.py [FOLDER ...] [--tool PATH]
A FOLDER holds traces with the text of the reference tool beside each (tests/oracle/README.md); without one, the
recordings of the repository are taken. Says for each trace which kinds of figures are equal; the status is 1 if any is
not."""
import argparse
import fnmatch
import os
import pathlib
import sys
from concurrent.futures import ProcessPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.oracle import compare_calls, compare_ctf, compare_kernel, compare_perf, known  # noqa: E402
from tests.oracle.product import Failed, Product  # noqa: E402
from tests.oracle.traces import NOT_TRUSTED, traces_in  # noqa: E402

COMPARERS = {"tracecmd": compare_kernel, "lttng": compare_kernel, "ctf": compare_ctf, "uftrace": compare_calls, "xray": compare_calls,
             "perf": compare_perf}
OURS = [ROOT / "build/samples", ROOT / "tests/data/tracecmd", ROOT / "tests/data/lttng", ROOT / "tests/data/ctf"]
TOOL = ROOT / "build/native/tracepane"
SHOWN = 3  # differences of a kind, unless all are asked for


def why_not(trace):
    return next((reason for name, reason in NOT_TRUSTED.items() if fnmatch.fnmatch(trace.name, name)), None)


def compare(trace, tool):
    """-> the kinds, or what went wrong"""
    try:
        return COMPARERS[trace.format].compare(trace, Product(tool, trace.path))
    except Failed as failure:
        return str(failure)


def explained(entry):
    return f"{entry.points}: {entry.reason}" if entry.points else entry.reason


class Report:
    def __init__(self, shown):
        self.shown = shown
        self.figures = self.equal = self.differ = self.excused = 0
        self.used = set()
        self.lines = []

    def add(self, trace, kinds):
        if isinstance(kinds, str):
            self.differ += 1
            self.lines.append(f"not ok {trace.name}: {kinds}")
            return
        equal = []
        for kind in kinds:
            if kind.left_out:
                self.lines.append(f"left out {trace.name}: {kind.name}: {kind.left_out}")
                continue
            self.figures += kind.compared
            if not kind.differ:
                self.equal += 1
                equal.append(f"{kind.name} {kind.compared}")
                continue
            entry = known.reason_of(trace.name, kind.name)
            if entry:
                self.used.add(entry)
                self.excused += 1
            else:
                self.differ += 1
            self.tell(trace, kind, entry)
        if equal:
            self.lines.append(f"ok {trace.name}: " + ", ".join(equal))

    def tell(self, trace, kind, entry):
        mark, reason = ("known", f" ({explained(entry)})") if entry else ("not ok", "")
        self.lines.append(f"{mark} {trace.name}: {kind.name}: {len(kind.differ)} of {kind.compared} differ{reason}")
        shown = kind.differ if self.shown == 0 else kind.differ[:self.shown]
        self.lines += [f"    {line}" for line in shown]

    def trouble(self):
        """Of the lines, those of what differs and is not known."""
        wanted = False
        for line in self.lines:
            wanted = line.startswith("not ok") or (wanted and line.startswith("    "))
            if wanted:
                yield line

    def gone(self):
        """Entries of the table that no trace needs."""
        stale = [entry for entry in known.KNOWN if entry not in self.used]
        for entry in stale:
            self.lines.append(f"not ok: the known difference of {entry.traces}, {entry.kind}, is gone: "
                              "take it out of tests/oracle/known.py")
        return len(stale)


def run(folders, tool, shown=SHOWN, only="*"):
    """-> (the report, kinds that differ and entries that are gone)"""
    traces = [trace for folder in folders for trace in traces_in(folder) if fnmatch.fnmatch(trace.name, only)]
    report = Report(shown)
    trusted = [trace for trace in traces if not why_not(trace)]
    # The largest first, so that none is waited for alone.
    order = sorted(trusted, key=lambda trace: -trace.text.stat().st_size)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(order, pool.map(compare, order, [tool] * len(order))))
    for trace in traces:
        if why_not(trace):
            report.lines.append(f"left out {trace.name}: {why_not(trace)}")
        else:
            report.add(trace, found[trace])
    # The table is of the recordings of the repository, all of them.
    whole = folders == OURS and only == "*"
    return report, report.differ + (report.gone() if whole else 0)


def summary(report, failed):
    return (f"{report.equal} kinds of figures equal, {failed} not, {report.excused} known to differ "
            f"({report.figures} figures)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=pathlib.Path)
    parser.add_argument("--tool", type=pathlib.Path, default=TOOL)
    parser.add_argument("--all", action="store_true", help="every difference, not the first three of a kind")
    parser.add_argument("--only", default="*", help="traces of such names: 'tracecmd/v7-*'")
    options = parser.parse_args()
    report, failed = run(options.folders or OURS, options.tool, 0 if options.all else SHOWN, options.only)
    print("\n".join([*report.lines, summary(report, failed)]))
    return 1 if failed or not report.figures else 0


if __name__ == "__main__":
    sys.exit(main())
