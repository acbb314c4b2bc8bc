"""Runs the unit tests of the page's scripts, tests/web, by Node's own runner; they need neither a browser nor a build."""
import re
import subprocess
import time

from tests.style import node
from tools.steps import ROOT, say


def check(counts):
    started = time.monotonic()
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests/web").glob("*.test.mjs"))
    done = subprocess.run([node(), "--test", "--test-reporter=tap", *files], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    told = {name: int(count) for name, count in re.findall(r"^# (pass|fail|cancelled|skipped) (\d+)$", done.stdout, re.M)}
    passed, skipped = told.get("pass", 0), told.get("skipped", 0)
    # Without any count the runner itself broke down.
    failed = told.get("fail", 0) + told.get("cancelled", 0) or (1 if done.returncode or not passed else 0)
    names = re.findall(r"^\s*not ok \d+ - (.+)$", done.stdout, re.M)
    counts.add(passed, failed, skipped, [f"scripts of the page: {name}" for name in names])
    say(f"  scripts of the page: {passed} passed, {failed} failed ({time.monotonic() - started:.0f} s)")
    if failed:
        # Each test ends with a line of dots.
        reasons = re.findall(r"^not ok .*?^ +\.\.\.$", done.stdout, re.M | re.S) or [done.stdout]
        say("\n".join("    " + line for reason in reasons for line in reason.splitlines()))
