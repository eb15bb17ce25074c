// From preprocessed CUDA C++ to C++ that runs on the emulated device.
//
// In goes what `g++ -E` (or `clang++ -E`) prints for a .cu file, line markers included. After the
// preprocessor macros are no special case: `#define KERNEL __global__ void` and launches inside
// macros look like any others. So the headers must not define `__global__`, `__device__`,
// `__shared__` and similar words, which reach the translator as they were written.
//
// Only text of the user's files changes. System headers (flag 3 of a line marker) and the
// emulator's own headers are passed through without being read, and told, so that `emucc
// --untrusted` can compare them with what these headers are on their own.
//
// A pure function of its input: no state is kept, several threads may translate at once.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "translator/refusals/refusal.h"
#include "translator/text/tokens.h"

namespace emu::translator {

struct TranslateOptions {
  /// Which files are the user's. System headers (flag 3 of a line marker) never are.
  IsUserFile is_user_file = [](std::string_view file) { return !file.starts_with('<'); };
  /// Reads a user's source file as it was before preprocessing; only asked when a call might be
  /// excused by `#ifndef __CUDA_ARCH__`. Empty text when the file cannot be read.
  std::function<std::string(const std::string& file)> read_source = [](const std::string&) {
    return std::string();
  };
  /// CUDA Dynamic Parallelism 1: device-side cudaDeviceSynchronize, no tail and fire-and-forget
  /// streams.
  bool cdp1 = false;
  /// Device code says how many instructions it executes, for the virtual clock.
  bool counts_work = false;
  /// The text may be an attack: processor intrinsics and looks at stack frames are refused too.
  bool untrusted = false;
  /// No other file uses what this one defines for the device (nvcc's -rdc=false).
  bool local_device_code = false;
};

struct Translation {
  std::string text;               ///< of use only when nothing is refused
  std::vector<Refusal> refusals;  ///< in the order of the text
  Sources sources;                ///< what it was made of, and what was passed over
};

/// `preprocessed` is what `g++ -E` prints, with its line markers.
Translation translate(std::string_view preprocessed, const TranslateOptions& options);

}  // namespace emu::translator
