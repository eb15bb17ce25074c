// The virtual clock against what an H200 measured: one row a figure, each with its own tolerance.
#include "report/timeline.h"

#include <gtest/gtest.h>

#include <functional>

#include "card/numbers.h"
#include "report/scenario.h"

namespace emu::report {
namespace {

using enum StreamKind;

// ---- What the measuring programs measured -------------------------------------------------------

/// From the first start to the last end of all launches but the first (the parent).
double span_us(const Run& run) {
  std::uint64_t first = ~std::uint64_t{0}, last = 0;
  for (std::size_t i = 1; i < run.launches.size(); ++i) {
    first = std::min(first, run.launches[i].time.start_ns);
    last = std::max(last, run.launches[i].time.end_ns);
  }
  return static_cast<double>(last - first) / 1000;
}

/// Largest number of children at the same time.
int at_once(const Run& run) {
  std::vector<std::pair<std::uint64_t, int>> changes;
  for (std::size_t i = 1; i < run.launches.size(); ++i) {
    changes.emplace_back(run.launches[i].time.start_ns, 1);
    changes.emplace_back(run.launches[i].time.end_ns, -1);
  }
  std::sort(changes.begin(), changes.end());
  int now = 0, most = 0;
  for (const auto& change : changes) most = std::max(most, now += change.second);
  return most;
}

double total_us(const Run& run) { return static_cast<double>(run.virtual_ns) / 1000; }

// ---- The measured programs ----------------------------------------------------------------------

/// A parent whose threads launch children one each (or `per_thread` each).
Run children(std::uint32_t blocks, std::uint32_t threads, StreamKind stream, double us,
             int per_thread = 1) {
  Scenario s;
  const WorkId parent = s.host("parent", 0, blocks, threads);
  for (int i = 0; i < per_thread; ++i) {
    for (std::uint32_t b = 0; b < blocks; ++b) {
      for (std::uint32_t t = 0; t < threads; ++t) {
        const std::uint64_t own_stream = stream == kNamed ? s.run.launches.size() : 0;
        s.launch("child", {parent, b, t}, stream, us, own_stream);
      }
    }
  }
  compute_times(s.run);
  return std::move(s.run);
}

Run chain(int levels, StreamKind stream) {
  Scenario s;
  WorkId last = s.host("link");
  for (int i = 1; i < levels; ++i) last = s.launch("link", {last, 0, 0}, stream, 0);
  compute_times(s.run);
  return std::move(s.run);
}

Run host_launches(int count) {
  Scenario s;
  for (int i = 0; i < count; ++i) s.host("empty");
  compute_times(s.run);
  return std::move(s.run);
}

double per_launch(const Run& run) {
  return total_us(run) / static_cast<double>(run.launches.size() - 1);
}

// ---- The facts ----------------------------------------------------------------------------------

struct Fact {
  const char* name;
  double measured;
  double tolerance;  ///< of the measured figure
  std::function<double()> model;
};

const Fact kFacts[] = {
    // h200-facts 1: children of 200 µs, one a thread. Microseconds, then how many at once.
    {"Null64", 12900, 0.02, [] { return span_us(children(1, 64, kNull, 200)); }},
    {"Null64AtOnce", 1, 0, [] { return at_once(children(1, 64, kNull, 200)); }},
    {"Named64", 210, 0.05, [] { return span_us(children(1, 64, kNamed, 200)); }},
    {"Named64AtOnce", 64, 0, [] { return at_once(children(1, 64, kNamed, 200)); }},
    {"FireAndForget64", 210, 0.05, [] { return span_us(children(1, 64, kFireAndForget, 200)); }},
    {"FireAndForget64AtOnce", 64, 0, [] { return at_once(children(1, 64, kFireAndForget, 200)); }},
    {"PerThread64", 210, 0.05, [] { return span_us(children(1, 64, kPerThread, 200)); }},
    {"PerThread64AtOnce", 64, 0, [] { return at_once(children(1, 64, kPerThread, 200)); }},
    {"Tail64", 12900, 0.02, [] { return span_us(children(1, 64, kTail, 200)); }},
    {"Tail64AtOnce", 1, 0, [] { return at_once(children(1, 64, kTail, 200)); }},
    {"EightBlocksNull", 1630, 0.02, [] { return span_us(children(8, 8, kNull, 200)); }},
    {"EightBlocksNullAtOnce", 8, 0, [] { return at_once(children(8, 8, kNull, 200)); }},
    {"EightBlocksNamed", 210, 0.05, [] { return span_us(children(8, 8, kNamed, 200)); }},
    {"EightBlocksNamedAtOnce", 64, 0, [] { return at_once(children(8, 8, kNamed, 200)); }},
    {"EightBlocksFireAndForget", 210, 0.05,
     [] { return span_us(children(8, 8, kFireAndForget, 200)); }},
    {"EightBlocksFireAndForgetAtOnce", 64, 0,
     [] { return at_once(children(8, 8, kFireAndForget, 200)); }},
    {"EightBlocksTailAtOnce", 1, 0, [] { return at_once(children(8, 8, kTail, 200)); }},
    {"FireAndForget1024", 4100, 0.05,
     [] { return span_us(children(1, 1024, kFireAndForget, 500)); }},
    {"FireAndForget1024AtOnce", 128, 0,
     [] { return at_once(children(1, 1024, kFireAndForget, 500)); }},
    {"Named1024", 8100, 0.05, [] { return span_us(children(1, 1024, kNamed, 500)); }},
    {"Named1024AtOnce", 64, 0, [] { return at_once(children(1, 1024, kNamed, 500)); }},

    // h200-facts 3: microseconds a launch.
    {"EmptyKernel", 6.1, 0.15, [] { return total_us(host_launches(1)); }},
    {"HostLaunches", 2.9, 0.15, [] { return per_launch(host_launches(1001)); }},
    {"OneThreadNull", 6.3, 0.15, [] { return per_launch(children(1, 1, kNull, 0, 1000)); }},
    {"OneThreadFireAndForget", 5.9, 0.15,
     [] { return per_launch(children(1, 1, kFireAndForget, 0, 1000)); }},
    {"OneThreadTail", 10.2, 0.15, [] { return per_launch(children(1, 1, kTail, 0, 1000)); }},
    {"BlockNull", 2.96, 0.15, [] { return per_launch(children(1, 1024, kNull, 0)); }},
    {"BlockFireAndForget", 0.59, 0.15,
     [] { return per_launch(children(1, 1024, kFireAndForget, 0)); }},
    {"BlockNamed", 0.69, 0.15, [] { return per_launch(children(1, 1024, kNamed, 0)); }},
    {"BlocksNull", 0.44, 0.15, [] { return per_launch(children(64, 16, kNull, 0)); }},
    {"BlocksFireAndForget", 0.24, 0.15,
     [] { return per_launch(children(64, 16, kFireAndForget, 0)); }},
    {"TailChain", 11.0, 0.15, [] { return per_launch(chain(1000, kTail)); }},
    {"NestedNullChain", 10.3, 0.15, [] { return per_launch(chain(1000, kNull)); }},
};

class MeasuredOnH200 : public testing::TestWithParam<Fact> {};

TEST_P(MeasuredOnH200, ComesOutOfTheModel) {
  const Fact& fact = GetParam();
  const double model = fact.model();
  RecordProperty("model", std::to_string(model));
  std::printf("  %-32s measured %9.2f   model %9.2f\n", fact.name, fact.measured, model);
  EXPECT_NEAR(model, fact.measured, fact.measured * fact.tolerance);
}

INSTANTIATE_TEST_SUITE_P(Facts, MeasuredOnH200, testing::ValuesIn(kFacts),
                         [](const auto& info) { return std::string(info.param.name); });

// ---- Order --------------------------------------------------------------------------------------

/// h200-facts 1, the first of the markers: `0 20 2 21 1 22 91 92`.
TEST(Timeline, TailsComeAfterEverythingElse) {
  Scenario s;
  const WorkId p = s.host("p");
  const WorkId tail1 = s.launch("91", {p}, kTail, 1);
  const WorkId tail2 = s.launch("92", {p}, kTail, 1);
  const WorkId forgotten = s.launch("1", {p}, kFireAndForget, 400);
  const WorkId own = s.launch("2", {p}, kPerThread, 50);
  const WorkId null = s.launch("20", {p}, kNull, 1);
  const WorkId nulls_child = s.launch("21", {null}, kFireAndForget, 300);
  const WorkId nulls_tail = s.launch("22", {null}, kTail, 100);
  compute_times(s.run);
  EXPECT_LT(s[own].time.end_ns, s[nulls_child].time.end_ns);
  EXPECT_LT(s[nulls_child].time.end_ns, s[nulls_tail].time.start_ns);
  EXPECT_LT(s[nulls_tail].time.end_ns, s[tail1].time.start_ns);
  EXPECT_LT(s[forgotten].time.end_ns, s[tail1].time.start_ns);
  EXPECT_LT(s[tail1].time.end_ns, s[tail2].time.start_ns);
}

/// `30 31 33 32 34`: a successor in the NULL stream waits for its predecessor's tail (T5).
TEST(Timeline, SuccessorWaitsForTheTail) {
  Scenario s;
  const WorkId p = s.host("30");
  const WorkId a = s.launch("31", {p}, kNull, 1);
  const WorkId next = s.launch("34", {p}, kNull, 1);
  const WorkId tail = s.launch("32", {a}, kTail, 1);
  const WorkId forgotten = s.launch("33", {a}, kFireAndForget, 200);
  compute_times(s.run);
  EXPECT_LT(s[forgotten].time.complete_ns, s[tail].time.start_ns);
  EXPECT_LT(s[tail].time.complete_ns, s[next].time.start_ns);
}

TEST(Timeline, ParentIsCompleteAfterItsChildren) {
  const auto run = children(1, 64, kFireAndForget, 200);
  for (const Launch& launch : run.launches) {
    EXPECT_LE(launch.time.complete_ns, run.launches[0].time.complete_ns);
    EXPECT_LE(launch.time.launched_ns, launch.time.start_ns);
    EXPECT_LE(launch.time.start_ns, launch.time.end_ns);
    EXPECT_LE(launch.time.end_ns, launch.time.complete_ns);
  }
  EXPECT_LT(run.launches[0].time.end_ns, run.launches[1].time.end_ns);  // K4: it does not wait
}

TEST(Timeline, ChildStartsAfterItsLaunchingPoint) {
  Scenario s;
  const WorkId p = s.host("parent", 300);
  const WorkId child = s.launch("child", {p, 0, 0, 250}, kNull, 1);
  compute_times(s.run);
  EXPECT_NEAR(static_cast<double>(s[child].time.launched_ns - s[p].time.start_ns), 250e3, 1e3);
  EXPECT_GT(s[child].time.start_ns, s[child].time.launched_ns);
}

// A few children have queues enough: none may seem to wait for what S1 and S6 do not order.
TEST(Timeline, ChildrenInStreamsOfDifferentKindsRunAtOnce) {
  Scenario s;
  const WorkId p = s.host("parent", 10);
  const WorkId named = s.launch("named", {p, 0, 0, 1}, kNamed, 200, 7);
  const WorkId fired = s.launch("fired", {p, 0, 0, 2}, kFireAndForget, 200);
  const WorkId in_null = s.launch("in_null", {p, 0, 0, 3}, kNull, 200);
  compute_times(s.run);
  for (const WorkId one : {named, fired, in_null})
    for (const WorkId other : {named, fired, in_null})
      EXPECT_LT(s[one].time.start_ns, s[other].time.end_ns);
}

TEST(Timeline, HostWaitsBeforeItLaunchesAgain) {
  Scenario s;
  const WorkId first = s.host("first", 100, 1, 32, 1);
  s.synchronize();
  const WorkId second = s.host("second", 100, 1, 32, 2);
  compute_times(s.run);
  EXPECT_GT(s.run.host_waits[0].time_ns, s[first].time.complete_ns);
  EXPECT_GE(s[second].time.launched_ns, s.run.host_waits[0].time_ns);
}

TEST(Timeline, DevicesRunSideBySide) {
  Scenario s;
  s.host("a", 20000, 1, 32, 1);
  const WorkId b = s.host("b", 20000, 1, 32, 2);
  s[b].device = 1;
  compute_times(s.run);
  EXPECT_NEAR(total_us(s.run), 20080, 100);  // h200-facts 2: 20.08 ms together
}

TEST(Timeline, CopiesTakeTheirTimeInStreamOrder) {
  Scenario s;
  const WorkId before = s.host("before", 10);
  s.copy(Copy::Way::kPeer, 256 << 20);
  const WorkId after = s.host("after", 10);
  compute_times(s.run);
  const Span& copied = s.run.copies[0].time;
  EXPECT_GT(copied.start_ns, s[before].time.complete_ns);
  EXPECT_GT(s[after].time.start_ns, copied.complete_ns);
  EXPECT_NEAR(static_cast<double>(copied.end_ns - copied.start_ns), 703e3, 30e3);  // 382 GB/s
}

/// h200-facts 2: an event behind a 20 ms kernel is there after 20.03 ms.
TEST(Timeline, EventsStandBehindTheWorkAndCostNothingOfTheDevice) {
  Scenario s;
  s.copy(Copy::Way::kNothing, 0);
  const WorkId work = s.host("work", 20000);
  s.copy(Copy::Way::kNothing, 0);
  compute_times(s.run);
  const Span &before = s.run.copies[0].time, &after = s.run.copies[1].time;
  EXPECT_NEAR(static_cast<double>(after.complete_ns - before.complete_ns), 20030e3, 30e3);
  EXPECT_EQ(after.complete_ns, s[work].time.complete_ns);
}

// ---- Multiprocessors ----------------------------------------------------------------------------

double grid_us(std::uint32_t blocks, std::uint32_t threads, std::uint64_t shared,
               std::uint64_t issued = 0) {
  Scenario s;
  const WorkId id = s.host("grid", 100, blocks, threads);
  s[id].shared_bytes = shared;
  s[id].work.runs[0].issued = issued;
  compute_times(s.run);
  return static_cast<double>(s[id].time.end_ns - s[id].time.start_ns) / 1000;
}

TEST(Timeline, BlocksRunInWavesWhenThereIsNoRoom) {
  EXPECT_NEAR(grid_us(132 * 2, 1024, 0), 100, 1);  // 2,048 threads
  EXPECT_NEAR(grid_us(132 * 2 + 1, 1024, 0), 200, 1);
  EXPECT_NEAR(grid_us(132 * 32, 32, 0), 100, 1);  // 32 blocks
  EXPECT_NEAR(grid_us(132 * 32 + 1, 32, 0), 200, 1);
  EXPECT_NEAR(grid_us(132, 32, 200 << 10), 100, 1);  // 228 KB of shared memory
  EXPECT_NEAR(grid_us(132 * 3, 32, 200 << 10), 300, 1);
}

/// Each block costs 1 KB besides its own, of the 228 KB that a multiprocessor has.
TEST(Timeline, SharedMemoryIsUsedToItsLastKilobyte) {
  EXPECT_NEAR(grid_us(132, 32, 227 << 10), 100, 1);
  EXPECT_NEAR(grid_us(132 * 2, 32, 113 << 10), 100, 1);
  EXPECT_NEAR(grid_us(132 * 2, 32, (113 << 10) + 1), 200, 1);
  EXPECT_NEAR(grid_us(132 * 4, 32, 56 << 10), 100, 1);
}

TEST(Timeline, BlocksThatComputeShareTheIssueSlots) {
  const std::uint64_t cycles = microseconds(100);
  EXPECT_NEAR(grid_us(132, 1024, 0, cycles * 4), 100, 1);      // all slots of 132
  EXPECT_NEAR(grid_us(132 * 2, 1024, 0, cycles * 4), 200, 2);  // twice the work, side by side
  EXPECT_NEAR(grid_us(1, 1024, 0, cycles * 8), 200, 1);        // one block has one multiprocessor
}

TEST(Timeline, DifferentBlocksEndOneByOne) {
  Scenario s;
  const WorkId id = s.host("uneven", 0, 3);
  s[id].work.runs.clear();
  for (const std::uint32_t b : {2u, 0u, 1u}) s[id].work.add(b, microseconds(100.0 * (b + 1)));
  compute_times(s.run);
  EXPECT_NEAR(static_cast<double>(s[id].time.end_ns - s[id].time.start_ns), 300e3, 1e3);
}

/// The clock joins neighbors of so many blocks; none of their work may be lost.
TEST(Timeline, ManyDifferentBlocksDoAllTheirWork) {
  constexpr std::uint32_t kBlocks = 40000;
  Scenario s;
  const WorkId id = s.host("uneven", 0, kBlocks, 256);
  s[id].work.runs.clear();
  for (std::uint32_t b = 0; b < kBlocks; ++b) {
    s[id].work.add(b, b % 2 == 0 ? 20000 : 1000, b % 2 == 0 ? 40000 : 100);
  }
  compute_times(s.run);
  const double cycles = kBlocks * (40000.0 + 100) / 2 / (card::kMultiprocessors * 4);
  const double ns = cycles / costs::kCyclesPerNs;
  EXPECT_NEAR(static_cast<double>(s[id].time.end_ns - s[id].time.start_ns), ns, ns / 20);
}

// ---- Broken and large records -------------------------------------------------------------------

/// Two grids of 132 blocks; the second may start early, and waits for the first where its second
/// half begins.
struct EarlyStart : Scenario {
  WorkId first = host("first", 40, 132), second = host("second", 20, 132);

