"""Puts traces into the page that is one file: python3 -m tools.packagers.inner_trace PAGE TRACE... -o OUT [--view LINK]
docs/one-file.md has the contract, which other programs may follow."""
import argparse
import html
import pathlib
import sys

from tools.packagers.one_file import MARK, element


def files_of(trace):
    """The files of a trace, by their paths as a drop of it has them."""
    trace = pathlib.Path(trace).resolve()
    if trace.is_file():
        return {trace.name: trace}
    return {path.relative_to(trace.parent).as_posix(): path for path in sorted(trace.rglob("*")) if path.is_file()}


def put(page, drops, view=""):
    """`drops`: of each trace, the bytes of its files by their paths. `view`: what a link to a view has behind its #."""
    mark = MARK.encode()
    if page.count(mark) != 1:
        raise ValueError("this is no page of Tracepane without a trace")
    inside = "".join(element("trace-file", path, data, f' data-drop="{drop}"')
                     for drop, files in enumerate(drops) for path, data in files.items())
    return page.replace(mark, f'<div id="inner-trace" hidden data-view="{html.escape(view)}">\n{inside}</div>'.encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page")
    parser.add_argument("traces", nargs="+", metavar="TRACE")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--view", default="")
    options = parser.parse_args()
    drops = [{path: file.read_bytes() for path, file in files_of(trace).items()} for trace in options.traces]
    try:
        made = put(pathlib.Path(options.page).read_bytes(), drops, options.view)
    except ValueError as error:
        return f"{options.page}: {error}"
    pathlib.Path(options.output).write_bytes(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
