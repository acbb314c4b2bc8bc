"""What all packages say of the project: its version, its time, its names."""
import datetime
import os
import re
import subprocess

from tools.steps import ROOT

NAME = "tracepane"
SUMMARY = "explores uftrace, trace-cmd, LTTng (legacy) and XRay traces"
# The project has no address of its own.
MAINTAINER = "Tracepane developers <tracepane@tracepane.invalid>"
# The earliest time that a zip file can hold.
EARLIEST = int(datetime.datetime(1980, 1, 1, tzinfo=datetime.UTC).timestamp())


def version():
    """As CMakeLists.txt has it, where it stands once."""
    return re.search(r"project\(tracepane VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def git_time():
    try:
        told = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        return int(told)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None


def changelog_time():
    dated = re.search(r"^## \[[^]]+\] - (\d{4}-\d{2}-\d{2})$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    return int(datetime.datetime.fromisoformat(dated[1] + "T00:00:00+00:00").timestamp()) if dated else None


def epoch():
    """The time of everything in a package: SOURCE_DATE_EPOCH, else that of the commit, else of the last release."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    return max(EARLIEST, int(given) if given.isdigit() else git_time() or changelog_time() or EARLIEST)


def moment():
    return datetime.datetime.fromtimestamp(epoch(), datetime.UTC)
