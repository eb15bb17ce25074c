// A refusal says what is missing, shows the launch that comes nearest, and gives its line.
#include "harness/matchers/launch_matchers.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/text.h"

namespace harness {
namespace {

std::vector<const Launch*> like(const Launches& launches, const LaunchPattern& pattern) {
  std::vector<const Launch*> found;
  for (const Launch& launch : launches) {
    if (pattern.matches(launch)) found.push_back(&launch);
  }
  return found;
}

std::string place(const Launch& l) {
  return l.line == 0 ? "" : fmt::format(" ({}:{})", clean(file_name(l.file)), l.line);
}

std::string launching_thread(const Launch& l) {
  if (l.from_host()) return {};
  return fmt::format(", from block {} thread {}", l.parent_block.x, l.parent_thread.x);
}

Refusal about(std::string why, const Launch* launch) {
  if (launch == nullptr) return {std::move(why), {}, 0};
  return {std::move(why), clean(launch->file), launch->line};
}

// How many grids there are follows from all that went before: a result, like the values.
Refusal about_number(std::string why, const Launch* launch) {
  Refusal refusal = about(std::move(why), launch);
  refusal.cause = Cause::kValue;
  return refusal;
}

Refusal about_order(std::string why, const Launch* launch) {
  Refusal refusal = about(std::move(why), launch);
  refusal.cause = Cause::kOrder;
  return refusal;
}

// The launch of the right kernel that fails in the fewest things; null when there is none.
const Launch* nearest(const Launches& launches, const LaunchPattern& pattern) {
  const Launch* best = nullptr;
  for (const Launch& launch : launches) {
    if (!pattern.names(launch) || pattern.matches(launch)) continue;
    if (best == nullptr || pattern.mismatches(launch) < pattern.mismatches(*best)) best = &launch;
  }
  return best;
}

Refusal missing(const Launches& launches, const LaunchPattern& pattern) {
  const std::string why = fmt::format("there is no {}", pattern.words());
  const Launch* near = nearest(launches, pattern);
  if (near == nullptr) return about_number(why + "\n" + summary(launches), nullptr);
  return about(fmt::format("{}\nthe nearest is {}{}", why, launch_words(*near), place(*near)),
               near);
}

Refusal wrong_count(const Launches& launches, const LaunchPattern& pattern, std::size_t count,
                    const std::string& should) {
  const std::string why =
      fmt::format("{} of: {}; there should be {}", counted(count, "launch", "launches"),
                  pattern.words(), should);
  const auto found = like(launches, pattern);
  const Launch* shown = found.empty() ? nearest(launches, pattern) : found.front();
  return about_number(why + "\n" + summary(launches), shown);
}

Refusal too_deep(const Launches& launches, int depth) {
  for (const Launch& l : launches) {
    if (l.depth <= depth) continue;
    return about(fmt::format("{} was launched at depth {}; the last level is {}{}", launch_words(l),
                             l.depth, depth, place(l)),
                 &l);
  }
  return {};
}

Refusal not_deep_enough(const Launches& launches, int depth) {
  int deepest = -1;
  for (const Launch& l : launches) deepest = std::max(deepest, l.depth);
  if (deepest >= depth) return {};
  if (deepest < 0) return about_number("nothing was launched", nullptr);
  return about_number(
      fmt::format("the deepest launch is at depth {}; it should be at {}", deepest, depth),
      nullptr);
}

Refusal unordered(const Launches& launches, const LaunchPattern& before,
                  const LaunchPattern& after) {
  for (const LaunchPattern* pattern : {&before, &after}) {
    if (like(launches, *pattern).empty()) return missing(launches, *pattern);
  }
  for (const Launch* b : like(launches, after)) {
    for (const Launch* a : like(launches, before)) {
      if (a == b || launches.ordered(*a, *b)) continue;
      return about_order(fmt::format("nothing makes {}{} wait for {}{}", launch_words(*b),
                                     place(*b), launch_words(*a), place(*a)),
                         b);
    }
  }
  return {};
}

Refusal never_overlap(const Launches& launches, const LaunchPattern& one,
                      const LaunchPattern& other) {
  const auto ones = like(launches, one), others = like(launches, other);
  if (ones.empty()) return missing(launches, one);
  if (others.empty()) return missing(launches, other);
  for (const Launch* a : ones) {
    for (const Launch* b : others) {
      if (a != b && !launches.ordered(*a, *b) && !launches.ordered(*b, *a)) return {};
    }
  }
  const bool forward = launches.ordered(*ones.front(), *others.front());
  const Launch* second = forward ? others.front() : ones.front();
  const Launch* first = forward ? ones.front() : others.front();
  return about_order(
      fmt::format("{}{} has to wait for {}{}; they should be free to overlap",
                  launch_words(*second), place(*second), launch_words(*first), place(*first)),
      second);
}

// The largest number of grids that ran at one moment of the virtual clock.
int at_once(const std::vector<const Launch*>& grids) {
  std::vector<std::pair<std::int64_t, int>> events;
  for (const Launch* l : grids) {
    events.emplace_back(l->start_ns, 1);
    events.emplace_back(l->end_ns, -1);
  }
  std::ranges::sort(events);
  int now = 0, most = 0;
  for (const auto& [time, change] : events) most = std::max(most, now += change);
  return most;
}

Refusal unchecked(const Launches& launches) {
  std::size_t count = 0;
  const Launch* first = nullptr;
  const auto look = [&](const Launch& l) {
    if (l.error_seen || (l.from_host() && l.error == 0)) return;
    ++count;
    if (first == nullptr || (first->error == 0 && l.error != 0)) first = &l;
  };
  std::ranges::for_each(launches, look);
  std::ranges::for_each(launches.refused(), look);
  if (first == nullptr) return {};
  return about(fmt::format("the error of {}{}{} is never checked\n{} without a check of the error",
                           launch_words(*first), launching_thread(*first), place(*first),
                           counted(count, "launch", "launches")),
               first);
}

Refusal refused(const Launches& launches, std::size_t count) {
  const auto& all = launches.refused();
  if (all.size() == count) return {};
  const std::string should = count == 0 ? "none" : std::to_string(count);
  std::string why = fmt::format("{} refused; there should be {}",
                                counted(all.size(), "launch was", "launches were"), should);
  if (all.empty()) return {why, {}, 0};
  const Launch& l = all.front();
  why += fmt::format("\nthe first is {}{}{}: {} ({})", launch_words(l), launching_thread(l),
                     place(l), clean(l.error_name), l.error);
  return about(why, &l);
}

// Hands every launch to the first pattern that it is like and that still wants one.
Refusal differs(const Launches& launches, const std::vector<LaunchPattern>& patterns) {
  std::vector<std::size_t> left;
  for (const LaunchPattern& p : patterns) left.push_back(p.count());
  const Launch* extra = nullptr;
  for (const Launch& launch : launches) {
    std::size_t i = 0;
    while (i < patterns.size() && (left[i] == 0 || !patterns[i].matches(launch))) ++i;
    if (i < patterns.size()) {
      --left[i];
    } else if (extra == nullptr) {
      extra = &launch;
    }
  }
  const auto wanting = std::ranges::find_if(left, [](std::size_t n) { return n > 0; });
  if (wanting == left.end()) {
    if (extra == nullptr) return {};
    return about_number(fmt::format("{}{} is one launch too many\n{}", launch_words(*extra),
                                    place(*extra), summary(launches)),
                        extra);
  }
  const LaunchPattern& pattern = patterns[static_cast<std::size_t>(wanting - left.begin())];
  const std::size_t there = pattern.count() - *wanting;
  Refusal refusal = there == 0
                        ? missing(launches, pattern)
                        : wrong_count(launches, pattern, there, std::to_string(pattern.count()));
  if (extra != nullptr && refusal.line == 0) {
    refusal.file = clean(extra->file);
    refusal.line = extra->line;
  }
  return refusal;
}

}  // namespace

// Where the device has stopped, launches are missing for that reason.
Refusal LaunchesMatcher::why_not(const Launches& launches) const {
  return after_fault(launches.fault(), question_(launches));
}

bool LaunchesMatcher::MatchAndExplain(const Launches& launches,
                                      testing::MatchResultListener* listener) const {
  if (launches.known()) return answer(why_not(launches), listener, Cause::kCall);
  return answer({launches.problem(), {}, 0}, listener, Cause::kEnding);
}

LaunchesMatcher Contains(LaunchPattern pattern) {
  return {"contains a " + pattern.words(), [pattern](const Launches& l) {
            return like(l, pattern).empty() ? missing(l, pattern) : Refusal{};
          }};
}

LaunchesMatcher ContainsNo(LaunchPattern pattern) {
  return {"contains no " + pattern.words(), [pattern](const Launches& l) -> Refusal {
            const auto found = like(l, pattern);
            if (found.empty()) return {};
            const Launch* first = found.front();
            return about(
                fmt::format("there should be no {}, but there {} {}: {}{}{}", pattern.words(),
                            found.size() == 1 ? "is" : "are", found.size(), launch_words(*first),
                            launching_thread(*first), place(*first)),
                first);
          }};
}

LaunchesMatcher LaunchCount(std::size_t count, LaunchPattern pattern) {
  return {fmt::format("has {} of: {}", count, pattern.words()),
          [count, pattern](const Launches& l) -> Refusal {
            const std::size_t found = like(l, pattern).size();
            return found == count ? Refusal{}
                                  : wrong_count(l, pattern, found, std::to_string(count));
          }};
}

LaunchesMatcher LaunchCountBetween(std::size_t least, std::size_t most, LaunchPattern pattern) {
  return {fmt::format("has {} to {} of: {}", least, most, pattern.words()),
          [=](const Launches& l) -> Refusal {
            const std::size_t found = like(l, pattern).size();
            if (least <= found && found <= most) return {};
            return wrong_count(l, pattern, found, fmt::format("{} to {}", least, most));
          }};
}

LaunchesMatcher HostLaunchCount(std::size_t count) { return LaunchCount(count, FromHost()); }

LaunchesMatcher LaunchesAre(std::vector<LaunchPattern> patterns) {
  return {"are the launches asked for",
          [patterns = std::move(patterns)](const Launches& l) { return differs(l, patterns); }};
}

LaunchesMatcher EveryLaunch(LaunchPattern which, LaunchPattern expected) {
  return {"every " + which.words() + " is a " + expected.words(),
          [=](const Launches& l) -> Refusal {
            const auto found = like(l, which);
            if (found.empty()) return missing(l, which);
            for (const Launch* launch : found) {
              if (expected.matches(*launch)) continue;
              return about(fmt::format("every {} should be a {}, but there is {}{}{}",
                                       which.words(), expected.words(), launch_words(*launch),
                                       launching_thread(*launch), place(*launch)),
                           launch);
            }
            return {};
          }};
}

LaunchesMatcher MaxDepth(int depth) {
  return {fmt::format("goes down to depth {}", depth), [depth](const Launches& l) {
            const Refusal refusal = too_deep(l, depth);
            return refusal.why.empty() ? not_deep_enough(l, depth) : refusal;
          }};
}

LaunchesMatcher NoLaunchBeyond(int depth) {
  return {fmt::format("has no launch beyond depth {}", depth),
          [depth](const Launches& l) { return too_deep(l, depth); }};
}

LaunchesMatcher Ordered(LaunchPattern before, LaunchPattern after) {
  return {"a " + after.words() + " waits for every " + before.words(),
          [=](const Launches& l) { return unordered(l, before, after); }};
}

LaunchesMatcher MayOverlap(LaunchPattern one, LaunchPattern other) {
  return {"a " + one.words() + " may overlap with a " + other.words(),
          [=](const Launches& l) { return never_overlap(l, one, other); }};
}

LaunchesMatcher StartsAfter(LaunchPattern later, LaunchPattern earlier) {
  return {"a " + later.words() + " starts after every " + earlier.words(),
          [=](const Launches& l) -> Refusal {
            for (const LaunchPattern* pattern : {&later, &earlier}) {
              if (like(l, *pattern).empty()) return missing(l, *pattern);
            }
            for (const Launch* a : like(l, later)) {
              for (const Launch* b : like(l, earlier)) {
                if (a == b || a->sequence > b->sequence) continue;
                return about_order(fmt::format("{}{} started before {}{}", launch_words(*a),
                                               place(*a), launch_words(*b), place(*b)),
                                   a);
              }
            }
            return {};
          }};
}

LaunchesMatcher AtOnce(int count, LaunchPattern pattern) {
  return {fmt::format("runs {} at once of: {}", count, pattern.words()),
          [=](const Launches& l) -> Refusal {
            const auto found = like(l, pattern);
            const int most = at_once(found);
            if (most >= count) return {};
            return about_order(fmt::format("at most {} ran at once of: {}; {} should", most,
                                           pattern.words(), count),
                               found.empty() ? nullptr : found.front());
          }};
}

LaunchesMatcher EveryLaunchChecked() { return {"looks at the error of every launch", unchecked}; }

LaunchesMatcher NoRefusedLaunches() { return RefusedLaunchCount(0); }

LaunchesMatcher RefusedLaunchCount(std::size_t count) {
  return {fmt::format("has {} refused launches", count),
          [count](const Launches& l) { return refused(l, count); }};
}

}  // namespace harness
