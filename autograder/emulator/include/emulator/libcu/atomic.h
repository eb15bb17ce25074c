// cuda::atomic and cuda::atomic_ref: atomic objects with a scope. Their memory orders are known to
// the race checker.
#pragma once

#include <cstddef>
#include <type_traits>

#include "emulator/libcu/atomic_steps.h"

namespace emu {

namespace types {

/// The operations of both; `Derived::place()` says where the value lies. `Operand` is what sums
/// take: a difference for pointers.
template <class Derived, class Value, cuda::thread_scope Scoped>
class AtomicOperations {
  static_assert(::std::is_trivially_copyable_v<Value>, "an atomic type is trivially copyable");
  static_assert(sizeof(Value) == 1 || sizeof(Value) == 2 || sizeof(Value) == 4 ||
                    sizeof(Value) == 8 || sizeof(Value) == 16,
                "the emulator has atomic objects of 1, 2, 4, 8 and 16 bytes only");

 public:
  using value_type = Value;
  static constexpr bool is_always_lock_free = sizeof(Value) <= 8;
  bool is_lock_free() const { return is_always_lock_free; }

  EMU_PASSING_ON Value load(cuda::memory_order order = cuda::memory_order_seq_cst) const {
    return atomic_load(at(), static_cast<int>(order), kScope);
  }
  EMU_PASSING_ON void store(Value value,
                            cuda::memory_order order = cuda::memory_order_seq_cst) const {
    atomic_store(at(), value, static_cast<int>(order), kScope);
  }
  EMU_PASSING_ON operator Value() const { return load(); }

  EMU_PASSING_ON Value exchange(Value value,
                                cuda::memory_order order = cuda::memory_order_seq_cst) const {
    return atomic_update("cuda::atomic::exchange", at(), AtomicStep::kDecides,
                         static_cast<int>(order), kScope, [value](Value) { return value; });
  }
  EMU_PASSING_ON bool compare_exchange_strong(
      Value& expected, Value value, cuda::memory_order order = cuda::memory_order_seq_cst) const {
    return atomic_compare_exchange(at(), &expected, value, static_cast<int>(order), kScope);
  }
  EMU_PASSING_ON bool compare_exchange_strong(Value& expected, Value value,
                                              cuda::memory_order success,
                                              cuda::memory_order) const {
    return atomic_compare_exchange(at(), &expected, value, static_cast<int>(success), kScope);
  }
  // Where one thread runs at a time the weak forms never fail for nothing.
  EMU_PASSING_ON bool compare_exchange_weak(
      Value& expected, Value value, cuda::memory_order order = cuda::memory_order_seq_cst) const {
    return atomic_compare_exchange(at(), &expected, value, static_cast<int>(order), kScope);
  }
  EMU_PASSING_ON bool compare_exchange_weak(Value& expected, Value value,
                                            cuda::memory_order success, cuda::memory_order) const {
    return atomic_compare_exchange(at(), &expected, value, static_cast<int>(success), kScope);
  }

  EMU_PASSING_ON void wait(Value old, cuda::memory_order order = cuda::memory_order_seq_cst) const {
    for (;;) {
      const Value now = load(order);
      if (__builtin_memcmp(&now, &old, sizeof(Value)) != 0) return;
    }
  }
  void notify_one() const {}
  void notify_all() const {}

