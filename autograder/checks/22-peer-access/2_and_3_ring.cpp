// Checks of lesson 22: the memory of other devices, with and without leave to use it, and a field
// on a ring of devices that must have the bits of the serial version.
//
// Values hold on cards as well, of which there must be two. Machines on which some pairs of devices
// are refused, and larger rings, are the emulator's.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/left_error.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::LeavesNoError;
using checks::ReturnsNoError;

// On cards as many as there are. Two first: in smaller and larger rings mistakes look more alike.
std::vector<int> ring_sizes() {
  std::vector<int> sizes = {2, 4, 8, 1};
  if (settings().device == DeviceKind::kGpu) {
    std::erase_if(sizes, [](int size) { return size > settings().gpus; });
  }
  return sizes;
}

std::string machine_words(int devices, int island) {
  if (devices == 1) return "on one device";
  std::string words = fmt::format("on {} devices", devices);
  if (island == 1) words += ", none of which can use another's memory";
  if (island > 1) {
    words += fmt::format(", of which only each {} neighbours can use each other's memory", island);
  }
  return words;
}

// ---- Task 1 -------------------------------------------------------------------------------------

int left_of(int device, int devices) { return (device + devices - 1) % devices; }

Outcome run_left(int devices, int n, int island = 0) {
  emulate_devices(devices, island);
  return EXERCISE(read_left, output<int>(devices * n), output<int>(devices), output<int>(devices),
                  devices, n);
}

bool read_directly(const Outcome& run, int i) {
  const auto direct = run.result<int>(1);
  const auto n = run.result<int>(0).size() / direct.size();
  return direct[static_cast<std::size_t>(i) / n] != 0;
}

// Children read a neighbour's numbers where that is possible; elsewhere they are copied as the
// neighbour's grid has made them.
WroteResult ReadByChildren(const Outcome& run) {
  return WroteResult(0, "copy_numbers").of("read_numbers").where([&run](int i) {
    return read_directly(run, i);
  });
}
WroteResult MadeByNeighbours(const Outcome& run) {
  return WroteResult(0, "make_numbers").launched_anywhere().where([&run](int i) {
    return !read_directly(run, i);
  });
}

// The numbers, and that a device read directly where CUDA says that it may.
void expect_numbers_of_the_left(int devices, int island) {
  const int n = 200;
  const std::string where = machine_words(devices, island);
  const Outcome run = run_left(devices, n, island);
  ASSERT_THAT(run, FinishedCleanly()) << where;
  ASSERT_THAT(run, ReturnsNoError()) << where;
  ASSERT_THAT(run.result<int>(0),
              Elements([=](int i) {
                return 1000 * left_of(i / n, devices) + i % n;
              }).mistaking([](int) { return -1; }, "numbers that nobody has read"))
      << where;
  const auto possible = run.result<int>(2);
  EXPECT_THAT(run.result<int>(1),
              Elements([&](int d) { return possible[static_cast<std::size_t>(d)]; }))
      << where
      << ". 1: the device read its neighbour's memory itself, 0: it got a copy. It should read "
         "where "
         "cudaDeviceCanAccessPeer says that it can, and its own memory always";
  EXPECT_THAT(run, LeavesNoError()) << where;
  EXPECT_THAT(run, ReadByChildren(run)) << where;
  EXPECT_THAT(run, MadeByNeighbours(run)) << where;
}

TEST(PeerAccess, NumbersOfTheLeft) {
  NEEDS_DEVICES(2);
  for (const int devices : ring_sizes()) expect_numbers_of_the_left(devices, 0);
}

TEST(PeerAccess, RefusedIsNoError) {
  NEEDS_EMULATOR();
  const Outcome all = run_left(4, 10);
  ASSERT_THAT(all, ReturnsNoError());
  const auto direct = all.result<int>(1);
  ASSERT_THAT(direct, Elements([](int) { return 1; }))
      << "copies are for devices that cannot reach each other; here all can";
  for (const auto& [devices, island] : {std::pair{4, 2}, {2, 1}, {8, 4}}) {
    expect_numbers_of_the_left(devices, island);
  }
}

