#include "device/threads/retry.h"

#include <functional>
#include <string_view>

#include "device/grids/schedule.h"
#include "device/threads/fiber.h"

namespace emu {

namespace {

constexpr std::uint32_t kRetriesPerTurn = 64;

std::uint64_t number_of(const char* file, std::uint32_t line, const void* arguments,
                        std::size_t size) {
  const std::string_view bytes(static_cast<const char*>(arguments), arguments ? size : 0);
  const auto place = reinterpret_cast<std::uintptr_t>(file) * 31 + line;
  return std::hash<std::string_view>()(bytes) * 31 + place;
}

}  // namespace

std::uint32_t note_refused_launch(const char* kernel, const char* file, std::uint32_t line,
                                  const void* arguments, std::size_t size) {
  Thread& me = self();
  const std::uint64_t what = number_of(file, line, arguments, size);
  if (what != me.retry.what) me.refused_in_a_row = 0;
  if (me.refused_in_a_row == 0) me.retry = {what, line, file, kernel};
  return ++me.refused_in_a_row;
}

void wait_before_retry() {
  if (self().refused_in_a_row % kRetriesPerTurn != 0) return;
  self().waiting_at = nullptr;  // not a place in memory, as for those who poll
  spin();
}

void note_accepted_launch() { self().refused_in_a_row = 0; }

}  // namespace emu
