// Task 3: each failure is written down, once, and all are counted.
#include <algorithm>
#include <set>
#include <string>

#include "06-errors/runs.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

bool was_sent(const Outcome& run, int list) { return run.result<int>(0)[list * kPitch] > 0; }

int lists_not_sent(const Outcome& run, const Shipment& s) {
  int lists = 0;
  for (int l = 0; l < s.lists(); ++l) lists += was_sent(run, l) ? 0 : 1;
  return lists;
}

// Why one entry of the log is wrong; empty if it is right.
std::string why_wrong_entry(const Outcome& run, const Shipment& s, const Failure& entry) {
  if (entry.list == -1 && entry.code == -1) {
    return "was never written: each failure takes the next free element, from 0 on";
  }
  const std::string what = fmt::format("is {{list {}, code {}}}", entry.list, entry.code);
  if (entry.list < 0 || entry.list >= s.lists()) return what + ", and there is no such list";
  if (entry.code == 0) {
    return what +
           ": 0 is no failure. cudaGetLastError clears what it returns, so a second call returns "
           "0: keep the code in a variable (R2)";
  }
  if (was_sent(run, entry.list)) return what + ", but this list was sent: its launch succeeded";
  // A full pool is found out before a wrong configuration.
  const bool pool = !s.sends_all() && entry.code == s.error.code;
  const int code = can_be_launched(s.lengths[entry.list]) ? s.error.code : 9;
  if (entry.code == code || pool) return {};
  return fmt::format("{}; a list of {} letters is refused with {}", what, s.lengths[entry.list],
                     code == 9        ? "9 (no block has so many threads (K6))"
                     : s.refused == 0 ? "69 (the pool is full (L2))"
                                      : s.error.description);
}

Refusal why_wrong_count(const Outcome& run, const Shipment& s) {
  const int failures = lists_not_sent(run, s), count = run.result<int>(2)[0];
  if (count == failures) return {};
  const auto refused = static_cast<int>(run.launches.refused().size());
  if (run.launches.known() && count == refused && refused < failures)
    return because(
        "{} of {} lists were not sent, but only {} launches were refused: the others were not "
        "tried. A list of 0 letters is launched like all others, refused with 9 and logged (K6, "
        "K12)",
        failures, s.lists(), refused);
  const std::string why = count > failures ? "only a launch with a code other than 0 is a failure"
                          : count == s.capacity
                              ? "the failures for which the log has no room are counted as well"
                              : "every refused launch is a failure, and only the launching thread "
                                "gets the error (K12)";
  return because("*count is {}, but {} of {} lists were refused and not sent: {}", count, failures,
                 s.lists(), why);
}

Refusal why_wrong_log(const Outcome& run, const Shipment& s) {
  if (Refusal wrong = why_wrong_count(run, s); !wrong.why.empty()) return wrong;
  const auto log = run.result<Failure>(1);
  const int count = run.result<int>(2)[0];
  std::set<int> known;
  for (int i = 0; i < std::min(count, s.capacity); ++i) {
    const std::string place = fmt::format("failures[{}] ", i);
    const std::string why = why_wrong_entry(run, s, log[i]);
    if (!why.empty()) return because(place + why);
    if (!known.insert(log[i].list).second) {
      return because("{}logs list {} for the second time", place, log[i].list);
    }
  }
  return {};
}

Judged LogsItsFailures(const Shipment& s) {
  return {"writes each failure down", [&s](const Outcome& run) { return why_wrong_log(run, s); }};
}

// Whole lists or nothing, and everything that a large pool has room for.
void expect_right_log(const Shipment& s) {
  const Outcome run = run_logging(s);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0).in_rows_of(kPitch),
              Elements([&](int i) {
                const int list = i / kPitch;
                const bool wanted =
                    can_be_launched(s.lengths[list]) && i % kPitch < s.lengths[list];
                return wanted && (was_sent(run, list) || s.sends_all()) ? 1 : 0;
              }).mistaking([](int) { return 0; }, "letters that no child sent"));
  ASSERT_THAT(run, LogsItsFailures(s));
  if (s.sends_all() && test_settings().calls == 1) {
    ASSERT_THAT(run.launches, SharesTheLists(s.lists()));
  }
  const int count = run.result<int>(2)[0];
  EXPECT_THAT(run, SentByChildren(run));
  EXPECT_THAT(run, WroteResult(1).first(std::min(count, s.capacity)));
  EXPECT_THAT(run, WroteResult(2).where([count](int) { return count > 0; }));
}

TEST(Errors, LogHoldsEveryFailure) {
  expect_right_log({some_lengths(40), 40, 2048});
  expect_right_log({some_lengths(300), 300, slots_in_pool(32)});
  expect_right_log({{2000}, 4, 2048});
  if (settings().device == DeviceKind::kEmulator) {
    for (const LaunchError& error : kRefusals)
      expect_right_log({some_lengths(40), 40, 2048, 1, error});
  }
  const CalledTwice twice;
  expect_right_log({some_lengths(40), 40, 2048});
}

TEST(Errors, LogMayBeTooSmall) {
  expect_right_log({some_lengths(300), 10, 2048});
  expect_right_log({some_lengths(300), 10, slots_in_pool(100)});
}

}  // namespace
