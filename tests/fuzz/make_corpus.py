#!/usr/bin/env python3
"""Writes the seed corpora of the fuzz targets from the committed traces: python3 tests/fuzz/make_corpus.py"""
import pathlib
import shutil
import struct

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
    for trace in ("2.6-le", "2.6-be", "1.0"):
        folder, out = ROOT / "tests/data/lttng" / trace / "data", b""
        for path in sorted(folder.rglob("*_0")):
            # Without the padding of the last sub-buffer.
            out += b"=== " + str(path.relative_to(folder)).encode() + b"\n" + path.read_bytes().rstrip(b"\xee")[:8192] + b"\n"
        (CORPUS / "lttng" / trace).write_bytes(out)


def cursor():
    (CORPUS / "cursor").mkdir(parents=True, exist_ok=True)
    (CORPUS / "cursor" / "all").write_bytes(bytes(range(64)) + b"text\0more\nlines\r\n")


def filters():
    (CORPUS / "filter").mkdir(parents=True, exist_ok=True)
    for number, text in enumerate((
            "sched/sched_switch,sched_.*: next_pid == 1 || !(prev_comm =~ \"^a[b-d]+\")\nprev_comm=abc next_pid=1",
            "dur > 1.5ms && name == std::* || args.count >= 0x1f KiB\ncount = \"7\", name = \"a, b = 3\"",
            "linux:sched-in && cpu && 'text' && addr < 0x7f && flags & 3\nflags: 3, x: y")):
        (CORPUS / "filter" / str(number)).write_text(text)


if __name__ == "__main__":
    shutil.rmtree(CORPUS, ignore_errors=True)
    uftrace("kitchen")
    uftrace("family")
    tracecmd()
    xray()
    lttng()
    cursor()
    filters()
