// A race between threads of one block, which lacks a barrier: of a warp or of the block.
#include <algorithm>

#include "checker/messages/races/cause.h"
#include "checker/messages/words.h"

namespace emu::checker {

namespace {

/// "between lines 24 and 31", with the names of two files. In the order of the accesses only if
/// they are in one file in that order: threads without a barrier come to lines in any order.
std::string between_the_lines(const TwoAccesses& two) {
  const auto& [earlier, later] = two.lines;
  if (earlier.file != later.file)
    return "between " + file_and_line(earlier) + " and " + file_and_line(later);
  if (earlier.line == later.line)
    return "between the two turns at line " + std::to_string(later.line);
  const auto [low, high] = std::minmax(earlier.line, later.line);
  const std::string lines = "lines " + std::to_string(low) + " and " + std::to_string(high);
  return "between " + lines + (earlier.line < later.line ? "" : " (in a loop, also at its end)");
}

std::string with_line(const char* words, unsigned line) { return words + std::to_string(line); }

/// Since a barrier between the two lines has been passed, the upper one is of the next turn.
Explanation behind_a_barrier(const TwoAccesses& two, unsigned barrier) {
  const auto [low, high] = std::minmax(two.lines.earlier.line, two.lines.later.line);
  return {.missing = with_line("nothing orders the two threads: the barrier at line ", barrier) +
                     with_line(" lies between the two lines, and none where line ", low) +
                     with_line(" comes again after line ", high) +
                     with_line("; put __syncthreads() also after line ", high) +
                     ", at the end of the loop or before the next call, where all threads of the "
                     "block come",
          .cites = "M11",
          .weight = kThreads};
}
/// The line of the block's latest barrier, if it lies between those of the two accesses; else 0.
unsigned barrier_between(const TwoAccesses& two) {
  const void* const met_at = block_at(two.race.at.phase).met_at;
  const auto& [earlier, later] = two.lines;
  if (met_at == nullptr || earlier.file != later.file) return 0;
  const SourceLine barrier = source_line(met_at);
  const auto [low, high] = std::minmax(earlier.line, later.line);
  const bool lies_between = barrier.file == later.file && barrier.function == later.function &&
                            low < barrier.line && barrier.line < high;
  return lies_between ? barrier.line : 0;
}

/// Whether who made `stamp` are lanes of that thread's warp.
bool in_warp(Stamp stamp, std::uint32_t thread) {
  return level_of(stamp) != Level::kBlock && warp_of(stamp) == thread / 32;
}

}  // namespace

/// Lanes of one warp may be no more than the first two of a block that want a barrier: they are
/// meant to meet as the block does elsewhere, all together or warp by warp.
std::string put_barrier(bool within_a_warp, const Block& block, const std::string& place) {
  if (!within_a_warp)
    return "put __syncthreads() " + place + ", where all threads of the block come";
  const bool by_warps = block.met_at == nullptr && (block.warps_meet || block.threads <= 32);
  if (!by_warps)
    return "put __syncthreads() " + place +
           " if all threads of the block come there, or __syncwarp(mask) for the lanes of one "
           "warp that do";
  return "put __syncwarp(mask), with the lanes that take part, " + place +
         ", or __syncthreads() if all threads of the block come there";
}

Explanation between_threads(const TwoAccesses& two) {
  if (const unsigned barrier = barrier_between(two); barrier != 0)
    return behind_a_barrier(two, barrier);
  const bool warp = in_warp(two.race.earlier, two.race.at.thread);
  // Two writes by one line are mostly two threads with one index.
  const std::string index = two.one_line() && two.both_write()
                                ? "give each thread a place of its own, or, for turns of a loop, "
                                : "";
  return {.missing = "nothing orders the two threads; " + index +
                     put_barrier(warp, block_at(two.race.at.phase), between_the_lines(two)),
          .cites = "M11",
          .weight = warp ? kLanes : kThreads};
}

}  // namespace emu::checker
