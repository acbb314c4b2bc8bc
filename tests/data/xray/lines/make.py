#!/usr/bin/env python3
"""Compiles small instrumented programs with debugging information of each kind, and writes beside them what LLVM says of
their functions' lines, and a log that calls each function once.

    python3 tests/data/xray/lines/make.py     (needs Debian's clang-14 and llvm-14, and objcopy of binutils 2.40)

They are linked without any library, so that they are small; nobody runs them.
"""
import pathlib
import re
import struct
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = ["main.cpp", "src/shop.cpp"]
COMPILE = ["-fxray-instrument", "-fxray-instruction-threshold=1", "-fdebug-compilation-dir=/shop",
           "-fno-asynchronous-unwind-tables", "-nostdlib", "-fnoxray-link-deps",
           "-Wl,--entry=main,--build-id=none,-z,noseparate-code,-z,norelro"]
PROGRAMS = {
    "dwarf4": ["-gdwarf-4", "-fno-pie", "-no-pie"],
    "dwarf4-pie": ["-gdwarf-4", "-fpie", "-pie"],
    "dwarf5": ["-gdwarf-5", "-fno-pie", "-no-pie"],
    "dwarf5-pie": ["-gdwarf-5", "-fpie", "-pie"],
    # Units with several ranges each, and functions that the linker drops.
    "sections4": ["-gdwarf-4", "-ffunction-sections", "-Wl,--gc-sections", "-fpie", "-pie"],
    "sections5": ["-gdwarf-5", "-ffunction-sections", "-Wl,--gc-sections", "-fpie", "-pie"],
    "tables-only": ["-gline-tables-only", "-fpie", "-pie"],
    # The lines stay in the program; the rest of it goes into files of its own.
    "split": ["-gdwarf-5", "-gsplit-dwarf", "-fpie", "-pie"],
    "optimised": ["-gdwarf-5", "-O2", "-fno-inline", "-fpie", "-pie"],
    "none": ["-fpie", "-pie"],
}


def run(*command):
    return subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True).stdout


def functions(program):
    """Addresses by function id."""
    found = re.findall(r"\{ id: (\d+), address: \w+, function: (0x[0-9A-F]+)", run("llvm-xray-14", "extract", program))
    return {int(number): address for number, address in found}


def first_lines(program):
    """The first line of each address. The last one, by which llvm-symbolizer goes, is 0 in optimised programs: the sled's."""
    out = {}
    for address, line in re.findall(r"^(0x\w+) +(\d+)", run("llvm-dwarfdump-14", "--debug-line", program), re.M):
        if line != "0":
            out.setdefault(int(address, 16), line)
    return out


def expected(program):
    out, lines = "", first_lines(program)
    for number, address in sorted(functions(program).items()):
        name, place = run("llvm-symbolizer-14", "--relativenames", "--no-inlines", "-e", program, address).split("\n")[:2]
        file, line = place.rsplit(":", 2)[0].removeprefix("./"), lines.get(int(address, 16))
        out += f"{number} {name} {file + ':' + line if line else '-'}\n"
    return out


def log(count):
    """A basic log, of version 3, that calls one function after the other."""
    out = struct.pack("<HHIQ", 3, 0, 3, 2_000_000_000).ljust(32, b"\0")
    for number in range(1, count + 1):
        for action in (0, 1):
            out += struct.pack("<HBBiQII", 0, 0, action, number, 1_000_000 + 2_000 * number + 1_000 * action, 7, 7) + bytes(8)
    return out


def main():
    for name, options in PROGRAMS.items():
        run("clang++-14", *COMPILE, *options, *SOURCES, "-o", name)
        (HERE / f"{name}.expected.txt").write_text(expected(name))
    for kind in ("zlib", "zstd"):
        run("objcopy", f"--compress-debug-sections={kind}", "dwarf5-pie", kind)
    for left in HERE.glob("*.dwo"):
        left.unlink()
    (HERE / "calls.xray").write_bytes(log(len(functions("dwarf5"))))


if __name__ == "__main__":
    main()
