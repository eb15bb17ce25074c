#!/usr/bin/env python3
"""Tests of what reads declarations, of the list of CUDA's names, and of the pages made of both:

    support_test.py [--compiler PROGRAM]
"""

import argparse
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from cuda import declarations, support, themes  # noqa: E402

TREE = pathlib.Path(__file__).resolve().parents[3]
COMPILER = "c++"


def kinds(text, comments=False):
    return {found.name: found.kind for found in declarations.declared(f'# 1 "a.h"\n{text}', comments)}


class Declarations(unittest.TestCase):
    def test_functions(self):
        self.assertEqual(kinds('extern "C" { int f(int a = 3, void (*g)(int)); }\ninline int h() { int x; return k(1); }'),
                         {"f": "function", "h": "function"})

    def test_templates_and_attributes(self):
        found = kinds("template <class T, class = void> __attribute__((noinline)) A<T, (1 > 0)> f(T x);\n"
                      "[[nodiscard]] static constexpr unsigned n() noexcept { return 1; }")
        self.assertEqual(found, {"f": "function", "n": "function"})

    def test_types(self):
        found = kinds("typedef struct S_st* S_t; typedef void (*call_t)(int x); using U = int; struct D;\n"
                      "typedef struct T_st { int x; } T; enum E : int { a = (1, 2), b };")
        self.assertEqual({name: found[name] for name in ("S_t", "call_t", "U", "D", "T", "E", "a", "b")},
                         {"S_t": "type", "call_t": "type", "U": "type", "D": "declared only", "T": "type",
                          "E": "enum", "a": "value", "b": "value"})

    def test_members_that_programs_may_use(self):
        found = kinds("namespace n { class C { int hidden(); public: C(); ~C(); bool operator==(C) const;\n"
                      "int f() const { return 0; } private: int g(); }; }")
        self.assertEqual(found, {"n::C": "type", "n::C::f": "function"})

    def test_variables(self):
        self.assertEqual(kinds("extern const int a, *b[3]; int c = f(1, 2), d{4};"),
                         dict.fromkeys("abcd", "variable"))

    def test_a_name_in_a_comment_or_a_body_is_none(self):
        text = "/* void f(); */\n// void g();\nvoid h() { void k(); }\nconst char* s = \"void m();\";"
        self.assertEqual(kinds(text, comments=True), {"h": "function", "s": "variable"})

    def test_macros_count_and_make_names(self):
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder, "a.h")
            header.write_text("#define LIMIT 3\n#define GONE 4\n#undef GONE\n#define BOTH(x) int x##_a(); \\\n"
                              "  int x##_b();\nBOTH(f)\n#if 0\nint not_here();\n#endif\n")
            found = [one for one in declarations.declared(declarations.preprocess(COMPILER, [header]))
                     if one.file == str(header)]
        self.assertEqual([(one.name, one.line) for one in found],
                         [("f_a", 6), ("f_b", 6), ("LIMIT", 1), ("BOTH", 4)])

    def test_what_the_compiler_refuses_to_call(self):
        found = declarations.declared('# 1 "a.h"\nvoid f() __attribute__((error("why " "not")));')
        self.assertEqual(found[0].words, "why not")

    def test_groups(self):
        text = ("/** \\defgroup ONE One\n @{ */\nvoid f();\n/** \\ingroup OWN */\nvoid g();\nvoid h();\n/** @} */\nvoid k();")
        found = {one.name: one.group for one in declarations.declared(f'# 1 "a.h"\n{text}', comments=True)}
        self.assertEqual(found, {"f": "ONE", "g": "OWN", "h": "ONE", "k": ""})


