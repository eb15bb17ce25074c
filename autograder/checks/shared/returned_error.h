// ReturnsNoError(): the entry points of these lessons return the first CUDA error that they met.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

#include "harness/harness.h"

namespace checks {

using namespace harness;

/// What a CUDA error that an exercise returns means to its author.
inline std::string error_words(int error) {
  switch (error) {
    case 1:
      return "cudaErrorInvalidValue (1): an argument of a CUDA call is wrong";
    case 2:
      return "cudaErrorMemoryAllocation (2): there is no memory left; for malloc and cudaMalloc of "
             "device code this is the device heap, whose size the host sets (H2, H3)";
    case 9:
      return "cudaErrorInvalidConfiguration (9): a launch asked for more blocks or threads than "
             "any device allows, for none, for more threads than the __launch_bounds__ of its "
             "kernel, or for more shared memory than the host has allowed for its kernel (K6, K7)";
    case 69:
      return "cudaErrorLaunchPendingCountExceeded (69): more grids were pending than the pool has "
             "slots for, so a launch was dropped (L1, L2)";
    case 101:
      return "cudaErrorInvalidDevice (101): there is no device with that number; "
             "cudaGetDeviceCount tells how many there are, counted from 0";
    case 217:
      return "cudaErrorPeerAccessUnsupported (217): the program tried to enable access between "
             "devices that cannot use each other's memory, or for a device to itself; ask "
             "cudaDeviceCanAccessPeer first (P1)";
    case 400:
      return "cudaErrorInvalidResourceHandle (400): a stream or event cannot be used like this; an "
             "event can be recorded only in streams of its own device, and a time exists only "
             "between two recorded events of one device, with timing (E9, E10)";
    case 600:
      return "cudaErrorNotReady (600): the time of an event was asked for before the event was "
             "complete; wait for the later of the two events first (E10)";
    case 700:
      return "cudaErrorIllegalAddress (700): a kernel used memory that its device may not use, and "
             "nothing works any more in this process (P4, R6)";
    case 704:
      return "cudaErrorPeerAccessAlreadyEnabled (704): this access was already enabled, so nothing "
             "is wrong; but an error that was not cleared with cudaGetLastError() is found after "
             "the next launch (P3)";
    case 710:
      return "cudaErrorAssert (710): an assert of device code did not hold; what it printed names "
             "file, line and expression (R5)";
    case 712:
      return "cudaErrorHostMemoryAlreadyRegistered (712): this memory is registered already, or is "
             "pinned by cudaMallocHost (U2)";
    case 713:
      return "cudaErrorHostMemoryNotRegistered (713): cudaHostUnregister takes only memory that "
             "cudaHostRegister was given (U7)";
    case 717:
      return "cudaErrorInvalidAddressSpace (717): a pointer to local or shared memory was used "
             "where it is not valid (G2, G3)";
    case 720:
      return "cudaErrorCooperativeLaunchTooLarge (720): the blocks of a cooperative launch must "
             "fit on the device all at once (M14)";
    default:
      return fmt::format("CUDA error {}", error);
  }
}

/// Which limit a launch that was refused with error 9 did not keep, where its numbers tell; else
/// without words.
inline std::string broken_limit(const Launch& l) {
  constexpr int kInvalidConfiguration = 9;
  constexpr long long kMostThreads = 1024;
  if (l.error != kInvalidConfiguration) return {};
  const long long blocks = 1LL * l.grid.x * l.grid.y * l.grid.z;
  const long long threads = 1LL * l.block.x * l.block.y * l.block.z;
  if (blocks == 0 || threads == 0)
    return "it asked for 0 blocks or threads, but a grid has at least one of each (K6)";
  if (threads > kMostThreads)
    return fmt::format("it asked for {} threads in a block, but a block has at most 1,024 (K6)",
                       threads);
  const bool is_usual = l.grid == Dim(l.grid.x) && l.block == Dim(l.block.x) && blocks > 0;
  if (!is_usual) return {};
  // The record of a refused launch does not tell its shared memory.
  return fmt::format(
      "a device can run a block of {} threads: do the __launch_bounds__ of {} allow fewer, or did "
      "the launch ask for more dynamic shared memory than this kernel may have (K6, K7)?",
      threads, l.kernel);
}

/// "cudaMalloc (1024 bytes, exercise.cu:31)" and its place: the first call of the run, or launch,
/// that ended so; empty when the report knows of none.
inline Refusal failed_call(const Outcome& run, int error) {
  const auto said = [](const std::string& what, const std::string& detail, const auto& at) {
    const std::string joint = detail.empty() || at.line == 0 ? "" : ", ";
    const std::string place = at.line == 0 ? "" : fmt::format("{}:{}", file_name(at.file), at.line);
    const bool bare = detail.empty() && place.empty();
    return Refusal{bare ? what : fmt::format("{} ({}{}{})", what, detail, joint, place), at.file,
                   at.line};
  };
  for (const Launch& l : run.launches.refused()) {
    if (l.error != error) continue;
    Refusal refused = said("the launch of " + launch_words(l), "", l);
    const std::string limit = broken_limit(l);
    if (!limit.empty()) refused.why += "\n" + limit;
    return refused;
  }
  for (const auto* calls : {&run.host_calls, &run.device_calls}) {
    for (const ApiCall& call : *calls) {
      if (call.result == error) return said(call.name, call.detail, call);
    }
  }
  return {};
}

/// The entry point returned 0.
class ReturnsNoErrorMatcher {
 public:
  using is_gtest_matcher = void;
  bool MatchAndExplain(const Outcome& run, testing::MatchResultListener* listener) const {
    const int error = run.returned<int>();
    if (error == 0) return true;
    Refusal refusal = failed_call(run, error);
    const bool is_known = !refusal.why.empty();
    refusal.why = fmt::format("{} returned {}{}", run.entry_point, error_words(error),
                              is_known ? "\nthe call that failed: " + refusal.why : "");
    // Want of memory or of places is a result; other errors are of a call that is wrong itself.
    const bool is_want = error == 2 || error == 69;
    if (is_known && !is_want) refusal.cause = Cause::kAddress;
    if (error == run.cuda_error) refusal = after_fault(run.launches.fault(), std::move(refusal));
    return answer(refusal, listener);
  }
  void DescribeTo(std::ostream* os) const { *os << "returns no CUDA error"; }
  void DescribeNegationTo(std::ostream* os) const { *os << "returns a CUDA error"; }
};
inline ReturnsNoErrorMatcher ReturnsNoError() { return {}; }

}  // namespace checks
