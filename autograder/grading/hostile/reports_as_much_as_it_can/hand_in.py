"""Launches 29,000 grids of a kernel with a name of 3,000 letters, to fill the report."""

NAME = "k" * 3000


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    (folder / "exercise.cu").write_text(
        "#define search solved_search\n" + solution + "#undef search\n"
        f"__global__ void {NAME}() {{}}\n"
        "extern \"C\" int search(int* depths, int* refused, const int* offsets, const int* neighbors,\n"
        "                      int vertices, int source, Strategy strategy, Plan plan) {\n"
        f"  for (int i = 0; i < 29'000; ++i) {NAME}<<<1, 1>>>();\n"
        "  return solved_search(depths, refused, offsets, neighbors, vertices, source,\n"
        "                       strategy, plan);\n"
        "}\n"
    )
