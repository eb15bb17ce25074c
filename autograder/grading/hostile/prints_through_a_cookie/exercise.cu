// Makes a stream whose output goes to its own function, which runs when all streams are flushed.
#include <stdio.h>

#include "../parts/does_nothing.cu"

ssize_t write_it(void*, const char*, size_t size) { return static_cast<ssize_t>(size); }

[[gnu::constructor]] void open_stream() {
  FILE* const stream = fopencookie(nullptr, "w", {nullptr, write_it, nullptr, nullptr});
  if (stream != nullptr) fputc(1, stream);
}
