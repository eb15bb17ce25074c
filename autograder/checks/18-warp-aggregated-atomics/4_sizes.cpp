// Checks of lesson 18: places that one lane takes for all, and launches that one lane makes for
// all.
//
// How many lanes are together in a branch is up to the device: under random schedules the emulator
// parts those that came by ways of different length, into two groups at most (W5). So groups are
// counted with room for that.
#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/explained.h"
#include "shared/named_lanes.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::because;
using checks::Judged;
using checks::NoFinding;
using checks::NoFindingInGlobalMemory;
using checks::NoTwoInOnePlace;
using checks::ReturnsNoError;

constexpr int kBlock = 80, kChildThreads = 32;
const char* const kOwnPlace =
    "two lanes were given the same place. The leader takes a place for each lane of the mask, "
    "__popc(mask); a lane's own is the first of these plus how many lanes of the mask are below "
    "it, __popc(mask & ((1u << lane) - 1)). The first comes from the leader by a shuffle, and the "
    "leader is a lane of the mask, __ffs(mask) - 1: lane 0 may not be here";
const char* const kOutside =
    "a place that nobody took: one lane takes places for all that share its call, and no other "
    "takes any; a lane's own is the first of these plus how many lanes of the mask are below it, "
    "__popc(mask & ((1u << lane) - 1)), itself not counted";

// No lane writes where another does, or where no place is.
Judged PlacesAreApart() { return NoTwoInOnePlace(kOwnPlace); }
Judged PlacesAreThere() { return NoFinding("out-of-bounds", "", kOutside); }

// The number of the first thread that `words` speaks of, "thread 32 writes"; -1 if there is none.
int thread_in(const std::string& words) {
  std::smatch found;
  return std::regex_search(words, found, std::regex("threads? ([0-9]+)")) ? std::stoi(found[1])
                                                                          : -1;
}

// A race of two warps in shared memory. Within a warp a barrier may be all that is missing.
Refusal why_warps_share(const Outcome& run) {
  for (Diagnostic d : run.diagnostics) {
    if (d.rule != "race" || !checks::is_in_shared_memory(d)) continue;
    d.message.resize(std::min(d.message.size(), d.message.find(": ")));
    const std::size_t other = d.message.find(", which ");
    if (other == std::string::npos) continue;
    const int one = thread_in(d.message.substr(0, other));
    const int another = thread_in(d.message.substr(other));
    if (one < 0 || another < 0 || one / 32 == another / 32) continue;
    d.message +=
        ": the two threads are in different warps, and nothing orders them. A __shared__ variable "
        "belongs to all warps of the block; tell the lanes of your group by __shfl_sync (M9, M12)";
    return {diagnostic_words(d), d.file, d.line, harness::cause_of(d.rule)};
  }
  return {};
}

Judged WarpsAreApart() { return {"keeps warps apart in shared memory", why_warps_share}; }

// The values whose warp's lanes are asked together; those that the divisor divides.
std::vector<std::vector<int>> kept_by_warp(const std::vector<int>& values, int divisor) {
  std::vector<std::vector<int>> warps;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % kBlock % 32 == 0) warps.emplace_back();
    if (values[i] % divisor == 0) warps.back().push_back(values[i]);
  }
  return warps;
}

std::vector<int> joined(const std::vector<std::vector<int>>& warps) {
  std::vector<int> all;
  for (const auto& warp : warps) all.insert(all.end(), warp.begin(), warp.end());
  return all;
}

int warps_that_keep(const std::vector<std::vector<int>>& warps) {
  return static_cast<int>(std::ranges::count_if(warps, [](const auto& w) { return !w.empty(); }));
}

// Different numbers; some warps have none that 3 divides, some only such.
std::vector<int> values_of(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) {
    const int warp = i / kBlock * 3 + i % kBlock / 32;
    values[i] = warp % 4 == 1 ? 3 * i + 1 : warp % 4 == 2 ? 3 * i : i;
  }
  return values;
}

// `taken` places were handed out where `asked` lanes wanted one.
Refusal why_other_count(int taken, int asked) {
  if (taken == asked) return {};
  return because(fmt::format(
      "{} places were taken where {} lanes wanted one: the leader takes as many as share its call, "
      "__popc of their mask, and it must be one of them (W3); nobody else takes any",
      taken, asked));
}

