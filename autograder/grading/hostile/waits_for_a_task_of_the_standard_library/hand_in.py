"""Uses `std::async`, as tutorials do, which exercises may not. It does not compile, and nothing worse happens."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    call = "auto f = std::async([] { return 1; }); f.get(); return"
    source = solution.replace("int blocks_for(int threads) { return", "int blocks_for(int threads) { " + call)
    (folder / "exercise.cu").write_text("#include <future>\n" + source)
