// ReadsItsOwn(which, words, …): each thread reads what is its own, so that all it knows of the
// others they have told it. WritesItsOwn(which, words, …): none writes for the others.
// AtMostAtomicsIn(which, …): by the emulator's count, not by what a program says about itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/matchers/call_matchers.h"
#include "harness/needs.h"

namespace harness {

/// Which grids are asked, by a launch of theirs.
using WhichGrids = std::function<bool(const Launch&)>;
WhichGrids all_grids();
/// Grids of that kernel are not asked where a kernel has launched them.
WhichGrids all_but_children(std::string kernel);

/// Of what was in global memory before one of these grids began, no thread of the grid reads more
/// than `words` words, and no more than `shared` words are read by more than one of its threads.
/// What a grid itself has written, what a memset has, its arguments and its shared memory are not
/// counted. `instead` ends the sentence for students: how a thread should learn what others have.
/// Requires: watch_threads() before the run. Holds on a GPU.
ReportMatcher ReadsItsOwn(WhichGrids which, std::size_t words, std::size_t shared,
                          std::string instead);

/// Grids of that kernel read what was in global memory before through texture objects, but for at
/// most `words` words, constants included. `instead` ends the sentence. The rest as above.
ReportMatcher ReadsThroughTextures(std::string kernel, std::size_t words, std::string instead);

/// Lanes of a warp of which some have something to say that the others have not.
struct Opinions {
  std::uint32_t block = 0, warp = 0;
  std::uint32_t asked = 0, yes = 0;
};
/// By which operations lanes may tell each other. Matches and reductions count as votes, but where
/// only votes do.
enum class Telling { kByVotes, kByVotesOrShuffles, kByVotesOnly };
/// Of each of these warps, if both are among those who are asked, they tell each other in such an
/// operation, which all who are asked take part in, and no two of different opinions with the same
/// value. The rest as above; only a few thousand operations of a run are looked at.
ReportMatcher LanesTellEachOther(std::vector<Opinions> warps, Telling telling = Telling::kByVotes);

/// No thread of these grids writes more than `words` words of global memory, atomics aside: where
/// each has something of its own to write, none writes for others. `instead` ends the sentence.
/// The rest as above.
ReportMatcher WritesItsOwn(WhichGrids which, std::size_t words, std::string instead);

/// Grids of `kernel`, whoever launched them, use no other global memory than of this kind.
/// `instead` ends the sentence. The rest as above.
ReportMatcher UsesOnly(std::string kernel, MemoryKind kind, std::string instead);
/// No grid writes global memory of another kind; what is read is not asked. The rest as above.
ReportMatcher WritesOnlyTo(MemoryKind kind, std::string instead);
/// Grids of `kernel` read at least so many words of this kind, each as often as they do.
ReportMatcher ReadsWordsOf(std::string kernel, MemoryKind kind, std::size_t words,
                           std::string instead);

/// Atomic operations on global memory.
struct Atomics {
  std::uint32_t on_one_word = 0;  ///< of one grid
  std::uint32_t in_all = 0;       ///< of all grids of a kernel
};
/// These grids do no more than `most`; `why` ends the sentence. The rest as above.
ReportMatcher AtMostAtomicsIn(WhichGrids which, Atomics most, std::string why);

}  // namespace harness