  template <class Kind>
  using Addend = ::std::conditional_t<::std::is_pointer_v<Kind>, ::std::ptrdiff_t, Kind>;

#define EMU_FETCH(name, Operand, does, next)                                                      \
  template <class Kind = Value>                                                                   \
  EMU_PASSING_ON Kind name(Operand value, cuda::memory_order order = cuda::memory_order_seq_cst)  \
      const {                                                                                     \
    return atomic_update("cuda::atomic::" #name, at(), AtomicStep::does, static_cast<int>(order), \
                         kScope, [value](Kind old) -> Kind { return next; });                     \
  }
  EMU_FETCH(fetch_add, Addend<Kind>, kAdds, wrapped_sum(old, value))
  EMU_FETCH(fetch_sub, Addend<Kind>, kAdds, wrapped_difference(old, value))
  EMU_FETCH(fetch_and, Kind, kDecides, static_cast<Kind>(old& value))
  EMU_FETCH(fetch_or, Kind, kDecides, static_cast<Kind>(old | value))
  EMU_FETCH(fetch_xor, Kind, kDecides, static_cast<Kind>(old ^ value))
  EMU_FETCH(fetch_min, Kind, kDecides, value < old ? value : old)
  EMU_FETCH(fetch_max, Kind, kDecides, old < value ? value : old)
#undef EMU_FETCH

  EMU_PASSING_ON Value operator++() const { return wrapped_sum(fetch_add(1), 1); }
  EMU_PASSING_ON Value operator++(int) const { return fetch_add(1); }
  EMU_PASSING_ON Value operator--() const { return wrapped_difference(fetch_sub(1), 1); }
  EMU_PASSING_ON Value operator--(int) const { return fetch_sub(1); }
  template <class Operand>
  EMU_PASSING_ON Value operator+=(Operand value) const {
    return wrapped_sum(fetch_add(value), value);
  }
  template <class Operand>
  EMU_PASSING_ON Value operator-=(Operand value) const {
    return wrapped_difference(fetch_sub(value), value);
  }
  EMU_PASSING_ON Value operator&=(Value value) const { return fetch_and(value) & value; }
  EMU_PASSING_ON Value operator|=(Value value) const { return fetch_or(value) | value; }
  EMU_PASSING_ON Value operator^=(Value value) const { return fetch_xor(value) ^ value; }

 private:
  static constexpr Scope kScope = scope_of(Scoped);
  EMU_PASSING_ON Value* at() const { return static_cast<const Derived*>(this)->place(); }
};

}  // namespace types
using types::AtomicOperations;

}  // namespace emu

namespace cuda {

template <class Value, thread_scope Scope = thread_scope_system>
class atomic : public emu::AtomicOperations<atomic<Value, Scope>, Value, Scope> {
 public:
  atomic() noexcept = default;
  constexpr atomic(Value value) noexcept : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  EMU_PASSING_ON Value operator=(Value value) {
    this->store(value);
    return value;
  }

 private:
  friend class emu::AtomicOperations<atomic, Value, Scope>;
  EMU_PASSING_ON Value* place() const { return &value_; }

  // Aligned so that it could be one access.
  alignas(sizeof(Value)) mutable Value value_;
};

template <class Value, thread_scope Scope = thread_scope_system>
class atomic_ref : public emu::AtomicOperations<atomic_ref<Value, Scope>, Value, Scope> {
 public:
  static constexpr ::std::size_t required_alignment = sizeof(Value);
  explicit atomic_ref(Value& value) : value_(&value) {}
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  EMU_PASSING_ON Value operator=(Value value) const {
    this->store(value);
    return value;
  }

 private:
  friend class emu::AtomicOperations<atomic_ref, Value, Scope>;
  EMU_PASSING_ON Value* place() const { return value_; }

  Value* value_;
};

/// An atomic bit.
template <thread_scope Scope = thread_scope_system>
class emu_atomic_flag {
 public:
  emu_atomic_flag() noexcept = default;
  constexpr emu_atomic_flag(bool value) noexcept : set_(value) {}
  EMU_PASSING_ON bool test(memory_order order = memory_order_seq_cst) const {
    return set_.load(order);
  }
  EMU_PASSING_ON bool test_and_set(memory_order order = memory_order_seq_cst) {
    return set_.exchange(true, order);
  }
  EMU_PASSING_ON void clear(memory_order order = memory_order_seq_cst) { set_.store(false, order); }

 private:
  atomic<bool, Scope> set_;
};
using atomic_flag = emu_atomic_flag<>;

}  // namespace cuda
