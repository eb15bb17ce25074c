// Checks of lesson 20: work on several devices gives what one device gives, on every device, at the
// same time, and leaves the caller's device current.
//
// Values are compared with 1, 2, 4 and 8 devices on the emulator, on a machine with cards with as
// many of these as it has; one card is not enough.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "exercise.h"
#include "harness/harness.h"
#include "shared/devices_at_once.h"
#include "shared/judged.h"
#include "shared/refused_launch.h"
#include "shared/returned_error.h"

namespace {

using namespace harness;
using checks::AllDevicesAtOnce;
using checks::because;
using checks::Judged;
using checks::ReturnsNoError;

/// Whether a run with so many devices is possible; on the emulator the next run gets them.
bool gives(int devices) {
  if (settings().device == DeviceKind::kGpu) return devices <= settings().gpus;
  test_settings().devices = devices;
  return true;
}

/// How many devices the next run finds.
int devices_there() {
  const int there =
      settings().device == DeviceKind::kGpu ? settings().gpus : test_settings().devices;
  return std::min<int>(there, kMostDevices);
}

/// The last array of the call is *current_after.
Refusal why_not_restored(const Outcome& run, int current) {
  const int after = run.result<int>(run.arrays.size() - 1)[0];
  if (after == current) return {};
  return because(fmt::format(
      "{} was called with device {} current and left device {} current: whoever called it goes on "
      "on another device and does not know. Ask cudaGetDevice first, and make that device current "
      "again at the end (D1)",
      run.entry_point, current, after));
}

Judged LeavesCurrent(int device) {
  return {"leaves the caller's device current",
          [device](const Outcome& run) { return why_not_restored(run, device); }};
}

// ---- Task 1 -------------------------------------------------------------------------------------

Outcome run_survey(int current) {
  return EXERCISE(survey, output<Whereabouts>(kMostDevices * kMostDevices), output<int>(1), current,
                  output<int>(1));
}

/// What is wrong with what the launch told that was made into the stream of device `s` with device
/// `c` current.
std::string why_wrong(const Whereabouts& told, int c, int s) {
  const std::string launch =
      fmt::format("the launch into the stream of device {}, made with device {} current,", s, c);
  if (told.launch_error == -1 && told.parent_on == -1)
    return launch +
           " is missing, its error was not noted, or it was told at another place than the one of "
           "its two devices";
  if (told.current == -1)
    return launch + " has nothing noted in `current`: put there what cudaGetDevice says";
  if (told.current != c)
    return fmt::format(
        "{} has {} in `current`; it should have {}. Make device {} current before the launches "
        "that are to be made so (D1), and note what cudaGetDevice says",
        launch, told.current, c, c);
  if (told.launch_error != 0)
    return fmt::format(
        "{} has error {}; it should have 0. Read the host's last error right after "
        "the launch",
        launch, told.launch_error);
  if (told.parent_on == -1 || told.child_on == -1)
    return launch +
           " told nothing: wait for it. cudaDeviceSynchronize waits for the current device only, "
           "and for the others with them current (D7)";
  if (told.parent_on != s)
    return fmt::format(
        "{} ran on device {}: a launch runs on the device of its stream, and the "
        "stream belongs to the device that was current when it was made (D2, D3)",
        launch, told.parent_on);
  if (told.child_on != s)
    return fmt::format(
        "{} has a child that told of device {}; what a kernel launches stays on its "
        "device (K8)",
        launch, told.child_on);
  return {};
}

/// What to say of an error in the table that no launch has had; empty if it may have.
std::string why_invented(const Outcome& run, const Whereabouts& told, int devices, int c, int s) {
  if (!run.launches.known() || told.launch_error <= 0 || told.parent_on != -1) return {};
  const auto is_like_it = [](const Launch& l) { return FromHost("note_where").matches(l); };
  const auto made = std::ranges::count_if(
      run.launches, [&](const Launch& l) { return is_like_it(l) && l.device == s; });
  if (made >= devices || std::ranges::any_of(run.launches.refused(), is_like_it)) return {};
  return fmt::format(
      "no launch of note_where was made into device {}'s stream with device {} current, yet "
      "launch_error says {}. Make the launch: the device accepts it whichever device is current, "
      "and it runs on the device of its stream (D3)",
      s, c, told.launch_error);
}

Refusal why_survey_wrong(const Outcome& run, int devices) {
  if (const int found = run.result<int>(1)[0]; found != devices)
    return because(
        fmt::format("*devices is {}; there {} {}, as cudaGetDeviceCount tells, of which "
                    "at most kMostDevices count",
                    found, devices == 1 ? "is" : "are", devices));
  for (int c = 0; c < devices; ++c) {
    for (int s = 0; s < devices; ++s) {
      const Whereabouts told = run.result<Whereabouts>(0)[c * kMostDevices + s];
      const std::string invented = why_invented(run, told, devices, c, s);
      if (!invented.empty()) return because(invented, Cause::kCall);
      const auto why = why_wrong(told, c, s);
      if (!why.empty()) return because(why);
    }
  }
  return {};
}

Judged TellsWhereGridsRun(int devices) {
  return {"tells of every launch where it ran",
          [devices](const Outcome& run) { return why_survey_wrong(run, devices); }};
}

/// Grids and their children told where they ran, not the host. It is asked of some place, not of
/// each: hosts pass these numbers on from pinned memory, and many of them are alike. A part of them
/// is the host's own.
void expect_told_by_grids(const Outcome& run, int devices) {
  const auto is_told = [devices](int place) {
    return place / kMostDevices < devices && place % kMostDevices < devices;
  };
  const auto told = [&](const WroteResult& by) {
    return by.where(is_told).somewhere().from_what_the_host_makes();
  };
  ASSERT_THAT(run, told(WroteResult(0, "note_where").launched_anywhere()));
  ASSERT_THAT(run, told(WroteResult(0, "note_child").of("note_where")));
}

/// One grid of one thread and its child for each device that is current and each stream.
void expect_launches_of_survey(const Outcome& run, int devices) {
  const int launches = devices * devices;
  ASSERT_THAT(run.launches, LaunchCount(launches, FromHost("note_where")));
  ASSERT_THAT(run.launches, Every(FromHost("note_where"), LaunchOf("").with_grid(1).with_block(1)));
  ASSERT_THAT(run.launches, LaunchCount(launches, Child("note_child").of("note_where")));
}

/// What is wrong with the table of a survey of which one launch of the host was refused.
std::string why_noted_wrong(const Outcome& run, int devices, int error) {
  const auto table = run.result<Whereabouts>(0);
  int noted = 0;
  std::string wrong;
  for (int c = 0; c < devices; ++c) {
    for (int s = 0; s < devices; ++s) {
      const Whereabouts& told = table[c * kMostDevices + s];
      if (told.launch_error == error)
        ++noted;
      else if (wrong.empty())
        wrong = why_wrong(told, c, s);
    }
  }
  if (noted == 0)
    return fmt::format("launch_error is {} nowhere. Put there what the launch returned", error);
  if (noted > 1)
    return fmt::format(
        "launch_error is {} in {} places: the error of one launch was taken for that of the next. "
        "cudaGetLastError returns it and clears it, cudaPeekAtLastError leaves it (R2)",
        error, noted);
  return wrong;
}

Refusal why_error_not_noted(const Outcome& run, const Launch& refused, int devices,
                            const checks::LaunchError& error) {
  const auto because_of_refusal = [&](const std::string& why) {
    return Refusal{fmt::format("this launch of note_where, the first of the host, was refused with "
                               "{}: {}",
                               error.told, why),
                   refused.file, refused.line};
  };
  if (!run.finished()) return because_of_refusal(run.what);
  if (const int returned = run.returned<int>(); returned != 0)
    return because_of_refusal(fmt::format(
        "survey returned {}. A launch that fails is an answer here and no reason to leave: note "
        "its error in launch_error, and go on with the next launch",
        returned));
  const std::string why = why_noted_wrong(run, devices, error.code);
  return why.empty() ? Refusal{} : because_of_refusal(why);
}

/// A launch that fails is noted, and the others are made.
void expect_errors_noted() {
  const int devices = 2;
  if (settings().device == DeviceKind::kGpu || !gives(devices)) return;
  const Outcome all_accepted = run_survey(0);
  const auto first = checks::first_of_each_line(all_accepted.launches, true);
  ASSERT_FALSE(first.empty());
  const auto& [number, launch] = first.front();
  for (const checks::LaunchError& error : checks::errors_for(number, true)) {
    const Outcome run = checks::run_refusing_host(
        number, [] { return run_survey(0); }, error);
    ASSERT_THAT(run, ReportMatcher("notes the error of a launch", [&](const Outcome& refused) {
                  return why_error_not_noted(refused, launch, devices, error);
                }));
  }
}

TEST(DevicesAndStreams, LaunchesFollowTheirStreams) {
  NEEDS_DEVICES(2);
  for (const int devices : {2, 4, 8, 1, kMostDevices + 2}) {
    if (!gives(devices)) continue;
    const Outcome run = run_survey(0);
    ASSERT_THAT(run, FinishedCleanly()) << "with " << devices << " devices";
    ASSERT_THAT(run, ReturnsNoError()) << "with " << devices << " devices";
    ASSERT_THAT(run, TellsWhereGridsRun(devices_there()));
    ASSERT_NO_FATAL_FAILURE(expect_launches_of_survey(run, devices_there()));
    ASSERT_NO_FATAL_FAILURE(expect_told_by_grids(run, devices_there()));
  }
  expect_errors_noted();
}

TEST(DevicesAndStreams, SurveyLeavesTheDevice) {
  NEEDS_DEVICES(2);
  for (const int current : {0, 1}) {
    const Outcome run = run_survey(current);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, TellsWhereGridsRun(devices_there()));
    ASSERT_THAT(run, LeavesCurrent(current));
    ASSERT_NO_FATAL_FAILURE(expect_told_by_grids(run, devices_there()));
  }
}

