"""What `perf script` and `perf sched timehist` print."""
import re
from typing import NamedTuple

SAMPLE = re.compile(r"^\s*(?P<comm>.*?)\s+(?P<pid>-?\d+)/(?P<tid>-?\d+)\s+(?:\[(?P<cpu>\d+)\]\s+)?(?:(?P<s>\d+)\.(?P<ns>\d{9}):)?\s+"
                    r"(?:(?P<period>\d+)\s+)?(?P<event>[^ ].*?):\s*(?P<ip>[0-9a-f]+)?\s*$")
FRAME = re.compile(r"^\s+([0-9a-f]+)(?:\s.*)?$")
RUN = re.compile(r"\s*(?P<s>\d+)\.(?P<us>\d{6}) \[(?P<cpu>\d+)\]\s+(?P<task>.*?)\s+(?P<wait>\d+\.\d{3})\s+(?P<delay>\d+\.\d{3})\s+"
                 r"(?P<run>\d+\.\d{3})\s+(?P<state>\S+)(?:\s+next: (?P<next>.*?))?\s*$")


class Sample(NamedTuple):
    comm: str
    pid: int
    tid: int
    time: int | None  # ns
    event: str
    period: int
    chain: tuple  # addresses, the innermost first: of programs, places in files
    alone: bool   # only the address of the sample itself, as it was in memory


def samples(lines):
    """Of script-nosym.txt."""
    found = []
    for line in lines:
        frame = FRAME.match(line) if line.startswith("\t") else None
        if frame:
            if found:
                found[-1][1].append(int(frame[1], 16))
            continue
        head = SAMPLE.match(line)
        if head:
            found.append((head, [int(head["ip"], 16)] if head["ip"] else []))
    return [Sample(head["comm"], int(head["pid"]), int(head["tid"]),
                   int(head["s"]) * 10**9 + int(head["ns"]) if head["s"] else None, head["event"].strip(),
                   int(head["period"] or 0), tuple(chain), bool(head["ip"])) for head, chain in found]


class Run(NamedTuple):
    end: int  # us
    cpu: int
    tid: int  # 0: the idle thread
    run: int  # us


def tid_of(task):
    """"name[tid]" or "name[tid/pid]"; the idle thread has no id."""
    found = re.search(r"\[(\d+)(?:/\d+)?\]$", task.strip())
    return int(found[1]) if found else 0


def runs(lines):
    """How long threads ran up to each switch. perf gives a thread the time since the switch before on its CPU also where the
    switch to it is missing, as some are of idle CPUs: such runs are left out."""
    found, coming = [], {}
    for line in lines:
        one = RUN.match(line)
        if not one:
            continue
        cpu, tid = int(one["cpu"]), tid_of(one["task"])
        if tid and coming.get(cpu) == tid:
            found.append(Run(int(one["s"]) * 10**6 + int(one["us"]), cpu, tid, round(float(one["run"]) * 1000)))
        coming[cpu] = tid_of(one["next"]) if one["next"] else 0
    return found


TASK = re.compile(r"^\s*(?P<comm>.*?)\s+(?P<tid>-?\d+)\s+(?:\[\d+\]\s+)?(?P<s>\d+)\.(?P<ns>\d{9}):\s+PERF_RECORD_(?P<type>[A-Z_]+)\b"
                  r"(?P<rest>.*)$")


class Task(NamedTuple):
    """A record of perf itself about a thread."""
    time: int  # ns; 0: none
    tid: int   # that it tells of
    type: str  # "COMM", "EXIT", "SWITCH"
    rest: str


def tasks(lines):
    """Of script-events.txt."""
    found = []
    for line in lines:
        one = TASK.match(line)
        if not one:
            continue
        time, kind, rest, tid = int(one["s"]) * 10**9 + int(one["ns"]), one["type"], one["rest"].strip(), int(one["tid"])
        if kind == "COMM":
            told = re.search(r":(?: exec:)? ?(.*):(-?\d+)/(-?\d+)$", ":" + rest.lstrip(": "))
            tid, rest = int(told[3]), told[1].removeprefix("exec: ")
        elif kind == "EXIT":
            tid = int(re.search(r"\(\d+:(\d+)\):", rest)[1])
        found.append(Task(time, tid, kind, rest))
    return found


def ran(lines):
    """tid -> how long it ran, of a recording of some programs: from each SWITCH IN to the next OUT, or to its end. What began
    before the first switch is not known."""
    since, found, gone = {}, {}, set()
    for one in tasks(lines):
        if one.tid in gone:
            continue
        if one.type == "SWITCH" and one.rest.startswith("IN"):
            since[one.tid] = one.time
        elif one.type in ("SWITCH", "EXIT") and one.tid in since:
            found[one.tid] = found.get(one.tid, 0) + one.time - since.pop(one.tid)
        if one.type == "EXIT":
            gone.add(one.tid)
    return found
