// The book of a run, as it came through the pipe, held against the report that was made at its end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/outcome.h"
#include "harness/report.h"

namespace harness {

/// How many bytes of it are read: half a million entries.
inline constexpr std::size_t kBookBytes = std::size_t{16} << 20;

/// Whether the runner got as far as loading the exercise; it says so before any code of that can
/// run.
bool tells_of_loading(std::string_view entries);

/// What in the book cannot be, or is told otherwise by the report of the same run; empty when both
/// agree. `entries` are emu::BookEntry, one behind the other; the run has reached its end.
std::string disagreement(std::string_view entries, const Report& report);

/// How many grids were launched, and how many of them one out of the other at most.
struct LaunchedGrids {
  std::size_t count = 0;
  std::size_t deepest = 0;
};
/// As far as the book goes, which need not have reached its end.
LaunchedGrids grids_in(std::string_view entries);

/// Whether the device found that this rule was broken, as far as the book goes.
bool tells_of_finding(std::string_view entries, std::string_view rule);
/// Whether the checker was off at any time, as it never is by itself.
bool tells_of_no_checks(std::string_view entries);

/// Who wrote the results, as the book has it.
std::vector<ElementsWritten> writers_in(std::string_view entries);
/// How many bits the device could get that the host had made itself; 0 if the book does not say.
HandedOver handed_over_in(std::string_view entries);
/// Elements that are like them.
std::vector<CopiedElements> copied_in(std::string_view entries);

/// What grids read that other grids had written; nothing where the run was not asked for it.
std::vector<WordsRead> reads_in(std::string_view entries);
/// What lanes told one another, where the run was asked for it.
std::vector<LanesAlike> lanes_alike_in(std::string_view entries);
/// Which kinds of memory grids used, where the run was asked for it.
std::vector<MemoryUsed> memory_used_in(std::string_view entries);
/// The same of threads.
std::vector<ReadByThreads> read_by_threads_in(std::string_view entries);

}  // namespace harness
