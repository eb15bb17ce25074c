// std::atomic and the __atomic builtins in user code, compiled with -fsanitize=thread: atomic
// accesses at device scope that acquire and release as their memory order says, and then are done
// here.
#include "checker/access.h"
#include "checker/order/release.h"
#include "checker/state.h"

namespace emu::checker {

void atomic_access(const volatile void* address, std::size_t size, Scope scope, const void* site,
                   Atomic does) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (a - now.stack_begin < now.stack_size) return;
  issued += access_work(a);
  const Access access{.address = a,
                      .size = size,
                      .writes = true,
                      .atomic = true,
                      .block_scope = scope == Scope::kBlock,
                      .device_scope = scope == Scope::kDevice,
                      .updates = true,
                      .decides = does != Atomic::kAdds,
                      .exchanges = does == Atomic::kExchanges,
                      .aligned = true,
                      .site = site};
  if (!check_repeated_atomic(access) && (!check_access(access) || now.on_host)) return;
  synchronize(a, {.scope = scope, .site = encode_site(site)});
}

namespace {

bool acquires(int order) {
  return order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order == __ATOMIC_ACQ_REL ||
         order == __ATOMIC_SEQ_CST;
}
bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

using Does = AtomicStep;

void on_atomic(const volatile void* address, std::size_t size, Does does, int order, Scope scope,
               const void* site) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (a - now.stack_begin < now.stack_size) return;
  issued += access_work(a);
  const bool touches = does != Does::kJoins && does != Does::kPublishes;
  const bool writes = does != Does::kLoads && does != Does::kJoins;
  if (now.on_host && does != Does::kStores && state.callbacks.host_looked)
    state.callbacks.host_looked(address, size);
  const Access access{
      .address = a,
      .size = size,
      .writes = writes,
      .atomic = true,
      .block_scope = scope == Scope::kBlock,
      .device_scope = scope == Scope::kDevice,
      .updates = does == Does::kAdds || does == Does::kDecides || does == Does::kArrives,
      .decides = does == Does::kDecides,
      .aligned = true,
      .site = site};
  if ((touches && !check_access(access)) || now.on_host || !now.enabled) return;
  synchronize(
      a, {.acquires = does != Does::kStores && does != Does::kArrives && does != Does::kPublishes,
          .fenced = acquires(order),
          .publishes = writes,
          .releases = writes && releases(order),
          .scope = scope,
          .site = encode_site(site)});
}

/// An atomic that reads and writes. Loads and stores are none to a card: they are as volatile ones.
void on_update(const char* operation, const volatile void* address, std::size_t size, Does does,
               int order, const void* site) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (state.callbacks.updated && !now.on_host && a - now.stack_begin >= now.stack_size)
    state.callbacks.updated(operation, site);
  on_atomic(address, size, does, order, Scope::kSystem, site);
}

void after_poll(const volatile void* address, std::size_t size, const void* site) {
  if (!now.on_host && state.callbacks.polled && cell_of(reinterpret_cast<std::uintptr_t>(address)))
    state.callbacks.polled(address, size, site);
}

/// Both forms of the language: where one thread runs at a time the weak one never fails for
/// nothing.
template <class T>
int exchange_if_equal(volatile T* p, T* expected, T value, int order, const void* site) {
  on_update("atomic compare_exchange", p, sizeof(T), Does::kDecides, order, site);
  const T old = *p;
  const bool equal = old == *expected;
  *(equal ? p : expected) = equal ? value : old;
  after_poll(p, sizeof(T), site);
  return equal;
}

}  // namespace

void ordered_access(const volatile void* address, std::size_t size, AtomicStep does, int order,
                    Scope scope, const void* site) {
  on_atomic(address, size, does, order, scope, site);
}

}  // namespace emu::checker

using emu::checker::after_poll;
using emu::checker::Does;
using emu::checker::exchange_if_equal;
using emu::checker::on_atomic;
using emu::checker::on_update;

#define SITE __builtin_return_address(0)
#define EXPORTED extern "C" __attribute__((visibility("default")))

// One thread at a time runs everything, so the operations themselves need not be atomic.
#define FETCH_HOOK(bits, type, name, does, expression)                              \
  EXPORTED type __tsan_atomic##bits##_##name(volatile type* p, type v, int order) { \
    on_update("atomic " #name, p, sizeof(type), Does::does, order, SITE);           \
    const type old = *p;                                                            \
    *p = static_cast<type>(expression);                                             \
    return old;                                                                     \
  }

#define ATOMIC_HOOKS(bits, type)                                                               \
  EXPORTED type __tsan_atomic##bits##_load(const volatile type* p, int order) {                \
    on_atomic(p, sizeof(type), Does::kLoads, order, emu::Scope::kSystem, SITE);                \
    const type value = *p;                                                                     \
    after_poll(p, sizeof(type), SITE);                                                         \
    return value;                                                                              \
  }                                                                                            \
  EXPORTED void __tsan_atomic##bits##_store(volatile type* p, type v, int order) {             \
    on_atomic(p, sizeof(type), Does::kStores, order, emu::Scope::kSystem, SITE);               \
    *p = v;                                                                                    \
  }                                                                                            \
  FETCH_HOOK(bits, type, exchange, kDecides, v)                                                \
  FETCH_HOOK(bits, type, fetch_add, kAdds, old + v)                                            \
  FETCH_HOOK(bits, type, fetch_sub, kAdds, old - v)                                            \
  FETCH_HOOK(bits, type, fetch_and, kDecides, old& v)                                          \
  FETCH_HOOK(bits, type, fetch_or, kDecides, old | v)                                          \
  FETCH_HOOK(bits, type, fetch_xor, kDecides, old ^ v)                                         \
  FETCH_HOOK(bits, type, fetch_nand, kDecides, ~(old & v))                                     \
  EXPORTED type __tsan_atomic##bits##_compare_exchange_val(volatile type* p, type expected,    \
                                                           type v, int order, int) {           \
    on_update("atomic compare_exchange", p, sizeof(type), Does::kDecides, order, SITE);        \
    const type old = *p;                                                                       \
    if (old == expected) *p = v;                                                               \
    after_poll(p, sizeof(type), SITE);                                                         \
    return old;                                                                                \
  }                                                                                            \
  EXPORTED int __tsan_atomic##bits##_compare_exchange_strong(volatile type* p, type* expected, \
                                                             type v, int order, int) {         \
    return exchange_if_equal(p, expected, v, order, SITE);                                     \
  }                                                                                            \
  EXPORTED int __tsan_atomic##bits##_compare_exchange_weak(volatile type* p, type* expected,   \
                                                           type v, int order, int) {           \
    return exchange_if_equal(p, expected, v, order, SITE);                                     \
  }

__extension__ typedef unsigned __int128 uint128;

ATOMIC_HOOKS(8, std::uint8_t)
ATOMIC_HOOKS(16, std::uint16_t)
ATOMIC_HOOKS(32, std::uint32_t)
ATOMIC_HOOKS(64, std::uint64_t)
ATOMIC_HOOKS(128, uint128)

EXPORTED void __tsan_atomic_thread_fence(int order) {
  if (order != __ATOMIC_RELAXED) emu::checker::fence(emu::Scope::kDevice);
}
EXPORTED void __tsan_atomic_signal_fence(int) {}
