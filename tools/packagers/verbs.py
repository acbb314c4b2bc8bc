"""The verbs and options of the command line, as its own --help tells them: man page and completions are made of that."""
import dataclasses
import re
import subprocess

from tools.steps import StepFailed

COLUMN = 30  # where the words about an option begin


@dataclasses.dataclass(frozen=True)
class Option:
    names: tuple      # the short one first, where there is one
    argument: str     # of what type, or empty
    choices: tuple    # the words that it may be
    required: bool
    words: str

    @property
    def is_file(self):
        return self.names[-1] in ("--output", "--file", "--screenshot", "--page")


@dataclasses.dataclass(frozen=True)
class Verb:
    name: str         # empty: without a verb, which opens the window
    words: str
    usage: str        # behind the name of the program
    options: tuple


def entries(lines):
    """Pairs of what stands left and of the words about it, which begin in the same line or in the next one."""
    found = []
    for line, following in zip(lines, [*lines[1:], ""]):
        if not re.match(r"  \S", line):
            continue
        if following.startswith(" " * COLUMN) and following[COLUMN:COLUMN + 1].strip():
            found.append((line.strip(), following.strip()))
        elif line[COLUMN - 1:COLUMN] != " ":
            found.append((line.strip(), ""))
        else:
            found.append((line[:COLUMN].strip(), line[COLUMN:].strip()))
    return found


def section(text, title):
    found = re.search(rf"^{title}:\n((?:  .*\n)+)", text, re.M)
    return entries(found[1].splitlines()) if found else []


def option(left, words):
    names, _, spec = left.partition(" ")
    choices = re.search(r"\{([^}]*)\}", spec)
    argument = re.match(r"[A-Z]+(?=[: ]|$)", spec)
    return Option(tuple(names.split(",")), argument[0] if argument and argument[0] != "REQUIRED" else "",
                  tuple(choices[1].split(",")) if choices else (), "REQUIRED" in spec, words)


def parse(name, text):
    """What --help prints, of a verb or of the program."""
    words, _, rest = text.partition("\n")
    usage = re.match(r"Usage: \S+ ?(.*)", rest)
    if not usage:
        raise StepFailed(f"This help is not understood:\n{text[:300]}")
    options = tuple(option(left, right) for left, right in section(text, "Options") if left.startswith("-"))
    return Verb(name, words.strip(), usage[1], options)


def read(program):
    """The program itself, and its verbs."""
    def told(*verb):
        return subprocess.run([program, *verb, "--help"], capture_output=True, text=True, check=True).stdout
    text = told()
    return [parse("", text)] + [parse(name, told(name)) for name, _ in section(text, "Subcommands")]
