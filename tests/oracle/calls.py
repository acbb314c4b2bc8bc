"""Calls, paired from entries and exits by the definitions in README.md, and the figures made of them: by function,
and by stack. A format's parser tells the events of each thread in their order."""
from collections import Counter, defaultdict
from typing import NamedTuple

ENTRY, EXIT, LOST, OFF, ON = "entry", "exit", "lost", "off", "on"
NOT_KNOWN = "[not known]"  # in the place of a callee: time that is neither the caller's nor of a call


class CallEvent(NamedTuple):
    time: int
    kind: str                    # OFF, ON: the thread leaves its CPU and gets one; a call of its own, named `name`
    name: str = ""
    key: object = None           # what an exit has in common with its entry
    depth: int | None = None  # how many callers it had, where the format says so


class Node:
    """A stack: a name, and the stack of its callers."""
    __slots__ = ("name", "parent", "children", "total", "self", "count", "open", "lasting")

    def __init__(self, name, parent):
        self.name, self.parent = name, parent
        self.children = {}
        self.total = self.self = self.count = 0  # of its ended calls
        self.open = 0                            # calls that did not end
        self.lasting = 0                         # of these, calls that were open when the records ended

    def child(self, name):
        found = self.children.get(name)
        if found is None:
            found = self.children[name] = Node(name, self)
        return found

    def callers(self):
        """The nearest first, without the root."""
        node = self.parent
        while node.parent:
            yield node
            node = node.parent


class Direct:
    """Calls between a function and one other. Those within another one of them have their time there."""
    def __init__(self):
        self.calls = self.within = self.open = self.total = 0

    def add(self, node, within):
        self.calls += node.count
        self.within += node.count if within else 0
        self.open += node.open
        self.total += 0 if within else node.total


class Frame:
    __slots__ = ("key", "depth", "begin", "within", "broken", "node", "nested", "by_ends", "doubt")

    def __init__(self, event, node, nested):
        self.key, self.depth, self.begin = event.key, event.depth, event.time
        self.within = 0       # time of what it called
        self.doubt = 0        # of what it called, how much may be its own time, or the other way round
        self.broken = False   # records are missing since it began
        self.node = node
        self.nested = nested  # by address: overloads are others
        # Calls are counted by their exits: what did not end is its caller's own, without what it called.
        self.by_ends = event.depth is not None or event.kind == OFF


class Function:
    def __init__(self):
        self.calls = self.self = self.open = 0
        self.at_most = 0   # of `calls`, how many have an upper bound for a duration
        self.total = None  # not known if all that ended were parts of calls that did not
        self.min = self.max = None
        self.doubt = 0   # by how much `self` may be off
        self.hazy = False  # more than that: an exit without an entry was in one of its calls

    def add(self, duration, own, outermost, doubt):
        self.calls += 1
        self.doubt += doubt
        if outermost:
            self.total = (self.total or 0) + duration
        self.self += own
        self.min = duration if self.min is None else min(self.min, duration)
        self.max = duration if self.max is None else max(self.max, duration)


class Calls:
    """The figures of a trace."""

    def __init__(self):
        self.functions = defaultdict(Function)
        self.root = Node("", None)
        self.unbegun = Counter()  # name -> exits whose entry was not recorded
        self.recurred = set()     # names of functions that were called within calls of themselves
        self.ended = []           # (begin, duration, name, name of the caller) of each that ended

    def stacks(self, spell=str):
        """(names joined by ";", as `spell` has each; node) of each stack"""
        waiting = [("", self.root)]
        while waiting:
            path, node = waiting.pop()
            for child in node.children.values():
                below = f"{path};{spell(child.name)}" if path else spell(child.name)
                waiting.append((below, child))
                yield below, child

    def callers(self, function):
        """name -> Direct: ended calls of this function that it made; "": nobody that was recorded"""
        found = defaultdict(Direct)
        for _, node in self.stacks():
            if node.name == function:
                within = any(one.name == function for one in node.callers())
                found[node.parent.name].add(node, within)
        return found

    def callees(self, function):
        """name -> Direct: ended calls that this function made"""
        def by_function(node):
            return node.parent.parent is not None and node.parent.name == function
        found = defaultdict(Direct)
        for _, node in self.stacks():
            if by_function(node):
                within = node.name == function or any(one.name == node.name and by_function(one)
                                                      for one in node.callers())
                found[node.name].add(node, within)
        return found


