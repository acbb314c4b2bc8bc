#!/usr/bin/env python3
"""Writes the manual into a folder: PYTHONPATH=. /usr/bin/python3 tools/manual/make.py dist/help

Needs the packages python3-markdown, python3-lunr and libjs-lunr. The style and the script of the search are in web/help."""
import html
import json
import pathlib
import re
import shutil
import string
import sys

from lunr import lunr

from tools.manual.document import BrokenLink, Document
from tools.manual.pages import GROUPS, PAGES

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LUNR = pathlib.Path("/usr/share/javascript/lunr/lunr.min.js")
LUNR_LICENCE = pathlib.Path("/usr/share/doc/libjs-lunr/copyright")


def check(documents):
    """Every heading that is led to has to be there."""
    for document in documents.values():
        for page, heading in document.links:
            if heading not in documents[page].names():
                raise BrokenLink(f"{document.name}.md leads to {page}.md#{heading}, which is not there")


def contents(documents, current):
    """The list of all pages; below the current one, its headings."""
    lines = []
    for title, pages in GROUPS:
        lines.append(f"<h2>{html.escape(title)}</h2>\n<ul>")
        for name in pages:
            here = ' aria-current="page"' if name == current else ""
            lines.append(f'<li><a href="{name}.html"{here}>{html.escape(documents[name].title)}</a>')
            inner = [(key, words) for level, key, words in documents[name].headings if level == 2] if name == current else []
            if inner:
                lines.append("<ul>" + "".join(f'<li><a href="#{key}">{html.escape(words)}</a></li>' for key, words in inner) + "</ul>")
            lines.append("</li>")
        lines.append("</ul>")
    return "\n".join(lines)


def around(documents, name):
    """Links to the page before and the one after."""
    at = PAGES.index(name)
    links = []
    if at > 0:
        links.append(f'<a rel="prev" href="{PAGES[at - 1]}.html">← {html.escape(documents[PAGES[at - 1]].title)}</a>')
    if at + 1 < len(PAGES):
        links.append(f'<a rel="next" href="{PAGES[at + 1]}.html">{html.escape(documents[PAGES[at + 1]].title)} →</a>')
    return f'<p class="around">{"".join(links)}</p>'


def front(documents):
    """What the first page shows: each page with what it tells."""
    lines = []
    for title, pages in GROUPS:
        lines.append(f"<h2>{html.escape(title)}</h2>\n<dl>")
        lines += [f'<dt><a href="{name}.html">{html.escape(documents[name].title)}</a></dt><dd>{html.escape(tells)}</dd>'
                  for name, tells in pages.items()]
        lines.append("</dl>")
    return "\n".join(lines)


def search_index(documents):
    """A script that hands the index and the texts of the sections to manual.js. A script, since a page that was opened as a file
    may fetch nothing."""
    sections = [{"page": name, "id": key, "heading": heading, "title": documents[name].title, "text": text}
                for name in PAGES for key, heading, text in documents[name].sections]
    # Paths and expressions are found by each of their words.
    documents = [{key: re.sub(r"\W+", " ", section[key]) for key in ("heading", "title", "text")} | {"at": str(at)}
                 for at, section in enumerate(sections)]
    index = lunr(ref="at", fields=[{"field_name": "heading", "boost": 8}, {"field_name": "title", "boost": 3}, "text"],
                 documents=documents)
    data = {"sections": sections, "index": index.serialize()}
    return "globalThis.tracepaneManual = " + json.dumps(data, ensure_ascii=False, separators=(",", ":")) + ";\n"


def make(folder):
    docs = ROOT / "docs"
    documents = {name: Document(docs, name) for name in PAGES}
    check(documents)
    folder.mkdir(parents=True, exist_ok=True)
    page = string.Template((pathlib.Path(__file__).parent / "page.html").read_text(encoding="utf-8"))

    def write(name, title, **parts):
        text = page.substitute(title=html.escape(title), contents=contents(documents, name), **parts)
        (folder / f"{name}.html").write_text(text, encoding="utf-8")

    write("index", "Tracepane: the manual", heading="The manual", text=front(documents), around="")
    for name, document in documents.items():
        write(name, f"{document.title} - Tracepane", heading=html.escape(document.title), text=document.html,
              around=around(documents, name))
        for picture in document.pictures:
            (folder / picture).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(docs / picture, folder / picture)
    (folder / "search.js").write_text(search_index(documents), encoding="utf-8")
    shutil.copyfile(LUNR, folder / "lunr.js")
    shutil.copyfile(LUNR_LICENCE, folder / "lunr-LICENSE.txt")


if __name__ == "__main__":
    try:
        make(pathlib.Path(sys.argv[1]))
    except BrokenLink as broken:
        sys.exit(f"The manual can't be made: {broken}.")
