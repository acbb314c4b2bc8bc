#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets from the committed traces; what campaigns have found stays beside them:
python3 tests/fuzz/make_corpus.py"""
import gzip
import importlib.util
import io
import pathlib
import struct
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "tests/fuzz/corpus"
# What the last byte of a whole trace asks for: words, a search, a replay, an index; each in pieces of 512 bytes but the
# first (Task in fuzz_support.h).
TASKS = (bytes([0]), bytes([5]), bytes([6]), bytes([7]))


def write(target, name, data):
    (CORPUS / target).mkdir(parents=True, exist_ok=True)
    (CORPUS / target / name).write_bytes(data)


def whole(target, name, trace):
    """A whole trace, with each task."""
    for task in TASKS:
        write(target, f"{name}-{task[0]}", trace + task)


def folder(files):
    """Files as filesOf() in fuzz_input.h takes them."""
    return b"".join(b"=== " + name.encode() + b"\n" + data + b"\n" for name, data in files.items())


def lines(data, most):
    """The first lines of a text."""
    return data[:data.rfind(b"\n", 0, most) + 1]


def uftrace_files(sample, records, text):
    """`records` bytes of the records of two tasks, and about `text` bytes of each text."""
    data = ROOT / "assets/samples" / sample / "data"
    info = (data / "info").read_bytes()
    files = {"info": info[:40] + lines(info[40:], text * 2), "task.txt": (data / "task.txt").read_bytes()}
    for path in sorted(data.glob("sid-*.map"))[:1]:
        files[path.name] = lines(path.read_bytes(), 300)
    for suffix in ("sym", "dbg"):
        files[f"{sample}.{suffix}"] = lines((data / f"{sample}.{suffix}").read_bytes(), text)
    for path in sorted(data.glob("[0-9]*.dat"))[:2]:
        files[path.name] = path.read_bytes()[:records]
    files["perf-cpu0.dat"] = (data / "perf-cpu0.dat").read_bytes()[:records // 2]
    return files


def uftrace():
    for sample in ("kitchen", "family"):
        whole("uftrace", sample, folder(uftrace_files(sample, 320, 500)))
        whole("uftrace", f"{sample}-small", folder(uftrace_files(sample, 96, 150)))


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
        write("uftrace_text", name, letter.encode() + (data / name).read_bytes()[:600])
    write("uftrace_text", "enum", b"eenum e {A,B=5,C=0x10};enum f { D }")
    write("uftrace_text", "events", b"vEVENT: 1000000 provider:event\n")

    def message(kind, body):
        return struct.pack("<HHI", 0xface, kind, len(body)) + body

    write("uftrace_text", "task", b"b" + message(7, struct.pack("<Qii16sii", 1, 10, 10, b"0123456789abcdef", 0, 8) + b"/bin/cat")
          + message(3, struct.pack("<Qii", 2, 10, 10)) + message(6, struct.pack("<Qii", 3, 10, 11)))

    write("uftrace_args", "many", b"main@arg1,arg2/s,arg3/x16,arg4/e:e,arg5/t24:point%stack+1,fparg1/32,arg6/c%rdi,arg7/S\n"
          + struct.pack("<QH6sHIQ", 5, 6, b"string", 0x1234, 5, 6) + bytes(24) + struct.pack("<fIH", 1.5, 65, 2) + b"ok")
    write("uftrace_args", "regex", b"^ma.*@arg1/i32,arg2/u64,arg3/o,arg4/p,retval/f80;m[a-z]+@arg9/d\n" + bytes(range(64)))

    def event(kind, func, depth, more=b""):
        return struct.pack("<HHiQII", kind, 0, 10, func, depth, 0) + more

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

    def switch(misc, time):
        return struct.pack("<IHHiiQ", 14, misc, 24, 10, 10, time)

    comm = struct.pack("<IHHii16siiQ", 3, 0, 48, 10, 10, b"renamed", 10, 10, 1500)
    write("uftrace_kernel", "pages", header + b"===\n" + page + b"\0")
    write("uftrace_kernel", "perf", header + b"===\n" + comm + switch(0x2000, 2000) + switch(0, 3000) + switch(0x6000, 4000) + b"\7")


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


def small_make(name):
    """make.py of a format, made to write small pages into a folder of our own."""
    path = ROOT / "tests/data" / name / "make.py"
    spec = importlib.util.spec_from_file_location(f"make_{name}", path)
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    make.PAGE = 256
    return make


def tracecmd_files():
    make = small_make("tracecmd")
    few = {"sched": make.FORMATS["sched"]}
    few = [(number, make.formats_v7(few) if number == 18 else body) for number, body in make.METADATA]
    cpus = [make.pages(make.cpu_events(0, 8), lost_before={1}), make.pages(make.cpu_events(1, 4))]
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "trace.dat"
        for name, codec, metadata in (("none", "none", few), ("zstd", "zstd", few), ("zlib", "zlib", None)):
            make.write_v7(path, cpus, codec, metadata)
            yield f"v7-{name}", path.read_bytes()
        # It ends before the options that say where each section begins.
        yield "v7-cut", path.read_bytes()[:-200]
        threads = [make.pages(events[:12]) for events in make.threads_of_cpus()]
        # The scheduler's events make threads; others are of no kind that is known.
        sched = make.formats_v7({"sched": make.thread_formats()["sched"]})
        metadata = [(number, {17: struct.pack("<I", 0), 18: sched}.get(number, body)) for number, body in make.THREAD_METADATA]
        make.write_v7(path, threads, metadata=metadata, more_options=make.THREAD_OPTIONS)
        yield "threads", path.read_bytes()
        make.write_v6(path, cpus)
        yield "v6", path.read_bytes()


def tracecmd():
    for name, data in tracecmd_files():
        whole("tracecmd", name, data)


def tracecmd_parts():
    """Formats, records and pages on their own. The print formats beyond the traces' are in the kernel's manner."""
    sys.path.insert(0, str(ROOT / "tests/data/tracecmd"))
    import make
    formats = [text for texts in list(make.FORMATS.values()) + list(make.thread_formats().values()) for text in texts]
    fields = [("unsigned int flags", 8, 4, 0), ("char comm[16]", 12, 16, 0), ("__data_loc char[] name", 28, 4, 0),
              ("u8 raw[8]", 32, 8, 0)]
    formats += [make.event_format("made", 999, fields, text) for text in (
        '"%s %*pbl", __print_flags(REC->flags, "|", { 1, "A" }, { 2, "B" }), 8, __get_bitmask(name)',
        '"%s", __print_symbolic(REC->flags >> 2, { 0, "zero" }, { 1, "one" })',
        '"%s %s", __print_hex(REC->raw, 8), __print_array(__get_dynamic_array(name), 2, 4)',
        '"%pM %pI4 %pI6c %pU %ps %pS", REC->raw, REC->raw, REC->raw, REC->raw, REC->flags, REC->flags',
        '"%d %s", (int)(REC->flags ? -1 : 2 * 3 % 4), REC->flags & 1 ? __get_str(name) : REC->comm',
        ('"%s %s %llu.%09u", __print_dynamic_array(name, sizeof(u8)), __get_stacktrace(name), '
         '__print_ns_to_secs(REC->flags), __print_ns_without_secs(REC->flags)'),
        '"%s %pISpc", __print_hex_dump("> ", 2, 16, 4, REC->raw, 8, true), __get_sockaddr(name)',
        '"%d %s", ({ int a = (REC->flags); int b = (128); ((a) < (b) ? (a) : (b)); }), other(REC->comm, REC->missing)',
        '"%*pb %*pbl %*ph", 64, REC->raw, 64, REC->raw, REC->flags, (some_t)(REC->raw)')]
    record = make.common(999, 7) + struct.pack("<I16sHH8s", 5, b"task", 40, 5, b"\1\2\3\4\5\6\7\0") + b"text\0"
    for target in ("tracecmd_format", "tracecmd_print", "tracecmd_page", "tracecmd_btf"):
        (CORPUS / target).mkdir(parents=True, exist_ok=True)
    (CORPUS / "tracecmd_btf" / "calls").write_bytes((make.HERE / "calls.btf").read_bytes())
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


def xray_logs():
    make = small_make("xray")
    for version in range(1, 6):
        # The first version's buffers are all of one size.
        size = 256 if version == 1 else 8192
        log = make.header(version, 1, struct.pack("<Q", size))
        for tid, tsc, count in ((12, 900_000_000, 8), (11, 500_000_000, 5)):
            buffer = make.fdr_buffer(version, tid, tsc, make.calls(tid, count))
            log += buffer.rstrip(b"\0")[:size].ljust(size, b"\0") if version == 1 else buffer
        yield f"fdr-v{version}", log
    yield "basic-v3", (ROOT / "tests/data/xray/basic-v3.xray").read_bytes()[:32 + 32 * 12]


def xray():
    for target in ("xray", "xray_elf", "xray_yaml"):
        (CORPUS / target).mkdir(parents=True, exist_ok=True)
    for name, data in xray_logs():
        whole("xray", name, data + (b"\n=== \n" + small_elf() if name == "fdr-v5" else b""))
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


def lttng_folders():
    make = small_make("lttng")
    with tempfile.TemporaryDirectory() as scratch:
        make.HERE = pathlib.Path(scratch)
        make.version26("2.6-le", "<", 0, 4)
        make.version26("2.6-be", ">", 8, 8)
        make.version10("1.0", "<", 4, 4)
        traces = [(name, pathlib.Path(scratch) / name / "data") for name in ("2.6-le", "2.6-be", "1.0")]
        traces += [(name, ROOT / "tests/data/lttng" / name / "data") for name in ("states", "0.8", "0.3")]
        for name, data in traces:
            paths = [*data.rglob("*_0"), *data.rglob("process-*"), *data.rglob("*_[0-9][0-9]*.xml")]
            # Without the padding of the last sub-buffer; what describes the events is whole.
            yield name, {str(path.relative_to(data)): path.read_bytes().rstrip(b"\xee")[:2500 if "meta" in path.name else 500]
                         for path in sorted(paths)}


def lttng():
    for name, files in lttng_folders():
        whole("lttng", name, folder(files))


def ctf():
    """Small recordings, of which each file has its first packets only."""
    for name in ("synth-bare", "synth-be-bits", "synth-compact", "synth-lost", "synth2-all", "synth2-bits", "barectf"):
        data = ROOT / "build/samples/ctf" / name / "trace"
        paths = sorted(path for path in data.rglob("*") if path.is_file() and path.suffix != ".idx")
        whole("ctf", name, folder({path.name: path.read_bytes()[:None if path.name == "metadata" else 1024]
                                   for path in paths}))


def joined():
    """Traces beside each other, with options; and each by itself, written for other tools."""
    logs, dats, folders = dict(xray_logs()), dict(tracecmd_files()), dict(lttng_folders())
    calls = {f"k/{name}": data for name, data in uftrace_files("kitchen", 64, 120).items()}
    more = {f"f/{name}": data for name, data in uftrace_files("family", 64, 120).items()}
    kernel = {f"l/{name}": data for name, data in folders["states"].items()}
    later = {f"1:{name}": data for name, data in {"b.xray": logs["fdr-v5"]}.items()}
    sets = {"logs": (b"shift 1 1000", {"a.xray": logs["basic-v3"]} | later), "both": (b"together", calls | more),
            "kinds": (b"", calls | {"a.xray": logs["fdr-v4"]}), "kernels": (b"last-is-trace keep 1", kernel | later),
            "only": (b"only f", calls | more), "dats": (b"keep 0 keep 1 shift 2 -5", {"t.dat": dats["v7-none"]} | later)}
    for name, (options, files) in sets.items():
        whole("joint", name, options + b"\n" + folder(files))
    alone = {"uftrace": calls, "lttng": kernel, "xray": {"a.xray": logs["fdr-v5"]}, "tracecmd": {"t.dat": dats["v7-none"]}}
    for name, files in alone.items():
        for choice in (0, 1, 2, 3, 4, 64, 129, 132):
            write("export", f"{name}-{choice}", folder(files) + bytes([choice]))
        for choice in (0, 1, 2, 3, 7, 10):
            write("cut", f"{name}-{choice}", folder(files) + bytes([64, choice]))


def kept():
    """Damage by kept_fuzz.cpp: nothing, a byte, the end, of a file and of what is packed in it."""
    damage = {"whole": b"", "byte": bytes([40, 0, 1, 0]), "several": bytes([9, 1, 255, 0, 90, 0, 16, 0, 200, 2, 128, 0]),
              "cut": bytes([80, 0, 0, 255])}
    for name, places in damage.items():
        for trace in range(3):
            write("kept", f"index-{name}-{trace}", places + bytes([trace + 16 * (trace % 2)]))
            write("kept", f"file-{name}-{trace}", places + bytes([0x40 + trace]))
    write("kept", "other", b"\x08\0\0\0tpindex\n\x01\0\0\0\0\0\0\0\0\0\0\0" + bytes(20) + bytes([0xc0]))


def session():
    """Scripts by session_fuzz.cpp: what is done, and with what."""
    ready, draw = bytes([0, 11, 3]), bytes([13, 0, 3])
    asks = {"rows": [15, 0, 0, 40, 11, 3], "find": [15, 4, 3, 0, 100, 0, 11, 3], "filter": [15, 2, 2, 0, 1, 11, 3, 15, 0, 0, 9, 11, 3],
            "search": [15, 2, 1, 1, 1, 11, 3, 15, 0, 0, 9, 11, 3], "calls": [15, 5, 0, 30, 200, 0, 0, 0, 1, 11, 3],
            "scheduling": [15, 6, 1, 11, 3], "plot": [15, 7, 1, 0, 1, 11, 3], "offset": [15, 8, 3, 5, 11, 3],
            "export": [15, 9, 3, 11, 3], "locate": [15, 3, 99, 0, 0, 1, 0, 15, 0, 0, 9, 11, 3, 15, 0, 0, 9, 11, 3],
            "describe": [14, 2, 11, 3], "again": [15, 13, 1, 11, 3], "cancel": [10, 1, 0, 3, 15, 12, 0, 11, 3],
            "damage": [11, 6, 0, 40, 0, 7, 3], "twice": [5, 0, 4, 0, 1], "late": [10, 2, 0, 4, 0, 1, 0, 0]}
    for trace in range(3):
        for workers in (0, 2):
            every = b"".join(bytes(ask) for name, ask in asks.items() if name not in ("again", "cancel", "damage"))
            write("session", f"all-{trace}-{workers}", bytes([workers]) + ready + draw + every + bytes([trace]))
        for name, ask in asks.items():
            write("session", f"{name}-{trace}", bytes([trace % 3]) + ready + draw + bytes(ask) + bytes([trace]))


def links():
    texts = ("view=-12,3456&range=100,200&on=thread,4411,4412,,;counter,4411,,,2f&at=counter,4411,,,a1,7,123456",
             "pin=thread@1,10,10,,&hide=cpu,,,0,&marks=0;5;99&spans=1,2;7,12&tab=flame&colour=thread&flame=siu,2f,77",
             "find=a%26b%3Dc&tracks=%2Fwkr-%5B0-9%5D%2F&filter=dur%20%3E%201ms&rows=marked&tab=events", "tab=functions&view=0,4000",
             "tab=scheduling&flame=cort,,&colour=duration&at=thread,10,10,,,1,2000", "tab=sandwich&rows=view&tracks=x",
             "sql=slices%2Ca%252C%20b%2CSELECT%20ts%2C%20dur%0AFROM%20slice&sql=counter%2Cn%2CSELECT%201%20AS%20ts%2C%202%20AS%20value")
    settings = ('{"theme":"dark","palette":"colour-blind","states":"lttv","drawerHeight":300,"labelWidth":250.5,'
                '"recent":["help"],"views":[["123","view=1,2"]],"columns":{"uftrace":["arg1","retval"]}}')
    for number, text in enumerate(texts):
        write("link", f"view-{number}", b"v#" + text.encode())
        write("view", f"link-{number}", b"l" + text.encode() + b"\n" + bytes([number]))
    write("link", "settings", b"s" + settings.encode())
    write("view", "settings", b"s" + settings.encode() + b"\nl" + texts[0].encode() + b"\n\1")
    write("link", "join", b"jtogether last-is-trace keep 1 keep 2 shift 1 -500 shift 3 99999999999 only a b/c")


def views():
    """Scripts by view_fuzz.cpp, on each of its traces."""
    at = lambda letter, x, y: letter + bytes([x, y])  # noqa: E731
    tabs = b"".join(b"ltab=" + tab + b"\nWfq\x0c\nW" for tab in
                    (b"selection", b"flame", b"sandwich", b"functions", b"info", b"scheduling", b"events"))
    for trace in range(6):
        every = [b"a" + bytes([number]) + b"1 2 3\n" for number in range(150)]
        for part in range(0, 150, 50):
            write("view", f"actions-{trace}-{part}", at(b"c", 120, 80) + b"W" + b"".join(every[part:part + 50]) + bytes([trace]))
        write("view", f"tabs-{trace}", tabs + bytes([trace]))
        clicks = b"".join(at(b"c", x, y) + b"W" for x, y in ((90, 60), (140, 70), (60, 75), (100, 220), (180, 215)))
        write("view", f"pointer-{trace}", clicks + at(b"r", 120, 80) + at(b"m", 50, 90) + b"d" + at(b"m", 180, 130) + b"uSdw\x20Sz\x90"
              + bytes([trace]))
        write("view", f"again-{trace}", tabs[:60] + b"o" + bytes([trace + 1]) + tabs[:60] + b"o" + bytes([trace + 2]) + b"x"
              + b"o" + bytes([trace]) + b"O\1\1XO" + bytes([trace + 64]) + b"\3W" + bytes([trace]))


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
        (CORPUS / "lttng_sub_buffer" / trace).write_bytes(b"".join(file[at:at + 160] for at in range(0, len(file), 4096)) + file[:1000])


def ftrace_text():
    """What the kernel and trace-cmd print, and lines that are none or too much."""
    for name in ("trace", "latency", "noirq", "report", "report-l", "verbose"):
        text = gzip.decompress((ROOT / f"tests/data/ftrace/{name}.txt.gz").read_bytes())
        whole("ftrace_text", name, lines(text, 2200))
    task = b"            b-11    [000] d..2.     1.000040: "
    made = {
        "lost": task + b"print: two\nlines\nCPU:0 [LOST 7 EVENTS]\n" + task + b"x: a=1\nCPU:0 [EVENTS DROPPED]\n",
        "stack": task + b"kernel_stack: <stack trace >\n=> schedule (ffffffff814b0eb5)\n => do_nanosleep+0x1/0x2\n",
        "graph": task + b"funcgraph_entry:      ! 150.000 us |    wake_up();\n" + task
                 + b"funcgraph_entry:                   |  schedule() {\n" + task + b"funcgraph_exit: + 15.000 us |  }\n",
        "tracer": b"# tracer: function_graph\n  100.000010 |   0)     sh-77     |               |  ksys_read() {\n"
                  b"  100.000012 |   0)     sh-77     |  d..1. |   1.250 us    |    fdget [x]();\n"
                  b"  100.000020 |   0)  sh-77  |  |  /* sched_waking: comm=a pid=7 */\n ----------------------\n"
                  b" 0)     sh-77      =>    ls-78     \n ----------------------\n"
                  b"    12 us |   0)     ls-78     | * 12345.6 us |  }\n 1)   0.541 us    |  }\n",
        "calls": task + b"sys_enter: NR 230 (0, 7f2b, 20000)\n" + task + b"sys_exit: NR 230 = -11\n" + task
                 + b"sys_read(fd: 3)\n" + task + b"sys_read -> 0x1\n" + task + b"mutex_lock <-pipe_read\n",
        "instance": b" irqs:           <idle>-0     [001] d.h1.  2.5: irq_handler_entry: irq=36 name=x\n" + task + b"x: y\n",
        "large": b"a-1 [2000000000] .....  99999999999999999.000000: x: y\na-1 [0] ..... 9223372036854775807: x: " + b"y" * 300,
        "other": b"# tracer: nop\r\n" + task + b"cpu_idle: state=4294967295 cpu_id=0\r\n\0[0] -1 [-\r\n"
        + task + b"block_rq_issue: 8,0 R 1 () 2 + 8 [a]\r\n"}
    for name, text in made.items():
        whole("ftrace_text", name, text)


def cursor():
    (CORPUS / "cursor").mkdir(parents=True, exist_ok=True)
    (CORPUS / "cursor" / "all").write_bytes(bytes(range(64)) + b"text\0more\nlines\r\n")


def perf():
    make = small_make("perf")
    for name, data in make.files():
        whole("perf", name, data)
    maker = make.Maker()
    records = maker.records()
    # As zstd stores what it does not compress: a frame of one raw block, in two records of perf.
    frame = struct.pack("<IBB", 0xfd2fb528, 0, 0x50) + (len(records) << 3 | 1).to_bytes(3, "little") + records
    packed = maker.record(81, frame[:600]) + maker.record(81, frame[600:])
    whole("perf", "packed", maker.pipe(maker.record(80, maker.pack("QIIIII", 27, 1, 1, 1, 2, 4096)) + packed))
    whole("perf", "folder", maker.file(b"") + b"\n=== \n" + records)


def filters():
    (CORPUS / "filter").mkdir(parents=True, exist_ok=True)
    for number, text in enumerate((
            "sched/sched_switch,sched_.*: next_pid == 1 || !(prev_comm =~ \"^a[b-d]+\")\nprev_comm=abc next_pid=1",
            "dur > 1.5ms && name == std::* || args.count >= 0x1f KiB\ncount = \"7\", name = \"a, b = 3\"",
            "linux:sched-in && cpu && 'text' && addr < 0x7f && flags & 3\nflags: 3, x: y",
            "linux:sched-in && c, sched_switch, sched_.*: n == r || sched_\\")):
        (CORPUS / "filter" / str(number)).write_text(text)


if __name__ == "__main__":
    uftrace()
    uftrace_parts()
    archives()
    demangle()
    tracecmd()
    tracecmd_parts()
    xray()
    perf()
    lttng()
    lttng_parts()
    ctf()
    joined()
    kept()
    session()
    links()
    views()
    ftrace_text()
    cursor()
    filters()
