"""What became of the threads of a kernel trace, by the definitions in README.md: a state holds from the record that
tells it to the next one about the thread, if that one can follow directly; else it is not known, nor where the
thread's CPU was not recorded."""
import math
from collections import Counter, defaultdict

from tests.oracle.kernel_records import (AMID_SWITCH, DEAD, DUMPED, FORK, MIGRATE, NEW, RUNNABLE, RUNNING, SWITCH,
                                         WAKEUP, WAKING, Loss)
from tests.oracle.spans import Silences, Unknown, spans_of


class Waking:
    def __init__(self, time, waker, context, pending=False):
        self.time, self.waker, self.context, self.pending = time, waker, context, pending
        self.queued = False    # it is done with: the thread waits on the run queue of its CPU
        self.unseen = False    # since then it waited where nothing is recorded
        self.late = False      # it began before, and no record says when


class Thread:
    def __init__(self, tid):
        self.tid = tid
        self.state = None      # not known
        self.since = None
        self.cpu = None        # where it runs, or ran last, or was sent to
        self.woken = None      # Waking that made it runnable
        self.pending = None    # Waking while it runs
        self.slept = None      # state in which it left its CPU, though a pending waking made it runnable
        self.times = Counter()
        self.unseen = []       # until when it may have run on a CPU that was not recorded
        self.dark = None       # since when nothing is known of it
        self.assumed = 0       # of these: how long it may have run on another CPU, which was not recorded
        self.figures = Counter()
        self.spans = []        # (begin, end, state), of which the times are the sums
        self.ran = []          # (begin, end, CPU) of those that it ran; for no time, too
        self.ended = {}        # when a state without a CPU ended by a waking -> (waker, context)
        self.latencies = []    # (woken, ran, waker, whether a CPU was not recorded meanwhile)
        self.last_cpu = None   # where it got a CPU the last time
        self.gone = 0          # how long it was not yet, or no longer, there
        self.made = None       # when it was made by a fork: it is not there before it is woken for the first time
        self.known = False     # a record told of it
        self.dumped = False    # all that is known is of a dump

    def forget(self):
        self.state = self.since = self.woken = self.pending = self.slept = None


class Figures:
    """Of a whole trace."""

    def __init__(self):
        self.threads = {}                      # tid -> Thread
        self.cpus = {}                         # cpu -> CpuSpans
        self.busy = defaultdict(Counter)       # cpu -> tid -> time
        self.silent = set()                    # CPUs without a record
        self.missing = Counter()               # cpu -> how long nobody is known to have run, as a switch is missing
        self.wakings = Counter()               # (waker, context, woken) -> count
        self.uncertain = 0                     # wakeups without a figure
        self.has_switches = self.has_wakeups = False
        self.has_begun = False                 # wakings have a record of their beginning
        self.begin = self.end = 0

    def recorded(self, cpu):
        return self.cpus[cpu].recorded() - self.missing[cpu]

    def unknown(self, thread):
        """Its time in no state between its birth and its death, as far as they are in the trace."""
        return self.end - self.begin - thread.gone - sum(thread.times.values())


