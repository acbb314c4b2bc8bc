"""The definitions of tests/oracle, on texts made by hand and on recorded ones whose figures were found by reading."""
import pathlib
import unittest
from collections import Counter

from tests.oracle import (calls, kernel_slices, kernel_states, known, lifetimes, tracecmd_text, uftrace_text,
                          xray_text)
from tests.oracle.run import OURS, Report
from tests.oracle.traces import traces_in

SAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "build/samples"


def switch(time, cpu, prev, left, following):
    return (f"  a-{prev} [{cpu:03}] d..2. 1.{time:09}: sched_switch: prev_comm=a prev_pid={prev} prev_prio=120 "
            f"prev_state={left} ==> next_comm=b next_pid={following} next_prio=120")


def event(time, cpu, tid, text, flags="....."):
    return f"  a-{tid} [{cpu:03}] {flags} 1.{time:09}: {text}"


def waking(time, cpu, tid, woken, to, name="sched_waking", flags="....."):
    return event(time, cpu, tid, f"{name}: comm=b pid={woken} prio=120 target_cpu={to:03}", flags)


def fork(time, tid, child):
    return event(time, 0, tid, f"sched_process_fork: comm=a pid={tid} child_comm=b child_pid={child}")


def ended(time, tid):
    return event(time, 0, tid, f"sched_process_exit: comm=a pid={tid} prio=120 group_dead=true")


def figures_of(*lines):
    return kernel_states.Model(list(tracecmd_text.records(lines))).out


def latencies(figures):
    return sorted((thread.tid, ran - woken) for thread in figures.threads.values()
                  for woken, ran, *_ in thread.latencies)


def recorded(name):
    text = (SAMPLES / "tracecmd" / name / "report-noplugins.txt").read_text(errors="replace")
    return list(tracecmd_text.records(text.splitlines()))


class Lifetimes(unittest.TestCase):
    def test_a_fork_and_an_exit_say_when_a_thread_was_there(self):
        lives, priorities = lifetimes.of_tracecmd([fork(100, 1, 2), switch(200, 0, 1, "S", 2), ended(300, 2),
                                                   switch(400, 0, 2, "Z", 1)])
        self.assertEqual(lives.times(), {2: (10**9 + 100, 10**9 + 300)})
        self.assertEqual(lives.maker(2), 1)
        self.assertEqual(priorities, {(10**9 + 200, 0, 2): 120, (10**9 + 400, 0, 1): 120})

    def test_an_id_of_several_threads_has_no_times(self):
        for lines in ([fork(100, 1, 2), fork(500, 1, 2)], [ended(100, 2), fork(500, 1, 2)],
                      [switch(100, 0, 1, "S", 2), fork(500, 1, 2)],
                      [fork(100, 1, 2), ended(200, 2), switch(300, 0, 2, "Z", 1), switch(400, 0, 1, "S", 2)],
                      [fork(100, 1, 2), event(200, 0, 2, "sched_process_exec: filename=/bin/x pid=2 old_pid=7")]):
            self.assertEqual(lifetimes.of_tracecmd(lines)[0].times(), {})


class States(unittest.TestCase):
    def test_a_loss_is_unknown_from_the_last_record_before_it_to_the_first_after_it(self):
        out = figures_of(switch(100, 0, 1, "S", 2), event(200, 0, 2, "x: "), "CPU:0 [9 EVENTS DROPPED]",
                         event(900, 0, 2, "x: "), switch(1000, 0, 2, "S", 3))
        self.assertEqual(out.threads[2].times, {"running": 200})
        self.assertEqual(out.unknown(out.threads[2]), 700)
        self.assertEqual(out.threads[1].times, {"sleeping": 100})  # it could have run in the gap
        self.assertEqual((out.cpus[0].recorded(), sum(out.busy[0].values())), (200, 200))

    def test_a_switch_that_was_not_recorded_leaves_unknown_what_lies_between(self):
        out = figures_of(switch(100, 0, 1, "S", 2), event(150, 0, 2, "x: "), event(250, 0, 3, "x: "),
                         switch(300, 0, 3, "S", 0))
        self.assertEqual(out.threads[2].times, {"running": 50})
        self.assertEqual(out.threads[3].times, {"running": 50})

    def test_the_stack_behind_a_switch_does_not_tell_who_runs(self):
        out = figures_of(switch(100, 0, 1, "S", 2), event(101, 0, 1, "kernel_stack: => schedule"),
                         switch(300, 0, 2, "S", 1))
        self.assertEqual(out.threads[2].times["running"], 200)
        self.assertEqual(out.threads[1].times, {"sleeping": 200})

    def test_a_thread_that_left_and_is_seen_again_runs(self):
        out = figures_of(switch(100, 0, 1, "S", 0), event(150, 0, 1, "x: "), switch(200, 0, 1, "S", 0))
        self.assertEqual(out.threads[1].times, {"running": 50})

    def test_a_cpu_whose_records_end_early_is_unknown_from_there(self):
        out = figures_of(switch(100, 0, 1, "S", 2), switch(200, 1, 5, "R", 6), event(900, 0, 2, "x: "))
        self.assertEqual(out.threads[6].times, {})
        self.assertEqual(out.threads[5].times, {})
        self.assertEqual(out.unknown(out.threads[5]), 800)


