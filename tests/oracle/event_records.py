"""Makes a trace.dat (version 6, trace-cmd.dat.v6(5)) with records of given event formats."""
import random
import re
import struct

PAGE = 4096
HEADER_PAGE = b"""\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;
"""
HEADER_EVENT = b"""# compressed entry header
\ttype_len    :    5 bits
\ttime_delta  :   27 bits
\tarray       :   32 bits

\tpadding     : type == 29
\ttime_extend : type == 30
\tdata max type_len  == 28
"""
KALLSYMS = b"""ffffffff81000000 T _stext
ffffffff81001000 T vfs_read
ffffffff81002000 T vfs_write
ffffffff81003000 t helper\t[module]
ffffffff82000000 T _etext
"""
FIRST_TIME = 1_000_000_000
LARGEST = 1800  # bytes of the dynamic arrays of a record
FIELD = re.compile(r"^\tfield:(?P<declared>[^;]*);\s*offset:(?P<offset>\d+);\s*size:(?P<size>\d+);\s*signed:(?P<signed>\d+);", re.MULTILINE)
WORDS = (b"", b"a", b"comm", b"a longer text, of 40 letters and a comma", b"x/y", b"dev0", b"eth0:1", b"word")


class Format:
    """number replaces the one that the format has, which may be another's as well."""

    def __init__(self, system, text, number):
        self.system, self.number = system, number
        self.text = re.sub(r"(?m)^ID: *\d+", f"ID: {number}", text, count=1)
        self.name = re.search(r"(?m)^name: *(.*)$", text)[1].strip()
        self.print = text.partition("print fmt:")[2].strip()
        head = text.partition("print fmt:")[0]
        self.fields = [Field(told) for told in FIELD.finditer(head)]


class Field:
    def __init__(self, told):
        self.declared = told["declared"]
        self.offset, self.size = int(told["offset"]), int(told["size"])
        self.location = next((kind for kind in ("__data_loc", "__rel_loc") if self.declared.startswith(kind)), "")
        array = re.search(r"\[([^\]]*)\]$", self.declared)
        self.name = re.sub(r"\[[^\]]*\]$", "", self.declared).split()[-1].lstrip("*")
        self.is_text = "char" in self.declared and (array is not None or bool(self.location))
        self.is_array = array is not None and not self.location

    def element(self):
        """Bytes of an element of a dynamic array."""
        for words, size in (("u64 s64 long", 8), ("u32 s32 int", 4), ("u16 s16 short", 2), ("cpumask", 8)):
            if any(re.search(rf"\b{word}", self.declared) for word in words.split()):
                return size
        return 1


def pattern(which, size, numbers):
    """The bytes of a number, or of a structure, of the record of that position."""
    kinds = [lambda: bytes(size), lambda: bytes([1 + numbers.randrange(4)]) + bytes(size - 1), lambda: b"\xff" * size,
             lambda: bytes(size - 1) + b"\x80", lambda: b"\xff" * (size - 1) + b"\x7f",
             lambda: (1 << numbers.randrange(8 * size)).to_bytes(size, "little"),
             lambda: struct.pack("<Q", 0xffffffff81001000 + numbers.randrange(0x3000))[:size].ljust(size, b"\0")]
    return kinds[which]() if which < len(kinds) else numbers.randbytes(size)


def address(which, size, numbers):
    """A socket's address: of no family, IPv4, IPv6, of another family, or cut."""
    family = (0, 2, 10, 10, 2, 1, 10, 2)[which % 8]
    middle = (bytes(16), bytes(10) + b"\xff\xff" + numbers.randbytes(4), b"\x20\x01" + bytes(6) + numbers.randbytes(8))[which % 3]
    rest = numbers.randbytes(2) + (numbers.randbytes(4) + middle + numbers.randbytes(4) if family == 10 else numbers.randbytes(4))
    return (struct.pack("<H", family) + rest).ljust(size, b"\0")[:size]


