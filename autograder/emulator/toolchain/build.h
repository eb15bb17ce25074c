// Doing what a command line asks: preprocess, translate, compile, link.
#pragma once

#include "toolchain/command_line.h"
#include "toolchain/installation.h"

namespace emu::toolchain {

/// Returns emucc's exit status. Messages of the compilers and of the translator go to standard
/// error. Throws `UsageError` for missing files and `CannotRun` for missing compilers.
int build(const CommandLine& line, const Installation& where);

}  // namespace emu::toolchain
