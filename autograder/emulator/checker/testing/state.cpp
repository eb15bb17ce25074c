// The states of this room and of the one below for tests that link no Emulator, and the start of
// the checker.
#include "checker/state.h"

#include "checker/start.h"
#include "memory/state.h"
#include "memory/storage.h"

namespace emu {

namespace {

struct Both {
  memory::State memory;
  checker::State checker;
};
constinit memory::Storage<Both> storage;

[[gnu::constructor(101)]] void start() {
  storage.make();
  checker::begin();
}

}  // namespace

constinit memory::State& memory::state = storage.object.memory;
constinit checker::State& checker::state = storage.object.checker;

}  // namespace emu
