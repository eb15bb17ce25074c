// Checks of lesson 06: every launch is answered with its own error, no work is lost when the pool
// is full, and the host learns what it can.
//
// How many launches are refused depends on the schedule and, on a GPU, on its speed. So the checks
// compare what was done with what was reported, not with a number of their own.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::because;
using checks::Judged;
using checks::ReturnsNoError;

constexpr int kMostLetters = 1024;  // threads in a block

bool can_be_launched(int letters) { return letters > 0 && letters <= kMostLetters; }

// Children send letters. What was not sent is 0 from the beginning.
WroteResult SentByChildren(const Outcome& run) {
  return WroteResult(0, "send_list").where([sent = run.result<int>(0)](int i) {
    return sent[i] > 0;
  });
}

// Of checks of launches: some letter was sent, and by a child.
WroteResult SomeSentByChildren() { return WroteResult(0, "send_list").somewhere(); }

// ---- Task 1 -------------------------------------------------------------------------------------

constexpr int kThreads = 4;  // of send_each

// Neither 9 nor 2, the error of the cudaMalloc before the launches.
constexpr checks::LaunchError kRefusals[] = {checks::kPoolIsFull, checks::kTooFewResources};

// Each of the four threads meets a list that no block can take and then one that it can.
const std::vector<int> kLengths = {5, 0, 64, 2000, 1, 12, 1025, 1024, 0, 3, 7, 1025, 9};

std::string why_wrong_code(const std::vector<int>& lengths, int list, int code) {
  const int letters = lengths[list];
  const std::string what = fmt::format("codes[{}] is {}", list, code);
  if (code == 2) {
    return what +
           ": that is cudaErrorMemoryAllocation, which no launch of this kernel leaves. The thread "
           "had called cudaMalloc before, in vain, and the error of a call stays its last error "
           "until it is read (R2, R7). Clear it before the launch";
  }
  if (code == 0) {
    return fmt::format(
        "{} for a list of {} letters, but one block cannot have {} threads: the launch is refused, "
        "and the launching thread's last error says 9 right after it (K6, K12). cudaGetLastError "
        "takes the error away: whoever asks a second time reads 0, so keep the first answer (R2)",
        what, letters, letters);
  }
  return fmt::format("{} for a list of {} letters; it should be {}", what, letters,
                     can_be_launched(letters) ? 0 : 9);
}

// One launch was refused on purpose, and who knows codes by heart does not know this one.
Refusal why_code_not_read(const Outcome& run, const checks::LaunchError& error) {
  const auto sent = run.result<int>(0), codes = run.result<int>(1);
  int found = 0;
  for (std::size_t list = 0; list < kLengths.size(); ++list) {
    const bool is_sent = sent[list * kMostLetters] > 0;
    const int right = is_sent ? 0 : can_be_launched(kLengths[list]) ? error.code : 9;
    found += codes[list] == error.code ? 1 : 0;
    if (codes[list] == right || (!is_sent && codes[list] == error.code)) continue;
    return because(fmt::format(
        "codes[{}] is {}; it should be {}, for the first launch was refused with {}. Return what "
        "cudaGetLastError() says right after the launch (K12)",
        list, codes[list], right, error.told));
  }
  if (found == 1) return {};
  return because(fmt::format(
      "{} of {} codes are {}, and one launch was refused with {}. Return what cudaGetLastError() "
      "says right after each launch (K12)",
      found, codes.size(), error.code, error.told));
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
    return because(fmt::format(
        "left[{}] is {}: thread {} keeps the error of a launch that was answered long ago, and "
        "whoever looks next will take it for his own. cudaPeekAtLastError leaves the error where "
        "it "
        "is, cudaGetLastError takes it away (R2)",
        t, left[t], t));
  }
  return {};
}

