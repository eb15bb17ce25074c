// Which grids wait for which: every edge that is asked for, under every schedule, and no edge more.
//
// That an edge is missing is told by the race checker; that there is one too many, by the order
// that streams and events promise. Grids without work would have all edges, too, so each check of
// lesson 09 asks whether d, blend_row and tile wrote the results.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/judged.h"

namespace checks {

using namespace harness;

// An order in which programs launch grids: the k-th launch is of grid order[k].
using Order = std::vector<std::size_t>;

// Which grids of one kernel wait for which of another, directly or over others. They are numbered
// row by row: 0, 1, …
struct Edges {
  LaunchPattern later, earlier;
  std::size_t grids;
  std::function<bool(std::size_t earlier, std::size_t later)> is_asked;
  std::function<std::string(std::size_t)> name;  // of grid k: "row 3"
  std::vector<Order> orders;                     // the likeliest first

  // For how many each of them should wait, fewest first.
  std::vector<std::size_t> asked() const {
    std::vector<std::size_t> counts(grids);
    for (std::size_t k = 0; k < grids; ++k) {
      for (std::size_t before = 0; before < grids; ++before) counts[k] += is_asked(before, k);
    }
    std::ranges::sort(counts);
    return counts;
  }
};

struct Waiting {
  std::size_t count;
  const Launch* grid;
};

inline std::size_t predecessors(const Launches& launches, const LaunchPattern& earlier,
                                const Launch& later) {
  return static_cast<std::size_t>(std::ranges::count_if(
      launches, [&](const Launch& l) { return earlier.matches(l) && launches.ordered(l, later); }));
}

// Fewest first.
inline std::vector<Waiting> waiting(const Launches& launches, const Edges& edges) {
  std::vector<Waiting> found;
  for (const Launch& l : launches) {
    if (edges.later.matches(l)) found.push_back({predecessors(launches, edges.earlier, l), &l});
  }
  std::ranges::stable_sort(found, {}, &Waiting::count);
  return found;
}

// The grids like `pattern` by launching thread, those of one thread as launched.
inline std::vector<const Launch*> by_thread(const Launches& launches,
                                            const LaunchPattern& pattern) {
  std::vector<const Launch*> found;
  for (const Launch& l : launches) {
    if (pattern.matches(l)) found.push_back(&l);
  }
  std::ranges::stable_sort(found, {}, [](const Launch* l) { return l->parent_thread.x; });
  return found;
}

inline std::vector<const Launch*> numbered(const std::vector<const Launch*>& launched,
                                           const Order& order) {
  std::vector<const Launch*> grids(launched.size());
  for (std::size_t k = 0; k < launched.size(); ++k) grids[order[k]] = launched[k];
  return grids;
}

struct Edge {
  std::size_t before, after;
};

// What the edges come to if the grids were launched in one of the orders.
struct Reading {
  std::vector<const Launch*> later, earlier;
  std::vector<Edge> missing, superfluous;

