#!/usr/bin/env python3
"""Writes small trace.dat files after the documented layout (trace-cmd.dat.v7(5), trace-cmd.dat(5)), and beside each
what `trace-cmd report` says of it. They hold what a kernel would have recorded of two CPUs: switches, wakeups, hard and
soft interrupts, lost events, time extends. Recording real ones takes a kernel that lets us: containers do not.

    python3 tests/data/tracecmd/make.py     (needs trace-cmd and zstd)
"""
import pathlib
import struct
import subprocess
import zlib

HERE = pathlib.Path(__file__).resolve().parent
PAGE = 4096
COMMON = """\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

"""
SWITCH, WAKEUP, IRQ_ENTRY, IRQ_EXIT, SOFT_ENTRY, SOFT_EXIT = 300, 301, 302, 303, 304, 305


def event_format(name, number, fields, print_fmt):
    lines = "".join(f"\tfield:{declaration};\toffset:{offset};\tsize:{size};\tsigned:{signed};\n"
                    for declaration, offset, size, signed in fields)
    return f"name: {name}\nID: {number}\nformat:\n{COMMON}{lines}\nprint fmt: {print_fmt}\n"


FORMATS = {
    "sched": [
        event_format("sched_switch", SWITCH, [
            ("char prev_comm[16]", 8, 16, 0), ("pid_t prev_pid", 24, 4, 1), ("int prev_prio", 28, 4, 1),
            ("long prev_state", 32, 8, 1), ("char next_comm[16]", 40, 16, 0), ("pid_t next_pid", 56, 4, 1),
            ("int next_prio", 60, 4, 1)],
            '"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%ld ==> next_comm=%s next_pid=%d next_prio=%d", '
            'REC->prev_comm, REC->prev_pid, REC->prev_prio, REC->prev_state, REC->next_comm, REC->next_pid, '
            'REC->next_prio'),
        event_format("sched_wakeup", WAKEUP, [
            ("char comm[16]", 8, 16, 0), ("pid_t pid", 24, 4, 1), ("int prio", 28, 4, 1), ("int target_cpu", 32, 4, 1)],
            '"comm=%s pid=%d prio=%d target_cpu=%03d", REC->comm, REC->pid, REC->prio, REC->target_cpu'),
    ],
    "irq": [
        event_format("irq_handler_entry", IRQ_ENTRY, [
            ("int irq", 8, 4, 1), ("__data_loc char[] name", 12, 4, 0)],
            '"irq=%d name=%s", REC->irq, __get_str(name)'),
        event_format("irq_handler_exit", IRQ_EXIT, [("int irq", 8, 4, 1), ("int ret", 12, 4, 1)],
                     '"irq=%d ret=%s", REC->irq, REC->ret ? "handled" : "unhandled"'),
        event_format("softirq_entry", SOFT_ENTRY, [("unsigned int vec", 8, 4, 0)],
                     '"vec=%u [action=%s]", REC->vec, __print_symbolic(REC->vec, { 1, "TIMER" }, { 3, "NET_RX" })'),
        event_format("softirq_exit", SOFT_EXIT, [("unsigned int vec", 8, 4, 0)],
                     '"vec=%u [action=%s]", REC->vec, __print_symbolic(REC->vec, { 1, "TIMER" }, { 3, "NET_RX" })'),
    ],
}
# What threads do: system calls, functions, probes, markers. In a file of its own, threads.dat.
THREAD_EVENTS = {}


def thread_event(system, name, fields, print_fmt):
    THREAD_EVENTS[name] = (system, 400 + len(THREAD_EVENTS), fields, print_fmt)


thread_event("sched", "sched_switch", [
    ("char prev_comm[16]", 8, 16, 0), ("pid_t prev_pid", 24, 4, 1), ("int prev_prio", 28, 4, 1),
    ("long prev_state", 32, 8, 1), ("char next_comm[16]", 40, 16, 0), ("pid_t next_pid", 56, 4, 1),
    ("int next_prio", 60, 4, 1)],
    '"prev_comm=%s prev_pid=%d prev_state=%s ==> next_comm=%s next_pid=%d", REC->prev_comm, REC->prev_pid, '
    '__print_flags(REC->prev_state, "|", { 0x1, "S" }, { 0x2, "D" }, { 0x10, "X" }, { 0x20, "Z" }), REC->next_comm, '
    'REC->next_pid')
