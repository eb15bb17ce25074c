// Task 2: no letter is lost when the pool is full, and none is sent twice.
#include <algorithm>
#include <string>
#include <utility>

#include "06-errors/runs.h"
#include "shared/judged.h"
#include "shared/returned_error.h"

namespace {

using namespace checks;

constexpr Delivery kFullPool{200, 5, 32};
// One with a list more than the 128 threads of deliver.
constexpr Delivery kDeliveries[] = {
    kFullPool, {300, 3, 100}, {2200, 1, 2048}, {3, 1024, 32}, {129, 2, 100}};
// Room for all, even if each list is launched twice.
constexpr Delivery kRoomForAll{200, 5, 2048};

Delivery on_this_device(Delivery d) {
  d.pool = slots_in_pool(d.pool);
  return d;
}

std::string how_sent(int by_child, int by_thread) {
  if (by_child == 0 && by_thread == 0) {
    return "was never sent. A refused launch does nothing: the launching thread must do the work "
           "instead (K12, L2)";
  }
  if (by_child > 0 && by_thread > 0) {
    return "was sent by a child and by hand, too: either a thread took a successful launch for a "
           "refused one, or two threads sent the same list. Only the launching thread's last "
           "error, read once right after this launch, tells whether it was refused (R1, R2)";
  }
  if (by_thread > 1) {
    return fmt::format(
        "was sent by hand {} times: more than one place in the program handles the same refused "
        "launch",
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
    return because(
        "of list {} only {} of {} letters were sent by hand, and letter {} was never sent: the "
        "thread whose launch was refused must send all of them. The other lanes of its warp have "
        "lists of their own and do not help",
        list, by_hand, d.letters, first);
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
  return because("{}\n{} of {} letters were not sent exactly once, with {} slots in the pool",
                 first, wrong, d.lists * d.letters, d.pool);
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
  return refusal_at(accepted.front(), Cause::kCall,
                    "{} launches were accepted for {} lists: some list was launched more than "
                    "once, so it is sent twice. Each list belongs to one thread of the whole "
                    "grid: begin at thread_in_grid() and advance by threads_in_grid(), which "
                    "count through all blocks; threadIdx.x and blockDim.x begin again in each "
                    "block",
                    accepted.size(), lists);
}

LaunchesMatcher LaunchesEachListOnce(int lists) {
  return {"launches each list once",
          [lists](const Launches& l) { return why_lists_are_shared(l, lists); }};
}

Judged DeliversAll(const Delivery& d) {
  return {"sends every letter once",
          [&d](const Outcome& run) { return why_not_delivered(run, d); }};
}

int lists_by_hand(const Outcome& run, const Delivery& d) {
  const auto by_thread = run.result<int>(1);
  int lists = 0;
  for (int list = 0; list < d.lists; ++list) lists += by_thread[list * d.letters] > 0 ? 1 : 0;
  return lists;
}

// The pool may have a place again for the next list: only its own launch tells.
Judged TriesEachList(const Delivery& d) {
  return {"tries to launch each list", [&d](const Outcome& run) -> Refusal {
            const std::size_t refused = run.launches.refused().size();
            const int by_hand = lists_by_hand(run, d);
            if (!run.launches.known() || std::cmp_less_equal(by_hand, refused)) return {};
            return because(
                "{} lists were sent by hand, and only {} launches were refused: the other lists "
                "were never tried. A slot becomes free when a child is complete (L3), so one "
                "refused launch says nothing about the next: launch each list, and send it by "
                "hand if this launch is refused",
                by_hand, refused);
          }};
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
  ASSERT_THAT(with_room.launches, SharesTheLists(kRoomForAll.lists));
  for (const Delivery& delivery : kDeliveries) {
    const Delivery d = on_this_device(delivery);
    const Outcome run = run_delivery(d);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run.launches, LaunchesEachListOnce(d.lists));
    ASSERT_THAT(run, DeliversAll(d));
    // Where no launch was refused, by luck, an unread error would go unnoticed.
    ASSERT_THAT(run.launches, EveryLaunchChecked());
    ASSERT_THAT(run, TriesEachList(d));
    ASSERT_NO_FATAL_FAILURE(expect_delivered_by_grids(run));
  }
}

std::string why_other_number(const Outcome& run, int reported) {
  const std::size_t attempts = run.launches.refused().size();
  if (run.launches.known() && std::cmp_equal(reported, attempts)) {
    return "*refused counts refused launches, not lists. A list that is tried again may be refused "
           "again, but it is sent by hand once: add 1 where the thread sends it";
  }
  return "each thread that does the work of a refused child must add 1 to the count that all "
         "threads share, atomically";
}

Judged ReportsTheRefused(const Delivery& d) {
  return {"reports the lists sent by hand", [&d](const Outcome& run) -> Refusal {
            const int reported = run.result<int>(2)[0], by_hand = lists_by_hand(run, d);
            if (reported == by_hand) return {};
            return because("*refused is {}, but {} of {} lists were sent by hand: {}", reported,
                           by_hand, d.lists, why_other_number(run, reported));
          }};
}

// The same in a second call of one process, in which variables of the device keep their values.
Judged BeginsAtZeroAgain(const Delivery& d) {
  return {"counts from 0 in each call", [&d](const Outcome& run) -> Refusal {
            const int reported = run.result<int>(2)[0], by_hand = lists_by_hand(run, d);
            if (reported == by_hand) return {};
            return because(
                "*refused is {}, but in this call {} of {} lists were sent by hand: *refused is "
                "0 when a call begins, so count in it directly",
                reported, by_hand, d.lists);
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
        << "with " << d.pool << " slots in the pool";
    ASSERT_THAT(run, SomeSentByChildren());
  }
}

}  // namespace
