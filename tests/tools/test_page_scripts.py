"""The page's scripts that need no page: tests/tools/scripts under Node."""
import shutil
import subprocess
import unittest

from tools.steps import ROOT

NODE = shutil.which("node") or shutil.which("nodejs")


@unittest.skipUnless(NODE, "there is no Node")
class PageScriptsTest(unittest.TestCase):
    def test_each(self):
        scripts = sorted((ROOT / "tests/tools/scripts").glob("*_test.mjs"))
        self.assertTrue(scripts)
        for script in scripts:
            with self.subTest(script=script.name):
                done = subprocess.run([NODE, "--test", str(script)], cwd=ROOT, capture_output=True, text=True, timeout=300,
                                      check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
