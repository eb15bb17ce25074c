// The book of a run: what happened, entry by entry, written into a pipe at the moment when it
// happens. Whoever reads the other end in another process knows what has happened up to here, and
// no code of this process can take it back. The report, made at the end, must agree with it.
#pragma once

#include <cstdint>
#include <string_view>

namespace emu {

struct BookEntry {
  enum class Kind : std::uint32_t {
    kLaunch = 1,  ///< id, parent, line; name: the kernel's
    kRefused,     ///< a launch that was not accepted: parent, line, result; name: the kernel's
    kStarted,     ///< a grid's first block: id
    kHostCall,    ///< result; name: the function's
    kHostWait,    ///< name: the function's
    kFinding,     ///< result: 1 for an error, 0 for a warning; name: the rule's
    kFinished,    ///< the last: the report is written
    kLoading,     ///< the first, numbered 0, of the embedder: it is about to load the program
    kWrote,       ///< who wrote `line` elements of result `id`, from element `parent` on: result is
                  ///< a Wrote; name: of a grid, the first launch of its kernel by that parent, on
                  ///< that device and at that depth
    kHandedOver,  ///< the device got `line` bits that the host had made, `parent` of them in memory
    kCopied,      ///< `line` elements of result `id`, from element `parent` on, are like those
    kRead,        ///< grids of a kernel, of which `id` was the first seen, read `line` words that
                  ///< grids of another, such as `parent`, had written; result: a
                  ///< checker::Writers (checker/shadow/reads.h)
    kThreads,     ///< of the grids of a kernel, of which `id` was the first seen: a thread read up
                  ///< to `parent` words that were there before, up to `line` were read by several,
                  ///< as at source line `result`; `name` is
                  ///< how many atomics, and from bit 32 on, on one word (checker/shadow/threads.h)
    kFetched,     ///< the same of what they read through texture objects
    kThreadsWrote,  ///< of the same grids, right behind that: a thread wrote up to `parent` words,
                    ///< as at source line `result`
    kMemory,  ///< of the same grids: they read `parent` words of memory of the kind `result`, a
              ///< checker::MemoryKind, and wrote `line`
    kTold,    ///< in operation `name`, a vote, match, reduction or shuffle of grid `id`, the lanes
              ///< `line` of those in `result` gave the same; `parent`: 32 times the block, and the
              ///< warp; `name` also has kShuffle or kVote
    kUnchecked,  ///< from here on, or from before, the checker is off, which nobody has asked for
  };
  enum class Wrote : std::int32_t {
    kUnknown,  ///< the checker is off
    kGrid,     ///< one of those that did, if several entries are about an element
    kHost,     ///< no grid
    kSet,      ///< no grid: as a memset left it
    kNothing,  ///< no grid, nor anything else: a copy of device memory that nothing had written
    kChosen,   ///< the host: grids wrote so many values that it could choose from them
  };
  /// Of an operation of lanes, beside its number: what kind it is.
  static constexpr std::uint64_t kShuffle = std::uint64_t{1} << 62, kVote = std::uint64_t{1} << 63;
  std::uint32_t number = 0;  ///< 1, 2, 3 … without a gap
  Kind kind = Kind::kFinished;
  std::uint32_t id = 0, parent = 0;
  std::uint32_t line = 0;
  std::int32_t result = 0;
  std::uint64_t name = 0;  ///< name_number()
};
static_assert(sizeof(BookEntry) == 32);

/// A number for a name (64-bit FNV-1a).
constexpr std::uint64_t name_number(std::string_view name) {
  std::uint64_t number = 0xcbf29ce484222325;
  for (const char c : name) number = (number ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return number;
}

/// From here on entries go to the pipe `descriptor`. A process that this one forks writes none.
void open_book(int descriptor);

/// Writes it, numbered, if a book is open. Waits while the pipe is full.
void enter(BookEntry entry);

}  // namespace emu
