"""Compares what the command line says of a trace of calls with the oracle."""
import re
from collections import Counter

from tests.oracle import calls, compare_lives, compare_tables, task_states, uftrace_text, uftrace_values, xray_text
from tests.oracle.differences import Kind

PARSERS = {"uftrace": uftrace_text, "xray": xray_text}
FIGURES = ("calls", "total", "self", "min", "max")
DIRECT = ("calls", "within", "open", "total")
STATES = (task_states.RUNNING, task_states.RUNNABLE, task_states.SLEEPING)
MOST = 3  # functions whose callers and callees are asked for: those with the most calls, and so many that recur


def compare(trace, product):
    figures = calls.figures(PARSERS[trace.format].threads(trace.lines()).values())
    kinds = [functions(product, figures), apart(product, figures), doubts(product, figures)]
    kinds += slices(product, figures)
    nodes = list(figures.stacks(spelled))
    for value, figure in (("total", "total"), ("self", "self"), ("calls", "count")):
        kinds.append(stacks(product, nodes, value, figure, trace.format == "xray"))
    kinds += [direct(product, figures, "callers"), direct(product, figures, "callees")]
    kinds += [inverted(product, figures), focused(product, figures)]
    kinds += compare_tables.of_calls(product, figures)
    if trace.format == "uftrace":
        tasks = task_states.tasks(*uftrace_text.switches(trace.lines(), cpus_of(trace.path)))
        kinds += [*scheduling(product, tasks), compare_tables.of_tasks(product, tasks)]
        kinds.append(values(product, trace.path))
        kinds += compare_lives.of_uftrace(trace, product)
    else:
        kinds += compare_lives.none_of(product)
    return [kind for kind in kinds if kind.compared]


def functions(product, figures):
    kind = Kind("functions")
    told = {name: one for name, one in product.functions().items() if one["calls"]}
    oracle = {name: one for name, one in figures.functions.items() if one.calls}
    for name in sorted({*told, *oracle}):
        kind.check(name, {key: told[name][key] for key in FIGURES} if name in told else None,
                   {key: getattr(oracle[name], key) for key in FIGURES} if name in oracle else None)
    return kind


def apart(product, figures):
    """Calls that did not end, exits without an entry, and calls of which the duration is a bound."""
    kind = Kind("calls without a duration")
    told = product.functions()
    kind.maps({name: one["atMost"] for name, one in told.items() if one["atMost"]},
              {name: one.at_most for name, one in figures.functions.items() if one.at_most}, "{}: at most")
    open_ = {name: one.open for name, one in figures.functions.items() if one.open}
    kind.maps({name: one["open"] for name, one in told.items() if one["open"]}, open_, "{}: not ended")
    kind.maps({name: one["unbegun"] for name, one in told.items() if one["unbegun"]}, +figures.unbegun,
              "{}: not begun")
    return kind


def doubts(product, figures):
    """By how much the own time of functions may be off because it is not known when calls within them ended."""
    kind = Kind("doubts of self times")
    oracle = {name: one.doubt for name, one in figures.functions.items() if one.calls and one.doubt and not one.hazy}
    kind.maps({name: one["selfDoubt"] for name, one in product.functions().items()
               if one["selfDoubt"] and one["calls"] and not figures.functions[name].hazy}, oracle)
    return kind


def slices(product, figures):
    """Calls as rows, and in groups: each as the text has it, in the order of their durations."""
    rows, groups = Kind("slices"), Kind("groups of slices")
    told = [one for one in product.slices() if one["dur"] is not None]
    rows.maps(Counter((one["ts"], one["dur"], one["name"], one["caller"] or "") for one in told),
              Counter(figures.ended), "{}")
    rows.check("durations in their order", [one["dur"] for one in told],
               sorted((duration for _, duration, _, _ in figures.ended), reverse=True))
    oracle = {}
    for _, duration, _, caller in figures.ended:
        count, total = oracle.get(caller, (0, 0))
        oracle[caller] = count + 1, total + duration
    groups.maps({one["value"] or "": (one["count"], one["total"]) for one in product.slices("--by", "caller") if one["count"]},
                oracle, "called by {}")
    return [rows, groups]


def spelled(name):
    """As folded stacks spell frames: docs/flame-graph.md."""
    return re.sub(r" (\d*)$", r"\\x20\1", name.replace(";", ":"))


