"""Shares out the sources of a target among files that are compiled at once: python3 unity_groups.py ROOT SOURCE...

Prints a line "SOURCE GROUP" for each. Sources that follow each other are in one group as far as their own names allow that: what one
declares in its unnamed namespace must neither be declared by another of the group, nor by a header that the other includes,
because it could mean something else there. Nor may headers of two declare the same name in different namespaces, since the inner
one hides the outer one."""
import pathlib
import re
import sys

# Of one group: enough files for the headers to be read rarely, and few enough for many cores to have something to do.
MOST_FILES = 8
MOST_BYTES = 48 << 10

COMMENT = re.compile(r"//[^\n]*")
TEXT = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'', re.S)
WORD = re.compile(r"[A-Za-z_]\w*")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
NAMESPACE = re.compile(r"^(?:inline )?namespace ([\w:]* ?)\{\n", re.M)
TYPE = re.compile(r"(?:struct|class|union|enum(?: class)?|using)\s+(\w+)")
ENUMERATORS = re.compile(r"\benum\b(?! class)[^;{]*\{([^}]*)\}")
# What says nothing of names: directives, and the line before a template.
OTHER = re.compile(r"^#(?:\\\n|[^\n])*|^template <.*>$", re.M)


def plain(text):
    """Returns the text without comments, without what is in quotes, and without some lines."""
    return OTHER.sub("", TEXT.sub('""', COMMENT.sub("", text)))


def closing(text, begin):
    """Returns the place of the brace that closes the one before `begin`."""
    depth = 1
    for at in re.finditer(r"[{}]", text[begin:]):
        depth += 1 if at.group() == "{" else -1
        if depth == 0:
            return begin + at.start()
    return len(text)


def outer(text):
    """Returns what is within no braces; in the place of each pair of them is a semicolon."""
    out, depth, begin = [], 0, 0
    for at in re.finditer(r"[{}]", text):
        if depth == 0:
            out.append(text[begin:at.start()])
        depth += 1 if at.group() == "{" else -1
        if depth == 0:
            out.append(";")
            begin = at.end()
    return "".join(out + [text[begin:]])


def names_of(body):
    """Returns the names that the body of a namespace declares in it."""
    names = set()
    for enumerators in ENUMERATORS.findall(body):
        names.update(WORD.findall(enumerators))
    for declaration in outer(body).split(";"):
        # What is declared stands before its parameters, its value and its base. `::` is part of a type's name.
        head = re.split(r"[(=:]", re.sub(r"\[[^]]*\]|\w+::|alignas\([^)]*\)", "", declaration), maxsplit=1)[0]
        kind = TYPE.search(head)
        word = kind.group(1) if kind else (WORD.findall(head) or [""])[-1]
        if word and word not in ("static_assert", "namespace") and not word.isupper():
            names.add(word)
        names.update(re.findall(r", (\w+) =", declaration))
    return names


def add(shared, more):
    """Adds names of named namespaces to others."""
    for name, namespaces in more.items():
        shared[name] = shared.get(name, set()) | namespaces


class Sources:
    """What each file declares. Each is read once."""

    def __init__(self, root):
        self.root = root
        self.seen = {}

    def read(self, path):
        """Returns the names in unnamed namespaces of a file, those in named ones (by name: the namespaces) with those of all that
        it includes of this repository, and its length."""
        if path in self.seen:
            return self.seen[path]
        self.seen[path] = (set(), {}, 0)  # headers that include each other
        try:
            whole = path.read_text(errors="replace")
        except OSError:
            return self.seen[path]
        text = plain(whole)
        own, shared = set(), {}
        for start in NAMESPACE.finditer(text):
            names = names_of(text[start.end():closing(text, start.end())])
            if named := start.group(1).strip():
                add(shared, {name: {named} for name in names})
            else:
                own |= names
        for name in INCLUDE.findall(whole):
            add(shared, self.read(self.root / name)[1])
        self.seen[path] = (own, shared, len(whole))
        return self.seen[path]


class Group:
    def __init__(self):
        self.files, self.size, self.own, self.shared = 0, 0, set(), {}

    def takes(self, own, shared, size):
        if self.files >= MOST_FILES or (self.files > 0 and self.size + size > MOST_BYTES):
            return False
        apart = own.isdisjoint(self.own) and own.isdisjoint(self.shared) and self.own.isdisjoint(shared)
        return apart and all(namespaces == shared.get(name, namespaces) for name, namespaces in self.shared.items())

    def add(self, own, shared, size):
        self.files += 1
        self.size += size
        self.own |= own
        add(self.shared, shared)


def main():
    sources = Sources(pathlib.Path(sys.argv[1]))
    groups = []
    for name in sorted(sys.argv[2:]):
        one = sources.read(pathlib.Path(name))
        at = next((i for i, group in enumerate(groups) if group.takes(*one)), len(groups))
        if at == len(groups):
            groups.append(Group())
        groups[at].add(*one)
        print(f"{name} {at}")


if __name__ == "__main__":
    main()
