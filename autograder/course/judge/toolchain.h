// What exercises are compiled and run with: the one command line that every part of the course
// compiles them by, and fingerprints that tell one set of tools from another.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.h"
#include "course/judge/device.h"

namespace course {

/// The C++ compiler below emucc: what NVCC_CCBIN names, as for nvcc; else g++, or clang++ where
/// PATH has only that one.
std::string compiler_below();

/// The programs that an exercise meets, and the headers that it includes.
struct Toolchain {
  std::filesystem::path emucc;
  std::filesystem::path emulator;
  std::filesystem::path runner;
  std::filesystem::path headers;  ///< a folder; need not be there
};
Toolchain toolchain_of(const Course& course);

/// One exercise and where its library goes, by the names that the compiler sees.
struct ExerciseFiles {
  std::filesystem::path lesson;  ///< the folder with its headers
  std::string source;
  std::filesystem::path library;
};

/// The command that compiles an exercise for a device. It names the compiler that NVCC_CCBIN names,
/// so that it does the same where the environment is not ours.
/// Requires: find_nvcc() finds one where the device is a GPU.
std::vector<std::string> compile_command(const std::filesystem::path& emucc, Device device,
                                         const ExerciseFiles& files);

/// How a fingerprint looks at a file: at its size and time, which is quick, or at its contents,
/// which are the same on another machine and after a build that changed nothing.
enum class Look { kTimes, kContents };

/// Changes with NVCC_CCBIN and with the compiler: nvcc, or the one below emucc.
std::string compiler_fingerprint(Device device, Look look);

/// Changes with everything that compiles and runs exercises. Throws std::runtime_error when the
/// contents of a program cannot be read.
std::string toolchain_fingerprint(const Toolchain& tools, Device device, Look look);

}  // namespace course
