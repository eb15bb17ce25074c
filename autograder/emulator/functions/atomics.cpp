// Atomic functions: announce the access, then do it plainly; one thread at a time runs everything,
// so nothing can come between.
#include "emulator/atomics.h"

#include <algorithm>
#include <string_view>

#include "emulator/seam.h"

namespace {

constexpr emu::Atomic what(std::string_view name) {
  const std::string_view operation = name.substr(std::string_view("atomic").size());
  const bool adds =
      operation == "Add" || operation == "Sub" || operation == "Inc" || operation == "Dec";
  return adds ? emu::Atomic::kAdds : emu::Atomic::kDecides;
}

template <class T, class Next>
T exchange(const char* name, T* address, emu::Scope scope, const void* site, emu::Atomic does,
           Next next) {
  emu::count_operation(name, site);
  emu::atomic_access(address, sizeof(T), scope, site, does);
  const T old = *address;
  *address = next(old);
  return old;
}

float2 operator+(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
float4 operator+(float4 a, float4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

}  // namespace

// `old` and `value` are the names that `next` may use.
#define EMU_ATOMIC_IN(suffix, scope, name, T, next)                                   \
  T name##suffix(T* address, T value) {                                               \
    return exchange(#name #suffix, address, emu::Scope::scope, EMU_SITE, what(#name), \
                    [=]([[maybe_unused]] T old) -> T { return next; });               \
  }
#define EMU_ATOMIC(name, T, next)              \
  EMU_ATOMIC_IN(, kDevice, name, T, next)      \
  EMU_ATOMIC_IN(_block, kBlock, name, T, next) \
  EMU_ATOMIC_IN(_system, kSystem, name, T, next)

#define EMU_CAS_IN(suffix, scope, T)                                                              \
  T atomicCAS##suffix(T* address, T compare, T value) {                                           \
    return exchange("atomicCAS" #suffix, address, emu::Scope::scope, EMU_SITE, what("atomicCAS"), \
                    [=](T old) { return old == compare ? value : old; });                         \
  }
#define EMU_ATOMIC_CAS(T)       \
  EMU_CAS_IN(, kDevice, T)      \
  EMU_CAS_IN(_block, kBlock, T) \
  EMU_CAS_IN(_system, kSystem, T)

// Signed sums wrap as the hardware's do.
EMU_ATOMIC(atomicAdd, int, static_cast<int>(static_cast<unsigned>(old) + value))
EMU_ATOMIC(atomicAdd, unsigned int, old + value)
EMU_ATOMIC(atomicAdd, unsigned long long, old + value)
EMU_ATOMIC(atomicAdd, float, old + value)
EMU_ATOMIC(atomicAdd, double, old + value)
EMU_ATOMIC(atomicAdd, float2, old + value)
EMU_ATOMIC(atomicAdd, float4, old + value)
EMU_ATOMIC(atomicSub, int, static_cast<int>(static_cast<unsigned>(old) - value))
EMU_ATOMIC(atomicSub, unsigned int, old - value)
EMU_ATOMIC(atomicMin, int, std::min(old, value))
EMU_ATOMIC(atomicMin, unsigned int, std::min(old, value))
EMU_ATOMIC(atomicMin, long long, std::min(old, value))
EMU_ATOMIC(atomicMin, unsigned long long, std::min(old, value))
EMU_ATOMIC(atomicMax, int, std::max(old, value))
EMU_ATOMIC(atomicMax, unsigned int, std::max(old, value))
EMU_ATOMIC(atomicMax, long long, std::max(old, value))
EMU_ATOMIC(atomicMax, unsigned long long, std::max(old, value))
EMU_ATOMIC(atomicInc, unsigned int, old >= value ? 0 : old + 1)
EMU_ATOMIC(atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)
EMU_ATOMIC(atomicAnd, int, old& value)
EMU_ATOMIC(atomicAnd, unsigned int, old& value)
EMU_ATOMIC(atomicAnd, unsigned long long, old& value)
EMU_ATOMIC(atomicOr, int, old | value)
EMU_ATOMIC(atomicOr, unsigned int, old | value)
EMU_ATOMIC(atomicOr, unsigned long long, old | value)
EMU_ATOMIC(atomicXor, int, old ^ value)
EMU_ATOMIC(atomicXor, unsigned int, old ^ value)
EMU_ATOMIC(atomicXor, unsigned long long, old ^ value)
EMU_ATOMIC_CAS(int)
EMU_ATOMIC_CAS(unsigned int)
EMU_ATOMIC_CAS(unsigned long long)
EMU_ATOMIC_CAS(unsigned short)

#define EMU_EXCHANGE(T)                         \
  T emu::old_value(const T* address) noexcept { \
    use_old_value();                            \
    return *address;                            \
  }                                             \
  void emu::end_exchange(T* address, T value) { *address = value; }

void emu::begin_exchange(const char* name, const volatile void* address, std::size_t size,
                         Scope scope) {
  count_operation(name, EMU_SITE);
  atomic_access(address, size, scope, EMU_SITE, Atomic::kExchanges);
}
EMU_EXCHANGE(int)
EMU_EXCHANGE(unsigned int)
EMU_EXCHANGE(unsigned long long)
EMU_EXCHANGE(float)
