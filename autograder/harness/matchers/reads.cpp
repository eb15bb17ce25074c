#include "harness/matchers/reads.h"

#include <fmt/format.h>

#include <utility>

#include "harness/matchers/launch_pattern.h"
#include "harness/text.h"

namespace harness {
namespace {

bool names(const Outcome& run, const std::string& kernel, std::int64_t launch) {
  const Launch* found = run.launches.find(launch);
  return found != nullptr && LaunchOf(kernel).names(*found);
}

std::size_t words_read(const Outcome& run, const std::string& reader, const std::string& writer) {
  std::size_t words = 0;
  for (const WordsRead& read : run.reads)
    if (names(run, reader, read.reader) && names(run, writer, read.writer)) words += read.words;
  return words;
}

std::string named(const std::string& kernel) { return kernel.empty() ? "a grid" : kernel; }

}  // namespace

ReportMatcher Reads(std::string reader, std::string writer, std::size_t words) {
  const auto why_not = [=](const Outcome& run) -> Refusal {
    const std::size_t read = words_read(run, reader, writer);
    if (read >= words) return {};
    return {fmt::format("{0} was to read what {1} writes, at least {2} words of it, and has read "
                        "{3}. What a grid works out by itself, or is given by the host, needs no "
                        "order between the two, and this task is about that order",
                        named(reader), reader == writer ? "another grid of it" : named(writer),
                        words, read),
            {},
            0,
            Cause::kValue};
  };
  return {fmt::format("{} reads what {} writes", named(reader), named(writer)), why_not};
}

}  // namespace harness
