// The dwells of a Mandelbrot picture, found before the emulated device draws it.
//
// A picture of 16,384² takes 2·10¹¹ steps a way, which an emulator that counts each would be at for
// an hour. But how many steps a pixel takes is a property of the picture. So they are computed
// once, by the host, in the same arithmetic; the emulated kernel then takes a pixel's dwell from
// here, and the virtual clock is credited with the instructions of as many steps. The clock cannot
// tell: the tests draw the smaller pictures both ways and demand the same times to the nanosecond.
//
// Only the build for the full table uses this (CMakeLists.txt); the program is plain CUDA without.
#pragma once

extern "C" {

/// No dwell larger than this is known.
constexpr int kMostKnown = 2048;

/// Computes the dwells of a picture of side × side, for the kernels that come next. `side` is a
/// power of two, 8 at least.
void know_dwells(int side);

/// What one step of the kernel's loop adds to the clock's counter; to be set before known_dwell.
void know_step(unsigned long long instructions);

/// The pixel's dwell in the picture that is known, `most` if it is larger; at most kMostKnown. The
/// running thread is credited with as many steps.
__device__ int known_dwell(int x, int y, int most);

/// The clock's counter of instructions, of all threads.
__device__ unsigned long long work_counted();
}
