// The steps of atomic objects: each says to the device what it is about to do, and then does it
// plainly. One thread at a time runs everything, so nothing can come between.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

#include "emulator/libcu/scopes.h"
#include "emulator/library_seam.h"

namespace emu {

// Functions of their own, so that their return address is the user's line.
#define EMU_STEP EMU_UNCHECKED __attribute__((noinline))

/// What has been announced to be read. Compilers check the copy of a struct as the program's own,
/// so that of its bytes is the library's.
template <class Value>
EMU_UNCHECKED Value read_announced(const Value* at) {
  if constexpr (std::is_scalar_v<Value>) {
    return *at;
  } else {
    alignas(Value) unsigned char bytes[sizeof(Value)];
    store_announced(bytes, at, sizeof(Value));
    return *std::launder(reinterpret_cast<Value*>(bytes));
  }
}

template <class Value>
EMU_STEP Value atomic_load(const Value* at, int order, Scope scope) {
  ordered_access("cuda::atomic::load", at, sizeof(Value), AtomicStep::kLoads, order, scope,
                 EMU_SITE);
  return read_announced(at);
}

template <class Value>
EMU_STEP void atomic_store(Value* at, Value value, int order, Scope scope) {
  ordered_access("cuda::atomic::store", at, sizeof(Value), AtomicStep::kStores, order, scope,
                 EMU_SITE);
  store_announced(at, &value, sizeof(Value));
}

/// Returns the old value; `next` computes the new one.
template <class Value, class Next>
EMU_STEP Value atomic_update(const char* name, Value* at, AtomicStep does, int order, Scope scope,
                             Next next) {
  ordered_access(name, at, sizeof(Value), does, order, scope, EMU_SITE);
  const Value old = read_announced(at), value = next(old);
  store_announced(at, &value, sizeof(Value));
  return old;
}

/// Compares bit by bit, as the hardware does.
template <class Value>
EMU_STEP bool atomic_compare_exchange(Value* at, Value* expected, Value value, int order,
                                      Scope scope) {
  ordered_access("cuda::atomic::compare_exchange", at, sizeof(Value), AtomicStep::kDecides, order,
                 scope, EMU_SITE);
  const Value old = read_announced(at);
  if (__builtin_memcmp(&old, expected, sizeof(Value)) == 0) {
    store_announced(at, &value, sizeof(Value));
    return true;
  }
  *expected = old;
  return false;
}

/// Sums of integers wrap, pointers move by elements.
template <class Value, class Operand>
EMU_UNCHECKED Value wrapped_sum(Value a, Operand b) {
  if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
    using Unsigned = std::make_unsigned_t<Value>;
    return static_cast<Value>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  } else {
    return a + b;
  }
}

template <class Value, class Operand>
EMU_UNCHECKED Value wrapped_difference(Value a, Operand b) {
  if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
    using Unsigned = std::make_unsigned_t<Value>;
    return static_cast<Value>(static_cast<Unsigned>(a) - static_cast<Unsigned>(b));
  } else {
    return a - b;
  }
}

}  // namespace emu
