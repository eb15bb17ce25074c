// CUDA's built-in vector types and dim3 (PG13 §5.4.2). Plain aggregates: members x, y, z, w, and an
// alignment that decides whether an access is misaligned (error 716).
#pragma once

#define __VECTOR_TYPES_H__  // programs ask whether CUDA has been included

// One family: TYPE1 to TYPE4 over BASE. CUDA aligns the types with 2 and 4 members so that one
// instruction moves them, 16 bytes at most; the others like BASE.
#define EMU_VECTOR_TYPES(type, base, align_of_2, align_of_4) \
  struct type##1 {                                           \
    base x;                                                  \
  };                                                         \
  struct alignas(align_of_2) type##2 {                       \
    base x, y;                                               \
  };                                                         \
  struct type##3 {                                           \
    base x, y, z;                                            \
  };                                                         \
  struct alignas(align_of_4) type##4 {                       \
    base x, y, z, w;                                         \
  };

EMU_VECTOR_TYPES(char, signed char, 2, 4)
EMU_VECTOR_TYPES(uchar, unsigned char, 2, 4)
EMU_VECTOR_TYPES(short, short, 4, 8)
EMU_VECTOR_TYPES(ushort, unsigned short, 4, 8)
EMU_VECTOR_TYPES(int, int, 8, 16)
EMU_VECTOR_TYPES(uint, unsigned int, 8, 16)
EMU_VECTOR_TYPES(long, long, 16, 16)
EMU_VECTOR_TYPES(ulong, unsigned long, 16, 16)
EMU_VECTOR_TYPES(longlong, long long, 16, 16)
EMU_VECTOR_TYPES(ulonglong, unsigned long long, 16, 16)
EMU_VECTOR_TYPES(float, float, 8, 16)
EMU_VECTOR_TYPES(double, double, 16, 16)
#undef EMU_VECTOR_TYPES

// CUDA 13 adds names that say the alignment of the 32-byte types.
#define EMU_WIDE_VECTOR_TYPES(type, base) \
  struct alignas(16) type##4_16a {        \
    base x, y, z, w;                      \
  };                                      \
  struct alignas(32) type##4_32a {        \
    base x, y, z, w;                      \
  };

EMU_WIDE_VECTOR_TYPES(long, long)
EMU_WIDE_VECTOR_TYPES(ulong, unsigned long)
EMU_WIDE_VECTOR_TYPES(longlong, long long)
EMU_WIDE_VECTOR_TYPES(ulonglong, unsigned long long)
EMU_WIDE_VECTOR_TYPES(double, double)
#undef EMU_WIDE_VECTOR_TYPES

/// Extent of a grid or block; members left out are 1.
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
      : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