// ---- Task 2 -------------------------------------------------------------------------------------

int shuffles(int cards) {
  const int m = cards - 1;
  int count = 1;
  for (int i = 2 % m; i != 1 % m; i = 2 * i % m) ++count;
  return count;
}

std::vector<int> decks_of(int n) {
  std::vector<int> decks(n);
  for (int i = 0; i < n; ++i) decks[i] = 2 * (i * 37 % 180 + 1);
  return decks;
}

Outcome run_shuffles(int n, int devices, int current = 0) {
  return EXERCISE(shuffle_counts, output<int>(n), input(decks_of(n)), n, devices, current,
                  output<int>(1));
}

/// Children count; the host may pass on what they have found.
WroteResult CountedByChildren() { return WroteResult(0, "count_tile").of("count_part"); }

void expect_counts(int n, int devices) {
  if (!gives(devices)) return;
  const std::vector<int> decks = decks_of(n);
  const Outcome run = run_shuffles(n, devices);
  ASSERT_THAT(run, FinishedCleanly()) << "with devices = " << devices;
  ASSERT_THAT(run, ReturnsNoError())
      << "with n = " << n << " and devices = " << devices
      << (n < devices ? ": some parts are empty, and a launch of 0 blocks is an error" : "");
  ASSERT_THAT(run.result<int>(0), Elements([&](int i) { return shuffles(decks[i]); }))
      << "with n = " << n << " and devices = " << devices;
  ASSERT_THAT(run, CountedByChildren()) << "with n = " << n << " and devices = " << devices;
}

