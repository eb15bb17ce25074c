// Checks of lesson 21: every arrow between devices, under every schedule, no arrow more, and a host
// that goes on at once.
//
// Arrows are looked for in what streams and events promise, so that one that the host kept by
// waiting, or that luck kept, is none.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/independent.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::because;
using checks::Independent;
using checks::Judged;
using checks::ReturnsNoError;

bool emulated() { return settings().device == DeviceKind::kEmulator; }

// With how many devices a check runs: on cards with those that NEEDS_DEVICES(2) found. Three of
// them, for what works with powers of two only.
std::vector<int> device_counts() {
  return emulated() ? std::vector{1, 2, 3, 8} : std::vector{1, 2};
}

// The emulator gives the next run so many devices.
void give_devices(int count) {
  if (emulated()) test_settings().devices = count;
}

// ---- A host that waits --------------------------------------------------------------------------

// Calls that return only when work is done, or tell whether it is.
constexpr std::array<std::string_view, 12> kHostWaits = {
    "cudaDeviceSynchronize", "cudaStreamSynchronize",
    "cudaEventSynchronize",  "cudaEventQuery",
    "cudaStreamQuery",       "cudaMemcpy",
    "cudaMemcpyPeer",        "cudaMemcpyToSymbol",
    "cudaMemcpyFromSymbol",  "cudaFree",
    "cudaFreeHost",          "cudaDeviceReset"};

Refusal why_host_waits(const Outcome& run) {
  std::vector<const Launch*> launches;
  for (const Launch& l : run.launches) {
    if (l.from_host()) launches.push_back(&l);
  }
  for (const ApiCall& call : run.host_calls) {
    if (std::ranges::find(kHostWaits, call.name) == kHostWaits.end()) continue;
    const auto next = std::ranges::find_if(
        launches, [&](const Launch* l) { return l->id > call.launches_before; });
    if (next == launches.begin() || next == launches.end()) continue;
    return {
        fmt::format("the host waits in {} between the launches of {} (line {}) and of {} (line "
                    "{}): meanwhile no device gets new work. Let a stream wait instead: record "
                    "an event behind the grid that is meant, and cudaStreamWaitEvent in the "
                    "stream that needs it; both return at once (E8, E9)",
                    call.name, launches[next - launches.begin() - 1]->kernel,
                    launches[next - launches.begin() - 1]->line, (*next)->kernel, (*next)->line),
        (*next)->file, (*next)->line};
  }
  return {};
}

ReportMatcher HostNeverWaits() {
  return {"the host does not wait before it has launched everything", why_host_waits};
}

// What every look at the order of grids begins with: what else is wrong would only be its shadow.
#define ASSERT_ORDER_CAN_BE_SEEN(run)              \
  ASSERT_THAT(run.launches, Contains(FromHost())); \
  ASSERT_THAT(run, Keeps("device-api"));           \
  ASSERT_THAT(run, ReturnsNoError());              \
  ASSERT_THAT(run, HostNeverWaits())

// ---- Task 1 -------------------------------------------------------------------------------------

constexpr int kUnwritten = -1000000;

Outcome run_four(int n, int here, int there) {
  return EXERCISE(four_kernels, output<int>(n), output<int>(n), n, here, there);
}

int number(int i) { return 3 * i + 7; }
int square(int i) { return i * i % 1000; }

// k2 and k4 write the results; the host passes them on.
WroteResult WroteDoubled() { return WroteResult(0, "k2").launched_anywhere(); }
WroteResult WroteDifference() { return WroteResult(1, "k4").launched_anywhere(); }

void expect_four_right(int n, int here, int there) {
  const Outcome run = run_four(n, here, there);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0),
              Elements([](int i) { return 2 * number(i); })
                  .mistaking([](int) { return kUnwritten; }, "numbers that k2 never wrote")
                  .mistaking([](int) { return 2 * kUnwritten; }, "what was there before k1"));
  ASSERT_THAT(run.result<int>(1),
              Elements([](int i) { return number(i) - square(i); })
                  .mistaking([](int) { return kUnwritten; }, "numbers that k4 never wrote")
                  .mistaking([](int i) { return kUnwritten - square(i); },
                             "what k4 makes without k1's numbers"));
  ASSERT_THAT(run, WroteDoubled());
  ASSERT_THAT(run, WroteDifference());
}

