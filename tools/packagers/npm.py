"""The package for npm: `npx tracepane TRACE` serves the page, `import` gives the core under Node."""
import json

from tools import server
from tools.packagers import facts, hosting, licences, page
from tools.packagers.archives import Entry, entries_of, make_tar, squeeze
from tools.packagers.made import Made
from tools.steps import ROOT


def manifest():
    return {
        "name": facts.NAME, "version": facts.version(), "description": f"Tracepane {facts.SUMMARY}", "license": "MIT",
        "type": "module", "engines": {"node": ">=18.11"}, "bin": {facts.NAME: "bin/tracepane.mjs"},
        "exports": {".": {"types": "./index.d.ts", "default": "./index.mjs"}}, "types": "./index.d.ts",
        "keywords": ["trace", "uftrace", "ftrace", "trace-cmd", "lttng", "xray", "profiler"],
    }


def as_json(value):
    return Entry(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def make():
    own = entries_of(ROOT / "packaging/npm", program=lambda name: name.startswith("bin/"))
    # The address of the page is another one each time, so a copy for later would be one of many.
    pages = {name: entry for name, entry in entries_of(page.DIST, "page/").items() if name != "page/offline.js"}
    told = {"headers": hosting.HEADERS, "types": server.TYPES, "files": sorted(name.removeprefix("page/") for name in pages)}
    entries = {**own, **pages, "package.json": as_json(manifest()), "lib/page.json": as_json(told),
               "LICENSE": Entry((ROOT / "LICENSE").read_bytes()), "LICENSES.txt": Entry(licences.text("npm"))}
    # npm expects one folder, and no entry of it.
    data = squeeze(make_tar({f"package/{name}": entry for name, entry in entries.items()}, folders=False))
    return Made("npm", f"{facts.NAME}-{facts.version()}.tgz", data)
