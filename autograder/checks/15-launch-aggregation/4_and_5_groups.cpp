// Checks of lesson 15: depths, who launches for whom, what a full pool may not lose, and the time
// of each step on the virtual clock. In which order a level finds its vertices is free, and so is
// who stands in a warp with whom: checks count launches from the depths alone, or within bounds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/counted_atomically.h"
#include "shared/explained.h"
#include "shared/independent.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"
#include "shared/virtual_time.h"

namespace {

using namespace harness;
using checks::because;
using checks::CountsAtomically;
using checks::Independent;
using checks::Judged;
using checks::microseconds;
using checks::ReturnsNoError;
using checks::TakesAtMost;

constexpr int kWarp = 32, kParent = 128, kChild = 64;  // as in the exercise
constexpr int kPool = 2048;
constexpr Plan kAll{0, 1, kPool};  // every vertex with neighbours is large
constexpr int kMost = std::numeric_limits<int>::max();

int divide_up(int a, int b) { return (a + b - 1) / b; }

// ---- Graphs -------------------------------------------------------------------------------------

struct Graph {
  std::string name;
  std::vector<int> offsets, neighbours;

  int vertices() const { return static_cast<int>(offsets.size()) - 1; }
  int degree(int v) const { return offsets[v + 1] - offsets[v]; }
  void end_vertex() { offsets.push_back(static_cast<int>(neighbours.size())); }
};

// 8 to 24 neighbours, anywhere.
Graph uniform(int vertices) {
  Graph graph{"the uniform graph", {0}, {}};
  std::mt19937 random(1);
  for (int v = 0; v < vertices; ++v) {
    for (unsigned i = 8 + random() % 17; i > 0; --i) {
      graph.neighbours.push_back(static_cast<int>(random() % vertices));
    }
    graph.end_vertex();
  }
  return graph;
}

// From 4 neighbours to a quarter of all vertices: a few have most of the edges.
Graph power_law(int vertices) {
  Graph graph{"the power law graph", {0}, {}};
  std::mt19937 random(2);
  for (int v = 0; v < vertices; ++v) {
    const double u = (random() + 1.0) / 4294967296.0;
    const double degree = std::min(4 * std::pow(u, -1 / 1.2), vertices / 4.0);
    for (int i = 0; i < static_cast<int>(degree); ++i) {
      graph.neighbours.push_back(static_cast<int>(random() % vertices));
    }
    graph.end_vertex();
  }
  return graph;
}

// A lattice from whose corner the search begins; every seventh crossing has no road to the east.
Graph road(int width) {
  Graph graph{"the road graph", {0}, {}};
  const auto to_the_east = [&](int v) { return v % width + 1 < width && v % 7 != 3; };
  for (int v = 0; v < width * width; ++v) {
    if (to_the_east(v)) graph.neighbours.push_back(v + 1);
    if (v % width > 0 && to_the_east(v - 1)) graph.neighbours.push_back(v - 1);
    if (v >= width) graph.neighbours.push_back(v - width);
    if (v + width < width * width) graph.neighbours.push_back(v + width);
    graph.end_vertex();
  }
  return graph;
}

std::vector<Graph> three_graphs() { return {uniform(300), power_law(400), road(13)}; }

Graph graph_of(std::string name, const std::vector<std::vector<int>>& lists) {
  Graph graph{std::move(name), {0}, {}};
  for (const auto& list : lists) {
    graph.neighbours.insert(graph.neighbours.end(), list.begin(), list.end());
    graph.end_vertex();
  }
  return graph;
}

// Vertex 0 leads to all others, some of them twice, and they lead back.
Graph hub(int vertices) {
  std::vector<std::vector<int>> lists(vertices);
  for (int v = 1; v < vertices; ++v) {
    lists[0].push_back(v);
    if (v % 5 == 0) lists[0].push_back(v);
    lists[v] = {0};
  }
  return graph_of("a hub that leads to all", lists);
}

// Vertex 0 leads to many, each of which leads to a vertex that nobody else leads to: whatever is
// not visited is missing in the result.
Graph fan(int many) {
  std::vector<std::vector<int>> lists(2 * many + 1);
  for (int v = 1; v <= many; ++v) {
    lists[0].push_back(v);
    lists[v] = {v + many};
  }
  return graph_of("a fan", lists);
}

// Vertex 0 leads to one vertex for each of `degrees`, and each of these to so many others; all are
// leaves, or lead to leaves only.
Graph of_degrees(std::string name, const std::vector<int>& degrees) {
  std::vector<std::vector<int>> lists(1 + degrees.size());
  for (std::size_t i = 0; i < degrees.size(); ++i) {
    lists[0].push_back(static_cast<int>(i + 1));
    for (int k = 0; k < degrees[i]; ++k) {
      lists[i + 1].push_back(static_cast<int>(lists.size()));
      lists.emplace_back();
    }
  }
  return graph_of(std::move(name), lists);
}

// What just fills blocks of 64 threads with 1, 2 and 8 edges each, and one edge more or less; and a
// single edge.
Graph full_blocks() {
  return of_degrees("a graph of vertices with as many neighbours as blocks have room for",
                    {1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513});
}

// Every second vertex of its second level has more than 45 neighbours, and the first and the last
// have not; nobody else leads to a neighbour. All others have fewer.
constexpr int kScatteredThreshold = 45;
Graph scattered() {
  std::vector<int> degrees(41, 1);
  for (std::size_t i = 1; i < degrees.size(); i += 2) degrees[i] = 50;
  return of_degrees("a graph where every second vertex has many neighbours", degrees);
}

// Vertex 0 leads to so many others, which lead nowhere.
Graph star(int leaves) {
  return of_degrees("a vertex that leads to all others", std::vector<int>(leaves, 0));
}

std::vector<Graph> odd_graphs() {
  return {
      graph_of("an empty graph", {}),
      graph_of("one vertex without edges", {{}}),
      graph_of("one vertex that leads to itself", {{0}}),
      graph_of("duplicate edges and self loops", {{1, 1, 0, 2, 1}, {1, 0, 2, 2}, {3, 3, 2}, {}}),
      graph_of("vertices that nothing leads to", {{2}, {0, 3}, {2, 4}, {1}, {}, {5}}),
      hub(500)};
}

// ---- The search that everybody knows ------------------------------------------------------------

std::vector<int> serial_depths(const Graph& graph) {
  std::vector<int> depths(graph.vertices(), -1), queue;
  if (graph.vertices() > 0) {
    depths[0] = 0;
    queue.push_back(0);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int e = graph.offsets[queue[i]]; e < graph.offsets[queue[i] + 1]; ++e) {
      const int v = graph.neighbours[e];
      if (depths[v] >= 0) continue;
      depths[v] = depths[queue[i]] + 1;
      queue.push_back(v);
    }
  }
  return depths;
}