TEST(CrossDeviceEvents, FourKernelsAreRight) {
  NEEDS_DEVICES(2);
  for (const auto& [here, there] : {std::pair{0, 1}, {1, 0}, {1, 1}})
    ASSERT_NO_FATAL_FAILURE(expect_four_right(300, here, there));
  const CalledTwice twice;
  expect_four_right(50, 0, 1);
}

constexpr const char* kLaunchRecordWait =
    "launch, then record behind it; let the other stream wait, then launch there. An event that is "
    "not recorded yet holds nobody back, and no call says so (E8)";

TEST(CrossDeviceEvents, K4WaitsForK1) {
  NEEDS_EMULATOR();
  for (const auto& [here, there] : {std::pair{0, 1}, {3, 2}, {2, 2}, {0, 0}}) {
    give_devices(std::max(here, there) + 1);
    const Outcome run = run_four(200, here, there);
    ASSERT_THAT(run, Keeps("device-api"));
    ASSERT_THAT(run, ReturnsNoError()) << fmt::format(
        "with here = {} and there = {}, where there is no device beyond these", here, there);
    ASSERT_ORDER_CAN_BE_SEEN(run);
    ASSERT_THAT(run.launches, Every(FromHost("k1"), LaunchOf("").with_grid(1).with_block(1)));
    for (const char* kernel : {"k2", "k3", "k4"}) {
      ASSERT_THAT(run.launches, Every(FromHost(kernel), LaunchOf("").with_grid(2).with_block(128)))
          << "200 numbers take `blocks` = 2 blocks of kBlock = 128 threads";
    }
    for (const auto& [kernel, device] :
         {std::pair{"k1", here}, {"k2", here}, {"k3", there}, {"k4", there}}) {
      ASSERT_THAT(run.launches, LaunchCount(1, FromHost(kernel).on_device(device)));
    }
    for (const auto& [first, second] : {std::pair{"k1", "k2"}, {"k1", "k4"}, {"k3", "k4"}}) {
      ASSERT_THAT(run.launches, Ordered(FromHost(first), FromHost(second)))
          << kLaunchRecordWait
          << (here == there ? ". Two streams of one device are not in order either (S5)" : "");
    }
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, WroteDoubled().somewhere());
    ASSERT_THAT(run, WroteDifference().somewhere());
  }
}

void expect_nothing_else_waits(int here, int there) {
  const Outcome run = run_four(200, here, there);
  ASSERT_ORDER_CAN_BE_SEEN(run);
  for (const auto& [one, other] : {std::pair{"k1", "k3"}, {"k2", "k3"}, {"k2", "k4"}}) {
    ASSERT_THAT(run.launches, MayOverlap(FromHost(one), FromHost(other)))
        << "an event stands for all that is in its stream when it is recorded, and a wait holds "
           "back all that is launched into its stream later: record right behind k1, wait right "
           "before k4 (S5, E8)"
        << fmt::format("\nthis is so with here = {} and there = {}", here, there)
        << (here == there ? ": `a` and `b` are two streams of one device as well, k1 and k2 belong "
                            "into `a`, k3 and k4 into `b`"
                          : "");
  }
  ASSERT_THAT(run, WroteDoubled().somewhere());
  ASSERT_THAT(run, WroteDifference().somewhere());
}

TEST(CrossDeviceEvents, NothingElseWaits) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  for (const auto& [here, there] : {std::pair{0, 1}, {1, 0}, {1, 1}})
    ASSERT_NO_FATAL_FAILURE(expect_nothing_else_waits(here, there));
}

// ---- Task 2 -------------------------------------------------------------------------------------

// The arguments of run_graph. Costs differ, so that a launch shows by its blocks which node it is.
struct Graph {
  std::vector<int> device, cost, first{0}, needed;
  int devices;

  explicit Graph(int devices) : devices(devices) {}

  int nodes() const { return static_cast<int>(cost.size()); }

  void add(int on_device, const std::vector<int>& needs) {
    const int node = nodes();
    device.push_back(on_device % devices);
    cost.push_back(1 + (11 * node + 5) % 41);
    needed.insert(needed.end(), needs.begin(), needs.end());
    first.push_back(static_cast<int>(needed.size()));
  }

