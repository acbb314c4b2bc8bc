"""Configures and builds by the CMake presets."""
from tools.steps import ROOT, jobs, step

ADVICE = "If the sources have not changed, remove build/ and try once more."
# The compiler's cache of whoever builds serves all of their clones and worktrees: nothing that is compiled depends on where
# a clone lies.
CACHE = {"CCACHE_BASEDIR": str(ROOT), "CCACHE_NOHASHDIR": "1", "CCACHE_SLOPPINESS": "pch_defines,time_macros"}


def build(preset, *targets, settings=()):
    """`settings`: further ones of CMake, as "-DNAME=VALUE", which the build folder keeps."""
    step(f"configure {preset}", ["cmake", "--preset", preset, *settings], ADVICE, env=CACHE)
    command = ["cmake", "--build", "--preset", preset, "-j", jobs()]
    step(f"build {' and '.join(targets) or preset}", command + (["--target", *targets] if targets else []), ADVICE,
         env=CACHE)
