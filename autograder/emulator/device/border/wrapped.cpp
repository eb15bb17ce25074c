// C functions that mean something else in device code. Programs are linked with `--wrap`, so that
// their calls come here; in host code the C library answers.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/grids/heap.h"
#include "memory/host_heap.h"
#include "memory/memory.h"

namespace {

using emu::heap_give;
using emu::heap_take;

void* device_or(void* (*host)(std::size_t), std::size_t size, const void* site) {
  return emu::current_block ? heap_take(size, site) : emu::memory::host_take(host, size, site);
}

void* host_zeros(std::size_t size) { return std::calloc(1, size); }

void* host_new(std::size_t size) { return ::operator new(size); }

void* host_new_or_null(std::size_t size) { return ::operator new(size, std::nothrow); }

void* aligned_new(std::size_t size, std::align_val_t alignment, const void* site) {
  return emu::memory::host_take([=](std::size_t all) { return ::operator new(all, alignment); },
                                size, site);
}

void* aligned_new_or_null(std::size_t size, std::align_val_t alignment, const void* site) {
  return emu::memory::host_take(
      [=](std::size_t all) { return ::operator new(all, alignment, std::nothrow); }, size, site);
}

void give(void* pointer, void (*host)(void*), const void* site) {
  if (emu::current_block) return heap_give(pointer, site);
  emu::memory::host_forget(pointer);
  host(pointer);
}

void host_delete(void* pointer) { ::operator delete(pointer); }

/// Without what could end the line or the quotation, and cut off where it is long.
std::string one_line(const char* text) {
  constexpr std::size_t kLongest = 80;
  std::string shown(text, strnlen(text, kLongest + 1));
  const bool cut = shown.size() > kLongest;
  if (cut) shown.resize(kLongest);
  for (char& c : shown) {
    const auto code = static_cast<unsigned char>(c);
    if (code < ' ' || code > '~') c = ' ';
    if (c == '`') c = '\'';
  }
  return cut ? shown + "..." : shown;
}

}  // namespace

#define SITE __builtin_return_address(0)