  std::vector<int> needs(int node) const {
    return {needed.begin() + first[node], needed.begin() + first[node + 1]};
  }

  std::vector<int> heaviest() const {
    std::vector<int> result;
    for (int node = 0; node < nodes(); ++node) {
      int most = 0;
      for (const int other : needs(node)) most = std::max(most, result[other]);
      result.push_back(most + cost[node]);
    }
    return result;
  }

  // What each node waits for, directly or over others.
  std::vector<std::set<int>> before() const {
    std::vector<std::set<int>> result(nodes());
    for (int node = 0; node < nodes(); ++node) {
      for (const int other : needs(node)) {
        result[node].insert(other);
        result[node].insert(result[other].begin(), result[other].end());
      }
    }
    return result;
  }

  std::string words(int node) const {
    const int d = device[node];
    return fmt::format("node {} ({} blocks on device {})", node, cost[node], d);
  }
};

// Three layers whose arrows lead to every device; a chain and a lonely node beside them.
Graph layers(int devices) {
  Graph g(devices);
  for (int i = 0; i < 6; ++i) g.add(i, {});
  for (int i = 0; i < 6; ++i) g.add(i + 1, {i, (i + 2) % 6});
  for (int i = 0; i < 4; ++i) g.add(3 * i, {6 + i, 8 + i, i});
  for (int i = 0; i < 3; ++i) g.add(i / 2, i == 0 ? std::vector<int>{} : std::vector{15 + i});
  g.add(0, {});
  return g;
}

// Every node needs the one before it on its device and the one beside it: arrows within devices
// count.
Graph rungs(int devices) {
  Graph g(devices);
  for (int i = 0; i < 4 * devices; ++i) {
    std::vector<int> needs;
    if (i >= devices) needs = {i - devices};
    const int beside = i / devices * devices - 1 - i % devices;
    if (i >= devices && beside != i - devices) needs.push_back(beside);
    g.add(i, needs);
  }
  return g;
}

// Two nodes in a line on device 0, the second needed elsewhere: the smallest that has a shadow.
Graph line(int devices) {
  Graph g(devices);
  g.add(0, {});
  g.add(0, {});
  g.add(devices - 1, {0});
  return g;
}

// On each device three nodes that need the same one, and one of them another one, too: they may run
// at the same time.
Graph heirs(int devices) {
  Graph g(devices);
  g.add(0, {});
  for (int i = 0; i < 2 * devices; ++i) g.add(i, {0});
  const int other = g.nodes();
  g.add(devices - 1, {});
  for (int i = 0; i < devices; ++i) g.add(i, {0, other});
  return g;
}

// As many nodes as a plan may have: each needs the one three before it, and no node needs the
// first.
Graph as_many_as_may_be(int devices) {
  Graph g(devices);
  for (int i = 0; i < 64; ++i) g.add(i, i < 4 ? std::vector<int>{} : std::vector{i - 3});
  return g;
}

Outcome run(const Graph& g) {
  give_devices(g.devices);
  return EXERCISE(run_graph, output<int>(g.nodes()), output<int>(g.nodes()), input(g.device),
                  input(g.cost), input(g.first), input(g.needed), g.nodes(), g.devices);
}

// Children of nodes write what nodes find: array 0, and array 1, where they ran.
WroteResult Settled(std::size_t array) { return WroteResult(array, "settle").of("work"); }

void expect_graph_right(const Graph& g) {
  const Outcome outcome = run(g);
  ASSERT_THAT(outcome, Keeps("device-api"));
  ASSERT_THAT(outcome, FinishedCleanly());
  ASSERT_THAT(outcome, ReturnsNoError());
  ASSERT_THAT(outcome.result<int>(1),
              Elements(g.device).mistaking([](int) { return -1; }, "nodes that never ran"))
      << "every node is launched, also one that no other needs; where none ran, ran_on is -1";
  ASSERT_THAT(outcome.result<int>(0), Elements(g.heaviest())
                                          .mistaking([g](int i) { return g.cost[i]; },
                                                     "what a node finds that waited for none"));
  ASSERT_THAT(outcome, Settled(0));
  ASSERT_THAT(outcome, Settled(1));
}

