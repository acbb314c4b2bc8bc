"""Compares what the command line says of a CTF trace with babeltrace2: each record with all its fields; and of a kernel's, the
figures that follow from them."""
import gzip
import json

from tests.oracle import compare_kernel, ctf_text
from tests.oracle.differences import Kind
from tests.oracle.traces import plain_or_packed

# babeltrace2 2.0.4 prints a text of length 0 as the one before it in the same field.
STALE = 'str = "<b>&amp;</b>", text = "fixed text", _seqtext_length = 0, seqtext = "<b>&"'
MENDED = 'str = "", text = "fixed text", _seqtext_length = 0, seqtext = ""'


def compare(trace, product):
    """-> the kinds of figures"""
    kinds = [events(trace, product)]
    if any(": { cpu_id = " in line and "sched_switch: {" in line for line in trace.lines()):
        kinds += compare_kernel.compare(trace, product)
    return kinds


def lines_of(path):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", errors="replace", newline="\n") as text:
        return [line.rstrip("\n") for line in text]


def events(trace, product):
    kind = Kind("records")
    texts = lines_of(plain_or_packed(trace.path.parent / "ref/text.txt"))
    told = json.loads(product.run("info", "--json"))["clock"]
    ours = [event for event in product.events() if event["kind"] == "event"]
    # Several traces of one clock are laid on each other by it; each has an offset to the time of day of its own.
    one = len(list(trace.path.rglob("metadata"))) == 1
    oracle = []
    for line, counted in zip(texts, trace.lines(), strict=True):
        event = ctf_text.printed(line.replace(STALE, MENDED))
        time = event.time if one and told.get("wallOffset") else ctf_text.cycles(counted)
        oracle.append((None if is_rounded(trace) or time is None else time, event.name, event.words))
    offset = int(told.get("wallOffset") or 0) if one else 0
    timed = not is_rounded(trace) and any(time is not None for time, _, _ in oracle)
    kind.multisets([(event["ts"] + offset if timed else None, event["name"], event.get("args", "")) for event in ours], oracle)
    return kind


def is_rounded(trace):
    """babeltrace2 computes with floating point numbers what a clock has that does not count nanoseconds."""
    return trace.path.parent.name == "synth-compact"
