// CUDA's warp operations over the seam: bits of the value in, bits of the result out.
#include "emulator/warp.h"

#include <algorithm>
#include <cstring>

#include "emulator/lanes.h"
#include "emulator/seam.h"

using emu::LaneOperand;
using emu::lanes::segments_of;
using emu::lanes::shuffle_operand;

namespace {

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class T>
T value_of(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
T shuffled(const char* name, unsigned mask, T value, unsigned by, std::uint32_t ends,
           emu::WarpFunction compute, const void* site) {
  const LaneOperand mine{bits_of(value), shuffle_operand(by, ends)};
  return value_of<T>(emu::warp_operation(name, mask, mine, compute, site));
}

// PTX matches floating-point values by their bits.
template <class T>
unsigned matched(const char* name, unsigned mask, T value, emu::WarpFunction compute,
                 const void* site) {
  return static_cast<unsigned>(emu::warp_operation(name, mask, {bits_of(value), 0}, compute, site));
}

unsigned voted(const char* name, unsigned mask, int predicate, const void* site) {
  const LaneOperand mine{predicate != 0, 0};
  return static_cast<unsigned>(emu::warp_operation(name, mask, mine, &emu::lanes::ballot, site));
}

template <class T, class Combine>
void reduce(const LaneOperand in[32], std::uint32_t mask, std::uint64_t out[32]) {
  bool first = true;
  T result{};
  for (int lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    const T value = value_of<T>(in[lane].value);
    result = first ? value : Combine()(result, value);
    first = false;
  }
  std::fill(out, out + 32, bits_of(result));
}

template <class Combine, class T>
T reduced(const char* name, unsigned mask, T value, const void* site) {
  return value_of<T>(
      emu::warp_operation(name, mask, {bits_of(value), 0}, &reduce<T, Combine>, site));
}

struct Sum {
  unsigned operator()(unsigned a, unsigned b) const { return a + b; }  // wraps, for int too
};
struct Smaller {
  template <class T>
  T operator()(T a, T b) const {
    return std::min(a, b);
  }
};
struct Larger {
  template <class T>
  T operator()(T a, T b) const {
    return std::max(a, b);
  }
};
struct BitAnd {
  unsigned operator()(unsigned a, unsigned b) const { return a & b; }
};
struct BitOr {
  unsigned operator()(unsigned a, unsigned b) const { return a | b; }
};
struct BitXor {
  unsigned operator()(unsigned a, unsigned b) const { return a ^ b; }
};

}  // namespace

unsigned emu::lanes_here() { return emu::active_mask(EMU_SITE); }

unsigned emu::answered(const char* name, unsigned lanes) noexcept {
  emu::count_operation(name, EMU_SITE);
  return lanes;
}

int __all_sync(unsigned mask, int predicate) {
  return voted("__all_sync", mask, predicate == 0, EMU_SITE) == 0;
}

int __any_sync(unsigned mask, int predicate) {
  return voted("__any_sync", mask, predicate, EMU_SITE) != 0;
}

unsigned __ballot_sync(unsigned mask, int predicate) {
  return voted("__ballot_sync", mask, predicate, EMU_SITE);
}

#define EMU_SHUFFLES(T)                                                               \
  T __shfl_sync(unsigned mask, T value, int lane, int width) {                        \
    return shuffled("__shfl_sync", mask, value, static_cast<unsigned>(lane),          \
                    segments_of(width) | 31, &emu::lanes::shuffle_idx, EMU_SITE);     \
  }                                                                                   \
  T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width) {               \
    return shuffled("__shfl_up_sync", mask, value, delta, segments_of(width),         \
                    &emu::lanes::shuffle_up, EMU_SITE);                               \
  }                                                                                   \
  T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width) {             \
    return shuffled("__shfl_down_sync", mask, value, delta, segments_of(width) | 31,  \
                    &emu::lanes::shuffle_down, EMU_SITE);                             \
  }                                                                                   \
  T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width) {               \
    return shuffled("__shfl_xor_sync", mask, value, static_cast<unsigned>(lane_mask), \
                    segments_of(width) | 31, &emu::lanes::shuffle_bfly, EMU_SITE);    \
  }
EMU_SHUFFLES(int)
EMU_SHUFFLES(unsigned)
EMU_SHUFFLES(long)
EMU_SHUFFLES(unsigned long)
EMU_SHUFFLES(long long)
EMU_SHUFFLES(unsigned long long)
EMU_SHUFFLES(float)
EMU_SHUFFLES(double)

#define EMU_MATCHES(T)                                                                 \
  unsigned __match_any_sync(unsigned mask, T value) {                                  \
    return matched("__match_any_sync", mask, value, &emu::lanes::match_any, EMU_SITE); \
  }                                                                                    \
  unsigned __match_all_sync(unsigned mask, T value, int* predicate) {                  \
    const unsigned same =                                                              \
        matched("__match_all_sync", mask, value, &emu::lanes::match_all, EMU_SITE);    \
    emu::access(predicate, sizeof *predicate, true, EMU_SITE);                         \
    *predicate = same != 0;                                                            \
    return same;                                                                       \
  }
EMU_MATCHES(int)
EMU_MATCHES(unsigned)
EMU_MATCHES(long)
EMU_MATCHES(unsigned long)
EMU_MATCHES(long long)
EMU_MATCHES(unsigned long long)
EMU_MATCHES(float)
EMU_MATCHES(double)

#define EMU_REDUCTION(T, operation, Combine)                                        \
  T __reduce_##operation##_sync(unsigned mask, T value) {                           \
    return reduced<Combine>("__reduce_" #operation "_sync", mask, value, EMU_SITE); \
  }
EMU_REDUCTION(int, add, Sum)
EMU_REDUCTION(unsigned, add, Sum)
EMU_REDUCTION(int, min, Smaller)
EMU_REDUCTION(unsigned, min, Smaller)
EMU_REDUCTION(int, max, Larger)
EMU_REDUCTION(unsigned, max, Larger)
EMU_REDUCTION(unsigned, and, BitAnd)
EMU_REDUCTION(unsigned, or, BitOr)
EMU_REDUCTION(unsigned, xor, BitXor)

namespace emu {

#define EMU_PTX_SHUFFLE(mode)                                                                      \
  std::uint32_t shfl_sync_##mode(unsigned mask, std::uint32_t value, unsigned by, unsigned ends) { \
    return shuffled("shfl.sync." #mode, mask, value, by, ends, &lanes::shuffle_##mode, EMU_SITE);  \
  }
EMU_PTX_SHUFFLE(idx)
EMU_PTX_SHUFFLE(up)
EMU_PTX_SHUFFLE(down)
EMU_PTX_SHUFFLE(bfly)

}  // namespace emu
