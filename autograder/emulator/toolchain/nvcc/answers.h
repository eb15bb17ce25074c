// What emucc says where build systems ask nvcc: its version, and where headers and libraries are.
// CMake recognizes the compiler, the toolkit's folder and the libraries of a link by these words,
// and reads no others.
#pragma once

#include <string>

#include "toolchain/command_line.h"
#include "toolchain/installation.h"

namespace emu::toolchain {

/// `--version`.
std::string version_text();

/// Of `-v`: `#$ NAME=value` in lines, as nvcc writes them.
std::string toolkit_variables(const Installation& where);

/// Of `-v`, after a link: a linker's command for the same objects, without emucc. CMake, which
/// links programs of several languages itself, reads the libraries from it.
std::string host_link_line(const CommandLine& line, const Installation& where,
                           const std::string& output);

}  // namespace emu::toolchain
