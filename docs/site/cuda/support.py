"""The pages *Supported parts of CUDA*: each name of CUDA's list (list.txt), and whether the
emulator has it. The emulator's headers are read when the site is built, so the answer is theirs; only
notes.toml says what a declaration cannot.

A name is supported where CUDA lets a program use it and a header of the emulator declares it, where
its translator knows it (qualifiers), or where a program among its tests runs it (PTX).
"""

import collections
import dataclasses
import fnmatch
import functools
import html
import pathlib
import re
import tomllib

from cuda import declarations, themes

HERE = pathlib.Path(__file__).parent
HEADERS = "autograder/emulator/include"
TRANSLATOR = "autograder/emulator/translator"
PROGRAMS = "autograder/emulator/tests"
# What libc declares is the emulator's, too: it includes its headers and lets device code call it.
OF_LIBC = {"c", "integers", "single", "double"}
# In the translator: the tables of instructions, and what the functions that translate compare with.
TABLE_ENTRY = re.compile(r'\{"([a-z]\w*)[\w.]*(?: \d)?",\s*(?:\{"\w+", \d|&k)')
TRANSLATION = re.compile(r"^(?:std::optional<std::string> translate_\w+|bool reads_ptx_carry)\(.*?^\}", re.M | re.S)
COMPARED = re.compile(r'\b(?:base|opcode) [=!]= "([a-z]\w*)')
# In programs: `add.s32 %0, …` in the text of an `asm`.
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')
OPCODE = re.compile(r"(?:^|[;{}]|\\n|\\t)\s*([a-z]\w*(?:\.[\w:]+)+)(?=\s+[%{\[a-z_])")


@dataclasses.dataclass
class Name:
    name: str
    kind: str
    theme: str  # of a value: its enumeration
    sides: str  # where CUDA has it: host, device, both; - for what is no function


@dataclasses.dataclass
class Answer:
    name: Name
    host: str  # yes, partly, no; empty where CUDA does not have it
    device: str
    note: str
    declared: str  # header:line

    @property
    def supported(self):
        return any(answer in ("yes", "partly") for answer in (self.host, self.device))


def read_list(path=HERE / "list.txt"):
    """CUDA's version, and its names in the order of the file."""
    first, *rows = path.read_text().splitlines()
    return re.search(r"CUDA ([\d.]+)", first)[1], [Name(*row.split()) for row in rows if not row.startswith("#")]


def matching(table, name):
    """The first value in `table` whose pattern the name matches."""
    return next((value for pattern, value in table.items() if fnmatch.fnmatchcase(name, pattern)), None)


def read_refused(path=HERE / "refused.txt", of_list_only=False):
    """Patterns of the names that the emulator refuses, in the order of the file, each with the reason;
    with `of_list_only` without those of names that list.txt does not have."""
    reasons = {}
    for line in path.read_text().splitlines():
        if of_list_only and line.startswith("# ---- Names that list.txt does not have"):
            break
        if line.strip() and not line.startswith("#"):
            patterns, _, reason = line.partition(": ")
            shown = reason.replace("<<<…>>>", "`<<<…>>>`")  # no tag of HTML
            reasons.update((pattern, shown) for pattern in patterns.split())
    return reasons


class Notes:
    def __init__(self, path=HERE / "notes.toml"):
        read = tomllib.loads(path.read_text())
        self.notes = read["note"]
        self.others = read["others"]

    def of(self, name):
        found = [note for note in self.notes
                 if any(fnmatch.fnmatchcase(name, pattern) for pattern in note["names"])]
        return found[0] if found else {"note": ""}


def headers(tree):
    """The emulator's headers that have CUDA's names; emulator/ has their parts. What it has of the
    C++ libraries, docs/emulator.md says."""
    folder = tree / HEADERS
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.h")
                  if path.relative_to(folder).parts[0] not in ("emulator", "thrust")
                  and path.relative_to(folder).parts[:2] not in (("more", "thrust"), ("more", "crt")))


