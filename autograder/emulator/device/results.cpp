#include "device/results.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string_view>

#include "checker/current.h"
#include "checker/writers.h"
#include "device/book.h"
#include "memory/memory.h"
#include "memory/own.h"

namespace emu {

namespace {

using memory::OwnVector;
using Wrote = BookEntry::Wrote;

// A number for who wrote: one for each kernel and the kernel that launched it; below these, others.
using Writer = std::uint16_t;
constexpr Writer kNoCopy = 0, kHost = 1, kSet = 2, kNothing = 3, kGrids = 4, kLastWriter = 65535;

struct GridWriter {
  std::string_view kernel, parent;
  std::uint64_t launch = 0;  // the first of its grids
};
OwnVector<GridWriter>& grid_writers() {
  static OwnVector<GridWriter> list;
  return list;
}

std::string_view parent_of(const checker::Work& grid) {
  const bool by_grid = grid.parent && grid.parent->info.kind == checker::WorkInfo::Kind::kGrid;
  return by_grid ? grid.parent->info.kernel : std::string_view();
}

Writer grid_writer(const checker::Work& grid) {
  const std::string_view kernel = grid.info.kernel, parent = parent_of(grid);
  const auto found = std::ranges::find_if(grid_writers(), [&](const GridWriter& writer) {
    return writer.kernel == kernel && writer.parent == parent;
  });
  const auto number = static_cast<std::size_t>(found - grid_writers().begin()) + kGrids;
  if (number > kLastWriter) return kHost;
  if (found == grid_writers().end())
    grid_writers().push_back({kernel, parent, grid.info.launch_id});
  return static_cast<Writer>(number);
}

Writer writer_of(const checker::Work* work) {
  if (!work) return kNothing;
  if (work->info.kind == checker::WorkInfo::Kind::kGrid) return grid_writer(*work);
  const bool sets = work->info.kernel.find("emset") != std::string_view::npos;  // or a graph's node
  return sets ? kSet : kHost;
}

// ---- Values that grids wrote to where the host could read them ----------------------------------

/// Pairs of a value and who wrote it, of four bytes and of one. They are sorted when asked for.
class Values {
 public:
  bool of_bytes = false;  ///< some elements have no words

  void add(const char* bytes, std::size_t size, Writer writer) {
    const std::size_t first = (4 - reinterpret_cast<std::uintptr_t>(bytes) % 4) % 4;
    for (std::size_t i = first; i + 4 <= size; i += 4) add(word_at(bytes + i), writer);
    for (std::size_t i = 0; of_bytes && i < size; ++i) add_byte(bytes[i], writer);
  }

  /// Who wrote the value of an element, told by its words, or by its bytes if it has no words.
  template <class Tell>
  void each_writer_of(const char* element, std::size_t size, Tell&& tell) {
    settle();
    if (size % 4 != 0) {
      for (std::size_t i = 0; i < size; ++i)
        for (const Writer writer : bytes_[static_cast<unsigned char>(element[i])]) tell(writer);
      return;
    }
    for (std::size_t i = 0; i < size; i += 4) {
      const std::uint64_t word = word_at(element + i);
      auto pair = std::lower_bound(pairs_.begin(), pairs_.end(), word << kShift);
      for (; pair != pairs_.end() && *pair >> kShift == word; ++pair)
        tell(static_cast<Writer>(*pair));
    }
  }

 private:
  static constexpr unsigned kShift = 16;
  static constexpr std::size_t kMostPairs = 4 << 20;

  static std::uint64_t word_at(const char* bytes) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }

  void add(std::uint64_t word, Writer writer) {
    const std::uint64_t pair = word << kShift | writer;
    if (!pairs_.empty() && pairs_.back() == pair) return;
    if (pairs_.size() == kMostPairs) settle();
    if (pairs_.size() > kMostPairs / 2 && sorted_) return;  // sorting again would bring little
    pairs_.push_back(pair);
    sorted_ = false;
  }
  void add_byte(char byte, Writer writer) {
    auto& writers = bytes_[static_cast<unsigned char>(byte)];
    if (std::ranges::find(writers, writer) == writers.end()) writers.push_back(writer);
  }
  void settle() {
    if (sorted_) return;
    std::ranges::sort(pairs_);
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    sorted_ = true;
  }

