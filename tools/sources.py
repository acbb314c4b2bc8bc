"""Sources of libraries that we compile for ourselves, from Debian's source packages.

The machine's own apt configuration is left alone: a private one under .deps asks the same mirror for sources.
"""
import hashlib
import pathlib
import re
import shutil
import subprocess
import urllib.parse

from tools.steps import DEPS, StepFailed, say, stamp_done, stamped, step

# name, source package, suites in order of preference, version wanted, SHA-256 of its original archive
SOURCES = [
    ("imgui", "imgui", ["testing", "sid"], "1.92.2b",
     "e7bd201d56b5ee90d24d5dac85e5c12f98bdb95410252a62d27b7f89e4566d48"),
    ("zstd", "libzstd", ["trixie", "bookworm"], "1.5.7",
     "0c092ef267edce57ba7f3f2645c861f72eaf5e76273c6c3632869423464b90a5"),
    ("zlib", "zlib", ["trixie", "bookworm"], "1.3.1",
     "60dd315c07f616887caa029408308a018ace66e3d142726a97db164b3b8f69fb"),
    ("libdwarf", "dwarfutils", ["trixie", "testing", "sid"], "0.11.1",
     "dfd24db87c354b3ba6fa72d29a481014f81768fea15ddcde96a8a938b1557c17"),
    ("sqlite", "sqlite3", ["trixie", "testing", "sid"], "3.46.1",
     "d0cdd2ece271b29e7ce18095745d892517ee26d0f270065b3a25c2e9eb11639c"),
]
# What makes files out of the sources that CMake compiles, by name.
MADE = {"sqlite": [["sh", "./configure", "--disable-tcl", "--disable-readline"], ["make", "sqlite3.c"]]}
KEY = "/usr/share/keyrings/debian-archive-keyring.gpg"


def mirror():
    """Where this machine's own packages come from."""
    listing = subprocess.run(["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN)",
                              "Created-By: Packages", "Component: main", "Origin: Debian"],
                             capture_output=True, text=True, check=False).stdout
    for line in listing.splitlines():
        fields = line.split()
        if len(fields) >= 2 and "security" not in fields[1] and "security" not in fields[0]:
            return fields[0]
    raise StepFailed("apt knows no Debian mirror here, where the sources would come from.\n"
                     "Add one to /etc/apt/sources.list.")


def private_apt():
    """A configuration of apt of our own that knows source packages; returns the options to use it."""
    base = DEPS / "apt"
    for folder in ("etc/apt.conf.d", "etc/sources.list.d", "etc/preferences.d", "etc/trusted.gpg.d", "etc/auth.conf.d",
                   "state/lists/partial", "cache/archives/partial"):
        (base / folder).mkdir(parents=True, exist_ok=True)
    suites = sorted({suite for source in SOURCES for suite in source[2]})
    uri = mirror()
    (base / "etc/sources.list").write_text("".join(f"deb-src [signed-by={KEY}] {uri} {suite} main\n"
                                                   for suite in suites))
    config = base / "apt.conf"
    config.write_text(f'''Dir::Etc "{base}/etc";
Dir::Etc::sourcelist "{base}/etc/sources.list";
Dir::Etc::sourceparts "{base}/etc/sources.list.d";
Dir::Etc::trustedparts "{base}/etc/trusted.gpg.d";
Dir::State "{base}/state";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "{base}/cache";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Check-Valid-Until "false";
Acquire::Retries "3";
''')
    options = ["-c", str(config)]
    step("source package lists", ["apt-get"] + options + ["update"], "Is a Debian mirror in reach?")
    return options


def version_of(options, package, suite):
    shown = subprocess.run(["apt-get"] + options + ["source", "--print-uris", "--only-source", f"{package}/{suite}"],
                           capture_output=True, text=True, check=False).stdout
    found = re.search(r"_([^_/ ]+)\.orig\.tar", urllib.parse.unquote(shown))
    # "1.92.2b+ds" is 1.92.2b without what is not free; "1.3.dfsg+really1.3.1" is 1.3.1.
    return re.sub(r".*really|\+(ds|dfsg).*", "", found.group(1)) if found else None


def originals(folder):
    """The archives of a source package, without signatures, and without those of parts that we do not need."""
    return [path for path in sorted(folder.glob("*.orig.tar.*")) if path.suffix != ".asc"]


def check(name, folder, sha):
    for archive in originals(folder):
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != sha:
            raise StepFailed(f"{name}: {archive.name} is not the archive that was tried\n  expected {sha}\n  found    "
                             f"{found}")


def fetch(options, name, package, suites, wanted, sha):
    offers = [(version_of(options, package, suite), suite) for suite in suites]
    offers = [(version, suite) for version, suite in offers if version]
    if not offers:
        raise StepFailed(f"No suite offers the sources of {package}; tried {', '.join(suites)}.")
    version, suite = next((offer for offer in offers if offer[0] == wanted), offers[0])
    if version != wanted:
        say(f"  {name}: {wanted} was tried, but {version} is what there is; using that, unchecked")
    folder = DEPS / "download" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # The original archive alone: what Debian adds for its own packages is of no use here, and sooner out of date.
    step(f"sources of {name} {version}",
         ["apt-get"] + options + ["source", "--tar-only", "--only-source", f"{package}/{suite}"], cwd=folder)
    if version == wanted:
        check(name, folder, sha)
    for archive in originals(folder):
        step(f"unpacking {archive.name}", ["tar", "-xf", archive.name], cwd=folder)
    unpacked = [path for path in folder.iterdir() if path.is_dir()]
    for command in MADE.get(name, []):
        step(f"{name}: {command[0]} {command[1]}", command, cwd=unpacked[0])
    target = DEPS / "src" / name
    shutil.rmtree(target, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(str(unpacked[0]), target)
    shutil.rmtree(folder, ignore_errors=True)


def ensure(names):
    """Puts the sources into .deps/src/<name>."""
    todo = [source for source in SOURCES
            if source[0] in names and not (stamped(f"source-{source[0]}", repr(source[1:]))
                                           and pathlib.Path(DEPS / "src" / source[0]).is_dir())]
    if not todo:
        return
    if not shutil.which("apt-get"):
        say("  no apt here: CMake will fetch the sources of " + ", ".join(source[0] for source in todo))
        return
    options = private_apt()
    for source in todo:
        fetch(options, *source)
        stamp_done(f"source-{source[0]}", repr(source[1:]))
