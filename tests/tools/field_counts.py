#!/usr/bin/env python3
"""How many events of a trace.dat meet a comparison of a field: by `trace-cmd report -F`, and by `tracepane events --filter`.

usage: field_counts.py record -o TABLE.json.gz TRACE...     asks trace-cmd, and keeps what it says
       field_counts.py check [-v] TABLE.json.gz [PROGRAM]   compares the program with what was kept
       field_counts.py compare [-v] [--program P] TRACE...  both at once, for traces that are not in the repository

The comparisons are made, not chosen: of each kind of event that the trace has, each field is compared with a value that
occurs: numbers by ==, > and &, texts by == and !=. `trace-cmd report -R` tells the values; from them the counts are
made a third time, in Python. Where that and trace-cmd's filter differ, the table says what each has found, and why.
"""
import argparse
import collections
import concurrent.futures
import gzip
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/native/tracepane"
RECORD = re.compile(r"^(?P<buffer> *[^\s:][^:]*:(?= ))? *.*?-(?P<pid>\d+) +\[\d+\] *(?:\S{5} +)?[\d.]+: +"
                    r"(?P<name>[^\s:]+): *(?P<text>.*)$")
FIELD = re.compile(r"\tfield:(?P<type>[^;]*?)(?P<name>\w+)(?P<array>\[\w*\])?;\s*offset:(?P<offset>\d+);\s*"
                   r"size:(?P<size>\d+);(?:\s*signed:(?P<signed>\d))?")
HEX = re.compile(r"(?=.*[a-f])[0-9a-f]{6,}$")  # of times and of probed addresses, trace-cmd prints no 0x
FUNCTION = re.compile(r"[A-Za-z_][\w.]*$")  # it prints names for their addresses
# Why trace-cmd 3.1.6 (libtraceevent 1.7) counts otherwise than the values say.
UNSIGNED = "trace-cmd compares a negative number as if it had no sign"
WHY = {"unsigned": UNSIGNED,
       "instances": "of a trace with instances, trace-cmd's filter leaves out records that meet it",
       "stack": "trace-cmd shows the stack behind each event that it shows, whatever the filter says of stacks"}


def tool(*arguments):
    done = subprocess.run(["trace-cmd", *map(str, arguments)], capture_output=True, timeout=600, check=False)
    return done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


class Field:
    def __init__(self, found):
        self.name, self.size = found["name"], int(found["size"])
        self.type = found["type"] + (found["array"] or "")
        self.signed = found["signed"] == "1"
        self.array = "[" in self.type
        self.text = self.array and "char" in self.type
        self.number = not self.array and self.size in (1, 2, 4, 8)

    def value(self, words):
        """What `report -R` prints of it."""
        if self.text:
            return words
        value = int(words, 16 if HEX.match(words) or self.name.startswith("__probe_") else 0 if words.startswith("0x") else 10)
        if value >= 1 << 63:
            value -= 1 << 64
        bits = value & ((1 << 8 * self.size) - 1)
        return bits - (1 << 8 * self.size) if self.signed and bits >> (8 * self.size - 1) else bits


def formats(trace):
    """The fields of each kind of event, by its name; of names that several systems have, none."""
    out, systems = {}, collections.defaultdict(set)
    name = None
    for line in (tool("dump", "--ftrace-events", "-i", trace)[0] + tool("dump", "--events", "-i", trace)[0]).splitlines():
        if line.startswith("name: "):
            name = line[6:].strip()
            systems[name].add(len(systems[name]))
            out[name] = []
        elif name and (found := FIELD.match(line)) and not found["name"].startswith("common_"):
            out[name].append(Field(found))
    return {name: fields for name, fields in out.items() if len(systems[name]) == 1}


def records(trace, *options):
    for line in tool("report", *options, "-i", trace)[0].splitlines():
        if found := RECORD.match(line):
            yield found


