"""The drivers of the browser tests, the readers of Parquet files and the linters, as package-lock.json pins them."""
from tools.steps import ROOT, stamp_done, stamped, step


def ensure():
    lock = (ROOT / "package-lock.json").read_text()
    if stamped("npm", lock) and (ROOT / "node_modules").is_dir():
        return
    step("npm ci", ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], "Is an npm registry in reach?")
    stamp_done("npm", lock)
