"""Turns the Markdown that GitHub and editors show into the Markdown that Doxygen 1.9 understands.

The same files are read on GitHub and on the site, so what the two disagree about is settled here:
headings get anchors by GitHub's rule, links between files become links between pages, a rule's
number becomes a link to the rule, pictures keep their words for those who cannot see them.
"""

import html
import re

FENCE = re.compile(r"^\s*(```+|~~~+)\s*(\S*)\s*$")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*$")
PICTURE = re.compile(r"^!\[(?P<words>[^\]]*)\]\((?P<file>[^)\s]+)\)$")
FORMULA = re.compile(r"\$([^$\s](?:[^$]*[^$\s])?)\$")
CODE_SPAN = re.compile(r"(`[^`]+`)")
# Doxygen drops this one, even in code, from %laneid.
PERCENT = re.compile(r"%(?=[A-Za-z_])")
LINK = re.compile(r"\[(?P<text>[^\[\]]*(?:\[[^\]]*\][^\[\]]*)*)\]\((?P<target>[^)\s]+)\)")
RULE = re.compile(r"(?<![\w@/#{-])([KGNMSTEHDPURLBW](?:[1-9]|1\d))(?![\w-])")
RULE_DEFINITION = re.compile(r"^\*\*([A-Z]\d+)\.\*\*")
BOX = "> **Textbook and today**"
LANGUAGES = {"": "unparsed", "cuda": "cpp", "cpp": "cpp", "json": "unparsed", "toml": "unparsed",
             "sh": "unparsed", "console": "unparsed", "diff": "unparsed", "markdown": "unparsed",
             "ptx": "unparsed", "cmake": "unparsed", "yaml": "unparsed"}


class PageError(Exception):
    """Something in a page that the site cannot show: file, line and what to do."""


def slug(heading):
    """The anchor that GitHub gives to a heading."""
    words = re.sub(r"[^\w\- ]", "", heading.lower())
    return words.replace(" ", "-")


def anchor(page, heading):
    """The same on the site, where all pages share one set of names."""
    return f"{page}--{slug(heading)}"


def classes(picture):
    """`light`: it has no colors of its own for a dark page. `words`: it has words to read."""
    text = picture.read_text(errors="ignore")
    names = ["light"] * ("prefers-color-scheme" not in text) + ["words"] * ("<text" in text)
    return f' class="{" ".join(names)}"' if names else ""


def raw_lines(text):
    """HTML that Doxygen passes on. A `<div>` of its own would end with each paragraph in it."""
    return ["@htmlonly[block]", text, "@endhtmlonly", ""]


