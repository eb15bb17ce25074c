// What the threads of a grid take from memory: whether each looks at what is its own, or one at
// what is everybody's, and how often they are atomic. Lanes that tell one another what they have
// read, by votes and shuffles, need not read what is the others'.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "checker/access.h"
#include "checker/checker.h"
#include "memory/own.h"

namespace emu::checker {

class Work;

/// Where memory lies: of a device, variables and its heap among it; of the host, pinned; or of
/// both.
enum class MemoryKind : std::uint8_t { kDevice, kPinned, kManaged };
inline constexpr std::size_t kMemoryKinds = 3;

/// Of all grids of one kernel that the host launched, or that kernels did; what they read through
/// texture objects is told apart from what they read otherwise. Counted are words of
/// global memory that something else than the grid itself had written last, such as the host or an
/// earlier grid, but no memset; and of those that a thread writes, all but by atomics.
struct ReadByThreads {
  const WorkInfo* reader = nullptr;  ///< the first grid of the kernel that was seen
  bool texels = false;
  std::size_t by_one = 0;      ///< different words that one thread has read, at most
  std::size_t by_several = 0;  ///< words of one grid that more than one thread has read, at most
  const void* site = nullptr;  ///< where one of both has become so many
  std::size_t written_by_one = 0;  ///< different words that one thread has written, at most
  const void* written_at = nullptr;
  /// Words of each kind of memory, as often as they were read or written.
  std::array<std::uint32_t, kMemoryKinds> read_in{}, written_in{};
  std::uint32_t atomics = 0;  ///< atomic operations on global memory
  std::uint32_t on_one = 0;   ///< and of one grid on one word of it, at most
};

/// Who has read words: threads by number, words by address.
struct ThreadReads {
  struct Hash {
    std::size_t operator()(std::uint64_t number) const {
      number *= 0x9e3779b97f4a7c15;
      return number ^ number >> 32;
    }
    std::size_t operator()(const std::pair<std::uint64_t, std::uintptr_t>& both) const {
      return (*this)((*this)(both.first) + both.second);
    }
  };
  template <class Key, class Value>
  using Table = std::unordered_map<Key, Value, Hash, std::equal_to<>,
                                   memory::OwnAllocator<std::pair<const Key, Value>>>;
  template <class Key, class Value>
  using Map = std::map<Key, Value, std::less<>, memory::OwnAllocator<std::pair<const Key, Value>>>;
  struct OfGrid {
    ReadByThreads* reads = nullptr;                                 // of its kernel
    Table<std::pair<std::uint64_t, std::uintptr_t>, bool> pairs;    // of thread and word
    Table<std::uint64_t, std::size_t> words;                        // of a thread
    Table<std::pair<std::uint64_t, std::uintptr_t>, bool> written;  // of thread and word
    Table<std::uint64_t, std::size_t> words_written;                // of a thread
    Table<std::uintptr_t, std::size_t> threads;                     // of a word
    Table<std::uintptr_t, std::uint32_t> atomics;                   // on a word
    std::size_t by_several = 0;
  };
  // By name, whether the host launched it, and whether by texture objects.
  Map<std::tuple<std::string_view, bool, bool>, ReadByThreads> by_kernel;
  Map<std::pair<const Work*, bool>, OfGrid> by_grid;
};

/// Threads are watched from now on. Once, before the program begins.
void watch_threads();

/// The running thread accesses global memory so. Requires: now.watches_threads.
[[gnu::noinline]] void note_thread(const Access& access) noexcept;

/// All that was noted up to now.
void each_kernels_threads(const std::function<void(const ReadByThreads&)>& tell);

}  // namespace emu::checker
