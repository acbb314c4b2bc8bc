"""A machine whose threads are recorded twice: their switches, wakings and system calls by a kernel's trace, their calls by a
program's. It knows how long each thread was in each state in each stack."""
import collections
import pathlib
import random
import struct
import sys

from tests.oracle.kernel_records import RUNNABLE, RUNNING, SLEEPING, UNINTERRUPTIBLE
from tests.tools import joined_pairs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "data/tracecmd"))
import make
import make_wakers

IDLE = 0
STATE_BITS = {RUNNABLE: 0, SLEEPING: 1, UNINTERRUPTIBLE: 2}
STACKS = [(), ("schedule", "do_wait", "entry"), ("schedule", "pipe_read", "entry"), ("schedule", "do_exit", "entry")]
EVENTS = {**make_wakers.EVENTS, **{name: (system, 600 + number, *rest) for name, (system, number, *rest) in
                                  make.THREAD_EVENTS.items() if name in ("sys_enter_read", "sys_exit_read")}}


def comm(tid):
    return make.comm(f"work{tid}" if tid else "swapper")


class Thread:
    def __init__(self, tid):
        self.tid, self.state, self.since = tid, None, 0
        self.stack, self.below = (), ()  # calls of the program; while it has no CPU, what lies below them
        self.reads = False
        self.cpu = 0  # where it ran last
        self.records = bytearray()


