// make_int4(x, y, z, w) and the like, for every vector type.
#pragma once

#define __VECTOR_FUNCTIONS_H__  // programs ask whether CUDA has been included

#include "vector_types.h"

#define EMU_MAKE_VECTORS(type, base)                                                     \
  constexpr type##1 make_##type##1(base x) { return type##1 {x}; }                       \
  constexpr type##2 make_##type##2(base x, base y) { return type##2 {x, y}; }            \
  constexpr type##3 make_##type##3(base x, base y, base z) { return type##3 {x, y, z}; } \
  constexpr type##4 make_##type##4(base x, base y, base z, base w) { return type##4 {x, y, z, w}; }
EMU_MAKE_VECTORS(char, signed char)
EMU_MAKE_VECTORS(uchar, unsigned char)
EMU_MAKE_VECTORS(short, short)
EMU_MAKE_VECTORS(ushort, unsigned short)
EMU_MAKE_VECTORS(int, int)
EMU_MAKE_VECTORS(uint, unsigned int)
EMU_MAKE_VECTORS(long, long)
EMU_MAKE_VECTORS(ulong, unsigned long)
EMU_MAKE_VECTORS(longlong, long long)
EMU_MAKE_VECTORS(ulonglong, unsigned long long)
EMU_MAKE_VECTORS(float, float)
EMU_MAKE_VECTORS(double, double)
#undef EMU_MAKE_VECTORS

#define EMU_MAKE_WIDE_VECTORS(type, base)                                    \
  constexpr type##4_16a make_##type##4_16a(base x, base y, base z, base w) { \
    return type##4_16a {x, y, z, w};                                         \
  }                                                                          \
  constexpr type##4_32a make_##type##4_32a(base x, base y, base z, base w) { \
    return type##4_32a {x, y, z, w};                                         \
  }
EMU_MAKE_WIDE_VECTORS(long, long)
EMU_MAKE_WIDE_VECTORS(ulong, unsigned long)
EMU_MAKE_WIDE_VECTORS(longlong, long long)
EMU_MAKE_WIDE_VECTORS(ulonglong, unsigned long long)
EMU_MAKE_WIDE_VECTORS(double, double)
#undef EMU_MAKE_WIDE_VECTORS
