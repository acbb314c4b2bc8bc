"""Archives whose bytes depend on nothing but what is in them: sorted names, one time, one owner, two modes."""
import gzip
import io
import pathlib
import tarfile
import zipfile

from tools.packagers import facts


class Entry:
    """A file of an archive: bytes, and whether it is a program."""

    def __init__(self, data, program=False):
        self.data = data.encode() if isinstance(data, str) else data
        self.program = program

    @property
    def mode(self):
        return 0o755 if self.program else 0o644


def entries_of(folder, prefix="", program=lambda name: False):
    """Entries of all files below a folder, by their paths."""
    folder = pathlib.Path(folder)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    names = [(path, path.relative_to(folder).as_posix()) for path in files]
    return {prefix + name: Entry(path.read_bytes(), program(name)) for path, name in names}


def make_zip(entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, entry in sorted(entries.items()):
            info = zipfile.ZipInfo(name, facts.moment().timetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # Unix, whose modes follow
            info.external_attr = (0o100000 | entry.mode) << 16
            archive.writestr(info, entry.data)
    return out.getvalue()


def folders_of(names):
    found = {str(parent) for name in names for parent in pathlib.PurePosixPath(name).parents}
    return sorted(found - {"."})


def make_tar(entries, folders=True, links=(), open_folders=()):
    """An uncompressed tar file. `links`: symbolic ones, pairs of a path and where it leads. `open_folders`: empty ones, in which
    everybody may write."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        def add(name, kind, mode, data=b"", target=""):
            info = tarfile.TarInfo(name)
            info.type, info.mode, info.size, info.mtime, info.linkname = kind, mode, len(data), facts.epoch(), target
            info.uname = info.gname = "root"
            archive.addfile(info, io.BytesIO(data))
        if folders:
            for name in folders_of([*entries, *(path for path, _ in links)]):
                add(name, tarfile.DIRTYPE, 0o755)
        for name in open_folders:
            add(name, tarfile.DIRTYPE, 0o1777)
        for name, entry in sorted(entries.items()):
            add(name, tarfile.REGTYPE, entry.mode, entry.data)
        for name, target in sorted(links):
            add(name, tarfile.SYMTYPE, 0o777, target=target)
    return out.getvalue()


def squeeze(data):
    """As gzip has it, without a name or a time of its own."""
    return gzip.compress(data, 9, mtime=0)