constexpr int kTile = 64;  // decks for a thread of count_part

TEST(DevicesAndStreams, CountsAreThoseOfOneDevice) {
  NEEDS_DEVICES(2);
  for (const int n : {1000, 5}) {
    for (const int devices : {1, 2, 4, 8}) ASSERT_NO_FATAL_FAILURE(expect_counts(n, devices));
  }
  const int threads_of_a_block = 128;
  ASSERT_NO_FATAL_FAILURE(expect_counts(kTile * threads_of_a_block, 1));
  if (!gives(2)) return;
  checks::expect_errors_returned([] { return run_shuffles(10, 2); });
}

/// A launch of count_part by blocks of a few threads, of which many have no tile: its first two
/// items have changed places.
Refusal why_items_swapped(const Launches& launches, int tiles) {
  const int warp = 32;
  for (const Launch& l : launches) {
    if (!FromHost("count_part").matches(l)) continue;
    if (l.block.x >= warp || (l.grid.x - 1) * l.block.x < tiles) continue;
    return {fmt::format("{} blocks of {} thread{} each for {} tiles, one thread per tile: most "
                        "blocks have nothing to do, and with more tiles a block would get more "
                        "threads than it may have. The number of blocks comes first, then the "
                        "threads of a block (K1)",
                        l.grid.x, l.block.x, l.block.x == 1 ? "" : "s", tiles),
            l.file, l.line, Cause::kCall};
  }
  return {};
}

