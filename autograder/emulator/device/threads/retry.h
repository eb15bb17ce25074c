// A launch for which the pool has no place, made again and again until it is accepted.
//
// A place becomes free only when a pending grid is complete, and no grid need start, let alone end,
// while this thread tries (K5, L3): such a loop may never end.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

/// The launch that the pool has refused a thread again and again (`refused_in_a_row`).
struct Retry {
  std::uint64_t what = 0;  // the launch's kernel, line and arguments in a number
  std::uint32_t line = 0;
  const char* file = nullptr;
  const char* kernel = nullptr;
};

/// So many of a series are written down in any case; more only while the record is short.
inline constexpr std::uint32_t kRetriesKept = 64;
inline constexpr std::size_t kRefusalsKept = 20000;

/// The running thread's launch was refused for want of a place. Returns how often in a row.
std::uint32_t note_refused_launch(const char* kernel, const char* file, std::uint32_t line,
                                  const void* arguments, std::size_t size);
/// Lets others run, now and then, when the running thread tries in vain; finds deadlocks.
void wait_before_retry();
/// The running thread's launch was accepted.
void note_accepted_launch();

}  // namespace emu