class Wakeups(unittest.TestCase):
    def test_a_second_waking_restarts_the_clock(self):
        out = figures_of(switch(100, 0, 1, "S", 2), waking(200, 0, 2, 1, 0), waking(500, 0, 2, 1, 0),
                         switch(600, 0, 2, "R", 1))
        self.assertEqual(latencies(out), [(1, 100)])
        self.assertEqual(out.threads[1].times["runnable"], 100)  # between the wakings it ran, and nobody saw when

    def test_a_waking_while_it_runs_belongs_to_its_next_switch_out(self):
        out = figures_of(event(50, 1, 7, "x: "), switch(100, 0, 1, "S", 2), waking(150, 1, 7, 2, 0),
                         switch(160, 0, 2, "S", 3), switch(200, 0, 3, "S", 2), event(300, 1, 7, "x: "))
        self.assertEqual(latencies(out), [(2, 50)])
        self.assertEqual(out.threads[2].times["runnable"], 40)

    def test_a_waking_that_is_done_with_before_it_leaves_has_no_effect(self):
        out = figures_of(event(50, 1, 7, "x: "), switch(100, 0, 1, "S", 2), waking(150, 1, 7, 2, 0),
                         waking(151, 1, 7, 2, 0, "sched_wakeup"), switch(160, 0, 2, "S", 3),
                         waking(190, 0, 3, 2, 0), switch(200, 0, 3, "S", 2), event(300, 1, 7, "x: "))
        self.assertEqual(latencies(out), [(2, 10)])
        self.assertEqual(out.threads[2].times["sleeping"], 30)

    def test_a_wakeup_without_its_switch_is_uncertain(self):
        out = figures_of(switch(100, 0, 1, "S", 0), waking(200, 0, 0, 1, 0), event(300, 0, 1, "x: "))
        self.assertEqual((latencies(out), out.uncertain), ([], 1))
        self.assertEqual(out.threads[1].times["runnable"], 0)

    def test_of_a_recording(self):
        """Read in the text: rcu_preempt is woken at .082 and again at .098110831, and runs at .098115258; cc1 is woken
        at .083039241 out of idle, and no switch to it follows."""
        out = kernel_states.Model(recorded("v6-sched-syscalls")).out
        self.assertIn((2149098110831, 2149098115258, 12752, False), out.threads[15].latencies)
        self.assertNotIn(2149083039241, [woken for woken, *_ in out.threads[15613].latencies])

    def test_interrupts_wake(self):
        """329 wakings and 30 of new threads; trace-cmd's flags say of 232 that they came out of an interrupt or a
        softirq, all 86 of thread 12668 among them."""
        out = kernel_states.Model(recorded("v7-zstd-gcc")).out
        contexts, writer = Counter(), Counter()
        for (waker, context, _), count in out.wakings.items():
            contexts[bool(context)] += count
            writer[bool(context)] += count if waker == 12668 else 0
        self.assertEqual(contexts, {True: 232, False: 127})
        self.assertEqual(+writer, {True: 86})


