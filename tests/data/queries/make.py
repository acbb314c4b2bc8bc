#!/usr/bin/env python3
"""Writes queries.json, queries with the rows that they must find: PYTHONPATH=. python3 tests/data/queries/make.py

The rows of most are computed from what the reference tools print (references.py). Where these don't tell, they are those that
DuckDB finds in the exported tables; look at them before you commit them. It needs build/native/tracepane and build/samples."""
import json
import pathlib
import sys
import tempfile

from tests.data.queries import of_kernels, of_programs, of_scripts
from tests.data.queries.asking import grouped
from tests.tools import test_parquet, test_queries

FILE = pathlib.Path(__file__).with_name("queries.json")
REFERENCE, EXPORT = "reference", "DuckDB over the export"
QUERIES = [*of_programs.QUERIES, *of_kernels.QUERIES, *of_scripts.QUERIES]
# What exported tables have no answer to.
OWN = {name for name, *_ in of_scripts.QUERIES}


def export_and_ask(wanted):
    """`wanted`: trace -> pairs of a number and a query. Returns the rows by number."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for trace, queries in wanted.items():
            views = test_queries.views(test_queries.export(trace, pathlib.Path(folder)))
            told = test_parquet.read([*views, *({"sql": text} for _, sql in queries for text in (f"DESCRIBE {sql}", sql))])[len(views):]
            for (number, _), columns, rows in zip(queries, told[::2], told[1::2]):
                whole = [column[1] in ("INTEGER", "BIGINT", "HUGEINT") for column in columns]
                found[number] = [[int(value) if one and value is not None else value for value, one in zip(row, whole)] for row in rows]
    return found


def main():
    rows = {number: compute() for number, (*_, compute) in enumerate(QUERIES) if compute}
    rest = grouped((trace, (number, sql)) for number, (_, trace, sql, compute) in enumerate(QUERIES) if not compute)
    rows |= export_and_ask(rest)
    written = []
    for number, (name, trace, sql, compute) in enumerate(QUERIES):
        found = rows[number]
        if compute and not found:
            sys.exit(f"{name}: the reference has no rows")
        written.append({"name": name, "trace": trace, "sql": sql, "rests_on": REFERENCE if compute else EXPORT,
                        **({"own": True} if name in OWN else {}), "rows": found})
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(", ", ": ")) for one in written)
    FILE.write_text(f"[\n{lines}\n]\n")
    print(len(written), "queries,", sum(1 for one in written if one["rests_on"] == REFERENCE), "by references")


if __name__ == "__main__":
    main()
