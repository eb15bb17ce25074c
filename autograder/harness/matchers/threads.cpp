#include "harness/matchers/threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/matchers/launch_pattern.h"
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

/// Whether one operation tells the lanes apart; `first` is the first of its groups, `end` behind
/// its last.
bool tells_apart(const Opinions& opinions, const LanesAlike* first, const LanesAlike* end) {
  if (first->block != opinions.block || first->warp != opinions.warp) return false;
  if ((opinions.asked & ~first->together) != 0) return false;
  return std::none_of(first, end, [&](const LanesAlike& group) {
    const std::uint32_t lanes = group.alike & opinions.asked;
    return (lanes & opinions.yes) != 0 && (lanes & ~opinions.yes) != 0;
  });
}

bool counts(const LanesAlike& operation, Exchange exchange) {
  if (operation.is_shuffle) return exchange == Exchange::kByVotesOrShuffles;
  return exchange != Exchange::kByVotesOnly || operation.is_vote;
}

bool is_told(const Opinions& opinions, const std::vector<LanesAlike>& all, Exchange exchange) {
  const LanesAlike* const end = all.data() + all.size();
  for (const LanesAlike *first = all.data(), *next = first; first != end; first = next) {
    while (next != end && next->operation == first->operation) ++next;
    if (counts(*first, exchange) && tells_apart(opinions, first, next)) return true;
  }
  return false;
}

const char* words_of(Exchange exchange) {
  return exchange == Exchange::kByVotesOrShuffles ? "vote or shuffle" : "vote";
}

bool are_of_one_mind(const Opinions& opinions) {
  const std::uint32_t yes = opinions.yes & opinions.asked;
  return yes == 0 || yes == opinions.asked;
}

}  // namespace

WhichGrids all_grids() {
  return [](const Launch&) { return true; };
}

WhichGrids all_but_children(std::string kernel) {
  return [=](const Launch& launch) { return !Child(kernel).matches(launch); };
}

ReportMatcher LanesExchangeValues(std::vector<Opinions> warps, Exchange exchange) {
  return {"lanes tell each other", [=](const Outcome& run) -> Refusal {
            for (const Opinions& opinions : warps) {
              if (are_of_one_mind(opinions) || is_told(opinions, run.lanes_alike, exchange))
                continue;
              return {fmt::format("warp {} of block {}: no {} that its lanes 0x{:08x} take part in "
                                  "tells lanes 0x{:08x}, who say yes, from the others. Each lane "
                                  "{} for itself, with what it has to say (W1)",
                                  opinions.warp, opinions.block, words_of(exchange), opinions.asked,
                                  opinions.yes & opinions.asked,
                                  exchange == Exchange::kByVotesOrShuffles ? "speaks" : "votes"),
                      {},
                      0,
                      Cause::kValue};
            }
            return {};
          }};
}

ReportMatcher ReadsThroughTextures(std::string kernel, std::size_t words, std::string instead) {
  const auto is_its = [kernel](const Launch& launch) { return LaunchOf(kernel).names(launch); };
  return asks_each("reads through textures", is_its,
                   [=](const ReadByThreads& reads, const Launch& reader) -> Refusal {
                     if (reads.by_texture || std::max(reads.by_one, reads.by_several) <= words)
                       return {};
                     return {fmt::format("{} reads words of global memory by plain loads. {}",
                                         clean(reader.kernel), instead),
                             clean(reader.file), reads.line, Cause::kValue};
                   });
}

ReportMatcher ReadsOwnData(WhichGrids which, std::size_t words, std::size_t shared,
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

ReportMatcher WritesOwnData(WhichGrids which, std::size_t words, std::string instead) {
  return asks_each("threads write what is their own", which,
                   [=](const ReadByThreads& threads, const Launch& writer) -> Refusal {
                     if (threads.written_by_one <= words) return {};
                     return {fmt::format("one thread of {} writes {} words of global memory: {}",
                                         clean(writer.kernel), threads.written_by_one, instead),
                             clean(writer.file), threads.written_line, Cause::kValue};
                   });
}

namespace {

const char* words_of(MemoryKind kind) {
  if (kind == MemoryKind::kDevice) return "device memory";
  return kind == MemoryKind::kPinned ? "pinned host memory" : "managed memory";
}

/// Asks `why` of each kind of memory that grids of the kernel use.
void each_use(const Outcome& run, const std::string& kernel,
              const std::function<void(const MemoryUsed&, const Launch&)>& ask) {
  for (const MemoryUsed& used : run.memory_used) {
    const Launch* const launch = run.launches.find(used.launch);
    if (launch != nullptr && LaunchOf(kernel).names(*launch)) ask(used, *launch);
  }
}

}  // namespace

ReportMatcher UsesOnly(std::string kernel, MemoryKind kind, std::string instead) {
  const auto why_not = [=](const Outcome& run) {
    Refusal refusal;
    each_use(run, kernel, [&](const MemoryUsed& used, const Launch& launch) {
      const std::size_t words = used.read + used.written;
      if (used.kind == kind || words == 0) return;
      refusal = {fmt::format("{} reads or writes {} words of {}: {}", kernel, words,
                             words_of(used.kind), instead),
                 clean(launch.file), launch.line, Cause::kCall};
    });
    return refusal;
  };
  return {fmt::format("{} uses only {}", kernel, words_of(kind)), why_not};
}

ReportMatcher WritesOnlyTo(MemoryKind kind, std::string instead) {
  const auto why_not = [=](const Outcome& run) {
    Refusal refusal;
    each_use(run, "", [&](const MemoryUsed& used, const Launch& launch) {
      if (used.kind == kind || used.written == 0) return;
      refusal = {fmt::format("{} writes {} of {}: {}", clean(launch.kernel),
                             counted(used.written, "word", "words"), words_of(used.kind), instead),
                 clean(launch.file), launch.line, Cause::kCall};
    });
    return refusal;
  };
  return {fmt::format("kernels write only to {}", words_of(kind)), why_not};
}

ReportMatcher ReadsWordsOf(std::string kernel, MemoryKind kind, std::size_t words,
                           std::string instead) {
  const auto why_not = [=](const Outcome& run) -> Refusal {
    if (!run.launches.known()) return {};
    std::size_t read = 0;
    each_use(run, kernel, [&](const MemoryUsed& used, const Launch&) {
      if (used.kind == kind) read += used.read;
    });
    if (read >= words) return {};
    return {fmt::format("grids of {} read {} words of {}, and {} or more are wanted: {}", kernel,
                        read, words_of(kind), words, instead),
            {},
            0,
            Cause::kValue};
  };
  return {fmt::format("{} reads {}", kernel, words_of(kind)), why_not};
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