Outcome run_send() {
  const int lists = static_cast<int>(kLengths.size());
  return EXERCISE(send_lists, output<int>(lists * kMostLetters), output<int>(lists),
                  output<int>(kThreads), input(kLengths), lists, kMostLetters);
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
    return because(fmt::format("only {} of {} lists are launched, and lists of any length are left "
                               "out: an error that was there before says nothing of a launch. Take "
                               "it away by cudaGetLastError() and launch (R7)",
                               accepted + refused, lists),
                   Cause::kCall);
  }
  return because(fmt::format("{} of {} lists have a length that no block can have, but only {} "
                             "launches were refused: the program itself judges what can be "
                             "launched. Launch every list and return what cudaGetLastError() says "
                             "to that launch (K6, K12)",
                             bad, lists, refused),
                 Cause::kCall);
}

void expect_codes_of_refusals() {
  if (settings().device != DeviceKind::kEmulator) return;
  for (const checks::LaunchError& error : kRefusals) {
    const Outcome run = checks::run_refusing(1, run_send, error);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, (Judged{"codes what CUDA said",
                             [&](const Outcome& o) { return why_code_not_read(o, error); }}));
  }
}

TEST(Errors, CodesOfEachLaunch) {
  const Outcome run = run_send();
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.launches, Every(Child(), Child("send_list").in(Stream::kFireAndForget)));
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

// ---- Task 2 -------------------------------------------------------------------------------------

struct Delivery {
  int lists, letters, pool;
};

constexpr Delivery kFullPool{200, 5, 32};
// One with a list more than the 128 threads of deliver.
constexpr Delivery kDeliveries[] = {
    kFullPool, {300, 3, 100}, {2200, 1, 2048}, {3, 1024, 32}, {129, 2, 100}};
// Room for all, even if each list is launched twice.
constexpr Delivery kRoomForAll{200, 5, 2048};

Delivery on_this_device(Delivery d) {
  d.pool = places_in_pool(d.pool);
  return d;
}

Outcome run_delivery(const Delivery& d) {
  const int all = d.lists * d.letters;
  return EXERCISE(deliver_lists, output<int>(all), output<int>(all), output<int>(1), d.lists,
                  d.letters, d.pool);
}

std::string how_sent(int by_child, int by_thread) {
  if (by_child == 0 && by_thread == 0) {
    return "was never sent. A launch that is refused does nothing by itself: the launching thread "
           "has to do the work instead (K12, L2)";
  }
  if (by_child > 0 && by_thread > 0) {
    return "was sent by a child and by hand, too: either a thread took a launch that had worked "
           "for "
           "one that was refused, or two threads have sent the same list. Only the last error of "
           "the launching thread itself, read once right after this launch, tells (R1, R2)";
  }
  if (by_thread > 1) {
    return fmt::format(
        "was sent by hand {} times: one refused launch is answered in more than one "
        "place",
        by_thread);
  }
  return fmt::format("was sent by {} children: its list was launched more than once", by_child);
}

// A letter that a thread forgot of a list that it sent by hand; nothing when there is none.
Refusal why_sent_in_part(const Outcome& run, const Delivery& d) {
  const auto by_child = run.result<int>(0), by_thread = run.result<int>(1);
  for (int list = 0; list < d.lists; ++list) {
    int missing = 0, by_hand = 0, first = -1;
    for (int i = 0; i < d.letters; ++i) {
      const int at = list * d.letters + i;
      by_hand += by_thread[at] > 0 ? 1 : 0;
      if (by_child[at] + by_thread[at] > 0) continue;
      if (missing++ == 0) first = i;
    }
    if (missing == 0 || by_hand == 0) continue;
    return because(fmt::format(
        "of list {} only {} of {} letters were sent by hand, and letter {} was never sent: the "
        "thread whose launch was refused has to send all of them. The other lanes of its warp have "
        "lists of their own and do not help",
        list, by_hand, d.letters, first));
  }
  return {};
}

