"""Runs clang-tidy, as .clang-tidy says, over the C++ files that have changed. It follows the paths through each file and all
that the file includes, which takes some ten to twenty seconds of a core: hours for the whole project, so it is run over what
has changed."""
import json
import os
import shlex
import shutil
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.steps import ROOT, StepFailed, say, step

# clang-tidy reads how files are compiled from here.
FOLDER = ROOT / "build/tidy"
COMMANDS = "compile_commands.json"
# A native build that is configured only, and compiles each file by itself, as clang-tidy does.
NATIVE = FOLDER / "native"
PRECOMPILED = "cmake_pch.hxx"


# How long it may take as a part of a run of all tests, in seconds: everything may have changed.
SECONDS = 40


def git(*command):
    return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)


def unknown(commit):
    """Returns why nothing can be compared with a commit; empty if it can be."""
    if git("rev-parse", "--git-dir").returncode:
        return "this is no clone of git"
    return "" if git("cat-file", "-e", f"{commit}^{{commit}}").returncode == 0 else f"this clone has no commit {commit}"


def changed(since):
    """Returns the sources that differ from a commit, new ones included, each with the number of lines that differ. A header counts
    as the source of its name, if there is one."""
    def listed(*command):
        done = git(*command)
        if done.returncode:
            raise StepFailed(f"git {' '.join(command)}:\n{done.stderr}")
        return done.stdout.splitlines()

    lines = Counter()

    def add(name, count):
        if name.endswith((".cpp", ".h")):
            lines[(ROOT / name).with_suffix(".cpp")] += count

    for row in listed("diff", "--numstat", "--no-renames", since):
        added, removed, name = row.split("\t")
        if added != "-":  # of no text
            add(name, int(added) + int(removed))
    for name in listed("ls-files", "--others", "--exclude-standard"):
        add(name, len((ROOT / name).read_bytes().splitlines()))
    return lines


def for_clang(command):
    """Returns a command of the build, which is for GCC, without the options that clang does not know."""
    out = []
    for word in shlex.split(command):
        if word.endswith("/" + PRECOMPILED):
            # A copy, because GCC's precompiled form lies beside the original, and clang would take it for its own.
            copy = FOLDER / str(Path(word).relative_to(ROOT)).replace("/", "_")
            shutil.copyfile(word, copy)
            out.append(str(copy))
        elif not word.startswith("-W") and word != "-fpch-preprocess":
            out.append(word)
    return out


def check(counts, since, seconds=None):
    """Checks the sources that have changed since a commit, those with most changed lines first: as many as can be begun within
    `seconds`, or all if that is None."""
    if seconds and (why := unknown(since)):
        counts.add(skipped=1)
        say(f"  skipped: {why}")
        return
    step("configure native, each file by itself", ["cmake", "--preset", "native", "-B", NATIVE, "-DTP_UNITY=OFF"],
         "If the sources have not changed, remove build/ and try once more.")
    lines = changed(since)
    wanted = {one for one in lines if one.exists()}
    entries = [one for one in json.loads((NATIVE / COMMANDS).read_text()) if Path(one["file"]) in wanted]
    told = [{"file": one["file"], "directory": one["directory"], "arguments": for_clang(one["command"])} for one in entries]
    (FOLDER / COMMANDS).write_text(json.dumps(told))
    started = time.monotonic()

    def tidy(file):
        """Returns None if no time is left for the file."""
        if seconds and time.monotonic() - started > seconds:
            return None
        return subprocess.run(["clang-tidy", "-p", str(FOLDER), "--quiet", "--warnings-as-errors=*", file], cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace", check=False)

    files = sorted({one["file"] for one in told}, key=lambda file: (-lines[Path(file)], file))
    if not files:
        counts.add(passed=1)
    say(f"  {len(files)} sources of the native build have changed since {since}")
    others = sorted(str(one.relative_to(ROOT)) for one in wanted - {Path(file) for file in files})
    if others:
        counts.add(skipped=len(others))
        say(f"    skipped, the native build has none: {' '.join(others)}")
    late = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for file, done in zip(files, pool.map(tidy, files)):
            if done is None:
                late += 1
                continue
            counts.add(done.returncode == 0, done.returncode != 0, what=f"clang-tidy: {Path(file).relative_to(ROOT)}")
            if done.returncode:
                say(f"  {Path(file).relative_to(ROOT)} failed")
                say("\n".join("    " + line.replace(f"{ROOT}/", "") for line in done.stdout.splitlines()))
    if late:
        counts.add(skipped=late)
        say(f"    skipped, not reached within {seconds} s: {late} sources, those of which least has changed")
    say(f"  clang-tidy: {time.monotonic() - started:.0f} s")