// How many vertices of more than `threshold` neighbours each level has.
std::vector<int> large_of_levels(const Graph& graph, int threshold) {
  std::vector<int> large;
  const std::vector<int> depths = serial_depths(graph);
  for (int v = 0; v < graph.vertices(); ++v) {
    if (depths[v] < 0) continue;
    if (depths[v] >= static_cast<int>(large.size())) large.resize(depths[v] + 1);
    if (graph.degree(v) > threshold) ++large[depths[v]];
  }
  return large;
}

int sum(const std::vector<int>& counts) {
  int all = 0;
  for (const int count : counts) all += count;
  return all;
}

// Groups of so many that as many vertices of each level fill.
int groups(const std::vector<int>& of_levels, int size) {
  int all = 0;
  for (const int count : of_levels) all += divide_up(count, size);
  return all;
}

int edges_reached(const Graph& graph) {
  int all = 0;
  const std::vector<int> depths = serial_depths(graph);
  for (int v = 0; v < graph.vertices(); ++v) {
    if (depths[v] >= 0) all += graph.degree(v);
  }
  return all;
}

// ---- Runs ---------------------------------------------------------------------------------------

Outcome run_search(const Graph& graph, Way way, Plan plan = kAll) {
  return EXERCISE(search, output<int>(graph.vertices()), output<int>(1), input(graph.offsets),
                  input(graph.neighbours), graph.vertices(), 0, way, plan);
}

std::string words(const Graph& graph, Plan plan) {
  return fmt::format(
      "{} ({} vertices), threshold {}, {} neighbours a thread, {} places in the pool", graph.name,
      graph.vertices(), plan.threshold, plan.each, plan.pool);
}

// Of a grid that visits the edges of vertices of that depth.
bool was_refused_at(const Outcome& run, int depth) {
  std::map<int, int> depth_of;  // of the host's grids, one a level
  for (const Launch& l : run.launches) {
    if (l.from_host()) depth_of.emplace(l.id, static_cast<int>(depth_of.size()));
  }
  return std::ranges::any_of(run.launches.refused(), [&](const Launch& refused) {
    const auto parent = depth_of.find(refused.parent);
    return parent != depth_of.end() && parent->second == depth;
  });
}

