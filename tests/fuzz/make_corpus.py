#!/usr/bin/env python3
"""Writes the seed corpora of the fuzz targets from the committed traces: python3 tests/fuzz/make_corpus.py"""
import pathlib
import shutil

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


def cursor():
    (CORPUS / "cursor").mkdir(parents=True, exist_ok=True)
    (CORPUS / "cursor" / "all").write_bytes(bytes(range(64)) + b"text\0more\nlines\r\n")


if __name__ == "__main__":
    shutil.rmtree(CORPUS, ignore_errors=True)
    uftrace("kitchen")
    uftrace("family")
    tracecmd()
    cursor()
