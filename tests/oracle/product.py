"""What the command line of Tracepane says of a trace."""
import json
import subprocess
from collections import Counter, defaultdict
from decimal import Decimal


class Failed(Exception):
    pass


class Product:
    def __init__(self, tool, trace):
        self.tool, self.trace = tool, trace

    def run(self, *arguments, behind=()):
        done = subprocess.run([str(self.tool), *arguments, str(self.trace), *behind], capture_output=True, check=False)
        if done.returncode != 0:
            raise Failed(f"{arguments[0]}: status {done.returncode}: "
                         f"{done.stderr.decode('utf-8', 'replace').strip()[-200:]}")
        return done.stdout.decode("utf-8", "replace")

    def query(self, sql):
        """The rows of a query, a dictionary each."""
        return json.loads(self.run("query", "--format", "json", behind=(sql,)))

    def events(self):
        """The records, a dictionary each."""
        return (json.loads(line) for line in self.run("events", "--format", "jsonl").splitlines())

    def scheduling(self):
        return json.loads(self.run("sched", "--format", "json"))

    def lasts(self):
        """From when to when the trace does."""
        return tuple(int(time) for time in json.loads(self.run("info", "--json"))["range"])

    def paths(self, tids, begin, end):
        """What `why` says of each of the threads."""
        return json.loads(self.run("why", "--format", "json", "--from", str(begin), "--to", str(end), "--tid",
                                   ",".join(map(str, tids))))["threads"]

    def functions(self, *options):
        """name -> its figures"""
        return {one["name"]: one for one in json.loads(self.run("functions", "--format", "json", *options))}

    def slices(self, *options):
        """Calls, an object each, or groups of them."""
        told = json.loads(self.run("slices", "--format", "json", "--limit", "1000000", *options))
        return told["slices"] if "slices" in told else told["groups"]

    def direct(self, function):
        """Who called it, and what it called."""
        return json.loads(self.run("functions", "--format", "json", "--of", function))

    def slices_of_cpus(self):
        """name -> how long each took, of the lanes of CPUs: `functions` leaves them out where threads have calls"""
        events = json.loads(self.run("export", "--to", "chrome", "-o", "-"), parse_float=Decimal)["traceEvents"]
        lanes = {event["pid"] for event in events if event["ph"] == "M" and event["name"] == "process_name"
                 and event["args"]["name"].startswith("CPUs")}
        open_, found = defaultdict(list), defaultdict(list)
        for event in events:
            if event["ph"] == "B" and event["pid"] in lanes:
                open_[event["tid"]].append((event["name"], event["ts"]))
            elif event["ph"] == "E" and open_[event["tid"]]:
                name, begin = open_[event["tid"]].pop()
                found[name].append(int((event["ts"] - begin) * 1000))
        return found

    def stacks(self, *options):
        """path -> value; frames as in the text"""
        found = Counter()
        for line in self.run("stacks", *options).splitlines():
            path, _, value = line.rpartition(" ")
            found[path] += int(value)
        return found
