#!/usr/bin/env python3
"""Prints what CHANGELOG.md says of a version: python3 tools/release_notes.py 0.1.0. The version has to be that of the sources."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def version():
    """The version of the sources, which stands in CMakeLists.txt."""
    return re.search(r"project\(\w+ VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def notes(changelog, wanted):
    """The section of a version without its heading; None where there is none."""
    section = re.search(rf"^## \[{re.escape(wanted)}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## \[|^\[[^\]]+\]: |\Z)", changelog, re.M | re.S)
    return section[1].strip() + "\n" if section and section[1].strip() else None


def main():
    wanted = sys.argv[1]
    if wanted != version():
        return f"{wanted} is tagged, but the sources are {version()}."
    text = notes((ROOT / "CHANGELOG.md").read_text(), wanted)
    if text is None:
        return f"CHANGELOG.md has no section [{wanted}] with a date."
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
