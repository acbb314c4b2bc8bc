"""The two fonts of the look, cut down to the characters that a trace viewer needs."""
import pathlib
import shutil

from tools.steps import DEPS, StepFailed, stamp_done, stamped, step

# Latin with its supplements, Greek and Cyrillic for names out of traces, and what the views themselves draw.
RANGES = ("U+0020-007E,U+00A0-017F,U+0370-03FF,U+0400-045F,U+2000-200A,U+2010-2027,U+202F,U+2030-203A,U+20AC,U+2122,"
          "U+2190-2199,U+21B5,U+21E7,U+2200-2265,U+2318,U+2325,U+2500-257F,U+25A0-25FF,U+2713,U+2717,U+FFFD")
FONTS = [
    ("/usr/share/fonts/opentype/inter/Inter-Regular.otf", "Inter-Regular.otf"),
    ("/usr/share/fonts/opentype/inter/Inter-SemiBold.otf", "Inter-SemiBold.otf"),
    ("/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf", "JetBrainsMono-Regular.ttf"),
]
LICENCES = [("/usr/share/doc/fonts-inter/copyright", "Inter-LICENSE.txt"),
            ("/usr/share/doc/fonts-jetbrains-mono/copyright", "JetBrainsMono-LICENSE.txt")]


def ensure():
    """Writes .deps/fonts."""
    folder = DEPS / "fonts"
    content = repr((RANGES, FONTS))
    if stamped("fonts", content) and all((folder / name).exists() for _, name in FONTS):
        return
    folder.mkdir(parents=True, exist_ok=True)
    for source, name in FONTS:
        if not pathlib.Path(source).exists():
            raise StepFailed(f"The font {source} is not there; the package fonts-inter or fonts-jetbrains-mono has it.")
        # The package python3-fonttools belongs to the system's own Python.
        step(f"font {name}", ["/usr/bin/python3", "-m", "fontTools.subset", source, f"--unicodes={RANGES}",
                              "--layout-features=kern,calt,tnum", "--no-hinting", "--desubroutinize",
                              f"--output-file={folder / name}"])
    for source, name in LICENCES:
        shutil.copy(source, folder / name)
    stamp_done("fonts", content)
