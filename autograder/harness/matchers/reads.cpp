#include "harness/matchers/reads.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/matchers/launch_pattern.h"
#include "harness/text.h"

namespace harness {
namespace {

using WrittenBy = WordsRead::By;
using Counts = bool (*)(const Launch& reader, const Launch& writer, WrittenBy by);

bool is_child(const Launch& reader, const Launch&, WrittenBy) { return !reader.from_host(); }
bool is_its_child(const Launch& reader, const Launch& writer, WrittenBy) {
  return reader.parent == writer.id;
}
bool is_of_host(const Launch& reader, const Launch&, WrittenBy) { return reader.from_host(); }
bool is_anyones(const Launch&, const Launch&, WrittenBy) { return true; }
bool is_by_other_threads(const Launch&, const Launch&, WrittenBy by) {
  return by == WrittenBy::kItsBlock || by == WrittenBy::kOtherBlock;
}
bool is_by_other_blocks(const Launch&, const Launch&, WrittenBy by) {
  return by == WrittenBy::kOtherBlock;
}

const Launch* first_reader(const Outcome& run, const std::string& reader) {
  const auto found = std::ranges::find_if(
      run.launches, [&](const Launch& launch) { return LaunchOf(reader).names(launch); });
  return found == run.launches.end() ? nullptr : &*found;
}

std::size_t words_read(const Outcome& run, const std::string& reader, const std::string& writer,
                       Counts counts) {
  std::size_t words = 0;
  for (const WordsRead& read : run.reads) {
    const Launch* const from = run.launches.find(read.writer);
    const Launch* const by = run.launches.find(read.reader);
    if (from == nullptr || by == nullptr || !counts(*by, *from, read.by)) continue;
    if (LaunchOf(reader).names(*by) && LaunchOf(writer).names(*from)) words += read.words;
  }
  return words;
}

std::string named(const std::string& kernel) { return kernel.empty() ? "a grid" : kernel; }

ReportMatcher reads(std::string reader, std::string writer, std::size_t words, Counts counts,
                    const char* who) {
  const auto why_not = [=](const Outcome& run) -> Refusal {
    const std::size_t read = words_read(run, reader, writer, counts);
    if (read >= words) return {};
    return {
        fmt::format("{0}{4} was to read what {1} writes, at least {2} words of it, and has read "
                    "{3}. What a grid works out by itself, or is given by the host, needs no "
                    "order between the two, and this task is about that order",
                    named(reader), reader == writer ? "another grid of it" : named(writer), words,
                    read, who),
        {},
        0,
        Cause::kValue};
  };
  return {fmt::format("{} reads what {} writes", named(reader), named(writer)), why_not};
}

/// Words that others of the writing grid wrote than the `one` that launched.
ReportMatcher reads_of_others(std::string reader, std::string writer, std::size_t words,
                              Counts counts, const char* one) {
  const auto why_not = [=](const Outcome& run) -> Refusal {
    const std::size_t read = words_read(run, reader, writer, counts);
    if (read >= words) return {};
    const Launch* const launch = first_reader(run, reader);
    return {fmt::format("of the words that {0} reads, other {1}s of {2} than the one that launched "
                        "wrote {3}, and at least {4} are wanted: all {1}s of {2} write, and this "
                        "task is about the order of their writes before the launch",
                        named(reader), one, named(writer), read, words),
            launch == nullptr ? "" : clean(launch->file), launch == nullptr ? 0 : launch->line,
            Cause::kValue};
  };
  return {fmt::format("{} reads what other {}s of {} write", named(reader), one, named(writer)),
          why_not};
}

}  // namespace

ReportMatcher Reads(std::string reader, std::string writer, std::size_t words) {
  return reads(std::move(reader), std::move(writer), words, is_child, "");
}

ReportMatcher ReadsFromParent(std::string reader, std::string parent, std::size_t words) {
  return reads(std::move(reader), std::move(parent), words, is_its_child, ", a child of it,");
}

ReportMatcher ReadsInHostGrids(std::string reader, std::string writer, std::size_t words) {
  return reads(std::move(reader), std::move(writer), words, is_of_host, "");
}

ReportMatcher ReadsInAnyGrid(std::string reader, std::string writer, std::size_t words) {
  return reads(std::move(reader), std::move(writer), words, is_anyones, "");
}

ReportMatcher ReadsFromOtherThreads(std::string reader, std::string writer, std::size_t words) {
  return reads_of_others(std::move(reader), std::move(writer), words, is_by_other_threads,
                         "thread");
}

ReportMatcher ReadsFromOtherBlocks(std::string reader, std::string writer, std::size_t words) {
  return reads_of_others(std::move(reader), std::move(writer), words, is_by_other_blocks, "block");
}

}  // namespace harness
