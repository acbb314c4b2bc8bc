"""Makes what archives may hold that people drop: pack.py tasks FOLDER COUNT ZIP, pack.py zeros BYTES GZ, or
pack.py beside FOLDER BYTES TGZ."""
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


if __name__ == "__main__":
    if sys.argv[1] == "tasks":
        tasks(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    elif sys.argv[1] == "beside":
        beside(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        zeros(int(sys.argv[2]), sys.argv[3])
