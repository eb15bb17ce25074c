"""What the search of the site can find, taken from the pages as they were built: a section of a page,
a rule, a row of a table of errors, messages or terms, a function of the reference, a slide.

An entry has a `title`, its `kind`, the `page` that it is on, a `url` and its `text`. `keys` are the
words for which it is the answer, a line each: 717 and cudaErrorInvalidAddressSpace for that error.
A `weight` below 1 puts what few people look for after what many do.
"""

import html
import html.parser
import re

HEADINGS = {"h1", "h2", "h3", "h4"}
# Words in these places are no text of the page.
SILENT = {"script", "style", "nav", "svg"}
SILENT_CLASSES = {"toc", "permalink", "mlabels", "header", "notes", "table-of-contents", "memproto",
                  "deck-footer", "katex-mathml", "source", "cited", "legend"}
VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr", "col", "area"}

# Pages that only list others.
NO_TEXT = {"index", "pages", "modules", "namespaceharness", "group__exercises",
           "group__harness-reference"}
# Long tables of what few people look for, beside which the index would be slow to read on a phone.
NO_TABLES = {"attacks", "mutants", "tests-of-rules"}
RARE = {"attacks": 0.3, "mutants": 0.5, "tests-of-rules": 0.5, "contributing": 0.6,
        "textbook-and-today": 0.7, "adding-a-lesson": 0.7}
# Headings that Doxygen writes above what it lists: what follows still belongs to the page.
NO_SECTION = {"Detailed Description", "Function Documentation", "Functions", "Macros", "Classes",
              "Enumerations", "Enumeration Type Documentation", "Macro Definition Documentation",
              "Class Documentation", "Typedefs", "Variables", "Variable Documentation",
              "Typedef Documentation", "Public Types", "Public Member Functions",
              "Public Attributes", "Member Function Documentation", "Member Data Documentation",
              "Constructor & Destructor Documentation", "Related Functions", "Overview",
              "In this group", "Types", "Type names", "Types in detail", "Macros in detail",
              "Type names in detail", "Enumerations in detail", "Functions in detail",
              "Member functions", "Member functions in detail", "Fields", "Fields in detail",
              "Constructors in detail",
              "Variables in detail"}
SUPPORT = "supported by the emulator"
ROWS = {"error": "error", "limit": "limit", "message": "message", "term": "glossary",
        "api": "CUDA name", "cuda": SUPPORT}


def entry(title, kind, page, url, weight=1.0):
    return {"title": title, "kind": kind, "page": page, "url": url, "text": "", "keys": "",
            "weight": weight}


class Sections(html.parser.HTMLParser):
    """Cuts one page into its entries. Text belongs to the entry that was opened last; what is
    inside a rule or a row belongs to that and to nothing else."""

    def __init__(self, name, kind, weight):
        super().__init__()
        self.name, self.kind, self.weight = name, kind, weight
        self.title = ""
        self.entries = []
        self.open = []  # (tag, is it silent, the entry that ends with it)
        self.anchor = ""
        self.heading = None  # the words of the heading that is being read
        self.inside = None  # the rule or row that is being read

    @property
    def silent(self):
        return any(silent for _, silent, _ in self.open)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        classes = set((attributes.get("class") or "").split())
        if "id" in attributes:
            self.anchor = attributes["id"]
        if tag == "title" or tag in HEADINGS:
            self.heading = []
        if tag == "a" and self.anchor.startswith("rule-") and "anchor" in classes:
            self.begin_rule(self.anchor.removeprefix("rule-"))
        begun = self.begin_row(tag, attributes.get("id", ""))
        if tag in VOID:
            self.handle_data(" ")
            return
        self.open.append((tag, tag in SILENT or bool(classes & SILENT_CLASSES), begun))

    def begin_rule(self, number):
        if self.open and self.open[-1][0] == "p":
            self.open[-1] = (*self.open[-1][:2], True)
            self.begin(f"Rule {number}", "rule", f"rule-{number}", number)

    def begin_row(self, tag, anchor):
        kind = ROWS.get(anchor.partition("-")[0]) if tag == "tr" else None
        if kind:
            self.begin("", kind, anchor, "")
        return bool(kind)

    def begin(self, title, kind, anchor, keys):
        self.inside = entry(title, kind, self.title, f"{self.name}.html#{anchor}", self.weight)
        self.inside["keys"] = keys
        # A name of CUDA that is an error is first that error.
        self.inside["weight"] *= {"CUDA name": 0.7, SUPPORT: 0.5}.get(kind, 1)
        self.entries.append(self.inside)

    def handle_endtag(self, tag):
        if all(tag != opened for opened, _, _ in self.open):
            return
        while self.open:
            opened, _, ends_entry = self.open.pop()
            if ends_entry:
                self.inside = None
            if opened == tag:
                break
        if self.heading is not None and (tag == "title" or tag in HEADINGS):
            self.end_heading(tag, " ".join("".join(self.heading).split()))
            self.heading = None
        elif tag in ("td", "th"):
            self.handle_data(" · ")
        elif tag in ("p", "li", "div", "pre", "tr", "dt", "dd"):
            self.handle_data(" ")

    def end_heading(self, tag, words):
        if tag == "title":
            self.title = words.partition(" · ")[0]
            self.entries.append(entry(self.title, self.kind, "", f"{self.name}.html", self.weight))
        elif words and words not in NO_SECTION and self.anchor and not self.silent:
            self.entries.append(entry(words, self.kind, self.title,
                                      f"{self.name}.html#{self.anchor}", self.weight))

    def handle_data(self, data):
        if self.silent or (self.name in NO_TABLES and any(tag == "table" for tag, _, _ in self.open)):
            return
        if self.heading is not None:
            self.heading.append(data)
        elif self.entries and any(tag == "body" for tag, _, _ in self.open):
            (self.inside or self.last_section())["text"] += data

    def last_section(self):
        return next(found for found in reversed(self.entries)
                    if found["kind"] not in ("rule", *ROWS.values()))


