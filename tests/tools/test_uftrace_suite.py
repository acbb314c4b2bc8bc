"""The script that records uftrace's own cases, on a checkout of three."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tests/oracle/uftrace_suite.py"
PROGRAM = """#include <string.h>
int called(const char *text, int number) { return (int)strlen(text) + number; }
int main(void) { return called("four", -4) + called("", 0); }
"""
# What uftrace's own runtest.py does with a case: it compiles, records or runs under uftrace, and looks at the output.
RUNTEST = """import os, subprocess, sys, tempfile
home, uftrace = os.getcwd(), os.environ["objdir"] + "/uftrace"
for name, commands in {"live": ["live -a"], "kept": ["record -A called@arg1/s -d x", "replay -d x"], "plain": ["record"]}.items():
    os.chdir(tempfile.mkdtemp(prefix="test_%s_" % name, dir=home))
    subprocess.check_call(["gcc", "-pg", "-g", "-O0", "-fno-builtin", "-o", "t", home + "/s-abc.c"])
    for command in commands:
        subprocess.check_call("%s %s --no-event --libmcount-path=%s ./t" % (uftrace, command, os.environ["objdir"]), shell=True)
"""


@unittest.skipUnless(shutil.which("uftrace") and shutil.which("gcc"), "needs uftrace and gcc")
class UftraceSuite(unittest.TestCase):
    def test_every_case_is_kept_and_compared(self):
        with tempfile.TemporaryDirectory() as work:
            tests = Path(work) / "checkout/tests"
            tests.mkdir(parents=True)
            (tests / "s-abc.c").write_text(PROGRAM, encoding="utf-8")
            (tests / "runtest.py").write_text(RUNTEST, encoding="utf-8")
            kept = Path(work) / "kept"
            done = subprocess.run([sys.executable, SCRIPT, tests.parent, "--keep", kept], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("3 recordings are equal, 0 differ, of 0 uftrace says nothing", done.stdout)
            self.assertEqual(sorted(one.name.split("-")[0] for one in kept.iterdir()), ["kept", "live", "plain"])
            self.assertEqual(sorted(one.name for one in tests.iterdir()), ["runtest.py", "s-abc.c"])


if __name__ == "__main__":
    unittest.main()
