#!/usr/bin/env python3
"""Writes the seed corpora of the fuzz targets from the committed traces: python3 tests/fuzz/make_corpus.py"""
import gzip
import io
import pathlib
import shutil
import struct
import tarfile
import zipfile
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "tests/fuzz/corpus"
# Enough of a task to have arguments, strings and every kind of record in it; small inputs are tried more often.
RECORDS = 1200


def uftrace(sample):
    folder = ROOT / "assets/samples" / sample / "data"
    names = ["info", "task.txt"] + sorted(path.name for path in folder.glob("sid-*.map"))
    names += [f"{sample}.sym", f"{sample}.dbg"] + sorted(path.name for path in folder.glob("*.dat"))[:3]
    out = b""
    for name in names:
        data = (folder / name).read_bytes()
        out += b"=== " + name.encode() + b"\n" + (data[:RECORDS] if name.endswith(".dat") else data[:4000]) + b"\n"
    (CORPUS / "uftrace").mkdir(parents=True, exist_ok=True)
    (CORPUS / "uftrace" / sample).write_bytes(out)


def write(target, name, data):
    (CORPUS / target).mkdir(parents=True, exist_ok=True)
    (CORPUS / target / name).write_bytes(data)


FUNCGRAPH = """name: funcgraph_%s
ID: %d
format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

\tfield:unsigned long func;\toffset:8;\tsize:8;\tsigned:0;
\tfield:unsigned int depth;\toffset:16;\tsize:4;\tsigned:0;
%s
print fmt: "%%ps (%%u)", (void *)REC->func, REC->depth
"""


