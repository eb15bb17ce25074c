#include "harness/running/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "emulator/device/border/book.h"

namespace harness {
namespace {

using emu::BookEntry;
using emu::name_number;
using Kind = BookEntry::Kind;

std::vector<BookEntry> entries_of(std::string_view bytes) {
  std::vector<BookEntry> entries(bytes.size() / sizeof(BookEntry));
  std::memcpy(entries.data(), bytes.data(), entries.size() * sizeof(BookEntry));
  return entries;
}

std::vector<BookEntry> of_kind(const std::vector<BookEntry>& entries, Kind kind) {
  std::vector<BookEntry> some;
  for (const BookEntry& entry : entries)
    if (entry.kind == kind) some.push_back(entry);
  return some;
}

/// What no run can have: entries without their number, a launch by a grid that never began.
std::string impossible(const std::vector<BookEntry>& entries) {
  std::set<std::uint32_t> started{0};  // the host
  std::uint32_t number = 0, launches = 0;
  for (const BookEntry& entry : entries) {
    if (entry.number != ++number)
      return fmt::format("entry {} is numbered {}", number, entry.number);
    if (entry.kind == Kind::kLaunch && entry.id != ++launches)
      return fmt::format("launch {} is numbered {}", launches, entry.id);
    if ((entry.kind == Kind::kLaunch || entry.kind == Kind::kRefused) &&
        !started.contains(entry.parent))
      return fmt::format("grid {} launched before it began", entry.parent);
    if (entry.kind == Kind::kStarted && (entry.id > launches || !started.insert(entry.id).second))
      return fmt::format("grid {} began twice, or was never launched", entry.id);
    if (entry.kind == Kind::kWrote && entry.name > launches)
      return fmt::format("grid {} wrote and was never launched", entry.name);
    const bool is_of_threads = entry.kind == Kind::kThreads || entry.kind == Kind::kFetched ||
                               entry.kind == Kind::kTold || entry.kind == Kind::kThreadsWrote ||
                               entry.kind == Kind::kMemory;
    if (is_of_threads && !started.contains(entry.id))
      return fmt::format("threads of grid {} read, wrote or voted, and it never began", entry.id);
    if (entry.kind == Kind::kRead &&
        (!started.contains(entry.id) || !started.contains(entry.parent)))
      return fmt::format("grid {} read what {} wrote, and one never began", entry.id, entry.parent);
  }
  if (!of_kind(entries, Kind::kUnchecked).empty()) return "the checker was switched off";
  if (entries.empty() || entries.back().kind != Kind::kFinished) return "the end is missing";
  return {};
}

bool same(const BookEntry& entry, const Launch& launch) {
  return entry.name == name_number(launch.kernel) &&
         entry.line == static_cast<std::uint32_t>(launch.line) &&
         entry.parent == static_cast<std::uint32_t>(launch.parent);
}

bool same(const BookEntry& entry, const ApiCall& call) {
  return entry.name == name_number(call.name) && entry.result == call.result;
}

bool same(const BookEntry& entry, const HostWait& wait) {
  return entry.name == name_number(wait.name);
}

template <class T>
std::string difference(const char* what, const std::vector<BookEntry>& entries,
                       const std::vector<T>& reported) {
  if (entries.size() != reported.size())
    return fmt::format("{} {}, and the report has {}", entries.size(), what, reported.size());
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (!same(entries[i], reported[i])) return fmt::format("{} {} is another", what, i + 1);
  return {};
}

/// A finding that comes again changes its words and lines, not its rule.
std::string missing_finding(const std::vector<BookEntry>& entries, const Report& report) {
  std::map<std::pair<std::uint64_t, bool>, int> found;
  for (const BookEntry& entry : entries) ++found[{entry.name, entry.result != 0}];
  for (const Diagnostic& diagnostic : report.diagnostics)
    --found[{name_number(diagnostic.rule), diagnostic.is_error}];
  for (const auto& [rule, count] : found)
    if (count != 0) return "other findings than the report has";
  return {};
}

ElementsWritten::By by(const BookEntry& entry) {
  using By = ElementsWritten::By;
  switch (static_cast<BookEntry::Wrote>(entry.result)) {
    case BookEntry::Wrote::kGrid:
      return By::kGrid;
    case BookEntry::Wrote::kSet:
      return By::kSet;
    case BookEntry::Wrote::kNothing:
      return By::kNothing;
    case BookEntry::Wrote::kChosen:
      return By::kChosen;
    case BookEntry::Wrote::kUnknown:
      return By::kUnknown;
    default:
      return By::kHost;
  }
}

}  // namespace

bool tells_of_loading(std::string_view bytes) {
  const std::vector<BookEntry> entries = entries_of(bytes);
  return !entries.empty() && entries.front().kind == Kind::kLoading;
}

LaunchedGrids grids_in(std::string_view bytes) {
  std::vector<std::size_t> levels{0};  // by the launch's number; the host is no grid
  for (const BookEntry& entry : of_kind(entries_of(bytes), Kind::kLaunch))
    levels.push_back(entry.parent < levels.size() ? levels[entry.parent] + 1 : 1);
  return {levels.size() - 1, *std::ranges::max_element(levels)};
}

bool tells_of_finding(std::string_view bytes, std::string_view rule) {
  const std::vector<BookEntry> findings = of_kind(entries_of(bytes), Kind::kFinding);
  return std::ranges::find(findings, name_number(rule), &BookEntry::name) != findings.end();
}

bool tells_of_no_checks(std::string_view bytes) {
  return !of_kind(entries_of(bytes), Kind::kUnchecked).empty();
}

std::vector<ElementsWritten> writers_in(std::string_view bytes) {
  std::vector<ElementsWritten> writers;
  for (const BookEntry& entry : of_kind(entries_of(bytes), Kind::kWrote))
    writers.push_back(
        {entry.id, entry.parent, entry.line, by(entry), static_cast<std::int64_t>(entry.name)});
  return writers;
}

std::vector<WordsRead> reads_in(std::string_view bytes) {
  std::vector<WordsRead> reads;
  for (const BookEntry& entry : of_kind(entries_of(bytes), Kind::kRead))
    reads.push_back({entry.id, entry.parent, static_cast<WordsRead::By>(entry.result), entry.line});
  return reads;
}

std::vector<ReadByThreads> read_by_threads_in(std::string_view bytes) {
  std::vector<ReadByThreads> reads;
  for (const BookEntry& entry : entries_of(bytes)) {
    if (entry.kind == Kind::kThreads || entry.kind == Kind::kFetched)
      reads.push_back({.reader = entry.id,
                       .by_one = entry.parent,
                       .by_several = entry.line,
                       .line = entry.result,
                       .atomics = static_cast<std::uint32_t>(entry.name),
                       .on_one = static_cast<std::uint32_t>(entry.name >> 32),
                       .by_texture = entry.kind == Kind::kFetched});
    if (entry.kind == Kind::kThreadsWrote && !reads.empty() && reads.back().reader == entry.id) {
      reads.back().written_by_one = entry.parent;
      reads.back().written_line = entry.result;
    }
  }
  return reads;
}

std::vector<LanesAlike> lanes_alike_in(std::string_view bytes) {
  std::vector<LanesAlike> lanes;
  for (const BookEntry& entry : of_kind(entries_of(bytes), Kind::kTold))
    lanes.push_back({entry.name & ~(BookEntry::kShuffle | BookEntry::kVote), entry.id,
                     entry.parent / 32, entry.parent % 32, static_cast<std::uint32_t>(entry.result),
                     entry.line, (entry.name & BookEntry::kShuffle) != 0,
                     (entry.name & BookEntry::kVote) != 0});
  return lanes;
}

std::vector<MemoryUsed> memory_used_in(std::string_view bytes) {
  std::vector<MemoryUsed> used;
  for (const BookEntry& entry : of_kind(entries_of(bytes), Kind::kMemory))
    used.push_back({entry.id, static_cast<MemoryKind>(entry.result), entry.parent, entry.line});
  return used;
}

HandedOver handed_over_in(std::string_view bytes) {
  HandedOver bits;
  for (const BookEntry& entry : of_kind(entries_of(bytes), Kind::kHandedOver)) {
    bits.all += entry.line;
    bits.in_memory += entry.parent;
  }
  return bits;
}

std::vector<CopiedElements> copied_in(std::string_view bytes) {
  std::vector<CopiedElements> copied;
  for (const BookEntry& entry : of_kind(entries_of(bytes), Kind::kCopied))
    copied.push_back({entry.id, entry.parent, entry.line});
  return copied;
}

std::string disagreement(std::string_view bytes, const Report& report) {
  std::vector<BookEntry> entries = entries_of(bytes);
  if (tells_of_loading(bytes)) entries.erase(entries.begin());
  for (const std::string& why :
       {impossible(entries),
        difference("launches", of_kind(entries, Kind::kLaunch), report.launches),
        difference("refused launches", of_kind(entries, Kind::kRefused), report.refused),
        difference("calls", of_kind(entries, Kind::kHostCall), report.host_calls),
        difference("waits", of_kind(entries, Kind::kHostWait), report.host_waits),
        missing_finding(of_kind(entries, Kind::kFinding), report)})
    if (!why.empty()) return why;
  return {};
}

}  // namespace harness
