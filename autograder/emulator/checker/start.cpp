#include "checker/start.h"

#include "checker/messages/place.h"
#include "checker/order/order.h"
#include "checker/own_memory.h"
#include "checker/seals.h"
#include "checker/shadow/shadow.h"
#include "memory/memory.h"
#include "memory/own.h"

namespace emu::checker {

namespace {

void on_release(std::uintptr_t begin, std::size_t size) {
  forget(reinterpret_cast<void*>(begin), size);
  forget_bounds();
}

[[gnu::constructor(101)]] void begin_before_main() { begin(); }

}  // namespace

void begin() {
  static bool begun = false;
  if (begun) return;
  begun = true;
  memory::reserve();
  memory::reserve_own_heap();
  reserve_shadow();
  begin_order();
  find_own_variables();
  memory::on_release = on_release;
  memory::on_end = check_seal;
}

}  // namespace emu::checker
