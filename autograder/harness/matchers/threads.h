// These matchers test what single threads do: what each reads and writes of global memory, what
// lanes tell each other, how many atomics a grid does, and which kind of memory it uses.
//
//     watch_threads();
//     const Outcome run = EXERCISE(lanes_running, output<int>(64), input(numbers), 32);
//     ASSERT_THAT(run, FinishedCleanly());
//     EXPECT_THAT(run, ReadsOwnData(all_grids(), 4, 4, "a vote tells what the others have (W1)"));
//
// A thread that could look up the data of the others would not need a vote, and a thread that
// writes for others would not need its own place. Call watch_threads() before the run. On a GPU,
// each of these matchers holds. A word has 4 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/matchers/call_matchers.h"
#include "harness/needs.h"

namespace harness {

/// Selects the grids that a matcher tests: returns true for the launch of such a grid.
using WhichGrids = std::function<bool(const Launch&)>;
/// Selects every grid.
/// @return the selection
WhichGrids all_grids();
/// Selects every grid except children of one kernel.
/// @param kernel  name of the kernel whose grids are not tested if a kernel launched them
/// @return the selection
WhichGrids all_but_children(std::string kernel);

/// Holds if each thread reads little of the data that was in global memory before its grid began.
///
/// Not counted: what the grid itself wrote, what a memset wrote, its arguments, its shared memory.
/// @param which  the grids that are tested
/// @param words  largest number of words that one thread may read
/// @param shared  largest number of words that several threads of a grid may read
/// @param instead  ends the message: how a thread should learn what others have
/// @return a matcher of a run
ReportMatcher ReadsOwnData(WhichGrids which, std::size_t words, std::size_t shared,
                           std::string instead);

/// Holds if grids of a kernel fetch the data that was in memory before through texture objects.
/// @param kernel  name of the kernel
/// @param words  largest number of words that they may read by plain loads, constants included
/// @param instead  ends the message: how they should read
/// @return a matcher of a run
ReportMatcher ReadsThroughTextures(std::string kernel, std::size_t words, std::string instead);

/// Lanes of a warp, some of which have another value to report than the others.
struct Opinions {
  std::uint32_t block = 0, warp = 0;  ///< number of the block in its grid, of the warp in it
  std::uint32_t asked = 0, yes = 0;   ///< masks: lanes that take part, lanes that say yes
};
/// The operations by which lanes may tell each other.
enum class Exchange {
  kByVotes,            ///< votes, matches and reductions
  kByVotesOrShuffles,  ///< these, and shuffles
  kByVotesOnly         ///< votes, but no matches or reductions
};
/// Holds if lanes that have different values to report tell each other in an operation of their
/// warp.
///
/// Each lane that is asked takes part in one such operation, and lanes of different opinions pass
/// different values to it (W1). Only the first few thousand operations of a run are tested.
/// @param warps  the warps that are tested; one whose lanes all have the same value always passes
/// @param exchange  which operations count
/// @return a matcher of a run
ReportMatcher LanesExchangeValues(std::vector<Opinions> warps,
                                  Exchange exchange = Exchange::kByVotes);

/// Holds if each thread writes little of global memory, so that no thread writes for others.
///
/// Atomics are not counted.
/// @param which  the grids that are tested
/// @param words  largest number of words that one thread may write
/// @param instead  ends the message: who should write
/// @return a matcher of a run
ReportMatcher WritesOwnData(WhichGrids which, std::size_t words, std::string instead);

/// Holds if grids of a kernel read and write no other global memory than this kind.
/// @param kernel  name of the kernel, whether the host or a kernel launched it
/// @param kind  the memory that they may use
/// @param instead  ends the message: which memory they should use, and why
/// @return a matcher of a run
ReportMatcher UsesOnly(std::string kernel, MemoryKind kind, std::string instead);
/// Holds if no grid writes global memory of another kind. Reads are not tested.
/// @param kind  the memory that grids may write
/// @param instead  ends the message: where they should write
/// @return a matcher of a run
ReportMatcher WritesOnlyTo(MemoryKind kind, std::string instead);
/// Holds if grids of a kernel read enough words of one kind of memory.
/// @param kernel  name of the kernel, whether the host or a kernel launched it
/// @param kind  the memory that they should read
/// @param words  smallest number of words; a word counts each time it is read
/// @param instead  ends the message: what they should read
/// @return a matcher of a run
ReportMatcher ReadsWordsOf(std::string kernel, MemoryKind kind, std::size_t words,
                           std::string instead);

/// Numbers of atomic operations on global memory, for AtMostAtomicsIn().
struct Atomics {
  std::uint32_t on_one_word = 0;  ///< by one grid on one word
  std::uint32_t in_all = 0;       ///< by all grids of a kernel together
};
/// Holds if grids do few atomic operations on global memory, counted by the emulator.
/// @param which  the grids that are tested
/// @param most  largest numbers of operations
/// @param why  ends the message: why fewer are enough
/// @return a matcher of a run
ReportMatcher AtMostAtomicsIn(WhichGrids which, Atomics most, std::string why);

}  // namespace harness
