#!/usr/bin/env python3
"""Installs what is missing, builds the page and serves it on this machine alone: python3 serve.py"""
import argparse
import pathlib
import sys

from tools import setup
from tools.build import build
from tools.server import make_server
from tools.steps import ROOT, StepFailed, say


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--setup", action="store_true", help="install what is missing, and nothing else")
    parser.add_argument("--no-build", action="store_true", help="serve what is in dist/ as it is")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--host", default="127.0.0.1", help="loopback unless said otherwise")
    parser.add_argument("--dist", default=str(ROOT / "dist"), help="the folder to serve")
    options = parser.parse_args()
    try:
        if not options.no_build:
            setup.page()
            if options.setup:
                setup.native()
                say("Everything is installed.")
                return 0
            say("Building the page")
            build("wasm", "page")
    except StepFailed as failure:
        print(f"\n{failure}", file=sys.stderr)
        return 1
    dist = pathlib.Path(options.dist)
    if not (dist / "index.html").exists():
        how = "run python3 serve.py without --no-build" if dist == ROOT / "dist" else "build it there, or leave out --dist"
        print(f"There is no page in {dist}; {how}.", file=sys.stderr)
        return 1
    try:
        server = make_server(dist, options.host, options.port)
    except OSError as error:
        print(f"Port {options.port} can't be had ({error.strerror}); try --port {options.port + 1}.", file=sys.stderr)
        return 1
    say(f"Tracepane is at http://{options.host}:{server.server_port}/ (stop with Ctrl+C)")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        say("")
    return 0


if __name__ == "__main__":
    sys.exit(main())