// Result `which` is how many places were taken.
Judged TakesPlaces(int which, int asked) {
  return {"takes a place for each", [which, asked](const Outcome& run) {
            return why_other_count(run.result<int>(which)[0], asked);
          }};
}

// Result 0 has a number in each of its first `count` places.
Judged FillsFromTheFirst(int count) {
  return {"fills the places from the first", [count](const Outcome& run) -> Refusal {
            for (int i = 0; i < count; ++i) {
              if (run.result<int>(0)[i] != -1) continue;
              return because(fmt::format("place {} of {} is free, and another is taken: {}", i,
                                         count, kOutside));
            }
            return {};
          }};
}

std::vector<int> filled_up(std::vector<int> values, int n) {
  values.resize(n, -1);
  return values;
}

Refusal why_other_calls(int calls, int asked) {
  if (calls == asked) return {};
  return because(fmt::format(
      "take was called {} times; {} warps have a lane that wants a place, and {} do with one call "
      "each: "
      "one lane calls for all of them, and a warp in which nobody wants a place does not call",
      calls, asked, asked));
}

// Lanes that ask who is there, in a branch, need not be told of all that are to come.
const char* const kAskedTooLate =
    "__activemask() in a branch names the lanes that happen to be there now, not all that will "
    "come "
    "(W5): ask all lanes of the warp who keeps, by a ballot before the branch (W4)";

Judged CallsTake(int which, int asked) {
  return {"calls take once a warp", [which, asked](const Outcome& run) {
            Refusal refusal = why_other_calls(run.result<int>(which)[0], asked);
            const bool asks_too_late =
                std::ranges::any_of(run.device_calls, checks::asks_who_is_here);
            if (!refusal.why.empty() && asks_too_late)
              refusal.why += std::string("\n") + kAskedTooLate;
            return refusal;
          }};
}

// ---- Task 1 -------------------------------------------------------------------------------------

Outcome run_keep(const std::vector<int>& values, int divisor) {
  const int n = static_cast<int>(values.size());
  return EXERCISE(keep_multiples, output<int>(n), output<int>(1), output<int>(1), input(values), n,
                  divisor);
}

TEST(Aggregation, KeptOnce) {
  for (const auto& [n, divisor] : {std::pair{400, 3}, {333, 1}, {1, 3}, {50, 7}}) {
    const std::vector<int> values = values_of(n);
    const std::vector<int> kept = joined(kept_by_warp(values, divisor));
    const Outcome run = run_keep(values, divisor);
    ASSERT_THAT(run, WarpsAreApart());
    ASSERT_THAT(run, PlacesAreThere());
    ASSERT_THAT(run, PlacesAreApart());
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, TakesPlaces(1, static_cast<int>(kept.size())));
    ASSERT_THAT(run.result<int>(0), InAnyOrder(filled_up(kept, n))) << kOwnPlace;
    ASSERT_THAT(run, FillsFromTheFirst(static_cast<int>(kept.size())));
    ASSERT_THAT(run, WroteResult(0).first(kept.size()));
    EXPECT_THAT(run, checks::NamesLanesBeforehand());
  }
}

TEST(Aggregation, OneAtomicAWarp) {
  const std::vector<int> values = values_of(400);
  const Outcome run = run_keep(values, 3);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, CallsTake(2, warps_that_keep(kept_by_warp(values, 3))));
  EXPECT_THAT(run, WroteResult(2));
}

// ---- Task 2 -------------------------------------------------------------------------------------

std::vector<int> noted_by(int n) {
  std::vector<int> noted;
  for (; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) {
    if (n % 4 == 1) noted.push_back(n);
  }
  return noted;
}

std::vector<int> numbers_of(int threads) {
  std::vector<int> numbers(threads);
  for (int i = 0; i < threads; ++i) numbers[i] = 3 + i * 37 % 400;
  return numbers;
}