Refusal why_not_delivered(const Outcome& run, const Delivery& d) {
  if (Refusal part = why_sent_in_part(run, d); !part.why.empty()) return part;
  const auto by_child = run.result<int>(0), by_thread = run.result<int>(1);
  std::string first;
  int wrong = 0;
  for (int i = 0; i < d.lists * d.letters; ++i) {
    if (by_child[i] + by_thread[i] == 1) continue;
    if (wrong++ > 0) continue;
    first = fmt::format("letter {} of list {} {}", i % d.letters, i / d.letters,
                        how_sent(by_child[i], by_thread[i]));
  }
  if (wrong == 0) return {};
  return because(
      fmt::format("{}\n{} of {} letters were not sent exactly once, with {} places in the pool",
                  first, wrong, d.lists * d.letters, d.pool));
}

// A launch for each list and no more: two threads that share a list are told apart from an error
// that was misread. Launches that were refused are not counted: a list may be tried again, if not
// for ever.
Refusal why_lists_are_shared(const Launches& launches, int lists) {
  std::vector<const Launch*> accepted;
  for (const Launch& l : launches) {
    if (!l.from_host()) accepted.push_back(&l);
  }
  if (std::cmp_less_equal(accepted.size(), lists)) return {};
  return {fmt::format("{} launches were accepted for {} lists: some list was launched more than "
                      "once, so it is sent twice. Each list belongs to one thread of the whole "
                      "grid: begin at thread_in_grid() and go on by threads_in_grid(), which count "
                      "through all blocks; threadIdx.x and blockDim.x begin again in each block",
                      accepted.size(), lists),
          accepted.front()->file, accepted.front()->line, Cause::kCall};
}

LaunchesMatcher LaunchesEachListOnce(int lists) {
  return {"launches each list once",
          [lists](const Launches& l) { return why_lists_are_shared(l, lists); }};
}

Judged DeliversAll(const Delivery& d) {
  return {"sends every letter once",
          [&d](const Outcome& run) { return why_not_delivered(run, d); }};
}

// What was sent by hand was sent by the grid whose threads launch; so was the number counted.
void expect_delivered_by_grids(const Outcome& run) {
  const Array<int> by_thread = run.result<int>(1), refused = run.result<int>(2);
  ASSERT_THAT(run, SentByChildren(run));
  ASSERT_THAT(run, WroteResult(1).where([&](int i) { return by_thread[i] > 0; }));
  ASSERT_THAT(run, WroteResult(2).where([&](int i) { return refused[i] > 0; }));
}

TEST(Errors, NothingIsLost) {
  const Outcome with_room = run_delivery(on_this_device(kRoomForAll));
  ASSERT_THAT(with_room.launches, LaunchesEachListOnce(kRoomForAll.lists));
  for (const Delivery& delivery : kDeliveries) {
    const Delivery d = on_this_device(delivery);
    const Outcome run = run_delivery(d);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run.launches, LaunchesEachListOnce(d.lists));
    ASSERT_THAT(run, DeliversAll(d));
    // Where no launch was refused, by luck, an unread error would go unnoticed.
    ASSERT_THAT(run.launches, EveryLaunchChecked());
    ASSERT_NO_FATAL_FAILURE(expect_delivered_by_grids(run));
  }
}

int lists_by_hand(const Outcome& run, const Delivery& d) {
  const auto by_thread = run.result<int>(1);
  int lists = 0;
  for (int list = 0; list < d.lists; ++list) lists += by_thread[list * d.letters] > 0 ? 1 : 0;
  return lists;
}

std::string why_other_number(const Outcome& run, int reported) {
  const std::size_t attempts = run.launches.refused().size();
  if (run.launches.known() && std::cmp_equal(reported, attempts)) {
    return "*refused counts refused launches, not lists. A list that is tried again may be refused "
           "again, but it is sent by hand once: add 1 where the thread sends it";
  }
  return "each thread that does the work of a refused child adds 1 to the one number of all "
         "threads, atomically";
}

Judged ReportsTheRefused(const Delivery& d) {
  return {
      "reports the lists sent by hand", [&d](const Outcome& run) -> Refusal {
        const int reported = run.result<int>(2)[0], by_hand = lists_by_hand(run, d);
        if (reported == by_hand) return {};
        return because(fmt::format("*refused is {}, but {} of {} lists were sent by hand: {}",
                                   reported, by_hand, d.lists, why_other_number(run, reported)));
      }};
}

