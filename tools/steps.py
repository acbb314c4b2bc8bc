"""Runs commands as steps: a line for each, its last output and what to do when one fails."""
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEPS = ROOT / ".deps"


class StepFailed(Exception):
    """The text says what failed, with the command and its last lines."""


def say(text):
    print(text, flush=True)


def step(title, command, advice="", cwd=ROOT, env=None):
    """Runs a command quietly; its output appears only when it fails."""
    started = time.monotonic()
    sys.stdout.write(f"  {title} ... ")
    sys.stdout.flush()
    full_env = dict(os.environ, **(env or {}))
    try:
        done = subprocess.run(command, cwd=cwd, env=full_env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", check=False)
        status, output = done.returncode, done.stdout
    except OSError as error:
        status, output = 127, str(error)
    seconds = time.monotonic() - started
    if status == 0:
        say(f"done ({seconds:.0f} s)")
        return output
    say(f"FAILED ({seconds:.0f} s)")
    tail = "\n".join("    " + line for line in output.splitlines()[-40:])
    text = f"{title} failed, exit status {status}:\n    {' '.join(map(str, command))}\n{tail}"
    raise StepFailed(text + (f"\n{advice}" if advice else ""))


def stamped(name, content):
    """True where the step of this name has been done with the same content before."""
    stamp = DEPS / "stamps" / name
    return stamp.exists() and stamp.read_text() == content


def stamp_done(name, content):
    stamp = DEPS / "stamps" / name
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(content)


def jobs():
    return str(os.cpu_count() or 2)