// How often "device 1 to device 0" was asked for, with success or not.
std::map<std::string, int> calls_that_enable(const Outcome& run) {
  std::map<std::string, int> count;
  for (const ApiCall& call : run.host_calls) {
    if (call.name == "cudaDeviceEnablePeerAccess") ++count[call.detail];
  }
  return count;
}

std::string direction(int device, int peer) {
  return fmt::format("device {} to device {}", device, peer);
}

std::map<std::string, int> ways_that_are_used(int devices) {
  std::map<std::string, int> ways;
  for (int d = 0; d < devices; ++d) ways[direction(d, left_of(d, devices))] = 1;
  return ways;
}

Refusal why_wrong_direction(const Outcome& run, int devices) {
  const std::map<std::string, int> used = ways_that_are_used(devices);
  for (const ApiCall& call : run.host_calls) {
    if (call.name != "cudaDeviceEnablePeerAccess" || call.result != 0) continue;
    if (used.contains(call.detail)) continue;
    return {fmt::format("access was enabled from {}, which no kernel uses: each device reads its "
                        "left neighbour only. The current device gets the access, the argument is "
                        "whose memory it may use (P2)",
                        call.detail),
            call.file, call.line, Cause::kCall};
  }
  return {};
}

// Who asks right before enabling asks for that direction: the answers for the two may differ.
Refusal why_asked_otherwise(const Outcome& run) {
  std::vector<const ApiCall*> questions;  // since access was last enabled, for what was not yet
  std::set<std::string> enabled;
  for (const ApiCall& call : run.host_calls) {
    if (call.name == "cudaDeviceCanAccessPeer" && !enabled.contains(call.detail))
      questions.push_back(&call);
    if (call.name != "cudaDeviceEnablePeerAccess" || call.result != 0) continue;
    const auto is_for_it = [&call](const ApiCall* asked) { return asked->detail == call.detail; };
    if (!questions.empty() && std::ranges::none_of(questions, is_for_it)) {
      const ApiCall& asked = *questions.back();
      return {fmt::format("access is enabled from {}, but cudaDeviceCanAccessPeer was asked for "
                          "the access from {}: its second argument is the device that reads, the "
                          "third is whose memory it reads (P1)",
                          call.detail, asked.detail),
              asked.file, asked.line, Cause::kCall};
    }
    questions.clear();
    enabled.insert(call.detail);
  }
  return {};
}

const ReportMatcher kAsksForWhatItEnables{"asks for what it enables", why_asked_otherwise};

ReportMatcher EnablesWhatIsUsed(int devices) {
  return {"enables the access that is used",
          [devices](const Outcome& run) { return why_wrong_direction(run, devices); }};
}

Refusal why_not_enabled_once(const Outcome& run, int devices) {
  if (const int error = run.returned<int>(); error != 0) {
    return {"read_left returned " + checks::error_words(error), {}, 0};
  }
  const std::map<std::string, int> calls = calls_that_enable(run);
  std::map<std::string, int> allowed = ways_that_are_used(devices);
  allowed[direction(1, 0)] = 2;  // the library's and the exercise's
  for (const auto& [way, most] : allowed) {
    const auto made = calls.find(way);
    const int count = made == calls.end() ? 0 : made->second;
    if (count == 0) {
      return {fmt::format("access was never enabled from {}, though that is possible (P2)", way),
              {},
              0};
    }
    if (count > most) {
      return {fmt::format("access from {} was enabled {} times; once for a pair and direction is "
                          "enough, and the next time is error 704 (P3)",
                          way, count),
              {},
              0};
    }
  }
  return {};
}

ReportMatcher EnablesEachOnce(int devices) {
  return {"enables each access once",
          [devices](const Outcome& run) { return why_not_enabled_once(run, devices); }};
}

TEST(PeerAccess, EnabledOncePerPair) {
  NEEDS_EMULATOR();
  for (const int devices : {2, 4}) {
    const Outcome run = run_left(devices, 10);
    ASSERT_THAT(run, EnablesWhatIsUsed(devices)) << machine_words(devices, 0);
    ASSERT_THAT(run, kAsksForWhatItEnables) << machine_words(devices, 0);
    ASSERT_THAT(run, FinishedCleanly()) << machine_words(devices, 0);
    EXPECT_THAT(run, EnablesEachOnce(devices)) << machine_words(devices, 0);
    EXPECT_THAT(run, WroteResult(0).somewhere());
  }
}