class Machine:
    def __init__(self, threads=24, cpus=4, seed=1):
        self.chance = random.Random(seed)
        self.now = 5_000_000_000
        self.threads = {tid: Thread(tid) for tid in range(100, 100 + threads)}
        self.cpus = [IDLE] * cpus
        self.records = [[] for _ in range(cpus)]
        self.switches = self.calls = 0
        self.begin = self.end = None   # the range that counts; None: it has not begun, or not ended
        self.times = collections.Counter()  # (tid, stack of the program, what lies below, state)
        self.liar = max(self.threads)  # makes calls while it waits, as if it were another thread

    def tick(self):
        self.now += self.chance.choice((3, 90, 1_700, 40_000))

    def record(self, cpu, name, pid, packing, *values):
        data = struct.pack("<HBBi", EVENTS[name][1], 0, 0, pid) + struct.pack("<" + packing, *values)
        self.records[cpu].append((self.now, data))

    def count(self, thread):
        """Counts the time since the thread's state or stack has changed."""
        if self.begin is not None and self.end is None and thread.state is not None:
            stack, below = thread.stack, thread.below
            if thread.tid == self.liar:
                # What the kernel's trace tells of it by itself.
                stack, below = (), ("read",) if thread.state == RUNNING and thread.reads else below
            self.times[thread.tid, stack, below, thread.state] += self.now - max(thread.since, self.begin)
        thread.since = self.now

    def enter(self, thread, state, below=()):
        self.count(thread)
        thread.state, thread.below = state, below

    def switch(self, cpu, following):
        self.tick()
        leaving = self.cpus[cpu]
        state, frames = RUNNABLE, ()
        if leaving:
            state = self.chance.choice((RUNNABLE, SLEEPING, SLEEPING, UNINTERRUPTIBLE))
            frames = self.chance.choice(STACKS)
        self.record(cpu, "sched_switch", leaving, "16siiq16sii", comm(leaving), leaving, 120, STATE_BITS[state],
                    comm(following), following, 120)
        self.switches += 1
        if leaving:
            thread = self.threads[leaving]
            self.enter(thread, state, (("read",) if thread.reads else ()) + tuple(reversed(frames)))
        if following:
            self.enter(self.threads[following], RUNNING)
            self.threads[following].cpu = cpu
        self.cpus[cpu] = following
        if frames:
            self.now += 1
            self.record(cpu, "kernel_stack", leaving, "i4x3Q", 3, *(make_wakers.ADDRESS[one] for one in frames))

    def call(self, thread, most=9):
        self.tick()
        self.count(thread)
        leaves = bool(thread.stack) and (len(thread.stack) > most or self.chance.random() < 0.5)
        if not leaves:
            thread.stack += (self.chance.randrange(40),)
        thread.records += joined_pairs.call_record(self.now, leaves, len(thread.stack) - 1, thread.stack[-1])
        if leaves:
            thread.stack = thread.stack[:-1]
        self.calls += 1

    def read(self, cpu, thread):
        self.tick()
        self.count(thread)
        if thread.reads:
            self.record(cpu, "sys_exit_read", thread.tid, "i4xq", 0, 1)
        else:
            self.record(cpu, "sys_enter_read", thread.tid, "i4xQ", 0, 3)
        thread.reads = not thread.reads

    def wake(self, cpu):
        asleep = [one for one in self.threads.values() if one.state in (None, SLEEPING, UNINTERRUPTIBLE)]
        if not asleep:
            return
        whom = self.chance.choice(asleep)
        self.tick()
        self.record(cpu, "sched_waking", self.cpus[cpu], "16siii", comm(whom.tid), whom.tid, 120, whom.cpu)
        self.enter(whom, RUNNABLE, whom.below)

    def step(self, calls):
        """Something happens on a CPU. `calls`: how many its thread makes, at most, before it leaves that."""
        cpu = self.chance.randrange(len(self.cpus))
        thread = self.threads.get(self.cpus[cpu])
        if thread:
            for _ in range(self.chance.randrange(calls + 1)):
                self.call(thread)
            if self.chance.random() < 0.3:
                self.read(cpu, thread)
        if self.chance.random() < 0.8:
            self.wake(cpu)
        liar = self.threads[self.liar]
        if liar.state not in (None, RUNNING):
            self.call(liar)
        ready = [tid for tid, one in self.threads.items() if one.state == RUNNABLE]
        if ready or thread:
            self.switch(cpu, self.chance.choice(ready) if ready and self.chance.random() < 0.9 else IDLE)

    def run(self, switches, calls):
        """So many of each, or some more."""
        for cpu in range(len(self.cpus)):
            self.wake(cpu)
            self.switch(cpu, next(tid for tid, one in self.threads.items() if one.state == RUNNABLE))
        while any(one.state is None for one in self.threads.values()):
            self.step(2)
        self.begin = self.now
        while self.switches < switches or self.calls < calls:
            self.step(min(200, 2 * max(0, calls - self.calls) // max(1, switches - self.switches) + 1))
        for thread in self.threads.values():
            self.count(thread)
        self.end = self.now
        # What is known within the range does not end with it.
        last = [len(records) for records in self.records]
        while any(len(records) == before for records, before in zip(self.records, last, strict=True)):
            self.step(2)

    def write(self, folder):
        """Writes both traces. Returns the files."""
        make_wakers.write(folder / "trace.dat", b"mono", self.records, EVENTS)
        tids = list(self.threads)
        joined_pairs.write_folder(folder / "prog", tids, [f"work{i}" for i in range(40)])
        for tid, thread in self.threads.items():
            (folder / "prog" / f"{tid}.dat").write_bytes(thread.records)
        return folder / "trace.dat", folder / "prog"

    def stacks(self, states):
        """Of these states: time by thread and frames"""
        found = collections.defaultdict(collections.Counter)
        for (tid, stack, below, state), time in self.times.items():
            if state in states and time:
                found[str(tid)][tuple(f"work{one}" for one in stack) + below or ("[no call recorded]",)] += time
        return found

    def functions(self, states):
        """Of these states: the total and the self time of each function"""
        total, own = collections.Counter(), collections.Counter()
        for stacks in self.stacks(states).values():
            for frames, time in stacks.items():
                own[frames[-1]] += time
                for name in set(frames):
                    total[name] += time
        return {name: (total[name], own[name]) for name in total}
