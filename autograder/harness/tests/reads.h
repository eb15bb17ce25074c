// The entry point of reads.cu.
#pragma once

/// How `take` comes to what `make` has made.
enum WayToRead {
  kWords,
  kBytes,
  kStructs,
  kACopy,
  kAtomics,
  kByTheNextOfItsKind,
  kItselfOnly,
  kOneWordOften,
  kNothingOfIt,
  kWhatTheHostMade,
  kByItsChild,
  kByAnothersChild,
  kByTheLaunchingThread,
  kByItsCopy,
  kByAllBlocks,
};

extern "C" void read_by(WayToRead way, int* result, int n);
