// Which kernels read what which kernels wrote: how much of a grid's work another one rests on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "checker/checker.h"
#include "checker/shadow/shadow.h"
#include "memory/own.h"

namespace emu::checker {

/// Who of a grid wrote what one of its descendants reads: the thread that launched that one, or an
/// ancestor of it; another thread of its block; another block. Of what a copy has brought nobody
/// knows; it counts as the launching thread's.
enum class Writers : std::uint8_t { kNoAncestor, kLaunchingThread, kItsBlock, kOtherBlock };

/// Words of global memory that grids of one kernel wrote last when those of another, or other grids
/// of the same, first read them. Each word counts once for each kind of readers.
struct WordsRead {
  const WorkInfo* writer = nullptr;  ///< the first grid of that kernel that was seen
  const WorkInfo* reader = nullptr;
  Writers by = Writers::kNoAncestor;
  std::size_t words = 0;  ///< kMostWordsRead: so many or more
};
inline constexpr std::size_t kMostWordsRead = 1 << 14;

struct ReadPair {
  using Words = std::unordered_set<const Cell*, std::hash<const Cell*>, std::equal_to<const Cell*>,
                                   memory::OwnAllocator<const Cell*>>;
  const WorkInfo* writer = nullptr;
  const WorkInfo* reader = nullptr;
  Words words;
};
/// Grids of one kernel are told apart by their devices, and readers by who launched them.
struct ReadersKind {
  std::string_view writer, reader;  // kernels
  int writer_device = 0, reader_device = 0;
  bool by_host = false;    // the host launched the reader
  bool of_parent = false;  // the writer did
  Writers by = Writers::kNoAncestor;

  auto operator<=>(const ReadersKind&) const = default;  // NOLINT(modernize-use-nullptr)
};
using ReadPairs = std::map<ReadersKind, ReadPair, std::less<>,
                           memory::OwnAllocator<std::pair<const ReadersKind, ReadPair>>>;

/// Reads are noted from now on. Once, before the program begins.
void watch_reads();
inline bool watches_reads() { return now.watches_reads; }

/// The running thread reads the word of that cell, whose last write is `write`.
/// Requires: watches_reads().
[[gnu::noinline]] void note_read(const Cell* cell, Stamp write) noexcept;

/// All that was read up to now.
void each_read(const std::function<void(const WordsRead&)>& tell);

}  // namespace emu::checker