// ---- The field ----------------------------------------------------------------------------------

struct Field {
  int devices, rows, width;  // rows of a strip
  int all_rows() const { return devices * rows; }
  int cells() const { return all_rows() * width; }
};

std::vector<float> start_of(const Field& f) {
  std::vector<float> cells(f.cells());
  for (int i = 0; i < f.cells(); ++i) cells[i] = static_cast<float>(i * 37 % 1009) / 7.0F;
  return cells;
}

// Which row of the field lies above or below row r, which is one at the edge of its strip; -1:
// none, and zeros are there instead.
using Beside = int (*)(const Field&, int r, int step);

int right_row(const Field& f, int r, int step) { return (r + step + f.all_rows()) % f.all_rows(); }

// Mistakes at the edges of strips.
int no_row(const Field&, int, int) { return -1; }
int own_row(const Field&, int r, int) { return r; }
int other_side(const Field& f, int r, int step) {
  const int strip = r / f.rows, other = (strip + f.devices - step) % f.devices;
  return other * f.rows + (step < 0 ? f.rows - 1 : 0);
}
int far_row(const Field& f, int r, int step) {
  const int other = right_row(f, r, step) / f.rows;
  return other * f.rows + (step < 0 ? 0 : f.rows - 1);
}

bool is_edge(const Field& f, int r, int step) { return r % f.rows == (step < 0 ? 0 : f.rows - 1); }

// The serial version; exact in its multiplications, so every machine rounds as this one does.
std::vector<float> relaxed(const Field& f, int steps, Beside beside = right_row) {
  std::vector<float> now = start_of(f), next(now.size());
  const auto row_beside = [&](int r, int step) {
    return is_edge(f, r, step) ? beside(f, r, step) : r + step;
  };
  for (int step = 0; step < steps; ++step) {
    for (int r = 0; r < f.all_rows(); ++r) {
      const int up = row_beside(r, -1), down = row_beside(r, 1);
      for (int c = 0; c < f.width; ++c) {
        const float sum =
            (up < 0 ? 0 : now[up * f.width + c]) + (down < 0 ? 0 : now[down * f.width + c]);
        next[r * f.width + c] = 0.25F * sum + 0.5F * now[r * f.width + c];
      }
    }
    now.swap(next);
  }
  return now;
}

enum class Entry { kRing, kOverlapped };

Outcome run_field(Entry entry, const Field& f, int steps, int island, bool allow) {
  emulate_devices(f.devices, island);
  const std::vector<float> start = start_of(f);
  if (entry == Entry::kRing) {
    return EXERCISE(relax_ring, inout(start), f.devices, f.rows, f.width, steps, allow ? 1 : 0);
  }
  return EXERCISE(relax_overlapped, inout(start), f.devices, f.rows, f.width, steps, allow ? 1 : 0);
}

std::vector<const Launch*> grids(const Launches& launches, const std::string& kernel, int device) {
  std::vector<const Launch*> found;
  for (const Launch& l : launches) {
    if (l.kernel == kernel && l.device == device) found.push_back(&l);
  }
  return found;
}

// Rows that all grids relax of a device compute together.
int rows_computed(const Launches& launches, int device) {
  int rows = 0;
  for (const Launch* work : grids(launches, "relax", device)) rows += work->grid.y;
  return rows;
}

const char* rows_to_launch_for(Entry entry) {
  if (entry == Entry::kOverlapped) {
    return "for rows 1 to rows - 2 before the halos have arrived, for row 0 and row rows - 1 after "
           "that";
  }
  return "for rows 0 to rows - 1, or for parts of these that have no row in common; relax_rows "
         "gets the first row and how many rows to compute";
}

Refusal why_rows_again(const Outcome& run, Entry entry, const Field& f, int steps) {
  for (int d = 0; d < f.devices; ++d) {
    const int rows = rows_computed(run.launches, d);
    if (rows <= f.rows * steps) continue;
    return {fmt::format("on device {} relax computes {} rows in {} steps, though its strip has {} "
                        "rows: some are computed twice in a step. Launch relax once for each row: "
                        "{}",
                        d, rows, steps, f.rows, rows_to_launch_for(entry)),
            {},
            0,
            Cause::kCall};
  }
  return {};
}

