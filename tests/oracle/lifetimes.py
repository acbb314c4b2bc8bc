"""When threads were made and when they ended, who made them, and with which priority they got a CPU, as the texts of the
reference tools say."""
import re
from collections import defaultdict

from tests.oracle import ctf_text, lttng_text, tracecmd_text, uftrace_text
from tests.oracle.kernel_records import DEAD

FORK, NEW_TASK, END = "fork", "new task", "end"
CHILD = re.compile(r"comm=.* pid=(\d+) child_comm=.* child_pid=(\d+)$")
ENDED = re.compile(r"comm=.* pid=(\d+) prio=")
CREATED = re.compile(r"pid=(\d+) comm=.* clone_flags=")
EXECUTED = re.compile(r"pid=(\d+) old_pid=(\d+)$")
SWITCHED = re.compile(r"prev_pid=(-?\d+) .*prev_state=(\S*) ==> .*next_pid=(-?\d+)(?: next_prio=(-?\d+))?")
WOKEN = re.compile(r" pid=(\d+) ")
FORK_LINE = re.compile(r"^FORK timestamp=(\d+)\.(\d{9}) pid=(\d+) ppid=(\d+)")


class Lives:
    """Of each id, what records say. If they are of several threads, nothing is to be told of it."""

    def __init__(self):
        self.told = defaultdict(lambda: defaultdict(set))  # tid -> kind -> times
        self.makers = defaultdict(set)                     # tid -> ids of those that made it
        self.reused = set()
        self.seen, self.dead = set(), set()                # which ran or were woken so far, and which left for good

    def made(self, kind, tid, maker, time):
        if tid in self.seen:
            self.reused.add(tid)
        self.told[tid][kind].add(time)
        self.makers[tid].add(maker)

    def sees(self, tid):
        self.seen.add(tid)
        if tid in self.dead:
            self.reused.add(tid)

    def several(self, tid):
        times = self.told[tid]
        late = [max(times[kind]) for kind in (FORK, NEW_TASK) if times[kind]]
        return (tid in self.reused or len(self.makers[tid]) > 1 or any(len(found) > 1 for found in times.values())
                or bool(times[END] and late and max(late) > min(times[END])))

    def times(self):
        """tid -> (when it was made, when it ended), of those of which either is known"""
        found = {}
        for tid in [tid for tid in self.told if tid > 0 and not self.several(tid)]:
            made = self.told[tid][FORK] or self.told[tid][NEW_TASK]
            found[tid] = next(iter(made), None), next(iter(self.told[tid][END]), None)
        return {tid: times for tid, times in found.items() if times != (None, None)}

    def maker(self, tid):
        return next(iter(self.makers[tid]), None) if tid in self.makers and not self.several(tid) else None


def of_tracecmd(lines):
    """-> (Lives, (time, CPU, tid) -> priority of each switch to a thread; None: the text does not tell it)"""
    lives, priorities, first, untold = Lives(), {}, {}, False
    for line in lines:
        told = tracecmd_text.LINE.match(line)
        if not told:
            continue
        time, name, text, buffer = (tracecmd_text.time_of(told["time"]), told["name"].strip(), told["text"],
                                    told["buffer"] or "")
        # Several buffers may have the same event, at a time of its own each.
        counts = first.setdefault(name, buffer) == buffer
        if name == "sched_switch" and (switch := SWITCHED.search(text)):
            before, after = int(switch[1]), int(switch[3])
            lives.sees(before)
            if switch[2][:1] in ("X", "Z", "x"):
                lives.dead.add(before)
            lives.sees(after)
            if after > 0 and switch[4] is None:
                untold = True
            elif after > 0:
                priorities[time, int(told["cpu"]), after] = int(switch[4])
        elif name in ("sched_waking", "sched_wakeup", "sched_wakeup_new") and (woken := WOKEN.search(f" {text} ")):
            lives.sees(int(woken[1]))
        elif name == "sched_process_fork" and counts and (child := CHILD.match(text)):
            lives.made(FORK, int(child[2]), int(child[1]), time)
        elif name == "task_newtask" and counts and (child := CREATED.match(text)):
            lives.made(NEW_TASK, int(child[1]), int(told["tid"]), time)
        elif name == "sched_process_exit" and counts and (ended := ENDED.match(text)):
            lives.told[int(ended[1])][END].add(time)
        elif name == "sched_process_exec" and (other := EXECUTED.search(text)) and other[1] != other[2]:
            lives.reused.add(int(other[1]))
    return lives, None if untold else priorities


def of_lttng(lines):
    """-> (Lives, no priorities: these traces have none)"""
    lives = Lives()
    for line in map(lttng_text.as_dumped, lines):
        told = lttng_text.LINE.match(line)
        if not told or told[1].startswith("core_") or ".core_" in told[1]:
            continue
        time = int(told[2]) * 10**9 + int(told[3])
        name = told[1].rpartition(".")[2].removeprefix("kernel_").removeprefix("process_").removeprefix("arch_")
        fields = lttng_text.fields_of(line)
        if name == "fork":
            lives.made(FORK, int(fields["child_pid"]), int(fields["parent_pid"]), time)
        elif name == "exit" and "pid" in fields:
            lives.told[int(fields["pid"])][END].add(time)
        elif name == "sched_schedule":
            lives.sees(int(fields["prev_pid"]))
            if int(fields["prev_state"]) & (16 | 32 | 64) and not int(fields["prev_state"]) & 15:
                lives.dead.add(int(fields["prev_pid"]))
            lives.sees(int(fields["next_pid"]))
        elif name in ("sched_try_wakeup", "sched_wakeup_new_task"):
            lives.sees(int(fields["pid"]))
    return lives, {}


def of_ctf(lines):
    """-> (Lives, no priorities: the command line tells none of these traces)"""
    lives, lines = Lives(), list(lines)
    states = ctf_text.States(lines)
    for line in lines:
        told = ctf_text.KERNEL.match(line)
        if not told:
            continue
        time, name, fields = int(told[1]), told[2], ctf_text.fields_of(told[4])
        if name == "sched_process_fork":
            lives.made(FORK, int(fields["child_tid"]), int(fields["parent_tid"]), time)
        elif name == "sched_process_exit":
            lives.told[int(fields["tid"])][END].add(time)
        elif name == "sched_switch":
            lives.sees(int(fields["prev_tid"]))
            if states.of(int(fields["prev_state"])) == DEAD:
                lives.dead.add(int(fields["prev_tid"]))
            lives.sees(int(fields["next_tid"]))
        elif name in ("sched_waking", "sched_wakeup", "sched_wakeup_new"):
            lives.sees(int(fields["tid"]))
    return lives, {}


OF_KERNEL = {"tracecmd": of_tracecmd, "lttng": of_lttng, "ctf": of_ctf}


def of_uftrace(lines, folder):
    """-> Lives. The recorder's lines FORK count as the other kind of record."""
    lives = Lives()
    for line in lines:
        told = uftrace_text.LINE.match(line)
        if told and told[5] in ("linux:task-new", "linux:task-exit"):
            kind = FORK if told[5] == "linux:task-new" else END
            lives.told[int(told[3])][kind].add(int(told[1]) * 10**9 + int(told[2]))
    tasks = folder / "task.txt"
    for line in tasks.read_text(errors="replace").splitlines() if tasks.is_file() else ():
        if told := FORK_LINE.match(line):
            lives.told[int(told[3])][NEW_TASK].add(int(told[1]) * 10**9 + int(told[2]))
            lives.makers[int(told[3])].add(int(told[4]))
    return lives