class List(unittest.TestCase):
    def test_sorted_without_duplicates(self):
        names = [name.name for name in support.read_list()[1]]
        self.assertEqual(names, sorted(set(names)))
        self.assertGreater(len(names), 2000)

    def test_every_theme_is_on_a_page_and_has_names(self):
        _, names = support.read_list()
        used = {name.theme for name in names if name.kind != "value"}
        self.assertEqual(used, set(themes.ALL))

    def test_values_have_an_enumeration(self):
        _, names = support.read_list()
        enumerations = {name.name for name in names if name.kind == "enum"}
        self.assertEqual({name.name for name in names
                          if name.kind == "value" and name.theme not in enumerations}, set())


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.support = support.Support(TREE, COMPILER)
        cls.answers = {answer.name.name: answer for answers in cls.support.answers.values() for answer in answers}

    def test_the_emulator_has_no_name_that_cuda_does_not_have(self):
        self.assertEqual(self.support.unexplained(), [], "remake list.txt, or say in notes.toml why")

    def test_every_note_is_of_a_name(self):
        names = {name.name for name in self.support.names}
        unused = [pattern for note in self.support.notes.notes for pattern in note["names"]
                  if not any(support.matching({pattern: True}, name) for name in names)]
        unused += [pattern for pattern in self.support.notes.others
                   if not any(support.matching({pattern: True}, name) for name in self.support.emulator.own)]
        self.assertEqual(unused, [])

    def test_answers(self):
        for name, host, device in (
                ("cudaStreamAttachMemAsync", "yes", ""), ("cudaMemcpyAsync", "yes", "yes"),
                ("cudaMemcpyBatchAsync", "no", ""), ("cudaGraphLaunch", "yes", "yes"),
                ("__shfl_sync", "", "yes"), ("__barrier_sync", "", "no"), ("sinf", "yes", "yes"),
                ("__float2int_rz", "", "yes"), ("cudaGetParameterBuffer", "", "no"), ("threadIdx", "yes", ""),
                ("cooperative_groups::thread_block::sync", "", "yes"), ("tex2DLod", "", "yes"),
                ("cooperative_groups::this_cluster", "", "yes"), ("__managed__", "yes", ""),
                ("cudaExternalMemory_t", "no", ""), ("CUDART_PI_F", "yes", ""), ("cuda::atomic", "no", ""),
                ("ptx:add", "", "yes"), ("ptx:subc", "", "yes"), ("ptx:bra", "", "yes"), ("ptx:wgmma", "", "no")):
            with self.subTest(name):
                self.assertEqual((self.answers[name].host, self.answers[name].device), (host, device))

    def test_no_name_is_absent(self):
        """What the emulator does not have it refuses, and says why."""
        refused = support.read_refused()
        without = [answer.name.name for answer in self.answers.values()
                   if not answer.supported and support.matching(refused, answer.name.name) is None]
        self.assertEqual(without, [], "support these names, or say in refused.txt why not")

    def test_every_refusal_is_of_a_name_that_is_not_supported(self):
        missing = [answer.name.name for answer in self.answers.values() if not answer.supported]
        # A pattern of PTX with a dot is of some forms of an instruction that has others.
        unneeded = [pattern for pattern in support.read_refused(of_list_only=True)
                    if not any(support.matching({pattern: True}, name) for name in missing)
                    and not (pattern.startswith("ptx:") and ("." in pattern or "bar" in pattern))]
        self.assertEqual(unneeded, [])

    def test_a_reason_is_a_sentence_about_the_name(self):
        for pattern, reason in support.read_refused().items():
            self.assertGreater(len(reason.split()), 4, pattern)
            self.assertFalse(reason.endswith("."), pattern)

    def test_a_declaration_is_where_it_says(self):
        for answer in self.answers.values():
            header, _, line = answer.declared.partition(":")
            path = TREE / support.HEADERS / header
            if not line or not path.exists() or answer.name.theme not in themes.RUNTIME:
                continue
            rows = path.read_text().splitlines()
            self.assertIn(answer.name.name, rows[int(line) - 1], answer.declared)

    def test_every_name_has_one_row(self):
        pages = support.pages(TREE, COMPILER)
        count = 0
        for page in pages.values():
            cells = [line.split("|")[1].strip() for line in page.splitlines() if line.startswith("| `")]
            anchors = {support.anchor(cell.strip("`")) for cell in cells}
            self.assertEqual(len(anchors), len(cells))
            count += len(cells)
        self.assertEqual(count, sum(name.kind != "value" for name in self.support.names))
        self.assertRegex(pages["cuda-supported"], r'Streams" \| \d+ of \d+ ')

    def test_a_missing_value_is_named(self):
        self.support.emulator.own.pop("cudaMemcpyDefault")
        self.assertEqual(self.support.enumeration("cudaMemcpyKind"),
                         ("partly", "4 of 5 values. Missing: `cudaMemcpyDefault`."))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--compiler", default=COMPILER)
    given, rest = options.parse_known_args()
    COMPILER = given.compiler
    unittest.main(argv=[sys.argv[0], *rest])
