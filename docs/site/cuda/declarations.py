"""What a C++ header declares: each name outside of functions, with its kind, its place and its
attributes. The compiler's preprocessor has read the header before, so that names which macros make
count, and what stands in a comment or in a branch that is not compiled does not.

It reads declarations as headers write them, by their tokens. It is no parser of all of C++.
"""

import dataclasses
import re
import subprocess

TOKEN = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_$][\w$]*|'
                   r"\.?\d(?:'?[\w.]|[eEpP][+-])*|::|->|<<=|&&|[^\s\w]", re.S)
STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', re.S)
MARKER = re.compile(r'# (\d+) "([^"]*)"')
DIRECTIVE = re.compile(r"\s*#\s*(define|undef)\s+(\w+)")
GROUP = re.compile(r"[\\@](defgroup|addtogroup|ingroup)\s+(\w+)")
OPEN = {"(": ")", "[": "]", "{": "}"}
# What may stand before parentheses in a declaration and is no function's name.
NO_FUNCTION = {"decltype", "noexcept", "alignas", "explicit", "requires", "throw", "sizeof", "operator"}
CLASSES = {"class", "struct", "union", "enum"}


@dataclasses.dataclass
class Declared:
    name: str  # with its namespaces and classes: cooperative_groups::thread_block::sync
    kind: str  # function, type, enum, value (of an enumeration), variable, macro
    file: str
    line: int
    attributes: frozenset = frozenset()
    words: str = ""  # what the compiler says to those who use it, attribute error("…")
    group: str = ""  # the Doxygen group that it stands in, where comments were kept
    of: str = ""  # the enumeration of a value


class Token(str):
    """A word or sign, and where it stands."""

    __slots__ = ("file", "group", "line")


