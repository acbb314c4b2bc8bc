"""The traces of a folder that have the text of a reference tool beside them."""
import gzip
import pathlib
from typing import NamedTuple

# What a reference gets wrong, or cannot be asked; tests/data/samples/README.md says what each trace is.
NOT_TRUSTED = {
    "uftrace/callsite": "the reference crashes on it",
    "uftrace/deep1500-depth": "the reference hides calls deeper than 1024",
    "uftrace/kernel-synth": "the reference loses the exits of kernel functions that went to another CPU",
    "uftrace/killed-recorder": "the reference refuses it",
    "uftrace/diskfull": "the reference refuses it",
    "uftrace/no-info": "the reference refuses it",
    "uftrace/static-pie": "nothing was recorded",
    "xray/fdr-typed": "the reference refuses it",
    "tracecmd/synth-latency-text": "it holds no records",
    "lttng/gen-*": "its fields are random numbers: threads that run on two CPUs at once",
    "lttng/[0-9]*.[0-9]*": "its fields are made up: they try the format",
}


class Trace(NamedTuple):
    name: str       # format/folder
    format: str     # tracecmd, lttng, ctf, uftrace, xray, perf
    path: pathlib.Path
    text: pathlib.Path

    def lines(self):
        opened = gzip.open if self.text.suffix == ".gz" else open
        with opened(self.text, "rt", encoding="utf-8", errors="replace", newline="\n") as text:
            yield from (line.rstrip("\n") for line in text)


# (format, what the trace is called, where its text is), from the folder that holds both
LAYOUTS = [("tracecmd", "trace.dat", "report-noplugins.txt"), ("uftrace", "uftrace.data", "ref/dump.txt"),
           ("xray", "log.xray", "ref/convert.yaml"), ("lttng", "trace", "ref/textdump.txt"),
           ("lttng", "data", "expected.txt"), ("ctf", "trace", "ref/text-cycles.txt"), ("perf", "perf.data", "ref/script-nosym.txt")]


def plain_or_packed(path):
    for found in (path, path.with_name(path.name + ".gz")):
        if found.is_file():
            return found
    return None


def traces_in(folder):
    """In the order of their names."""
    folder = pathlib.Path(folder)
    found = []
    for format_, trace, text in LAYOUTS:
        for path in folder.rglob(trace):
            reference = plain_or_packed(path.parent / text)
            if reference:
                found.append(Trace(f"{format_}/{path.parent.name}", format_, path, reference))
    for path in folder.rglob("*.dat"):
        reference = plain_or_packed(path.with_suffix(".txt"))
        if reference:
            found.append(Trace(f"tracecmd/{path.stem}", "tracecmd", path, reference))
    for text in [*folder.rglob("*.dump.txt"), *folder.rglob("*.dump.txt.gz")]:
        path = text.with_name(text.name.partition(".dump.txt")[0])
        if path.is_dir():
            found.append(Trace(f"lttng/{path.parent.name}/{path.name}", "lttng", path, text))
    return sorted(set(found))