ReportMatcher ComputesNoRowTwice(Entry entry, const Field& f, int steps) {
  return {"computes no row twice in a step",
          [=](const Outcome& run) { return why_rows_again(run, entry, f, steps); }};
}

// Of any kernel: the field may be made by others than relax.
WroteResult WroteField() { return WroteResult(0); }

// Asked where the field is wrong: it may be made by other kernels as well.
Refusal why_rows_left_out(const Outcome& run, const Field& f, int steps) {
  if (std::ranges::equal(run.result<float>(0), relaxed(f, steps))) return {};
  for (int d = 0; d < f.devices; ++d) {
    const int rows = rows_computed(run.launches, d);
    if (!run.launches.known() || rows == 0 || rows >= f.rows * steps) continue;
    return {fmt::format("on device {} relax computes {} rows in {} steps, though its strip has {} "
                        "rows: some are left out. Rows 1 to rows - 2 lie between the edges: a "
                        "strip of 3 rows has one such row, a strip of 2 rows none",
                        d, rows, steps, f.rows),
            {},
            0};
  }
  return {};
}

ReportMatcher LeavesNoRowOut(const Field& f, int steps) {
  return {"leaves no row out",
          [f, steps](const Outcome& run) { return why_rows_left_out(run, f, steps); }};
}

void expect_one_field(Entry entry, const Field& f, int steps, int island = 0, bool allow = true) {
  std::string where = machine_words(f.devices, island);
  if (!allow) where += ", as if none could use another's memory";
  const Outcome run = run_field(entry, f, steps, island, allow);
  const bool in_parts = entry == Entry::kOverlapped;
  // Rows that come twice race with the halos, and are the cause.
  if (in_parts) {
    ASSERT_THAT(run, ComputesNoRowTwice(entry, f, steps)) << where;
  }
  ASSERT_THAT(run, FinishedCleanly()) << where;
  ASSERT_THAT(run, ReturnsNoError()) << where;
  if (in_parts) {
    ASSERT_THAT(run, LeavesNoRowOut(f, steps)) << where;
  }
  const auto like = [&](Beside beside) {
    const std::vector<float> cells = relaxed(f, steps, beside);
    return [cells](int i) { return cells[static_cast<std::size_t>(i)]; };
  };
  const std::vector<float> start = start_of(f);
  ASSERT_THAT(run.result<float>(0).in_rows_of(f.width),
              Elements(relaxed(f, steps))
                  .mistaking([start](int i) { return start[static_cast<std::size_t>(i)]; },
                             "cells that no step has changed")
                  .mistaking([](int) { return 0; }, "cells that no step has written")
                  .mistaking(like(no_row), "strips beside which nobody has put a row")
                  .mistaking(like(own_row), "strips that saw their own rows instead of halos")
                  .mistaking(like(other_side),
                             "strips whose halos were of the wrong neighbour: above strip d lies "
                             "the last row of strip d - 1, below it the first of strip d + 1")
                  .mistaking(like(far_row),
                             "strips whose halos were the far rows of their neighbours: above a "
                             "strip lies the last row of its neighbour, below it the first"))
      << where;
  ASSERT_THAT(run, WroteField()) << where;
}

// ---- Tasks 2 and 3 ------------------------------------------------------------------------------

TEST(PeerAccess, RingIsOneField) {
  NEEDS_DEVICES(2);
  for (const int devices : ring_sizes()) {
    expect_one_field(Entry::kRing, {devices, 16 / devices, devices == 2 ? 150 : 33}, 4);
  }
}

TEST(PeerAccess, RingOfCopies) {
  NEEDS_DEVICES(2);
  for (const int devices : ring_sizes()) {
    expect_one_field(Entry::kRing, {devices, 16 / devices, 33}, 4, 0, false);
  }
  if (settings().device == DeviceKind::kGpu) return;  // no card's peers can be taken away
  for (const auto& [devices, island] : {std::pair{4, 2}, {8, 4}}) {
    expect_one_field(Entry::kRing, {devices, 3, 40}, 3, island);
  }
}

