// Which memory a pointer is of (G5): __isGlobal and its kin.
#pragma once

#include <stddef.h>

#include "emulator/seam.h"

inline unsigned __isGlobal(const void* p) { return emu::space_of(p) == emu::Space::kGlobal; }
inline unsigned __isShared(const void* p) { return emu::space_of(p) == emu::Space::kShared; }
inline unsigned __isLocal(const void* p) { return emu::space_of(p) == emu::Space::kLocal; }
inline unsigned __isConstant(const void* p) { return emu::space_of(p) == emu::Space::kConstant; }
inline unsigned __isGridConstant(const void*) { return 0; }  // arguments are locals here

// Addresses are the same in every space.
inline size_t __cvta_generic_to_global(const void* p) { return reinterpret_cast<size_t>(p); }
inline size_t __cvta_generic_to_shared(const void* p) { return reinterpret_cast<size_t>(p); }
inline size_t __cvta_generic_to_local(const void* p) { return reinterpret_cast<size_t>(p); }
inline size_t __cvta_generic_to_constant(const void* p) { return reinterpret_cast<size_t>(p); }
inline void* __cvta_global_to_generic(size_t p) { return reinterpret_cast<void*>(p); }
inline void* __cvta_shared_to_generic(size_t p) { return reinterpret_cast<void*>(p); }
inline void* __cvta_local_to_generic(size_t p) { return reinterpret_cast<void*>(p); }
inline void* __cvta_constant_to_generic(size_t p) { return reinterpret_cast<void*>(p); }