// Depths can only be too large: a way that no thread walks is not found, but none is invented.
// Where launches of a level were refused, what is missing is their work, and `if_refused` the
// cause.
Refusal why_not_found(const Outcome& run, const std::vector<int>& expected, Cause if_refused) {
  const auto depths = run.result<int>(0);
  int wrong = 0, unfound = 0, first = -1;
  for (int v = 0; v < static_cast<int>(expected.size()); ++v) {
    if (depths[v] == expected[v]) continue;
    if (first < 0 || expected[v] < expected[first]) first = v;  // the cause, not what follows
    ++wrong;
    unfound += depths[v] == -1;
  }
  if (wrong == 0) return {};
  const bool visits_missing = depths[first] == -1 || depths[first] > expected[first];
  return because(
      fmt::format(
          "{} of {} depths are wrong, {} of them -1: vertices that were not found. One of the "
          "nearest is depths[{}]: it is {} and should be {}{}",
          wrong, expected.size(), unfound, first, depths[first], expected[first],
          visits_missing
              ? fmt::format("; so of the edges that leave vertices of depth {}, some were "
                            "not visited",
                            expected[first] - 1)
              : ""),
      was_refused_at(run, expected[first] - 1) ? if_refused : Cause::kValue);
}

// What is counted as refused, and what the device says.
Refusal why_miscounted(const Outcome& run) {
  const int counted = run.result<int>(1)[0];
  if (!run.launches.known()) return {};
  const auto& refused = run.launches.refused();
  if (counted == static_cast<int>(refused.size())) return {};
  return because(
      fmt::format("refused[0] is {}, but the device refused {} launches: each is to be "
                  "counted once, by the thread that launched (R3)",
                  counted, refused.size()));
}

// The pool of the run has a place for every launch.
Refusal why_refused(const Outcome& run) {
  const int counted = run.result<int>(1)[0];
  if (counted == 0) return {};
  const auto& refused = run.launches.refused();
  const Launch* first = refused.empty() ? nullptr : &refused.front();
  const std::string what = first == nullptr ? "" : fmt::format(", first {}", launch_words(*first));
  return {
      fmt::format("{} launches were refused though the pool has a place for each{}: they ask for "
                  "what no device has, such as a grid of 0 blocks for a vertex or a list "
                  "without edges, or where a number of blocks was not rounded up (K6)",
                  counted, what),
      first ? first->file : "", first ? first->line : 0, Cause::kCall};
}

// Grids write the depths of what is found; the host may pass them on.
WroteResult SearchedOnTheDevice(const std::vector<int>& expected) {
  return WroteResult(0).where([expected](int v) { return expected[v] > 0; });
}

// Of a check of launches: they have found something.
WroteResult FoundSomething(const Graph& graph) {
  return SearchedOnTheDevice(serial_depths(graph)).somewhere();
}

void expect_depths(const Graph& graph, Way way, Plan plan) {
  const Outcome run = run_search(graph, way, plan);
  const std::vector<int> expected = serial_depths(graph);
  ASSERT_THAT(run, checks::NoFinding("uninitialized", "",
                                     "has the thread that was to write it left before? All threads "
                                     "come to a barrier or a vote, those without work, too"));
  ASSERT_THAT(run, CountsAtomically("l.refused")) << words(graph, plan);
  ASSERT_THAT(run, FinishedCleanly()) << words(graph, plan);
  ASSERT_THAT(run, ReturnsNoError());
  const Cause cause = plan.pool < kPool ? Cause::kCall : Cause::kValue;
  const auto judge = [&](const Outcome& found) { return why_not_found(found, expected, cause); };
  ASSERT_THAT(run, Judged("finds all vertices", judge)) << words(graph, plan);
  ASSERT_THAT(run, Judged("counts refused launches", why_miscounted)) << words(graph, plan);
  if (plan.pool >= kPool) {
    ASSERT_THAT(run, Judged("has nothing refused", why_refused)) << words(graph, plan);
  }
  ASSERT_THAT(run, SearchedOnTheDevice(expected)) << words(graph, plan);
}

