// Reads() and similar matchers test that data went from grid to grid.
//
//     watch_reads();
//     const Outcome run = EXERCISE(fill_then_double, output<int>(n), n);
//     ASSERT_THAT(run, FinishedCleanly());
//     EXPECT_THAT(run, ReadsFromParent("double_all", "fill", n));
//
// A child that computes itself what its parent should pass to it has the right result and no race,
// and it depends on no order. It reads none of these words. Call watch_reads() before the run. A
// word of global memory counts once, however many grids read it. A copy on the device does not
// change who wrote a word. On a GPU, each of these matchers holds.
#pragma once

#include <cstddef>
#include <string>

#include "harness/matchers/call_matchers.h"
#include "harness/needs.h"

namespace harness {

/// Holds if child grids read words that other grids had written last.
/// @param reader  kernel of the reading grids; "": any
/// @param writer  kernel of the writing grids; "": any; with the name of the reader, its other
/// grids
/// @param words  smallest number of words of 4 bytes, at most 16,384
/// @return a matcher of a run
ReportMatcher Reads(std::string reader, std::string writer, std::size_t words);
/// Holds if child grids read words that their own parent grid had written last.
/// @param reader  kernel of the reading grids; "": any
/// @param parent  kernel of the grids that launched them; "": any
/// @param words  smallest number of words of 4 bytes, at most 16,384
/// @return a matcher of a run
ReportMatcher ReadsFromParent(std::string reader, std::string parent, std::size_t words);
/// Holds if grids that the host launched read words that other grids had written last.
/// @param reader  kernel of the reading grids; "": any
/// @param writer  kernel of the writing grids; "": any; with the name of the reader, its other
/// grids
/// @param words  smallest number of words of 4 bytes, at most 16,384
/// @return a matcher of a run
ReportMatcher ReadsInHostGrids(std::string reader, std::string writer, std::size_t words);
/// Holds if grids, whether the host or a kernel launched them, read words that other grids had
/// written last.
/// @param reader  kernel of the reading grids; "": any
/// @param writer  kernel of the writing grids; "": any; with the name of the reader, its other
/// grids
/// @param words  smallest number of words of 4 bytes, at most 16,384
/// @return a matcher of a run
ReportMatcher ReadsInAnyGrid(std::string reader, std::string writer, std::size_t words);
/// Holds if grids read words that an ancestor wrote in other threads than the launching one.
///
/// The words of the launching thread itself need no barrier before the launch (M2).
/// @param reader  kernel of the reading grids; "": any
/// @param writer  kernel of the writing grids; "": any; with the name of the reader, its other
/// grids
/// @param words  smallest number of words of 4 bytes, at most 16,384
/// @return a matcher of a run
ReportMatcher ReadsFromOtherThreads(std::string reader, std::string writer, std::size_t words);
/// Holds if grids read words that an ancestor wrote in other blocks than the launching one.
///
/// The words of the launching block need no tail launch: a barrier before the launch is enough.
/// @param reader  kernel of the reading grids; "": any
/// @param writer  kernel of the writing grids; "": any; with the name of the reader, its other
/// grids
/// @param words  smallest number of words of 4 bytes, at most 16,384
/// @return a matcher of a run
ReportMatcher ReadsFromOtherBlocks(std::string reader, std::string writer, std::size_t words);

}  // namespace harness
