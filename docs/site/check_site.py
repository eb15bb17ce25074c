"""Says which links, anchors and files of the built site lead nowhere, and what would leave the
machine; which pages are missing in the table of contents, or show Markdown that Doxygen did not
understand; and which pages of the reference have a raw title, or no words of their own. A browser run
sees more, but is not there on every machine. What a page of the reference says of its declarations,
Doxygen tests (WARN_NO_PARAMDOC in Doxyfile.in)."""

import html.parser
import re
import urllib.parse

# What a browser fetches on its own, unlike a link, which a reader follows.
FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"),
           ("object", "data"), ("source", "src"), ("video", "src")}


class Names(html.parser.HTMLParser):
    """The anchors of a page, where its links lead, its launch graphs and pictures without words."""

    def __init__(self, text):
        super().__init__()
        self.anchors = set()
        self.targets = []
        self.faults = []
        self.launch_graphs = 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.anchors |= {attributes[key] for key in ("id", "name") if key in attributes}
        for key in ("href", "src", "data"):
            if attributes.get(key):
                self.targets.append((tag, key, attributes[key]))
        if tag == "svg" and "launch-graph" in (attributes.get("class") or "").split():
            self.launch_graphs += 1
        if tag == "img" and "alt" not in attributes:
            self.faults.append(f"a picture without words: {attributes.get('src')}")


def faults_of(page, pages):
    names = pages[page]
    yield from names.faults
    if page.name.startswith("lesson-") and names.launch_graphs != 1:
        yield (f"shows {names.launch_graphs} launch graphs, not one. docs/launches has the graphs; a new "
               "lesson needs docs/pictures/NN-name.cpp and its line in docs/pictures/CMakeLists.txt, "
               "then: cmake --build BUILD --target launches")
    for tag, key, target in names.targets:
        url = urllib.parse.urlsplit(target)
        if url.scheme in ("javascript", "data", "mailto"):
            continue
        if url.scheme or url.netloc:
            if (tag, key) in FETCHED or url.netloc:
                yield f"leads to another machine: {target}"
            continue
        file = (page.parent / urllib.parse.unquote(url.path)).resolve() if url.path else page
        if not file.exists():
            yield f"leads nowhere: {target}"
        elif url.fragment and file in pages and \
                urllib.parse.unquote(url.fragment) not in pages[file].anchors:
            yield f"no such place: {target}"


# Code, in which stars and backticks are themselves.
CODE = re.compile(r'<div class="fragment">.*?</div><!-- fragment -->|<(code|pre|script|style|svg)\b.*?</\1>', re.S)
MARKDOWN = re.compile(r"[^\n]{0,30}(?:\*|`)[^\n]{0,30}")


def markdown_left(text):
    """Doxygen takes a star right before code, or right after a quotation mark, for a star."""
    words = re.sub(r"<[^>]*>", "", CODE.sub("…", text))
    for left in MARKDOWN.findall(words):
        yield f"shows Markdown: {left.strip()}"


# Pages that the table of contents does not list: itself, the front page, and what the reference lists.
NOT_LISTED = re.compile(r"(index|pages|namespaceharness|group__.*)\.html")


def missing_in_contents(pages):
    """Pages to which pages.html does not lead, which is the menu of a phone."""
    listed = {target for page, names in pages.items() if page.name == "pages.html"
              for _, _, target in names.targets}
    return [page.name for page in pages if page.name not in listed and not NOT_LISTED.fullmatch(page.name)]


TITLE = re.compile(r'<div class="title">([^<]*)')
OVERVIEW = re.compile(r'<h2 class="groupheader">Overview</h2>(.*?)(?=<h2|</div><!-- contents -->|$)', re.S)
# A file, a scope, an identifier, or what Doxygen makes of an id without a title: Harness-given.
RAW = re.compile(r"::|_|\.(?:h|cpp|cu|md)\b|^[a-z]|^\w+(?:-\w+)+$")
RAW_NAME = re.compile(r"::|anonymous|^$")
# Shorter ones say the title again.
FEWEST_WORDS = 8


def reference_faults(text):
    """What is wrong with one page of the reference."""
    title = " ".join(TITLE.search(text)[1].split())
    if not title or RAW.search(title):
        yield f"a raw title: '{title}' (docs/site/contents.toml has the titles)"
    for heading in re.findall(r'<h2 class="memtitle">(?:<span.*?</span>)*([^<]*)', text):
        if RAW_NAME.search(heading):
            yield f"a raw heading: '{heading}' (docs/site/reference_pages.py)"
    overview = OVERVIEW.search(text)
    words = re.sub(r"<[^>]*>", " ", overview[1]).split() if overview else []
    if len(words) < FEWEST_WORDS:
        yield f"no introduction: '{title}' has {len(words)} words before its declarations"
    described = set(re.findall(r'<tr class="memdesc:(\w*)"', text))
    for member, row in re.findall(r'<tr class="memitem:(\w*)"(.*?)</tr>', text, re.S):
        if member not in described:
            yield f"no sentence in the list for {' '.join(re.sub(r'<[^>]*>', ' ', row.partition('>')[2]).split())[:60]}"


def check(folder):
    """Prints what is wrong with the pages in `folder`; 0 when nothing is."""
    folder = folder.resolve()
    pages = {page: Names(page.read_text()) for page in sorted(folder.glob("*.html"))}
    faults = [f"{page.name}: {fault}" for page in pages for fault in faults_of(page, pages)]
    faults += [f"pages.html: does not list {name}" for name in missing_in_contents(pages)]
    reference = sorted(folder.glob("group__*.html"))
    faults += [f"{page.name}: {fault}" for page in pages
               if page not in reference and page.name != "namespaceharness.html"
               for fault in markdown_left(page.read_text())]
    faults += [f"{page.name}: {fault}" for page in reference
               for fault in reference_faults(page.read_text())]
    if not reference:
        faults.append("there is no page of the reference")
    for text in folder.rglob("*.js"):
        if "polyfill.io" in text.read_text():
            faults.append(f"{text.name}: loads polyfill.io")
    print("\n".join(faults) or f"{len(pages)} pages, no dead link")
    return 1 if faults or not pages else 0
