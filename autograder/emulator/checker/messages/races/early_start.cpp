// A race with a grid that was launched so that it may start before earlier ones are complete: a
// thread of it has not waited for them, or has waited for one that had not waited itself.
#include <algorithm>
#include <unordered_set>
#include <vector>

#include "checker/messages/races/cause.h"
#include "checker/messages/words.h"
#include "checker/state.h"

namespace emu::checker {

namespace {

/// What the host launched: `work`, or what it descends from.
const Work& launched_by_host(const Work& work) {
  const Work* sent = &work;
  while (sent->parent && !is_host(*sent->parent)) sent = sent->parent;
  return *sent;
}

/// Whether `later` may start before `earlier` is complete, or may start early after one that may.
bool may_overlap(const Work& later, const Work& earlier) {
  std::vector<const Work*> open{&later};
  std::unordered_set<const Work*> known{&later};
  while (!open.empty()) {
    const Work* work = open.back();
    open.pop_back();
    if (work == &earlier) return true;
    for (const Work* overlapped : work->overlapped)
      if (known.insert(overlapped).second) open.push_back(overlapped);
  }
  return false;
}

/// The dependent grid's access, which comes before or after the other in this run.
struct Early {
  const Work& dependent;
  const Work& earlier;
  Position at;  // of the dependent's access, or of the launch of who made it
  const SourceLine& line;
  bool writes;
  bool came_first;
};

std::string name_of(const Work& work) { return std::string(work.info.kernel); }

/// Both may be launches of one kernel.
std::string names_of_earlier(const Early& early) {
  return name_of(early.earlier) == name_of(early.dependent) ? "the grid ahead of it"
                                                            : name_of(early.earlier);
}

std::string line_of_launch(const Early& early) {
  return line_words({std::string(early.dependent.info.file), early.dependent.info.line, ""},
                    early.line);
}

std::string may_start(const Early& early) {
  return "the launch at " + line_of_launch(early) + " allows " + name_of(early.dependent) +
         " to start before " + names_of_earlier(early) + " has ended";
}

bool has_waited(Position at) { return extra_of(at.phase).joined != nullptr; }

/// Whether other threads of the dependent grid had waited by then, or none. Of a store the race is
/// told later.
std::string who_has_not_waited(const Early& early) {
  const std::string here = line_words(early.line, early.line);
  return early.dependent.has_awaited && !early.writes && !early.came_first
             ? ", and when " + here + " ran, only other threads of " + name_of(early.dependent) +
                   " had waited for that: a wait orders only what its own thread does next"
             : ", and nothing made " + here + " wait for that";
}

Explanation waits_too_little(const Early& early) {
  const std::string here = line_words(early.line, early.line);
  return {.missing =
              may_start(early) + who_has_not_waited(early) +
              "; call cudaGridDependencySynchronize() in every thread before " + here +
              ", or in one thread of each block, with __syncthreads() between the call and " + here,
          .cites = early.writes ? "Q4" : "Q3",
          .weight = kGrids};
}

Explanation between_has_not_waited(const Early& early, const Work& between) {
  return {.missing = name_of(early.dependent) + " has waited for " + name_of(between) +
                     " by cudaGridDependencySynchronize(), but no thread of " + name_of(between) +
                     " has waited for " + names_of_earlier(early) +
                     ": it works on the cards that we measured, but CUDA does not promise it; call "
                     "cudaGridDependencySynchronize() in " +
                     name_of(between) + ", too",
          .cites = "Q5",
          .weight = kGrids,
          .severity = state.settings.harmless};
}

/// The grid that the dependent one has waited for, and that has not waited for the earlier one.
const Work& grid_between(const Early& early) {
  const auto& overlapped = early.dependent.overlapped;
  const auto found = std::ranges::find_if(
      overlapped, [&](const Work* work) { return may_overlap(*work, early.earlier); });
  return found == overlapped.end() ? early.earlier : **found;
}

Explanation explain(const Early& early) {
  if (has_waited(early.at)) return between_has_not_waited(early, grid_between(early));
  return waits_too_little(early);
}

/// Where the dependent grid stood when it made the access, or launched what did.
Position in_grid(const Work& grid, const Work& by, Position at) {
  const Work* work = &by;
  while (work != &grid) {
    at = work->launched_at;
    work = work->parent;
  }
  return at;
}

}  // namespace

std::optional<Explanation> with_early_start(const TwoAccesses& two) {
  const Work &first = launched_by_host(two.first), &second = launched_by_host(two.second);
  if (&first == &second) return std::nullopt;
  if (may_overlap(second, first))
    return explain({second, first, in_grid(second, two.second, two.race.at), two.where,
                    two.race.access.writes, false});
  const Position at{phase_of(two.race.earlier), 0};
  if (may_overlap(first, second))
    return explain(
        {first, second, in_grid(first, two.first, at), two.other, two.race.earlier_wrote, true});
  return std::nullopt;
}

}  // namespace emu::checker