void expect_depths_of(const std::vector<Graph>& graphs, Way way, const std::vector<Plan>& plans) {
  for (const Graph& graph : graphs) {
    for (const Plan& plan : plans) {
      expect_depths(graph, way, plan);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// The emulator refuses one of the first launches, under any schedule; a GPU none.
void expect_refused_one_made_up(const Graph& graph, Way way, Plan plan = kAll) {
  const std::vector<int> expected = serial_depths(graph);
  for (const int number : {1, 2, 3}) {
    const Outcome run = checks::run_refusing(number, [&] { return run_search(graph, way, plan); });
    ASSERT_THAT(run, FinishedCleanly()) << words(graph, plan);
    ASSERT_THAT(run, Judged("finds all vertices",
                            [&](const Outcome& found) {
                              return why_not_found(found, expected, Cause::kEnding);
                            }))
        << "when launch " << number << " of the device is refused: whoever launched does its work";
    ASSERT_THAT(run, SearchedOnTheDevice(expected)) << words(graph, plan);
  }
}

// With few places most launches of a level are refused.
void expect_nothing_lost(Way way, int threshold, int each) {
  for (const int pool : {32, 100}) {
    for (const Graph& graph : {power_law(260), fan(150)}) {
      expect_depths(graph, way, {threshold, each, places_in_pool(pool)});
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// As many launches of the child as there are vertices with so many blocks.
void expect_blocks(const Outcome& run, const Graph& graph, const char* child, const char* parent,
                   int edges_a_block) {
  std::map<int, int> with_blocks;
  const std::vector<int> depths = serial_depths(graph);
  for (int v = 0; v < graph.vertices(); ++v) {
    if (depths[v] >= 0 && graph.degree(v) > 0) {
      ++with_blocks[divide_up(graph.degree(v), edges_a_block)];
    }
  }
  for (const auto& [blocks, vertices] : with_blocks) {
    ASSERT_THAT(run.launches, LaunchCount(vertices, Child(child).of(parent).with_grid({blocks})))
        << "so many vertices have neighbours for " << blocks << " block(s) of " << edges_a_block
        << " neighbours, as few blocks as suffice: where the last is just full, there is no other";
  }
}

// ---- Task 1: a child a vertex -------------------------------------------------------------------

TEST(LaunchAggregation, ChildrenFindTheDepths) {
  expect_depths_of(three_graphs(), kChildAVertex, {kAll});
}

TEST(LaunchAggregation, AChildForEachVertex) {
  NEEDS_EMULATOR();
  for (const Graph& graph : {power_law(300), hub(200), full_blocks()}) {
    const Outcome run = run_search(graph, kChildAVertex);
    const int vertices = sum(large_of_levels(graph, 0));
    ASSERT_THAT(run.launches, LaunchCount(vertices, Child("visit_each").of("child_a_vertex")))
        << "each vertex that is found and has neighbours gets one child grid: "
        << words(graph, kAll);
    expect_blocks(run, graph, "visit_each", "child_a_vertex", kChild);
    ASSERT_THAT(run.launches, Every(Child("visit_each"), LaunchOf("").with_block(kChild)));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, FoundSomething(graph));
  }
}

// Those of one level: the host waits between levels.
void expect_independent(const Graph& graph, const Outcome& run, const char* child) {
  ASSERT_THAT(run.launches, Contains(Child(child)));
  EXPECT_THAT(run.launches, MayOverlap(Child(child), Child(child)))
      << "children in the NULL stream of a block run one after another (S1), fired ones do not "
         "(S6)";
  EXPECT_THAT(run, Keeps("device-api"));  // of how streams are made
  EXPECT_THAT(run, FoundSomething(graph));
}

TEST(LaunchAggregation, ChildrenAreIndependent) {
  NEEDS_EMULATOR();
  expect_independent(hub(30), run_search(hub(30), kChildAVertex), "visit_each");
}

TEST(LaunchAggregation, AnyGraph) { expect_depths_of(odd_graphs(), kChildAVertex, {kAll}); }

TEST(LaunchAggregation, NothingIsLost) { expect_nothing_lost(kChildAVertex, 0, 1); }

// ---- Task 2: children for large vertices only ---------------------------------------------------

TEST(LaunchAggregation, ThresholdFindsTheDepths) {
  expect_depths_of(three_graphs(), kChildForLarge, {{16, 1, kPool}, {4, 1, kPool}});
  expect_depths_of(odd_graphs(), kChildForLarge, {{0, 1, kPool}, {2, 1, kPool}});
  expect_depths(power_law(400), kChildForLarge, {kMost, 1, kPool});
}

TEST(LaunchAggregation, OnlyLargeOnesLaunch) {
  NEEDS_EMULATOR();
  const Graph graph = power_law(400);
  for (const int threshold : {0, 8, 16, 64, kMost}) {
    const Outcome run = run_search(graph, kChildForLarge, {threshold, 1, kPool});
    const int large = sum(large_of_levels(graph, threshold));
    ASSERT_THAT(run.launches, LaunchCount(large, Child()))
        << large << " vertices have more than " << threshold << " neighbours, and only they launch";
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, FoundSomething(graph));
  }
}

// A compare and swap of any scope, or the compiler's own.
bool is_visit(const ApiCall& call) {
  return call.name.starts_with("atomicCAS") || call.name == "atomic compare_exchange";
}

// Each is an atomicCAS.
int visits_of(const Outcome& run) {
  int visits = 0;
  for (const ApiCall& call : run.device_calls) visits += is_visit(call) ? call.count : 0;
  return visits;
}

Refusal why_visited_twice(const Outcome& run, int edges) {
  const int visits = visits_of(run);
  if (visits <= edges) return {};
  return {
      fmt::format("{} visits, each an atomicCAS, of {} edges: each edge is to be visited once, by "
                  "a child or by a thread, and not by both",
                  visits, edges),
      {},
      0,
      Cause::kCall};
}

// Every edge is visited once, whoever does it.
void expect_each_edge_once(Way way, Plan plan) {
  for (const Graph& graph : {power_law(400), hub(1000)}) {
    const Outcome run = run_search(graph, way, plan);
    ASSERT_THAT(run, FinishedCleanly());
    const int edges = edges_reached(graph);
    ASSERT_THAT(run,
                ReportMatcher("visits no edge twice",
                              [edges](const Outcome& o) { return why_visited_twice(o, edges); }))
        << words(graph, plan);
    ASSERT_THAT(run, DeviceCalledTimes("atomicCAS", edges))
        << "a visit is an atomicCAS, and " << edges
        << " edges are to be visited, each of them once: " << words(graph, plan);
  }
}

// After a refused launch.
Refusal why_not_shared(const Outcome& run, const Graph& graph, const char* group) {
  if (run.launches.refused().empty()) return {};
  const Launch& refused = run.launches.refused().front();
  const std::string how = fmt::format(
      "All threads of the {} must share the list, those without a vertex on it too, so that each "
      "edge is visited once: thread t of the T threads visits edges t, t + T, t + 2 * T and so on",
      group);
  const Refusal lost = why_not_found(run, serial_depths(graph), Cause::kCall);
  if (!lost.why.empty()) {
    return {fmt::format("when this launch of {} is refused, {}. {}", refused.kernel, lost.why, how),
            refused.file, refused.line, Cause::kCall};
  }
  const int visits = visits_of(run), edges = edges_reached(graph);
  if (visits == edges) return {};
  return {fmt::format("when this launch of {} is refused, the search visits {} times (each an "
                      "atomicCAS), and there are {} edges. {}",
                      refused.kernel, visits, edges, how),
          refused.file, refused.line, Cause::kCall};
}

void expect_refused_list_is_shared(const Graph& graph, Way way, Plan plan, const char* group) {
  const Outcome run = checks::run_refusing(1, [&] { return run_search(graph, way, plan); });
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReportMatcher("shares a refused list", [&](const Outcome& o) {
                return why_not_shared(o, graph, group);
              }));
}

// Only one level has large vertices: one, or every second one.
void expect_refused_lists_are_shared(Way way, const char* group) {
  expect_refused_list_is_shared(hub(1000), way, {16, 2, kPool}, group);
  if (testing::Test::HasFatalFailure()) return;
  expect_refused_list_is_shared(scattered(), way, {kScatteredThreshold, 2, kPool}, group);
}

TEST(LaunchAggregation, EachEdgeOnce) {
  NEEDS_EMULATOR();
  expect_each_edge_once(kChildForLarge, {16, 1, kPool});
  expect_each_edge_once(kChildForLarge, {16, 2, kPool});
  expect_each_edge_once(kChildForLarge, {8, 2, 32});
}

struct Timed {
  std::string words;
  double us = 0;
};

// `launches`: of its way, at least.
Timed timed(std::string words, const Outcome& run, int launches) {
  EXPECT_THAT(run.launches, LaunchCountBetween(launches, kMost, Child())) << words;
  return {std::move(words), microseconds(run.launches)};
}

// What another way takes, to compare with.
Timed compared(std::string words, const Outcome& run, int launches, double most) {
  EXPECT_THAT(run, TakesAtMost(most, words));
  return timed(std::move(words), run, launches);
}

// `fast` takes `factor` times less time than `slow`, at least.
Judged BeatsBy(double factor, const Timed& slow, const Timed& fast, const std::string& why) {
  return {"is faster", [=](const Outcome&) -> Refusal {
            if (fast.us * factor <= slow.us) return {};
            return because(fmt::format(
                "on the virtual clock {} takes {:.0f} µs and {} {:.0f} µs; it should be "
                "at least {:.2f} times faster: {}",
                slow.words, slow.us, fast.words, fast.us, factor, why));
          }};
}

// As on a card, few launch beyond it and nobody visits many alone.
constexpr Plan kTimed{32, 1, 8192};

TEST(LaunchAggregation, ThresholdIsFaster) {
  NEEDS_EMULATOR();
  const Graph graph = power_law(2000);
  const Outcome run = run_search(graph, kChildForLarge, kTimed);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.result<int>(0), Elements(serial_depths(graph)));
  ASSERT_THAT(run, FoundSomething(graph));
  const Timed naive = compared("a child a vertex", run_search(graph, kChildAVertex, kTimed),
                               sum(large_of_levels(graph, 0)), 1150);
  const Timed large = timed("a child for those of more than 32 neighbours", run,
                            sum(large_of_levels(graph, kTimed.threshold)));
  EXPECT_THAT(run, BeatsBy(3, naive, large,
                           "most vertices have few neighbours, and a launch costs "
                           "more than to visit them"));
}

// ---- Task 3: fewer blocks a child ---------------------------------------------------------------

TEST(LaunchAggregation, CoarseChildrenFindTheDepths) {
  expect_depths_of(three_graphs(), kChildForLarge, {{0, 2, kPool}, {0, 7, kPool}});
  expect_depths_of({hub(1000)}, kChildForLarge, {{0, 3, kPool}, {0, 5000, kPool}});
  // More edges a thread than a block has threads, and not one to spare.
  expect_depths(star(kChild * (kChild + 1)), kChildForLarge, {0, kChild + 1, kPool});
}

// On the virtual clock.
std::int64_t nanoseconds(const Launch& launch) { return launch.end_ns - launch.start_ns; }

// What a thread needs for one more neighbour: the only one of the first level has some, those of
// the last have none.
double nanoseconds_a_visit(const Graph& graph) {
  const Outcome run = run_search(graph, kFlat);
  if (run.launches.empty()) return 0;
  const Launch &first = *run.launches.begin(), &last = *std::prev(run.launches.end());
  return static_cast<double>(nanoseconds(first) - nanoseconds(last)) / graph.degree(0);
}

// Of all children of full_blocks() the shortest visits a single neighbour. The longest takes as
// much longer as its busiest thread has more of them; all are found by that visit.
Refusal why_not_even(const Launches& launches, int each, double a_visit) {
  const Launch *shortest = nullptr, *longest = nullptr;
  for (const Launch& l : launches) {
    if (!Child("visit_several").matches(l)) continue;
    if (!shortest || nanoseconds(l) < nanoseconds(*shortest)) shortest = &l;
    if (!longest || nanoseconds(l) > nanoseconds(*longest)) longest = &l;
  }
  if (!longest || a_visit <= 0) return {};
  const double more = static_cast<double>(nanoseconds(*longest) - nanoseconds(*shortest)) / a_visit;
  constexpr double kMargin = 0.8;  // of a visit: some cost more here than in the flat search
  if (more < each - 1 + kMargin) return {};
  return {
      fmt::format("by the virtual clock this child, {}, takes as long as a thread needs for {:.0f} "
                  "neighbours, and it is large enough for {} a thread: no thread of visit_several "
                  "may visit more than `each`, so the blocks and threads must share evenly",
                  launch_words(*longest), 1 + more, each),
      longest->file, longest->line, Cause::kValue};  // edges visited twice are told by their visits
}

Outcome run_coarse(const Graph& graph, int each) {
  return run_search(graph, kChildForLarge, {0, each, kPool});
}

void expect_few_blocks(const Outcome& run, const Graph& graph, int each) {
  ASSERT_THAT(run.launches, Contains(Child("visit_several")));
  expect_blocks(run, graph, "visit_several", "child_for_large", kChild * each);
  ASSERT_THAT(run.launches, Every(Child("visit_several"), LaunchOf("").with_block(kChild)));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, FoundSomething(graph));
}

TEST(LaunchAggregation, FewerBlocks) {
  NEEDS_EMULATOR();
  expect_independent(hub(30), run_coarse(hub(30), 2), "visit_several");
  if (HasFailure()) return;
  for (const auto& [graph, each] : {std::pair{power_law(500), 2}, {hub(1000), 8}}) {
    ASSERT_NO_FATAL_FAILURE(expect_few_blocks(run_coarse(graph, each), graph, each));
  }
  const Graph graph = full_blocks();
  const double a_visit = nanoseconds_a_visit(graph);
  for (const int each : {2, 8}) {
    const Outcome run = run_coarse(graph, each);
    ASSERT_NO_FATAL_FAILURE(expect_few_blocks(run, graph, each));
    ASSERT_THAT(run.launches, LaunchesMatcher("shares evenly", [&](const Launches& launches) {
                  return why_not_even(launches, each, a_visit);
                }));
  }
}

TEST(LaunchAggregation, CoarseChildrenLoseNothing) { expect_nothing_lost(kChildForLarge, 0, 4); }

// ---- Tasks 4 and 5: a child for many ------------------------------------------------------------

void expect_depths_by_groups(Way way) {
  expect_depths_of(three_graphs(), way, {kAll, {12, 4, kPool}});
  expect_depths_of(odd_graphs(), way, {kAll, {2, 1, kPool}});
  expect_depths(power_law(400), way, {kMost, 1, kPool});
}

// More children than groups of `size` vertices of a level that are all large.
Refusal why_too_many_launches(const Launches& launches, int groups, const char* group, int size) {
  int found = 0;
  const Launch* last = nullptr;
  for (const Launch& l : launches) {
    if (l.from_host()) continue;
    ++found;
    last = &l;
  }
  if (found <= groups) return {};
  return {
      fmt::format("{} children, where the vertices of each level, {} to a {}, need {}: one launch "
                  "each, by one thread of the {} for all of its list (K2)",
                  found, size, group, groups, group),
      last->file, last->line, Cause::kCall};
}

// If every vertex is large, each group of a level launches; else no more launch than there are
// groups or large vertices.
void expect_one_launch_a_group(Way way, const char* parent, int size, const char* group) {
  const Graph graph = power_law(500);
  for (const int each : {1, 4}) {
    const Outcome run = run_search(graph, way, {0, each, kPool});
    const std::vector<int> found = large_of_levels(graph, 0);
    ASSERT_THAT(run, Keeps("race"));  // a list that is read too early is launched too often, too
    ASSERT_THAT(run.launches, LaunchesMatcher("one launch a group", [&](const Launches& launches) {
                  return why_too_many_launches(launches, groups(found, size), group, size);
                }));
    ASSERT_THAT(run.launches, LaunchCount(groups(found, size), Child("visit_all").of(parent)))
        << sum(found) << " vertices, " << size << " of a level to a " << group
        << ": one launch each instead of " << sum(found);
    ASSERT_THAT(run.launches, LaunchCount(groups(found, size), Child()));
    ASSERT_THAT(run.launches, Every(Child("visit_all"), LaunchOf("").with_block(kChild)));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, FoundSomething(graph));
  }
  const std::vector<int> large = large_of_levels(graph, 16), found = large_of_levels(graph, 0);
  int most = 0;
  for (std::size_t level = 0; level < large.size(); ++level) {
    most += std::min(large[level], divide_up(found[level], size));
  }
  const Outcome run = run_search(graph, way, {16, 1, kPool});
  ASSERT_THAT(run.launches, LaunchCountBetween(groups(large, size), most, Child()))
      << sum(large) << " vertices have more than 16 neighbours, and a " << group
      << " without one launches nothing";
  ASSERT_THAT(run.launches, LaunchCount(0, Child("visit_each")));
  EXPECT_THAT(run, FinishedCleanly());
}

