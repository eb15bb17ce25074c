// What holds for all tasks: each launch is followed by a look at its own error.
#include "19-build-your-own-vote/order.h"
#include "19-build-your-own-vote/runs.h"
#include "shared/refused_launch.h"

namespace {

using namespace checks;

// Of two calls the first was refused this launch and the second none. So the second returns no
// error.
ReportMatcher TakesErrorOf(const Launch& refused) {
  return {"takes the error of a refused launch", [refused](const Outcome& run) -> Refusal {
            const auto [error, told] = usual_error(true);
            if (!run.finished() || run.returned<int>() != error) return {};
            return refusal_at(refused, Cause::kCall,
                              "this launch of {0} was refused with {1}, and {2} returned that "
                              "error. The next call of {2}, in which no launch was refused, "
                              "returned {3} again: the error is still the host's last error, and "
                              "the next launch is blamed for it. cudaGetLastError() returns the "
                              "last error and clears it; cudaPeekAtLastError() leaves it (R2)",
                              refused.kernel, told, run.entry_point, error);
          }};
}

void expect_errors_taken(const checks::Call& call) {
  const Outcome accepted = call();
  if (!accepted.finished() || accepted.returned<int>() != 0) return;
  const CalledTwice twice;
  for (const auto& [number, launch] : first_of_each_line(accepted.launches, true))
    ASSERT_THAT(run_refusing_host(number, call), TakesErrorOf(launch));
}

TEST(OwnVote, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  const Outcome run = run_tail(Ballots(2 * kBlock, 3));
  ASSERT_THAT(run.launches, Contains(Child())) << "vote launches nothing yet";
  ASSERT_THAT(run.launches, EveryLaunchChecked());
  ASSERT_THAT(run, ReadsItsOwnVotes(3));
  ASSERT_THAT(run, WroteByTail(0).somewhere());
  expect_errors_returned([] { return run_tail(Ballots(2 * kBlock, 3)); });
  const auto two_devices = [] { return run_devices(Ballots(2 * kBlock, 1), 2, true); };
  ASSERT_NO_FATAL_FAILURE(expect_errors_returned(two_devices));
  expect_errors_taken(two_devices);
}

}  // namespace