thread_event("sched", "sched_waking", [
    ("char comm[16]", 8, 16, 0), ("pid_t pid", 24, 4, 1), ("int prio", 28, 4, 1), ("int target_cpu", 32, 4, 1)],
    '"comm=%s pid=%d", REC->comm, REC->pid')
thread_event("task", "task_newtask", [
    ("pid_t pid", 8, 4, 1), ("char comm[16]", 12, 16, 0), ("unsigned long clone_flags", 32, 8, 0)],
    '"pid=%d comm=%s clone_flags=%lx", REC->pid, REC->comm, REC->clone_flags')
thread_event("syscalls", "sys_enter_read", [
    ("int __syscall_nr", 8, 4, 1), ("unsigned int fd", 16, 8, 0)], '"fd: 0x%08lx", ((unsigned long)(REC->fd))')
thread_event("syscalls", "sys_exit_read", [("int __syscall_nr", 8, 4, 1), ("long ret", 16, 8, 1)], '"0x%lx", REC->ret')
thread_event("raw_syscalls", "sys_enter", [("long id", 8, 8, 1)], '"NR %ld", REC->id')
thread_event("raw_syscalls", "sys_exit", [("long id", 8, 8, 1), ("long ret", 16, 8, 1)], '"NR %ld = %ld", REC->id, REC->ret')
thread_event("ftrace", "funcgraph_entry", [("unsigned long func", 8, 8, 0), ("int depth", 16, 4, 1)],
             '"--> %ps (%d)", (void *)REC->func, REC->depth')
thread_event("ftrace", "funcgraph_exit", [
    ("unsigned long func", 8, 8, 0), ("int depth", 16, 4, 1), ("unsigned int overrun", 20, 4, 0),
    ("unsigned long long calltime", 24, 8, 0), ("unsigned long long rettime", 32, 8, 0)],
    '"<-- %ps (%d)", (void *)REC->func, REC->depth')
thread_event("ftrace", "print", [("unsigned long ip", 8, 8, 0), ("char buf[]", 16, 0, 0)],
             '"%ps: %s", (void *)REC->ip, REC->buf')
thread_event("ftrace", "kernel_stack", [("int size", 8, 4, 1), ("unsigned long caller[8]", 16, 64, 0)],
             '"\\t=> %ps\\n\\t=> %ps\\n", (void *)REC->caller[0], (void *)REC->caller[1]')
thread_event("uprobes", "work_entry", [("unsigned long __probe_ip", 8, 8, 0)], '"(%lx)", REC->__probe_ip')
thread_event("uprobes", "work_exit", [("unsigned long __probe_func", 8, 8, 0), ("unsigned long __probe_ret_ip", 16, 8, 0)],
             '"(%lx <- %lx)", REC->__probe_func, REC->__probe_ret_ip')
thread_event("power", "cpu_idle", [("u32 state", 8, 4, 0), ("u32 cpu_id", 12, 4, 0)],
             '"state=%lu cpu_id=%lu", (unsigned long)REC->state, (unsigned long)REC->cpu_id')
thread_event("power", "cpu_frequency", [("u32 state", 8, 4, 0), ("u32 cpu_id", 12, 4, 0)],
             '"state=%lu cpu_id=%lu", (unsigned long)REC->state, (unsigned long)REC->cpu_id')
KALLSYMS = b"ffffffff81000000 T vfs_read\nffffffff81001000 T do_read\nffffffff81002000 T lonely\nffffffff81003000 T end\n"
VFS_READ, DO_READ, LONELY = 0xffffffff81000000, 0xffffffff81001000, 0xffffffff81002000
HEADER_PAGE = (b"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
               b"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
               b"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
               b"\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n")
HEADER_EVENT = b"# compressed entry header\n\ttype_len    :    5 bits\n\ttime_delta  :   27 bits\n\tarray       :   32 bits\n"
COMMANDS = b"10 worker\n11 writer\n12 reader\n"


def comm(text):
    return text.encode().ljust(16, b"\0")


def common(number, pid):
    return struct.pack("<HBBi", number, 0, 0, pid)


def switch(previous, following):
    (name, pid), (next_name, next_pid) = previous, following
    return common(SWITCH, pid) + comm(name) + struct.pack("<iiq", pid, 120, 0) + comm(next_name) + struct.pack(
        "<ii", next_pid, 120)


def wakeup(by, name, pid, cpu):
    return common(WAKEUP, by) + comm(name) + struct.pack("<iii", pid, 120, cpu)


def irq_entry(pid, irq, name):
    text = name.encode() + b"\0"
    return common(IRQ_ENTRY, pid) + struct.pack("<iHH", irq, 16, len(text)) + text