class Emulator:
    """What the emulator of a checkout declares and knows."""

    def __init__(self, tree, compiler):
        self.tree = tree
        text = declarations.preprocess(compiler, headers(tree), ["-std=c++20", f"-I{tree / HEADERS}"])
        self.own, self.libc, self.refused = {}, {}, {}
        for found in declarations.declared(text):
            if found.kind == "declared only":
                continue
            if found.words:
                self.refused[found.name] = found
            elif pathlib.Path(found.file).is_relative_to(tree / HEADERS):
                self.own.setdefault(found.name, found)
            else:
                self.libc.setdefault(found.name, found)

    def declaration(self, name):
        if name.kind == "qualifier":
            return self.own.get(name.name) or self.qualifiers.get(name.name)
        of_libc = self.libc.get(name.name) if name.theme in OF_LIBC else None
        return self.own.get(name.name) or of_libc

    def place(self, found):
        """cuda_runtime_api.h:92"""
        path = pathlib.Path(found.file)
        if path.is_relative_to(self.tree / HEADERS):
            return f"{path.relative_to(self.tree / HEADERS)}:{found.line}"
        return f"{path.name}:{found.line}" if path.is_relative_to(self.tree) else "C library"

    @functools.cached_property
    def qualifiers(self):
        """The keywords that the translator reads, each where a file first names it."""
        found = {}
        for path in sorted((self.tree / TRANSLATOR).rglob("*.cpp")):
            if path.name.endswith("_test.cpp"):
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for word in re.findall(r'"(__\w+__)"', line):
                    found.setdefault(word, declarations.Declared(word, "qualifier", str(path), number))
        return found

    @functools.cached_property
    def host_only(self):
        """The functions that the translator refuses in device code, by name."""
        text = (self.tree / TRANSLATOR / "refusals/refuse_host_calls.cpp").read_text()
        return set(re.findall(r'"(cuda\w+)"', text))

    @functools.cached_property
    def instructions(self):
        """The instructions of PTX that the translator translates, each with the forms that test programs run."""
        forms = collections.defaultdict(set)
        for path in sorted((self.tree / TRANSLATOR / "ptx").glob("ptx_*.cpp")):
            text = path.read_text()
            compared = [name for body in TRANSLATION.findall(text) for name in COMPARED.findall(body)]
            for name in TABLE_ENTRY.findall(text) + compared:
                forms[name] = set()
        for path in sorted((self.tree / PROGRAMS).rglob("*.cu")):
            for literal in LITERAL.findall(path.read_text()):
                for opcode in OPCODE.findall(literal):
                    forms[opcode.partition(".")[0]].add(opcode)
        return forms


class Support:
    """The answers for all names, from the list, the emulator and the notes."""

    def __init__(self, tree, compiler):
        self.version, self.names = read_list()
        self.emulator = Emulator(tree, compiler)
        self.notes = Notes()
        self.refused = read_refused()
        self.values = collections.defaultdict(list)
        for name in self.names:
            if name.kind == "value":
                self.values[name.theme].append(name.name)
        self.answers = collections.defaultdict(list)
        for name in self.names:
            if name.kind != "value" and name.theme in themes.ALL:
                self.answers[name.theme].append(self.answer(name))

    def answer(self, name):
        if name.kind == "instruction":
            return self.instruction(name)
        found = self.emulator.declaration(name)
        refused = self.emulator.refused.get(name.name)
        has = "yes" if found else "no"
        note = self.notes.of(name.name)
        host = has if name.sides != "device" else ""
        device = has if name.sides in ("device", "both") else ""
        if device == "yes" and name.name in self.emulator.host_only:
            device = "no"
        host = note.get("host", host) if host == "yes" else host
        device = note.get("device", device) if device == "yes" else device
        words = note["note"] or (f"{refused.words[0].upper()}{refused.words[1:]}." if refused else "")
        why = matching(self.refused, name.name)
        if why and not found:
            words = f"Refused: {why}."
        if name.kind == "enum" and found:
            host, words = self.enumeration(name.name)
        return Answer(name, host, device, words, self.emulator.place(found) if found else "")

    def enumeration(self, name):
        """Whether all values of an enumeration are there, and which are not."""
        values = self.values[name]
        missing = [value for value in values if value not in self.emulator.own]
        if not missing:
            return "yes", f"All {len(values)} values." if len(values) > 1 else ""
        listed = ", ".join(f"`{value}`" for value in missing)
        return "partly", f"{len(values) - len(missing)} of {len(values)} values. Missing: {listed}."

    def instruction(self, name):
        instruction = name.name.removeprefix("ptx:")
        forms = sorted(self.emulator.instructions.get(instruction, ()))
        words = "Tested as " + ", ".join(f"`{form}`" for form in forms) + "." if forms else ""
        device = "yes" if instruction in self.emulator.instructions else "no"
        if device == "no" and (why := matching(self.refused, name.name)):
            words = f"Refused: {why}."
        return Answer(name, "", self.notes.of(name.name).get("device", device), words, "")

    def unexplained(self):
        """Names in the emulator's headers that neither CUDA's list nor notes.toml has."""
        known = {name.name for name in self.names}
        own = self.emulator.own.values()
        return sorted({found.name for found in own if found.name not in known and "::" not in found.name and
                       matching(self.notes.others, found.name) is None})


