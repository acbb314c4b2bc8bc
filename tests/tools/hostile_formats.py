"""Traces of the other formats whose names hold what a terminal or a spreadsheet could take for something else: committed
ones with other bytes of the same number in the place of their names."""
import pathlib

from tools.steps import ROOT

DATA = ROOT / "tests/data"
OVERRIDE = "\u202e".encode()  # turns what follows
C1 = "\u009b".encode()        # begins a sequence as ESC [ does

# Of each: the file or folder, and what stands in the place of which name.
TRACES = {
    "v6.dat": ("tracecmd/v6.dat", {
        b"worker": b"=\x1b[2Jx", b"writer": b"+" + OVERRIDE + b"ab", b"reader": b"@" + C1 + b"31m", b"virtio0": b"-2+3\x07\ry",
        b"name: irq_handler_entry": b"name: =rq\x1b[2Jdler_entry"}),
    "v7-none.dat": ("tracecmd/v7-none.dat", {
        b"worker": b"-\x1b]0;x", b"writer": b"=cmd|\x7f", b"virtio0": b"@SUM(1)"}),
    "threads.dat": ("tracecmd/threads.dat", {
        b"vfs_read": b"=f\x1b[2J\x07x", b"do_read": b"-2+\x1b[2J", b"helper": b"+" + OVERRIDE + b"ab"}),
    "states": ("lttng/states/data", {b"server": b"=\x1b[2Jx"}),
    "busy": ("lttng/busy/data", {
        b"httpd": b"+\x1b[2J", b"kthreadd": b"@" + OVERRIDE + b"ab\r\x07", b"sshd": b"-2+3", b"udevd": b"=1+" + b"\x7f1"}),
    "2.6-le": ("lttng/2.6-le/data", {b"line x": b"=1\x1b[2J", b"mixed": b"=\x1b[2J"}),
    "0.8": ("lttng/0.8/data", {b"worker": b"=\x1b[2Jx", b"line x": b"+1\x1b[2J"}),
}
# Of the functions of an XRay log, by a map as llvm-xray extracts it.
XRAY = "xray/fdr-v5.xray"
XRAY_FUNCTIONS = {number: f"f{number}" for number in range(1, 16)}
XRAY_FUNCTIONS.update({1: "=\x1b[2J1", 5: "+\u202e5", 7: "@\u009b31m7", 3: "-2+3\x07\r9"})


def changed(bytes_, names):
    for before, after in names.items():
        assert len(before) == len(after), before
        bytes_ = bytes_.replace(before, after)
    return bytes_


def make(folder, name):
    """Writes the trace of that name below the folder, and says where it is."""
    source, names = TRACES[name]
    target = pathlib.Path(folder) / name
    if (DATA / source).is_file():
        target.write_bytes(changed((DATA / source).read_bytes(), names))
        return target
    for file in sorted((DATA / source).rglob("*")):
        if file.is_file():
            to = target / file.relative_to(DATA / source)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(changed(file.read_bytes(), names))
    return target


def make_xray(folder):
    """A log and its map, in a folder of their own."""
    target = pathlib.Path(folder) / "xray"
    target.mkdir()
    (target / "fdr.xray").write_bytes((DATA / XRAY).read_bytes())

    def spelled(text):
        return "".join(letter if " " <= letter <= "~" else f"\\u{ord(letter):04X}" for letter in text)

    lines = [f'- {{ id: {number}, address: 0x{number * 16:x}, function: 0x{number * 16:x}, kind: function-enter, '
             f'always-instrument: true, function-name: "{spelled(name)}" }}' for number, name in XRAY_FUNCTIONS.items()]
    (target / "map.yaml").write_text("---\n" + "\n".join(lines) + "\n...\n")
    return target