class Slices(unittest.TestCase):
    def durations(self, *lines):
        return kernel_slices.durations(list(tracecmd_text.records(lines)))

    def test_pairs(self):
        found = self.durations(event(90, 1, 2, "timer_start: timer=1"),
                               event(100, 0, 1, "sys_enter: NR 0 (3)"), event(150, 1, 1, "sys_exit: NR 0 = 1"),
                               event(200, 0, 1, "irq_handler_entry: irq=3 name=disk"),
                               event(210, 0, 1, "irq_handler_exit: irq=3 ret=handled"))
        self.assertEqual(dict(found.closed), {("syscall", "read"): [50], ("irq", "disk"): [10]})

    def test_a_bound_on_a_cpu_that_was_not_recorded_yet(self):
        found = self.durations(event(100, 0, 1, "sys_enter: NR 0 (3)"), event(150, 1, 1, "sys_exit: NR 0 = 1"))
        self.assertEqual((dict(found.closed), dict(found.open)), ({("syscall", "read"): [50]}, {}))
        self.assertEqual(found.at_most["syscall", "read"], 1)

    def test_an_exit_without_a_number_ends_the_call_that_the_thread_is_in(self):
        found = self.durations(event(100, 0, 1, "sys_enter: NR 15 (3)"), event(150, 0, 1, "sys_exit: NR -1 = 1"))
        self.assertEqual(dict(found.closed), {("syscall", "rt_sigreturn"): [50]})

    def test_none_without_an_exit_and_a_bound_across_a_loss(self):
        found = self.durations(event(100, 0, 1, "sys_enter_read: fd: 3"), event(110, 0, 1, "sys_enter_read: fd: 3"),
                               "CPU:0 [EVENTS DROPPED]", event(200, 0, 1, "sys_exit_read: 0x1"),
                               event(210, 0, 1, "sys_exit_read: 0x1"))
        self.assertEqual(dict(found.closed), {("syscall", "read"): [90]})
        self.assertEqual(found.at_most["syscall", "read"], 1)
        self.assertEqual(found.open["syscall", "read"], 1)
        self.assertEqual(found.unbegun["syscall", "read"], 1)


class Calls(unittest.TestCase):
    def figures(self, *records):
        lines = [f"1.{time:09}     7: [{kind}] {name}({ord(name[0]):x}) depth: {depth}"
                 for time, kind, name, depth in records]
        return calls.figures(uftrace_text.threads(lines).values())

    def test_recursion_counts_once(self):
        found = self.figures((0, "entry", "a", 0), (10, "entry", "b", 1), (15, "entry", "b", 2), (20, "exit ", "b", 2),
                             (40, "exit ", "b", 1), (50, "exit ", "a", 0))
        b = found.functions["b"]
        self.assertEqual((b.calls, b.total, b.self, b.min, b.max), (2, 30, 30, 5, 30))
        self.assertEqual({path: node.self for path, node in found.stacks()}, {"a": 20, "a;b": 25, "a;b;b": 5})

        def figures(rows):
            return {name: (one.calls, one.within, one.total) for name, one in rows.items()}

        self.assertEqual(figures(found.callers("b")), {"a": (1, 0, 30), "b": (1, 1, 0)})
        self.assertEqual(figures(found.callees("b")), {"b": (1, 1, 0)})
        self.assertEqual(figures(found.callees("a")), {"b": (1, 0, 30)})

    def test_what_ends_under_another_name_is_nobodys_time(self):
        found = self.figures((0, "entry", "a", 0), (10, "entry", "b", 1), (15, "entry", "c", 2), (20, "exit ", "d", 1),
                             (50, "exit ", "a", 0))
        self.assertEqual(found.functions["a"].self, 40)
        self.assertEqual({path: node.self for path, node in found.stacks() if node.self},
                         {"a": 40, "a;" + calls.NOT_KNOWN: 10})

    def test_what_did_not_end_or_begin_has_no_duration(self):
        found = self.figures((0, "exit ", "f", 1), (5, "entry", "a", 0), (10, "entry", "b", 1), (20, "entry", "c", 1),
                             (30, "exit ", "c", 1))
        self.assertEqual({name: (one.calls, one.open) for name, one in found.functions.items()},
                         {"a": (0, 1), "b": (0, 1), "c": (1, 0)})
        self.assertEqual(found.unbegun, {"f": 1})

    def test_a_tail_exit_ends_a_function(self):
        line = "  - {{ type: 0, func-id: {}, cpu: 0, thread: 1, process: 1, kind: function-{}, tsc: {}, data: '' }}"
        records = ((1, "enter", 10), (2, "enter", 12), (2, "tail-exit", 15), (1, "exit", 20))
        lines = [line.format(*record) for record in records]
        found = calls.figures(xray_text.threads(lines).values())
        self.assertEqual({path: node.total for path, node in found.stacks()}, {"function 1": 10, "function 1;function 2": 3})


class Table(unittest.TestCase):
    def test_names_traces_that_are_there(self):
        names = {trace.name for folder in OURS for trace in traces_in(folder)}
        for entry in known.KNOWN:
            self.assertTrue(any(known.fnmatch.fnmatch(name, entry.traces) for name in names), entry)

    def test_an_entry_without_a_difference_is_told(self):
        report = Report(0)
        report.used = set(known.KNOWN[1:])
        self.assertEqual(report.gone(), min(1, len(known.KNOWN)))


if __name__ == "__main__":
    unittest.main()
