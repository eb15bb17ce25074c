// The state of this room for tests that link no Emulator.
#include "memory/state.h"

#include "memory/storage.h"

namespace emu::memory {

namespace {
constinit Storage<State> storage;
[[gnu::constructor(101)]] void make() { storage.make(); }
}  // namespace

constinit State& state = storage.object;

}  // namespace emu::memory
