"""What the reference tools say of a trace, record by record, to compare a cut with the whole."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
from typing import NamedTuple

from tests.oracle import tracecmd_text

SIZED_SYMBOL = re.compile(rb"^([0-9a-f]{16}) 0[0-9a-f]{7} ", re.M)
UFTRACE = re.compile(r"^(\d+)\.(\d{9}) +(\d+): \[(entry|exit |event|lost )\]")
UFTRACE_DATA = re.compile(r"^\d+\.\d{9} +\d+: \[(args |retval)\]")
UFTRACE_FILE = re.compile(r"^reading (\S+)\.dat$")
XRAY = re.compile(r"^  - \{ .* cpu: (\d+), thread: (\d+),.* kind: ([\w-]+), tsc: (\d+)")
XRAY_TYPE = re.compile(r"type: \d+")
XRAY_FUNCTION = re.compile(r"func-id: \d+, function: '[^']*', cpu: \d+")
# Names that LTTng's dump of the system has for numbers; the dump may be outside of a cut.
NAMED = re.compile(r" \[[^\]\"]*\]")
ARRAY = re.compile(r"ARRAY\[[^]]*\]")
# The first word has the folder of the trace.
CTF = re.compile(r"^\[0*(\d+)\] \S+ (.*?(?:: \{ cpu_id = (\d+) \}.*)?)$")
ADDRESS = re.compile(r"\b([sd]addr\w*=).*?(?= \w+=|$)", re.S)
# Records have ten bits of the depth; the others are counted from the beginning.
DEPTH = re.compile(r'"depth":(\d+)')
DESCRIBING = ("metadata_", "facilities_")


class Told(NamedTuple):
    time: int
    tid: int
    cpu: int
    text: str
    loss: bool = False  # records were lost before the next one, whose time it has


class Unreadable(Exception):
    """The reference tool can't read the trace."""


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, check=False, timeout=300)
    if done.returncode:
        raise Unreadable(done.stderr.decode("utf-8", "replace").strip()[-200:])
    return done.stdout.decode("utf-8", "replace").split("\n")


def with_times(found):
    """Losses have no time of their own: they get that of the record behind them, of the same stream."""
    out, nexts = [], {}
    for stream, told in reversed(found):
        if not told.loss:
            nexts[stream] = told.time
        if stream in nexts:
            out.append(told._replace(time=nexts[stream]))
    return out[::-1]


def uftrace(path):
    """Debian's uftrace does not know sizes in symbol files, so it gets a copy without. `dump` lists file after file."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "data"
        shutil.copytree(path, copy, copy_function=shutil.copyfile)
        for symbols in copy.glob("*.sym"):
            symbols.write_bytes(SIZED_SYMBOL.sub(rb"\1 ", symbols.read_bytes()))
        lines = run("uftrace", "dump", "--no-pager", "-d", copy)
    found, file = [], None
    for line in lines:
        begins, told = UFTRACE_FILE.match(line), UFTRACE.match(line)
        if begins:
            file = begins[1]
        elif told:
            time, loss = int(told[1]) * 10**9 + int(told[2]), told[4] == "lost "
            found.append((file, Told(time, int(told[3]), -1, f"{file}: {line}", loss)))
        elif found and (line.startswith("  ") or UFTRACE_DATA.match(line)):  # arguments, with a time of their own
            stream, last = found[-1]
            found[-1] = stream, last._replace(text=last.text + "\n" + line)
    return with_times(found)


def tracecmd(path, options=("-N",)):
    found = []
    for line in run("trace-cmd", "report", "-t", *options, "-i", path):
        told, lost = tracecmd_text.LINE.match(line), tracecmd_text.LOST.match(line)
        if told:
            stream = told["buffer"], int(told["cpu"])
            found.append((stream, Told(tracecmd_text.time_of(told["time"]), int(told["tid"]), stream[1], line)))
        elif lost:
            found.append(((lost["buffer"], int(lost["cpu"])), Told(0, -1, int(lost["cpu"]), line, True)))
        elif found and line.strip() and not line.startswith("CPU "):
            stream, last = found[-1]
            found[-1] = stream, last._replace(text=last.text + "\n" + line)
    return with_times(found)


def tracecmd_raw(path):
    """Bytes of arrays are left out: stacks are printed beyond their ends, and whether bytes are a text depends on those
    that came before. The texts by formats have them."""
    return [told._replace(text=ADDRESS.sub(r"\1", ARRAY.sub("", told.text))) for told in tracecmd(path, ("-R",))]


def xray(path):
    found = []
    for line in run("llvm-xray", "convert", "-output-format=yaml", path):
        told = XRAY.match(line)
        if not told:
            continue
        # What a record has not, the tool takes from an earlier one: the type but of typed events, of events function and CPU.
        event = told[3].endswith("event")
        text = XRAY_FUNCTION.sub("", line) if event else line
        text = text if told[3] == "typed-event" else XRAY_TYPE.sub("", text)
        found.append(Told(int(told[4]), int(told[2]), -1 if event else int(told[1]), text))
    return found


def ctf(path):
    """Times are counts of the clock, which is to count nanoseconds."""
    if shutil.which("babeltrace2") is None:
        raise Unreadable("babeltrace2 is not installed")
    found = []
    for line in run("babeltrace2", "-f", "all", "--clock-cycles", "--no-delta", path):
        told = CTF.match(line)
        if told:
            found.append(Told(int(told[1]), -1, int(told[3] or -1), told[2]))
    return sorted(found)


def product(tool):
    """The same by the command line itself, for what no tool at hand can read."""
    def records(path):
        found = []
        for line in run(tool, "events", "--format", "jsonl", path):
            one = json.loads(line) if line else {}
            # Descriptions of events are records to LTTng, and are in all cuts.
            if one and not one.get("stream", "").startswith(DESCRIBING):
                text = DEPTH.sub(lambda depth: f'"depth":{int(depth[1]) % 1024}', NAMED.sub("", line))
                found.append(Told(int(one["ts"]), one.get("tid", -1), one.get("cpu", -1), text, one.get("kind") == "lost"))
        return found
    return records


READERS = {"uftrace": [uftrace], "trace-cmd": [tracecmd, tracecmd_raw], "xray": [xray], "lttng": [], "ctf": [ctf]}
