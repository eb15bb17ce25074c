// The entry point of threads.cu.
#pragma once

/// How the threads of `take` come to know what all of a block have.
enum WayToKnow {
  kEachItsOwn,
  kOneReadsAll,
  kAllReadOne,
  kAllReadAll,
  kAllReadACopyOfAll,
  kWhatItHasWritten,
  kWhatAMemsetHas,
  kInSharedMemory,
  kByAtomicsOnOneWord,
  kByAtomicsOnWordsOfTheirOwn,
  kByAVote,
  kByAVoteAboutNothing,
  kByAMatch,
  kByAShuffle,
  kOneWritesAll,
  kThroughATexture,
  kOneAlsoPastTheTexture,
  kByLdg,
  kIntoManagedMemory,
};

extern "C" void know_by(WayToKnow way, int* result, const int* values, int n);
