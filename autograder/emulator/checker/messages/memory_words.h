// How messages name memory: an element of an allocation or variable, or how far from one.
#pragma once

#include <string>

#include "checker/checker.h"
#include "memory/memory.h"

namespace emu::checker {

/// What messages call the bytes at `address`: "element 3 of the 64-byte allocation made at x.cu:7".
std::string name_of_memory(std::uintptr_t address, std::size_t element_size);
/// "the 64-byte allocation made at x.cu:7", "__device__ variable counter".
std::string allocation_words(const memory::Allocation& allocation);
/// A texture or surface object.
bool is_object(memory::Kind kind);

/// The variable of the running block's shared memory at or next to `address`; size 0: none is
/// known.
SharedPart part_at(std::uintptr_t address);
/// "__shared__ variable tile".
std::string part_words(const SharedPart& part);

/// "4 bytes, right after the end of ", "4 bytes, 12 bytes before the beginning of ", for an access
/// to `accessed` bytes at `address` next to the `size` bytes at `begin`.
std::string distance_words(std::size_t accessed, std::uintptr_t address, std::uintptr_t begin,
                           std::size_t size);
/// "1 byte", "4 bytes".
std::string byte_words(std::size_t n);
std::string hex(std::uintptr_t address);

}  // namespace emu::checker
