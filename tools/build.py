"""Configures and builds by the CMake presets."""
from tools.steps import jobs, step

ADVICE = "If the sources have not changed, remove build/ and try once more."


def build(preset, *targets, settings=()):
    """`settings`: further ones of CMake, as "-DNAME=VALUE", which the build folder keeps."""
    step(f"configure {preset}", ["cmake", "--preset", preset, *settings], ADVICE)
    command = ["cmake", "--build", "--preset", preset, "-j", jobs()]
    step(f"build {' and '.join(targets) or preset}", command + (["--target", *targets] if targets else []), ADVICE)
