// Makes the checker ready before anything else in the process runs, since hooks are called from the
// first static initialiser of the user's code on.
#include "checker/order.h"
#include "checker/place.h"
#include "checker/shadow.h"
#include "memory/memory.h"

namespace emu::checker {

namespace {

void on_release(std::uintptr_t begin, std::size_t size) {
  forget(reinterpret_cast<void*>(begin), size);
  forget_bounds();
}

[[gnu::constructor(101)]] void start() {
  memory::reserve();
  reserve_shadow();
  begin_order();
  memory::on_release = on_release;
}

}  // namespace

}  // namespace emu::checker
