// Task 2: one atomic for the lanes that are here together.
#include "18-warp-aggregated-atomics/places.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

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
  watch_threads();
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
                             "; and all of this must use one mask: __activemask called again may "
                             "name another group (W5)"));
    ASSERT_THAT(run, PlacesAreThere());
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, TakesPlaces(1, static_cast<int>(noted.size())));
    ASSERT_THAT(run.result<int>(0), InAnyOrder(filled_up(noted, room))) << kOwnPlace;
    ASSERT_THAT(run, FillsFromTheFirst(static_cast<int>(noted.size())));
    ASSERT_THAT(run, LooksAtItsOwnNumber());
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
      "take was called {} times for {} places; lanes that are there together can share a call, and "
      "{} calls are enough: one lane calls for all lanes of the mask (W5)",
      calls, wanted, most);
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
  ASSERT_THAT(run, SharesAtomics(groups_at_most(numbers)));
  ASSERT_THAT(run, LooksAtItsOwnNumber());
  EXPECT_THAT(run, WroteResult(2));
}

}  // namespace
