#!/usr/bin/env python3
"""Writes the seed corpora of the fuzz targets from the committed traces: python3 tests/fuzz/make_corpus.py"""
import pathlib
import shutil
import struct
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


def tracecmd():
    (CORPUS / "tracecmd").mkdir(parents=True, exist_ok=True)
    for name in ("v7-none.dat", "v7-zstd.dat", "v7-zlib.dat", "v6.dat"):
        data = (ROOT / "tests/data/tracecmd" / name).read_bytes()
        if name.startswith("v7-z"):
            (CORPUS / "tracecmd" / name).write_bytes(data)
        elif name == "v6.dat":
            (CORPUS / "tracecmd" / name).write_bytes(data[:12288])


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


def small_elf():
    """A program with a sled table of two functions, and nothing else that a loader would want."""
    names = b"\0xray_instr_map\0.symtab\0.strtab\0_Z3foov\0bar\0"
    at = {name: names.index(name) for name in (b"xray_instr_map", b".symtab", b".strtab", b"_Z3foov", b"bar")}
    sleds = b"".join(struct.pack("<qqBBB13x", 0, target - (0x2000 + 32 * i + 8), kind, 1, 2)
                     for i, (target, kind) in enumerate(((0x1000, 0), (0x1000, 1), (0x1100, 0))))
    symbols = bytes(24) + b"".join(struct.pack("<IBBHQQ", at[name], 0x12, 0, 1, address, 64)
                                   for name, address in ((b"_Z3foov", 0x1000), (b"bar", 0x1100)))
    offset, sections, blob = 64, [bytes(64)], b""
    for name, kind, address, data, link in ((b"xray_instr_map", 1, 0x2000, sleds, 0), (b".symtab", 2, 0, symbols, 3),
                                            (b".strtab", 3, 0, names, 0)):
        sections.append(struct.pack("<IIQQQQIIQQ", at[name], kind, 0, address, offset + len(blob), len(data), link, 0, 1, 0))
        blob += data
    head = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 0, offset + len(blob), 0, 64, 0, 0,
                                                          64, len(sections), 3)
    return head + blob + b"".join(sections)


def xray():
    (CORPUS / "xray").mkdir(parents=True, exist_ok=True)
    for path in sorted((ROOT / "tests/data/xray").glob("*.xray")):
        data = path.read_bytes()[:4000]
        (CORPUS / "xray" / path.stem).write_bytes(data + (b"\n=== \n" + small_elf() if path.stem == "fdr-v5" else b""))


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


if __name__ == "__main__":
    shutil.rmtree(CORPUS, ignore_errors=True)
    uftrace("kitchen")
    uftrace("family")
    tracecmd()
    tracecmd_parts()
    xray()
    lttng()
    lttng_parts()
    cursor()
