// Which elements of a result are what the host has handed over, so that a kernel that copies is
// told from one that computes. An element is taken for a copy by one of two signs:
//
// - It stands among others that differ from each other just as words that the host made do, in the
//   same order, also where a constant was added to them or they were inverted by one; the words may
//   be halves or bytes, and stand some steps apart. A stretch so long that it is no accident: for
//   results of few different values it must be longer.
// - It is a large number that the host made, and was not given, wherever it stands.
//
// What the host was given in this order is no sign.
#pragma once

#include <span>

#include "device/border/handed_over/given.h"

namespace emu {

/// An array of `size` bytes, as its elements.
struct ResultBytes {
  const char* begin;
  std::size_t size, element;
};

/// Not 0 for each element that is taken for a copy. `made` are words of the host's own.
memory::OwnVector<char> copied_elements(const ResultBytes& result, std::span<const Word> made,
                                        std::span<const Word> given);

/// Not 0 for each element that stands among these words in the order of the result, in a stretch
/// that is no accident; in one as long as the result, where that is shorter.
memory::OwnVector<char> elements_in_order(const ResultBytes& result, std::span<const Word> words);

}  // namespace emu
