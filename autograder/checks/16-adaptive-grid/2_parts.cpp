// Task 2: a cell becomes a leaf, or is divided in four parts.
#include "16-adaptive-grid/cells.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

struct Sorted {
  std::vector<Cell> kept;     // cells that are leaves
  std::vector<Cell> divided;  // cells that must be divided
};

Sorted sort(const std::vector<Cell>& cells, const Rules& rules) {
  Sorted sorted;
  for (const Cell& cell : cells) {
    (must_be_divided(rules, cell) ? sorted.divided : sorted.kept).push_back(cell);
  }
  return sorted;
}

Outcome run_parts(const std::vector<Cell>& cells, const Rules& rules) {
  const int n = static_cast<int>(cells.size());
  return EXERCISE(keep_or_divide, output<Leaf>(n), output<int>(1), output<Cell>(4 * n),
                  input(cells), n, rules);
}

Refusal why_wrong_parts(const Outcome& run, const std::vector<Cell>& cells, const Rules& rules) {
  const auto parts = run.result<Cell>(2);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!must_be_divided(rules, cells[i])) continue;
    for (int q = 0; q < 4; ++q) {
      const Cell found = parts[4 * i + q], right = part(cells[i], q);
      if (found == right) continue;
      return because(
          "part {} of the cell {} is {}; it should be {}: the next level has twice as many cells "
          "across and up. Parts 0 and 1 are the lower ones, 1 and 3 the right ones",
          q, words(cells[i]), words(found), words(right));
    }
  }
  return {};
}

Refusal why_wrongly_divided(const Outcome& run, const std::vector<Cell>& cells,
                            const Rules& rules) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool divided = run.result<Cell>(2)[4 * i].level != -1;
    if (divided == must_be_divided(rules, cells[i])) continue;
    return because("the cell {} was {}, as must_divide (task 1) answers, but {}{}", words(cells[i]),
                   divided ? "divided" : "kept", why_it_must(rules, cells[i]),
                   likely_mistake(rules, cells[i]));
  }
  return {};
}

// The leaves are these cells, each once.
Refusal why_other_leaves(const Array<Leaf>& leaves, int count, const std::vector<Cell>& kept) {
  for (const Cell& cell : kept) {
    int times = 0;
    for (int i = 0; i < count; ++i) times += leaves[i].cell == cell ? 1 : 0;
    if (times == 1) continue;
    return because(
        "the cell {} is {} times among the {} leaves. Each leaf needs a place that no other block "
        "takes: use the value that atomicAdd returns",
        words(cell), times, count);
  }
  return {};
}

Refusal why_wrong_leaves(const Outcome& run, const std::vector<Cell>& cells, const Rules& rules) {
  if (Refusal wrong = why_wrongly_divided(run, cells, rules); !wrong.why.empty()) return wrong;
  const std::vector<Cell> kept = sort(cells, rules).kept;
  const auto leaves = run.result<Leaf>(0);
  const int count = run.result<int>(1)[0];
  if (count != static_cast<int>(kept.size())) {
    return because(
        "*count is {}; of the {} cells, {} must not be divided and become leaves. All blocks "
        "update *count, so one thread of each block must add 1 atomically",
        count, cells.size(), kept.size());
  }
  if (Refusal others = why_other_leaves(leaves, count, kept); !others.why.empty()) return others;
  for (int i = 0; i < count; ++i) {
    const std::string why = why_wrong_corners(leaves[i], rules.field);
    if (!why.empty()) return because(why);
  }
  return {};
}

const Rules kSomeRules{kFront, kTolerance, 1, 7, kPool};

TEST(AdaptiveGrid, PartsTileTheirCell) {
  const std::vector<Cell> cells = cells_to(3);
  const Outcome run = run_parts(cells, kSomeRules);
  const auto judge = [&](const Outcome& o) {
    return o.finished() ? why_wrong_parts(o, cells, kSomeRules) : Refusal{};
  };
  ASSERT_THAT(run, Judged("divides in four", judge, Cause::kEnding));
  ASSERT_THAT(run, FinishedCleanly());
  EXPECT_THAT(run, WroteResult(2).without_host_values());
}

TEST(AdaptiveGrid, LeavesAreKept) {
  for (const Rules& rules : some_of({kSomeRules, Rules{kObstacle, kTolerance, 1, 3, kPool}})) {
    const std::vector<Cell> cells = cells_to(3);
    const Outcome run = run_parts(cells, rules);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, Judged("keeps leaves",
                            [&](const Outcome& o) { return why_wrong_leaves(o, cells, rules); }));
    ASSERT_NO_FATAL_FAILURE(expect_made_on_the_device(run));
  }
}

}  // namespace