int copies_of(const Outcome& run) {
  int count = 0;
  for (const ApiCall& call : run.host_calls) {
    const bool copies = call.name.starts_with("cudaMemcpyPeer") || call.name == "cudaMemcpyAsync" ||
                        call.name.starts_with("cudaMemcpy2D") ||
                        call.name.starts_with("cudaMemcpy3D");
    if (copies && call.result == 0) ++count;
  }
  return count;
}

// `sides`: at how many edges of strips the neighbour's memory is refused.
Refusal why_not_so_many_copies(const Outcome& run, int devices, int sides, int steps) {
  const int copies = copies_of(run), needed = sides * steps;
  if (copies == needed) return {};
  if (devices == 1)
    return {
        fmt::format("{} rows were copied in {} steps on one device: it is its own neighbour, and "
                    "cudaDeviceCanAccessPeer says 0 of a device and itself. reach() should say "
                    "that a device reaches its own memory (P1)",
                    copies, steps),
        {},
        0};
  return {
      fmt::format("{} rows were copied in {} steps where {} would be right: a kernel reads the row "
                  "in the neighbour's memory itself where it may (s.direct), and only elsewhere a "
                  "copy of it (P4, P5)",
                  copies, steps, needed),
      {},
      0};
}

ReportMatcher CopiesRows(int devices, int sides, int steps) {
  return {"copies the rows that it must",
          [=](const Outcome& run) { return why_not_so_many_copies(run, devices, sides, steps); }};
}

TEST(PeerAccess, NothingCopiedInVain) {
  NEEDS_EMULATOR();
  const int steps = 3;
  struct Machine {
    int devices, island;
    int sides;  // where strips meet whose devices cannot reach each other, both ways
  };
  for (const auto& [devices, island, sides] : {Machine{4, 0, 0}, {1, 0, 0}, {4, 2, 4}}) {
    const Outcome run = run_field(Entry::kRing, {devices, 2, 8}, steps, island, true);
    ASSERT_THAT(run, ReturnsNoError()) << machine_words(devices, island);
    ASSERT_THAT(run.launches, Contains(FromHost("relax"))) << "take_step launches nothing yet";
    ASSERT_THAT(run, CopiesRows(devices, sides, steps)) << machine_words(devices, island);
    ASSERT_THAT(run, WroteField().somewhere());
  }
}

bool at_once(const Launch& one, const Launch& other) {
  return one.start_ns < other.end_ns && other.start_ns < one.end_ns;
}

// Of how many grids of the first list one of the second runs at the same time.
int beside(const std::vector<const Launch*>& some, const std::vector<const Launch*>& others) {
  return static_cast<int>(std::ranges::count_if(some, [&](const Launch* l) {
    return std::ranges::any_of(others, [l](const Launch* o) { return at_once(*l, *o); });
  }));
}

const char* host_wait(const Outcome& run) {
  static const char* const kWaits[] = {"cudaStreamSynchronize", "cudaEventSynchronize",
                                       "cudaEventQuery", "cudaStreamQuery"};
  for (const char* name : kWaits) {
    if (std::ranges::any_of(run.host_calls, [name](const ApiCall& c) { return c.name == name; })) {
      return name;
    }
  }
  return nullptr;
}

Refusal why_not_side_by_side(const Outcome& run, int devices) {
  for (int d = 1; d < devices; ++d) {
    const auto here = grids(run.launches, "relax", d), there = grids(run.launches, "relax", d - 1);
    if (here.empty() || there.empty() || beside(here, there) > 0) continue;
    const Launch& late = *here.front();
    return {fmt::format("device {} is never at work while device {} is: each step of the one waits "
                        "for the same step of the other. A wait is for what the event stands for "
                        "when cudaStreamWaitEvent is called (E8): let all strips wait for the step "
                        "before, and record the events of this step then",
                        d, d - 1),
            late.file, late.line};
  }
  return {};
}

Refusal why_host_waits(const Outcome& run, int devices) {
  if (const char* name = host_wait(run)) {
    return {fmt::format("the host calls {} between the steps; the streams of the devices can wait "
                        "for each other's events without it (E1)",
                        name),
            {},
            0};
  }
  int waits = 0;
  for (const ApiCall& call : run.host_calls) waits += call.name == "cudaDeviceSynchronize";
  if (waits <= 2 * devices) return {};  // those that were given
  return {
      "the host waits for devices between the steps; their streams can wait for each other's "
      "events without it (E1)",
      {},
      0};
}

