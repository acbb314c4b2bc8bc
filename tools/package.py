#!/usr/bin/env python3
"""Makes the packages, each with its SBOM (SPDX), and SHA256SUMS of all: python3 tools/package.py [KIND ...] [-o FOLDER]
KIND: page (a zip for web servers), html (the page as one file), deb, tarball, image (OCI), npm; all of them where none is named.
docs/packaging.md says what is in each."""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from tools.packagers import make
from tools.steps import ROOT, StepFailed, say


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(make.KINDS))
    parser.add_argument("-o", "--output", default=str(ROOT / "build/packages"), metavar="FOLDER")
    parser.add_argument("--no-build", action="store_true", help="take the page in dist/ as it is")
    options = parser.parse_args()
    unknown = [kind for kind in options.kinds if kind not in make.KINDS]
    if unknown:
        parser.error(f"no such package: {unknown[0]}")
    try:
        make.packages(options.kinds or list(make.KINDS), pathlib.Path(options.output), page=not options.no_build)
    except StepFailed as failure:
        print(f"\n{failure}", file=sys.stderr)
        return 1
    say(f"The packages are in {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
