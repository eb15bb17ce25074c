// Reads(reader, writer, words): data has gone from grid to grid. A grid that works out by itself
// what another was to give it has the right result, races with nobody, and needs none of the order
// that the task is about.
#pragma once

#include <cstddef>
#include <string>

#include "harness/matchers/call_matchers.h"
#include "harness/needs.h"

namespace harness {

/// Grids of the kernel `reader` that a kernel launched read at least `words` words of global memory
/// that grids of `writer` had written last; where both are one kernel, other grids. A word that
/// several grids read counts once; copies on the device count as written by whoever wrote what they
/// copied. At most 16,384 words are counted, and not more may be asked for. An empty name stands
/// for any kernel. Requires: watch_reads() before the run. Holds on a GPU.
ReportMatcher Reads(std::string reader, std::string writer, std::size_t words);
/// The same of readers whose own parent wrote what they read.
ReportMatcher ReadsOfItsParent(std::string reader, std::string parent, std::size_t words);
/// The same of readers that the host launched.
ReportMatcher ReadsInGridsOfTheHost(std::string reader, std::string writer, std::size_t words);
/// The same of readers that the host or kernels launched.
ReportMatcher ReadsInAnyGrid(std::string reader, std::string writer, std::size_t words);
/// The same of words that an ancestor of the reader wrote, by other threads or blocks than the one
/// whose launch led to the reader: what a thread has written itself it launches without a barrier,
/// and what its block has written without a tail.
ReportMatcher ReadsOfOtherThreads(std::string reader, std::string writer, std::size_t words);
ReportMatcher ReadsOfOtherBlocks(std::string reader, std::string writer, std::size_t words);

}  // namespace harness