class Page:
    """One Markdown file on its way to the site.

    `pages` maps files of the tree to the ids of their pages; `rules` are the rules' numbers.
    `pictures` collects the files that the page shows.
    """

    def __init__(self, tree, source, identifier, pages, rules, text=None):
        self.tree = tree
        self.source = source
        self.id = identifier
        self.pages = pages
        self.rules = rules
        self.pictures = set()
        self.cited_by = {}  # for the page of the rules: lines that follow a rule
        self.line = 0
        self.text = (tree / source).read_text() if text is None else text

    def fail(self, why):
        raise PageError(f"{self.source}:{self.line}: {why}")

    def convert(self):
        """The whole page for Doxygen; its first heading carries the page's id."""
        return "\n".join(self.blocks(self.text.splitlines())) + "\n"

    def blocks(self, lines):
        out, fence, closing, box = [], None, "", False
        for number, line in enumerate(lines, 1):
            self.line = number
            if fence is None and line.strip() == BOX:
                box = True
                out += raw_lines('<div class="then-and-now">')
            if box and not line.startswith(">"):
                box = False
                out += ["", *raw_lines("</div>")]
            if box:
                line = line[1:].removeprefix(" ")
            opening = FENCE.match(line)
            if fence is not None:
                out.append(line if line.strip() != fence else closing)
                fence = None if line.strip() == fence else fence
            elif opening:
                fence = opening[1]
                opened, closing = self.open_fence(line, opening)
                out.append(opened)
            else:
                out += self.prose(line)
        return out + (["", *raw_lines("</div>")] if box else [])

    def open_fence(self, line, opening):
        """What stands for the fence's first line, and for its last."""
        if opening[2] == "math":
            return "\\f[", "\\f]"
        if opening[2] not in LANGUAGES:
            self.fail(f"code in an unknown language: {opening[2]}")
        indent = line[: len(line) - len(line.lstrip())]
        return f"{indent}{opening[1]}{{.{LANGUAGES[opening[2]]}}}", opening[1]

    def prose(self, line):
        picture = PICTURE.match(line.strip())
        if picture:
            return self.figure(picture["words"], picture["file"])
        heading = HEADING.match(line)
        if heading:
            return self.heading(heading[1], heading[2])
        definition = RULE_DEFINITION.match(line)
        if definition and self.id == "rules":
            name = definition[1]
            return [f"@anchor rule-{name} {self.inline(line, cite=False)}", *self.cited_by.get(name, [])]
        return [self.inline(line)]

    def heading(self, marks, words):
        if marks == "#":
            return [f"# {words} {{#{self.id}}}"]
        return [f"{marks} {self.inline(words, cite=False)} {{#{anchor(self.id, words)}}}"]

    def figure(self, words, file):
        """A picture with its words, on a card of its own."""
        if not words:
            self.fail(f"the picture {file} has no words for those who cannot see it")
        path = self.resolve(file)
        self.pictures.add(path)
        name = path.name
        return raw_lines(f'<figure><div class="picture"><img{classes(path)} src="{html.escape(name)}" '
                         f'alt="{html.escape(words)}"></div>'
                         f"<figcaption>{html.escape(words)}</figcaption></figure>")

    def inline(self, line, cite=True):
        """Links and rules, outside of code."""
        parts = []
        position = 0
        for link in LINK.finditer(self.without_code(line)):
            parts.append(self.plain(line[position : link.start()], cite))
            parts.append(self.link(line[link.start() : link.end()]))
            position = link.end()
        parts.append(self.plain(line[position:], cite))
        return "".join(parts)

    @staticmethod
    def without_code(line):
        """`line` with its code spans blanked, so that places stay."""
        return CODE_SPAN.sub(lambda code: "\0" * len(code[0]), line)

    def plain(self, text, cite):
        pieces = CODE_SPAN.split(text)
        return "".join(PERCENT.sub("%%", piece) if piece.startswith("`") and len(piece) > 1 else
                       self.words(piece, cite) for piece in pieces)

    def words(self, text, cite):
        if FORMULA.search(text):
            before, formula, after = FORMULA.split(text, maxsplit=1)
            return f"{self.words(before, cite)}\\f${formula}\\f${self.words(after, cite)}"
        text = re.sub(r"\\|@(?=\w)|(?<=\s)#(?=\w)|%(?=\w)", lambda special: "\\" + special[0], text)
        if not cite:
            return text
        return RULE.sub(lambda rule: self.rule(rule[1]), text)

    def rule(self, name):
        return f"[{name}](@ref rule-{name})" if name in self.rules else name

    def resolve(self, target):
        path = (self.tree / self.source).parent / target
        if not path.exists():
            self.fail(f"there is no {target}")
        return path.resolve()

    def link(self, written):
        link = LINK.fullmatch(written)
        text, target = link["text"], link["target"]
        if target.startswith(("@ref", "http:", "https:")):
            if target.startswith("http"):
                self.fail(f"a link to another machine: {target}")
            return written
        file, _, fragment = target.partition("#")
        path = self.resolve(file) if file else (self.tree / self.source).resolve()
        name = self.pages.get(path)
        if name is None:  # a file or folder of the tree that is no page
            shown = path.relative_to(self.tree.resolve())
            named = text.strip("`")
            if f"/{shown}".endswith(f"/{named}") or named == path.stem:  # the words say no more than the path
                return f"`{shown}`"
            return f"{text} (`{shown}`)"
        text = text.replace("`", "")  # Doxygen would show them
        return f"[{text}](@ref {name}{'--' + fragment if fragment else ''})"
