#include "runtime/emulator.h"

#include "checker/start.h"
#include "memory/storage.h"

namespace emu {

namespace {

constinit memory::Storage<Emulator> emulator;

// A priority: before `start_up` (device.cpp), and before constructors of the program's, whose hooks
// are called from the first one on.
[[gnu::constructor(101)]] void make() {
  emulator.make();
  checker::begin();
}

}  // namespace

constinit memory::State& memory::state = emulator.object.memory;
constinit checker::State& checker::state = emulator.object.checker;

}  // namespace emu
