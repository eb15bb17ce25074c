// The heap of the process, with a look at what it hands out and takes back: an exercise may write
// into blocks that it has freed, where the C library keeps the addresses of free blocks. Whoever
// takes memory next, such as a stream, would write for it wherever it likes.
#pragma once

#include <cstddef>

namespace harness {

/// Whether any of these bytes can be no part of the heap.
using Closes = bool (*)(const void* begin, std::size_t size);

/// From here on a block that `closes` names is neither handed out nor taken back: the process ends.
void guard_heap(Closes closes);

}  // namespace harness