/// As many launches of count_part as devices, and some device has none: the fault that follows, of
/// a kernel with another device's memory, is not the cause.
Refusal why_on_one_device(const Outcome& run, int devices) {
  std::vector<const Launch*> parts;
  for (const Launch& l : run.launches) {
    if (FromHost("count_part").matches(l)) parts.push_back(&l);
  }
  if (parts.size() != static_cast<std::size_t>(devices)) return {};
  const auto on = [&](int d) {
    return std::ranges::count_if(parts, [d](const Launch* l) { return l->device == d; });
  };
  for (int d = 0; d < devices; ++d) {
    if (on(d) > 0) continue;
    const Launch& other = *parts[d];
    return {fmt::format("there is no launch of count_part on device {}; of {} launches {} {} on "
                        "device {}. A launch runs on the device of its stream, whichever device is "
                        "current; a stream belongs to the device that was current when it was made "
                        "(D2, D3)",
                        d, parts.size(), on(other.device), on(other.device) == 1 ? "is" : "are",
                        other.device),
            other.file, other.line, Cause::kCall};
  }
  return {};
}

TEST(DevicesAndStreams, EveryDeviceHasItsPart) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  for (const int devices : {2, 4, 8}) {
    if (!gives(devices)) continue;
    const int n = 600;
    const Outcome run = run_shuffles(n, devices);
    ASSERT_THAT(run, ReportMatcher("launches on each device", [=](const Outcome& counted) {
                  return why_on_one_device(counted, devices);
                }));
    for (int d = 0; d < devices; ++d) {
      ASSERT_THAT(run.launches, Contains(FromHost("count_part").on_device(d)))
          << "a launch runs on the device of its stream, whichever device is current; a stream "
             "belongs to the device that was current when it was made (D2, D3)";
    }
    const int tiles = n / devices / kTile + 1;
    ASSERT_THAT(run.launches, LaunchesMatcher("a thread for each tile", [=](const Launches& l) {
                  return why_items_swapped(l, tiles);
                }));
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, CountedByChildren().somewhere());
  }
}

/// The first call that waits between the first launch of the host and its last.
Refusal why_host_waits_between(const Outcome& run) {
  int first = 0, last = 0;
  for (const Launch& l : run.launches) {
    if (!l.from_host()) continue;
    first = first == 0 ? l.id : first;
    last = l.id;
  }
  for (const ApiCall& call : run.host_calls) {
    if (call.launches_before < first || call.launches_before >= last) continue;
    const bool waits = call.name == "cudaMemcpy" || call.name == "cudaFree" ||
                       call.name.find("Synchronize") != std::string::npos;
    if (!waits) continue;
    return {
        fmt::format("the host called {}{} before the last device had its work: that call waits. "
                    "Copy by cudaMemcpyAsync from and to pinned memory, and wait only when all "
                    "devices have their work (D6, D7)",
                    call.name, call.detail.empty() ? "" : " (" + call.detail + ")"),
        call.file, call.line, Cause::kCall};
  }
  return {};
}

TEST(DevicesAndStreams, DevicesCountAtTheSameTime) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  for (const int devices : {8, 4, 2}) {
    if (!gives(devices)) continue;
    const Outcome run = run_shuffles(600, devices);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, AllDevicesAtOnce(devices));
    ASSERT_THAT(run, ReportMatcher("gives work first, then waits", why_host_waits_between));
    ASSERT_THAT(run, CountedByChildren().somewhere());
  }
}