class Model:
    def __init__(self, records, lasts=None, counted=(), idle=(), tells_last=False):
        """`lasts`: from when to when the trace does, where that is more than its records tell. `counted`: the CPUs that
        the trace counts, with records or without; `idle`: those of them on which nothing happened. `tells_last`: the
        CPU of a waking is that where the thread ran last, and not that where it will."""
        self.tells_last = tells_last
        told = [r for r in records if not isinstance(r, Loss)]
        self.out = out = Figures()
        out.has_switches = any(r.kind == SWITCH for r in told)
        out.has_wakeups = any(r.kind in (WAKING, WAKEUP, NEW) for r in told)
        out.has_begun = any(r.kind == WAKING for r in told)
        # Who runs is told by the buffer that has the switches.
        self.lane = next((r.buffer for r in told if r.kind == SWITCH), "")
        out.cpus = spans_of(r for r in records if r.buffer == self.lane)
        self.hidden = {cpu: Unknown(spans) for cpu, spans in out.cpus.items()}
        counted = {r.cpu for r in told} | set(counted)
        out.silent = counted - {r.cpu for r in told}
        self.places = counted - set(idle)
        self.silences = Silences(self.hidden.get(cpu) for cpu in self.places)
        if told:
            out.begin, out.end = min(r.time for r in told), max(r.time for r in told)
        self.last = out.end    # what comes after the last record is not known
        if lasts and lasts[0] <= out.begin and out.end <= lasts[1]:
            out.begin, out.end = lasts
        self.runner = {}       # cpu -> tid; 0: the idle thread
        self.seen_at = {}      # cpu -> when that was told the last time
        self.begun = {}        # cpu -> its first record, or the first after a loss
        self.leavers = self.first_to_leave(records)
        if out.has_switches:
            for record in records:
                self.take(record)
            self.finish()

    def thread(self, tid):
        found = self.out.threads.get(tid)
        if found is None:
            found = self.out.threads[tid] = Thread(tid)
        return found

    def first_to_leave(self, records):
        """id() of a record of whose CPU no switch was recorded yet -> who leaves that CPU next, and so has run there."""
        found, leaves, untold = {}, {}, defaultdict(list)
        for record in records:
            if isinstance(record, Loss):
                leaves.pop(record.cpu, None)
                untold.pop(record.cpu, None)
            elif record.kind == SWITCH and record.buffer == self.lane:
                leaves[record.cpu] = True
                for one in untold.pop(record.cpu, ()):
                    found[one] = max(record.subject[0], 0)
            elif record.cpu not in leaves:
                untold[record.cpu].append(id(record))
        return found

    # ---- times ----------------------------------------------------------------------------------------------------

    def spend(self, thread, state, until, certain=False):
        """The thread was in this state since `since`, as far as its CPU was recorded. Without a CPU, it may have run on
        another one meanwhile, unless that is `certain`."""
        if state in (None, DEAD) or thread.since is None:
            return
        end = until
        hidden = self.hidden_in(thread.cpu, thread.since, until)
        end = until if hidden is None else hidden
        if state == RUNNING:
            thread.ran.append((thread.since, end, thread.cpu))
        if end > thread.since:
            thread.times[state] += end - thread.since
            thread.spans.append((thread.since, end, state))
            if state == RUNNING:
                self.out.busy[thread.cpu][thread.tid] += end - thread.since
            elif not certain:
                silent = self.silences.within(thread.since, end)
                thread.assumed += silent
                if silent:
                    thread.unseen.append(until)
        if end < until and state != RUNNING:
            thread.unseen.append(until)

    def drop(self, thread, time):
        """What it did last ended before `time`, nobody knows when, but not before a time of which nothing is known."""
        if thread.since is not None and self.hidden_in(thread.cpu, thread.since, time) is not None:
            self.spend(thread, thread.state, time)
        if thread.since is not None and thread.state != RUNNING:
            thread.dark = thread.since

    def hidden_in(self, cpu, begin, end):
        """Since when in this time nothing is known of a CPU; None: all of it was recorded, or the CPU is not told."""
        if cpu is None:
            return None
        return self.hidden[cpu].first_in(begin, end) if cpu in self.hidden else begin

    def enter(self, thread, state, time, cpu=None):
        thread.known, thread.dumped, thread.made = True, False, None
        if thread.dark is not None and self.silences.within(thread.dark, time):
            thread.unseen.append(time)
        thread.dark = None
        thread.state, thread.since = state, time
        if cpu is not None:
            thread.cpu = cpu

    def leave_running(self, thread, time):
        """It runs no longer, and when it stopped is not known: it was seen at `time`."""
        if thread.state == RUNNING:
            self.spend(thread, RUNNING, time)
            hidden = self.hidden_in(thread.cpu, thread.since, time)
            thread.dark = time if hidden is None else hidden
        if thread.woken:
            self.out.uncertain += 1
        thread.forget()

    def leave_other(self, thread):
        """It was on another CPU before, whose switch away from it was not recorded."""
        cpu = thread.cpu
        self.leave_running(thread, self.last_of(cpu, thread))
        if self.runner.get(cpu) == thread.tid:
            self.runner[cpu] = None

    # ---- records --------------------------------------------------------------------------------------------------

    def take(self, record):
        if isinstance(record, Loss):
            if record.buffer == self.lane:
                self.lose(record.cpu)
            return
        own = record.buffer == self.lane
        if own:
            self.begun.setdefault(record.cpu, record.time)
        if record.kind == SWITCH and own:
            self.switch(record)
        else:
            if own and record.kind == AMID_SWITCH:
                if self.runner.get(record.cpu) == record.tid:
                    self.seen_at[record.cpu] = record.time
            elif own and record.tid is not None:
                self.seen(record.cpu, record.tid, record.time)
            if record.kind in (FORK, NEW):
                self.born(record.time, self.thread(record.subject))
            if record.kind == FORK:
                self.thread(record.subject).made = record.time
            if record.kind in (WAKING, NEW, WAKEUP, MIGRATE):
                self.hide(self.thread(record.subject), record.time)
            if record.kind in (WAKING, NEW):
                self.wake(record, self.thread(record.subject))
            elif record.kind == WAKEUP:
                self.wakeup(record, self.thread(record.subject))
            elif record.kind == DUMPED:
                self.dumped(record)
            elif record.kind == MIGRATE:
                self.migrate(record, self.thread(record.subject))

    def hide(self, thread, time):
        """Of a thread that runs where records are lost by now nothing is known: the text tells of a loss only later."""
        if thread.state == RUNNING and self.hidden_in(thread.cpu, thread.since, time) is not None:
            self.leave_running(thread, math.inf)

    def lose(self, cpu):
        self.begun.pop(cpu, None)
        tid = self.runner.pop(cpu, None)
        if tid:
            thread = self.out.threads[tid]
            if thread.state == RUNNING and thread.cpu == cpu:
                self.leave_running(thread, math.inf)  # that is, up to the loss

    def last_of(self, cpu, thread):
        """Up to where the thread that runs on this CPU is told to run."""
        return max(self.seen_at.get(cpu, thread.since), thread.since)

    def seen(self, cpu, tid, time):
        """A record was written by this thread on this CPU."""
        if self.runner.get(cpu) != tid:
            first = cpu not in self.runner
            if not first:
                self.out.missing[cpu] += max(0, time - self.seen_at[cpu])
            self.replace(cpu, tid, time)
            if tid:
                thread = self.thread(tid)
                nowhere = thread.state is None or thread.dumped or \
                    self.hidden_in(thread.cpu, thread.since, time) is not None
                if thread.state == RUNNING:
                    self.leave_other(thread)
                else:
                    self.drop(thread, time)
                    self.out.uncertain += thread.woken is not None
                # Switches are recorded: whoever runs first in a part that was, did so from its beginning.
                # (A dump says of who runs that it is on a run queue.)
                since = self.begun[cpu] if first and nowhere else time
                thread.forget()
                self.enter(thread, RUNNING, since, cpu)
                thread.last_cpu = cpu
        self.seen_at[cpu] = time

    def replace(self, cpu, tid, time):
        """Somebody else runs there than was known: a switch was not recorded."""
        before = self.runner.get(cpu)
        if before:
            other = self.out.threads[before]
            if other.state == RUNNING and other.cpu == cpu:
                self.leave_running(other, self.last_of(cpu, other))
        self.runner[cpu] = tid

    def switch(self, record):
        prev, left, following = record.subject
        prev, following = max(prev, 0), max(following, 0)
        cpu, time = record.cpu, record.time
        self.seen(cpu, prev, time)
        if prev > 0 and prev != following:
            self.switch_out(self.thread(prev), left, time)
        if following > 0 and prev != following:
            self.switch_in(self.thread(following), cpu, time)
        self.runner[cpu] = following

    def switch_out(self, thread, left, time):
        self.spend(thread, RUNNING, time)
        pending, thread.pending = thread.pending, None
        if left == DEAD:
            thread.forget()
            self.enter(thread, DEAD, time)
        elif pending and left != RUNNABLE:
            pending.pending = True
            self.enter(thread, RUNNABLE, time)
            thread.slept = left
            self.woken(thread, pending)
        else:
            self.enter(thread, left, time)

    def switch_in(self, thread, cpu, time):
        if thread.state == RUNNING:
            self.leave_other(thread)
        elif thread.state == RUNNABLE or not self.out.has_wakeups:
            self.spend(thread, thread.state, time)
            if thread.woken:
                self.ran(thread, cpu, time)
        else:
            self.drop(thread, time)
        thread.forget()
        self.enter(thread, RUNNING, time, cpu)
        thread.figures["switches"] += 1
        thread.figures["migrations"] += thread.last_cpu not in (None, cpu)
        thread.last_cpu = cpu

    def ran(self, thread, cpu, time):
        woken = thread.woken
        if woken.late or woken.unseen or any(self.hidden_in(place, woken.time, time) is not None for place in (cpu, thread.cpu)):
            self.out.uncertain += 1
        else:
            at_most = any(self.hidden_in(place, woken.time, time) is not None for place in self.places)
            thread.latencies.append((woken.time, time, woken.waker, at_most))

    def woken(self, thread, waking):
        thread.woken = waking
        thread.figures["wakeups"] += 1
        self.out.wakings[waking.waker, waking.context, thread.tid] += 1

    def born(self, time, thread):
        if thread.made is not None:
            thread.gone += time - thread.made
        elif thread.state == DEAD:
            thread.gone += time - thread.since
            thread.forget()
        elif not thread.known:
            thread.gone += time - self.out.begin
        thread.known = True

    def wake(self, record, thread):
        waker = record.tid if record.tid is not None else self.runner.get(record.cpu, self.leavers.get(id(record)))
        waking = Waking(record.time, waker, record.context)
        late = record.kind == WAKEUP and self.out.has_begun
        if late and record.context == "irq":
            # Another CPU has woken it, where that is not recorded, and sent an interrupt for it.
            waking = Waking(record.time, None, "")
        waking.late = late
        if thread.tid <= 0:
            return
        if thread.state == RUNNING:
            thread.pending = waking
            return
        if thread.state == RUNNABLE and not thread.woken:
            if self.hidden_in(thread.cpu, thread.since, record.time) is None:
                return  # it was preempted, and did not sleep
            self.drop(thread, record.time)
        elif thread.state == RUNNABLE:
            # It cannot be woken again but after it slept. Of a waking while it ran this says that it had no effect.
            self.out.uncertain += 1
            if thread.woken.pending and self.hidden_in(thread.cpu, thread.since, record.time) is None:
                self.spend(thread, thread.slept, record.time)
                self.unwake(thread)
                thread.ended[record.time] = waking.waker, waking.context
            else:
                self.drop(thread, record.time)
        elif late:
            self.drop(thread, record.time)
        elif not self.ran_unseen(record, thread):
            # It says where the thread ran last, and that was recorded all the while.
            certain = self.tells_last and record.kind == WAKING and None not in (record.cpu_to, thread.cpu, thread.since) and \
                self.hidden_in(thread.cpu, thread.since, record.time) is None
            self.spend(thread, thread.state, record.time, certain)
            thread.ended[record.time] = waking.waker, waking.context
        thread.forget()
        self.enter(thread, RUNNABLE, record.time, record.cpu_to)
        self.woken(thread, waking)

    def ran_unseen(self, record, thread):
        """sched_waking says where it ran last. On another CPU than known, it did so where nothing is recorded."""
        return record.kind == WAKING and None not in (record.cpu_to, thread.cpu) and record.cpu_to != thread.cpu and \
            self.hidden_in(record.cpu_to, thread.since, record.time) is not None

    def unwake(self, thread):
        self.out.uncertain -= 1
        thread.figures["wakeups"] -= 1
        key = (thread.woken.waker, thread.woken.context, thread.tid)
        self.out.wakings[key] -= 1
        self.out.wakings += Counter()  # without zeros

    def wakeup(self, record, thread):
        """It is on a run queue now. Where it runs all the while, its waking is done with, and it does not sleep. Where
        that is all that is recorded of wakings, it stands for their beginning, too."""
        if thread.state == RUNNING:
            thread.pending = None
        elif thread.state != RUNNABLE or not self.out.has_begun:
            self.wake(record, thread)
        else:
            if record.cpu_to is not None:
                self.send(thread, record.cpu_to, record.time)
            if thread.woken:
                thread.woken.queued = True

    def dumped(self, record):
        tid, state = record.subject
        if tid > 0 and self.thread(tid).state is None:
            self.enter(self.thread(tid), state, record.time)
            self.thread(tid).dumped = True

    def migrate(self, record, thread):
        if thread.tid > 0 and thread.state not in (RUNNING, DEAD, None):
            self.send(thread, record.cpu_to, record.time)

    def send(self, thread, cpu, time):
        if cpu is not None and cpu != thread.cpu:
            if thread.woken and thread.woken.queued:
                thread.woken.unseen |= self.hidden_in(thread.cpu, thread.since, time) is not None
            self.spend(thread, thread.state, time)
            thread.since, thread.cpu = time, cpu

    def finish(self):
        for thread in self.out.threads.values():
            self.spend(thread, thread.state, self.last)
            if thread.state == DEAD:
                thread.gone += self.out.end - thread.since
            if thread.woken:
                self.out.uncertain += 1
