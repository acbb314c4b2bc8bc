#!/usr/bin/env python3
"""Writes what trace-cmd 3.4 adds to a trace.dat: calls with arguments, results and return addresses, the BTF that names
the arguments (option 23), the place of the kernel of the boot before (24), the modules (25), and an option that nobody
knows. The layouts of the events are those of kernel 6.18 (events/ftrace/*/format). The BTF is the compiler's, of calls.c.

    python3 tests/data/tracecmd/calls.py     (needs gcc, objcopy)

calls.dat       funcgraph_entry, fgraph_retaddr_entry, funcgraph_exit and function, with arguments
last-boot.dat   the buffer `boot_map`, of another boot, beside the top one; both call the same functions
calls.btf       the BTF in calls.dat
"""
import struct
import subprocess
import tempfile

import make

HERE = make.HERE
ENTRY, RETADDR, EXIT, FUNCTION, BPRINT = 11, 22, 10, 1, 6
TEXT = 0xffffffff81000000
VFS_READ, DO_READ, LONELY, LOG_LINE, PART = (TEXT + n * 0x1000 for n in (1, 2, 3, 4, 5))
MODULE, USB_OPEN, PLAIN = 0xffffffffc0200000, 0xffffffffc0200100, 0xffffffffc0300000
SYMBOLS = f"""{TEXT:x} T _text
{VFS_READ:x} T vfs_read
{DO_READ:x} t do_read.isra.0
{LONELY:x} T lonely
{LOG_LINE:x} T log_line
{PART:x} t vfs_read.part.0
{TEXT + 0x6000:x} T no_prototype
{TEXT + 0x10000:x} B _end
{USB_OPEN:x} t usb_open\t[usbserial]
""".encode()
# `nosyms` has no symbols: of its addresses, the module is known.
MODULES = f"""usbserial 65536 1 - Live 0x{MODULE:x}
nosyms 4096 0 - Live 0x{PLAIN:x}
""".encode()
# Where everything lay in the boot before.
SHIFT, MODULE_THEN = 0x1200000, 0xffffffffc00ca000
LAST_BOOT = f"boot_map:{TEXT + SHIFT:x}\t[kernel]\n{MODULE_THEN:x}\tusbserial\n{MODULE_THEN - 0x10000:x}\tgone\n".encode()
PRINTK_AT = TEXT + 0x8000
PRINTK = f'0x{PRINTK_AT:x} : "woke %d times"\n'.encode()
FUNC = ("unsigned long func", 8, 8, 0)
FORMATS = [
    make.event_format("function", FUNCTION, [
        ("unsigned long ip", 8, 8, 0), ("unsigned long parent_ip", 16, 8, 0), ("unsigned long args[]", 24, 0, 0)],
        '" %ps <-- %ps", (void *)REC->ip, (void *)REC->parent_ip'),
    make.event_format("bprint", BPRINT, [
        ("unsigned long ip", 8, 8, 0), ("const char * fmt", 16, 8, 0), ("u32 buf[]", 24, 0, 0)],
        '"%ps: %s", (void *)REC->ip, REC->fmt'),
    make.event_format("funcgraph_exit", EXIT, [
        FUNC, ("unsigned long retval", 16, 8, 0), ("unsigned int depth", 24, 4, 0), ("unsigned int overrun", 28, 4, 0),
        ("unsigned long long calltime", 32, 8, 0), ("unsigned long long rettime", 40, 8, 0)],
        '"<-- %ps (%u) (start: %llx  end: %llx) over: %u retval: %lx", (void *)REC->func, REC->depth, REC->calltime, '
        'REC->rettime, REC->overrun, REC->retval'),
    make.event_format("funcgraph_entry", ENTRY, [
        FUNC, ("unsigned long depth", 16, 8, 0), ("unsigned long args[]", 24, 0, 0)],
        '"--> %ps (%lu)", (void *)REC->func, REC->depth'),
    make.event_format("fgraph_retaddr_entry", RETADDR, [
        FUNC, ("unsigned long depth", 16, 8, 0), ("unsigned long retaddr", 24, 8, 0),
        ("unsigned long args[]", 32, 0, 0)],
        '"--> %ps (%lu) <- %ps", (void *)REC->func, REC->depth, (void *)REC->retaddr'),
]
MASK = (1 << 64) - 1


def words(*values):
    return struct.pack(f"<{len(values)}Q", *(value & MASK for value in values))


def entry(pid, function, depth, *args):
    return make.common(ENTRY, pid) + words(function, depth, *args)


def entry_from(pid, function, depth, parent, *args):
    return make.common(RETADDR, pid) + words(function, depth, parent, *args)


def leave(pid, function, depth, result, begin, end):
    return make.common(EXIT, pid) + words(function, result) + struct.pack("<IIQQ", depth, 0, begin, end)


def function(pid, address, parent, *args):
    return make.common(FUNCTION, pid) + words(address, parent, *args)