class Thread:
    def __init__(self, calls):
        self.calls = calls
        self.stack = []
        self.on_stack = Counter()  # by address
        self.names = Counter()
        self.now = self.before = 0  # times of this event, and of the one before

    def push(self, event):
        above = self.stack[-1].node if self.stack else self.calls.root
        self.stack.append(Frame(event, above.child(event.name), self.on_stack[event.key] > 0))
        self.on_stack[event.key] += 1
        if self.names[event.name]:
            self.calls.recurred.add(event.name)
        self.names[event.name] += 1

    def pop(self, time, ended, last=False, apart=False):
        """`ended`: its exit was recorded. `last`: no record follows. `apart`: its time is not its caller's."""
        frame = self.stack.pop()
        self.on_stack[frame.key] -= 1
        node = frame.node
        self.names[node.name] -= 1
        duration = time - frame.begin
        if self.stack:
            self.stack[-1].within += frame.within if frame.by_ends and not (ended or last or apart) else duration
        function = self.calls.functions[node.name]
        if ended:
            function.at_most += frame.broken
            if frame.broken and self.stack:  # it may have ended earlier
                self.stack[-1].doubt += duration - frame.within
            function.add(duration, duration - frame.within, not frame.nested, frame.doubt)
            self.calls.ended.append((frame.begin, duration, node.name, node.parent.name))
            node.total += duration
            node.self += duration - frame.within
            node.count += 1
        else:
            function.open += 1
            if self.stack:
                self.stack[-1].doubt += min(duration - frame.within, time - max(frame.begin, self.before))
            node.open += 1
            node.lasting += last and not frame.broken
            if not (frame.by_ends or (last and not frame.broken)):
                self.unknown(node.parent, duration - frame.within)
                node.total += frame.within

    @staticmethod
    def unknown(above, time):
        """Time that is neither of the caller nor of a call that is known."""
        if time:
            node = above.child(NOT_KNOWN)
            node.total += time
            node.self += time

    def take(self, event):
        self.before, self.now = self.now, event.time
        if event.kind == LOST:
            self.now = self.before
            for frame in self.stack:
                frame.broken = True
        elif event.kind == OFF:
            if self.stack and not self.replaced():
                self.push(event)
        elif event.kind == ENTRY:
            if event.depth is not None:
                self.unwind(event.depth, event.time)
            self.push(event)
        elif event.kind == ON:
            if self.stack and self.stack[-1].key == OFF:
                self.pop(event.time, True)
        else:
            self.exit(event)

    def replaced(self):
        """Its program may be another one already, which has not recorded anything yet."""
        return self.stack[-1].node.name.startswith("exec")

    def unwind(self, depth, time, apart=False):
        """What is as deep as this has been left without an exit; so has a time off the CPU on top of it."""
        while self.stack and (self.stack[-1].depth is None or self.stack[-1].depth >= depth):
            self.pop(time, False, apart=apart)

    def renamed(self, event):
        """What was called at this depth ends as another function: its time is not its caller's, nor anybody's."""
        above = self.stack[-1].node.parent if self.stack and self.stack[-1].depth == event.depth else None
        if above is not None and above.parent:
            self.unknown(above, event.time - self.stack[-1].begin)

    def exit(self, event):
        if event.depth is not None:
            self.unwind(event.depth + 1, event.time)
        at = next((i for i in range(len(self.stack) - 1, -1, -1)
                   if self.stack[i].key == event.key and self.stack[i].depth == event.depth), None)
        if at is None:
            self.calls.unbegun[event.name] += 1
            for frame in self.stack:
                self.calls.functions[frame.node.name].hazy = True
            if event.depth is not None:
                self.renamed(event)
                self.unwind(event.depth, event.time, apart=True)
            return
        while len(self.stack) > at + 1:
            self.pop(event.time, False)
        self.pop(event.time, True)


def figures(threads):
    """`threads`: of each the list of its events."""
    calls = Calls()
    for events in threads:
        thread = Thread(calls)
        last = None
        for event in events:
            thread.take(event)
            last = event.time if event.kind != LOST else last
        while thread.stack:
            thread.pop(last, False, last=True)
    return calls
