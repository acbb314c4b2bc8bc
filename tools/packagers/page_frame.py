"""Writes beside the built page what it makes reports of: python3 -m tools.packagers.page_frame DIST. It takes esbuild, and the
licences of all that is in the page; without these, the page says that it can't make reports."""
import pathlib
import sys

from tools.packagers import licences, one_file
from tools.steps import StepFailed


def main(dist):
    if one_file.bundler() is None:
        print("esbuild is not here: the page will make no reports", file=sys.stderr)
        return 1
    try:
        (dist / one_file.FRAME).write_bytes(one_file.make_frame(dist, licences.text("html")))
    except StepFailed as failure:
        print(f"{failure}\nThe page will make no reports.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
