"""Installs the distribution's packages that are missing."""
import os
import shutil
import subprocess

from tools.steps import StepFailed, say, step

COMPILER = ["g++", "cmake", "ninja-build", "ccache", "git", "pkg-config"]
NATIVE = COMPILER + ["libzstd-dev", "zlib1g-dev", "libsqlite3-dev", "libgtest-dev", "libbenchmark-dev", "libcli11-dev",
                     "nlohmann-json3-dev", "libglfw3-dev", "libgl-dev"]
FUZZ = ["clang", "libclang-rt-dev"]
SOURCES = ["xz-utils", "debian-archive-keyring", "ca-certificates"]
FONTS = ["fonts-inter", "fonts-jetbrains-mono", "python3-fonttools"]
WASM = ["emscripten", "googletest", "nlohmann-json3-dev", "linux-libc-dev", "nodejs"]
AMALGAMATION = ["tcl", "gcc", "make", "libc6-dev"]  # makes one file of the sources of SQLite
MANUAL = ["python3-markdown", "python3-lunr", "libjs-lunr"]
BUNDLING = ["esbuild"]  # puts the page's scripts into one, for reports
NODE = ["nodejs", "npm"]
STYLE = ["clang-format", "git"]
TIDY = ["clang-tidy", "git"]
COUNTING = ["valgrind"]
DASK = ["python3-distributed"]
PACKAGING = ["dpkg-dev", "binutils"]  # makes the .deb
INSTALLING = ["debootstrap", "lintian", "zsh", "fish"]  # tests what is installed
REFERENCES = ["uftrace", "trace-cmd", "llvm", "babeltrace2"]  # the formats' own tools, which read cuts
# Chromium without its windows, which takes half of the time for each page; or all of it where that is no package.
BROWSER = ["chromium-headless-shell", "chromium"]
FIREFOX = ["firefox-esr", "xvfb", "xauth", "libgl1", "libegl1", "libgl1-mesa-dri", "libpci3"]

# Installed by other ways than the package where the command is there.
COMMANDS = {"nodejs": "node", "npm": "npm", "git": "git", "cmake": "cmake", "ninja-build": "ninja", "g++": "g++",
            "clang": "clang++", "clang-format": "clang-format", "clang-tidy": "clang-tidy", "chromium": "chromium",
            "chromium-headless-shell": "chromium-headless-shell", "firefox-esr": "firefox-esr", "emscripten": "emcc", "tcl": "tclsh",
            "gcc": "gcc", "make": "make", "ccache": "ccache", "valgrind": "valgrind"}


def installed(package):
    if package in COMMANDS and shutil.which(COMMANDS[package]):
        return True
    status = subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", package], capture_output=True, text=True,
                            check=False)
    return status.stdout == "installed"


def known(package):
    if not shutil.which("apt-cache"):
        return False
    policy = subprocess.run(["apt-cache", "policy", package], capture_output=True, text=True, check=False,
                            env=dict(os.environ, LC_ALL="C"))
    return "Candidate: " in policy.stdout and "Candidate: (none)" not in policy.stdout


def ensure_first(packages):
    """Installs the first of the packages that the distribution has."""
    if not installed(packages[0]):
        ensure([next(filter(known, packages), packages[-1])])


def ensure(packages):
    missing = [package for package in dict.fromkeys(packages) if not installed(package)]
    if not missing:
        return
    if not shutil.which("apt-get"):
        raise StepFailed("These are missing, and only apt is known here: " + " ".join(missing) +
                         "\nInstall them by your system's own means; docs/dependencies.md says what each is.")
    root = [] if os.geteuid() == 0 else ["sudo"]
    if root and not shutil.which("sudo"):
        raise StepFailed("Packages are missing and this user may not install any. As root:\n    apt-get install " +
                         " ".join(missing))
    say("Missing packages: " + " ".join(missing))
    env = {"DEBIAN_FRONTEND": "noninteractive"}
    step("apt-get update", root + ["apt-get", "update"], "Is a Debian mirror in reach?", env=env)
    step("apt-get install", root + ["apt-get", "install", "-y", "--no-install-recommends"] + missing,
         "Run the command by hand to see what apt wants.", env=env)
