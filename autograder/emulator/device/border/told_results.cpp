// What the book is told of results when the entry point has returned: who wrote each element.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "checker/shadow/reads.h"
#include "checker/shadow/threads.h"
#include "device/border/book.h"
#include "device/border/handed_over/handed_over.h"
#include "device/border/result_watch.h"
#include "device/border/results.h"
#include "device/state.h"
#include "memory/memory.h"
#include "memory/own.h"

namespace emu {

namespace {

using memory::OwnVector;
using Wrote = BookEntry::Wrote;

/// Who wrote an element: grids, or else one of the others.
class Owners {
 public:
  static constexpr std::size_t kMost = 8;

  void add(Writer writer) {
    if (count_ < kMost && std::find(begin(), end(), writer) == end()) writers_[count_++] = writer;
  }
  const Writer* begin() const { return writers_.data(); }
  const Writer* end() const { return writers_.data() + count_; }
  bool empty() const { return count_ == 0; }
  friend bool operator==(const Owners& a, const Owners& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<Writer, kMost> writers_{};
  std::size_t count_ = 0;
};

void look_for_choices(Result& result) {
  OwnVector<const char*> by_host;
  for (std::size_t offset = 0; offset < result.size; offset += result.element)
    if (!result.is_as_brought(offset)) by_host.push_back(result.begin + offset);
  result.chosen_from = result_watch().values.writers_of_all(by_host, result.element);
  if (!result.chosen_from.empty())
    result.in_order = elements_in_order({result.begin, result.size, result.element},
                                        result_watch().values.in_order());
}

/// What the host may have read of memory that it shares, and of results before it changed them.
void gather_values() {
  if (std::exchange(result_watch().gathered, true)) return;
  result_watch().values.begin_look();
  memory::each_shared_with_host(let_host_read_shared, nullptr);
  for (const Result& result : result_watch().results)
    for (std::size_t offset = 0; offset < result.writers.size(); offset += result.element)
      if (!result.is_as_brought(offset)) result.keep_values(offset, offset + result.element);
  for (Result& result : result_watch().results) look_for_choices(result);
}

Owners take_writers_of_value(const Result& result, std::size_t offset) {
  gather_values();
  Owners grids;
  const auto may = [&](Writer writer) {
    return std::ranges::find(result.chosen_from, writer) == result.chosen_from.end() ||
           result.in_order[offset / result.element] != 0;
  };
  result_watch().values.take(result.begin + offset, result.element, may,
                             [&grids](Writer writer) { grids.add(writer); });
  if (grids.empty() && !result.chosen_from.empty()) grids.add(kChosen);
  return grids;
}

/// Grids, where all that the host, and not they, have put into the element is nothing.
Owners owners_of(const Result& result, std::size_t offset) {
  Owners grids, others;
  bool by_host = !result.is_as_brought(offset);
  for (std::size_t i = 0; !by_host && i < result.element; ++i) {
    const Writer writer = result.writers[offset + i];
    (writer >= kGrids ? grids : others).add(writer);
    by_host = writer == kHost;
  }
  if (!by_host) return grids.empty() ? others : grids;
  grids = take_writers_of_value(result, offset);
  if (grids.empty()) grids.add(kHost);
  return grids;
}

Wrote kind_of(Writer writer) {
  if (writer >= kGrids) return Wrote::kGrid;
  if (writer == kChosen) return Wrote::kChosen;
  return writer == kSet ? Wrote::kSet : writer == kNothing ? Wrote::kNothing : Wrote::kHost;
}

/// A run of elements with the same owners; one entry for each of them.
class Teller {
 public:
  explicit Teller(std::uint32_t result) : result_(result) {}
  ~Teller() { tell(); }
  Teller(const Teller&) = delete;

  void add(const Owners& owners, std::size_t count = 1) {
    if (count_ > 0 && !(owners == owners_)) tell();
    owners_ = owners;
    count_ += static_cast<std::uint32_t>(count);
  }

 private:
  void tell() {
    if (count_ == 0) return;
    for (const Writer writer : owners_)
      enter({.kind = BookEntry::Kind::kWrote,
             .id = result_,
             .parent = first_,
             .line = count_,
             .result = static_cast<std::int32_t>(kind_of(writer)),
             .name = writer >= kGrids ? result_watch().grid_writers[writer - kGrids].launch : 0});
    first_ += count_;
    count_ = 0;
  }

