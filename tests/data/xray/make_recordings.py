"""Records the logs of forks, objects and profile anew, with clang 14 on x86-64: python3 tests/data/xray/make_recordings.py

objects/threads.xray and objects/fdr.xray are not made here: they need a runtime of LLVM 20 or later. The first was recorded with
one, of a program with a library (objects of function ids: 0 and 1); of its ten threads the first two were kept, and the thread
that began them. The second was written by hand, by the layout of that runtime: a buffer with calls of objects 0, 1 and 2."""
import os
import pathlib
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MODES = {"forks": "patch_premain=true xray_mode=xray-basic xray_naive_log_func_duration_threshold_us=0",
         "profile": "patch_premain=false"}


def record(name, source, flags=()):
    """Runs a program in a folder of its own, and keeps the only log that it leaves there."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, name)
        subprocess.run(["clang-14", "-O1", "-fxray-instrument", *flags, source, "-o", program], check=True)
        options = f"{MODES[name]} xray_logfile_base={folder}/log."
        subprocess.run([program], check=True, env={**os.environ, "XRAY_OPTIONS": options})
        (log,) = pathlib.Path(folder).glob("log.*")
        shutil.copyfile(log, source.parent / "log.xray")


record("forks", HERE / "forks/forks.c")
record("profile", HERE.parent / "refused/xray-profile/profiled.c", ["-fxray-modes=xray-profiling"])
subprocess.run(["clang-14", "-O1", "-fxray-instrument", "-fPIC", "-shared", "-nostdlib", "-Wl,--build-id=none",
                "-Wl,-z,noseparate-code", HERE / "objects/shapes.c", "-o", HERE / "objects/libshapes.so"], check=True)