// As many blocks as the edges of all large vertices fill.
void expect_blocks_of_group(Way way, int each) {
  // A level of one vertex, then levels whose vertices have one edge; the second fills its blocks.
  for (const Graph& graph : {hub(2000), fan(1024), fan(1025)}) {
    const Outcome run = run_search(graph, way, {1, each, kPool});
    const int blocks = divide_up(graph.degree(0), kChild * each);
    ASSERT_THAT(run.launches, LaunchCount(1, Child("visit_all").with_grid({blocks})))
        << "the list of the first level has " << graph.degree(0) << " edges, for " << blocks
        << " blocks of " << kChild << " threads with " << each
        << " edges each, as few as suffice: where the last is just full, there is no other";
    ASSERT_THAT(run.launches, LaunchCount(1, Child()));
  }
}

TEST(LaunchAggregation, WarpsFindTheDepths) { expect_depths_by_groups(kChildAWarp); }

TEST(LaunchAggregation, OneLaunchAWarp) {
  NEEDS_EMULATOR();
  expect_one_launch_a_group(kChildAWarp, "child_a_warp", kWarp, "warp");
  if (HasFatalFailure()) return;
  expect_blocks_of_group(kChildAWarp, 1);
  expect_blocks_of_group(kChildAWarp, 8);
  const Outcome run = run_search(hub(kParent), kChildAWarp);  // four warps of one block
  EXPECT_THAT(run.launches, MayOverlap(Child("visit_all"), Child("visit_all")))
      << "the children of a block's warps need not wait for one another: in its NULL stream they "
         "do "
         "(S1), fired ones do not (S6)";
}

