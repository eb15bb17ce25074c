// Task 2: every arrow of a graph, and no arrow more.
#include <set>

#include "21-cross-device-events/graph.h"
#include "shared/judged.h"

namespace {

using namespace checks;

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

// The nodes that others need.
std::size_t nodes_needed(const Graph& g) {
  return std::set<int>(g.needed.begin(), g.needed.end()).size();
}

void expect_graph_right(const Graph& g) {
  watch_reads();
  const Outcome outcome = run(g);
  ASSERT_THAT(outcome, Keeps("device-api"));
  ASSERT_THAT(outcome, FinishedCleanly());
  ASSERT_THAT(outcome, ReturnsNoError());
  ASSERT_THAT(outcome.result<int>(1),
              Elements(g.device).mistaking([](int) { return -1; }, "nodes that never ran"))
      << "every node must be launched, also one that no other needs; where no node ran, ran_on is "
         "-1";
  ASSERT_THAT(outcome.result<int>(0), Elements(g.heaviest())
                                          .mistaking([g](int i) { return g.cost[i]; },
                                                     "what a node that waited for no other finds"));
  ASSERT_THAT(outcome, Settled(0));
  ASSERT_THAT(outcome, Settled(1));
  ASSERT_THAT(outcome, Reads("settle", "settle", nodes_needed(g)));
}

TEST(CrossDeviceEvents, GraphIsRight) {
  NEEDS_DEVICES(2);
  for (const int devices : device_counts()) {
    for (const Graph& g :
         some_of({layers(devices), rungs(devices), line(devices), as_many_as_may_be(devices)}))
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
      return because("there should be one grid work of {} blocks for {}", g.cost[node],
                     g.words(node));
    }
    if (l->block != Dim{128}) {
      return refusal_at(l, "{} is launched with {} threads per block; kBlock is 128", g.words(node),
                        l->block.x);
    }
    if (l->device != g.device[node]) {
      return refusal_at(l, "{} runs on device {}: a launch goes to the device of its stream",
                        g.words(node), l->device);
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
      return refusal_at(later,
                        "nothing makes {} wait for {}, which it needs. Before it is launched, its "
                        "stream must wait for an event that is already recorded after the needed "
                        "node; two streams of one device are no more ordered than those of two "
                        "(S5, E8)",
                        g.words(node), g.words(other));
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
      return refusal_at(
          later,
          "{} waits for {}, which it does not need, directly or indirectly. In a stream, "
          "everything waits for everything before it, and so does an event that is recorded there. "
          "Only a node that needs all that is in a stream may join it (S5, E8)",
          g.words(node), g.words(other));
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
  watch_reads();
  for (const int devices : device_counts()) {
    for (const Graph& g :
         some_of({line(devices), heirs(devices), rungs(devices), layers(devices)})) {
      const Outcome outcome = run(g);
      ASSERT_ORDER_CAN_BE_SEEN(outcome);
      ASSERT_THAT(outcome.launches, LooksLike(g, why_not_the_nodes));
      ASSERT_THAT(outcome.launches, LooksLike(g, why_edge_missing));
      ASSERT_THAT(outcome, FinishedCleanly());
      ASSERT_THAT(outcome, Settled(0).somewhere());
      ASSERT_THAT(outcome, Reads("settle", "settle", nodes_needed(g)));
    }
  }
}

TEST(CrossDeviceEvents, GraphHasNoOtherEdge) {
  NEEDS_EMULATOR();
  for (const int devices : device_counts()) {
    for (const Graph& g :
         some_of({line(devices), heirs(devices), rungs(devices), layers(devices)})) {
      const Outcome outcome = run(g);
      ASSERT_ORDER_CAN_BE_SEEN(outcome);
      ASSERT_THAT(outcome.launches, LooksLike(g, why_not_the_nodes));
      ASSERT_THAT(outcome.launches, LooksLike(g, why_edge_too_many));
      ASSERT_THAT(outcome, Settled(0).somewhere());
    }
  }
}

}  // namespace
