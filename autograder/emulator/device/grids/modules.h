// The program and the libraries it loads: which of their addresses are __device__, __constant__ and
// __managed__ variables.
#pragma once

namespace emu {
/// Registers the variables of every module loaded by now that has not been registered.
void register_modules();
}  // namespace emu
