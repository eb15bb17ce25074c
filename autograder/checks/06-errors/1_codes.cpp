// Task 1: each launch is answered with its own error.
#include <algorithm>
#include <string>

#include "06-errors/runs.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

std::string why_wrong_code(const std::vector<int>& lengths, int list, int code) {
  const int letters = lengths[list];
  const std::string what = fmt::format("codes[{}] is {}", list, code);
  if (code == 2) {
    return what +
           ": that is cudaErrorMemoryAllocation, which no launch of this kernel causes. An "
           "earlier cudaMalloc of the thread failed, and its error stays the thread's last error "
           "until it is read (R2, R7). Clear it before the launch";
  }
  if (code == 0) {
    return fmt::format(
        "{} for a list of {} letters, but one block cannot have {} threads: the launch is "
        "refused, and the launching thread's last error says 9 right after it (K6, K12). "
        "cudaGetLastError clears the error: a second call returns 0, so keep what the first one "
        "returned (R2)",
        what, letters, letters);
  }
  return fmt::format("{} for a list of {} letters; it should be {}", what, letters,
                     can_be_launched(letters) ? 0 : 9);
}

// One launch was refused on purpose, and who knows codes by heart does not know this one.
Refusal why_code_not_read(const Outcome& run, const LaunchError& error) {
  const auto sent = run.result<int>(0), codes = run.result<int>(1);
  int found = 0;
  for (std::size_t list = 0; list < kLengths.size(); ++list) {
    const bool is_sent = sent[list * kMostLetters] > 0;
    const int right = is_sent ? 0 : can_be_launched(kLengths[list]) ? error.code : 9;
    found += codes[list] == error.code ? 1 : 0;
    if (codes[list] == right || (!is_sent && codes[list] == error.code)) continue;
    return because(
        "codes[{}] is {}; it should be {}, because the first launch was refused with {}. Return "
        "what cudaGetLastError() says right after the launch (K12)",
        list, codes[list], right, error.description);
  }
  if (found == 1) return {};
  return because(
      "{} of {} codes are {}, but one launch was refused with {}. Return what cudaGetLastError() "
      "says right after each launch (K12)",
      found, codes.size(), error.code, error.description);
}

Judged HasTheCodeOfEachLaunch(const std::vector<int>& lengths) {
  return {"has the code of each launch",
          [&lengths](const Outcome& run) -> Refusal {
            const auto codes = run.result<int>(1);
            for (int list = 0; list < static_cast<int>(lengths.size()); ++list) {
              if (codes[list] == (can_be_launched(lengths[list]) ? 0 : 9)) continue;
              return because(why_wrong_code(lengths, list, codes[list]));
            }
            return {};
          },
          Cause::kCall};
}

Refusal why_something_is_left(const Outcome& run) {
  const auto left = run.result<int>(2);
  for (int t = 0; t < kThreads; ++t) {
    if (left[t] == 0) continue;
    return because(
        "left[{}] is {}: thread {} still has the error of an earlier launch, and the next check "
        "will take it for the error of its own launch. cudaPeekAtLastError does not clear the "
        "error, cudaGetLastError does (R2)",
        t, left[t], t);
  }
  return {};
}

// CUDA alone knows what it can launch: each list is a launch, those that are refused too.
Refusal why_not_asked(const Outcome& run) {
  const auto bad =
      std::ranges::count_if(kLengths, [](int letters) { return !can_be_launched(letters); });
  const auto refused = static_cast<std::ptrdiff_t>(run.launches.refused().size());
  if (refused >= bad) return {};
  const auto lists = static_cast<std::ptrdiff_t>(kLengths.size());
  const auto accepted =
      std::ranges::count_if(run.launches, [](const Launch& launch) { return !launch.from_host(); });
  if (accepted < lists - bad) {
    return because(Cause::kCall,
                   "only {} of {} lists are launched, and lists of any length are left out: an "
                   "error from before says nothing about a launch. Clear it with "
                   "cudaGetLastError() and launch (R7)",
                   accepted + refused, lists);
  }
  return because(Cause::kCall,
                 "{} of {} lists have a length that no block can have, but only {} launches were "
                 "refused: the program itself decides what can be launched. Launch every list "
                 "and return what cudaGetLastError() says after that launch (K6, K12)",
                 bad, lists, refused);
}

void expect_codes_of_refusals() {
  if (settings().device != DeviceKind::kEmulator) return;
  for (const LaunchError& error : kRefusals) {
    const Outcome run = run_refusing(1, run_send, error);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, (Judged{"codes what CUDA said",
                             [&](const Outcome& o) { return why_code_not_read(o, error); }}));
  }
}

TEST(Errors, CodesOfEachLaunch) {
  const Outcome run = run_send();
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.launches, EveryLaunch(Child(), Child("send_list").in(Stream::kFireAndForget)));
  ASSERT_THAT(run, ReportMatcher("asks CUDA", why_not_asked));
  ASSERT_THAT(run.result<int>(0).in_rows_of(kMostLetters),
              Elements([](int i) {
                const int letters = kLengths[i / kMostLetters];
                return can_be_launched(letters) && i % kMostLetters < letters ? 1 : 0;
              }).mistaking([](int) { return 0; }, "letters that no child sent"));
  ASSERT_THAT(run, HasTheCodeOfEachLaunch(kLengths));
  EXPECT_THAT(run, Judged("leaves no error behind", why_something_is_left));
  EXPECT_THAT(run, SentByChildren(run));
  EXPECT_THAT(run, WroteResult(1));
  EXPECT_THAT(run, WroteResult(2));
  expect_codes_of_refusals();
}

}  // namespace