  std::uint32_t result_, first_ = 0, count_ = 0;
  Owners owners_;
};

/// How many elements from `offset` on are all as one grid's copy has brought them, in whole
/// stretches: most are, and looked at together.
std::size_t alike_from(const Result& result, std::size_t offset) {
  constexpr std::size_t kStretch = 256;
  const std::size_t bytes = kStretch * result.element;
  if (result.writers.empty()) return 0;
  const Writer writer = result.writers[offset];
  std::size_t count = 0;
  for (; writer >= kGrids && offset + bytes <= result.size; offset += bytes, count += kStretch) {
    const Writer* const writers = result.writers.data() + offset;
    const bool same = std::all_of(writers, writers + bytes, [=](Writer w) { return w == writer; });
    if (!same || std::memcmp(result.brought.data() + offset, result.begin + offset, bytes) != 0)
      break;
  }
  return count;
}

void tell_of(std::uint32_t number) {
  const Result& result = result_watch().results[number];
  Teller teller(number);
  for (std::size_t offset = 0; offset < result.size;) {
    const std::size_t count = std::max<std::size_t>(1, alike_from(result, offset));
    teller.add(owners_of(result, offset), count);
    offset += count * result.element;
  }
}

/// With the checker off nothing is known.
void tell_nothing_of(std::uint32_t number) {
  const Result& result = result_watch().results[number];
  enter({.kind = BookEntry::Kind::kWrote,
         .id = number,
         .line = static_cast<std::uint32_t>(result.size / result.element),
         .result = static_cast<std::int32_t>(Wrote::kUnknown)});
}

/// Whether device code could write to the host's array itself: its memory was registered.
bool is_shared(const Result& result) {
  return memory::find(reinterpret_cast<std::uintptr_t>(result.begin)) != nullptr;
}

/// 0 where it is not known.
std::int32_t line_of(const void* site) {
  return site ? static_cast<std::int32_t>(checker::source_line(site).line) : 0;
}

void tell_of_reads() {
  checker::each_read([](const checker::WordsRead& read) {
    enter({.kind = BookEntry::Kind::kRead,
           .id = static_cast<std::uint32_t>(read.reader->launch_id),
           .parent = static_cast<std::uint32_t>(read.writer->launch_id),
           .line = static_cast<std::uint32_t>(read.words),
           .result = static_cast<std::int32_t>(read.by)});
  });
  checker::each_kernels_threads([](const checker::ReadByThreads& read) {
    enter({.kind = read.texels ? BookEntry::Kind::kFetched : BookEntry::Kind::kThreads,
           .id = static_cast<std::uint32_t>(read.reader->launch_id),
           .parent = static_cast<std::uint32_t>(read.by_one),
           .line = static_cast<std::uint32_t>(read.by_several),
           .result = line_of(read.site),
           .name = std::uint64_t{read.on_one} << 32 | read.atomics});
    if (read.texels) return;
    enter({.kind = BookEntry::Kind::kThreadsWrote,
           .id = static_cast<std::uint32_t>(read.reader->launch_id),
           .parent = static_cast<std::uint32_t>(read.written_by_one),
           .result = line_of(read.written_at)});
    for (std::size_t kind = 0; kind < checker::kMemoryKinds; ++kind)
      enter({.kind = BookEntry::Kind::kMemory,
             .id = static_cast<std::uint32_t>(read.reader->launch_id),
             .parent = read.read_in[kind],
             .line = read.written_in[kind],
             .result = static_cast<std::int32_t>(kind)});
  });
}

void tell_of_results() {
  if (!results_are_watched()) {
    for (std::uint32_t i = 0; i < result_watch().results.size(); ++i) tell_nothing_of(i);
    return;
  }
  for (const Result& result : result_watch().results)
    if (is_shared(result)) deliver(result.begin, result.begin, result.size);
  OwnVector<ResultBytes> bytes;
  for (std::uint32_t i = 0; i < result_watch().results.size(); ++i) {
    tell_of(i);
    bytes.push_back({result_watch().results[i].begin, result_watch().results[i].size,
                     result_watch().results[i].element});
  }
  tell_what_was_handed_over(bytes);
  tell_of_reads();
}

}  // namespace

}  // namespace emu

extern "C" void emulator_returned(void) {
  emu::ResultWatch* const watch = emu::state.border.results;
  if (!watch || watch->told || getpid() != watch->process) return;
  watch->told = true;
  emu::tell_of_results();
}
