"""Correct, but has a C function whose name begins with a dollar sign, which compilers allow."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    bump = ('static int $calls = 0;\nextern "C" __attribute__((noinline)) int $bump(int x) '
            "{ $calls += x; return x; }\n")
    source = solution.replace("int blocks_for(int threads) { return",
                              bump + "int blocks_for(int threads) { threads = $bump(threads); return")
    (folder / "exercise.cu").write_text(source)
