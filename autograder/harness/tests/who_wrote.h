// The entry points of who_wrote.cu.
#pragma once

/// How result[i] = 2 * i comes about (for kSpreadByTheHost, 2 * (i / 10 * 10)). The first are a
/// grid's writes, whatever the host does with them; behind kByTheParent the host, or a memset, has
/// made them up.
enum WayToWrite {
  kStraight,
  kInPartsOfRows,
  kByASecondBuffer,
  kByACopyOfTheDevices,
  kByAVector,
  kByTheHostAndBack,
  kMovedInPlace,
  kFromManagedMemory,
  kFromAManagedVariable,
  kFromMappedMemory,
  kFromMemoryUsedAgain,
  kIntoRegisteredMemory,
  kIntoMemoryThatStaysRegistered,
  kByAtomics,
  kByTheParent,
  kByTheHost,
  kSecondHalfByTheHost,
  kOverWhatWasCopied,
  kSpreadByTheHost,
  kByTheHostByWayOfTheDevice,
  kByTheHostInManagedMemory,
  kByMemsets,
};

/// How values come to the device: as they were given, or, behind kGivenInManagedMemory, doubled by
/// the host.
enum WayToHandOver {
  kGivenAsTheyAre,
  kGivenByAVector,
  kGivenBetweenZeros,
  kGivenInPinnedMemory,
  kGivenInManagedMemory,
  kMadeInAVector,
  kMadeInPieces,
  kMadeInPinnedMemory,
  kMadeInMappedMemory,
  kMadeInManagedMemory,
  kMadeInRegisteredMemory,
  kMadeForAVariable,
  kMadeAsArguments,
};

extern "C" {
/// result[i] = 2 * values[i], n = 320: a child doubles, or copies what the host has doubled.
void double_values(WayToHandOver way, int* result, const int* values, int n);
void double_by(WayToWrite way, int* result, int n);
/// The same for bytes, kStraight, kByAVector or kOverWhatWasCopied.
void double_bytes_by(WayToWrite way, unsigned char* result, int n);
/// result[i] = n - 1 - i, of pinned memory: with odd i one kernel's, with even i another one's.
void count_down(long long* result, int n);
/// The result is there only when all grids have run.
void double_too_late(int* result, int n);
}
