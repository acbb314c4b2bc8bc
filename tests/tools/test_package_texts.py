"""Man page, completions and types of files, which packages bring along."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ET

from tools.packagers import completions, man_page, verbs
from tools.steps import ROOT

PROGRAM = """Tracepane opens traces.
Usage: tracepane [OPTIONS] [traces...] [SUBCOMMAND]

Positionals:
  traces TEXT ...             what to show

Options:
  -h,--help                   Print this help message and exit
  --scale FLOAT               pixels per unit
  --light                     dark ink on white

Subcommands:
  export                      write the trace: for other's tools
  check                       index everything
"""
EXPORT = """write the trace: for other's tools
Usage: tracepane export [OPTIONS] trace...

Positionals:
  trace TEXT ... REQUIRED     file or directory

Options:
  -h,--help                   Print this help message and exit
  --threads UINT:UINT in [1 - 64]
                              how many, 1 to 64
  --to TEXT:({chrome,csv}) OR (NUMBER) REQUIRED
                              chrome or [csv]; a "number"
  -o,--output TEXT REQUIRED   the file; - is standard output
  --timeout FLOAT:NONNEGATIVE stop after so many seconds
  --desc Excludes: --asc      the greatest first
  --format TEXT:{text,csv,jsonl}
"""
CHECK = "index everything\nUsage: tracepane check [OPTIONS] trace...\n\nOptions:\n  -h,--help                   Print this\n"
VERBS = [verbs.parse("", PROGRAM), verbs.parse("export", EXPORT), verbs.parse("check", CHECK)]
NS = "{http://www.freedesktop.org/standards/shared-mime-info}"


def options():
    return {one.names[-1]: one for one in VERBS[1].options}


def completed(*words):
    """What bash offers for the last word."""
    with tempfile.NamedTemporaryFile("w", suffix=".bash") as script:
        script.write(completions.bash(VERBS) + 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tracepane; printf "%s\\n" "${COMPREPLY[@]}"\n')
        script.flush()
        done = subprocess.run(["bash", script.name, *words], capture_output=True, text=True, check=True, cwd="/")
    return [line for line in done.stdout.splitlines() if line]


def fits(match, data):
    """Whether a rule of the types of files holds for the first bytes of a file."""
    at, value, kind = int(match.get("offset")), match.get("value"), match.get("type")
    if kind == "string":
        holds = data[at:].startswith(value.encode().decode("unicode_escape").encode("latin-1"))
    else:
        size = int(kind.removeprefix("little")) // 8
        holds = len(data) >= at + size and int.from_bytes(data[at:at + size], "little") == int(value)
    inner = match.findall(f"{NS}match")
    return holds and (not inner or any(fits(one, data) for one in inner))


def type_of(path):
    root = ET.parse(ROOT / "packaging/tracepane.xml").getroot()
    data = path.read_bytes()[:64]
    return [kind.get("type") for kind in root for magic in kind.findall(f"{NS}magic")
            if any(fits(match, data) for match in magic.findall(f"{NS}match"))]


class Help(unittest.TestCase):
    def test_options_are_read_wherever_their_words_begin(self):
        found = options()
        self.assertEqual(found["--output"].names, ("-o", "--output"))
        self.assertEqual(found["--to"].choices, ("chrome", "csv"))
        self.assertEqual(found["--format"].choices, ("text", "csv", "jsonl"))
        self.assertEqual([found[name].argument for name in ("--threads", "--output", "--timeout", "--desc", "--format")],
                         ["UINT", "TEXT", "FLOAT", "", "TEXT"])
        self.assertEqual([found[name].words for name in ("--threads", "--timeout", "--desc", "--format")],
                         ["how many, 1 to 64", "stop after so many seconds", "the greatest first", ""])
        self.assertEqual([found[name].required for name in ("--to", "--output", "--timeout")], [True, True, False])

    def test_the_man_page_has_every_option(self):
        text = man_page.make(VERBS)
        for verb in VERBS:
            for one in verb.options:
                if one.names[-1] != "--help":
                    self.assertIn(f"\\fB{one.names[-1].replace('-', chr(92) + '-')}\\fR", text)
        self.assertNotRegex(text, r"@[A-Z]+@")

    @unittest.skipUnless(shutil.which("man"), "there is no man")
    def test_man_understands_it(self):
        with tempfile.NamedTemporaryFile("w", suffix=".1") as page:
            page.write(man_page.make(VERBS))
            page.flush()
            done = subprocess.run(["man", "--warnings", "-l", page.name], capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        self.assertIn("standard output", done.stdout)


class Completions(unittest.TestCase):
    def test_bash_offers_verbs_options_and_choices(self):
        self.assertEqual(completed("tracepane", "exp"), ["export"])
        self.assertEqual(completed("tracepane", "--s"), ["--scale"])
        self.assertEqual(completed("tracepane", "export", "--t"), ["--threads", "--to", "--timeout"])
        self.assertEqual(completed("tracepane", "export", "--to", ""), ["chrome", "csv"])
        self.assertEqual(completed("tracepane", "export", "--format", "j"), ["jsonl"])
        self.assertEqual(completed("tracepane", "check", "--t"), [])

    def test_bash_leaves_files_to_the_shell(self):
        self.assertEqual(completed("tracepane", "export", "-o", ""), [])
        self.assertEqual(completed("tracepane", "export", "et"), [])

    def test_the_other_shells_have_every_option(self):
        texts = completions.files(VERBS)
        zsh, fish = texts["zsh/site-functions/_tracepane"], texts["fish/vendor_completions.d/tracepane.fish"]
        self.assertTrue(zsh.startswith("#compdef tracepane\n"))
        self.assertIn("'*--to[chrome or \\[csv\\]; a \"number\"]:text:(chrome csv)'", zsh)
        self.assertIn("'export:write the trace\\: for other'\\''s tools'", zsh)
        self.assertIn("-s o -l output -r", fish)
        self.assertIn("-l format -x -a 'text csv jsonl'", fish)
        self.assertIn("'write the trace: for other\\'s tools'", fish)


class Types(unittest.TestCase):
    def test_recordings_are_known_by_their_first_bytes(self):
        for folder, kind in (("tracecmd", "application/x-trace-cmd"), ("xray", "application/x-xray-log")):
            files = [path for path in sorted((ROOT / "tests/data" / folder).iterdir()) if path.suffix in (".dat", ".xray")]
            self.assertGreater(len(files), 4)
            for path in files:
                self.assertEqual(type_of(path), [kind], path.name)

    def test_nothing_else_is_taken_for_one(self):
        for path in [pathlib.Path("/bin/ls"), ROOT / "README.md", ROOT / "tests/data/xray/lines/zlib"]:
            self.assertEqual(type_of(path), [], path)

    def test_the_desktop_entry_opens_these_types(self):
        entry = dict(line.split("=", 1) for line in (ROOT / "packaging/tracepane.desktop").read_text().splitlines()[1:])
        types = [kind.get("type") for kind in ET.parse(ROOT / "packaging/tracepane.xml").getroot()]
        self.assertEqual(entry["MimeType"], "".join(f"{one};" for one in types))
        self.assertEqual(entry["Exec"], "tracepane %F")


if __name__ == "__main__":
    unittest.main()
