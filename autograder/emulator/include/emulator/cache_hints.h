// Loads and stores with cache hints (PG13 §5.4.8): here plain, checked accesses.
#pragma once

#include "emulator/seam.h"

namespace emu {

template <class T>
inline void check_hinted_type() {
  static_assert(sizeof(T) <= 32, "CUDA has cache hints for scalars and vector types only");
}

}  // namespace emu

#define EMU_HINTED_LOAD(name)               \
  template <class T>                        \
  EMU_PASSING_ON T name(const T* address) { \
    emu::check_hinted_type<T>();            \
    return *address;                        \
  }
EMU_HINTED_LOAD(__ldg)
EMU_HINTED_LOAD(__ldca)
EMU_HINTED_LOAD(__ldcg)
EMU_HINTED_LOAD(__ldcs)
EMU_HINTED_LOAD(__ldlu)
EMU_HINTED_LOAD(__ldcv)
#undef EMU_HINTED_LOAD

#define EMU_HINTED_STORE(name)                    \
  template <class T>                              \
  EMU_PASSING_ON void name(T* address, T value) { \
    emu::check_hinted_type<T>();                  \
    *address = value;                             \
  }
EMU_HINTED_STORE(__stwb)
EMU_HINTED_STORE(__stcg)
EMU_HINTED_STORE(__stcs)
EMU_HINTED_STORE(__stwt)
#undef EMU_HINTED_STORE