TEST(LaunchAggregation, WarpsLoseNothing) {  // a level has more than 32 warps
  expect_depths(fan(1600), kChildAWarp, {0, 1, places_in_pool(32)});
  if (HasFatalFailure()) return;
  expect_depths(power_law(2000), kChildAWarp, {6, 2, places_in_pool(32)});
  if (HasFatalFailure()) return;
  expect_refused_one_made_up(fan(100), kChildAWarp);
  if (HasFatalFailure()) return;
  expect_refused_one_made_up(scattered(), kChildAWarp, {kScatteredThreshold, 2, kPool});
}

TEST(LaunchAggregation, WarpsVisitEachEdgeOnce) {
  NEEDS_EMULATOR();
  expect_each_edge_once(kChildAWarp, {16, 2, kPool});
  if (HasFatalFailure()) return;
  expect_refused_lists_are_shared(kChildAWarp, "warp");
}

TEST(LaunchAggregation, BlocksFindTheDepths) { expect_depths_by_groups(kChildABlock); }

TEST(LaunchAggregation, OneLaunchABlock) {
  NEEDS_EMULATOR();
  expect_one_launch_a_group(kChildABlock, "child_a_block", kParent, "block");
  if (HasFatalFailure()) return;
  expect_blocks_of_group(kChildABlock, 1);
  expect_blocks_of_group(kChildABlock, 8);
}