def stacks(product, nodes, value, figure, begun):
    """Without stacks at whose end a call stayed open: it took at least so long. `begun`: calls are counted by
    their entries; one that did not end otherwise has the time of what it called, and the rest is not known."""
    kind = Kind(f"stacks by {value}")
    hidden = {path for path, node in nodes if node.lasting or (node.open and not begun)}
    told = {path: one for path, one in product.stacks("--by", value).items() if one and path not in hidden}
    wanted = Counter()
    for path, node in nodes:
        wanted[path] += getattr(node, figure) + (node.open if begun and value == "calls" else 0)
    kind.maps(told, {path: one for path, one in wanted.items() if one and path not in hidden})
    return kind


def most_called(figures):
    """Those that recur among them, if there are any: of these the callers are harder to count."""
    ended = sorted((-one.calls, name) for name, one in figures.functions.items() if one.calls and not one.open)
    again = [one for one in ended if one[1] in figures.recurred]
    return [name for _, name in [*again[:MOST], *ended[:MOST]][:2 * MOST]]


def direct(product, figures, which):
    """Callers or callees, each call once; of callers, those of all calls that ended together are the function's."""
    kind = Kind(which)
    for name in dict.fromkeys(most_called(figures)):
        told = {one["name"]: {key: one[key] for key in DIRECT} for one in product.direct(name)[which]}
        oracle = {other: {key: getattr(one, key) for key in DIRECT}
                  for other, one in getattr(figures, which)(name).items() if one.calls or one.open}
        kind.maps(told, oracle, f"of {name}: {{}}")
        if which == "callers":
            kind.check(f"of {name}: all", sum(one["calls"] for one in told.values()), figures.functions[name].calls)
    return kind


def inverted(product, figures):
    """Callers as the stacks upside down have them."""
    kind = Kind("callers of stacks upside down")
    wanted = most_called(figures)
    told = product.stacks("--by", "calls", "--inverted") if wanted else Counter()
    for name in dict.fromkeys(wanted):
        found = Counter()
        for path, count in told.items():
            frames = path.split(";")
            if frames[0] == spelled(name):
                found[frames[1] if len(frames) > 1 else ""] += count
        oracle = Counter()
        for caller, one in figures.callers(name).items():
            oracle[spelled(caller) if caller else ""] += one.calls
        kind.maps(found, +oracle, f"of {name}: {{}}")
    return kind


def focused(product, figures):
    """Callees as the stacks below a function have them, which lies below itself where it recurs."""
    kind = Kind("callees of stacks below a function")
    for name in dict.fromkeys(most_called(figures)):
        found = Counter()
        for path, count in product.stacks("--by", "calls", "--focus", name).items():
            frames = path.split(";")
            if len(frames) > 1 and frames[-2] == spelled(name):
                found[frames[-1]] += count
        oracle = Counter()
        for callee, one in figures.callees(name).items():
            oracle[spelled(callee)] += one.calls
        kind.maps(found, +oracle, f"of {name}: {{}}")
    return kind


def number(value):
    """Of what JSON has: numbers that are not finite, and addresses, are texts there."""
    if not isinstance(value, str):
        return value
    try:
        return int(value, 16) if value.startswith("0x") else float(value)
    except ValueError:
        return value


def values(product, folder):
    """The numbers among arguments and results, bit for bit."""
    kind = Kind("numbers of arguments and results")
    directory = uftrace_values.Directory(folder)
    for event in product.events():
        wanted = directory.numbers(event) if event["kind"] in ("entry", "exit") and "fields" in event else None
        for name, value in (wanted or {}).items():
            if value is None:
                continue
            told = number(event["fields"].get(name))
            if isinstance(value, float) and isinstance(told, int):
                told = float(told)
            kind.check(f"{event['name']} at {event['ts']}: {name}", repr(told), repr(value))
    return kind


def cpus_of(folder):
    """Those whose switches were recorded."""
    return sorted(int(re.sub(r"\D", "", path.stem)) for path in folder.glob("perf-cpu*.dat"))


def scheduling(product, tasks):
    """States of threads, and how long each ran on which CPU."""
    states, cpus = Kind("states of threads"), Kind("busy time of CPUs")
    if not tasks:
        return []
    ours = product.scheduling()
    told = {one["tid"]: one for one in ours["threads"]}
    busy = Counter()
    for tid, task in sorted(tasks.items()):
        if not any(task.times.values()):
            continue
        wanted = {state: task.times[state] for state in STATES}
        wanted |= {"unknown": 0, "switches": task.switches, "migrations": task.migrations}
        states.check(f"tid {tid}", {key: told[tid][key] for key in wanted} if tid in told else None, wanted)
        for cpu, time in task.busy.items():
            busy[cpu, tid] += time
    cpus.maps({(cpu["cpu"], part["tid"]): part["time"] for cpu in ours["cpus"] for part in cpu["threads"] if part["time"]},
              +busy, "(CPU, tid) {}")
    return [states, cpus]