/// The first copy of an array from or to memory that is not pinned.
Refusal why_not_pinned(const Outcome& run) {
  for (const ApiCall& call : run.host_calls) {
    if (!call.name.starts_with("cudaMemcpy") || call.detail.find("pageable") == std::string::npos)
      continue;
    return because(
        fmt::format("{} of {}: a copy from or to pageable memory may keep the host until it is "
                    "done, Async or not, and the next device gets its work later. Copy between the "
                    "device and memory of cudaMallocHost (D6)",
                    call.name, call.detail));
  }
  return {};
}

/// How many bytes a copy of the host has: its words begin so, "1200 bytes from pinned memory to …".
/// 0 for another call, and for a copy of which nothing is told.
int bytes_copied(const ApiCall& call) {
  return call.name.starts_with("cudaMemcpy") ? std::atoi(call.detail.c_str()) : 0;
}

/// The first copy of an array that ends in the middle of an int.
Refusal why_not_whole_ints(const Outcome& run) {
  const int size = sizeof(int);
  for (const ApiCall& call : run.host_calls) {
    const int bytes = bytes_copied(call);
    if (bytes % size == 0) continue;
    return {fmt::format("{} of {}: that is {} ints and {} byte{} of the next. A part of `count` "
                        "ints has sizeof(int) * count bytes",
                        call.name, call.detail, bytes / size, bytes % size,
                        bytes % size == 1 ? "" : "s"),
            call.file, call.line, Cause::kCall};
  }
  return {};
}

TEST(DevicesAndStreams, CopiesUsePinnedMemory) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  const Outcome run = run_shuffles(600, 2);
  EXPECT_THAT(run, ReportMatcher("copies pinned memory only", why_not_pinned));
  EXPECT_THAT(run, ReportMatcher("copies whole ints", why_not_whole_ints));
  EXPECT_THAT(run, CountedByChildren().somewhere());
}

TEST(DevicesAndStreams, CountingLeavesTheDevice) {
  NEEDS_DEVICES(2);
  for (const int current : {0, 1}) {
    const Outcome run = run_shuffles(300, 2, current);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, LeavesCurrent(current));
    ASSERT_THAT(run, CountedByChildren().somewhere());
  }
}

/// Streams that the host made and did not destroy, or memory that it did not free.
Refusal why_not_given_back(const Outcome& run) {
  int made = 0, destroyed = 0;
  for (const ApiCall& call : run.host_calls) {
    if (call.name.starts_with("cudaStreamCreate")) ++made;
    if (call.name == "cudaStreamDestroy") ++destroyed;
  }
  if (made == destroyed) return {};
  return because(
      fmt::format("{} made {} streams and destroyed {}: each once, on whatever device "
                  "is current (D2)",
                  run.entry_point, made, destroyed));
}

TEST(DevicesAndStreams, EverythingIsGivenBack) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  const Outcome surveyed = run_survey(0), counted = run_shuffles(300, 2),
                one_part = run_shuffles(1, 2);  // for the other device there is nothing to do
  for (const Outcome* run : {&surveyed, &counted, &one_part}) {
    if (run == &one_part && run->returned<int>() != 0) continue;  // it left early, and is told so
    ASSERT_THAT(*run, FinishedCleanly());
    ASSERT_THAT(*run, Keeps("leak"));
    ASSERT_THAT(*run, ReportMatcher("gives everything back", why_not_given_back));
  }
  ASSERT_THAT(counted, CountedByChildren().somewhere());
}

// ---- Task 3 -------------------------------------------------------------------------------------

long long points_in(int radius) {
  long long points = 0;
  for (long long y = -radius; y <= radius; ++y) {
    long long x = 0;
    while ((x + 1) * (x + 1) + y * y <= 1LL * radius * radius) ++x;
    points += 2 * x + 1;
  }
  return points;
}

