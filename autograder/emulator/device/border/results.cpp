#include "device/border/results.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "checker/current.h"
#include "checker/shadow/reads.h"
#include "checker/shadow/threads.h"
#include "checker/shadow/writers.h"
#include "device/border/book.h"
#include "device/border/handed_over/handed_over.h"
#include "device/border/values.h"
#include "device/state.h"
#include "memory/memory.h"
#include "memory/own.h"

namespace emu {

namespace {

using memory::OwnVector;
using Wrote = BookEntry::Wrote;

struct GridWriter {
  std::string_view kernel, parent;
  int device = 0;
  std::uint32_t depth = 0;
  std::uint64_t launch = 0;  // the first of its grids
  Writer of_kernel = 0;      // the first of that kernel and parent, wherever
};
OwnVector<GridWriter>& grid_writers();

std::string_view parent_of(const checker::Work& grid) {
  const bool by_grid = grid.parent && grid.parent->info.kind == checker::WorkInfo::Kind::kGrid;
  return by_grid ? grid.parent->info.kernel : std::string_view();
}

/// The number of the first writer that is `like` that, or of the next one.
template <class Like>
std::size_t writer_like(const Like& like) {
  const auto found = std::ranges::find_if(grid_writers(), like);
  return static_cast<std::size_t>(found - grid_writers().begin()) + kGrids;
}

Writer grid_writer(const checker::Work& grid) {
  constexpr std::uint32_t kDeepest = 32;  // the rest counts together
  GridWriter one{grid.info.kernel, parent_of(grid), grid.info.device,
                 std::min(grid.depth, kDeepest), grid.info.launch_id};
  const auto same_kernel = [&one](const GridWriter& writer) {
    return writer.kernel == one.kernel && writer.parent == one.parent;
  };
  const std::size_t number = writer_like([&](const GridWriter& writer) {
    return same_kernel(writer) && writer.device == one.device && writer.depth == one.depth;
  });
  if (number > kLastWriter) return kHost;
  if (number == grid_writers().size() + kGrids) {
    one.of_kernel = static_cast<Writer>(writer_like(same_kernel));
    grid_writers().push_back(one);
  }
  return static_cast<Writer>(number);
}

/// The host may pass on what a kernel has written, of whatever device and depth.
Writer kernel_writer(Writer writer) { return grid_writers()[writer - kGrids].of_kernel; }

Writer writer_of(const checker::Work* work) {
  if (!work) return kNothing;
  if (work->info.kind == checker::WorkInfo::Kind::kGrid) return grid_writer(*work);
  const bool sets = work->info.kernel.find("emset") != std::string_view::npos;  // or a graph's node
  return sets ? kSet : kHost;
}

Values& values();

// ---- The results --------------------------------------------------------------------------------

/// An array of the embedder's, and what copies have brought to it: bytes, and who wrote each.
struct Result {
  char* begin = nullptr;
  std::size_t size = 0, element = 1;
  OwnVector<char> brought;
  OwnVector<Writer> writers;
  // Of what the host has put there: grids that wrote so much that it may be chosen from it, and
  // elements that stand there in the same order.
  OwnVector<Writer> chosen_from;
  OwnVector<char> in_order;

