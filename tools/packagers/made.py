"""A package that was made: its file, and what goes beside it."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Made:
    kind: str
    name: str                # of the file
    data: bytes
    contained: tuple = ()    # packages of Debian in it, with their versions
    needed: tuple = ()       # and those that it depends on
