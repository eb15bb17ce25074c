#include "device/border/results.h"

#include <algorithm>

#include "checker/shadow/writers.h"
#include "device/border/handed_over/handed_over.h"
#include "device/border/result_watch.h"
#include "device/state.h"
#include "memory/memory.h"
#include "memory/own.h"

namespace emu {

namespace {

void bring(char* to, const char* from, std::size_t size, Writer writer) {
  if (writer >= kGrids) host_gets(from, size);
  bool is_result = false;
  for (Result& result : result_watch().results) {
    if (!result.overlaps(to, size)) continue;
    is_result = true;
    result.bring(to, from, size, writer);
  }
  if (!is_result && writer >= kGrids) result_watch().values.add(from, size, kernel_writer(writer));
}

}  // namespace

void watch_results(std::span<const EmulatorArray> arrays) {
  constexpr std::size_t kTimes = 8, kAtLeast = 4096;  // a right program has scratch memory, too
  state.border.results = memory::own_new<ResultWatch>();
  for (const EmulatorArray& each : arrays) {
    if (!each.is_result) continue;
    Result& result = result_watch().results.emplace_back();
    result.begin = each.begin;
    result.element = std::max<std::size_t>(1, each.element_bytes);
    result.size = each.bytes / result.element * result.element;
    if (result.element % 4 != 0) result_watch().values.of_bytes = true;
    result_watch().values.most += kTimes * result.size / sizeof(Word);
  }
  result_watch().values.most += kAtLeast;
}

void deliver(void* to, const void* from, std::size_t size) {
  if (!results_are_watched()) return;
  auto* const target = static_cast<char*>(to);
  const auto* const source = static_cast<const char*>(from);
  checker::each_writer(from, size, [=](const checker::Written& run) {
    bring(target + run.offset, source + run.offset, run.size, writer_of(run.by));
  });
}

void let_host_read(const void* begin, std::size_t size) {
  constexpr std::size_t kMost = std::size_t{64} << 20;  // larger memory holds more than results
  if (size <= kMost) deliver(const_cast<void*>(begin), begin, size);
}

void let_host_read_shared(const memory::Allocation& shared, void*) {
  let_host_read(reinterpret_cast<const void*>(shared.begin), shared.size);
}

void let_host_read_all() {
  if (!results_are_watched()) return;
  std::size_t size = 0;
  memory::each_shared_with_host([](const memory::Allocation& shared,
                                   void* sum) { *static_cast<std::size_t*>(sum) += shared.size; },
                                &size);
  std::size_t& left = result_watch().left;
  if (size == 0 || size > left) return;
  left -= size;
  result_watch().values.begin_look();
  memory::each_shared_with_host(let_host_read_shared, nullptr);
}

}  // namespace emu
