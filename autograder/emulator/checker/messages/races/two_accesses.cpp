#include "checker/messages/races/two_accesses.h"

#include "checker/messages/words.h"
#include "checker/state.h"

namespace emu::checker {

namespace {

/// Notes the race; true once the line is known to read a word and write it back.
bool is_update(const std::string& line, bool both_write, std::uintptr_t begin) {
  RacesWithItself& one = state.findings.with_itself[line];
  (both_write ? one.write_and_write : one.read_and_write) = begin;
  return one.read_and_write == one.write_and_write;
}

/// From inside out: where the access is, and the calls that led there.
std::vector<SourceLine> frames_of(const SourceLine& line) {
  std::vector<SourceLine> frames{line};
  frames.insert(frames.end(), line.callers.begin(), line.callers.end());
  return frames;
}

/// Advice is for the function that makes both accesses, or calls what makes them: a helper that
/// exchanges two values has no place for a barrier.
TwoLines lines_of_one_function(const SourceLine& earlier, const SourceLine& later) {
  TwoLines lines{earlier, later};
  std::vector<SourceLine> ones = frames_of(earlier), others = frames_of(later);
  while (!ones.empty() && !others.empty()) {
    const SourceLine one = ones.back(), other = others.back();
    if (one.function != other.function || one.file != other.file) break;
    lines = {one, other};
    if (one.line != other.line) break;
    ones.pop_back();
    others.pop_back();
  }
  return lines;
}

}  // namespace

TwoAccesses::TwoAccesses(const Race& found)
    : race(found),
      first(*work_of(race.earlier)),
      second(*block_at(race.at.phase).work),
      where(line_of_access(race.access.site, second.info)),
      other(line_of_access(site_of(race.earlier), first.info)),
      lines(lines_of_one_function(other, where)),
      updates(one_line() && !race.access.atomic && !earlier_atomic() &&
              is_update(file_and_line(where), both_write(), race.begin)) {}

}  // namespace emu::checker
