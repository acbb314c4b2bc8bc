"""What the command line says of kernel events whose texts it cannot make, on traces of tests/oracle/event_records.py."""
import pathlib
import subprocess
import tempfile
import unittest

from tests.oracle import event_texts
from tests.oracle.event_records import Format, trace_of
from tests.oracle.product import Product
from tools.steps import ROOT

TOOL = ROOT / "build/native/tracepane"
COMMON = """format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

"""
SYNC = "name: kvm_mmu_sync_page\nID: 1\n" + COMMON + """\tfield:__u32 role;\toffset:8;\tsize:4;\tsigned:0;

print fmt: "%s", ({ union kvm_mmu_page_role role; role.word = REC->role; trace_seq_printf(p, "l%u", role.level); p; })
"""
BPRINT = "name: bprint\nID: 6\n" + COMMON + """\tfield:unsigned long ip;\toffset:8;\tsize:8;\tsigned:0;
\tfield:const char * fmt;\toffset:16;\tsize:8;\tsigned:0;
\tfield:u32 buf[];\toffset:24;\tsize:0;\tsigned:0;

print fmt: "%ps: %s", (void *)REC->ip, REC->fmt
"""


class EventFormats(unittest.TestCase):
    def trace(self, system, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "trace.dat"
        path.write_bytes(trace_of([Format(system, text, 100)], 3)[0])
        return path

    def test_a_format_that_is_not_understood_is_warned_of_once(self):
        path = self.trace("kvmmmu", SYNC)
        self.assertEqual(next(event["args"] for event in Product(TOOL, path).events()), "{role=0}")
        told = subprocess.run([TOOL, "check", path], capture_output=True, text=True, check=False)
        self.assertIn("3 records, 1 warnings", told.stdout + told.stderr)
        self.assertIn("kvm_mmu_sync_page", told.stdout + told.stderr)

    def test_a_trace_printk_without_its_format_says_so(self):
        texts = [event["args"] for event in Product(TOOL, self.trace("ftrace", BPRINT)).events()]
        self.assertEqual(texts[2], "0xffffffffffffffff: (the format at 0xffffffffffffffff is not in the trace)")

    def test_reasons_are_for_what_they_say_only(self):
        form = Format("kvmmmu", SYNC, 1)
        self.assertIsNone(event_texts.reason(form, "a=1", "a=2"))
        self.assertIn("not understand", event_texts.reason(form, "[FAILED TO PARSE] role=1", "{role=1}"))


if __name__ == "__main__":
    unittest.main()