  bool overlaps(const char* first, std::size_t length) const {
    return first < begin + size && begin < first + length;
  }
  void bring(const char* to, const char* from, std::size_t length, Writer writer) {
    if (writers.empty()) {
      brought.resize(size);
      writers.resize(size, kNoCopy);
    }
    const auto first = static_cast<std::size_t>(std::max<const char*>(to, begin) - begin);
    const auto last =
        static_cast<std::size_t>(std::min<const char*>(to + length, begin + size) - begin);
    const char* const source = from + (begin + first - to);
    if (std::memcmp(brought.data() + first, source, last - first) != 0) keep_values(first, last);
    std::memcpy(brought.data() + first, source, last - first);
    std::fill(writers.data() + first, writers.data() + last, writer);
  }
  /// The host may have read what is there now, and put it elsewhere.
  void keep_values(std::size_t first, std::size_t last) const {
    for (std::size_t from = first, to = first; from < last; from = to) {
      while (to < last && writers[to] == writers[from]) ++to;
      if (writers[from] >= kGrids)
        values().add(brought.data() + from, to - from, kernel_writer(writers[from]));
    }
  }
  /// All of it came by copies, and nothing has changed it since.
  bool is_as_brought(std::size_t offset) const {
    if (writers.empty()) return false;
    const auto* first = writers.data() + offset;
    return std::find(first, first + element, kNoCopy) == first + element &&
           std::memcmp(brought.data() + offset, begin + offset, element) == 0;
  }
};

}  // namespace

/// What is kept of results and of who wrote them.
class ResultWatch {
 public:
  // At start-up.
  pid_t process = getpid();  // a copy that the program forks has nothing to tell
  // By copies, and when the host may read.
  OwnVector<Result> results;
  OwnVector<GridWriter> grid_writers;
  Values values;
  std::size_t left = std::size_t{16} << 20;  // bytes of shared memory to look at: it takes time
  // When it is told.
  bool gathered = false, told = false;
};

namespace {

OwnVector<Result>& results() { return state.border.results->results; }
OwnVector<GridWriter>& grid_writers() { return state.border.results->grid_writers; }
Values& values() { return state.border.results->values; }

void bring(char* to, const char* from, std::size_t size, Writer writer) {
  if (writer >= kGrids) host_gets(from, size);
  bool is_result = false;
  for (Result& result : results()) {
    if (!result.overlaps(to, size)) continue;
    is_result = true;
    result.bring(to, from, size, writer);
  }
  if (!is_result && writer >= kGrids) values().add(from, size, kernel_writer(writer));
}

bool watching() { return state.border.results && !results().empty() && checker::now.enabled; }

void let_host_read(const memory::Allocation& shared, void*) {
  emu::let_host_read(reinterpret_cast<const void*>(shared.begin), shared.size);
}

// ---- What is told -------------------------------------------------------------------------------

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
  result.chosen_from = values().writers_of_all(by_host, result.element);
  if (!result.chosen_from.empty())
    result.in_order =
        elements_in_order({result.begin, result.size, result.element}, values().in_order());
}

/// What the host may have read of memory that it shares, and of results before it changed them.
void gather_values() {
  if (std::exchange(state.border.results->gathered, true)) return;
  values().begin_look();
  memory::each_shared_with_host(let_host_read, nullptr);
  for (const Result& result : results())
    for (std::size_t offset = 0; offset < result.writers.size(); offset += result.element)
      if (!result.is_as_brought(offset)) result.keep_values(offset, offset + result.element);
  for (Result& result : results()) look_for_choices(result);
}

Owners take_writers_of_value(const Result& result, std::size_t offset) {
  gather_values();
  Owners grids;
  const auto may = [&](Writer writer) {
    return std::ranges::find(result.chosen_from, writer) == result.chosen_from.end() ||
           result.in_order[offset / result.element] != 0;
  };
  values().take(result.begin + offset, result.element, may,
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
             .name = writer >= kGrids ? grid_writers()[writer - kGrids].launch : 0});
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
  const Result& result = results()[number];
  Teller teller(number);
  for (std::size_t offset = 0; offset < result.size;) {
    const std::size_t count = std::max<std::size_t>(1, alike_from(result, offset));
    teller.add(owners_of(result, offset), count);
    offset += count * result.element;
  }
}

/// With the checker off nothing is known.
void tell_nothing_of(std::uint32_t number) {
  const Result& result = results()[number];
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
  if (!watching()) {
    for (std::uint32_t i = 0; i < results().size(); ++i) tell_nothing_of(i);
    return;
  }
  for (const Result& result : results())
    if (is_shared(result)) deliver(result.begin, result.begin, result.size);
  OwnVector<ResultBytes> bytes;
  for (std::uint32_t i = 0; i < results().size(); ++i) {
    tell_of(i);
    bytes.push_back({results()[i].begin, results()[i].size, results()[i].element});
  }
  tell_what_was_handed_over(bytes);
  tell_of_reads();
}

}  // namespace

void watch_results(std::span<const EmulatorArray> arrays) {
  constexpr std::size_t kTimes = 8, kAtLeast = 4096;  // a right program has scratch memory, too
  state.border.results = memory::own_new<ResultWatch>();
  for (const EmulatorArray& each : arrays) {
    if (!each.is_result) continue;
    Result& result = results().emplace_back();
    result.begin = each.begin;
    result.element = std::max<std::size_t>(1, each.element_bytes);
    result.size = each.bytes / result.element * result.element;
    if (result.element % 4 != 0) values().of_bytes = true;
    values().most += kTimes * result.size / sizeof(Word);
  }
  values().most += kAtLeast;
}

void deliver(void* to, const void* from, std::size_t size) {
  if (!watching()) return;
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

void let_host_read_all() {
  if (!watching()) return;
  std::size_t size = 0;
  memory::each_shared_with_host([](const memory::Allocation& shared,
                                   void* sum) { *static_cast<std::size_t*>(sum) += shared.size; },
                                &size);
  std::size_t& left = state.border.results->left;
  if (size == 0 || size > left) return;
  left -= size;
  values().begin_look();
  memory::each_shared_with_host(let_host_read, nullptr);
}

}  // namespace emu

extern "C" void emulator_returned(void) {
  emu::ResultWatch* const watch = emu::state.border.results;
  if (!watch || watch->told || getpid() != watch->process) return;
  watch->told = true;
  emu::tell_of_results();
}
