"""How two sets of figures differ."""
from collections import Counter


class Kind:
    """One kind of figure of one trace: how many were compared, and which differ."""

    def __init__(self, name):
        self.name = name
        self.compared = 0
        self.differ = []
        self.left_out = ""  # why it was not compared

    def check(self, what, ours, oracle):
        self.compared += 1
        if ours != oracle:
            self.differ.append(f"{what}: {show(ours)}, oracle {show(oracle)}")

    def maps(self, ours, oracle, what="{}"):
        """Each key of either; one that is missing is None."""
        for key in sorted({*ours, *oracle}, key=str):
            self.check(what.format(key), ours.get(key), oracle.get(key))

    def multisets(self, ours, oracle):
        """Lists whose order among equals has no meaning."""
        ours, oracle = Counter(ours), Counter(oracle)
        self.compared += sum((ours & oracle).values())
        for item in sorted((oracle - ours).elements()):
            self.compared += 1
            self.differ.append(f"{show(item)} is missing")
        for item in sorted((ours - oracle).elements()):
            self.compared += 1
            self.differ.append(f"{show(item)} is not the oracle's")


def show(value):
    return "nothing" if value is None else str(value)