// The same in a second call of one process, in which variables of the device keep their values.
Judged BeginsAtZeroAgain(const Delivery& d) {
  return {"counts from 0 in each call", [&d](const Outcome& run) -> Refusal {
            const int reported = run.result<int>(2)[0], by_hand = lists_by_hand(run, d);
            if (reported == by_hand) return {};
            return because(
                fmt::format("*refused is {}, but in this call {} of {} lists were sent "
                            "by hand: it is 0 when a call begins, so count in it",
                            reported, by_hand, d.lists));
          }};
}

TEST(Errors, RefusedListsAreCounted) {
  for (const Delivery& delivery : {kFullPool, Delivery{20, 5, 32}}) {
    const Delivery d = on_this_device(delivery);
    const Outcome run = run_delivery(d);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, DeliversAll(d));
    ASSERT_THAT(run, ReportsTheRefused(d));
    ASSERT_NO_FATAL_FAILURE(expect_delivered_by_grids(run));
  }
  const CalledTwice twice;
  const Delivery d = on_this_device(kFullPool);
  const Outcome run = run_delivery(d);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, DeliversAll(d));
  ASSERT_THAT(run, BeginsAtZeroAgain(d));
  expect_delivered_by_grids(run);
}

TEST(Errors, ChildrenDoWhatTheyCan) {
  NEEDS_EMULATOR();
  for (const Delivery& d : {kFullPool, Delivery{70, 5, 100}}) {
    const Outcome run = run_delivery(d);
    ASSERT_THAT(run, FinishedCleanly());
    const auto least = static_cast<std::size_t>(std::min(d.lists, d.pool));
    ASSERT_THAT(run.launches, LaunchCountBetween(least, static_cast<std::size_t>(d.lists),
                                                 Child("send_list").of("deliver")))
        << "with " << d.pool << " places in the pool";
    ASSERT_THAT(run, SomeSentByChildren());
  }
}

// ---- Task 3 -------------------------------------------------------------------------------------

constexpr int kPitch = 8;

// Every seventh list cannot be launched by anyone.
std::vector<int> some_lengths(int lists) {
  std::vector<int> lengths(lists);
  for (int l = 0; l < lists; ++l)
    lengths[l] = l % 7 == 3 ? (l % 2 == 0 ? 0 : 1500) : 1 + l % kPitch;
  return lengths;
}

struct Shipment {
  std::vector<int> lengths;
  int capacity, pool;
  int refused = 0;  // number of the launch that is refused with `error`; 0: the full pool's
  checks::LaunchError error = checks::kPoolIsFull;
  int lists() const { return static_cast<int>(lengths.size()); }
  bool sends_all() const { return pool >= lists() && refused == 0; }
};

Outcome run_logging(const Shipment& s) {
  const auto call = [&] {
    return EXERCISE(log_failures, output<int>(s.lists() * kPitch), output<Failure>(s.capacity),
                    output<int>(1), s.capacity, input(s.lengths), s.lists(), kPitch, s.pool);
  };
  return checks::run_refusing(s.refused, call, s.error);
}

bool was_sent(const Outcome& run, int list) { return run.result<int>(0)[list * kPitch] > 0; }

int lists_not_sent(const Outcome& run, const Shipment& s) {
  int lists = 0;
  for (int l = 0; l < s.lists(); ++l) lists += was_sent(run, l) ? 0 : 1;
  return lists;
}

