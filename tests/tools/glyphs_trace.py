"""A uftrace directory with names in many scripts: python3 tests/tools/glyphs_trace.py FOLDER"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import hostile_trace

# Japanese and Chinese, Japanese again, Korean, Cyrillic, Greek, Arabic, Hebrew, a letter with a mark of its own, an emoji.
FUNCTIONS = ["main", "\u65e5\u672c\u8a9e", "\u6f22\u5b57", "\u304b\u306a", "\ud55c\uad6d\uc5b4", "\u041f\u0440\u0438\u0432\u0435\u0442",
             "\u03b1\u03b2\u03b3", "\u0639\u0631\u0628", "\u05e9\u05dc\u05d5\u05dd", "e\u0301", "\U0001f600"]
TASK = "\u65e5\u672c\u8a9e"

if __name__ == "__main__":
    hostile_trace.make(sys.argv[1], [name.encode() for name in FUNCTIONS], TASK.encode())
