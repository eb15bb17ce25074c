"""Has data races in 1,500 lines, each of which is a finding of its own."""


def hand_in(class_folder, student, lesson, solution):
    folder = class_folder / student / lesson
    folder.mkdir(parents=True)
    lines = "".join(f"  data[{i}] = threadIdx.x;\n" for i in range(1500))
    (folder / "exercise.cu").write_text(
        "#define fill_then_double solved_fill_then_double\n" + solution + "#undef fill_then_double\n"
        "__global__ void race(int* data) {\n" + lines + "}\n"
        "extern \"C\" int fill_then_double(int* result, int n) {\n"
        "  DeviceArray<int> device;\n"
        "  TRY(cudaMalloc(&device.data, 1500 * sizeof(int)));\n"
        "  race<<<1, 64>>>(device.data);\n"
        "  TRY(cudaDeviceSynchronize());\n"
        "  return solved_fill_then_double(result, n);\n"
        "}\n"
    )