def preprocess(compiler, headers, options=()):
    """One text of all `headers`, with their macros."""
    includes = "".join(f'#include "{header}"\n' for header in headers)
    ran = subprocess.run([compiler, "-x", "c++", "-E", "-dD", *options, "-"], input=includes,
                         capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        raise RuntimeError(f"{compiler} cannot read the headers:\n{ran.stderr}")
    return ran.stdout


def blank_comments(text):
    """The text without comments; of one that opens a group or names it, that line is left."""
    def kept(comment):
        if comment[0].startswith('"'):
            return comment[0]
        lines = comment[0].count("\n")
        words = "".join(f" @{word} {name} " for word, name in GROUP.findall(comment[0]))
        words += " @{ " * (re.search(r"[@\\]\{", comment[0]) is not None)
        words += " @} " * (re.search(r"[@\\]\}", comment[0]) is not None)
        return "".join(f"\n#group {word}" for word in words.split("@") if word.strip()) + "\n" * lines + " "
    return STRING_OR_COMMENT.sub(kept, text)


class Groups:
    """The group that a line stands in: that of its own comment, else the one that is open."""

    def __init__(self):
        self.open, self.begun, self.own = [], "", ""

    def read(self, line):
        word, _, name = line.removeprefix("#group ").strip().partition(" ")
        if word == "{":
            self.open.append(self.begun or self.own)
            self.begun = self.own = ""
        elif word == "}":
            self.open = self.open[:-1]
        elif word == "ingroup":
            self.own = name
        else:
            self.begun = name

    @property
    def here(self):
        return self.own or (self.open[-1] if self.open else "")


def tokens_and_macros(text, comments=False):
    """The tokens of a preprocessed text, and the macros that are defined at its end."""
    tokens, macros, groups = [], {}, Groups()
    file, line = "", 0
    for row in (blank_comments(text) if comments else text).split("\n"):
        marker, directive = MARKER.match(row), DIRECTIVE.match(row)
        if row.startswith("#group "):
            groups.read(row)
            continue
        if marker:
            line, file = int(marker[1]), marker[2]
            continue
        if directive:
            macros.pop(directive[2], None)
            if directive[1] == "define":
                macros[directive[2]] = Declared(directive[2], "macro", file, line, group=groups.here)
        elif not row.lstrip().startswith("#"):
            for found in TOKEN.finditer(row):
                token = Token(found[0])
                token.file, token.line, token.group = file, line, groups.here
                tokens.append(token)
                if token in (";", "}"):
                    groups.own = ""
        line += 1
    return tokens, macros


def closing(tokens, at):
    """The index of the bracket that closes the one at `at`."""
    depth = []
    for i in range(at, len(tokens)):
        if tokens[i] in OPEN:
            depth.append(OPEN[tokens[i]])
        elif depth and tokens[i] == depth[-1]:
            depth.pop()
            if not depth:
                return i
    raise RuntimeError(f"{tokens[at].file}:{tokens[at].line}: {tokens[at]} is never closed")


def after_angles(tokens, at):
    """Behind the `>` that closes the `<` at `at`."""
    depth = 0
    while at < len(tokens):
        if tokens[at] in OPEN:
            at = closing(tokens, at)
        elif tokens[at] == "<":
            depth += 1
        elif tokens[at] == ">":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return at


def is_name(token):
    return token[0].isalpha() or token[0] in "_$"


class Scope:
    """Reads the declarations between two braces, or those of a whole text."""

    def __init__(self, tokens, prefix="", of_class="", hidden=False):
        self.tokens, self.prefix, self.of_class = tokens, prefix, of_class
        self.hidden = hidden  # private and protected members are no names to use
        self.found = []

    def read(self):
        at = 0
        while at < len(self.tokens):
            at = self.declaration(at)
        return self.found

    def add(self, token, kind, attributes=(), words="", of=""):
        if not self.hidden:
            self.found.append(Declared(self.prefix + token, kind, token.file, token.line,
                                       frozenset(attributes), words, token.group, of))

    def inside(self, first, last, prefix, **more):
        self.found += Scope(self.tokens[first:last], prefix, **more).read() if not self.hidden else []

    def declaration(self, at):
        """Reads the declaration at `at`; where the next one begins."""
        tokens = self.tokens
        if tokens[at] in (";", "}"):
            return at + 1
        if tokens[at] in ("public", "private", "protected") and tokens[at + 1:at + 2] == [":"]:
            self.hidden = tokens[at] != "public"
            return at + 2
        head, attributes, words, at = self.head(at)
        if at >= len(tokens) or tokens[at] == ";":
            self.declare(head, attributes, words)
            return at + 1
        end = closing(tokens, at)
        return self.braces(head, attributes, words, at, end)

    def head(self, at):
        """The tokens before `;` or the body, without attributes, templates' parameters and values."""
        tokens, head, attributes, words = self.tokens, [], set(), ""
        while at < len(tokens) and tokens[at] not in (";", "{", "}"):
            token = tokens[at]
            if token in ("__attribute__", "__declspec", "__asm__", "asm", "alignas", "__asm"):
                end = closing(tokens, at + 1)
                attributes |= set(tokens[at + 2:end])
                if "error" in tokens[at:end]:
                    words = "".join(part[1:-1] for part in tokens[at:end] if part.startswith('"'))
                at = end + 1
            elif token == "[" and tokens[at + 1:at + 2] == ["["]:
                attributes |= set(tokens[at:closing(tokens, at)])
                at = closing(tokens, at) + 1
            elif token == "template" and tokens[at + 1:at + 2] == ["<"]:
                attributes.add("template")
                at = after_angles(tokens, at + 1)
            elif token == "=" and "operator" not in head[-2:] and "using" not in head[:1]:
                at = self.after_value(at)
            elif token in OPEN:
                end = closing(tokens, at)
                head += tokens[at:end + 1]
                at = end + 1
            else:
                head.append(token)
                at += 1
        return head, attributes, words, at

    def after_value(self, at):
        """Behind `= …`, at the next comma or the end."""
        while at < len(self.tokens) and self.tokens[at] not in (";", ","):
            at = closing(self.tokens, at) + 1 if self.tokens[at] in OPEN else at + 1
        return at

    def braces(self, head, attributes, words, at, end):
        """What has a body: a namespace, a type, a function, or a variable with braces for its value."""
        if head[:1] == ["extern"] and len(head) == 2 and head[1].startswith('"'):
            self.inside(at + 1, end, self.prefix)
            return end + 1
        if "namespace" in head[:2]:
            names = [part for part in head if is_name(part) and part not in ("inline", "namespace")]
            hidden = not names  # an anonymous one
            inline = head[0] == "inline"
            prefix = self.prefix + ("" if inline else "".join(f"{part}::" for part in names))
            self.inside(at + 1, end, prefix, hidden=hidden)
            return end + 1
        if any(part in CLASSES for part in head) and "(" not in head:
            return self.type_with_body(head, attributes, at, end)
        self.declare(head, attributes, words)
        return end + 1 if "(" in head or self.tokens[end + 1:end + 2] != [";"] else end + 2

    def type_with_body(self, head, attributes, at, end):
        word = next(part for part in head if part in CLASSES)
        after = [part for part in head[head.index(word) + 1:] if part not in ("class", "struct", "final")]
        name = after[0] if after and is_name(after[0]) else None
        specialized = "<" in after[:after.index(":")] if ":" in after else "<" in after
        if name and not specialized:
            self.add(name, "enum" if word == "enum" else "type", attributes)
        tail, _, _, stop = self.head(end + 1)
        declared = [part for part in tail if is_name(part) and part not in ("const", "volatile")]
        kind = "enum" if word == "enum" else "type"
        for part in declared:
            self.add(part, kind if "typedef" in head else "variable", attributes)
        if word == "enum":
            self.values(at + 1, end, str(name or (declared or [""])[0]), scoped="class" in head)
        elif name and not specialized:
            self.inside(at + 1, end, f"{self.prefix}{name}::", of_class=str(name), hidden=word == "class")
        return stop + 1

    def values(self, first, last, enumeration, scoped):
        at, begins = first, True
        while at < last:
            token = self.tokens[at]
            if begins and is_name(token):
                named = Token(f"{enumeration}::{token}" if scoped else token)
                named.file, named.line, named.group = token.file, token.line, token.group
                self.add(named, "value", of=enumeration)
            begins = token == ","
            at = closing(self.tokens, at) + 1 if token in OPEN else at + 1

    def declare(self, head, attributes, words):
        """A declaration without the body of a type: a function, variable, typedef or using."""
        if not head or head[0] in ("friend", "static_assert", "_Static_assert", "concept", "__extension__"):
            if head[:1] == ["__extension__"]:
                self.declare(head[1:], attributes, words)
            return
        if head[0] == "using":
            self.declare_using(head, attributes)
        elif head[0] == "typedef":
            self.declare_typedef(head, attributes)
        elif head[0] in CLASSES and len(head) == 2:
            self.add(head[1], "declared only", attributes)
        else:
            name = function_name(head)
            if name is not None:
                # A constructor is no name of its own, and what has `~` or an operator before it is none.
                if name != self.of_class and is_name(name):
                    self.add(name, "function", attributes | qualifiers(head), words)
            elif "operator" not in head:
                for name in variable_names(head):
                    self.add(name, "variable", attributes)

    def declare_using(self, head, attributes):
        if "namespace" in head or "typename" in head[:2]:
            return
        name = head[1] if "=" in head else head[-1]
        if is_name(name):
            self.add(name, "type", attributes)

    def declare_typedef(self, head, attributes):
        pointer = re.search(r"\( (?:\w+ )?\* ?(?:const )?(\w+) \)", " ".join(head))
        names = [part for part in head if is_name(part)]
        named = [part for part in head if pointer and part == pointer[1]] or names[-1:]
        if named:
            self.add(named[0], "type", attributes)


def function_name(head):
    """The name before the first parentheses that are a list of parameters."""
    at = 0
    while at < len(head):
        if head[at] == "<" and at and is_name(head[at - 1]) and head[at - 1] != "operator":
            at = after_angles(head, at)
            continue
        if head[at] == "(":
            before = head[at - 1] if at else ""
            if "operator" in head[max(0, at - 4):at]:
                return Token("~")
            if before and is_name(before) and before not in NO_FUNCTION:
                # (*name)(…): a pointer to a function is a variable.
                return before if at < 2 or head[at - 2] not in ("~", "::") else Token("~")
            at = closing(head, at)
        at += 1
    return None


def variable_names(head):
    """Of `int a, *b[3]` a and b."""
    names, last, at = [], None, 0
    while at < len(head):
        if head[at] == "<":
            at = after_angles(head, at)
            continue
        if head[at] == ",":
            names.append(last)
        elif head[at] in OPEN:
            at = closing(head, at)
        elif head[at] == ":" and last is not None:  # a bit field
            break
        elif is_name(head[at]):
            last = head[at]
        at += 1
    return [name for name in [*names, last] if name is not None]


def qualifiers(head):
    return {part for part in head if part in ("static", "inline", "constexpr")}


def declared(text, comments=False, of_file=lambda file: True):
    """All that a preprocessed text declares in the files that `of_file` wants, macros at the end."""
    tokens, macros = tokens_and_macros(text, comments)
    return [*Scope([token for token in tokens if of_file(token.file)]).read(),
            *(macro for macro in macros.values() if of_file(macro.file))]
