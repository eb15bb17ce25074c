// Room for one object among the variables of a library: made when its owner says so, before
// constructors of other files may ask for it, and never destroyed.
#pragma once

#include <new>

namespace emu::memory {

template <class T>
union Storage {
  constexpr Storage() : not_made{} {}
  ~Storage() {}
  void make() { new (&object) T; }

  char not_made;
  T object;
};

}  // namespace emu::memory
