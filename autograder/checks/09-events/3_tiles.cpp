// Task 3: a tile waits for those above it and to its left.
#include "09-events/runs.h"
#include "shared/destroyed_once.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

// The serial version: all edit distances, in rows of m + 1.
std::vector<int> serial_distances(const std::vector<int>& a, const std::vector<int>& b) {
  const std::size_t n = a.size(), pitch = b.size() + 1;
  std::vector<int> table((n + 1) * pitch);
  for (std::size_t k = 0; k < table.size(); ++k) {
    const std::size_t i = k / pitch, j = k % pitch;
    if (i == 0 || j == 0) {
      table[k] = static_cast<int>(i + j);
    } else {
      const int replaced = table[k - pitch - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      table[k] = std::min(replaced, std::min(table[k - pitch], table[k - 1]) + 1);
    }
  }
  return table;
}

// Tiles write all but row 0 and column 0.
WroteResult WroteTable(int m) {
  return WroteResult(0, "tile").where([m](int k) { return k > m && k % (m + 1) > 0; });
}

// The cells that tiles read of others: the row above each, and the column to its left.
std::size_t cells_read_of_other_tiles(int n, int m) {
  const int borders_below = (n - 1) / kTile, borders_beside = (m - 1) / kTile;
  return borders_below * m + borders_beside * n - borders_below * borders_beside;
}

void expect_distances(int n, int m) {
  watch_reads();
  const std::vector<int> a = sequence(n, 3), b = sequence(m, 5);
  const Outcome run = run_distances(a, b);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.result<int>(0).in_rows_of(m + 1),
              Elements(serial_distances(a, b))
                  .mistaking([](int) { return -1; }, "cells that no tile wrote"));
  EXPECT_THAT(run, WroteTable(m));
  EXPECT_THAT(run, Reads("tile", "tile", cells_read_of_other_tiles(n, m)));
}

TEST(Events, TableIsRight) {
  for (const auto& [n, m] : {std::pair{100, 67}, {128, 128}, {1, 1}, {3, 50}})
    ASSERT_NO_FATAL_FAILURE(expect_distances(n, m));
  const CalledTwice twice;
  expect_distances(20, 35);
}

// Sorted by `key` of row and column; row by row where that is the same.
template <class Key>
Order sorted_by(std::size_t rows, std::size_t columns, Key key) {
  Order order = by_rows(rows, columns);
  std::ranges::stable_sort(order, {}, [=](std::size_t k) { return key(k / columns, k % columns); });
  return order;
}

// Row by row, column by column, and diagonal by diagonal, down or up.
std::vector<Order> orders_of_tiles(std::size_t rows, std::size_t columns) {
  const std::size_t most = rows + columns;
  return {by_rows(rows, columns), sorted_by(rows, columns, [](auto, auto j) { return j; }),
          sorted_by(rows, columns, [](auto i, auto j) { return i + j; }),
          sorted_by(rows, columns, [most](auto i, auto j) { return (i + j) * most + j; })};
}

// The tile in row i and column j waits for all in rows 0 … i and columns 0 … j but itself.
Edges wavefront(int rows, int columns) {
  const auto height = static_cast<std::size_t>(rows), width = static_cast<std::size_t>(columns);
  return {Child("tile"),
          Child("tile"),
          height * width,
          [width](std::size_t before, std::size_t tile) {
            return before != tile && before / width <= tile / width &&
                   before % width <= tile % width;
          },
          [width](std::size_t tile) {
            return fmt::format("row {}, column {}", tile / width, tile % width);
          },
          orders_of_tiles(height, width)};
}

// What a wait is for where an event is recorded again and again; empty where none is, or where no
// tile waits for a wrong one.
std::string events_shared(const Outcome& run, const Edges& edges) {
  const int events = successful_calls(run, "cudaEventCreateWithFlags");
  const int records = successful_calls(run, "cudaEventRecord");
  if (records <= events || best_reading(run.launches, edges).superfluous.empty()) return {};
  return fmt::format(
      "{} events are recorded {} times: an event that is recorded several times stands for its "
      "last record only, and a wait is for the record that was the last at the time of the wait "
      "(E8)",
      events, records);
}

TEST(Events, TilesWaitForTheirNeighbors) {
  NEEDS_EMULATOR();
  watch_reads();
  const int rows = 5, columns = 4;
  const Outcome run = run_tiles(rows, columns);
  ASSERT_THAT(run, Keeps("device-api"));
  ASSERT_THAT(run.launches, LaunchCount(rows * columns, Child("tile")));
  const Edges edges = wavefront(rows, columns);
  ASSERT_THAT(run.launches, NoFewerEdges(edges)) << events_shared(run, edges);
  EXPECT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(0, "tile").somewhere());
  const int n = rows * kTile, m = (columns - 1) * kTile + 1;
  EXPECT_THAT(run, Reads("tile", "tile", cells_read_of_other_tiles(n, m)));
}

TEST(Events, TilesWaitForNoOthers) {
  NEEDS_EMULATOR();
  const int rows = 5, columns = 4;
  const Outcome run = run_tiles(rows, columns);
  ASSERT_THAT(run.launches, LaunchCount(rows * columns, Child("tile")));
  EXPECT_THAT(run.launches, NoMoreEdges(wavefront(rows, columns)));
  EXPECT_THAT(run, WroteResult(0, "tile").somewhere());
}

}  // namespace