def irq_exit(pid, irq):
    return common(IRQ_EXIT, pid) + struct.pack("<ii", irq, 1)


def softirq(number, pid, vector):
    return common(number, pid) + struct.pack("<I", vector)


def ring_record(delta, data):
    data = data.ljust((len(data) + 3) // 4 * 4, b"\0")
    out = b""
    if delta >= 1 << 27:
        out = struct.pack("<II", 30 | (delta & ((1 << 27) - 1)) << 5, delta >> 27)
        delta = 0
    if len(data) <= 28 * 4:
        return out + struct.pack("<I", len(data) // 4 | delta << 5) + data
    return out + struct.pack("<II", delta << 5, len(data) + 4) + data


def pages(events, lost_before=()):
    """Pages of (time, data) in time order; `lost_before`: numbers of pages before which events were lost."""
    out, page, start, last = [], b"", None, None
    for time, data in events:
        record = ring_record(time - last, data) if start is not None else b""
        if start is None or len(page) + len(record) > PAGE - 32:
            if start is not None:
                out.append((start, page))
            start, page = time, b""
            record = ring_record(0, data)
        page += record
        last = time
    out.append((start, page))
    raw = b""
    for number, (time, data) in enumerate(out):
        commit, lost = len(data), b""
        if number in lost_before:
            commit |= 3 << 30
            lost = struct.pack("<Q", 7)
        raw += (struct.pack("<QQ", time, commit) + data + lost).ljust(PAGE, b"\0")
    return raw


def cpu_events(cpu, count):
    """A life of a CPU: tasks take turns, interrupted now and then."""
    tasks = [("worker", 10), ("writer", 11), ("reader", 12), (f"swapper/{cpu}", 0)]
    time, running, events = 5_000_000_000 + cpu * 1300, 3, []
    for i in range(count):
        time += 700 + (i * 7919 + cpu * 104729) % 90_000 + (200_000_000 if i == count // 2 else 0)
        pid = tasks[running][1]
        if i % 7 == 3:
            events.append((time, irq_entry(pid, 36, "virtio0")))
            events.append((time + 150, irq_exit(pid, 36)))
            events.append((time + 200, softirq(SOFT_ENTRY, pid, 3)))
            events.append((time + 420, softirq(SOFT_EXIT, pid, 3)))
            time += 500
        elif i % 5 == 1:
            events.append((time, wakeup(pid, *tasks[(running + 1) % 3], 1 - cpu)))
        else:
            following = (running + 1 + i % 2) % 4
            events.append((time, switch(tasks[running], tasks[following])))
            running = following
    return events


def thread_formats():
    systems = {}
    for name, (system, number, fields, print_fmt) in THREAD_EVENTS.items():
        if system != "ftrace":
            systems.setdefault(system, []).append(event_format(name, number, fields, print_fmt))
    return systems


def ftrace_formats():
    texts = [event_format(name, number, fields, print_fmt)
             for name, (system, number, fields, print_fmt) in THREAD_EVENTS.items() if system == "ftrace"]
    return struct.pack("<I", len(texts)) + b"".join(struct.pack("<Q", len(text)) + text.encode() for text in texts)


def event(name, pid, packing, *values):
    return common(THREAD_EVENTS[name][1], pid) + struct.pack("<" + packing, *values)


def threads_of_cpus():
    """Two CPUs: "app" (20) reads and computes, its thread "helper" (21) is made, woken, and dies; microseconds."""
    cpus = ([], [])

    def at(cpu, micros, data):
        cpus[cpu].append((6_000_000_000 + micros * 1000, data))

    def switched(cpu, micros, before, state, after):
        at(cpu, micros, event("sched_switch", before[1], "16siiq16sii", comm(before[0]), before[1], 120, state,
                              comm(after[0]), after[1], 120))

    idle, app, helper = ("swapper", 0), ("app", 20), ("helper", 21)
    at(0, 0, event("cpu_frequency", 0, "II", 2400000, 0))
    at(0, 10, event("cpu_idle", 0, "II", 2, 0))
    at(0, 90, event("cpu_idle", 0, "II", 0xffffffff, 0))
    at(0, 95, event("sched_waking", 0, "16siii", comm("app"), 20, 120, 0))
    switched(0, 100, idle, 0, app)
    at(0, 105, event("sys_exit_read", 20, "i4xq", 0, 7))  # it had begun before the trace
    at(0, 110, event("task_newtask", 20, "i16s4xQ", 21, comm("helper"), 0x10f00))
    at(0, 111, event("sched_waking", 20, "16siii", comm("helper"), 21, 120, 1))
    switched(1, 120, ("swapper", 0), 0, helper)
    at(0, 130, event("sys_enter_read", 20, "i4xQ", 0, 3))
    at(0, 131, event("funcgraph_entry", 20, "Qi4x", VFS_READ, 0))
    at(0, 132, event("funcgraph_entry", 20, "Qi4x", DO_READ, 1))
    at(0, 133, event("kernel_stack", 20, "i4x8Q", 2, DO_READ, VFS_READ, *[0xffffffffffffffff] * 6))
    switched(0, 140, app, 2, idle)
    at(1, 150, event("print", 21, "Q", 0) + b"B|20|batch\n\0")
    at(1, 151, event("print", 21, "Q", 0) + b"C|20|queue|3\n\0")
    at(1, 152, event("print", 21, "Q", 0) + b"S|20|request|77\n\0")
    at(1, 160, event("sched_waking", 21, "16siii", comm("app"), 20, 120, 0))
    switched(0, 170, idle, 0, app)
    at(0, 175, event("funcgraph_exit", 20, "QiIQQ", DO_READ, 1, 0, 132000, 175000))
    at(0, 176, event("funcgraph_exit", 20, "QiIQQ", VFS_READ, 0, 0, 131000, 176000))
    at(0, 177, event("sys_exit_read", 20, "i4xq", 0, 4096))
    at(0, 180, event("funcgraph_exit", 20, "QiIQQ", LONELY, 0, 0, 178000, 180000))  # a threshold left out its entry
    at(0, 190, event("work_entry", 20, "Q", 0x401000))
    at(0, 191, event("print", 20, "Q", 0) + b"frame 1 begin\n\0")
    at(0, 195, event("print", 20, "Q", 0) + b"frame 1 end\n\0")
    at(0, 199, event("work_exit", 20, "QQ", 0x401000, 0x402000))
    at(1, 200, event("print", 21, "Q", 0) + b"E|20\n\0")
    at(1, 201, event("print", 21, "Q", 0) + b"F|20|request|77\n\0")
    at(1, 202, event("print", 21, "Q", 0) + b"C|20|queue|1\n\0")
    at(1, 205, event("sys_enter", 21, "q", 60))
    switched(1, 210, helper, 0x20, ("swapper", 0))
    at(0, 220, event("sys_enter", 20, "q", 202))
    switched(0, 230, app, 1, idle)
    return cpus


def formats_v7(systems=None):
    systems = systems or FORMATS
    body = struct.pack("<I", len(systems))
    for system, texts in systems.items():
        body += system.encode() + b"\0" + struct.pack("<I", len(texts))
        for text in texts:
            body += struct.pack("<Q", len(text)) + text.encode()
    return body


def header_info():
    return (b"header_page\0" + struct.pack("<Q", len(HEADER_PAGE)) + HEADER_PAGE + b"header_event\0" +
            struct.pack("<Q", len(HEADER_EVENT)) + HEADER_EVENT)


METADATA = [(16, header_info()), (17, struct.pack("<I", 0)), (18, formats_v7()), (19, struct.pack("<I", 0)),
            (20, struct.pack("<I", 0)), (21, struct.pack("<Q", len(COMMANDS)) + COMMANDS)]


THREAD_METADATA = [(16, header_info()), (17, ftrace_formats()), (18, formats_v7(thread_formats())),
                   (19, struct.pack("<I", len(KALLSYMS)) + KALLSYMS), (20, struct.pack("<I", 0)), (21, struct.pack("<Q", 0))]
THREAD_OPTIONS = [(5, b"Linux made 6.1.0 x86_64\0")]


def time_shift(peer, samples):
    """Of two CPUs; samples of (time, offset)."""
    out = struct.pack("<QII", peer, 1, 2)
    for _ in range(2):
        out += struct.pack("<I", len(samples))
        out += b"".join(struct.pack("<q", time) for time, _ in samples)
        out += b"".join(struct.pack("<q", offset) for _, offset in samples)
        out += struct.pack("<q", 1) * len(samples)
    return out


def squeeze(codec, data):
    if codec == "zlib":
        return zlib.compress(data)
    return subprocess.run(["zstd", "-q", "-c"], input=data, capture_output=True, check=True).stdout


def write_v7(path, cpus, codec="none", metadata=None, more_options=(), clock=b"local"):
    head = b"\x17\x08\x44tracing7\0" + bytes([0, 8]) + struct.pack("<I", PAGE)
    head += codec.encode() + b"\0" + (b"1.0\0" if codec != "none" else b"\0")
    out = head + bytes(8)
    places = []
    for number, body in metadata or METADATA:
        places.append((number, len(out)))
        out += struct.pack("<HHIQ", number, 0, 0, len(body)) + body
    buffer_at = len(out)
    data_at = (buffer_at + 16 + PAGE - 1) // PAGE * PAGE
    table, blob = [], b""
    for cpu, raw in enumerate(cpus):
        if codec != "none":
            chunks = [raw[i:i + 4 * PAGE] for i in range(0, len(raw), 4 * PAGE)]
            packed = struct.pack("<I", len(chunks))
            for chunk in chunks:
                small = squeeze(codec, chunk)
                packed += struct.pack("<II", len(small), len(chunk)) + small
        else:
            packed = raw
        table.append((cpu, data_at + len(blob), len(packed)))
        blob += packed.ljust((len(packed) + PAGE - 1) // PAGE * PAGE, b"\0")
    out += struct.pack("<HHIQ", 3, 0 if codec == "none" else 1, 0, data_at - buffer_at - 16 + len(blob))
    out = out.ljust(data_at, b"\0") + blob
    options = b""
    for number, place in places:
        options += struct.pack("<HIQ", number, 8, place)
    options += struct.pack("<HII", 8, 4, len(cpus))
    for number, value in more_options:
        options += struct.pack("<HI", number, len(value)) + value
    buffer = struct.pack("<Q", buffer_at) + b"\0" + clock + b"\0" + struct.pack("<II", PAGE, len(table))
    for cpu, offset, size in table:
        buffer += struct.pack("<IQQ", cpu, offset, size)
    options += struct.pack("<HI", 3, len(buffer)) + buffer + struct.pack("<HIQ", 0, 8, 0)
    options_at = len(out)
    out += struct.pack("<HHIQ", 0, 0, 0, len(options)) + options
    path.write_bytes(out[:len(head)] + struct.pack("<Q", options_at) + out[len(head) + 8:])


def write_v6(path, cpus):
    out = b"\x17\x08\x44tracing6\0" + bytes([0, 8]) + struct.pack("<I", PAGE)
    for _, body in METADATA:
        out += body
    out += struct.pack("<I", len(cpus)) + b"options  \0" + struct.pack("<H", 0) + b"flyrecord\0"
    data_at = (len(out) + 16 * len(cpus) + PAGE - 1) // PAGE * PAGE
    for raw in cpus:
        out += struct.pack("<QQ", data_at, len(raw))
        data_at += len(raw)
    out = out.ljust((len(out) + PAGE - 1) // PAGE * PAGE, b"\0") + b"".join(cpus)
    path.write_bytes(out)


def main():
    cpus = [pages(cpu_events(0, 260), lost_before={1}), pages(cpu_events(1, 180))]
    write_v7(HERE / "v7-none.dat", cpus)
    write_v7(HERE / "v7-zstd.dat", cpus, "zstd")
    write_v7(HERE / "v7-zlib.dat", cpus, "zlib")
    write_v6(HERE / "v6.dat", cpus)
    threads = [pages(events) for events in threads_of_cpus()]
    host, guest = 0xa1b2c3d4, 0x1a2b3c4d
    named = b"virtual\0" + struct.pack("<QI", guest, 0)
    write_v7(HERE / "threads.dat", threads, metadata=THREAD_METADATA,
             more_options=THREAD_OPTIONS + [(11, struct.pack("<Q", host)), (13, named)])
    shift = time_shift(host, [(6_000_000_000, 1000), (6_000_200_000, 3000)])
    write_v7(HERE / "guest.dat", threads, "zstd", THREAD_METADATA,
             THREAD_OPTIONS + [(11, struct.pack("<Q", guest)), (12, shift)])
    for name in ("threads", "guest"):
        (HERE / f"{name}.txt").write_text(subprocess.run(
            ["trace-cmd", "report", "-N", "-t", "-i", str(HERE / f"{name}.dat")], capture_output=True, check=True,
            text=True).stdout)
    report = subprocess.run(["trace-cmd", "report", "-N", "-t", "-i", str(HERE / "v7-none.dat")], capture_output=True,
                            check=True, text=True).stdout
    (HERE / "report.txt").write_text(report)


if __name__ == "__main__":
    main()