Outcome run_note(const std::vector<int>& numbers, int room) {
  return EXERCISE(note_numbers, output<int>(room), output<int>(1), output<int>(1), input(numbers),
                  static_cast<int>(numbers.size()), room);
}

std::vector<int> all_noted(const std::vector<int>& numbers) {
  std::vector<int> all;
  for (const int n : numbers) {
    const std::vector<int> own = noted_by(n);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

TEST(Aggregation, NotedOnce) {
  for (const int threads : {160, 75, 1}) {
    const std::vector<int> numbers = numbers_of(threads), noted = all_noted(numbers);
    const int room = static_cast<int>(noted.size()) + 32;
    const Outcome run = run_note(numbers, room);
    ASSERT_THAT(run, WarpsAreApart());
    ASSERT_THAT(run, NoFindingInGlobalMemory(
                         "race", "",
                         std::string(kOwnPlace) +
                             "; and all this must be about one group: __activemask asked again "
                             "may name another (W5)"));
    ASSERT_THAT(run, PlacesAreThere());
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, TakesPlaces(1, static_cast<int>(noted.size())));
    ASSERT_THAT(run.result<int>(0), InAnyOrder(filled_up(noted, room))) << kOwnPlace;
    ASSERT_THAT(run, FillsFromTheFirst(static_cast<int>(noted.size())));
    EXPECT_THAT(run, WroteResult(0).first(noted.size()));
  }
}

// Lanes wait for one another only where they call; so a warp has as many groups as its busiest lane
// has calls, or twice as many where a random schedule parts them.
int groups_at_most(const std::vector<int>& numbers) {
  int groups = 0;
  for (std::size_t first = 0; first < numbers.size(); first += 32) {
    std::size_t busiest = 0;
    for (std::size_t i = first; i < std::min(first + 32, numbers.size()); ++i) {
      busiest = std::max(busiest, noted_by(numbers[i]).size());
    }
    groups += 2 * static_cast<int>(busiest);
  }
  return groups;
}

Refusal why_too_many_calls(int calls, int most, std::size_t wanted) {
  if (calls <= most) return {};
  return because(
      fmt::format("take was called {} times for {} places; lanes that are there together "
                  "can share a call, and {} are enough: one lane calls for all that are in "
                  "the mask (W5)",
                  calls, wanted, most));
}

TEST(Aggregation, ThoseHereShareAnAtomic) {
  NEEDS_EMULATOR();
  const std::vector<int> numbers = numbers_of(160), noted = all_noted(numbers);
  const Outcome run = run_note(numbers, static_cast<int>(noted.size()) + 32);
  ASSERT_THAT(run, WarpsAreApart());
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, TakesPlaces(1, static_cast<int>(noted.size())));
  EXPECT_THAT(run, (Judged{"shares calls", [&](const Outcome& outcome) {
                             return why_too_many_calls(outcome.result<int>(2)[0],
                                                       groups_at_most(numbers), noted.size());
                           }}));
  EXPECT_THAT(run, WroteResult(2));
}

// ---- Task 3 -------------------------------------------------------------------------------------

Refusal why_other_ring(const Array<int>& ring, std::vector<int> kept, int start) {
  const int size = static_cast<int>(ring.size()), count = static_cast<int>(kept.size());
  std::vector<int> found;
  for (int k = 0; k < count; ++k) {
    const int place = (start + k) % size;
    if (ring[place] == -1) {
      return because(
          fmt::format("ring[{}] is free, though {} values go into a ring of {} places from {} on: "
                      "behind the last "
                      "place comes place 0, for each lane by itself: (first + rank) % size",
                      place, count, size, start));
    }
    found.push_back(ring[place]);
  }
  std::ranges::sort(found);
  std::ranges::sort(kept);
  if (found == kept) return {};
  return because("the ring's places are filled, but not with each value once");
}

Judged FillsTheRing(const std::vector<int>& kept, int start) {
  return {"fills the ring",
          [=](const Outcome& run) { return why_other_ring(run.result<int>(0), kept, start); }};
}

const char* const kRound =
    "a place beyond the ring: its end may lie within the places of one warp, so each lane goes "
    "round "
    "for itself, (first + rank) % size";

// Atomics of a run beside the two of each call of take, and one of them.
struct Others {
  int count = 0;
  ApiCall one;
};

