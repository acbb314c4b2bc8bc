"""Runs clang-tidy, as .clang-tidy says, over the C++ files that have changed. It follows the paths through each file and all
that the file includes, which takes some ten to twenty seconds of a core: hours for the whole project, so it is run on request
and over what has changed. build/native has to be there, because it tells how files are compiled."""
import json
import os
import shlex
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.steps import ROOT, StepFailed, say

NATIVE = ROOT / "build/native/compile_commands.json"
# clang-tidy reads how files are compiled from here.
FOLDER = ROOT / "build/tidy"
PRECOMPILED = "cmake_pch.hxx"


def changed(since):
    """The sources that differ from a commit, new ones included. A header is checked with the source of its name, if any."""
    def listed(*command):
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise StepFailed(f"git {' '.join(command)}:\n{done.stderr}")
        return done.stdout.splitlines()

    names = listed("diff", "--name-only", since) + listed("ls-files", "--others", "--exclude-standard")
    return {(ROOT / name).with_suffix(".cpp") for name in names if name.endswith((".cpp", ".h"))}


def for_clang(command):
    """The command of the build, which GCC compiles by, without what only GCC knows."""
    out = []
    for word in shlex.split(command):
        if word.endswith("/" + PRECOMPILED):
            # Beside the original lies what GCC has made of it, which clang would take for its own.
            copy = FOLDER / str(Path(word).relative_to(ROOT)).replace("/", "_")
            shutil.copyfile(word, copy)
            out.append(str(copy))
        elif not word.startswith("-W") and word != "-fpch-preprocess":
            out.append(word)
    return out


def check(counts, since):
    if not NATIVE.exists():
        raise StepFailed(f"{NATIVE.relative_to(ROOT)} is missing. This makes it:\n"
                         "    cmake --preset native && cmake --build --preset native")
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = {one for one in changed(since) if one.exists()}
    entries = [one for one in json.loads(NATIVE.read_text()) if Path(one["file"]) in wanted]
    told = [{"file": one["file"], "directory": one["directory"], "arguments": for_clang(one["command"])} for one in entries]
    (FOLDER / NATIVE.name).write_text(json.dumps(told))

    def tidy(file):
        return subprocess.run(["clang-tidy", "-p", str(FOLDER), "--quiet", "--warnings-as-errors=*", file], cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace", check=False)

    files = sorted({one["file"] for one in told})
    if not files:
        counts.add(passed=1)
    say(f"  {len(files)} sources of the native build have changed since {since}")
    for other in sorted(wanted - {Path(file) for file in files}):
        counts.add(skipped=1)
        say(f"    skipped, the native build has none: {other.relative_to(ROOT)}")
    started = time.monotonic()
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for file, done in zip(files, pool.map(tidy, files)):
            counts.add(done.returncode == 0, done.returncode != 0)
            if done.returncode:
                say(f"  {Path(file).relative_to(ROOT)} failed")
                say("\n".join("    " + line.replace(f"{ROOT}/", "") for line in done.stdout.splitlines()))
    say(f"  clang-tidy: {time.monotonic() - started:.0f} s")
