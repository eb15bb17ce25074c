#!/usr/bin/env python3
"""What an exercise may be or do."""


from tour import FOR_EVER, GIVEN, LESSON, OWN, Tour, inside, main


class Exercises(Tour):
    def test_a_path_with_blanks_and_all_letters(self):
        self.check(self.solved, "passed 20 of 20 points", status=0)
        self.assertEqual(self.files(), GIVEN | OWN)
        self.assertRegex(self.progress.read_text(), rf"\n{LESSON}  .*  20 of 20 points  0 hints\n")
        picture = self.root / "läuft.svg"
        self.course("trace", "1", "-o", str(picture))
        self.assertIn("<svg", picture.read_text())

    def test_an_empty_file(self):
        self.check("", "exercise.cu has no function record_families: exercise.h declares it")

    def test_the_skeleton_unchanged(self):
        said = self.course("check", "1", status=1)
        self.assertRegex(said, rf"lessons/{LESSON}/exercise\.cu:\d+:\s+TODO one-child-per-thread")
        self.assertIn("0 of 20 points", said)

    def test_a_deleted_exercise(self):
        self.course()
        self.exercise.unlink()
        said = self.course("check", "1", status=1)
        self.assertIn(f"lessons/{LESSON}/exercise.cu: was gone, and is there again", said)
        self.assertEqual(self.exercise.read_text(), (self.lesson / "skeleton.cu").read_text())

    def test_a_folder_in_its_place(self):
        self.exercise.mkdir()
        said = self.course("check", "1", "--device", "emulator", status=1)
        self.assertIn(f"lessons/{LESSON}/exercise.cu: this is no file", said)

    def test_a_syntax_error(self):
        line = self.solved.count("\n") + 1
        self.check(self.solved + "int forgotten( {\n",
                   f"lessons/{LESSON}/exercise.cu:{line}:")

    def test_an_infinite_loop(self):
        self.check(inside("record_families", FOR_EVER), "timed out")

    def recursion(self, stream):
        """The solution, and a grid that always launches itself into this stream."""
        kernel = (f"__global__ void again() {{\n  again<<<1, 1, 0, {stream}>>>();\n"
                  "  if (cudaGetLastError() != cudaSuccess) __trap();\n}\n")
        text = inside("count_levels", "  again<<<1, 1>>>();\n"
                                      "  if (auto e = cudaDeviceSynchronize()) return e;\n")
        host = 'extern "C" int count_levels'
        return text.replace(host, kernel + host, 1)

    def test_an_infinite_recursion_of_grids_that_fills_the_pool(self):
        self.check(self.recursion("nullptr"), "2048 × again<<<1, 1>>> by again into the NULL stream")

    def test_an_infinite_recursion_of_grids_one_after_the_other(self):
        self.check(self.recursion("cudaStreamTailLaunch"),
                   "a recursion, or a chain of tails, that nothing ends?")

    def test_100_gb_on_the_host(self):
        self.check(inside("record_families", "  records[0] = (new char[100'000'000'000]())[1];\n"),
                   "out of memory")

    def test_100_gb_on_the_device(self):
        self.check(inside("record_families", "  void* all = nullptr;\n  if (auto e = cudaMalloc("
                          "&all, 100'000'000'000)) return e;\n"), "cudaErrorMemoryAllocation")

    def test_printing_without_end(self):
        said = self.check(inside("record_families", '  for (;;) std::puts("still here");\n')
                          .replace("#include", "#include <cstdio>\n#include", 1), "timed out")
        self.assertLess(len(said), 20_000)

    def test_damaged_answers(self):
        self.course()
        (self.lesson / "answers.toml").write_text('[[question]]\nid = "\n')
        said = self.course("quiz", "1", "--judge", status=2)
        self.assertRegex(said, rf"{LESSON}/answers.toml:2: ")


if __name__ == "__main__":
    main()
