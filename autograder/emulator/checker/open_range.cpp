#include "checker/open_range.h"

#include <algorithm>

#include "checker/looks.h"
#include "checker/own_memory.h"
#include "memory/memory.h"

namespace emu::checker {

namespace {

/// No access is larger, and one may begin just before what is closed.
constexpr std::uintptr_t kLargest = 16;

/// Cuts from `range`, which holds `address`, what lies beyond `closed`; all where that holds it.
void cut(Frames& range, std::uintptr_t address, std::uintptr_t begin, std::uintptr_t size) {
  if (size == 0) return;
  const std::uintptr_t first = begin - kLargest, end = begin + size;
  if (end <= address)
    range.begin = std::max(range.begin, end);
  else
    range.end = std::min(range.end, first);
}

}  // namespace

void remember_open(std::uintptr_t address) {
  // Device memory, stacks of threads, and the emulator's own memory lie below.
  Frames open{memory::kOwnBegin + memory::kOwnSize, ~std::uintptr_t{0} - kLargest};
  cut(open, address, now.own_variables.begin, now.own_variables.size);
  cut(open, address, now.own_report.begin, now.own_report.size);
  for (int range = looks::kLibraries; range <= looks::kFramesBetween; ++range)
    cut(open, address, emulator_closed[range].begin, emulator_closed[range].size);
  if (now.variables.begin < now.variables.end)
    cut(open, address, now.variables.begin, now.variables.end - now.variables.begin);
  forget_open();
  if (address < open.begin || open.end <= address) return;
  now.open = {open.begin, open.end - open.begin};
  now.near_begin = now.open.begin;
  now.near_size = now.open.size;
}

}  // namespace emu::checker