TEST(CrossDeviceEvents, GraphIsRight) {
  NEEDS_DEVICES(2);
  for (const int devices : device_counts()) {
    for (const Graph& g :
         {layers(devices), rungs(devices), line(devices), as_many_as_may_be(devices)})
      ASSERT_NO_FATAL_FAILURE(expect_graph_right(g));
  }
  const CalledTwice twice;
  expect_graph_right(layers(2));
}

// The launch that is node `node`, by the blocks that it costs; null when there is none or several.
const Launch* launch_of(const Launches& launches, const Graph& g, int node) {
  const Launch* found = nullptr;
  for (const Launch& l : launches) {
    if (!l.from_host() || l.kernel != "work" || l.grid.x != g.cost[node]) continue;
    if (found != nullptr) return nullptr;
    found = &l;
  }
  return found;
}

Refusal why_not_the_nodes(const Launches& launches, const Graph& g) {
  for (int node = 0; node < g.nodes(); ++node) {
    const Launch* l = launch_of(launches, g, node);
    if (l == nullptr) {
      return {fmt::format("there should be one grid work of {} blocks for {}", g.cost[node],
                          g.words(node)),
              {},
              0};
    }
    if (l->block != Dim{128}) {
      return {fmt::format("{} is launched with {} threads a block; kBlock is 128", g.words(node),
                          l->block.x),
              l->file, l->line};
    }
    if (l->device != g.device[node]) {
      return {fmt::format("{} runs on device {}: a launch goes to the device of its stream",
                          g.words(node), l->device),
              l->file, l->line};
    }
  }
  return {};
}

Refusal why_edge_missing(const Launches& launches, const Graph& g) {
  for (int node = 0; node < g.nodes(); ++node) {
    for (const int other : g.needs(node)) {
      const Launch &earlier = *launch_of(launches, g, other),
                   &later = *launch_of(launches, g, node);
      if (launches.ordered(earlier, later)) continue;
      return {fmt::format("nothing makes {} wait for {}, which it needs. Its stream has to "
                          "wait for an event that is already recorded behind that node, before the "
                          "node is launched; two streams of one device are as little in order as "
                          "those of two (S5, E8)",
                          g.words(node), g.words(other)),
              later.file, later.line};
    }
  }
  return {};
}

Refusal why_edge_too_many(const Launches& launches, const Graph& g) {
  const std::vector<std::set<int>> before = g.before();
  for (int node = 0; node < g.nodes(); ++node) {
    for (int other = 0; other < g.nodes(); ++other) {
      if (other == node || before[node].contains(other)) continue;
      const Launch &earlier = *launch_of(launches, g, other),
                   &later = *launch_of(launches, g, node);
      if (!launches.ordered(earlier, later)) continue;
      return {fmt::format(
                  "{} waits for {}, which it does not need, nor does any that it needs. A "
                  "stream is a line: what stands in it waits for all that stands "
                  "before, and so does an event that is recorded there. Only a node that needs all "
                  "that is in a stream may join it (S5, E8)",
                  g.words(node), g.words(other)),
              later.file, later.line};
    }
  }
  return {};
}

using GraphQuestion = Refusal (*)(const Launches&, const Graph&);
LaunchesMatcher LooksLike(const Graph& g, GraphQuestion question) {
  return {"launches that are the graph",
          [g, question](const Launches& l) { return question(l, g); }};
}

TEST(CrossDeviceEvents, GraphHasItsEdges) {
  NEEDS_EMULATOR();
  for (const int devices : device_counts()) {
    for (const Graph& g : {line(devices), heirs(devices), rungs(devices), layers(devices)}) {
      const Outcome outcome = run(g);
      ASSERT_ORDER_CAN_BE_SEEN(outcome);
      ASSERT_THAT(outcome.launches, LooksLike(g, why_not_the_nodes));
      ASSERT_THAT(outcome.launches, LooksLike(g, why_edge_missing));
      ASSERT_THAT(outcome, FinishedCleanly());
      ASSERT_THAT(outcome, Settled(0).somewhere());
    }
  }
}

