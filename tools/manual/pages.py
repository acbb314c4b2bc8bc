"""Which of the documents are pages of the manual, in the order of its contents, and what each tells."""

GROUPS = [
    ("Begin", {
        "guide": "How to record, how to open a trace, and what to do then.",
        "install": "How to get Tracepane: one file, a package, a server.",
    }),
    ("Three investigations, step by step", {
        "investigation-report": "A program that is slow, recorded by uftrace: which function it is, and why it takes longer each time.",
        "investigation-build": "A build, recorded by trace-cmd: which thread waited for a CPU, and what ran in its place.",
        "investigation-answers": "Calls that are slow at times, recorded by XRay: which they are, and what they have in common.",
    }),
    ("What the page shows", {
        "timeline": "Tracks, the axis of time, selecting, measuring, plots.",
        "flame-graph": "All calls by who called them; callers and callees of one function.",
        "slices": "Calls as rows: sorted, filtered, grouped, plotted.",
        "scheduling": "How long threads ran, waited and slept, and who woke them.",
        "why": "What a thread waited for, and who held it up.",
        "events": "Every record in a table, and the search.",
        "compare": "How two recordings differ: before and after a change.",
        "joint": "Several traces on one axis, such as a program and the kernel.",
        "notes": "Notes on the timeline, to pass on.",
        "names": "Functions that share a name, C++ and Rust names, what is not known by name.",
        "source-lines": "The source of a function, beside its figures.",
    }),
    ("Ask for more", {
        "filter": "The language of filters, on the page and the command line.",
        "sql": "Questions in SQL: the tables, examples, results as tracks.",
        "cuts": "A part of a trace in its own format, perhaps without names.",
        "parquet": "A trace as Parquet files for DuckDB, Spark and others.",
        "fleet": "Many traces at once, on one machine or a cluster.",
        "cache": "What the command line keeps of a trace, so that it opens at once again.",
    }),
    ("For scripts and hosts", {
        "hosting": "How to serve the page by nginx, Apache, Caddy and others.",
        "one-file": "The page as one file, and a trace inside it.",
        "embedding": "The page in a frame of another one.",
        "api": "What scripts can do with the page: window.tracepane.",
    }),
]
PAGES = [name for _, pages in GROUPS for name in pages]
