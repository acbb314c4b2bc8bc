"""Which of the documents are pages of the manual, in the order of its contents."""

GROUPS = [
    ("Begin", ["guide"]),
    ("Three investigations, step by step", ["investigation-report", "investigation-build", "investigation-answers"]),
    ("What the page shows", ["timeline", "flame-graph", "slices", "scheduling", "events", "joint", "names", "source-lines"]),
    ("Ask for more", ["filter", "sql", "parquet", "fleet"]),
    ("For scripts and hosts", ["hosting", "embedding", "api"]),
]
PAGES = [name for _, names in GROUPS for name in names]