Others beside_take(const Outcome& run, int calls) {
  Others others{-2 * calls, {}};
  for (const ApiCall& call : run.device_calls) {
    if (!is_atomic(call)) continue;
    others.count += call.count;
    if (call.name != "atomicAdd" || call.count != calls || others.one.name.empty())
      others.one = call;
  }
  return others;
}

const char* const kOnlyGrows =
    "the counter only ever grows, and only take changes it. Nothing keeps the takes of other warps "
    "out from between a take and an atomic that sets the counter back (M11): they find it beyond "
    "the end as well, and each sets it back, below 0 or to places that are taken. Leave it as it "
    "is, and let each place go round: (first + rank) % size";

// Other atomics may be right in shared memory, or one a value, for the ring. Where there is no
// shared memory and they are fewer than the values, they are of the counter.
Refusal why_set_back(const Outcome& run, int calls, int values) {
  if (!run.finished() || run.result<int>(2)[0] != calls) return {};
  const auto [count, one] = beside_take(run, calls);
  const bool shares = std::ranges::any_of(run.launches, &Launch::shared_bytes);
  if (shares || count <= 0 || count >= values) return {};
  return {fmt::format("{} is called beside take: {}", one.name, kOnlyGrows), one.file, one.line};
}

ReportMatcher LetsTheCounterGrow(int calls, int values) {
  return {"lets the counter grow",
          [=](const Outcome& run) { return why_set_back(run, calls, values); }};
}

TEST(Aggregation, RingIsFilled) {
  struct Case {
    int n, divisor, size, start;
  };
  for (const auto& [n, divisor, size, start] :
       {Case{333, 3, 260, 250}, {333, 3, 199, 150}, {100, 1, 100, 99}, {1, 3, 1, 0}}) {
    const std::vector<int> values = values_of(n);
    const auto warps = kept_by_warp(values, divisor);
    const std::vector<int> kept = joined(warps);
    const Outcome run = EXERCISE(fill_ring, output<int>(size), output<int>(1), output<int>(1),
                                 input(values), n, divisor, size, start);
    ASSERT_THAT(run, WarpsAreApart());
    ASSERT_THAT(run, LetsTheCounterGrow(warps_that_keep(warps), static_cast<int>(kept.size())));
    ASSERT_THAT(run, NoFinding("out-of-bounds", "", kRound));
    ASSERT_THAT(run, NoTwoInOnePlace(fmt::format(
                         "the ring has {} places and {} values come, the first at {}: a place is "
                         "(first + rank) % size, for any size; & (size - 1) is the same only where "
                         "size is a power of two\n{}",
                         size, kept.size(), start, kOwnPlace)));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, FillsTheRing(kept, start));
    ASSERT_THAT(run.result<int>(1)[0], (start + static_cast<int>(kept.size())) % size)
        << "the next free place";
    ASSERT_THAT(run, CallsTake(2, warps_that_keep(warps)));
    const Array<int> ring = run.result<int>(0);
    ASSERT_THAT(run, WroteResult(0).where([&](int i) { return ring[i] != -1; }));
    EXPECT_THAT(run, checks::NamesLanesBeforehand());
  }
}

// ---- Task 4 -------------------------------------------------------------------------------------

constexpr int kLimit = 20;

// Small ones of many lengths, so that lanes come to the branch by different ways; some warps have
// no large one, some only large ones.
std::vector<int> sizes_of(int n) {
  std::vector<int> sizes(n);
  for (int i = 0; i < n; ++i) {
    const int warp = i / kBlock * 3 + i % kBlock / 32;
    const bool large = warp % 4 != 1 && (warp % 4 == 2 || i % 5 == 2);
    sizes[i] = large ? 30 + i * 7 % 50 : i * 3 % (kLimit + 1);
  }
  return sizes;
}

int sum_of(int size) {
  int sum = 0;
  for (int k = 0; k < size; ++k) sum += k * k % 7;
  return sum;
}

Outcome run_sizes(const std::vector<int>& sizes) {
  const int n = static_cast<int>(sizes.size());
  return EXERCISE(add_up_sizes, output<int>(n), output<int>(1), input(sizes), n, kLimit);
}

