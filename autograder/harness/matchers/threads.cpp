#include "harness/matchers/threads.h"

#include <fmt/format.h>

#include <utility>

#include "harness/text.h"

namespace harness {
namespace {

/// Of those grids the first refusal.
ReportMatcher asks_each(std::string description, const WhichGrids& which,
                        const std::function<Refusal(const ReadByThreads&, const Launch&)>& why) {
  return {std::move(description), [=](const Outcome& run) -> Refusal {
            for (const ReadByThreads& reads : run.read_by_threads) {
              const Launch* const reader = run.launches.find(reads.reader);
              if (reader == nullptr || !which(*reader)) continue;
              Refusal refusal = why(reads, *reader);
              if (!refusal.why.empty()) return refusal;
            }
            return {};
          }};
}

}  // namespace

ReportMatcher ReadsItsOwn(WhichGrids which, std::size_t words, std::size_t shared,
                          std::string instead) {
  return asks_each(
      "threads read what is their own", which,
      [=](const ReadByThreads& reads, const Launch& reader) -> Refusal {
        if (reads.by_one <= words && reads.by_several <= shared) return {};
        const std::string kernel = clean(reader.kernel);
        const std::string what =
            reads.by_one > words
                ? fmt::format("one thread of {} reads {} words that were in global memory before",
                              kernel, reads.by_one)
                : fmt::format(
                      "{} words that were in global memory before are each read by several "
                      "threads of {}",
                      reads.by_several, kernel);
        return {fmt::format("{}: {}", what, instead), clean(reader.file), reads.line,
                Cause::kValue};
      });
}

ReportMatcher AtMostAtomicsIn(WhichGrids which, Atomics most, std::string why) {
  return asks_each(
      "does few atomic operations", which,
      [=](const ReadByThreads& reads, const Launch& by) -> Refusal {
        const bool on_one = reads.on_one > most.on_one_word;
        if (!on_one && reads.atomics <= most.in_all) return {};
        return {fmt::format("{} does {} atomic operations on {} of global memory, and {} would do: "
                            "{}",
                            clean(by.kernel), on_one ? reads.on_one : reads.atomics,
                            on_one ? "one word" : "words", on_one ? most.on_one_word : most.in_all,
                            why),
                clean(by.file), by.line, Cause::kValue};
      });
}

}  // namespace harness
