// Task 2: boards go into the queue, one reservation per warp.
#include "28-persistent-queues/passing.h"

namespace {

using namespace checks;

Outcome run_push(const Pushes& p) {
  return EXERCISE(push_boards, output<Board>(p.size), output<int>(kLanes * p.warps * p.rounds),
                  output<Counters>(1), input(p.masks), p.warps, p.rounds, p.size);
}

bool is_whole(const Board& found, int k) {
  const Board board = test_board(k);
  return found.row == board.row && found.columns == board.columns && found.left == board.left &&
         found.right == board.right;
}

// Where board k is in the ring, and how often.
struct Found {
  int times = 0;
  bool in_part = false;
};

Found find(const Array<Board>& ring, int k) {
  Found found;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    found.times += is_whole(ring[i], k) ? 1 : 0;
    found.in_part = found.in_part || (ring[i].row == k && !is_whole(ring[i], k));
  }
  return found;
}

Refusal why_other_ring(const Outcome& run, const Pushes& p) {
  const Array<Board> ring = run.result<Board>(0);
  const Array<int> outcome = run.result<int>(1);
  for (int k = 0; k < static_cast<int>(outcome.size()); ++k) {
    const Found found = find(ring, k);
    const int wanted = outcome[k] == 1 ? 1 : 0;
    if (found.times == wanted) continue;
    if (wanted == 0) {
      return because(
          "the board of {} is in the queue, but push returned false to it: its lane "
          "would count it alone, and the warp that takes it counts it again",
          lane_words(p, k));
    }
    return because("push returned true to {}, but its board is {}. {}", lane_words(p, k),
                   found.in_part      ? "in the queue only in part"
                   : found.times == 0 ? "in no slot of the queue"
                                      : fmt::format("in {} slots", found.times),
                   kOwnSlot);
  }
  return {};
}

Judged FillsTheQueue(const Pushes& p) {
  return {"fills the queue", [p](const Outcome& run) -> Refusal {
            const Array<int> outcome = run.result<int>(1);
            if (Refusal wrong = why_other_outcome(outcome, p); !wrong.why.empty()) return wrong;
            if (Refusal wrong = why_other_ring(run, p); !wrong.why.empty()) return wrong;
            const int pushed = number_pushed(outcome);
            return why_other_counters(run.result<Counters>(2)[0], pushed, p.size - pushed);
          }};
}

Judged RefusesOnlyWithoutRoom(const Pushes& p) {
  return {"refuses only where there is no room",
          [p](const Outcome& run) { return why_refused_without_need(run.result<int>(1), p); }};
}

// A queue without room for all: what a single warp finds there is known.
void expect_pushed(const Pushes& p) {
  const Outcome run = run_push(p);
  ASSERT_NO_FATAL_FAILURE(expect_clean_queue(run, p));
  if (p.warps == 1 || p.size >= p.boards()) {
    ASSERT_THAT(run, RefusesOnlyWithoutRoom(p)) << words(p);
  }
  ASSERT_THAT(run, FillsTheQueue(p)) << words(p);
  const Array<Board> ring = run.result<Board>(0);
  EXPECT_THAT(run, WroteResult(0).where([&](int i) { return ring[i].row != -1; }));
}

TEST(PersistentQueues, BoardsArePushed) {
  const Pushes all = some_pushes(5, 6, 1000);
  for (const Pushes& p :
       some_of({all, some_pushes(1, 12, 20), some_pushes(3, 4, 40), few_boards(1, 8, 1),
                Pushes{all.masks, all.warps, all.rounds, all.boards()}})) {
    ASSERT_NO_FATAL_FAILURE(expect_pushed(p));
  }
}

TEST(PersistentQueues, OneAtomicPerWarp) {
  NEEDS_EMULATOR();
  const Pushes p = some_pushes(1, 24, 1000);  // a single warp, which waits for no other
  watch_threads();
  const Outcome run = run_push(p);
  ASSERT_NO_FATAL_FAILURE(expect_clean_queue(run, p));
  ASSERT_THAT(run, RefusesOnlyWithoutRoom(p)) << words(p);
  ASSERT_THAT(run, FillsTheQueue(p)) << words(p);
  const auto calls = static_cast<std::uint32_t>(p.calls());
  const auto boards = static_cast<std::uint32_t>(p.boards());
  EXPECT_THAT(run, AtMostAtomicsIn(all_grids(), {2 * calls, 6 * calls + 3 * boards},
                                   "one lane reserves for all lanes of its warp that have a board: "
                                   "one atomic on each counter, with their number"))
      << words(p);
}

}  // namespace