  explicit EarlyStart(double trigger_us) {
    Launch &one = (*this)[first], &other = (*this)[second];
    other.overlaps = std::exchange(other.waits_for, {});
    if (trigger_us >= 0) one.work.runs[0].marks.trigger = microseconds(trigger_us);
    other.work.runs[0].marks.wait = microseconds(10);
    compute_times(run);
  }
};

TEST(Timeline, AGridThatMayStartEarlyStartsAtTheTrigger) {
  EarlyStart early(5);
  const Span &first = early[early.first].time, &second = early[early.second].time;
  EXPECT_LT(second.start_ns, first.start_ns + 8000);
  EXPECT_GT(second.start_ns, first.start_ns + 5000);
  EXPECT_EQ(second.waited_ns, first.complete_ns);
  EXPECT_NEAR(double(second.end_ns), double(first.complete_ns + 10000), 500);
  EXPECT_GE(second.complete_ns, first.complete_ns);
}

TEST(Timeline, AGridThatMayStartEarlyStartsAtTheEndWithoutTrigger) {
  EarlyStart early(-1);
  const Span &first = early[early.first].time, &second = early[early.second].time;
  EXPECT_GE(second.start_ns, first.end_ns);
  EXPECT_LT(second.start_ns, first.end_ns + 1000) << "sooner than another grid";
  EXPECT_EQ(second.waited_ns, 0u) << "the first is complete long before";
}

TEST(Timeline, AGridIsCompleteAfterThoseThatItOverlaps) {
  EarlyStart early(0);
  Scenario without_wait;
  const WorkId first = without_wait.host("first", 40), second = without_wait.host("second", 5);
  without_wait[second].overlaps = std::exchange(without_wait[second].waits_for, {});
  without_wait[first].work.runs[0].marks.trigger = 0;
  const WorkId third = without_wait.host("third", 5);
  compute_times(without_wait.run);
  EXPECT_LT(without_wait[second].time.end_ns, without_wait[first].time.end_ns);
  EXPECT_GE(without_wait[second].time.complete_ns, without_wait[first].time.complete_ns);
  EXPECT_GT(without_wait[third].time.start_ns, without_wait[first].time.end_ns) << "Q5";
}

TEST(Timeline, EmptyRunTakesNoTime) {
  report::Run run;
  compute_times(run);
  EXPECT_EQ(run.virtual_ns, 0u);
}

TEST(Timeline, ChildOfABlockThatNeverEndedIsStillReplayed) {
  Scenario s;
  const WorkId p = s.host("parent", 10, 4);
  const WorkId child = s.launch("child", {p, 2, 0, 5}, kNull, 1);
  s[p].work.runs = {{0, 1, microseconds(10), 0}};  // the run broke off in block 2
  compute_times(s.run);
  EXPECT_GT(s[child].time.start_ns, s[p].time.start_ns);
  EXPECT_GT(s[child].time.end_ns, 0u);
}

TEST(Timeline, UnknownAndLaterPredecessorsAreIgnored) {
  Scenario s;
  const WorkId a = s.host("a", 1);
  const WorkId b = s.host("b", 1);
  s[a].waits_for = {b, 77, kCopyBit | 5};
  compute_times(s.run);
  EXPECT_GT(s[b].time.end_ns, s[a].time.end_ns);
}

// Large runs: a cost that grew with the square of their size would not end within a test's time.
void expect_all_placed(Run run) {
  compute_times(run);
  for (const Launch& launch : run.launches) ASSERT_GE(launch.time.end_ns, launch.time.start_ns);
  EXPECT_GT(run.virtual_ns, 0u);
}

TEST(Timeline, HundredThousandLaunchesArePlaced) {
  expect_all_placed(children(100, 1000, kFireAndForget, 5));
  expect_all_placed(chain(100000, kTail));
}

TEST(Timeline, MillionBlocksArePlaced) {
  Scenario equal, different;
  equal.host("equal", 1, 1000000, 256);
  const WorkId id = different.host("different", 1, 1000000, 256);
  different[id].work.runs.clear();
  for (std::uint32_t b = 0; b < 1000000; ++b) different[id].work.add(b, 1000 + b % 7);
  expect_all_placed(std::move(equal.run));
  expect_all_placed(std::move(different.run));
}

}  // namespace
}  // namespace emu::report
