// malloc and its kin, exported to all libraries of the process, in front of glibc's own.
// AddressSanitizer has a heap of its own.
#include "runner/heap_guard.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>

namespace harness {
namespace {

Closes closes = nullptr;

[[noreturn]] void end(std::string_view why) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, why.data(), why.size());
  abort();
}

}  // namespace

void guard_heap(Closes wanted) { closes = wanted; }

}  // namespace harness

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

namespace {

constexpr std::size_t kSmallest = 16;  // what glibc writes into every block

void* given(void* block, std::size_t size) {
  if (harness::closes != nullptr && block != nullptr &&
      harness::closes(block, std::max<std::size_t>(size, kSmallest)))
    harness::end("the heap was damaged: something wrote into memory that had been freed\n");
  return block;
}

void* taken(void* block) {
  if (harness::closes != nullptr && block != nullptr && harness::closes(block, 1))
    harness::end("free() was given an address that malloc() has not returned\n");
  return block;
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) { return given(__libc_malloc(size), size); }
void* calloc(std::size_t count, std::size_t size) {
  return given(__libc_calloc(count, size), count * size);
}
void* realloc(void* block, std::size_t size) {
  return given(__libc_realloc(taken(block), size), size);
}
void free(void* block) { __libc_free(taken(block)); }
void* memalign(std::size_t alignment, std::size_t size) {
  return given(__libc_memalign(alignment, size), size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** to, std::size_t alignment, std::size_t size) {
  void* const block = memalign(alignment, size);
  if (block == nullptr) return ENOMEM;
  *to = block;
  return 0;
}
}

#endif
