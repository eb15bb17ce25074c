// Task 2: a child draws each line, and a thread those whose launch is refused.
#include <utility>

#include "11-bezier/by_hand.h"
#include "11-bezier/runs.h"

namespace {

using namespace checks;

TEST(Bezier, ChildrenDrawEveryLine) {
  watch_reads();
  expect_every_line_drawn([](const auto& lines) { return run_children(lines); }, kChildren);
  if (HasFatalFailure()) return;
  const std::vector<Line> lines = some_lines(70);
  EXPECT_THAT(run_children(lines), CollectsWhatChildrenDrew(lines));
}

TEST(Bezier, OneChildALine) {
  NEEDS_EMULATOR();
  for (const std::vector<Line>& lines : some_of({some_lines(70), some_lines(1), strange_lines()})) {
    const std::size_t n = lines.size();
    const Outcome run = run_children(lines);
    ASSERT_THAT(run.launches, LaunchCount(n, Child("draw_line").of("child_per_line")));
    ASSERT_THAT(run.launches, LaunchCount(n, Child()));
    ASSERT_THAT(run.launches, EveryLaunch(Child(), Child().with_grid(1).with_block(kWarp)))
        << "each line gets one block of kWarp threads";
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, kChildren.somewhere());
  }
}

TEST(Bezier, NothingIsLost) {
  const std::vector<Line> lines = some_lines(140);
  const int n = static_cast<int>(lines.size());
  for (const auto& [few, full] : some_of({std::pair{32, false}, {kManySlots, true}, {100, true}})) {
    const int slots = slots_in_pool(few);
    const Outcome run = run_children(lines, slots, full);
    ASSERT_THAT(run, FinishedCleanly()) << (full ? "with a heap that is full" : "");
    ASSERT_THAT(run, ReturnsNoError());
    ASSERT_THAT(run, Draws(lines)) << with_slots(run, slots, n, false);
    ASSERT_THAT(run.launches, EveryLaunchChecked());
    ASSERT_THAT(run, CountsTheRefused(n, false))
        << "with " << slots << " slots in the pool" << (full ? " and a heap that is full" : "");
    ASSERT_THAT(run, DrewAll(kChildrenOrParents, lines));
    ASSERT_THAT(run.launches, SharesTheDrawing());
    ASSERT_NO_FATAL_FAILURE(expect_counted_on_the_device(run));
  }
  expect_drawn_again([](const auto& again) { return run_children(again); }, kChildrenOrParents);
}

/// The first host call that was given memory of the device heap.
Refusal why_freed_by_host(const Outcome& run) {
  for (const ApiCall& call : run.host_calls) {
    if (call.result == 0 || (call.name != "cudaFree" && call.name != "cudaMemcpy")) continue;
    return refusal_at(call,
                      "the host's {} returned {}: it does not accept memory from the device heap. "
                      "Device code must copy and free what device code has allocated; any later "
                      "grid may do so (H4, H5)",
                      call.name, call.result);
  }
  return {};
}

void expect_empty_heap(const std::vector<Line>& lines, int slots) {
  const int n = static_cast<int>(lines.size());
  const Outcome run = run_children(lines, slots);
  ASSERT_THAT(run, DeviceCalledTimes("cudaMalloc", n))
      << "each line's points need their own memory, from the device heap";
  ASSERT_THAT(run, ReportMatcher("frees in device code", why_freed_by_host));
  ASSERT_THAT(run, Keeps("leak"))
      << (slots < n
              ? fmt::format("of {} launches {} were refused, with {} slots in the pool: which "
                            "thread frees the points of a line whose launch was refused, and of a "
                            "line whose child is complete (H5)?",
                            n, run.launches.refused().size(), slots)
              : "which thread frees a line's points when its child is complete (H5)?");
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, kChildrenOrParents.somewhere());
  ASSERT_THAT(run.launches, SharesTheDrawing());
  if (slots < n) return;
  ASSERT_THAT(run, CollectsWhatChildrenDrew(lines));
}

TEST(Bezier, HeapIsEmptyAfterwards) {
  NEEDS_EMULATOR();
  watch_reads();
  for (const auto& [lines, slots] : some_of({std::pair{some_lines(70), kManySlots},
                                             {some_lines(70), 32},
                                             {strange_lines(), kManySlots}}))
    ASSERT_NO_FATAL_FAILURE(expect_empty_heap(lines, slots));
}

}  // namespace
