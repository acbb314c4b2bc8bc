#!/usr/bin/env python3
"""Makes the archives of recorded traces beside this file: pack.py FOLDER

FOLDER holds a folder a format, as README.md beside this file tells. References that are packed there are unpacked
here: together they pack much better. The same recordings give the same bytes."""
import fnmatch
import gzip
import io
import lzma
import pathlib
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent

# The traces, and of the references those that tests compare with. Traces of others stay where they are.
TAKEN = {
    "uftrace": ["*/uftrace.data/*", "*/ref/dump.txt.gz", "*/ref/report-all.txt.gz", "*/ref/dump-flame-1us.txt.gz"],
    "tracecmd": ["*/trace.dat", "*/report-noplugins.txt.gz", "*/stat.txt"],
    "lttng": ["gen-*/*/*", "gen-*.dump.txt.gz"],
    "ctf": ["*/trace/*", "*/cyg", "*/ref/text.txt.gz", "*/ref/text-cycles.txt.gz", "*/expected.json"],
    "xray": ["*/log*.xray", "*/binary", "*/instr_map.yaml", "gen/*.xray", "gen/*.expected.tsv",
             "*/ref/convert.yaml.gz", "*/ref/stack-sorted-all-flame.txt.gz", "*/ref/account-sorted.csv.gz",
             "fdr-typed-fixed/ref/convert-sym.yaml.gz"],
    "perf": ["*/perf.data", "*/perf.data/*", "*/ref/script-nosym.txt.gz", "*/ref/script-events.txt.gz",
             "*/ref/folded.txt.gz", "*/ref/report.txt.gz", "*/ref/timehist.txt.gz", "*/hot", "dlopen/dl", "dlopen/*.so",
             "forkexec/forker"],
}
LEFT = {"tracecmd": ["amdgpu/*"], "lttng": ["gen-*.ref/*"], "ctf": ["bt-*", "tc-*", "_licences/*"], "xray": ["llvm-inputs/*"],
        "perf": ["*/ref-as-is/*", "*/*.c"]}

# Longer than the largest trace, so that what traces have in common (symbols of libraries) is stored once.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 26}]


def matches(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def members(folder, kind):
    """Names and bytes, alike ones beside each other."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or not matches(name, TAKEN[kind]) or matches(name, LEFT.get(kind, [])):
            continue
        data = path.read_bytes()
        yield (name.removesuffix(".gz"), gzip.decompress(data)) if name.endswith(".gz") else (name, data)


def pack(folder, kind, target):
    with lzma.open(target, "wb", format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC64, filters=FILTERS) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in members(folder, kind):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for kind in TAKEN:
        target = HERE / f"{kind}.tar.xz"
        pack(pathlib.Path(sys.argv[1]) / kind, kind, target)
        print(f"{target.name}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
