// Task 1: who of a warp says yes, whether any, whether all.
#include <string>
#include <utility>

#include "17-warp-voting/warps.h"
#include "harness/text.h"
#include "shared/judged.h"
#include "shared/named_lanes.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// Which threads a warp has, in words: a mistake is often about warps that have few.
std::string lanes_words(std::size_t w, Lanes warp, int n, int threads) {
  const int first = warp.first % threads, last = first + warp.count - 1;
  const int values = std::clamp(n - warp.first, 0, warp.count);
  const std::string which = warp.count == 1 ? fmt::format("thread {}", first)
                                            : fmt::format("threads {} to {}", first, last);
  const std::string with = values == warp.count ? "each with"
                           : values == 0        ? "none with"
                           : values == 1        ? "the first with"
                                                : fmt::format("the first {} with", values);
  return fmt::format("Warp {} is {} of block {}: {}, {} a value (W7)", w, which,
                     warp.first / threads, counted(warp.count, "lane", "lanes"), with);
}

struct Votes {
  unsigned who = 0;
  int any = 0, all = 1;
};

Votes serial_votes(const std::vector<int>& values, Lanes warp) {
  Votes votes;
  const int n = static_cast<int>(values.size());
  for (int lane = 0; lane < warp.count && warp.first + lane < n; ++lane) {
    if (values[warp.first + lane] >= 0) {
      votes.all = 0;
    } else {
      votes.who |= 1U << lane;
      votes.any = 1;
    }
  }
  return votes;
}

// Negative: here and there, then every one, then none; so in the end there are warps of each kind.
std::vector<int> signed_values(int n) {
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) {
    const bool negative = i % 192 < 64 ? i * i % 7 == 2 : i % 192 < 128;
    values[i] = negative ? -1 - i : i;
  }
  return values;
}

// One call of the exercise, and what should come of it, warp by warp.
struct Case {
  int n, threads;
  std::vector<Lanes> warps;
  std::vector<Votes> expected;

  bool is_full(std::size_t w) const { return warps[w].count == 32 && warps[w].first + 32 <= n; }
  std::string words(std::size_t w) const { return lanes_words(w, warps[w], n, threads); }
  std::vector<Opinions> opinions() const {
    std::vector<Opinions> all;
    for (std::size_t w = 0; w < warps.size(); ++w)
      all.push_back(
          opinions_of(warps[w], threads, std::clamp(n - warps[w].first, 0, 32), expected[w].who));
    return all;
  }
};

Refusal why_not_written(const std::string& name, std::size_t w, const Case& c) {
  if (c.is_full(w)) return because("{}[{}]: no lane of warp {} wrote it", name, w, w);
  return because(
      "{}[{}]: no lane of warp {} wrote it. {}. Each warp has an answer: the lane that writes it "
      "must exist in the warp, and must not have returned because it has no value",
      name, w, w, c.words(w));
}

Refusal why_other_lanes(const Array<unsigned>& who, const Case& c) {
  for (std::size_t w = 0; w < c.expected.size(); ++w) {
    if (who[w] == c.expected[w].who) continue;
    if (who[w] == 0xcccccccc) return why_not_written("who", w, c);
    return because(
        "who[{}] is 0x{:08x}; it should be 0x{:08x}: bit k is set for each lane k that has a "
        "negative value (W3){}",
        w, who[w], c.expected[w].who, c.is_full(w) ? "" : ". " + c.words(w));
  }
  return {};
}

Judged NamesTheRightLanes(const Case& c) {
  return {"names the lanes that say yes",
          [c](const Outcome& run) { return why_other_lanes(run.result<unsigned>(0), c); }};
}

Judged WritesForEachWarp(const Case& c) {
  return {"writes for each warp", [c](const Outcome& run) -> Refusal {
            for (std::size_t w = 0; w < c.expected.size(); ++w) {
              if (run.result<int>(1)[w] == -1) return why_not_written("any", w, c);
              if (run.result<int>(2)[w] == -1) return why_not_written("all", w, c);
            }
            return {};
          }};
}

void votes_are_right(int n, int threads) {
  watch_threads();
  const std::vector<int> values = signed_values(n);
  Case c = {n, threads, warps_of(n, threads), {}};
  std::vector<int> who, any, all, all_asked;
  for (const Lanes warp : c.warps) {
    c.expected.push_back(serial_votes(values, warp));
    who.push_back(c.expected.back().who != 0);
    any.push_back(c.expected.back().any);
    all.push_back(c.expected.back().all);
    all_asked.push_back(all.back() != 0 && warp.first + 32 <= n && warp.count == 32);
  }
  const int warps = static_cast<int>(c.expected.size());
  const Outcome run = EXERCISE(votes_of_warps, output<unsigned>(warps), output<int>(warps),
                               output<int>(warps), input(values), n, threads);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  const std::string size = fmt::format("{} values, {} threads", n, threads);
  ASSERT_THAT(run, NamesTheRightLanes(c)) << size;
  ASSERT_THAT(run, OneLaneWrites());
  ASSERT_THAT(run, WritesForEachWarp(c)) << size;
  ASSERT_THAT(run.result<int>(1), Elements(any)) << size;
  ASSERT_THAT(
      run.result<int>(2),
      Elements(all)
          .mistaking([all_asked](int w) { return all_asked[w]; },
                     "the result when lanes without a value say no: for \"all\" do not ask them, "
                     "or let them say yes, so that they change nothing (W3)")
          .mistaking([](int) { return 1; },
                     "the result when only lanes that say yes anyway are asked (W5)"))
      << fmt::format("{} values, in blocks of {} threads", n, threads);
  ASSERT_THAT(run, NamesLanesBeforehand());
  ASSERT_THAT(run, VotesInTheWarp());
  ASSERT_THAT(run, LooksAtItsOwnValue());
  ASSERT_THAT(run, LanesExchangeValues(c.opinions())) << size;
  ASSERT_THAT(run, WroteAnswers(0, who));
  ASSERT_THAT(run, WroteAnswers(1, any));
  EXPECT_THAT(run, WroteAnswers(2, all));
}

TEST(Votes, WarpsKnowWho) { votes_are_right(448, 64); }

TEST(Votes, WhoHasNoValueDoesNotCount) {
  // In the last case but one the first warp without a value begins where the values end.
  for (const auto& [n, threads] : {std::pair{203, 80}, {500, 256}, {7, 33}, {96, 64}, {1, 1}}) {
    votes_are_right(n, threads);
    if (testing::Test::HasFatalFailure() || testing::Test::HasNonfatalFailure()) return;
  }
}

}  // namespace