TEST(LaunchAggregation, BlocksLoseNothing) {  // a level has more than 32 blocks
  expect_depths(fan(5000), kChildABlock, {0, 1, places_in_pool(32)});
  if (HasFatalFailure()) return;
  expect_refused_one_made_up(fan(300), kChildABlock);
  if (HasFatalFailure()) return;
  expect_refused_one_made_up(scattered(), kChildABlock, {kScatteredThreshold, 2, kPool});
}

TEST(LaunchAggregation, BlocksVisitEachEdgeOnce) {
  NEEDS_EMULATOR();
  expect_each_edge_once(kChildABlock, {16, 2, kPool});
  if (HasFatalFailure()) return;
  expect_refused_lists_are_shared(kChildABlock, "block");
}

TEST(LaunchAggregation, EachStepIsFaster) {
  NEEDS_EMULATOR();
  const Graph graph = power_law(6000);
  const Outcome run = run_search(graph, kChildABlock, kTimed);
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run.result<int>(0), Elements(serial_depths(graph)));
  ASSERT_THAT(run, FoundSomething(graph));
  const Timed naive = compared("a child a vertex", run_search(graph, kChildAVertex, kTimed),
                               sum(large_of_levels(graph, 0)), 3000);
  const std::vector<int> many = large_of_levels(graph, kTimed.threshold);
  const Timed large =
      compared("a child a large vertex", run_search(graph, kChildForLarge, kTimed), sum(many), 500);
  const Timed warps =
      compared("a child a warp", run_search(graph, kChildAWarp, kTimed), groups(many, kWarp), 350);
  const Timed blocks = timed("a child a block", run, groups(many, kParent));
  EXPECT_THAT(run, BeatsBy(4, naive, large, "is the threshold of task 2 at work?"));
  EXPECT_THAT(run, BeatsBy(1.2, large, warps, "it launches a third as often"));
  EXPECT_THAT(run, BeatsBy(1.05, warps, blocks, "it launches a third as often again"));
  EXPECT_THAT(run, BeatsBy(6, naive, blocks, "all steps together"));
}

// ---- All tasks ----------------------------------------------------------------------------------

TEST(LaunchAggregation, EveryLaunchIsChecked) {
  NEEDS_EMULATOR();
  const Graph graph = power_law(200);
  for (const auto& [way, each] :
       {std::pair{kChildAVertex, 1}, {kChildForLarge, 4}, {kChildAWarp, 1}, {kChildABlock, 1}}) {
    const Outcome run = run_search(graph, way, {4, each, kPool});
    ASSERT_THAT(run.launches, Contains(Child()));
    EXPECT_THAT(run.launches, EveryLaunchChecked());
  }
}

}  // namespace