extern "C" {

[[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line,
                                const char* function) noexcept;  // hidden by NDEBUG

void* __wrap_malloc(std::size_t size) { return device_or(&std::malloc, size, SITE); }
void __wrap_free(void* pointer) { give(pointer, &std::free, SITE); }

// Device code has neither aligned_alloc nor realloc.
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  return emu::memory::host_take([=](std::size_t all) { return std::aligned_alloc(alignment, all); },
                                size, SITE);
}

void* __wrap_realloc(void* pointer, std::size_t size) {
  const auto block = emu::memory::find_host_block(reinterpret_cast<std::uintptr_t>(pointer));
  const bool ours = block && block->begin == reinterpret_cast<std::uintptr_t>(pointer);
  if (pointer && (!ours || size == 0)) {
    emu::memory::host_forget(pointer);
    return std::realloc(pointer, size);
  }
  void* const larger = emu::memory::host_take(&std::malloc, size, SITE);
  if (!larger || !pointer) return larger;
  std::memcpy(larger, pointer, std::min(size, block->size));
  give(pointer, &std::free, SITE);
  return larger;
}

void* __wrap_calloc(std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  if (!emu::current_block) return emu::memory::host_take(&host_zeros, bytes, SITE, false);
  void* memory = heap_take(bytes, SITE);
  if (memory) {
    std::memset(memory, 0, bytes);
    emu::checker::range_access(memory, bytes, true, SITE);
  }
  return memory;
}

// operator new, new[], delete and delete[] under their mangled names.
void* __wrap__Znwm(std::size_t size) { return device_or(&host_new, size, SITE); }
void* __wrap__Znam(std::size_t size) { return device_or(&host_new, size, SITE); }
void __wrap__ZdlPv(void* pointer) { give(pointer, &host_delete, SITE); }
void __wrap__ZdaPv(void* pointer) { give(pointer, &host_delete, SITE); }
void __wrap__ZdlPvm(void* pointer, std::size_t) { give(pointer, &host_delete, SITE); }
void __wrap__ZdaPvm(void* pointer, std::size_t) { give(pointer, &host_delete, SITE); }

void* __wrap__ZnwmRKSt9nothrow_t(std::size_t size, const std::nothrow_t&) {
  return device_or(&host_new_or_null, size, SITE);
}
void* __wrap__ZnamRKSt9nothrow_t(std::size_t size, const std::nothrow_t&) {
  return device_or(&host_new_or_null, size, SITE);
}

void __wrap__ZdlPvRKSt9nothrow_t(void* pointer, const std::nothrow_t&) {
  give(pointer, &host_delete, SITE);
}
void __wrap__ZdaPvRKSt9nothrow_t(void* pointer, const std::nothrow_t&) {
  give(pointer, &host_delete, SITE);
}

// Device code has no aligned ones.
void* __wrap__ZnwmSt11align_val_t(std::size_t size, std::align_val_t alignment) {
  return aligned_new(size, alignment, SITE);
}
void* __wrap__ZnamSt11align_val_t(std::size_t size, std::align_val_t alignment) {
  return aligned_new(size, alignment, SITE);
}
void __wrap__ZdlPvSt11align_val_t(void* pointer, std::align_val_t alignment) {
  emu::memory::host_forget(pointer);
  ::operator delete(pointer, alignment);
}
void __wrap__ZdaPvSt11align_val_t(void* pointer, std::align_val_t alignment) {
  __wrap__ZdlPvSt11align_val_t(pointer, alignment);
}
void __wrap__ZdlPvmSt11align_val_t(void* pointer, std::size_t, std::align_val_t alignment) {
  __wrap__ZdlPvSt11align_val_t(pointer, alignment);
}
void __wrap__ZdaPvmSt11align_val_t(void* pointer, std::size_t, std::align_val_t alignment) {
  __wrap__ZdlPvSt11align_val_t(pointer, alignment);
}

void* __wrap__ZnwmSt11align_val_tRKSt9nothrow_t(std::size_t size, std::align_val_t alignment,
                                                const std::nothrow_t&) {
  return aligned_new_or_null(size, alignment, SITE);
}
void* __wrap__ZnamSt11align_val_tRKSt9nothrow_t(std::size_t size, std::align_val_t alignment,
                                                const std::nothrow_t&) {
  return aligned_new_or_null(size, alignment, SITE);
}
void __wrap__ZdlPvSt11align_val_tRKSt9nothrow_t(void* pointer, std::align_val_t alignment,
                                                const std::nothrow_t&) {
  __wrap__ZdlPvSt11align_val_t(pointer, alignment);
}
void __wrap__ZdaPvSt11align_val_tRKSt9nothrow_t(void* pointer, std::align_val_t alignment,
                                                const std::nothrow_t&) {
  __wrap__ZdlPvSt11align_val_t(pointer, alignment);
}

/// A call by hand may say anything. So the place is that of the call, and the expression is shown
/// as what it is: on one line, and no longer than one can read.
void __wrap___assert_fail(const char* expression, const char* file, unsigned line,
                          const char* function) {
  if (!emu::current_block) __assert_fail(expression, file, line, function);
  const emu::checker::SourceLine where = emu::checker::source_line(SITE);
  const std::string asserted = one_line(expression);
  const uint3 block = emu::current_block->index, thread = emu::self().at;
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
               where.file.c_str(), where.line, emu::current_block->grid->kernel.signature.c_str(),
               block.x, block.y, block.z, thread.x, thread.y, thread.z, asserted.c_str());
  emu::report_finding({.rule = "assert",
                       .message = "assertion `" + asserted +
                                  "` failed in device code: the launch fails with error 710",
                       .where = where,
                       .cites = "R5"});
  emu::device_fault(cudaErrorAssert);
}

}  // extern "C"
