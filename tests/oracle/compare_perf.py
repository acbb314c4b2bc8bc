"""Compares what the command line says of a recording of perf with the oracle."""
import re
from collections import Counter

from tests.oracle import perf_text
from tests.oracle.differences import Kind

UNWOUND = ("dwarf", "lost")  # perf unwinds their stacks, from copies of them
PLACE = re.compile(r"(?:.*\+)?0x([0-9a-f]+)(?: \[kernel\])?$")


def compare(trace, product):
    oracle = perf_text.samples(trace.lines())
    kinds = [samples(product, oracle)]
    if trace.path.parent.name not in UNWOUND:
        kinds += stacks(product, oracle)
        if not any(one.alone for one in oracle):
            kinds.append(table(product, oracle))
            kinds += functions(product, oracle)
    told = trace.path.parent / "ref/timehist.txt"
    if trace.path.parent.name == "sched-record" and told.is_file():
        kinds.append(runs(product, told.read_text(errors="replace").splitlines()))
    tasks = trace.path.parent / "ref/script-events.txt"
    if tasks.is_file() and any(one.time is not None for one in oracle):
        lines = tasks.read_text(errors="replace").splitlines()
        kinds.append(names(product, lines))
        if trace.path.parent.name == "switch-thread":
            kinds.append(switches(product, lines))
    return [kind for kind in kinds if kind.compared]


def names(product, lines):
    """What threads were called last, and threads that COMM does not name as the one that made them was called then."""
    kind = Kind("names of threads")
    expected = {}
    for one in perf_text.tasks(lines):
        if one.type == "COMM" and one.time >= expected.get(one.tid, (0, ""))[0]:
            expected[one.tid] = (one.time, one.rest)
    ours = {row["tid"]: row["name"] for row in product.query("SELECT tid, name FROM thread")}
    for tid, (_, name) in expected.items():
        if tid > 0 and tid in ours:
            kind.check(f"name of {tid}", ours[tid], name)
    return kind


def switches(product, lines):
    """How long each thread ran, of a recording of some programs."""
    kind = Kind("running")
    ours = {one["tid"]: one["running"] for one in product.scheduling()["threads"]}
    for tid, ran in perf_text.ran(lines).items():
        kind.check(f"how long {tid} ran", ours.get(tid), ran)
    return kind


def functions(product, oracle):
    """Places in files with the samples in them, and in what they called."""
    kinds = []
    for event in sorted({one.event for one in oracle}):
        name = event.rpartition(":")[2]
        kind = Kind(f"functions by samples of {name}")
        expected = {}
        for one in oracle:
            if one.event != event or one.tid < 0:
                continue
            for place in set(one.chain):
                expected.setdefault(place, [0, 0])[0] += 1
            if one.chain:
                expected[one.chain[0]][1] += 1
        ours = {}
        for text, row in product.functions("--counter", f"samples of {name}").items():
            found = PLACE.match(text)
            if not found:
                continue
            sums = ours.setdefault(int(found[1], 16), [0, 0])
            sums[0] += row["total"]
            sums[1] += row["self"]
        kind.maps({place: tuple(sums) for place, sums in ours.items()},
                  {place: tuple(sums) for place, sums in expected.items()})
        kinds.append(kind)
    return kinds


def samples(product, oracle):
    """When, of which thread, with which command, of what, and how many it stands for."""
    kind = Kind("samples")
    timed = all(one.time is not None for one in oracle)
    ours = []
    for row in product.events():
        if row["kind"] not in ("sample", "event"):
            continue
        fields = row.get("fields", {})
        ours.append((row["ts"] if timed else None, row.get("pid"), row.get("tid"), row["name"], fields.get("period", 0)))
    kind.multisets(ours, [(one.time, one.pid, one.tid, one.event.rpartition(":")[2] or one.event, one.period)
                          for one in oracle])
    return kind


def stacks(product, oracle):
    """Samples, and what they stand for, by their stacks: places in files, as the names of libraries are not at hand."""
    kinds = []
    for event in sorted({one.event for one in oracle}):
        name = event.rpartition(":")[2]
        mine = [one for one in oracle if one.event == event and one.tid >= 0]
        label = f"{name}, ns" if name.startswith(("cpu-clock", "task-clock")) else name
        for counter, weight in ((f"samples of {name}", lambda one: 1), (label, lambda one: one.period)):
            kind = Kind(f"stacks by {counter}")
            expected = Counter()
            for one in mine:
                if weight(one):
                    expected[() if one.alone else tuple(reversed(one.chain))] += weight(one)
            ours = Counter()
            for path, value in product.stacks("--counter", counter).items():
                places = tuple(int(PLACE.match(frame)[1], 16) for frame in path.split(";"))
                ours[() if all(one.alone for one in mine) else places] += value
            kind.maps(ours, expected)
            kinds.append(kind)
    return kinds


def table(product, oracle):
    """The stacks as SQL has them."""
    kind = Kind("table stack_sample")
    ours = Counter()
    for row in product.query("SELECT e.name, s.frames, s.stack FROM stack_sample AS s JOIN event AS e ON e.row = s.event_row"):
        places = tuple(int(PLACE.match(frame)[1], 16) for frame in row["stack"].split(";")) if row["stack"] else ()
        ours[(row["name"], row["frames"], places)] += 1
    chains = [one for one in oracle if not one.alone]
    kind.maps(ours, Counter((one.event.rpartition(":")[2], len(one.chain), tuple(reversed(one.chain))) for one in chains))
    return kind


def runs(product, lines):
    """How long threads ran, up to each switch, to the microsecond that perf prints."""
    kind = Kind("scheduling")
    ours = Counter()
    for row in product.query("SELECT s.ts + s.dur AS stop, s.cpu, t.tid, s.dur FROM sched AS s JOIN thread AS t ON t.utid = s.utid"):
        if row["stop"] is not None:
            ours[(row["stop"] // 1000, row["cpu"], row["tid"])] = row["dur"]
    for one in perf_text.runs(lines):
        took = ours.get((one.end, one.cpu, one.tid))
        near = took is not None and abs(took - one.run * 1000) <= 1000
        kind.check(f"run of {one.tid} up to {one.end} on CPU {one.cpu}", one.run if near else took, one.run)
    return kind