ReportMatcher StepsTogether(int devices) {
  return {"devices step together",
          [devices](const Outcome& run) { return why_not_side_by_side(run, devices); }};
}
ReportMatcher LeavesTheHostOut(int devices) {
  return {"the host does not wait",
          [devices](const Outcome& run) { return why_host_waits(run, devices); }};
}

// In a ring of eight, device 4 is four steps away from device 0: within three steps none of its
// grids is anything that device 0 has to wait for.
Refusal why_waits_for_the_far_side(const Launches& launches) {
  for (const Launch& far : launches) {
    if (far.device != 4) continue;
    for (const Launch& here : launches) {
      if (here.device != 0 || !launches.ordered(far, here)) continue;
      return {fmt::format("{} on device 0 waits for {} on device 4, which is no neighbour: a strip "
                          "waits for the step before of the strips above and below it, by their "
                          "events, and for nothing else (E8)",
                          launch_words(here), launch_words(far)),
              here.file, here.line, Cause::kOrder};
    }
  }
  return {};
}

void expect_only_neighbours_wait(Entry entry) {
  const Outcome run = run_field(entry, {8, 3, 20}, 3, 0, true);
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.launches, Contains(FromHost("relax").on_device(4)));
  ASSERT_THAT(run, LeavesTheHostOut(8));
  EXPECT_THAT(run.launches,
              LaunchesMatcher("waits for neighbours only", why_waits_for_the_far_side));
  EXPECT_THAT(run, WroteField().somewhere());
}

TEST(PeerAccess, StepsSideBySide) {
  NEEDS_EMULATOR();
  const int steps = 4, rows = 6;
  for (const int devices : {2, 4}) {
    const Field f{devices, rows, 40};
    const Outcome run = run_field(Entry::kRing, f, steps, 0, true);
    ASSERT_THAT(run, ReturnsNoError()) << machine_words(devices, 0);
    ASSERT_THAT(run, ComputesNoRowTwice(Entry::kRing, f, steps)) << machine_words(devices, 0);
    // A strip's step is one grid, or several for parts of its rows.
    ASSERT_THAT(run.launches,
                LaunchCountBetween(devices * steps, devices * rows * steps, FromHost("relax")))
        << machine_words(devices, 0) << ", in " << steps << " steps of " << rows << " rows";
    ASSERT_THAT(run, LeavesTheHostOut(devices));
    ASSERT_THAT(run, StepsTogether(devices)) << machine_words(devices, 0);
    ASSERT_THAT(run, WroteField().somewhere());
  }
  expect_only_neighbours_wait(Entry::kRing);
}

// ---- Task 4 -------------------------------------------------------------------------------------

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
    return {
        fmt::format("of {} grids take on device {} that bring a row, {} run while relax computes "
                    "on that device; the run took {} µs of the virtual clock. Rows that need no "
                    "halo wait for nothing: launch them into the stream in which nothing is "
                    "brought (S5), and let only the rows at the edges wait",
                    takes.size(), d, hidden, run.report ? run.report->virtual_ns / 1000 : 0),
        first ? first->file : std::string(), first ? first->line : 0};
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
    return {
        fmt::format("on device {} {} of {} rows are computed without waiting for halos; only the "
                    "first and the last row of a strip need halos, so {} need not wait: launch "
                    "all of them before the work stream waits for `arrived`",
                    d, rows, f.rows, f.rows - 2),
        {},
        0,
        Cause::kOrder};
  }
  return {};
}

void expect_only_edges_wait() {
  const Field f{2, 8, 40};
  const Outcome run = run_field(Entry::kOverlapped, f, 1, 0, true);
  ASSERT_THAT(run, ReturnsNoError());
  ASSERT_THAT(run.launches, Contains(FromHost("take")));
  EXPECT_THAT(run, ReportMatcher("only rows at the edges wait",
                                 [&f](const Outcome& o) { return why_more_rows_wait(o, f); }));
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
  ASSERT_THAT(run, WroteField().somewhere());
  expect_only_edges_wait();
  if (HasFailure()) return;
  expect_only_neighbours_wait(Entry::kOverlapped);
}

}  // namespace
