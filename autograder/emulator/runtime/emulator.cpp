#include "runtime/emulator.h"

#include "checker/start.h"
#include "device/hosts/libc.h"
#include "memory/storage.h"

namespace emu {

static constinit memory::Storage<Emulator> emulator;

namespace {

// A priority: before `start_up` (device.cpp), and before constructors of the program's, whose hooks
// are called from the first one on.
[[gnu::constructor(101)]] void make() {
  libc();
  emulator.make();
  running = &host_fiber();
  checker::begin();
  reserve_hosts_shadow_stack();
}

}  // namespace

constinit memory::State& memory::state = emulator.object.memory;
constinit checker::State& checker::state = emulator.object.checker;
constinit report::Run& record = emulator.object.record;
constinit Scheduler& scheduler = emulator.object.scheduler;
constinit State& state = emulator.object.device;
constinit Calls& calls = emulator.object.calls;
constinit Runtime& runtime = emulator.object.runtime;

}  // namespace emu
