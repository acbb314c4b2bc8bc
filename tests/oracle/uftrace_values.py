"""The numbers among the arguments and results of calls, read from a task's records by the layout that uftrace's manual
gives: what `tracepane events` says of each, not how it is shown."""
import math
import re
import struct
from fractions import Fraction

RECORD = 16
INTS = {1: "b", 2: "h", 4: "i", 8: "q"}


class Spec:
    """One value: how it is stored, how long it is, and where the recorder found it."""

    def __init__(self, text, long_size):
        kind, self.number, form, rest = re.match(
            r"(arg|fparg|retval)(\d*)(?:/([a-zA-Z]?)([^%]*))?(?:%.*)?$", text).groups()
        self.is_result = kind == "retval"
        self.form = form or ("f" if kind == "fparg" else "d")
        self.size = {"f": 8, "c": 1}.get(self.form, long_size)
        if self.form == "t":
            self.size = int(re.match(r"\d+", rest).group())
        elif self.form != "e" and rest and rest.isdigit():
            self.size = int(rest) // 8

    def value(self, data, order):
        """-> a number, or None if the value is none"""
        if self.form in "sSct":
            return None
        if self.form == "f":
            return self.real(data, order)
        signed, = struct.unpack(order + INTS[self.size], data)
        if self.form == "e":
            return (signed + 2**31) % 2**32 - 2**31
        if self.form in "uxop":
            return signed % 2**(8 * self.size)
        # The upper half of a register that holds an int may be anything.
        return signed - 2**32 if self.form == "d" and self.size == 8 and 0xffff0000 < signed < 2**32 else signed

    def real(self, data, order):
        if self.size < 10:
            return struct.unpack(order + {4: "f", 8: "d"}[self.size], data)[0]
        mantissa, head = struct.unpack("<QH", data[:10])
        exponent = head & 0x7fff
        if exponent == 0x7fff:
            magnitude = math.inf if mantissa << 1 & 2**64 - 1 == 0 else math.nan
        else:
            magnitude = float(Fraction(mantissa) * Fraction(2) ** (exponent - 16383 - 63))
        return -magnitude if head & 0x8000 else magnitude


class Directory:
    def __init__(self, path):
        self.path = path
        head = (path / "info").read_bytes()
        self.order = "<" if head[14] == 1 else ">"
        self.long_size = 8 if head[15] == 2 else 4
        lines = [line.partition(":") for line in head[40:].decode("utf-8", "replace").split("\n")]
        self.said = {key: value for key, _, value in reversed(lines) if not value.startswith("lines=")}
        self.specs = {False: {}, True: {}}  # by whether it is a result: name -> specifications
        for result, key in ((False, "argspec"), (True, "retspec")):
            for rule in self.said.get(key, "").split(";"):
                self.add(result, *rule.partition("@")[::2])
        if self.said.get("auto-args") == "1":
            self.read_automatic()
        self.records = {}

    def add(self, result, name, text):
        found = [Spec(one, self.long_size) for one in text.split(",") if one]
        if found:
            self.specs[result].setdefault(name, []).append([one for one in found if one.is_result == result])

    def read_automatic(self):
        """What debug information says of a function's arguments takes the place of what the recorder knows of it."""
        for file in sorted(self.path.glob("*.dbg")):
            name = None
            for line in file.read_text("utf-8", "replace").split("\n"):
                if line.startswith("F: "):
                    name = line.split(" ", 2)[2]
                elif line[:3] in ("A: ", "R: ") and name:
                    self.add(line[0] == "R", name, line[3:].lstrip("@"))

    def bytes_of(self, tid):
        if tid not in self.records:
            self.records[tid] = (self.path / f"{tid}.dat").read_bytes()
        return self.records[tid]

    def payload(self, event):
        """-> what follows the record of an event, or None if there are several such records"""
        data = self.bytes_of(event["tid"])
        time = struct.pack(self.order + "Q", event["ts"])
        found = []
        at = data.find(time)
        while at >= 0:
            word, = struct.unpack_from(self.order + "Q", data, at + 8)
            kind = word & 3, word >> 3 & 7, word >> 16
            if at % 8 == 0 and kind == (event["kind"] == "exit", 5, int(event["addr"], 16) & 2**48 - 1):
                found.append(at + RECORD if word & 4 else None)
            at = data.find(time, at + 1)
        return data[found[0]:] if len(found) == 1 and found[0] else None

    def numbers(self, event):
        """-> the name of each value with its number, or None if the record's values are not known"""
        result = event["kind"] == "exit"
        rules = self.specs[result].get(event["name"], [])
        payload = self.payload(event)
        if len(rules) != 1 or payload is None:
            return None
        found, at = {}, 0
        for place, spec in enumerate(rules[0][:1] if result else rules[0], 1):
            begin = at + 2 if spec.form in "sS" else at
            size = struct.unpack_from(self.order + "H", payload, at)[0] if spec.form in "sS" else spec.size
            found["retval" if result else f"arg{place}"] = spec.value(payload[begin:begin + size], self.order)
            at = begin + size + -(begin + size) % 4
        return found if self.goes_on(payload[at + -at % 8:], event["ts"]) else None

    def goes_on(self, data, time):
        """Whether a record follows: functions of one name may have other arguments."""
        if len(data) < RECORD:
            return not data
        after, word = struct.unpack_from(self.order + "QQ", data)
        return word >> 3 & 7 == 5 and time <= after < time + 3600 * 10**9
