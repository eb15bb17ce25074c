// What device code ran as inline PTX; and numbers to work on.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "harness/harness.h"
#include "shared/judged.h"
#include "shared/warp_operations.h"

namespace checks {

using namespace harness;

/// How often device code ran inline PTX whose opcode begins so: "atom.".
inline int times_run(const Outcome& run, std::string_view opcode) {
  int count = 0;
  for (const ApiCall& call : run.device_calls)
    count += call.name.starts_with(opcode) ? call.count : 0;
  return count;
}

/// Instructions whose opcode begins so, or of a special register, were run by so many threads as
/// inline PTX, or more.
inline ReportMatcher RunsInPtx(const std::string& opcode, int threads,
                               Cause cause = Cause::kValue) {
  return {"runs it in PTX", [=](const Outcome& run) -> Refusal {
            const int times = times_run(run, opcode);
            if (times >= threads) return {};
            if (times == 0)
              return because(cause,
                             "{} runs no inline PTX {}: write the instruction itself, by asm "
                             "volatile, not code that does the same",
                             run.entry_point, opcode);
            return because(cause, "{} threads run inline PTX {}, but {} should, each for itself",
                           times, opcode, threads);
          }};
}

/// Functions of one kind, and the instructions that do the same; such an instruction of inline PTX
/// is counted as the function as well.
struct StandsFor {
  const char* instruction;  ///< in words
  std::vector<const char*> opcodes;
  bool (*is_function)(const ApiCall&);
};
inline const StandsFor kVotes = {"vote.sync.ballot", {"vote."}, [](const ApiCall& call) {
                                   return operation_of(call) == Operation::kVote &&
                                          !call.name.starts_with("vote.");
                                 }};
inline const StandsFor kShuffles = {"shfl.sync", {"shfl."}, [](const ApiCall& call) {
                                      return operation_of(call) == Operation::kShuffle &&
                                             !call.name.starts_with("shfl.");
                                    }};
inline const StandsFor kAtomics = {"atom or red", {"atom.", "red."}, is_atomic};

/// How often functions were called beside instructions: at `line`, or in all for 0. Given code may
/// call them.
inline int functions_called(const Outcome& run, const StandsFor& kind, int line = 0) {
  int count = 0;
  for (const ApiCall& call : run.device_calls) {
    if (file_name(call.file) == "given.h" || (line != 0 && call.line != line)) continue;
    if (kind.is_function(call)) count += call.count;
    for (const char* opcode : kind.opcodes)
      if (call.name.starts_with(opcode)) count -= call.count;
  }
  return count;
}

/// No function does what an instruction is to do, beside instructions that are run for show.
inline ReportMatcher CallsNoFunctionFor(const StandsFor& kind) {
  return {"writes the instructions itself", [kind](const Outcome& run) -> Refusal {
            if (functions_called(run, kind) <= 0) return {};
            for (const ApiCall& call : run.device_calls) {
              if (!kind.is_function(call) || functions_called(run, kind, call.line) <= 0) continue;
              return refusal_at(call, Cause::kCall,
                                "{} is a function. Write the instruction that it stands for, {}, "
                                "by asm volatile",
                                call.name, kind.instruction);
            }
            return {};
          }};
}

/// Each of `opcodes` was run.
inline void expect_ptx(const Outcome& run, const std::vector<const char*>& opcodes) {
  for (const char* opcode : opcodes) ASSERT_THAT(run, RunsInPtx(opcode, 1, Cause::kCall));
}

inline std::vector<int> numbers_for(int n) {
  std::vector<int> numbers(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) numbers[i] = (i * 37) % 1009 * (i % 5 == 0 ? 6 : 1) + 2;
  return numbers;
}

inline const char* const kClobbers =
    "An asm without outputs and inputs still needs three colons: asm volatile(\"bar.sync 0;\" : : "
    ": \"memory\")";

constexpr int kUntouched = 0x7f7f7f7f;

}  // namespace checks
