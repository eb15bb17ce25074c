#include "checker/start.h"

#include "checker/canaries.h"
#include "checker/messages/place.h"
#include "checker/order/order.h"
#include "checker/own_memory.h"
#include "checker/shadow/shadow.h"
#include "checker/state.h"
#include "memory/memory.h"
#include "memory/own.h"

namespace emu::checker {

namespace {

void on_release(std::uintptr_t begin, std::size_t size) {
  forget(reinterpret_cast<void*>(begin), size);
  forget_bounds();
}

}  // namespace

void begin() {
  memory::reserve();
  memory::reserve_own_heap();
  reserve_shadow();
  begin_order();
  find_own_variables();
  memory::tell({.on_begin = expect_use_of,
                .on_end = check_canary,
                .on_release = on_release,
                .on_register = add_variable_cells});
}

void tell(const Callbacks& callbacks) { state.callbacks = callbacks; }

}  // namespace emu::checker
