"""What the figures of a kernel trace are made of, whatever tool printed it."""
from dataclasses import dataclass
from typing import NamedTuple

RUNNING, RUNNABLE, SLEEPING, UNINTERRUPTIBLE, OTHER, DEAD = (
    "running", "runnable", "sleeping", "uninterruptible", "other", "dead")

# What a record tells the figures; all others are "event".
EVENT, SWITCH, WAKING, WAKEUP, NEW, MIGRATE = "event", "switch", "waking", "wakeup", "new", "migrate"
ENTER, EXIT = "enter", "exit"
DUMPED = "dumped"  # a dump of all threads tells the state of one
FORK = "fork"      # a thread is made, and does not run yet
# An event that a thread which leaves its CPU writes behind the record of that switch: it does not tell who runs.
AMID_SWITCH = "amid a switch"


class Record(NamedTuple):
    time: int
    cpu: int
    buffer: str            # instance of trace-cmd; "" elsewhere
    tid: int | None        # who ran, where the text says so of its own; None: the text does not
    context: str | None    # "", "irq", "softirq": out of what it was recorded; None: the text does not say
    kind: str
    # tid of the woken, migrated or new one; (prev, its state, next) of a switch; (class, name, id) of a slice;
    # (tid, state) of a dump
    subject: object = None
    cpu_to: int | None = None


@dataclass
class Loss:
    """Records are missing on this CPU between the one before and the one after this place in the list."""
    cpu: int
    buffer: str


def state_of_letters(letters):
    """The state in which sched_switch says that a thread was left: "S", "R+", "D|K", "Z"; formats without R say nothing."""
    first = letters[:1]
    if first in ("", "R"):
        return RUNNABLE
    if first in ("X", "Z", "x"):
        return DEAD
    if "D" in letters:
        return UNINTERRUPTIBLE
    if first == "S":
        return SLEEPING
    return OTHER


def state_of_bits(bits):
    """The same of task->state as kernels of the time of LTTng had it (include/linux/sched.h of 2.6.3x)."""
    if bits == 0:
        return RUNNABLE
    if bits & (16 | 32 | 64):
        return DEAD
    if bits & 2:
        return UNINTERRUPTIBLE
    if bits & 1:
        return SLEEPING
    return OTHER
