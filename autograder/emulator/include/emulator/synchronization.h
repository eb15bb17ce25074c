// Barriers, fences and time: __syncthreads, __syncwarp, __threadfence, clock64, __nanosleep,
// __trap. All are functions of the library, so that the address they return to is the user's line.
#pragma once

#include <time.h>

void __syncthreads();
int __syncthreads_count(int predicate);  ///< in how many threads of the block it is not 0
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);
void __syncwarp(unsigned mask = 0xffffffff);

void __threadfence_block();
void __threadfence();
void __threadfence_system();

long long clock64();
void __nanosleep(unsigned ns);
[[noreturn]] void __trap();
inline void __brkpt() {}  // without a debugger nothing stops here

// On the device the SM's cycles, on the host what libc says. The label makes calls of libc's own
// declaration come here too.
extern "C" clock_t clock() noexcept __asm__("emulator_clock");
