// Drives the compiler's hooks by hand, as instrumented code does: the fixture of the tests of what
// is said of which accesses, and what is not.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "checker/current.h"
#include "checker/fake_grid.h"
#include "checker/resume.h"
#include "checker/state.h"
#include "memory/memory.h"

extern "C" {
void __tsan_read1(void*);
void __tsan_read2(void*);
void __tsan_read4(void*);
void __tsan_read8(void*);
void __tsan_write1(void*);
void __tsan_write2(void*);
void __tsan_write4(void*);
void __tsan_write8(void*);
void __tsan_write16(void*);
void __tsan_unaligned_write4(void*);
void __tsan_unaligned_read8(void*);
void __tsan_read_write4(void*);
void __tsan_volatile_read4(void*);
void __tsan_volatile_write4(void*);
void __tsan_read_range(void*, std::size_t);
void __tsan_write_range(void*, std::size_t);
void* __wrap_memcpy(void*, const void*, std::size_t);
void* __wrap_memset(void*, int, std::size_t);
std::uint32_t __tsan_atomic32_fetch_add(volatile std::uint32_t*, std::uint32_t, int);
std::uint32_t __tsan_atomic32_exchange(volatile std::uint32_t*, std::uint32_t, int);
std::uint32_t __tsan_atomic32_load(const volatile std::uint32_t*, int);
void __tsan_atomic32_store(volatile std::uint32_t*, std::uint32_t, int);
int __tsan_atomic32_compare_exchange_strong(volatile std::uint32_t*, std::uint32_t*, std::uint32_t,
                                            int, int);
}

namespace emu::checker {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What instrumented code does; a macro, so that each use has a code address of its own.
#define STORE(p, v) (__tsan_write4(p), *(p) = (v))
#define LOAD(p) (__tsan_read4(p), *(p))
#define BYTE(p, v) (__tsan_write1(p), *(p) = (v))

inline std::vector<cudaError_t> faults;

class Hooks : public OrderTest {
 protected:
  void SetUp() override {
    state.callbacks.fault = [](cudaError_t error) { faults.push_back(error); };
    faults.clear();
    mark_ = diagnostics().size();
    data = static_cast<int*>(memory::allocate(memory::Kind::kDevice, 0, 1024, nullptr));
    fill_as_copy(data, 1024);
    mark_ = diagnostics().size();
  }
  void TearDown() override {
    set_shared(0, 0);
    OrderTest::TearDown();
  }

  /// Memory that the host has filled with cudaMemcpy, and waited for.
  static void fill_as_copy(void* p, std::size_t size) { copy(p, size, true); }
  static void copy_to_host(void* p, std::size_t size) { copy(p, size, false); }
  static void copy(void* p, std::size_t size, bool writes) {
    WorkInfo info;
    info.kind = WorkInfo::Kind::kCopy;
    info.kernel = "cudaMemcpy";
    created.push_back(work_created(info, host()));
    Work* copy = created.back();
    work_started(copy);
    Block* block = block_started(copy, {}, 1);
    resume({block_phase(block), 0}, 0, 0);
    range_access(p, size, writes, nullptr);
    work_completed(copy);
    join_on_host(copy);
  }

  void run(Position p) { resume(p, kStack, kStack + 65536); }
  void run(const Grid& g, unsigned block, unsigned thread) { run(g.at(block, thread)); }

  /// What was found since the test began, rules only; the racing store is given time to happen,
  /// and what is held back is judged.
  std::vector<std::string> rules() {
    run(now.position);
    judge();
    std::vector<std::string> list;
    for (std::size_t i = mark_; i < diagnostics().size(); ++i)
      list.push_back(diagnostics()[i].rule);
    return list;
  }
  /// The first of them.
  const Diagnostic& first() { return diagnostics()[mark_]; }
  std::string message() { return rules().empty() ? "nothing" : diagnostics()[mark_].message; }
  template <class T>
  T* shared(std::size_t size) {
    void* p = memory::allocate(memory::Kind::kShared, 0, size, nullptr);
    const auto begin = reinterpret_cast<std::uintptr_t>(p);
    set_shared(begin, begin + size);
    return static_cast<T*>(p);
  }

  static constexpr std::uintptr_t kStack = memory::kStacksBegin + (1 << 20);
  int* data = nullptr;

 private:
  std::size_t mark_ = 0;
};

}  // namespace emu::checker