TEST(CrossDeviceEvents, GraphHasNoOtherEdge) {
  NEEDS_EMULATOR();
  for (const int devices : device_counts()) {
    for (const Graph& g : {line(devices), heirs(devices), rungs(devices), layers(devices)}) {
      const Outcome outcome = run(g);
      ASSERT_ORDER_CAN_BE_SEEN(outcome);
      ASSERT_THAT(outcome.launches, LooksLike(g, why_not_the_nodes));
      ASSERT_THAT(outcome.launches, LooksLike(g, why_edge_too_many));
      ASSERT_THAT(outcome, Settled(0).somewhere());
    }
  }
}

// ---- Task 3 -------------------------------------------------------------------------------------

std::vector<int> serial_rounds(int rounds, int devices) {
  std::vector<int> values;
  for (int d = 0; d < devices; ++d) values.push_back(d + 1);
  for (int round = 0; round < rounds; ++round) {
    int sum = 0;
    for (int k = 0; k < devices; ++k) sum += (k + 1) * values[k];
    for (int d = 0; d < devices; ++d) values[d] = (d + sum) % 1009;
  }
  return values;
}

Outcome run_rounds(int rounds, int devices) {
  give_devices(devices);
  return EXERCISE(play_rounds, output<int>(devices), rounds, devices);
}

WroteResult Moved() { return WroteResult(0, "move").of("play"); }

void expect_rounds_right(int rounds, int devices) {
  const Outcome run = run_rounds(rounds, devices);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0), Elements(serial_rounds(rounds, devices)));
  ASSERT_THAT(run, Moved());
}

TEST(CrossDeviceEvents, RoundsAreRight) {
  NEEDS_DEVICES(2);
  for (const int devices : device_counts()) {
    for (const int rounds : {1, 7}) ASSERT_NO_FATAL_FAILURE(expect_rounds_right(rounds, devices));
  }
  const CalledTwice twice;
  expect_rounds_right(3, 2);
}

// The grids of play of one round, which the host launches round by round, device by device.
using Round = std::vector<const Launch*>;
std::vector<Round> rounds_of(const Launches& launches, int devices) {
  std::vector<Round> rounds;
  for (const Launch& l : launches) {
    if (!l.from_host() || l.kernel != "play") continue;
    if (rounds.empty() || static_cast<int>(rounds.back().size()) == devices) rounds.emplace_back();
    rounds.back().push_back(&l);
  }
  return rounds;
}

Refusal why_no_barrier(const Launches& launches, int devices) {
  const std::vector<Round> rounds = rounds_of(launches, devices);
  for (std::size_t r = 1; r < rounds.size(); ++r) {
    for (const Launch* later : rounds[r]) {
      for (const Launch* earlier : rounds[r - 1]) {
        if (launches.ordered(*earlier, *later)) continue;
        return {fmt::format("with {} devices: device {} begins round {} without waiting for device "
                            "{}'s round {}. In a barrier every stream records its event before any "
                            "stream waits, and then every stream waits, not one of them only, for "
                            "the events of all the others; a wait for an event that is recorded "
                            "afterwards is for its record of the round before, or for nothing (E8)",
                            devices, later->device, r + 1, earlier->device, r),
                {},
                0};
      }
    }
  }
  return {};
}

Refusal why_not_side_by_side(const Launches& launches, int devices) {
  for (const Round& round : rounds_of(launches, devices)) {
    for (const Launch* one : round) {
      for (const Launch* other : round) {
        if (!launches.ordered(*one, *other)) continue;
        return {fmt::format("in one and the same round device {} waits for device {}: a barrier "
                            "stands between rounds and holds back nothing else",
                            other->device, one->device),
                {},
                0};
      }
    }
  }
  return {};
}

using RoundsQuestion = Refusal (*)(const Launches&, int);
LaunchesMatcher Rounds(RoundsQuestion question, int devices) {
  return {"rounds with a barrier between them",
          [question, devices](const Launches& l) { return question(l, devices); }};
}

TEST(CrossDeviceEvents, AllWaitForAll) {
  NEEDS_EMULATOR();
  for (const int devices : device_counts()) {
    const Outcome run = run_rounds(4, devices);
    ASSERT_ORDER_CAN_BE_SEEN(run);
    ASSERT_THAT(run.launches, LaunchCount(4 * devices, FromHost("play")));
    ASSERT_THAT(run.launches, Rounds(why_no_barrier, devices));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, Moved().somewhere());
  }
}

