"""Checks the sources without building them: their formatting, and the likely faults that linters know. Each tool is one test."""
import json
import os
import re
import shutil
import subprocess
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor

from tools.steps import ROOT, StepFailed, say

# Every version of clang-format lays out some lines in its own way. This one is Debian 12's.
CLANG_FORMAT = 14
# So many files are one process of clang-format.
CHUNK = 60


def run(command):
    """Returns what the command prints; empty if it found nothing wrong."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          check=False)
    return (done.stdout or f"exit status {done.returncode}") if done.returncode else ""


def sources(*endings):
    """Returns the files of the repository with these endings, new ones too, but none that git ignores."""
    done = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *(f"*.{one}" for one in endings)],
                          cwd=ROOT, capture_output=True, text=True, check=False)
    # A file that was removed is listed until the removal is committed.
    files = [name for name in done.stdout.splitlines() if (ROOT / name).exists()]
    if not files:
        raise StepFailed(f"git lists no sources here:\n{done.stderr}")
    return files


def node():
    return shutil.which("node") or "nodejs"


def clang_format():
    """Returns what is laid out in another way; None if clang-format is of another version."""
    version = subprocess.run(["clang-format", "--version"], capture_output=True, text=True, check=True).stdout
    if int(re.search(r"version (\d+)", version)[1]) != CLANG_FORMAT:
        return None
    files = sources("cpp", "h", "c")
    chunks = [files[begin:begin + CHUNK] for begin in range(0, len(files), CHUNK)]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return "".join(pool.map(lambda chunk: run(["clang-format", "--dry-run", "-Werror", *chunk]), chunks))


def eslint():
    return run([node(), "node_modules/eslint/bin/eslint.js", "--max-warnings", "0", *sources("js", "mjs")])


def ruff():
    settings = tomllib.loads((ROOT / "ruff.toml").read_text())
    return run([node(), "tests/ruff.mjs", json.dumps(settings), *sources("py")])


def check(counts):
    for tool in (clang_format, eslint, ruff):
        name = tool.__name__.replace("_", "-")
        started = time.monotonic()
        found = tool()
        counts.add(found == "", bool(found), found is None, name)
        result = f"skipped, it is not version {CLANG_FORMAT}" if found is None else "failed" if found else "passed"
        say(f"  {name}: {result} ({time.monotonic() - started:.0f} s)")
        if found:
            say("\n".join("    " + line for line in found.splitlines()))
            if tool is clang_format:
                say("    clang-format -i FILE ... lays them out")
