"""Finds the figures of a text: numbers with a unit of time, a rate, a share or a factor, and every
number with a decimal point, since few of them count or name anything.

What is code is no text: fenced blocks (but not the words behind their ```, which hold the alt text
of a slide's chart), `code`, and what the benchmarks' report writes.
"""

import dataclasses
import re

SCALES = {"ns": 1e-9, "nanoseconds": 1e-9, "nanosecond": 1e-9,
          "µs": 1e-6, "microseconds": 1e-6, "microsecond": 1e-6,
          "ms": 1e-3, "milliseconds": 1e-3, "millisecond": 1e-3,
          "s": 1, "seconds": 1, "second": 1,
          "GB/s": 1e9, "gigabytes a second": 1e9, "gigabytes per second": 1e9, "TB/s": 1e12,
          "%": 0.01, "per cent": 0.01, "percent": 0.01,
          "×": 1, "times": 1, "th": None, "rd": None, "st": None, "nd": None}
WORDS = {word: value for value, word in enumerate(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty".split(), start=2)}
WORDS |= {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
          "ninety": 90, "hundred": 100, "two hundred": 200, "thousand": 1000, "sixty-four": 64}

NUMBER = r"(?<![\w.²^])(?<!\d,)\d+(?:,\d{3})*(?:\.\d+)?"
WORD = rf"\b(?i:{'|'.join(sorted(WORDS, key=len, reverse=True))})\b"
STARS = r"\*{0,2}"
BETWEEN = rf"{STARS}(?:,| to| or| and| /|/| against| instead of| to almost|)? ?{STARS}"
TIME = r"(?:nano|micro|milli)seconds?"
UNIT = (rf"(?:{STARS}×(?! ?\d)|{STARS}[ \u00a0]?(?:ns|µs|ms|s|%|GB/s|TB/s)(?![\w/])(?!\.\w)"
        rf"|{STARS} (?:{TIME}|seconds?|per ?cent|times|gigabytes (?:a|per) second)\b)")
SPELLED = rf" (?:{TIME}|per ?cent|times(?= (?:as|faster|slower|too|longer|less|more|cheaper)\b))"
FIGURES = re.compile(rf"{NUMBER}(?:{BETWEEN}{NUMBER})*{UNIT}|{WORD}{SPELLED}"
                     rf"|(?:(?<=\ba )|(?<=\ban )|(?<=\ba \*\*)){NUMBER}(?:th|rd|nd|st)\b"
                     rf"|factors? of (?:{NUMBER}|{WORD})")
SPELLED_OUT = re.compile(rf"{WORD} (?:{TIME}|per ?cent|times)")  # in a phrase, whatever follows
DECIMAL = re.compile(r"(?<![\w.-])(?<!\d,)\d+(?:,\d{3})*\.\d+(?![\w.]\w|\w)")
VALUE = re.compile(r"(?<=,)\d[\d.]*$", re.M)
FENCE = re.compile(r"^( *```+).*?\n(.*?)^\1 *$", re.M | re.S)
REPORT = re.compile(r"^<!-- report: .*?^<!-- end -->$", re.M | re.S)
CODE = re.compile(r"(`+)[^`\n]+\1")
LINK = re.compile(r"\]\([^)\s]*\)")
ONE = re.compile(rf"{NUMBER}|{WORD}")
# Names of versions, chapters and slides' minutes.
NAMES = re.compile(r"(?:CUDA|CMake|Ubuntu|Debian|driver|toolkit|nvcc|chapter|§) ?[\d.]+(?:-[\d.]+)?"
                   r"|chapter = \"[\d.-]+\"|\{minutes=[^}]*\}")


@dataclasses.dataclass(frozen=True)
class Figure:
    start: int
    end: int
    words: str  # with its unit, as it stands there


def blanked(text, found, group=0):
    """`text` with a part of a match blanked, so that places stay."""
    start, end = found.span(group)
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def prose(text, markdown):
    """`text` with all that is code blanked."""
    patterns = ((CODE, 0), (NAMES, 0))
    if markdown:
        patterns = ((REPORT, 0), (FENCE, 2), *patterns, (LINK, 0))
    for pattern, group in patterns:
        for found in pattern.finditer(text):
            text = blanked(text, found, group)
    return text


def figures(text, kind=".md"):
    """All figures of a text, those of a list such as "2, 3 and 4 ms" one by one. `kind` is the end
    of its file's name. In the CSV of a slide's chart every value is one."""
    if kind == ".csv":
        yield from (Figure(*found.span(), found[0]) for found in VALUE.finditer(text))
        return
    text = prose(text, kind == ".md")
    seen = set()
    for found in FIGURES.finditer(text):
        for one in ONE.finditer(text, *found.span()):
            seen.add(one.start())
            yield Figure(*one.span(), found[0])
    for found in DECIMAL.finditer(text):
        if found.start() not in seen:
            yield Figure(*found.span(), found[0])


def numbers(phrase):
    """The numbers of a phrase with their units, as pairs of text and unit: a number's unit is the
    next one, and that before it where none follows."""
    found = [*FIGURES.finditer(phrase), *SPELLED_OUT.finditer(phrase)]
    units = sorted({(one.end(), unit_of(one[0])) for one in found})
    spelled = list({one.span() for part in found for one in ONE.finditer(phrase, *part.span())})
    for one in re.finditer(NUMBER, phrase):
        if one.span() not in spelled:
            spelled.append(one.span())
    pairs = []
    for start, end in sorted(spelled):
        after = [unit for place, unit in units if place >= end]
        before = [unit for place, unit in units if place < end]
        pairs.append((phrase[start:end], after[0] if after else before[-1] if before else None))
    return pairs


def unit_of(words):
    if words.startswith("factor"):
        return "times"
    return re.search(r"(gigabytes (?:a|per) second|per cent|[^\W\d]+/s|%|×|[^\W\d]+)$", words)[1]


def written(text):
    """A number as it is written: 1,410, 0.7, three."""
    return float(WORDS[text.lower()] if text.lower() in WORDS else text.replace(",", ""))


def step(text):
    """The place of the last digit that says something: 0.1 of 0.7, 10 of 1,400; the second digit
    of 1,000."""
    if text.lower() in WORDS:
        return 1
    if "." in text:
        return 10.0 ** -len(text.partition(".")[2])
    digits = text.replace(",", "")
    zeros = len(digits) - len(digits.rstrip("0"))
    return 10.0 ** max(0, min(zeros, len(digits) - 2))


def agrees(text, unit, value, rough=False):
    """Whether a number as written is `value` rounded to the digits that it has; `rough`, whether
    its first digit is right."""
    if unit is not None and SCALES[unit] is None:  # a 64th
        value, scale = 1 / value, 1
    else:
        scale = SCALES[unit] if unit else 1
    number = written(text)
    digits = max(step(text), 10.0 ** (len(str(int(number))) - 1)) if rough else step(text)
    return abs(value / scale - number) <= digits / 2 * (1 + 1e-9)


def in_unit(value, unit):
    """A value as a message says it, in the unit that the text has."""
    if unit is not None and SCALES[unit] is None:
        return f"a {1 / value:.4g}th"
    return f"{value / (SCALES[unit] if unit else 1):.4g}{' ' + unit if unit else ''}"