  OwnVector<std::uint64_t> pairs_;
  std::array<OwnVector<Writer>, 256> bytes_;
  bool sorted_ = true;
};
Values& values() {
  static Values all;
  return all;
}

// ---- The results --------------------------------------------------------------------------------

/// An array of the embedder's, and what copies have brought to it: bytes, and who wrote each.
struct Result {
  char* begin = nullptr;
  std::size_t size = 0, element = 1;
  OwnVector<char> brought;
  OwnVector<Writer> writers;

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
      if (writers[from] >= kGrids) values().add(brought.data() + from, to - from, writers[from]);
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
OwnVector<Result>& results() {
  static OwnVector<Result> list;
  return list;
}

void bring(char* to, const char* from, std::size_t size, Writer writer) {
  bool is_result = false;
  for (Result& result : results()) {
    if (!result.overlaps(to, size)) continue;
    is_result = true;
    result.bring(to, from, size, writer);
  }
  if (!is_result && writer >= kGrids) values().add(from, size, writer);
}

bool watching() { return !results().empty() && checker::enabled; }

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

/// What the host may have read of memory that it shares, and of results before it changed them.
void gather_values() {
  static bool gathered = false;
  if (gathered) return;
  gathered = true;
  memory::each_shared_with_host(let_host_read, nullptr);
  for (const Result& result : results()) result.keep_values(0, result.writers.size());
}

Owners writers_of_value(const Result& result, std::size_t offset) {
  gather_values();
  Owners grids;
  values().each_writer_of(result.begin + offset, result.element,
                          [&grids](Writer writer) { grids.add(writer); });
  return grids;
}

Owners owners_of(const Result& result, std::size_t offset) {
  Owners grids, others;
  if (result.is_as_brought(offset))
    for (std::size_t i = 0; i < result.element; ++i) {
      const Writer writer = result.writers[offset + i];
      (writer >= kGrids ? grids : others).add(writer);
    }
  if (others.empty()) others.add(kHost);
  if (grids.empty() && *others.begin() == kHost) grids = writers_of_value(result, offset);
  return grids.empty() ? others : grids;
}

Wrote kind_of(Writer writer) {
  if (writer >= kGrids) return Wrote::kGrid;
  return writer == kSet ? Wrote::kSet : writer == kNothing ? Wrote::kNothing : Wrote::kHost;
}

/// A run of elements with the same owners; one entry for each of them.
class Teller {
 public:
  explicit Teller(std::uint32_t result) : result_(result) {}
  ~Teller() { tell(); }
  Teller(const Teller&) = delete;

  void add(const Owners& owners) {
    if (count_ > 0 && !(owners == owners_)) tell();
    owners_ = owners;
    ++count_;
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

void tell_of(std::uint32_t number) {
  const Result& result = results()[number];
  Teller teller(number);
  for (std::size_t offset = 0; offset < result.size; offset += result.element)
    teller.add(owners_of(result, offset));
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

void tell_of_results() {
  if (!watching()) {
    for (std::uint32_t i = 0; i < results().size(); ++i) tell_nothing_of(i);
    return;
  }
  for (const Result& result : results())
    if (is_shared(result)) emu::let_host_read(result.begin, result.size);
  for (std::uint32_t i = 0; i < results().size(); ++i) tell_of(i);
}

pid_t own_process = 0;

}  // namespace

void watch_results(const EmulatorResult* list, std::size_t count) {
  own_process = getpid();
  for (const EmulatorResult& each : std::span(list, count)) {
    Result& result = results().emplace_back();
    result.begin = each.begin;
    result.element = std::max<std::size_t>(1, each.element_bytes);
    result.size = each.bytes / result.element * result.element;
    if (result.element % 4 != 0) values().of_bytes = true;
  }
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
  static std::size_t left = std::size_t{16} << 20;  // of a run: a look takes time
  if (!watching()) return;
  std::size_t size = 0;
  memory::each_shared_with_host([](const memory::Allocation& shared,
                                   void* sum) { *static_cast<std::size_t*>(sum) += shared.size; },
                                &size);
  if (size == 0 || size > left) return;
  left -= size;
  memory::each_shared_with_host(let_host_read, nullptr);
}

}  // namespace emu

extern "C" void emulator_returned(void) {
  static bool told = false;
  if (told || getpid() != emu::own_process) return;
  told = true;
  emu::tell_of_results();
}