def calls():
    events = []

    def at(micros, data):
        events.append((7_000_000_000 + micros * 1000, data))

    # As long as they last, the words that a function does not take are whatever was in the registers.
    at(1, entry(30, VFS_READ, 0, 0xffff888004d8e000, 0x7ffe00001000, 0x1000, 0, 77, 78))
    at(2, entry_from(30, DO_READ, 1, VFS_READ + 0x6f, 0xffffffff, 0xdeadbe80, 0xff01, 0xdead1234, 0, 0))
    at(3, entry(30, LONELY, 2, 1, 2, 0xffffffff, 0, 0, 0))
    at(4, leave(30, LONELY, 2, 2, 3000, 4000))
    at(5, leave(30, DO_READ, 1, -2, 2000, 5000))
    at(6, leave(30, VFS_READ, 0, 0x1000, 1000, 6000))
    at(7, function(30, LOG_LINE, VFS_READ + 1, 0xffffffff82000000, 1, 2, 3, 4, 5))
    at(8, function(30, TEXT + 0x6000, VFS_READ + 1, 0xab, 0, 0, 0, 0, 0))  # no prototype
    at(9, function(30, PART, VFS_READ + 1, 5, 6, 7, 8, 9, 10))  # what was split off vfs_read takes something else
    at(10, function(30, USB_OPEN, VFS_READ + 1, 3, 4, 0, 0, 0, 0))
    at(11, function(30, VFS_READ, TEXT + 0x6001))  # no arguments were recorded
    at(12, function(30, LONELY, LONELY, 1))  # the second word is missing
    at(13, entry_from(30, VFS_READ, 0, PLAIN + 8))  # it is open at the end
    at(14, entry(30, PLAIN + 16, 1))
    return make.pages(events)


def both_boots():
    """The same calls in both boots; the addresses of then end up in other functions of now."""
    def of(shift, module):
        events = [function(40, VFS_READ + shift, DO_READ + shift), function(40, USB_OPEN + module, LONELY + shift),
                  entry(40, VFS_READ + shift, 0), leave(40, VFS_READ + shift, 0, 0, 3000, 4000),
                  make.common(BPRINT, 40) + words(LONELY + shift, PRINTK_AT + shift) + struct.pack("<I", 5),
                  # no module of now lies there, and none has this name
                  function(40, MODULE_THEN - 0x10000 + 4, MODULE_THEN + 0x20000)]
        return make.pages([(5_000_000_000 + i * 1000, data) for i, data in enumerate(events)])
    return of(0, 0), of(SHIFT, MODULE_THEN - MODULE)


def btf():
    with tempfile.TemporaryDirectory() as scratch:
        # From standard input, because the compiler notes where a file lies.
        subprocess.run(["gcc", "-gbtf", "-O1", f"-fdebug-prefix-map={scratch}=.", "-c", "-x", "c", "-", "-o", "o"],
                       cwd=scratch, input=(HERE / "calls.c").read_bytes(), check=True)
        subprocess.run(["objcopy", "-O", "binary", "--only-section=.BTF", "--set-section-flags", ".BTF=alloc",
                        f"{scratch}/o", f"{scratch}/btf"], check=True)
        with open(f"{scratch}/btf", "rb") as made:
            return made.read()


def sized(data):
    return struct.pack("<Q", len(data)) + data


def write(path, buffers, metadata, options):
    """`buffers` are the pages of CPU 0, by name."""
    out = b"\x17\x08\x44tracing7\0" + bytes([0, 8]) + struct.pack("<I", make.PAGE) + b"none\0\0" + bytes(8)
    table = b""

    def option(number, value):
        return struct.pack("<HI", number, len(value)) + value

    def section(number, body):
        return struct.pack("<HHIQ", number, 0, 0, len(body)) + body

    for number, body in metadata:
        table += option(number, struct.pack("<Q", len(out)))
        out += section(number, body)
    table += option(8, struct.pack("<I", 1)) + b"".join(option(*one) for one in options)
    for name, data in buffers:
        pad = -(len(out) + 16) % make.PAGE
        table += option(3, struct.pack("<Q", len(out)) + name.encode() + b"\0local\0" + struct.pack(
            "<IIIQQ", make.PAGE, 1, 0, len(out) + 16 + pad, len(data)))
        out += section(3, bytes(pad) + data)
    options_at = struct.pack("<Q", len(out))
    out += section(0, table + option(0, bytes(8)))
    at = out.index(b"none\0\0") + 6
    path.write_bytes(out[:at] + options_at + out[at + 8:])


def main():
    formats = struct.pack("<I", len(FORMATS)) + b"".join(sized(text.encode()) for text in FORMATS)
    commands = b"30 reader\n40 booter\n"
    metadata = [(16, make.header_info()), (17, formats), (18, struct.pack("<I", 0)),
                (19, struct.pack("<I", len(SYMBOLS)) + SYMBOLS), (20, struct.pack("<I", len(PRINTK)) + PRINTK),
                (21, sized(commands)), (25, sized(MODULES))]
    types = btf()
    (HERE / "calls.btf").write_bytes(types)
    uname = (5, b"Linux made 6.18.0 x86_64\0")
    write(HERE / "calls.dat", [("", calls())], metadata + [(23, sized(types))],
          [uname, (6, b"sched:sched_wakeup,pid/sched:sched_switch,next_pid\0"), (40, b"what"), (40, b"ever"), (41, b"")])
    now, then = both_boots()
    write(HERE / "last-boot.dat", [("", now), ("boot_map", then)], metadata, [uname, (24, LAST_BOOT + b"\0")])


if __name__ == "__main__":
    main()