def kind_of(name):
    if name.startswith("lesson-"):
        return "lesson"
    if name.startswith("code-"):
        return "code"
    return "reference" if name.startswith("group__") else "guide"


def name_row(row):
    """A row's title and keys are its first cells, its text the others."""
    cells = [" ".join(cell.split()) for cell in row["text"].split(" · ")]
    cells = [cell for cell in cells if cell]
    row["keys"] = "\n".join(cells[0].split(", "))
    row["title"], rest = cells[0], cells[1:]
    if row["kind"] == SUPPORT:
        row["kind"], rest = answer_and_note(cells[1:])
    if row["kind"] == "error":
        row["title"] = f"Error {cells[0]}: {cells[1]}"
        row["keys"] = f"{cells[0]}\n{cells[1]}\nerror {cells[0]}"
        rest = cells[2:]
    row["text"] = " · ".join(rest)


def answer_and_note(cells):
    """What a row says of a name of CUDA, in the place of its kind, which costs the index nothing, and its note."""
    answers = [cell for cell in cells if cell in ("yes", "partly", "no", "–")]
    notes = [cell for cell in cells[len(answers):] if " " in cell]  # without the line of the header
    best = next((answer for answer in ("yes", "partly") if answer in answers), "no")
    return {"yes": SUPPORT, "partly": f"partly {SUPPORT}", "no": f"not {SUPPORT}"}[best], notes


# A declaration that stands only in the list at the top of its page, and the sentence below it.
BRIEF = re.compile(r'<a id="(\w+)"[^>]*></a>[^\n]*\n(?:(?!</tr>).)*?memItemRight"[^>]*>(?P<words>.*?)</td></tr>\s*'
                   r'(?:<tr class="memdesc:\1">.*?mdescRight">(?P<brief>.*?)</td>)?', re.S)


def plain(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def brief_entries(name, title, text):
    for member in BRIEF.finditer(text):
        called = re.search(r"<b>(?:\w+::)*(\w+)</b>", member["words"])
        if not called:
            continue
        found = entry(called[1], "reference", title, f"{name}.html#{member[1]}")
        found["keys"] = called[1]
        found["text"] = f"{plain(member['words'])} {plain(member['brief'] or '')}"
        yield found


def page_entries(path):
    name = path.stem
    # The body of the page is what Doxygen puts into its contents; what is around it is on all pages.
    text = path.read_text()
    start = text.find('<div class="contents">')
    end = text.find("</div><!-- contents -->", start)
    title = re.search(r"<title>.*?</title>", text, re.S)
    sections = Sections(name, kind_of(name), RARE.get(name, 1.0))
    sections.feed(f"{title[0]}<body>{text[start:end]}")
    for found in sections.entries:
        if found["kind"] in ROWS.values():
            name_row(found)
        elif found["kind"] == "reference":
            found["keys"] = found["title"].removesuffix("()")
    return sections.entries + list(brief_entries(name, sections.title, text))


def slide_entries(deck, title):
    """A slide of a built deck each; a deck counts its slides from 0."""
    text = deck.read_text()
    slides = re.findall(r"<section\b[^>]*>(.*?)</section>", text, re.S)
    for number, slide in enumerate(slides):
        sections = Sections("", "slide", 0.8)
        sections.feed(f"<title>{title}</title><body><div id=slide>{slide}</div>")
        words = [found["title"] for found in sections.entries[1:]] or [title]
        found = entry(words[0], "slide", title, f"slides/{deck.name}#/{number}", 0.8)
        found["text"] = " ".join(part["text"] for part in sections.entries)
        yield found


# What a line of code begins that readers may look for: a function or kernel, or a struct.
DEFINED = re.compile(r"^(?:[A-Za-z_][\w:<>,&* \"]*[\s*&])?(\w+)\([^;]*$|^struct (\w+) \{")


def code_entries(lesson):
    """The functions, kernels and structs of a skeleton, each at its line."""
    page = f"code-{lesson.name}.html"
    comment = ""
    for number, line in enumerate((lesson.folder / "skeleton.cu").read_text().splitlines(), 1):
        defined = DEFINED.match(line)
        if defined:
            name = defined[1] or defined[2]
            found = entry(name, "code", f"Code of lesson {lesson.number}",
                          f"{page}#skeleton-cu-L{number}", 0.9)
            found["keys"], found["text"] = name, f"{line} {comment}"
            yield found
        comment = f"{comment} {line[2:]}" if line.startswith("//") else ""


def tidy(found):
    found["text"] = " ".join(found["text"].split()).replace(" ¶", "")
    return found


def add_lesson_keys(entries, lessons):
    by_url = {found["url"]: found for found in entries}
    for lesson in lessons:
        page = by_url[f"{lesson.id}.html"]
        page["keys"] = "\n".join((lesson.name, lesson.number, f"lesson {lesson.number}",
                                  f"lesson {int(lesson.number)}", lesson.title))
        page["text"] = f"{lesson.summary} {page['text']}"
        page["weight"] = 1.5


def entries(html_folder, lessons):
    found = [part for page in sorted(html_folder.glob("*.html")) if page.stem not in NO_TEXT
             for part in page_entries(page)]
    add_lesson_keys(found, lessons)
    for lesson in lessons:
        found += code_entries(lesson)
        deck = html_folder / f"slides/{lesson.name}.html"
        if deck.exists():
            found += slide_entries(deck, f"Slides of lesson {lesson.number} {lesson.title}")
    return [tidy(part) for part in found]