TEST(CrossDeviceEvents, OnlyDevicesWait) {
  NEEDS_EMULATOR();
  for (const int devices : device_counts()) {
    const Outcome run = run_rounds(4, devices);
    ASSERT_ORDER_CAN_BE_SEEN(run);
    ASSERT_THAT(run.launches, Rounds(why_not_side_by_side, devices));
    if (devices > 1) {
      // A barrier that keeps nobody apart is not asked what else it does.
      ASSERT_THAT(run.launches, Rounds(why_no_barrier, devices));
    }
    ASSERT_THAT(run, Moved().somewhere());
  }
}

// ---- Task 4 -------------------------------------------------------------------------------------

std::vector<int> naps(int devices) {
  std::vector<int> result;
  for (int d = 0; d < devices; ++d) result.push_back(20 + 30 * (d % 3));
  return result;
}

Outcome run_watches(int devices) {
  give_devices(devices);
  return EXERCISE(time_devices, output<float>(devices), input(naps(devices)), devices);
}

Judged TakesSomeTime(int devices) {
  return {"every device has been busy for a time", [devices](const Outcome& run) {
            for (int d = 0; d < devices; ++d) {
              const float ms = run.result<float>(0)[d];
              if (std::isfinite(ms) && ms > 0 && ms < 10000) continue;
              return because(
                  fmt::format("milliseconds[{}] is {}: it should be the time between an "
                              "event in front of device {}'s grid and one behind it",
                              d, ms, d));
            }
            return Refusal{};
          }};
}

// How many calls of the host with this beginning have succeeded.
int successes(const Outcome& run, std::string_view prefix) {
  return static_cast<int>(std::ranges::count_if(run.host_calls, [&](const ApiCall& call) {
    return call.result == 0 && call.name.starts_with(prefix);
  }));
}

Refusal why_times_not_of_events(const Outcome& run, int devices) {
  const int asked = successes(run, "cudaEventElapsedTime");
  if (asked >= devices) return {};
  return {
      fmt::format("cudaEventElapsedTime was successful {} times for {} devices: milliseconds[d] "
                  "is the time between two events of device d, one in front of its grid and "
                  "one behind it (E10)",
                  asked, devices),
      {},
      0};
}

ReportMatcher AsksEvents(int devices) {
  return {"asks events for the times",
          [devices](const Outcome& run) { return why_times_not_of_events(run, devices); }};
}

// From the start of device d's grid to the end of its child, on the virtual clock.
double busy_milliseconds(const Launches& launches, int d) {
  std::int64_t start = 0, end = 0;
  for (const Launch& l : launches) {
    if (l.device == d && l.kernel == "busy") start = l.start_ns;
    if (l.device == d && l.kernel == "nap") end = l.end_ns;
  }
  return static_cast<double>(end - start) / 1e6;
}

// Events stand right before and right behind; a launch on its way may add some microseconds.
constexpr double kSlack = 0.05;

// The first record of an event after that launch; null if there is none.
const ApiCall* record_after(const Outcome& run, const Launch& launch) {
  const auto found = std::ranges::find_if(run.host_calls, [&](const ApiCall& call) {
    return call.name.starts_with("cudaEventRecord") && call.launches_before >= launch.id;
  });
  return found == run.host_calls.end() ? nullptr : &*found;
}

// The time is shorter than the work: whatever the stop stands for, it is not that.
Refusal why_too_short(const Outcome& run, int d, double ms, double real) {
  const auto grid = std::ranges::find_if(
      run.launches, [d](const Launch& l) { return l.device == d && l.kernel == "busy"; });
  const std::string what = fmt::format(
      "milliseconds[{}] is {:.3f}, and device {}'s grid and its child took {:.3f} ms: ", d, ms, d,
      real);
  const std::string but =
      "the start belongs right in front of the grid and the stop right behind it";
  const ApiCall* stop = record_after(run, *grid);
  if (stop == nullptr)
    return {
        what + "no event is recorded after the launch of the grid; " + but + ", in its stream (E8)",
        grid->file, grid->line, Cause::kOrder};
  return {what +
              "the stop does not stand for that grid. An event stands for what is in the stream in "
              "which it is recorded, so record it behind the grid in the grid's own stream: "
              "without a stream, cudaEventRecord(event) takes the default stream, with which a "
              "non-blocking stream has no order. And " +
              but + " (S5, E8)",
          stop->file, stop->line, Cause::kOrder};
}

