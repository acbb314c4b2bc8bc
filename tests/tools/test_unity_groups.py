"""Which sources are compiled at once: those whose own names can't be mistaken for each other's."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "cmake/unity_groups.py"


def groups(root, sources):
    """Returns the group of each source."""
    done = subprocess.run([sys.executable, SCRIPT, root, *map(str, sources)], capture_output=True, text=True, check=True)
    return {pathlib.Path(name).name: group for name, group in (line.rsplit(" ", 1) for line in done.stdout.splitlines())}


def grouped(files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            (root / name).write_text(text)
        return groups(root, sorted(root.glob("*.cpp")))


def own(text):
    return f"namespace tp {{\nnamespace {{\n\n{text}\n\n}}  // namespace\n}}  // namespace tp\n"


class Groups(unittest.TestCase):
    def test_sources_without_names_in_common_are_together(self):
        got = grouped({"a.cpp": own("int one() { int two = 2; return two; }"), "b.cpp": own("constexpr int two = 2;")})
        self.assertEqual(got["a.cpp"], got["b.cpp"])

    def test_the_same_name_keeps_them_apart(self):
        for text in ("int same() { return 1; }", "constexpr char same[] = {1, 2};", "struct same : Base {};", "using same = int;",
                     "enum { other, same };", "constexpr int other = 1, same = 2;", "class same final {};",
                     "template <class T>\nstd::vector<T> same(T t) {\n  return {t};\n}",
                     "// \"\nconst std::map<int, std::string> same{{1, \"}\"}};", "char brace = '{';\nint same = 1;",
                     "auto text = R\"x({\")x\";\nint same;"):
            with self.subTest(text):
                got = grouped({"a.cpp": own(text), "b.cpp": own("void same(int) {}")})
                self.assertNotEqual(got["a.cpp"], got["b.cpp"])

    def test_a_name_of_a_header_keeps_them_apart(self):
        files = {"one.h": "namespace tp {\nint same(int);\n}  // namespace tp\n", "two.h": '#include "one.h"\n',
                 "a.cpp": '#include "two.h"\nint x = tp::same(1);\n', "b.cpp": own("int same(char) { return 1; }")}
        got = grouped(files)
        self.assertNotEqual(got["a.cpp"], got["b.cpp"])

    def test_a_name_in_two_namespaces_keeps_them_apart(self):
        files = {"one.h": "namespace tp {\nint same(int);\n}  // namespace tp\n",
                 "two.h": "namespace tp::ui {\nint same(char);\n}  // namespace tp::ui\n",
                 "a.cpp": '#include "one.h"\n', "b.cpp": '#include "two.h"\n'}
        got = grouped(files)
        self.assertNotEqual(got["a.cpp"], got["b.cpp"])

    def test_members_and_locals_do_not(self):
        files = {"one.h": "namespace tp {\nstruct X {\n  int same;\n};\n}  // namespace tp\n",
                 "a.cpp": '#include "one.h"\nvoid f() {\n  int same = 1;\n}\n', "b.cpp": own("int same(char) { return 1; }")}
        got = grouped(files)
        self.assertEqual(got["a.cpp"], got["b.cpp"])

    def test_every_source_of_the_core_is_in_a_group(self):
        sources = sorted((ROOT / "core").rglob("*.cpp"))
        done = subprocess.run([sys.executable, SCRIPT, ROOT, *map(str, sources)], capture_output=True, text=True, check=True)
        rows = [line.rsplit(" ", 1) for line in done.stdout.splitlines()]
        self.assertEqual(sorted(name for name, _ in rows), sorted(map(str, sources)))
        self.assertLess(len({group for _, group in rows}), len(rows) / 4)


if __name__ == "__main__":
    unittest.main()