  std::size_t mistakes() const { return missing.size() + superfluous.size(); }
};

inline Reading read_in_order(const Launches& launches, const Edges& edges, const Order& order) {
  Reading reading{numbered(by_thread(launches, edges.later), order),
                  numbered(by_thread(launches, edges.earlier), order),
                  {},
                  {}};
  for (std::size_t k = 0; k < edges.grids; ++k) {
    for (std::size_t before = 0; before < edges.grids; ++before) {
      const bool is_there = launches.ordered(*reading.earlier[before], *reading.later[k]);
      if (is_there == edges.is_asked(before, k)) continue;
      (is_there ? reading.superfluous : reading.missing).push_back({before, k});
    }
  }
  return reading;
}

// The order that leaves least to find fault with is the one that is meant; without grids where
// there are not as many as there should be.
inline Reading best_reading(const Launches& launches, const Edges& edges) {
  Reading best;
  if (by_thread(launches, edges.later).size() != edges.grids) return best;
  if (by_thread(launches, edges.earlier).size() != edges.grids) return best;
  for (const Order& order : edges.orders) {
    Reading reading = read_in_order(launches, edges, order);
    if (best.later.empty() || reading.mistakes() < best.mistakes()) best = std::move(reading);
  }
  return best;
}

// "tile of row 1, column 0 (line 199)"
inline std::string grid_words(const Launch& grid, const Edges& edges, std::size_t k) {
  return fmt::format("{} of {} (line {})", grid.kernel, edges.name(k), grid.line);
}

// Of the first grid that lacks one, the edge from the nearest. None where most edges seem to be
// missing: then the grids were launched in an order that is not known here.
inline const Edge* missing_edge(const Reading& reading, const Edges& edges) {
  std::size_t asked = 0;
  for (const std::size_t count : edges.asked()) asked += count;
  if (reading.missing.empty() || 2 * reading.missing.size() > asked) return nullptr;
  const Edge* found = &reading.missing.front();
  for (const Edge& edge : reading.missing) {
    if (edge.after == found->after) found = &edge;
  }
  return found;
}

constexpr char kWhenWaitsHold[] =
    "A wait holds back what is launched after it into the waiting stream; it waits for what was "
    "in the other stream when the event was last recorded, and an event that is not recorded yet "
    "holds back nothing (E1, E8)";

inline Refusal why_too_few(const Launches& launches, const Edges& edges) {
  const std::vector<Waiting> found = waiting(launches, edges);
  const std::vector<std::size_t> asked = edges.asked();
  for (std::size_t i = 0; i < found.size() && i < asked.size(); ++i) {
    const auto& [count, grid] = found[i];
    if (count >= asked[i]) continue;
    const Reading reading = best_reading(launches, edges);
    if (const Edge* edge = missing_edge(reading, edges)) {
      const Launch& later = *reading.later[edge->after];
      const Launch& earlier = *reading.earlier[edge->before];
      return refusal_at(later, "nothing makes {} wait for {}. {}",
                        grid_words(later, edges, edge->after),
                        grid_words(earlier, edges, edge->before), kWhenWaitsHold);
    }
    return refusal_at(grid, "{} waits for {} grid{} ({}); it should wait for {}. {}",
                      launch_words(*grid), count, count == 1 ? "" : "s", edges.earlier.words(),
                      asked[i], kWhenWaitsHold);
  }
  return {};
}

// An edge that is there and not asked for, in words; none where the launches have an order that is
// not known here: then an edge that is asked for would seem to be missing.
inline std::string superfluous_edge(const Launches& launches, const Edges& edges) {
  const Reading reading = best_reading(launches, edges);
  if (!reading.missing.empty() || reading.superfluous.empty()) return {};
  const Edge& edge = reading.superfluous.front();
  return fmt::format("{} waits for {}, but does not need it",
                     grid_words(*reading.later[edge.after], edges, edge.after),
                     grid_words(*reading.earlier[edge.before], edges, edge.before));
}

inline Refusal why_too_many(const Launches& launches, const Edges& edges) {
  const std::vector<Waiting> found = waiting(launches, edges);
  std::size_t total = 0, asked = 0;
  for (const Waiting& w : found) total += w.count;
  for (const std::size_t count : edges.asked()) asked += count;
  if (total <= asked) return {};
  const Launch& last = *found.back().grid;
  const std::string edge = superfluous_edge(launches, edges);
  return refusal_at(
      last,
      "{}the {} grids {} wait {} times for a {}, directly or through others; {} "
      "times are enough. A grid waits for everything before it in its stream (S5), and an "
      "event stands for everything that was in the stream when it was last "
      "recorded: record it right after the grid to wait for, and let others wait "
      "for it before it is recorded again (E8)",
      edge.empty() ? "together " : edge + ". Together ", found.size(), last.kernel, total,
      edges.earlier.words(), asked);
}

inline LaunchesMatcher NoFewerEdges(const Edges& edges) {
  return {"no edge is missing", [edges](const Launches& l) { return why_too_few(l, edges); }};
}

inline LaunchesMatcher NoMoreEdges(const Edges& edges) {
  return {"no edge too many", [edges](const Launches& l) { return why_too_many(l, edges); }};
}

// Row by row: `columns` grids a row.
inline Order by_rows(std::size_t rows, std::size_t columns) {
  Order order(rows * columns);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

}  // namespace checks
