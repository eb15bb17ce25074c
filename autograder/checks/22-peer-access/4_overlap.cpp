// Task 4: rows that need no halo are computed while halos are brought.
#include "22-peer-access/steps.h"
#include "shared/judged.h"

namespace {

using namespace checks;

TEST(PeerAccess, OverlappedIsOneField) {
  NEEDS_DEVICES(2);
  for (const int devices : ring_sizes()) {
    expect_one_field(Entry::kOverlapped, {devices, 16 / devices, 33}, 4);
  }
  expect_one_field(Entry::kOverlapped, {2, 3, 20}, 3);
  expect_one_field(Entry::kOverlapped, {2, 5, 20}, 3, 0, false);
  if (settings().device == DeviceKind::kGpu) return;
  expect_one_field(Entry::kOverlapped, {4, 3, 20}, 3, 2);
}

Refusal why_not_hidden(const Outcome& run, int devices) {
  for (int d = 0; d < devices; ++d) {
    const auto takes = grids(run.launches, "take", d), work = grids(run.launches, "relax", d);
    const int hidden = beside(takes, work);
    if (!takes.empty() && 2 * hidden > static_cast<int>(takes.size())) continue;
    const Launch* first = takes.empty() ? nullptr : takes.front();
    return refusal_at(first,
                      "of {} grids take on device {} that bring a row, {} run while relax computes "
                      "on that device; the run took {} µs on the virtual clock. Rows that need no "
                      "halo need not wait: launch them into the stream in which no row is brought "
                      "(S5), and let only the rows at the edges wait",
                      takes.size(), d, hidden, run.report ? run.report->virtual_ns / 1000 : 0);
  }
  return {};
}

ReportMatcher HidesTheExchange(int devices) {
  return {"computes while rows are brought",
          [devices](const Outcome& run) { return why_not_hidden(run, devices); }};
}

// Of one step on device d: rows that relax computes without waiting for any row to be brought.
int rows_at_once(const Launches& launches, int d) {
  const auto takes = grids(launches, "take", d);
  int rows = 0;
  for (const Launch* work : grids(launches, "relax", d)) {
    const bool waits = std::ranges::any_of(
        takes, [&](const Launch* take) { return launches.ordered(*take, *work); });
    if (!waits) rows += work->grid.y;
  }
  return rows;
}

Refusal why_more_rows_wait(const Outcome& run, const Field& f) {
  for (int d = 0; d < f.devices; ++d) {
    const int rows = rows_at_once(run.launches, d);
    if (rows >= f.rows - 2) continue;
    return because(Cause::kOrder,
                   "on device {}, {} of {} rows are computed without waiting for halos; only the "
                   "first and the last row of a strip need halos, so {} need not wait: launch all "
                   "of them before the work stream waits for `arrived`",
                   d, rows, f.rows, f.rows - 2);
  }
  return {};
}

void expect_only_edges_wait() {
  draw_no_later_run();
  const Field f{2, 8, 40};
  const Outcome run = run_field(Entry::kOverlapped, f, 1, 0, true);
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.launches, Contains(FromHost("take")));
  EXPECT_THAT(run, ReportMatcher("only rows at the edges wait",
                                 [&f](const Outcome& o) { return why_more_rows_wait(o, f); }));
}

// Numbers that relax has read on device d and take has brought there; each once.
std::size_t numbers_brought(const Outcome& run, int d) {
  std::size_t numbers = 0;
  for (const WordsRead& read : run.reads) {
    const Launch* const by = run.launches.find(read.reader);
    const Launch* const from = run.launches.find(read.writer);
    if (by == nullptr || from == nullptr || by->device != d || from->device != d) continue;
    if (by->kernel == "relax" && from->kernel == "take") numbers += read.words;
  }
  return numbers;
}

Refusal why_halos_unused(const Outcome& run, const Field& f) {
  const std::size_t wanted = 2 * static_cast<std::size_t>(f.width);
  for (int d = 0; run.launches.known() && d < f.devices; ++d) {
    const std::size_t read = numbers_brought(run, d);
    if (read >= wanted) continue;
    return because(
        "on device {}, relax read {} numbers that take brought there, but the two halos of a strip "
        "have {}. Bring the rows of both neighbors into the halos (fetch), and compute the first "
        "and the last row of the strip with them (relax_with_halos)",
        d, read, wanted);
  }
  return {};
}

ReportMatcher ComputesEdgesWithHalos(const Field& f) {
  return {"computes the edges with halos",
          [f](const Outcome& run) { return why_halos_unused(run, f); }};
}

TEST(PeerAccess, ExchangeIsHidden) {
  NEEDS_EMULATOR();
  const Field f{2, 8, 40};
  const int steps = 4;
  const Outcome run = run_field(Entry::kOverlapped, f, steps, 0, true);
  ASSERT_THAT(run, ComputesNoRowTwice(Entry::kOverlapped, f, steps));
  ASSERT_THAT(run, FinishedCleanly());
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.launches, Contains(FromHost("take")));
  ASSERT_THAT(run, HidesTheExchange(2));
  ASSERT_THAT(run, ComputesEdgesWithHalos(f));
  expect_work_on_all_devices(run, f, steps);
  expect_only_edges_wait();
  if (HasFailure()) return;
  expect_only_neighbors_wait(Entry::kOverlapped);
}

}  // namespace