Judged MeasuresTheTree(int devices) {
  return {"the times are those of the grids with their children", [devices](const Outcome& run) {
            for (int d = 0; d < devices; ++d) {
              const double ms = run.result<float>(0)[d], real = busy_milliseconds(run.launches, d);
              if (ms > real * 0.999 && ms < real + kSlack) continue;
              if (ms < real) return why_too_short(run, d, ms, real);
              return because(fmt::format(
                  "milliseconds[{}] is {:.3f}; device {}'s grid and its child took {:.3f} ms. The "
                  "start belongs right in front of the grid and the stop right behind it, in its "
                  "stream; an event behind a grid stands for the grid with its child (N1, N4)",
                  d, ms, d, real));
            }
            return Refusal{};
          }};
}

// How many times 10 microseconds the child of device d's grid worked, on the virtual clock.
int naps_taken(const Launches& launches, int d) {
  double ns = 0;
  for (const Launch& l : launches) {
    if (l.device == d && l.kernel == "nap") ns += static_cast<double>(l.end_ns - l.start_ns);
  }
  return static_cast<int>(std::lround(ns / 10000));
}

Refusal why_other_naps(const Launches& launches, int devices) {
  const std::vector<int> asked = naps(devices);
  for (const Launch& l : launches) {
    if (!l.from_host() || l.kernel != "busy") continue;
    const int taken = naps_taken(launches, l.device);
    if (taken == asked[l.device]) continue;
    return {fmt::format("device {} works for {} naps of 10 microseconds, but naps[{}] is {}: "
                        "launch busy with naps[d]",
                        l.device, taken, l.device, asked[l.device]),
            l.file, l.line};
  }
  return {};
}

LaunchesMatcher TakesItsNaps(int devices) {
  return {"every device works for as long as it is asked to",
          [devices](const Launches& l) { return why_other_naps(l, devices); }};
}

void expect_times(int devices) {
  const Outcome run = run_watches(devices);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run, TakesSomeTime(devices));
  ASSERT_THAT(run, AsksEvents(devices));
}

TEST(CrossDeviceEvents, EachDeviceIsTimed) {
  NEEDS_DEVICES(2);
  for (const int devices : device_counts()) ASSERT_NO_FATAL_FAILURE(expect_times(devices));
  const CalledTwice twice;
  expect_times(2);
}

TEST(CrossDeviceEvents, TimesAreOfTheWork) {
  NEEDS_EMULATOR();
  for (const int devices : device_counts()) {
    const Outcome run = run_watches(devices);
    ASSERT_ORDER_CAN_BE_SEEN(run);
    ASSERT_THAT(run.launches, LaunchCount(devices, FromHost("busy")));
    ASSERT_THAT(run.launches, Every(FromHost("busy"), LaunchOf("").with_grid(1).with_block(1)));
    ASSERT_THAT(run.launches, Independent(FromHost("busy"), "S5, E8"));
    ASSERT_THAT(run.launches, TakesItsNaps(devices));
    ASSERT_THAT(run, MeasuresTheTree(devices));
  }
}

// ---- All tasks ----------------------------------------------------------------------------------

// The first call that makes one, or, where too many are destroyed, the first that destroys one.
const ApiCall& first_that_creates(const Outcome& run, const std::string& kind, bool or_destroys) {
  const std::string name = "cuda" + kind + (or_destroys ? "Destroy" : "Create");
  return *std::ranges::find_if(run.host_calls, [&](const ApiCall& call) {
    return call.result == 0 && call.name.starts_with(name);
  });
}

Refusal why_not_destroyed(const Outcome& run, const std::string& kind) {
  const int made = successes(run, "cuda" + kind + "Create");
  const int gone = successes(run, "cuda" + kind + "Destroy");
  if (made == gone) return {};
  const ApiCall& first = first_that_creates(run, kind, made < gone);
  return {
      fmt::format("{}: of {} {}s that the host creates it destroys {}; what it creates it should "
                  "destroy, each once, when all is launched. Waits that have been made stay, and "
                  "work in a stream goes on (S8, E8)",
                  run.entry_point, made, kind == "Event" ? "event" : "stream", gone),
      first.file, first.line};
}