Outcome run_points(int radius, int devices, int current = 0) {
  return EXERCISE(lattice_points, output<long long>(1), radius, devices, current, output<int>(1));
}

// What leave_something leaves in each device's total: 1 in every byte.
constexpr long long kLeft = 0x0101010101010101;
constexpr long long kLeftInTheLastByte = 0x0100000000000000;

constexpr const char* kOtherRows =
    "the points of other rows: one is missing, or one is outside of the circle, for which "
    "count_rows takes 1 off. Row r, from 0 to 2 * radius, has y = r - radius";

auto Points(long long points, int devices) {
  return Elements([=](int) { return points; })
      .mistaking([=](int) { return points + kLeft * devices; },
                 "the points and what an earlier run left in `total`, on every device: set it to 0 "
                 "first")
      .mistaking([=](int) { return points + kLeft * (devices - 1); },
                 "the points and what an earlier run left in the totals of all devices but one: "
                 "each has a copy of its own (M10)")
      .mistaking([=](int) { return points + kLeftInTheLastByte * devices; },
                 "the points and what an earlier run left in the last byte of `total`, on every "
                 "device: set all of its sizeof total bytes to 0 first")
      .mistaking([=](int) { return points + kLeft; },
                 "the points and what an earlier run left in the total of one device: a device "
                 "that has no rows is to clear its total, too, or not to be asked for it")
      .mistaking([=](int) { return points * devices; }, "the points counted by every device")
      .mistaking([=](int) { return points - 1; }, kOtherRows)
      .mistaking([=](int) { return points - 2; }, kOtherRows);
}

/// The first copy from a device that ends in the middle of a total. The missing bytes keep what the
/// host's memory happens to hold: often 0, so that the value is right all the same.
Refusal why_not_whole_totals(const Outcome& run) {
  const int size = sizeof(unsigned long long);
  for (const ApiCall& call : run.host_calls) {
    const bool from_device = call.detail.find("from device") != std::string::npos;
    if (!from_device || bytes_copied(call) % size == 0) continue;
    return {fmt::format("{} of {}: `total` has {} bytes, and those that are not copied keep "
                        "whatever is in the host's memory. Copy sizeof total bytes",
                        call.name, call.detail, size),
            call.file, call.line, Cause::kCall};
  }
  return {};
}

void expect_points(int radius, int devices) {
  if (!gives(devices)) return;
  const Outcome run = run_points(radius, devices);
  ASSERT_THAT(run, FinishedCleanly()) << "with devices = " << devices;
  ASSERT_THAT(run, ReturnsNoError()) << "with devices = " << devices;
  ASSERT_THAT(run.result<long long>(0), Points(points_in(radius), devices))
      << "with radius = " << radius << " and devices = " << devices
      << (devices == 1 ? ""
                       : "; total is a variable of each device, with a value of its own (M10)");
  ASSERT_THAT(run, ReportMatcher("copies whole totals", why_not_whole_totals));
}

TEST(DevicesAndStreams, PointsAreThoseOfOneDevice) {
  NEEDS_DEVICES(2);
  for (const int radius : {400, 1}) {
    for (const int devices : {1, 2, 4, 8}) {
      ASSERT_NO_FATAL_FAILURE(expect_points(radius, devices));
    }
  }
  if (!gives(2)) return;
  checks::expect_errors_returned([] { return run_points(5, 2); });
}

TEST(DevicesAndStreams, DevicesAddAtTheSameTime) {
  NEEDS_EMULATOR();
  NEEDS_DEVICES(2);
  for (const int devices : {8, 4, 2}) {
    if (!gives(devices)) continue;
    const Outcome run = run_points(400, devices);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run, AllDevicesAtOnce(devices));
  }
}

TEST(DevicesAndStreams, AddingLeavesTheDevice) {
  NEEDS_DEVICES(2);
  for (const int current : {0, 1}) {
    const Outcome run = run_points(100, 2, current);
    ASSERT_THAT(run, FinishedCleanly());
    ASSERT_THAT(run.result<long long>(0), Elements([](int) { return points_in(100); }));
    ASSERT_THAT(run, LeavesCurrent(current));
  }
}

}  // namespace
