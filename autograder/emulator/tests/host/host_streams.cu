// A program writes to whatever streams the C library opens for it: files, a file without a name, and
// memory. It is no concern of the device, only of the host's own output.
#include <cstdlib>
#include <cstring>

#include "../expect.h"

__global__ void count_up(int* counts) { counts[threadIdx.x] = static_cast<int>(threadIdx.x); }

void write_all(std::FILE* out, const int* counts) {
  std::fprintf(out, "%d %d", counts[0], counts[1]);
  std::fputs(" two", out);
  std::fputc(' ', out);
  std::fwrite("three", 1, 5, out);
  EXPECT_EQ(std::fflush(out), 0);
}

void expect_text(std::FILE* file) {
  char text[16] = "";
  std::rewind(file);
  EXPECT(std::fgets(text, sizeof text, file) != nullptr);
  EXPECT_EQ(std::strcmp(text, "0 1 two three"), 0);
  EXPECT_EQ(std::fclose(file), 0);
}

int main() {
  int* counts;
  EXPECT_EQ(cudaMallocManaged(&counts, 2 * sizeof *counts), cudaSuccess);
  count_up<<<1, 2>>>(counts);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);

  std::FILE* const file = std::tmpfile();
  EXPECT(file != nullptr);
  write_all(file, counts);
  expect_text(file);

  char* memory = nullptr;
  std::size_t size = 0;
  std::FILE* const in_memory = open_memstream(&memory, &size);
  write_all(in_memory, counts);
  EXPECT_EQ(std::fclose(in_memory), 0);
  EXPECT_EQ(std::strcmp(memory, "0 1 two three"), 0);
  std::free(memory);
  EXPECT_EQ(cudaFree(counts), cudaSuccess);
  return failures();
}