ReportMatcher DestroysEach(const std::string& kind) {
  return {"destroys each once",
          [kind](const Outcome& run) { return why_not_destroyed(run, kind); }};
}

// A node is one grid in one stream, with one event behind it.
Refusal why_more_than_one_each(const Outcome& run, int nodes) {
  for (const char* kind : {"Stream", "Event"}) {
    const int made = successes(run, std::string("cuda") + kind + "Create");
    if (made <= nodes) continue;
    return {fmt::format("run_graph creates {} {}s for {} nodes: one of each a node is enough; any "
                        "number of streams can wait for one event",
                        made, kind == std::string("Event") ? "event" : "stream", nodes),
            {},
            0};
  }
  return {};
}

void expect_results_of_grids(const Outcome& four, const Outcome& graph) {
  ASSERT_THAT(four, WroteDoubled().somewhere());
  ASSERT_THAT(four, WroteDifference().somewhere());
  ASSERT_THAT(graph, Settled(0).somewhere());
}

TEST(CrossDeviceEvents, EventsAreDestroyed) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  const Outcome four = run_four(10, 0, 1), graph = run(line(2)), rounds = run_rounds(2, 2),
                watches = run_watches(2);
  for (const Outcome* outcome : {&four, &graph, &rounds, &watches}) {
    ASSERT_THAT(outcome->launches, Contains(FromHost()))
        << outcome->entry_point << " launches nothing yet";
    ASSERT_THAT(*outcome, ReturnsNoError());  // who leaves early destroys nothing
    ASSERT_THAT(*outcome, Keeps("device-api"));
    ASSERT_THAT(*outcome, DestroysEach("Event"));
    EXPECT_THAT(*outcome, DestroysEach("Stream"));
  }
  EXPECT_THAT(graph, ReportMatcher("creates at most one of each a node", [](const Outcome& o) {
                return why_more_than_one_each(o, line(2).nodes());
              }));
  ASSERT_NO_FATAL_FAILURE(expect_results_of_grids(four, graph));
  EXPECT_THAT(rounds, Moved().somewhere());
}

// TRY leaves the function: what follows a refused launch would work with what is not there.
ReportMatcher LaunchesNothingAfter(const checks::NumberedLaunch& refused) {
  return {"launches nothing after a refused launch", [refused](const Outcome& run) -> Refusal {
            int host_launches = 0;
            for (const Launch& l : run.launches) {
              if (!l.from_host() || ++host_launches < refused.number) continue;
              return {fmt::format("this launch of {} was refused, and the host launched {} (line "
                                  "{}) all the same. Right after each launch: "
                                  "TRY(cudaGetLastError()), which leaves the function (R3)",
                                  refused.launch.kernel, l.kernel, l.line),
                      refused.launch.file, refused.launch.line};
            }
            return {};
          }};
}

void expect_nothing_after_refusals() {
  for (const auto& refused : checks::first_of_each_line(run_four(10, 0, 1).launches, true)) {
    const Outcome run =
        checks::run_refusing_host(refused.number, [] { return run_four(10, 0, 1); });
    ASSERT_THAT(run, LaunchesNothingAfter(refused));
  }
}

TEST(CrossDeviceEvents, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  const Outcome four = run_four(10, 0, 1), graph = run(line(2)), watches = run_watches(2);
  for (const Outcome* outcome : {&four, &graph, &watches}) {
    ASSERT_THAT(outcome->launches, Contains(FromHost()))
        << outcome->entry_point << " launches nothing yet";
    ASSERT_THAT(*outcome, ReturnsNoError());
  }
  ASSERT_NO_FATAL_FAILURE(expect_results_of_grids(four, graph));
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run_four(10, 0, 1); }));
  ASSERT_NO_FATAL_FAILURE(expect_nothing_after_refusals());
  ASSERT_NO_FATAL_FAILURE(checks::expect_errors_returned([] { return run(line(2)); }));
  checks::expect_errors_returned([] { return run_watches(2); });
}

}  // namespace
