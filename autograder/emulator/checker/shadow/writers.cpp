// A cell's stamp names the phase of its last write, and the phase its work. For a copy that is not
// the answer, so what copies have brought is kept beside: ranges of addresses, each with the copy
// that wrote it. A range counts only where the shadow still names that copy.
#include "checker/shadow/writers.h"

#include <algorithm>
#include <vector>

#include "checker/current.h"
#include "checker/shadow/bytes.h"
#include "checker/shadow/shadow.h"
#include "checker/state.h"

namespace emu::checker {

namespace {

constexpr std::size_t kMostRanges = 1 << 18;  // beyond, a copy is the writer of what it brings

/// Cuts the range around `address` in two.
void cut_at(std::uintptr_t address) {
  const auto after = state.shadow.brought.upper_bound(address);
  if (after == state.shadow.brought.begin()) return;
  auto& [begin, range] = *std::prev(after);
  if (begin == address || range.end <= address) return;
  const BroughtBytes rest = range;
  range.end = address;
  state.shadow.brought.emplace(address, rest);
}

void keep(std::uintptr_t begin, const BroughtBytes& range) {
  cut_at(begin);
  cut_at(range.end);
  state.shadow.brought.erase(state.shadow.brought.lower_bound(begin),
                             state.shadow.brought.lower_bound(range.end));
  if (state.shadow.brought.size() < kMostRanges) state.shadow.brought.emplace(begin, range);
}

/// Runs of equal writers as the shadow has them, a copy being the writer of what it brought.
template <class Tell>
void each_stamp(std::uintptr_t begin, std::uintptr_t end, Tell&& tell) {
  std::uintptr_t from = begin;
  const Work* by = nullptr;
  Stamp latest = 0;
  const Work* of_latest = nullptr;
  for (std::uintptr_t a = begin; a < end;) {
    const Cell* cell = cell_of(a);
    const bool split = cell && is_split(*cell);
    const std::uintptr_t next = std::min(split ? a + 1 : (a & ~std::uintptr_t{3}) + 4, end);
    const Stamp write = cell ? byte_cell(*cell, a & 3).write : 0;
    if (!same_phase(write, latest)) {
      latest = write;
      const bool nobody = phase_of(write) <= kBeginning || phase_of(write) == kOutside;
      of_latest = nobody ? nullptr : work_of(write);
    }
    if (of_latest != by) {
      if (from < a) tell(from, a, by);
      from = a;
      by = of_latest;
    }
    a = next;
  }
  if (from < end) tell(from, end, by);
}

/// What the copy brought to [begin, end), by who wrote it before.
template <class Tell>
void each_brought(std::uintptr_t begin, std::uintptr_t end, const Work* copy, Tell&& tell) {
  auto range = state.shadow.brought.upper_bound(begin);
  if (range != state.shadow.brought.begin()) --range;
  for (; range != state.shadow.brought.end() && range->first < end; ++range) {
    const std::uintptr_t first = std::max(begin, range->first),
                         last = std::min(end, range->second.end);
    if (range->second.copy != copy || first >= last) continue;
    if (begin < first) tell(begin, first, copy);
    tell(first, last, range->second.by);
    begin = last;
  }
  if (begin < end) tell(begin, end, copy);
}

}  // namespace

void each_writer(const volatile void* begin, std::size_t size,
                 const std::function<void(const Written&)>& tell) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  const auto tell_run = [&](std::uintptr_t from, std::uintptr_t to, const Work* by) {
    tell({from - first, to - from, by});
  };
  each_stamp(first, first + size, [&](std::uintptr_t from, std::uintptr_t to, const Work* by) {
    if (by && by->info.kind == WorkInfo::Kind::kCopy)
      each_brought(from, to, by, tell_run);
    else
      tell_run(from, to, by);
  });
}

const Work* brought_by(std::uintptr_t address, const Work* copy) {
  auto range = state.shadow.brought.upper_bound(address);
  if (range == state.shadow.brought.begin()) return nullptr;
  --range;
  const bool lies_within = address < range->second.end && range->second.copy == copy;
  return lies_within ? range->second.by : nullptr;
}

void pass_writers_on(const volatile void* to, const volatile void* from, std::size_t size) {
  if (!now.enabled) return;
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  std::vector<Written> runs;  // first all of them: the two may overlap
  each_writer(from, size, [&runs](const Written& run) { runs.push_back(run); });
  for (const Written& run : runs)
    keep(target + run.offset, {target + run.offset + run.size, now.block->work, run.by});
}

}  // namespace emu::checker