# ---- Pages --------------------------------------------------------------------------------------

MARKS = {"yes": "yes", "partly": "partly", "no": "**no**", "": "–"}
READING = """A name is *supported* if a program that uses it compiles and runs on the emulator. *Partly* means that
the note says what is missing. If it is *refused*, a program that uses it does not compile, and the error message gives
the same reason as the note. A dash means that CUDA itself does not have the name there.
"""


def shown(name):
    """The name as readers know it, without the prefix that tells instructions from functions."""
    return name.removeprefix("ptx:")


def row(answer, has_sides, has_places):
    name = f"`{shown(answer.name.name)}`"
    marks = [MARKS[answer.host], MARKS[answer.device]] if has_sides else [MARKS[answer.host or answer.device]]
    where = f"`{answer.declared}`" if answer.declared and answer.declared != "C library" else answer.declared
    return f"| {' | '.join([name, *marks, answer.note, *([where] if has_places else [])])} |\n"


def table(answers):
    has_sides = any(answer.name.sides != "-" for answer in answers)
    has_places = any(answer.declared for answer in answers)
    columns = ["name", *(["host", "device"] if has_sides else ["supported"]), "note",
               *(["declared in"] if has_places else [])]
    return (f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n" +
            "".join(row(answer, has_sides, has_places) for answer in answers))


def count(answers):
    return f"{sum(answer.supported for answer in answers)} of {len(answers)}"


def page(support, identifier):
    """One page of tables, a section for each theme."""
    text = f"# {themes.PAGES[identifier]} {{#{identifier}}}\n\n{READING}\n"
    for theme, title in themes.OF_PAGE[identifier].items():
        answers = support.answers[theme]
        text += (f"## {title} {{#{identifier}--{theme}}}\n\n{title}: {count(answers)} are supported.\n\n" +
                 table(answers) + "\n")
    return text


def overview(support):
    """How to read the pages, and how much of each theme is supported."""
    text = (f"# Supported parts of CUDA {{#cuda-supported}}\n\nThese pages list every name of CUDA {support.version} and say "
            "whether the emulator has it. The lists are made from the emulator's headers whenever this site is built. "
            "Type a name into the search to find its row. Names that are *not* supported have a row, too.\n\n" + READING +
            "\nThe driver API (`cuInit`, `cuLaunchKernel`, …) and the libraries (Thrust, CUB, cuBLAS, cuRAND, …) are "
            "not in these lists. @ref emulator says what of them the emulator has, and what else it does not do.\n\n"
            "| theme | supported | of them |\n|---|---|---|\n")
    for identifier, listed in themes.OF_PAGE.items():
        every = [answer for theme in listed for answer in support.answers[theme]]
        text += f"| **@ref {identifier} \"{themes.PAGES[identifier]}\"** | **{count(every)}** | |\n"
        for theme, title in listed.items():
            text += (f"| @ref {identifier}--{theme} \"{title}\" | {count(support.answers[theme])} | "
                     f"{partly(support.answers[theme])} |\n")
    return text


def partly(answers):
    some = sum("partly" in (answer.host, answer.device) for answer in answers)
    return f"{some} partly" if some else ""


def pages(tree, compiler):
    """The text of each page, by its identifier."""
    support = Support(tree, compiler)
    if odd := support.unexplained():
        raise ValueError("these names in the emulator's headers are neither in docs/site/cuda/list.txt nor in "
                         f"notes.toml: {', '.join(odd)}")
    return {"cuda-supported": overview(support),
            **{identifier: page(support, identifier) for identifier in themes.PAGES}}


def anchor(cell):
    """The anchor of a row, from its first cell."""
    return "cuda-" + re.sub(r"[^\w]+", "-", html.unescape(re.sub(r"<[^>]*>", "", cell)).strip())
