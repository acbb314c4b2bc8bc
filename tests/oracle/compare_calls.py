"""Compares what the command line says of a trace of calls with the oracle."""
import re
from collections import Counter

from tests.oracle import calls, uftrace_text, xray_text
from tests.oracle.differences import Kind

PARSERS = {"uftrace": uftrace_text, "xray": xray_text}
FIGURES = ("calls", "total", "self", "min", "max")
MOST = 3  # functions whose callers and callees are asked for, those with the most calls


def compare(trace, product):
    figures = calls.figures(PARSERS[trace.format].threads(trace.lines()).values())
    kinds = [functions(product, figures), apart(product, figures)]
    nodes = list(figures.stacks(spelled))
    for value, figure in (("total", "total"), ("self", "self"), ("calls", "count")):
        kinds.append(stacks(product, nodes, value, figure))
    kinds += [callers(product, figures), callees(product, figures)]
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
    """Calls that did not end, and exits without an entry."""
    kind = Kind("calls without a duration")
    told = product.functions()
    open_ = {name: one.open for name, one in figures.functions.items() if one.open}
    kind.maps({name: one["open"] for name, one in told.items() if one["open"]}, open_, "{}: not ended")
    kind.maps({name: one["unbegun"] for name, one in told.items() if one["unbegun"]}, +figures.unbegun,
              "{}: not begun")
    return kind


def spelled(name):
    """As folded stacks spell frames: docs/flame-graph.md."""
    return re.sub(r" (\d*)$", r"\\x20\1", name.replace(";", ":"))


def stacks(product, nodes, value, figure):
    """Of stacks at whose end no call stayed open: how long such a call took is not known."""
    kind = Kind(f"stacks by {value}")
    hidden = {path for path, node in nodes if node.open}
    told = {path: one for path, one in product.stacks("--by", value).items() if one and path not in hidden}
    wanted = Counter()
    for path, node in nodes:
        wanted[path] += getattr(node, figure)
    kind.maps(told, {path: one for path, one in wanted.items() if one and path not in hidden})
    return kind


def most_called(figures):
    """Without functions that recur: what they call counts for the outermost of them there."""
    plain = [(-one.calls, name) for name, one in figures.functions.items()
             if one.calls and not one.open and name not in figures.recurred]
    return [name for _, name in sorted(plain)[:MOST]]


def callers(product, figures):
    kind = Kind("callers")
    wanted = most_called(figures)
    told = product.stacks("--by", "calls", "--inverted") if wanted else Counter()
    for name in wanted:
        found = Counter()
        for path, count in told.items():
            frames = path.split(";")
            if frames[0] == spelled(name):
                found[frames[1] if len(frames) > 1 else ""] += count
        oracle = Counter()
        for caller, count in figures.callers(name).items():
            oracle[spelled(caller) if caller else ""] += count
        kind.maps(found, oracle, f"of {name}: {{}}")
    return kind


def callees(product, figures):
    kind = Kind("callees")
    for name in most_called(figures):
        told = product.stacks("--by", "calls", "--focus", name)
        found = {path.split(";")[1]: count for path, count in told.items() if path.count(";") == 1}
        oracle = {spelled(callee): count for callee, count in figures.callees(name).items()}
        kind.maps(found, oracle, f"of {name}: {{}}")
    return kind
