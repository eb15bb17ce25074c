#!/usr/bin/env python3
"""That what the emulator reports, what docs/emulator-and-hardware.md lists and what the harness sorts
by cause are the same words."""

import re
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent / "docs" / "emulator-and-hardware.md"
SORTED = HERE / "harness" / "matchers" / "finished.cpp"
# .rule = "race", warn(call, "device-api", …), object(call, "foreign-event", …)
REPORTED = re.compile(r'(?:rule = |\b(?:warn|object)\(\w+,\s*)"([\w.-]+)"')


def sources():
    files = (HERE / "emulator").rglob("*.cpp")
    return "\n".join(f.read_text(encoding="utf-8") for f in files if not f.stem.endswith("_test"))


def listed():
    text = DOCUMENT.read_text(encoding="utf-8")
    table = text.split("## What the emulator reports", 1)[1].split("\n### ", 1)[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


class FindingsTest(unittest.TestCase):
    def test_the_document_lists_what_is_reported(self):
        reported = set(REPORTED.findall(sources()))
        self.assertGreater(len(reported), 15)
        self.assertEqual(reported - listed(), set())

    def test_what_the_document_lists_is_reported(self):
        text = sources()
        self.assertEqual({w for w in listed() if f'"{w}"' not in text}, set())

    def test_the_harness_sorts_what_is_listed(self):
        by_cause = re.findall(r'\{"([\w-]+)", Cause::', SORTED.read_text(encoding="utf-8"))
        self.assertGreater(len(by_cause), 15)
        self.assertEqual(set(by_cause) - listed(), set())


if __name__ == "__main__":
    unittest.main()