def dynamic(field, print_, which, numbers):
    """The bytes of a dynamic array."""
    if field.is_text:
        return WORDS[which % len(WORDS)] + b"\0"
    if re.search(rf"sockaddr\({field.name}\)", print_):
        return address(which, 28, numbers)
    count = (0, 1, 2, 3, 4, 5, 7, 16)[which % 8]
    if "mask" in field.declared:
        return b"".join(pattern(which, 8, numbers) for _ in range(max(1, count // 2)))
    return b"".join(pattern((which + i) % 8, field.element(), numbers) for i in range(count))


def record(form, which, numbers):
    end = max((field.offset + field.size for field in form.fields), default=8)
    data, behind = bytearray(end), b""
    for field in form.fields:
        if field.declared.startswith("unsigned short common_type"):
            value = struct.pack("<H", form.number)
        elif field.name.startswith("common_"):
            value = bytes(field.size) if field.name != "common_pid" else struct.pack("<i", 7)
        elif field.location:
            more = dynamic(field, form.print, which, numbers)[:LARGEST]
            base = end if field.location == "__data_loc" else end - field.offset - 4
            value = struct.pack("<HH", (base + len(behind)) & 0xffff, len(more))
            behind += more
        elif field.is_text:
            value = WORDS[which % len(WORDS)][:max(0, field.size - 1)].ljust(field.size, b"\0")
        elif re.search(rf"%pIS\w*.*\bREC->{field.name}\b", form.print) and field.size >= 16:
            value = address(which, field.size, numbers)
        elif field.size == 0:
            value = b""
        elif field.is_array and field.size > 8:
            value = b"".join(pattern((which + i) % 8, 4, numbers) for i in range((field.size + 3) // 4))[:field.size]
        else:
            value = pattern(which, field.size, numbers)
        data[field.offset:field.offset + field.size] = value
    return bytes(data) + behind


class Pages:
    """The ring buffer of a CPU."""

    def __init__(self):
        self.done, self.page, self.time = [], b"", FIRST_TIME

    def add(self, time, data):
        data += bytes(-len(data) % 4)
        head = len(data) // 4 if 0 < len(data) <= 112 else 0
        size = 4 + (0 if head else 4) + len(data)
        if len(self.page) + size > PAGE - 16:
            self.flush()
        if not self.page:
            self.begin = self.time = time
        self.page += struct.pack("<I", head | (time - self.time) << 5)
        if not head:
            self.page += struct.pack("<I", len(data) + 4)
        self.page += data
        self.time = time

    def flush(self):
        if self.page:
            self.done.append((struct.pack("<QQ", self.begin, len(self.page)) + self.page).ljust(PAGE, b"\0"))
        self.page = b""


def counted(data, head="<Q"):
    return struct.pack(head, len(data)) + data


def trace_of(formats, records, since=0):
    """-> the file, and a dictionary from the time of a record to its format; only of records at that time and later"""
    numbers, pages, expected, time = random.Random(618), Pages(), {}, FIRST_TIME
    for form in formats:
        for which in range(records):
            data = record(form, which, numbers)
            if len(data) > PAGE - 100:
                continue
            time += 1000
            if time < since:
                continue
            expected[time] = form
            pages.add(time, data)
    pages.flush()
    systems = {}
    for form in formats:
        systems.setdefault(form.system, []).append(counted(form.text.encode()))
    out = b"\x17\x08\x44tracing6\0\0\x08" + struct.pack("<I", PAGE)
    out += b"header_page\0" + counted(HEADER_PAGE) + b"header_event\0" + counted(HEADER_EVENT)
    out += struct.pack("<I", 0) + struct.pack("<I", len(systems))
    for system, texts in systems.items():
        out += system.encode() + b"\0" + struct.pack("<I", len(texts)) + b"".join(texts)
    out += counted(KALLSYMS, "<I") + counted(b"", "<I") + counted(b"7 made\n")
    out += struct.pack("<I", 1) + b"flyrecord\0"
    data = b"".join(pages.done)
    begin = (len(out) + 16 + PAGE - 1) // PAGE * PAGE
    out += struct.pack("<QQ", begin, len(data))
    return out.ljust(begin, b"\0") + data, expected
