"""Makes what people drop that is packed: pack.py tasks FOLDER COUNT ZIP, pack.py zeros BYTES GZ, pack.py beside FOLDER BYTES
TGZ, or pack.py one PATH OUT: a file or a folder, by the end of OUT's name."""
import gzip
import io
import pathlib
import sys
import tarfile
import zipfile


def tasks(folder, count, path):
    """An uftrace directory, with the records of one task many times, as those of others."""
    files = {file.name: file.read_bytes() for file in sorted(pathlib.Path(folder).iterdir())}
    one = next(name for name in files if name[:-4].isdigit() and name.endswith(".dat"))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"tasks/{name}", content)
        for i in range(count):
            archive.writestr(f"tasks/{20000 + i}.dat", files[one])


def zeros(size, path):
    with gzip.open(path, "wb") as file:
        for at in range(0, size, 1 << 20):
            file.write(bytes(min(1 << 20, size - at)))


def beside(folder, size, path):
    """The folder, with a large file that is none of the trace's."""
    with tarfile.open(path, "w:gz") as archive:
        archive.add(folder, "data")
        core = tarfile.TarInfo("data/core")
        core.size = size
        archive.addfile(core, io.BytesIO(bytes(size)))


def one(source, out):
    source = pathlib.Path(source)
    if out.endswith(".zip"):
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED if "stored" in out else zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(source.iterdir()):
                archive.write(file, f"run/{file.name}")
    elif ".tar" in out:
        with tarfile.open(out, "w:gz" if out.endswith(".gz") else "w") as archive:
            archive.add(source, "run")
    else:
        with gzip.open(out, "wb") as file:
            file.write(source.read_bytes())


if __name__ == "__main__":
    if sys.argv[1] == "tasks":
        tasks(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    elif sys.argv[1] == "one":
        one(sys.argv[2], sys.argv[3])
    elif sys.argv[1] == "beside":
        beside(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        zeros(int(sys.argv[2]), sys.argv[3])
