// Warp operations (PG13 §5.4.6): votes, shuffles, matches and reductions over the lanes of a mask.
// None of them orders memory.
#pragma once

#include <cstdint>

#include "emulator/seam.h"

namespace emu {

/// The lanes of the warp that are converged with the caller.
unsigned lanes_here();
/// Gives `lanes`, and counts that `name` was asked. For compilers it is a function of its arguments
/// alone, so they drop it where nothing uses the answer: a mask or a group that is left in and
/// unused decides nothing, and no check may hold it against a program.
__attribute__((const)) unsigned answered(const char* name, unsigned lanes) noexcept;

}  // namespace emu

EMU_PASSING_ON unsigned __activemask() { return emu::answered("__activemask", emu::lanes_here()); }

int __all_sync(unsigned mask, int predicate);
int __any_sync(unsigned mask, int predicate);
unsigned __ballot_sync(unsigned mask, int predicate);

// The value of another lane of the same segment of `width` lanes, a power of two. A lane that asks
// for one outside its segment (up, down; xor: in a later one) keeps its own; what it gets from one
// that does not take part is undefined (W8).
#define EMU_SHUFFLES(T)                                                       \
  T __shfl_sync(unsigned mask, T value, int lane, int width = 32);            \
  T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32);   \
  T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32); \
  T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32);
EMU_SHUFFLES(int)
EMU_SHUFFLES(unsigned)
EMU_SHUFFLES(long)
EMU_SHUFFLES(unsigned long)
EMU_SHUFFLES(long long)
EMU_SHUFFLES(unsigned long long)
EMU_SHUFFLES(float)
EMU_SHUFFLES(double)
#undef EMU_SHUFFLES

// Any: the lanes with the same value as the caller's. All: the mask when all lanes have one value,
// else 0; `predicate` says which.
#define EMU_MATCHES(T)                               \
  unsigned __match_any_sync(unsigned mask, T value); \
  unsigned __match_all_sync(unsigned mask, T value, int* predicate);
EMU_MATCHES(int)
EMU_MATCHES(unsigned)
EMU_MATCHES(long)
EMU_MATCHES(unsigned long)
EMU_MATCHES(long long)
EMU_MATCHES(unsigned long long)
EMU_MATCHES(float)
EMU_MATCHES(double)
#undef EMU_MATCHES

int __reduce_add_sync(unsigned mask, int value);
unsigned __reduce_add_sync(unsigned mask, unsigned value);
int __reduce_min_sync(unsigned mask, int value);
unsigned __reduce_min_sync(unsigned mask, unsigned value);
int __reduce_max_sync(unsigned mask, int value);
unsigned __reduce_max_sync(unsigned mask, unsigned value);
unsigned __reduce_and_sync(unsigned mask, unsigned value);
unsigned __reduce_or_sync(unsigned mask, unsigned value);
unsigned __reduce_xor_sync(unsigned mask, unsigned value);

namespace emu {

// `shfl.sync` of PTX; what `ends` says is told in lanes.h.
std::uint32_t shfl_sync_idx(unsigned mask, std::uint32_t value, unsigned lane, unsigned ends);
std::uint32_t shfl_sync_up(unsigned mask, std::uint32_t value, unsigned delta, unsigned ends);
std::uint32_t shfl_sync_down(unsigned mask, std::uint32_t value, unsigned delta, unsigned ends);
std::uint32_t shfl_sync_bfly(unsigned mask, std::uint32_t value, unsigned bits, unsigned ends);

}  // namespace emu
