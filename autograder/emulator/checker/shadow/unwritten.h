// Bytes that nothing has written, and who may read them all the same: a copy of whole structs takes
// their padding along, and the host may fetch a buffer of which only a part has been filled.
#pragma once

#include <string>

#include "checker/access.h"

namespace emu::checker {

/// Bytes of `access`, or of the range that it is a part of, from `begin` up to the next written
/// one.
std::size_t unwritten_from(const Access& access, std::uintptr_t begin);
/// Whether the unwritten bytes at `begin` are so few that they can be padding between written ones.
bool may_be_padding(const Access& access, std::uintptr_t begin);
/// Whether any of the bytes of the whole range are written.
bool partly_written(const Access& access);
/// Bytes that a copy should have brought.
struct MissingBytes {
  std::uintptr_t end = 0;
  const void* site = nullptr;
  NotBrought why = NotBrought::kUnwritten;
};
/// What is to be said of unwritten bytes, and the line of the copy that should have brought them;
/// no words when there was none.
struct MissingCopy {
  std::string words;
  const void* site = nullptr;
};
MissingCopy missing_copy(std::uintptr_t address);
/// The memory begins a new life.
void forget_missing_copies(std::uintptr_t begin, std::size_t size);
/// They are not asked about again.
void take_as_written(std::uintptr_t begin, std::size_t size);

}  // namespace emu::checker
