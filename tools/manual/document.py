"""One document as HTML: its headings, its links as they are within the manual, its sections for the search."""
import re
import struct

import markdown
from markdown.treeprocessors import Treeprocessor

from tools.manual.pages import PAGES


class BrokenLink(Exception):
    """A document leads to a page, a heading or a picture that is not there."""


def slug(text, _separator="-"):
    """The name of a heading as the forge gives it, which links within the documents go by."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def picture_size(file):
    """Width and height of a PNG file, from its header."""
    with file.open("rb") as source:
        head = source.read(24)
    return struct.unpack(">II", head[16:24])


def title_of(file):
    return file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


class Links(Treeprocessor):
    """Leads links to pages of the manual. What is not in it is not led to: there is no network to fetch it from."""

    def __init__(self, md, document):
        super().__init__(md)
        self.document = document

    def run(self, root):
        for element in root.iter("a"):
            self.lead(element)
        for element in root.iter("img"):
            source = element.get("src")
            file = self.document.folder / source
            if not file.is_file():
                raise BrokenLink(f"{self.document.name}.md shows {source}, which is not there")
            self.document.pictures.append(source)
            width, height = picture_size(file)
            element.attrib.update({"width": str(width), "height": str(height), "loading": "lazy"})

    def lead(self, element):
        target = element.get("href")
        if re.match(r"https?:", target):
            element.set("rel", "noopener noreferrer")
            return
        path, _, heading = target.partition("#")
        page = self.document.name if path == "" else path.removesuffix(".md") if path.endswith(".md") else None
        if page in PAGES:
            self.document.links.append((page, heading))
            element.set("href", (f"{page}.html" if path else "") + (f"#{heading}" if heading else ""))
            # Who reads the manual knows pages by their titles.
            if element.text == path:
                element.text = title_of(self.document.folder / path)
            return
        if not (self.document.folder / path).exists():
            raise BrokenLink(f"{self.document.name}.md leads to {path}, which is not there")
        element.tag = "span"
        del element.attrib["href"]


class Document:
    """`html` is the text below the title, `headings` are (level, id, text), `sections` (id, heading, text)."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.links, self.pictures = [], []
        md = markdown.Markdown(extensions=["tables", "toc", "sane_lists", "fenced_code"], output_format="html", extension_configs={
            "toc": {"slugify": slug}, "tables": {"use_align_attribute": True}})
        # After the inline patterns, which make the links.
        md.treeprocessors.register(Links(md, self), "links", 1)
        text = (folder / f"{name}.md").read_text(encoding="utf-8")
        # Of what is behind the three backquotes, the library knows the first word.
        text = re.sub(r"^```(\w+) .*$", r"```\1", text, flags=re.M)
        # Within a table, a code may have a line that does not end its cell.
        html = re.sub(r"<td>.*?</td>", lambda cell: cell[0].replace("\\|", "|"), md.convert(text), flags=re.S)
        title = re.match(r"<h1 id=\"[^\"]*\">(.*?)</h1>\n?", html)
        if not title:
            raise BrokenLink(f"{name}.md does not begin with a title")
        self.title = plain(title[1])
        # A wide table scrolls by itself, not the page with it.
        self.html = re.sub(r"(<table>.*?</table>)", r'<div class="wide">\1</div>', html[title.end():], flags=re.S)
        self.html = self.html.replace("<p><img", '<p class="picture"><img')
        self.headings = [(int(level), name, plain(words))
                         for level, name, words in re.findall(r"<h([2-6]) id=\"([^\"]*)\">(.*?)</h\1>", self.html)]
        self.sections = list(self._sections())

    def _sections(self):
        parts = re.split(r"<h[2-6] id=\"([^\"]*)\">(.*?)</h[2-6]>", self.html)
        yield "", self.title, plain(parts[0])
        for at in range(1, len(parts), 3):
            yield parts[at], plain(parts[at + 1]), plain(parts[at + 2])

    def names(self):
        return {name for _, name, _ in self.headings} | {""}


def plain(html):
    """The words of some HTML."""
    text = re.sub(r"</?(?:a|b|code|em|span|strong)\b[^>]*>", "", html)
    text = re.sub(r"<[^>]+>", " ", text)
    for entity, letter in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(entity, letter)
    return re.sub(r"\s+", " ", text).strip()
