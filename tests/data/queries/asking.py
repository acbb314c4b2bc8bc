"""What the lists of queries are written with."""
from collections import defaultdict


class Queries(list):
    """(name, trace, SQL, a function that computes the rows from the reference, or None)"""

    def ask(self, name, trace, sql, rows=None):
        self.append((name, trace, " ".join(sql.split()), rows))


def grouped(pairs):
    found = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return found


def ordered(rows, *keys):
    """Rows as lists. A key is a column, from 1 on, negative for downwards."""
    rows = [list(row) for row in rows]
    for key in reversed(keys):
        rows.sort(key=lambda row, key=key: row[abs(key) - 1], reverse=key < 0)
    return rows
