// Task 4: which errors the host hears of, and which of them stay.
#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "06-errors/runs.h"
#include "shared/judged.h"

namespace {

using namespace checks;

struct Case {
  Behavior what;
  int blocks;
  std::vector<int> codes;  // one of them
  bool sticky;
  std::string words;
  int refused_with = 0;  // the parent's launch is refused with this error; 0: it is not
};

// A kernel of 0 blocks is 1 to the host in CUDA 13 and 9 in older versions.
const std::vector<Case> kCases = {
    {kWorks, 2, {0}, false, "nothing is wrong"},
    {kIsRefused,
     2,
     {0},
     false,
     "a refused child is reported only to the launching thread, not to the host (R3)"},
    {kWorks,
     0,
     {1, 9},
     false,
     "a kernel with 0 blocks cannot be launched, and cudaGetLastError() reports it right after "
     "the launch"},
    {kTraps,
     0,
     {1, 9},
     false,
     "a kernel with 0 blocks cannot be launched, so there is no child that traps"},
    {kTraps,
     2,
     {719},
     true,
     "the child executes __trap(), and the host's next synchronization reports it (R5)"},
    {kFollowsNull,
     2,
     {700},
     true,
     "the child writes to a bad address, and the host's next synchronization reports it (R5)"},
};

// Codes that faults on the device leave, told by a launch that was only refused: they do not stay,
// and whoever calls a code sticky by its number is wrong.
constexpr LaunchError kLikeABadAddress = {700, "700, without harm to the device"};
constexpr LaunchError kLikeATrap = {719, "719, without harm to the device"};

// A launch with a right configuration that is refused: only CUDA can tell with which error. What
// its child was to do does not happen, so `what` does not tell whether the error stays.
Case refused_case(const LaunchError& error, Behavior what) {
  return {what,
          2,
          {error.code},
          false,
          fmt::format("the launch of the kernel parent is refused with {}, and "
                      "cudaGetLastError() reports it right after the launch",
                      error.description),
          error.code};
}

std::vector<Case> all_cases() {
  std::vector<Case> cases = kCases;
  if (settings().device != DeviceKind::kEmulator) return cases;
  for (const LaunchError& error :
       {kTooFewResources, kNoCodeForDevice, kLikeABadAddress, kLikeATrap})
    cases.push_back(refused_case(error, kWorks));
  for (const LaunchError& error : {kTooFewResources, kLikeATrap})
    cases.push_back(refused_case(error, kTraps));
  for (const LaunchError& error : {kNoCodeForDevice, kLikeABadAddress})
    cases.push_back(refused_case(error, kFollowsNull));
  return cases;
}

// These runs break rules on purpose, so a clean end is not asked for: only that they end.
Outcome run_judge(const Case& c) {
  refuse_host_launch(c.refused_with == 0 ? 0 : 1, c.refused_with);
  Outcome run = EXERCISE(judge_child, output<int>(1), c.what, c.blocks);
  refuse_host_launch(0);
  return run;
}

Judged ReturnsTheErrorOf(const Case& c) {
  return {"returns the first error that is reported to the host",
          [&c](const Outcome& run) -> Refusal {
            const int code = run.returned<int>();
            if (std::ranges::find(c.codes, code) != c.codes.end()) return {};
            return because("judge_child returned {}; it should return {}: {}", code,
                           c.codes.front(), c.words);
          }};
}

Judged CallsItSticky(const Case& c) {
  return {"tells sticky errors from plain ones", [&c](const Outcome& run) -> Refusal {
            const int sticky = run.result<int>(0)[0];
            if (sticky == (c.sticky ? 1 : 0)) return {};
            const bool never_ran = !c.sticky && (c.what == kTraps || c.what == kFollowsNull);
            return because("*sticky is {}, and the error is {}{}: {}", sticky, run.returned<int>(),
                           never_ran ? fmt::format(", of a {}; the child never did its work",
                                                   c.refused_with != 0 || c.blocks == 0
                                                       ? "parent that was not launched"
                                                       : "wait that was refused, as was the child")
                                     : "",
                           c.sticky ? "after a fault on the device every later call fails, too, "
                                      "even after cudaGetLastError() (R5, R6)"
                                    : "a refused call does no harm to later ones, whatever the "
                                      "number of its error: after cudaGetLastError(), which "
                                      "clears it (cudaPeekAtLastError() does not), a good call "
                                      "returns 0. Let that call decide (R2, R6)");
          }};
}

// Whether an error stays is found out by a call: after the error was taken away, one more is made.
bool is_look(const ApiCall& call) {
  return call.name == "cudaGetLastError" || call.name == "cudaPeekAtLastError";
}

Refusal why_not_tried(const Outcome& run) {
  if (run.returned<int>() == 0) return {};
  const auto& calls = run.host_calls;
  const auto failed =
      std::ranges::find_if(calls, [](const ApiCall& call) { return call.result != 0; });
  const auto cleared = std::find_if(
      failed, calls.end(), [](const ApiCall& call) { return call.name == "cudaGetLastError"; });
  // A launch is a try as well: it is counted, or the next look finds what it left.
  const auto is_try = [cleared](const ApiCall& call) {
    return !is_look(call) || call.result != 0 || call.launches_before > cleared->launches_before;
  };
  const auto tried =
      cleared == calls.end() ? calls.end() : std::find_if(cleared + 1, calls.end(), is_try);
  if (tried != calls.end()) return {};
  // A refused launch is no call that is written down: then all calls are behind it.
  const auto behind = failed == calls.end() ? calls.begin() : failed + 1;
  if (cleared == calls.end() && std::ranges::any_of(behind, calls.end(), std::not_fn(is_look)))
    return because(Cause::kCall,
                   "judge_child never clears the error {}, so later calls cannot tell whether it "
                   "stays: clear it with cudaGetLastError() before the call that tries; "
                   "cudaPeekAtLastError() does not clear it (R2, R6)",
                   run.returned<int>());
  return because(Cause::kCall,
                 "after the error {} judge_child makes no further call, so it cannot know "
                 "whether later calls fail: the program must find out which errors stay, not "
                 "assume it. Clear the error with cudaGetLastError(), then try a good "
                 "call, such as cudaDeviceSynchronize() (R6)",
                 run.returned<int>());
}

bool has_launch(const std::vector<Launch>& launches, const LaunchPattern& pattern) {
  return std::ranges::any_of(launches, [&](const Launch& l) { return pattern.matches(l); });
}

// What goes wrong happens on the device: whoever knows the answers by heart need not launch.
Refusal why_nothing_happened(const Outcome& run, const Case& c) {
  const std::vector<Launch> accepted(run.launches.begin(), run.launches.end());
  const std::vector<Launch>& refused = run.launches.refused();
  const LaunchPattern parent = FromHost("parent"), child = Child("child").of("parent");
  const std::string answer =
      fmt::format("judge_child returned {} without finding it out: ", run.returned<int>());
  const bool starts = c.blocks > 0 && c.refused_with == 0;
  if (!has_launch(starts ? accepted : refused, parent))
    return because(Cause::kCall, answer + "it does not launch the kernel parent");
  if (starts && !has_launch(c.what == kIsRefused ? refused : accepted, child))
    return because(Cause::kCall, answer + "the kernel parent does not launch its child");
  if (c.sticky && run.cuda_error == 0)
    return because(Cause::kCall, answer + "nothing has gone wrong on the device");
  return {};
}

ReportMatcher FindsItOut(const Case& c) {
  return {"launches what should go wrong",
          [c](const Outcome& run) { return why_nothing_happened(run, c); }};
}

// The call that brings the host the fault of a child: its wait, whichever that is. Without a name
// if it is a look at the last error.
RefusedCall wait_of(const Outcome& run) {
  std::map<std::string, int> numbers;
  for (const ApiCall& call : run.host_calls) {
    const int number = ++numbers[call.name];
    if (call.result == 0) continue;
    if (is_look(call)) return {};
    return {call.name, number};
  }
  return {};
}

constexpr int kNotReady = 600;

// Nothing went wrong on the device, and its work is done: else what a try answers is no proof.
bool is_put_to_the_test(const Outcome& run, const RefusedCall& wait) {
  const auto has = [&run](int result) {
    return std::ranges::any_of(run.host_calls,
                               [=](const ApiCall& call) { return call.result == result; });
  };
  return run.finished() && has(wait.error) && !has(kNotReady);
}

Outcome run_refused_wait(const Case& c, const RefusedCall& wait) {
  refuse_call(wait);
  refuse_launch(c.what == kWorks ? 0 : 1);  // the child that would do worse
  Outcome run = run_judge(c);
  refuse_launch(0);
  refuse_call({});
  return run;
}

Case wait_case(Behavior what, const RefusedCall& wait) {
  return {what,
          2,
          {wait.error},
          false,
          fmt::format("{} is refused with {}, and nothing is wrong on the device", wait.name,
                      wait.error)};
}

// A wait, too, can be refused although the device is well. So where an error turns up, at the
// launch or at the wait, does not tell whether it stays.
void expect_refused_wait_called_plain() {
  if (settings().device != DeviceKind::kEmulator) return;
  RefusedCall wait = wait_of(run_judge({kTraps, 2, {719}, true, ""}));
  if (wait.number == 0) return;
  for (const auto& [what, error] : {std::pair{kTraps, kLikeATrap},
                                    {kFollowsNull, kLikeABadAddress},
                                    {kWorks, kLikeATrap},
                                    {kWorks, kMemoryIsFull}}) {
    wait.error = error.code;
    const Case c = wait_case(what, wait);
    const Outcome run = run_refused_wait(c, wait);
    if (!is_put_to_the_test(run, wait)) continue;
    ASSERT_THAT(run, ReturnsTheErrorOf(c));
    ASSERT_THAT(run, CallsItSticky(c)) << c.words;
  }
}

TEST(Errors, HostHearsTheFirstError) {
  for (const Case& c : all_cases()) {
    const Outcome run = run_judge(c);
    ASSERT_TRUE(run.finished()) << run.what;
    ASSERT_THAT(run, ReturnsTheErrorOf(c));
    if (!c.sticky) {
      ASSERT_THAT(run, Keeps("leak")) << "free what you allocate to try a call";
    }
    ASSERT_THAT(run, FindsItOut(c));
  }
}

TEST(Errors, StickyIsToldFromPlain) {
  for (const Case& c : all_cases()) {
    const Outcome run = run_judge(c);
    ASSERT_TRUE(run.finished()) << run.what;
    ASSERT_THAT(run, ReturnsTheErrorOf(c));
    ASSERT_THAT(run, CallsItSticky(c));
    ASSERT_THAT(run, ReportMatcher("tries whether the error stays", why_not_tried));
    ASSERT_THAT(run, FindsItOut(c));
  }
  expect_refused_wait_called_plain();
}

}  // namespace