// Why one entry of the log is wrong; empty if it is right.
std::string why_wrong_entry(const Outcome& run, const Shipment& s, const Failure& entry) {
  if (entry.list == -1 && entry.code == -1) {
    return "was never written: each failure takes the next free place, from 0 on";
  }
  const std::string what = fmt::format("is {{list {}, code {}}}", entry.list, entry.code);
  if (entry.list < 0 || entry.list >= s.lists()) return what + ", and there is no such list";
  if (entry.code == 0) {
    return what +
           ": 0 is no failure. cudaGetLastError clears what it returns, so the second look finds "
           "nothing: keep the code in a variable (R2)";
  }
  if (was_sent(run, entry.list)) return what + ", but this list was sent: its launch had worked";
  // A full pool is found out before a wrong configuration.
  const bool pool = !s.sends_all() && entry.code == s.error.code;
  const int code = can_be_launched(s.lengths[entry.list]) ? s.error.code : 9;
  if (entry.code == code || pool) return {};
  return fmt::format("{}; a list of {} letters is refused with {}", what, s.lengths[entry.list],
                     code == 9        ? "9 (no block has so many threads (K6))"
                     : s.refused == 0 ? "69 (the pool is full (L2))"
                                      : s.error.told);
}

Refusal why_wrong_log(const Outcome& run, const Shipment& s) {
  const auto log = run.result<Failure>(1);
  const int failures = lists_not_sent(run, s), count = run.result<int>(2)[0];
  if (count != failures) {
    const auto refused = static_cast<int>(run.launches.refused().size());
    if (run.launches.known() && count == refused && refused < failures)
      return because(fmt::format(
          "{} of {} lists were not sent, and only {} launches were refused: the others were not "
          "tried. A list of 0 letters is launched like all others, refused with 9 and written down "
          "(K6, K12)",
          failures, s.lists(), refused));
    const std::string why =
        count > failures ? "only a launch that was answered with another code than 0 is a failure"
        : count == s.capacity
            ? "the failures for which the log has no room are counted as well"
            : "every refused launch is a failure, and only its thread knows (K12)";
    return because(fmt::format("*count is {}, but {} of {} lists were refused and not sent: {}",
                               count, failures, s.lists(), why));
  }
  std::set<int> known;
  for (int i = 0; i < std::min(count, s.capacity); ++i) {
    const std::string place = fmt::format("failures[{}] ", i);
    const std::string why = why_wrong_entry(run, s, log[i]);
    if (!why.empty()) return because(place + why);
    if (!known.insert(log[i].list).second) {
      return because(fmt::format("{}tells of list {} for the second time", place, log[i].list));
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
  const int count = run.result<int>(2)[0];
  EXPECT_THAT(run, SentByChildren(run));
  EXPECT_THAT(run, WroteResult(1).first(std::min(count, s.capacity)));
  EXPECT_THAT(run, WroteResult(2).where([count](int) { return count > 0; }));
}

TEST(Errors, LogHoldsEveryFailure) {
  expect_right_log({some_lengths(40), 40, 2048});
  expect_right_log({some_lengths(300), 300, places_in_pool(32)});
  expect_right_log({{2000}, 4, 2048});
  if (settings().device == DeviceKind::kEmulator) {
    for (const checks::LaunchError& error : kRefusals)
      expect_right_log({some_lengths(40), 40, 2048, 1, error});
  }
  const CalledTwice twice;
  expect_right_log({some_lengths(40), 40, 2048});
}

TEST(Errors, LogMayBeTooSmall) {
  expect_right_log({some_lengths(300), 10, 2048});
  expect_right_log({some_lengths(300), 10, places_in_pool(100)});
}

// ---- Task 4 -------------------------------------------------------------------------------------

struct Case {
  Behaviour what;
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
     "only the parent's thread hears of a refused child, the host does not (R3)"},
    {kWorks,
     0,
     {1, 9},
     false,
     "a kernel of 0 blocks cannot be launched, and cudaGetLastError() says so right after the "
     "launch"},
    {kTraps,
     2,
     {719},
     true,
     "the child executes __trap(), and the host's next synchronisation says so (R5)"},
    {kFollowsNull,
     2,
     {700},
     true,
     "the child writes to a bad address, and the host's next synchronisation says so (R5)"},
};

// A launch with a right configuration that is refused: only CUDA can tell with which error.
Case refused_case(const checks::LaunchError& error) {
  return {kWorks,
          2,
          {error.code},
          false,
          fmt::format("the launch of the kernel parent is refused with {}, and cudaGetLastError() "
                      "says so right after the launch",
                      error.told),
          error.code};
}

std::vector<Case> all_cases() {
  std::vector<Case> cases = kCases;
  if (settings().device != DeviceKind::kEmulator) return cases;
  for (const checks::LaunchError& error : {checks::kTooFewResources, checks::kNoCodeForDevice})
    cases.push_back(refused_case(error));
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
  return {"returns the first error that the host hears of", [&c](const Outcome& run) -> Refusal {
            const int code = run.returned<int>();
            if (std::ranges::find(c.codes, code) != c.codes.end()) return {};
            return because(fmt::format("judge_child returned {}; it should return {}: {}", code,
                                       c.codes.front(), c.words));
          }};
}

Judged CallsItSticky(const Case& c) {
  return {"tells sticky errors from plain ones", [&c](const Outcome& run) -> Refusal {
            const int sticky = run.result<int>(0)[0];
            if (sticky == (c.sticky ? 1 : 0)) return {};
            return because(
                fmt::format("*sticky is {}, and the error is {}: {}", sticky, run.returned<int>(),
                            c.sticky ? "a fault on the device fails every later call, too, even "
                                       "after cudaGetLastError() (R5, R6)"
                                     : "a call that was refused does no harm to later ones; "
                                       "cudaGetLastError() clears its error, cudaPeekAtLastError() "
                                       "does not (R2, R6)"));
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
  if (cleared == calls.end() && std::ranges::any_of(failed + 1, calls.end(), std::not_fn(is_look)))
    return because(
        fmt::format("judge_child never takes the error {} away, so that the calls behind it cannot "
                    "tell whether it stays: clear it with cudaGetLastError() before the call that "
                    "tries; cudaPeekAtLastError() leaves it there (R2, R6)",
                    run.returned<int>()),
        Cause::kCall);
  return because(fmt::format("after the error {} judge_child makes no further call, so it cannot "
                             "know whether later calls fail: which errors stay is not for the "
                             "program to know by heart. Clear the error with cudaGetLastError(), "
                             "then try a good call, such as cudaDeviceSynchronize() (R6)",
                             run.returned<int>()),
                 Cause::kCall);
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
      fmt::format("judge_child returned {} and has not found it out: ", run.returned<int>());
  const bool starts = c.blocks > 0 && c.refused_with == 0;
  if (!has_launch(starts ? accepted : refused, parent))
    return because(answer + "it does not launch the kernel parent", Cause::kCall);
  if (starts && !has_launch(c.what == kIsRefused ? refused : accepted, child))
    return because(answer + "the kernel parent does not launch its child", Cause::kCall);
  if (c.sticky && run.cuda_error == 0)
    return because(answer + "nothing has gone wrong on the device", Cause::kCall);
  return {};
}

ReportMatcher FindsItOut(const Case& c) {
  return {"launches what is to go wrong",
          [c](const Outcome& run) { return why_nothing_happened(run, c); }};
}

TEST(Errors, HostHearsTheFirstError) {
  for (const Case& c : all_cases()) {
    const Outcome run = run_judge(c);
    ASSERT_TRUE(run.finished()) << run.what;
    ASSERT_THAT(run, ReturnsTheErrorOf(c));
    if (!c.sticky) {
      ASSERT_THAT(run, Keeps("leak")) << "what is made to try a call is given back";
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
}

// ---- Tasks 1 to 3 -------------------------------------------------------------------------------

TEST(Errors, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Outcome send = run_send();
  const Outcome deliver = run_delivery({60, 4, 32});
  const Outcome log = run_logging({some_lengths(60), 60, 32});
  for (const Outcome* run : {&send, &deliver, &log}) {
    ASSERT_THAT(run->launches, Contains(Child())) << run->entry_point << " launches nothing yet";
    EXPECT_THAT(run->launches, EveryLaunchChecked());
    EXPECT_THAT(*run, SomeSentByChildren());
  }
}

}  // namespace