def comparisons(trace):
    """By event: (expression, count in Python, may be one of WHY), and beside it how many records it has."""
    fields = formats(trace)
    values, pids = collections.defaultdict(list), collections.defaultdict(list)
    patterns = {name: re.compile(" ".join(f"{field.name}=(.*?)" for field in its) + "$", re.S) for name, its in fields.items()}
    for found in records(trace, "-R"):
        name = found["name"]
        if name not in fields:
            continue
        pids[name].append(int(found["pid"]))
        if row := patterns[name].match(found["text"].strip(" ") if fields[name] else ""):
            values[name].append(row.groups())
    out = {}
    for name, its in pids.items():
        middle = its[len(its) // 2]
        out[name] = [(f"common_pid == {middle}", its.count(middle), ""),
                     ("common_preempt_count > 0", None, ""), ("common_flags & 1", None, "")]
        if len(values[name]) != len(its) or name == "print":
            continue  # of several lines, or of texts that hold names of fields; of those that end a line it shows no end
        for position, field in enumerate(fields[name]):
            # Of a text of no given size it reads on behind the record.
            if (field.text and field.size > 0) or field.number:
                out[name] += of_field(field, [row[position] for row in values[name]])
    return out


def of_field(field, words):
    try:
        values = [field.value(one) for one in words]
    except ValueError:
        if not all(FUNCTION.match(one) for one in words):
            return []
        values = words
    middle = values[len(values) // 2]
    if isinstance(middle, str):
        if not middle.isascii() or not middle.isprintable() or '"' in middle or "\\" in middle:
            return []
        return [(f'{field.name} == "{middle}"', values.count(middle), ""),
                (f'{field.name} != "{middle}"', len(values) - values.count(middle), "")]
    positive = [one for one in values if one >= 0]
    if not positive:
        return []
    middle = positive[len(positive) // 2]
    bit = middle & -middle or 1
    return [(f"{field.name} == {middle}", values.count(middle), ""),
            (f"{field.name} > {middle}", sum(one > middle for one in values), "unsigned" if min(values) < 0 else ""),
            (f"{field.name} & {bit}", sum((one & bit) != 0 for one in values), "")]


def rounds(asked):
    """One comparison of each event at a time."""
    for i in range(max(map(len, asked.values()), default=0)):
        yield {name: its[i][0] for name, its in asked.items() if i < len(its)}


def count_by_tool(trace, asked):
    """`asked`: an expression by event. Counts by event."""
    options = []
    for name, expression in asked.items():
        options += ["-F", f"{name}: {expression}"]
    return collections.Counter(found["name"] for found in records(trace, "-R", *options))


def count_by_program(program, trace, asked):
    text = " || ".join(f"({name}: {expression})" for name, expression in asked.items())
    done = subprocess.run([str(program), "events", str(trace), "--format", "csv", "--columns", "name", "--filter", text],
                          capture_output=True, timeout=600, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr.decode())
    return collections.Counter(done.stdout.decode().splitlines()[1:])


def measure(trace):
    """[event, expression, trace-cmd's count] of a trace, and where that is wrong also the right count and why."""
    asked = comparisons(trace)
    instances = "instances" if any(found["buffer"] for found in records(trace)) else ""
    counts = {name: [] for name in asked}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found, each in zip(pool.map(lambda one: count_by_tool(trace, one), rounds(asked)), rounds(asked)):
            for name in each:
                counts[name].append(found[name])
    out = []
    for name, its in sorted(asked.items()):
        for (expression, right, why), found in zip(its, counts[name]):
            if right is None and (instances or name.endswith("_stack")):
                continue  # nothing says what is left out, or shown beside
            row = [name, expression, found]
            if right is not None and right != found:
                row += [right, (found < right and instances) or (name.endswith("_stack") and found > right and "stack") or why or "?"]
            out.append(row)
    return out


def check(trace, table, program, verbose=False):
    """The rows in which the program differs, with what it says."""
    asked = collections.defaultdict(list)
    for name, expression, *_ in table:
        asked[name].append((expression,))
    counts = collections.defaultdict(list)
    for each in rounds(asked):
        found = count_by_program(program, trace, each)
        for name in each:
            counts[name].append(found[name])
    wrong = []
    for row in table:
        got, right = counts[row[0]].pop(0), row[3] if len(row) > 3 else row[2]
        if got != right:
            wrong.append((row, got))
    return wrong


def load(path):
    with gzip.open(path, "rt") as file:
        return json.load(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["record", "check", "compare"])
    parser.add_argument("paths", nargs="+")
    parser.add_argument("-o", "--output")
    parser.add_argument("--program", default=PROGRAM)
    parser.add_argument("-v", "--verbose", action="store_true")
    given = parser.parse_args()
    if given.what == "record":
        table = {"why": WHY, "traces": {}}
        for path in given.paths:
            if rows := measure(path):  # trace-cmd may lack what it was compressed by
                table["traces"][str(pathlib.Path(path).resolve().relative_to(ROOT))] = rows
        unexplained = [row for rows in table["traces"].values() for row in rows if row[-1] == "?"]
        text = json.dumps(table, indent=0, separators=(",", ":")).encode()
        pathlib.Path(given.output).write_bytes(gzip.compress(text, mtime=0))
        print(sum(map(len, table["traces"].values())), "comparisons; not explained:", *unexplained, sep="\n")
        return 0
    tables = load(given.paths[0])["traces"] if given.what == "check" else {path: measure(path) for path in given.paths}
    bad = 0
    for trace, rows in tables.items():
        wrong = check(ROOT / trace if given.what == "check" else trace, rows, given.program)
        bad += len(wrong)
        off = collections.Counter(row[4] for row in rows if len(row) > 3)
        print(f"{trace}: {len(rows) - len(wrong)} of {len(rows)} comparisons agree; trace-cmd wrong: {dict(off)}")
        for row, got in wrong if given.verbose else wrong[:5]:
            print("   ", row, "here:", got)
        if given.verbose:
            for row in rows:
                if row[-1] == "?":
                    print("    not explained:", row)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