def uftrace_parts():
    data = ROOT / "assets/samples/kitchen/data"
    texts = {"i": "info", "t": "task.txt", "s": "kitchen.sym", "d": "kitchen.dbg"}
    for letter, name in texts.items():
        write("uftrace_text", name, letter.encode() + (data / name).read_bytes()[:3000])
    write("uftrace_text", "enum", b"eenum e {A,B=5,C=0x10};enum f { D }")
    write("uftrace_text", "events", b"vEVENT: 1000000 provider:event\n")
    message = lambda kind, body: struct.pack("<HHI", 0xface, kind, len(body)) + body
    write("uftrace_text", "task", b"b" + message(7, struct.pack("<Qii16sii", 1, 10, 10, b"0123456789abcdef", 0, 8) + b"/bin/cat")
          + message(3, struct.pack("<Qii", 2, 10, 10)) + message(6, struct.pack("<Qii", 3, 10, 11)))

    write("uftrace_args", "many", b"main@arg1,arg2/s,arg3/x16,arg4/e:e,arg5/t24:point%stack+1,fparg1/32,arg6/c%rdi,arg7/S\n"
          + struct.pack("<QH6sHIQ", 5, 6, b"string", 0x1234, 5, 6) + bytes(24) + struct.pack("<fIH", 1.5, 65, 2) + b"ok")
    write("uftrace_args", "regex", b"^ma.*@arg1/i32,arg2/u64,arg3/o,arg4/p,retval/f80;m[a-z]+@arg9/d\n" + bytes(range(64)))

    event = lambda kind, func, depth, more=b"": struct.pack("<HHiQII", kind, 0, 10, func, depth, 0) + more
    exit_fields = "\tfield:unsigned long long calltime;\toffset:24;\tsize:8;\tsigned:0;"
    header = b"PAGE_SIZE: 256\nLONG_SIZE: 8\nENDIAN: LE\n"
    for name, number, more in (("entry", 11, ""), ("exit", 10, exit_fields)):
        text = (FUNCGRAPH % (name, number, more)).encode()
        header += b"TRACEFS: events/ftrace/funcgraph_%s/format: %d\n" % (name.encode(), len(text)) + text
    records = b""
    for delta, body in ((0, event(11, 0xffffffff81000010, 0)), (500, event(11, 0xffffffff81000110, 1)),
                        (500, event(10, 0xffffffff81000110, 1, bytes(8))), (500, event(10, 0xffffffff81000010, 0, bytes(8)))):
        records += struct.pack("<I", len(body) // 4 | delta << 5) + body
    page = (struct.pack("<QQ", 2000, len(records)) + records).ljust(256, b"\0")
    switch = lambda misc, time: struct.pack("<IHHiiQ", 14, misc, 24, 10, 10, time)
    comm = struct.pack("<IHHii16siiQ", 3, 0, 48, 10, 10, b"renamed", 10, 10, 1500)
    write("uftrace_kernel", "pages", header + b"===\n" + page)
    write("uftrace_kernel", "perf", header + b"===\n" + comm + switch(0x2000, 2000) + switch(0, 3000) + switch(0x6000, 4000))


def archives():
    members = {"data/info": b"Ftrace!\0" + bytes(40), "data/1.dat": bytes(range(200))}
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, data in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    tar = plain.getvalue().rstrip(b"\0") + bytes(1024)
    write("archive", "tar", tar)
    write("archive", "tar.gz", gzip.compress(tar, mtime=0))
    for name, method in (("deflate.zip", zipfile.ZIP_DEFLATED), ("stored.zip", zipfile.ZIP_STORED)):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", method) as archive:
            for member, data in members.items():
                archive.writestr(zipfile.ZipInfo(member), data, method)
        write("archive", name, packed.getvalue())
    # The end of a name taken for an extra field, which is longer than there is.
    cut = bytearray(packed.getvalue())
    entry = cut.index(b"PK\x01\x02")
    cut[entry + 28:entry + 32] = struct.pack("<HH", len("data/info") - 4, 4)
    write("archive", "extra-cut.zip", bytes(cut))


def demangle():
    for number, name in enumerate((
            "_RINvNtNtCsjrHSEGnQ3l9_3std3sys9backtrace28___rust_begin_short_backtraceFEuuECs6GmmlP4bgsG_1r",
            "_RNvXs_Cs6GmmlP4bgsG_1rNtB4_3CatNtB4_5Speak3say", "_RINvC1a1bKj5_ReTlmEDNtB2_1cEL_ARh5_E",
            "_ZN35_$LT$r..Dog$u20$as$u20$r..Speak$GT$3say17h0123456789abcdefE",
            "_ZStltIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EESA_", "_ZZ4mainENKUliE_clEi")):
        write("demangle", str(number), name.encode())


def tracecmd():
    (CORPUS / "tracecmd").mkdir(parents=True, exist_ok=True)
    for name in ("v7-none.dat", "v7-zstd.dat", "v7-zlib.dat", "v6.dat"):
        data = (ROOT / "tests/data/tracecmd" / name).read_bytes()
        if name.startswith("v7-z"):
            (CORPUS / "tracecmd" / name).write_bytes(data)
        elif name == "v6.dat":
            (CORPUS / "tracecmd" / name).write_bytes(data[:12288])
    # Before the options that say where what lies.
    for name in ("v7-none", "v7-zstd"):
        data = (ROOT / "tests/data/tracecmd" / f"{name}.dat").read_bytes()
        write("tracecmd", f"{name}-cut.dat", data[:12288])


def tracecmd_parts():
    """Formats, records and pages on their own. The print formats beyond the traces' are in the kernel's manner."""
    sys.path.insert(0, str(ROOT / "tests/data/tracecmd"))
    import make  # pylint: disable=import-outside-toplevel
    formats = [text for texts in list(make.FORMATS.values()) + list(make.thread_formats().values()) for text in texts]
    fields = [("unsigned int flags", 8, 4, 0), ("char comm[16]", 12, 16, 0), ("__data_loc char[] name", 28, 4, 0),
              ("u8 raw[8]", 32, 8, 0)]
    formats += [make.event_format("made", 999, fields, text) for text in (
        '"%s %*pbl", __print_flags(REC->flags, "|", { 1, "A" }, { 2, "B" }), 8, __get_bitmask(name)',
        '"%s", __print_symbolic(REC->flags >> 2, { 0, "zero" }, { 1, "one" })',
        '"%s %s", __print_hex(REC->raw, 8), __print_array(__get_dynamic_array(name), 2, 4)',
        '"%pM %pI4 %pI6c %pU %ps %pS", REC->raw, REC->raw, REC->raw, REC->raw, REC->flags, REC->flags',
        '"%d %s", (int)(REC->flags ? -1 : 2 * 3 % 4), REC->flags & 1 ? __get_str(name) : REC->comm')]
    record = make.common(999, 7) + struct.pack("<I16sHH8s", 5, b"task", 40, 5, b"\1\2\3\4\5\6\7\0") + b"text\0"
    for target in ("tracecmd_format", "tracecmd_print", "tracecmd_page"):
        (CORPUS / target).mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(formats):
        (CORPUS / "tracecmd_format" / str(number)).write_text(text)
        (CORPUS / "tracecmd_print" / str(number)).write_bytes(text.encode() + b"\n===\n" + record)
    for name, big in (("little", 0), ("big", 1)):
        (CORPUS / "tracecmd_page" / name).write_bytes(bytes([big]) + make.pages(make.cpu_events(0, 40))[:1200])


def small_elf(bits=64, order="<", relocated=False):
    """A program with a sled table of two functions, and nothing else that a loader would want. `relocated`: with absolute
    words that are left to the loader, as sleds before version 2 are."""
    word, wide = ("q", "Q") if bits == 64 else ("i", "I")
    pack = lambda layout, *values: struct.pack(order + layout, *values)  # noqa: E731
    texts = (b"", b"xray_instr_map", b".symtab", b".strtab", b".rela.dyn", b"_Z3foov", b"bar")
    names = b"\0".join(texts) + b"\0"
    at = {name: names.index(b"\0" + name + b"\0") + 1 for name in texts[1:]}
    entry, size = bits // 2, bits // 8
    functions = ((0x1000, 0), (0x1000, 1), (0x1100, 0))
    sleds = b"".join(pack(word + word + "BBB", 0, 0 if relocated else target - (0x2000 + entry * i + size), kind, 1,
                          0 if relocated else 2).ljust(entry, b"\0") for i, (target, kind) in enumerate(functions))
    relocations = b"".join(pack(wide + wide + word, 0x2000 + entry * i + size, 8, target)
                           for i, (target, _) in enumerate(functions))
    symbol = (lambda name, where: pack("IBBHQQ", name, 0x12, 0, 1, where, 64)) if bits == 64 else (
        lambda name, where: pack("IIIBBH", name, where, 64, 0x12, 0, 1))
    symbols = symbol(0, 0) + symbol(at[b"_Z3foov"], 0x1000) + symbol(at[b"bar"], 0x1100)
    header = 64 if bits == 64 else 52
    section = lambda *fields: pack("II" + wide * 4 + "II" + wide * 2, *fields)  # noqa: E731
    sections, blob = [section(*[0] * 10)], b""
    for name, kind, address, data, link in ((b"xray_instr_map", 1, 0x2000, sleds, 0), (b".symtab", 2, 0, symbols, 3),
                                            (b".strtab", 3, 0, names, 0), (b".rela.dyn", 4, 0, relocations, 0)):
        sections.append(section(at[name], kind, 0, address, header + len(blob), len(data), link, 0, 1, 0))
        blob += data
    head = b"\x7fELF" + bytes([bits // 32, 1 if order == "<" else 2, 1]) + bytes(9)
    head += pack("HHI" + wide * 3 + "IHHHHHH", 3, 62, 1, 0, 0, header + len(blob), 0, header, 0, 0, len(sections[0]),
                 len(sections), 3)
    return head + blob + b"".join(sections)


def xray():
    for folder in ("xray", "xray_elf", "xray_yaml"):
        (CORPUS / folder).mkdir(parents=True, exist_ok=True)
    for path in sorted((ROOT / "tests/data/xray").glob("*.xray")):
        data = path.read_bytes()[:4000]
        (CORPUS / "xray" / path.stem).write_bytes(data + (b"\n=== \n" + small_elf() if path.stem == "fdr-v5" else b""))
    for bits in (32, 64):
        for order, name in (("<", "le"), (">", "be")):
            (CORPUS / "xray_elf" / f"{bits}-{name}").write_bytes(small_elf(bits, order))
            (CORPUS / "xray_elf" / f"{bits}-{name}-relocated").write_bytes(small_elf(bits, order, True))
    for path in sorted((ROOT / "tests/data/xray/lines").glob("*.expected.txt")):
        program = path.with_name(path.name.removesuffix(".expected.txt"))
        write("xray_lines", program.name, program.read_bytes())
    for packed in ("zlib", "zstd"):
        write("xray_lines", packed, (ROOT / "tests/data/xray/lines" / packed).read_bytes())
    # As the target puts "- { id: 1, " before it.
    (CORPUS / "xray_yaml" / "extracted").write_text(
        "address: 0x10, function: 0x10, kind: function-enter, function-name: 'shop::make(''a'')', version: 2 }\n"
        "- { id: 2, address: 32, function: 32, kind: tail-exit, always-instrument: true, function-name: main }\n...\n")
    (CORPUS / "xray_yaml" / "quoted").write_text("function: 1, function-name: \"a\\x41\\n\" }\n# end\n- {id: 2, function: 0x2}\n")


def lttng():
    (CORPUS / "lttng").mkdir(parents=True, exist_ok=True)
    for trace in ("2.6-le", "2.6-be", "1.0", "states", "0.8", "0.3"):
        folder, out = ROOT / "tests/data/lttng" / trace / "data", b""
        for path in sorted(folder.rglob("*_0")) + sorted(folder.rglob("process-*")) + sorted(folder.rglob("*_[0-9][0-9]*.xml")):
            # Without the padding of the last sub-buffer.
            out += b"=== " + str(path.relative_to(folder)).encode() + b"\n" + path.read_bytes().rstrip(b"\xee")[:8192] + b"\n"
        (CORPUS / "lttng" / trace).write_bytes(out)


def lttng_parts():
    """Format strings with payloads, metadata and descriptions, and tracefiles on their own."""
    data = ROOT / "tests/data/lttng"
    for target in ("lttng_format", "lttng_metadata", "lttng_sub_buffer"):
        (CORPUS / target).mkdir(parents=True, exist_ok=True)
    for number, text in enumerate((
            "prev_pid %d next_pid %d prev_state #2d%ld", "a #8u%llu and more #1x%x %d 100%%%u z #n2u%hu n #n4u%#x last %+d",
            "loglevel #1u%u string %s ip 0x%lX", "irqstate #1%d", " ", "c #b1u%c p #p%ld z %zu t %td q %-+ #08lld %i%o%X")):
        (CORPUS / "lttng_format" / str(number)).write_bytes(text.encode() + b"\n" + bytes(range(1, 40)) + b"\0text\0")
    for number, trace in enumerate(("2.6-le", "states")):
        events = (data / trace / "data/metadata_0").read_bytes().rstrip(b"\xee")[68:]
        (CORPUS / "lttng_metadata" / trace).write_bytes(bytes([4, 4 * number]) + events)
    for path in sorted((data / "0.8/data/eventdefs").glob("*.xml")) + [data / "0.3/data/eventdefs/process.xml"]:
        (CORPUS / "lttng_metadata" / path.stem).write_bytes(path.read_bytes()[path.read_bytes().index(b"<facility"):])
    for trace, name in (("2.6-le", "kernel_1"), ("2.6-be", "metadata_0"), ("1.0", "cpu_1"), ("0.8", "cpu_1")):
        file = (data / trace / "data" / name).read_bytes()
        # Small sub-buffers, so that there are several in few bytes.
        (CORPUS / "lttng_sub_buffer" / trace).write_bytes(b"".join(file[at:at + 160] for at in range(0, len(file), 4096)) + file)


def cursor():
    (CORPUS / "cursor").mkdir(parents=True, exist_ok=True)
    (CORPUS / "cursor" / "all").write_bytes(bytes(range(64)) + b"text\0more\nlines\r\n")


def filters():
    (CORPUS / "filter").mkdir(parents=True, exist_ok=True)
    for number, text in enumerate((
            "sched/sched_switch,sched_.*: next_pid == 1 || !(prev_comm =~ \"^a[b-d]+\")\nprev_comm=abc next_pid=1",
            "dur > 1.5ms && name == std::* || args.count >= 0x1f KiB\ncount = \"7\", name = \"a, b = 3\"",
            "linux:sched-in && cpu && 'text' && addr < 0x7f && flags & 3\nflags: 3, x: y",
            "linux:sched-in && c, sched_switch, sched_.*: n == r || sched_\\")):
        (CORPUS / "filter" / str(number)).write_text(text)


if __name__ == "__main__":
    shutil.rmtree(CORPUS, ignore_errors=True)
    uftrace("kitchen")
    uftrace("family")
    uftrace_parts()
    archives()
    demangle()
    tracecmd()
    tracecmd_parts()
    xray()
    lttng()
    lttng_parts()
    cursor()
    filters()
