// Atomic functions (PG13 §5.4.7) for the types CUDA has them for, in the scopes device (no suffix),
// `_block` and `_system`. Each returns the old value.
#pragma once

#include "emulator/seam.h"
#include "vector_types.h"

#define EMU_ATOMIC(name, T)            \
  T name(T* address, T value);         \
  T name##_block(T* address, T value); \
  T name##_system(T* address, T value);
#define EMU_ATOMIC_CAS(T)                            \
  T atomicCAS(T* address, T compare, T value);       \
  T atomicCAS_block(T* address, T compare, T value); \
  T atomicCAS_system(T* address, T compare, T value);

EMU_ATOMIC(atomicAdd, int)
EMU_ATOMIC(atomicAdd, unsigned int)
EMU_ATOMIC(atomicAdd, unsigned long long)
EMU_ATOMIC(atomicAdd, float)
EMU_ATOMIC(atomicAdd, double)
EMU_ATOMIC(atomicAdd, float2)  // each component by itself is atomic
EMU_ATOMIC(atomicAdd, float4)
EMU_ATOMIC(atomicSub, int)
EMU_ATOMIC(atomicSub, unsigned int)
EMU_ATOMIC(atomicMin, int)
EMU_ATOMIC(atomicMin, unsigned int)
EMU_ATOMIC(atomicMin, long long)
EMU_ATOMIC(atomicMin, unsigned long long)
EMU_ATOMIC(atomicMax, int)
EMU_ATOMIC(atomicMax, unsigned int)
EMU_ATOMIC(atomicMax, long long)
EMU_ATOMIC(atomicMax, unsigned long long)
EMU_ATOMIC(atomicInc, unsigned int)  // old >= value ? 0 : old + 1
EMU_ATOMIC(atomicDec, unsigned int)  // old == 0 || old > value ? value : old - 1
EMU_ATOMIC(atomicAnd, int)
EMU_ATOMIC(atomicAnd, unsigned int)
EMU_ATOMIC(atomicAnd, unsigned long long)
EMU_ATOMIC(atomicOr, int)
EMU_ATOMIC(atomicOr, unsigned int)
EMU_ATOMIC(atomicOr, unsigned long long)
EMU_ATOMIC(atomicXor, int)
EMU_ATOMIC(atomicXor, unsigned int)
EMU_ATOMIC(atomicXor, unsigned long long)
EMU_ATOMIC_CAS(int)
EMU_ATOMIC_CAS(unsigned int)
EMU_ATOMIC_CAS(unsigned long long)
EMU_ATOMIC_CAS(unsigned short)

// An exchange whose result is not used is a store, and it may be the first one. Compilers know
// whether it is used: from -O1 on they drop a pure function whose result is not needed.
namespace emu {
/// Announces the exchange that the calling thread makes next.
void begin_exchange(const char* name, const volatile void* address, std::size_t size, Scope scope);
}  // namespace emu

#define EMU_EXCHANGE_IN(suffix, scope, T)                                             \
  EMU_PASSING_ON T atomicExch##suffix(T* address, T value) {                          \
    emu::begin_exchange("atomicExch" #suffix, address, sizeof(T), emu::Scope::scope); \
    const T old = emu::old_value(address);                                            \
    emu::end_exchange(address, value);                                                \
    return old;                                                                       \
  }
#define EMU_EXCHANGE(T)                                         \
  namespace emu {                                               \
  __attribute__((pure)) T old_value(const T* address) noexcept; \
  void end_exchange(T* address, T value);                       \
  }                                                             \
  EMU_EXCHANGE_IN(, kDevice, T)                                 \
  EMU_EXCHANGE_IN(_block, kBlock, T)                            \
  EMU_EXCHANGE_IN(_system, kSystem, T)

EMU_EXCHANGE(int)
EMU_EXCHANGE(unsigned int)
EMU_EXCHANGE(unsigned long long)
EMU_EXCHANGE(float)

#undef EMU_ATOMIC
#undef EMU_ATOMIC_CAS
#undef EMU_EXCHANGE
#undef EMU_EXCHANGE_IN