TEST(Aggregation, SizesAreAddedUp) {
  const std::vector<int> only_large(96, kLimit + 1);
  for (const std::vector<int>& sizes : {sizes_of(400), sizes_of(333), sizes_of(1), only_large}) {
    const Outcome run = run_sizes(sizes);
    ASSERT_THAT(run, WarpsAreApart());
    ASSERT_THAT(run, PlacesAreThere());
    ASSERT_THAT(run, PlacesAreApart());
    ASSERT_THAT(run,
                NoFinding("missing-fence", "M4",
                          "a child should look at the items of its own group only, from items + "
                          "first on: they are ordered before its launch, others' are not"));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    EXPECT_THAT(
        run.result<int>(0),
        Elements([&](int i) { return sum_of(sizes[i]); })
            .mistaking([&](int i) { return sizes[i] > kLimit ? 0 : sum_of(sizes[i]); },
                       "sums that no child added to: its items are not where it looks, from the "
                       "first place of its group on"));
    EXPECT_THAT(run, WroteResult(0).where([&](int i) { return sum_of(sizes[i]) != 0; }));
  }
}

std::vector<int> large_by_warp(const std::vector<int>& sizes) {
  std::vector<int> counts;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (i % kBlock % 32 == 0) counts.push_back(0);
    if (sizes[i] > kLimit) ++counts.back();
  }
  std::erase(counts, 0);
  return counts;
}

Refusal why_not_shared(const Launches& launches, const std::vector<int>& large) {
  const Launch* first = nullptr;
  std::size_t count = 0;
  int blocks = 0, asked = 0;
  for (const Launch& l : launches) {
    if (!Child("add_up").matches(l)) continue;
    if (first == nullptr) first = &l;
    ++count;
    blocks += static_cast<int>(l.grid.x);
  }
  for (const int n : large) asked += n;
  if (first == nullptr) return {"nobody launches add_up yet", {}, 0};
  if (count > 2 * large.size()) {
    return {
        fmt::format("{} launches of add_up by {} warps: lanes that are there together share a "
                    "launch, and one of them makes it. Every thread that comes to a launch makes a "
                    "grid of its own (K2)",
                    count, large.size()),
        first->file, first->line};
  }
  if (blocks == asked) return {};
  return {
      fmt::format("all launches of add_up together have {} blocks for {} items: a block for each "
                  "lane that shares the launch, __popc of their mask",
                  blocks, asked),
      first->file, first->line};
}

// Each group of lanes takes its places by one call, and launches once.
Refusal why_not_a_call_each(const Outcome& run) {
  const int calls = run.result<int>(1)[0];
  const auto launches = std::ranges::count_if(
      run.launches, [](const Launch& l) { return Child("add_up").matches(l); });
  if (calls == launches) return {};
  return because(fmt::format(
      "take was called {} times for {} launches of add_up: lanes that share a launch get places of "
      "items that lie side by side, from one call of take by one of them",
      calls, launches));
}

TEST(Aggregation, OneLaunchForThoseHere) {
  NEEDS_EMULATOR();
  const std::vector<int> sizes = sizes_of(333), large = large_by_warp(sizes);
  const Outcome run = run_sizes(sizes);
  ASSERT_THAT(run.launches, NoRefusedLaunches());
  ASSERT_THAT(run.launches, (LaunchesMatcher{"shares launches", [large](const Launches& l) {
                                               return why_not_shared(l, large);
                                             }}));
  ASSERT_THAT(run.launches, Every(Child("add_up"), LaunchOf("").with_block(kChildThreads)));
  ASSERT_THAT(run, ReportMatcher("takes places once a launch", why_not_a_call_each));
  EXPECT_THAT(run, WroteResult(0).somewhere());
}

TEST(Aggregation, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome run = run_sizes(sizes_of(200));
  ASSERT_THAT(run.launches, Contains(Child("add_up"))) << "nobody launches add_up yet";
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, WroteResult(0).somewhere());
  checks::expect_errors_returned([] { return run_sizes(sizes_of(200)); });
}

}  // namespace
