"""Compares cuts of traces with what the reference tools say of that part of the whole.

    python3 -m tests.oracle.cuts FOLDER ... [--tool PATH] [--only GLOB]

looks through the folders for traces, makes cuts of each, and prints a line for each trace."""
import argparse
import fnmatch
import json
import pathlib
import subprocess
import sys
import tempfile
from typing import NamedTuple

from tests.oracle import cut_texts

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "build/native/tracepane"
# What the reference says of a part depends on what is before it: it counts depths beyond 1024 from the beginning.
# Of CTF, it counts cycles, and the clocks of two do not count nanoseconds; and it prints a text of length 0 as the one before.
NOT_TRUSTED = ("deep1500-depth", "barectf", "synth-compact", "ust-types")


class Wanted(NamedTuple):
    """A part of a trace, as the options of the command line have it."""
    name: str
    begin: int | None = None
    end: int | None = None
    tids: tuple = ()
    cpus: tuple = ()
    anonymous: bool = False

    def options(self):
        out = []
        if self.begin is not None:
            out += ["--from", str(self.begin)]
        if self.end is not None:
            out += ["--to", str(self.end)]
        if self.anonymous:
            out.append("--anonymise")
        for name, numbers in (("--tid", self.tids), ("--cpu", self.cpus)):
            if numbers:
                out += [name, ",".join(map(str, numbers))]
        return out

    def compared(self, told):
        """Without names, when and where a record was made, and nothing of its words."""
        return told._replace(text="") if self.anonymous else told

    def tells(self, told):
        """Where a thread's records are left out, so are those before which others were lost. Some records have no CPU."""
        return not (self.tids and told.loss) and not (self.cpus and told.cpu < 0)

    def holds(self, told):
        return ((self.begin is None or told.time >= self.begin) and (self.end is None or told.time <= self.end) and
                (not self.tids or told.tid in self.tids) and (not self.cpus or told.cpu in self.cpus))


def parts_of(records, format_):
    """What to cut of a trace: pieces of its time, one record, nothing, some threads, some CPUs."""
    times = sorted({told.time for told in records})
    if not times:
        return [Wanted("all")]

    def at(share):
        return times[int((len(times) - 1) * share)]

    out = [Wanted("all"), Wanted("begin", None, at(0.2)),
           Wanted("middle", at(0.4), at(0.6)), Wanted("end", at(0.9), None),
           Wanted("one", at(0.5), at(0.5)), Wanted("nothing", times[-1] + 1, None)]
    tids, cpus = sorted({told.tid for told in records} - {-1}), sorted({told.cpu for told in records} - {-1})
    out.append(Wanted("anonymous", at(0.1), at(0.8), anonymous=True))
    if tids and format_ not in ("lttng", "ctf"):
        out.append(Wanted("threads", at(0.1), at(0.9), tuple(tids[::2])))
    if cpus and format_ != "uftrace":
        out.append(Wanted("cpu", at(0.1), at(0.9), (), (cpus[0],)))
    return out


def tracepane(tool, *arguments):
    return subprocess.run([str(tool), *map(str, arguments)], capture_output=True, text=True, errors="replace", check=False)


def format_of(tool, path):
    done = tracepane(tool, "info", "--json", path)
    return json.loads(done.stdout)["format"] if done.returncode == 0 else None


def size_of(path):
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files)


def first_difference(found, expected):
    for number, (one, other) in enumerate(zip(found, expected)):
        if one != other:
            return f"record {number}: {one}, expected {other}"
    return f"{len(found)} records, expected {len(expected)}"


def compare(tool, path, format_, whole, read):
    """Cuts the trace, and returns a sentence for each cut that is not what the reader says of the whole."""
    wrong = []
    for wanted in parts_of(whole, format_):
        with tempfile.TemporaryDirectory() as folder:
            cut = pathlib.Path(folder) / "cut" / pathlib.Path(path).name
            cut.parent.mkdir()
            made = tracepane(tool, "export", path, "--to", "cut", "-o", cut, *wanted.options())
            if made.returncode:
                wrong.append(f"{wanted.name}: {made.stderr.strip()[-300:]}")
                continue
            dry = tracepane(tool, "export", path, "--to", "cut", "--dry-run", *wanted.options()).stdout
            if f" {size_of(cut)} bytes " not in dry:
                wrong.append(f"{wanted.name}: {size_of(cut)} bytes, and the dry run said {dry.strip()}")
            expected = [told for told in whole if wanted.holds(told) and wanted.tells(told)]
            try:
                found = [told for told in read(cut) if wanted.tells(told)]
            except cut_texts.Unreadable as why:
                # uftrace refuses a folder without calls, whatever else is in it.
                if any(not told.text.startswith("perf-cpu") for told in expected):
                    wrong.append(f"{wanted.name}: the cut can't be read: {why}")
                continue
            if "stay in the cut" in made.stderr:  # what can't be left out
                found = [told for told in found if wanted.holds(told)]
            found, expected = [*map(wanted.compared, found)], [*map(wanted.compared, expected)]
            if found != expected:
                wrong.append(f"{wanted.name}: {first_difference(found, expected)}")
    return wrong


def check(tool, path):
    """-> (the readers that were asked, sentences about what is wrong)"""
    format_ = format_of(tool, path)
    asked, wrong = [], []
    trusted = not any(fnmatch.fnmatch(str(path), f"*/{name}/*") for name in NOT_TRUSTED)
    for read in [*(cut_texts.READERS[format_] if trusted else ()), cut_texts.product(tool)]:
        try:
            whole = read(path)
        except cut_texts.Unreadable:
            continue
        name = getattr(read, "__name__", "").replace("records", "own")
        asked.append(name)
        wrong += [f"by {name}: {sentence}" for sentence in compare(tool, path, format_, whole, read)]
        # What a reference tool has compared need not be compared by ourselves.
        if name != "tracecmd":
            break
    return asked, wrong


def traces_in(folder):
    """The traces of a folder: files, and folders that are traces."""
    folder = pathlib.Path(folder)
    found = {path.parent for name in ("task.txt", "info") for path in folder.rglob(name)
             if any(path.parent.glob("sid-*.map"))}
    for path in [*folder.rglob("metadata_*"), *folder.rglob("facilities_*")]:
        found.add(path.parent.parent if path.parent.name == "control" else path.parent)
    found.update(path for path in folder.rglob("*.dat") if path.parent not in found)
    found.update(folder.rglob("*.xray"))
    found.update(path for path in folder.rglob("trace") if any(path.rglob("metadata")))
    return sorted(found)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folders", nargs="+")
    options.add_argument("--tool", default=TOOL)
    options.add_argument("--only", default="*")
    given = options.parse_args()
    failed = 0
    for path in (path for folder in given.folders for path in traces_in(folder)):
        if not fnmatch.fnmatch(str(path), given.only) or format_of(given.tool, path) is None:
            continue
        asked, wrong = check(given.tool, path)
        failed += bool(wrong)
        print(f"{path}: {', '.join(asked) or 'nothing reads it'}: {'FAILED' if wrong else 'equal'}", flush=True)
        for sentence in wrong:
            print(f"    {sentence[:600]}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
