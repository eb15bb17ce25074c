// Every number of the emulated card, an NVIDIA H200, once. Attributes, special registers, limits
// and the virtual clock read them here. Source: what its driver says, h200-facts 1.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu::card {

// What a launch may ask for (K6).
inline constexpr int kThreadsPerBlock = 1024;
inline constexpr int kMostBlockX = 1024, kMostBlockY = 1024, kMostBlockZ = 64;
inline constexpr int kMostGridX = 2147483647, kMostGridY = 65535, kMostGridZ = 65535;

// Multiprocessors.
inline constexpr int kMultiprocessors = 132;
inline constexpr int kThreadsPerMultiprocessor = 2048;
inline constexpr int kWarpsPerMultiprocessor = 64;
inline constexpr int kBlocksPerMultiprocessor = 32;
// Of a cluster: the most on every card that has clusters, and on this one with
// cudaFuncAttributeNonPortableClusterSizeAllowed.
inline constexpr unsigned kPortableClusterBlocks = 8;
inline constexpr unsigned kMostClusterBlocks = 16;
inline constexpr int kRegistersPerMultiprocessor = 65536;
inline constexpr int kIssuesPerCycle = 4;  ///< warp instructions that one starts in a cycle
inline constexpr int kClockKHz = 1'980'000;

// Queues for children: of 1,024 children 128 ran at once, of those in named streams 64.
inline constexpr int kGridsAtOnce = 128;
inline constexpr int kNamedGridsAtOnce = 64;

// Shared memory, bytes (K7).
inline constexpr std::size_t kSharedDefault = 48 << 10;  ///< of a block, without asking
inline constexpr std::size_t kSharedOptIn = 227 << 10;   ///< with the kernel's attribute
inline constexpr std::size_t kSharedPerMultiprocessor = 228 << 10;
inline constexpr std::size_t kSharedReserved = 1 << 10;  ///< of it for CUDA, each block
inline constexpr std::size_t kSharedUnit = 128;          ///< that a block gets at once

// Memory, bytes.
inline constexpr std::size_t kMemory = 150'109'880'320;  ///< cudaMemGetInfo: total
inline constexpr std::size_t kReserved = 552'402'944;    ///< of which a context takes so much

// Limits as they are before cudaDeviceSetLimit (A5, L1), bytes where they are no number of grids.
inline constexpr std::uint32_t kPendingLaunches = 2048;
// Of what one run of a graph launches (C7).
inline constexpr unsigned kGraphFires = 120, kGraphSiblings = 120, kGraphTails = 255;
inline constexpr std::size_t kHeap = 8 << 20;
inline constexpr std::size_t kStack = 1024;
inline constexpr std::size_t kPrintf = 8'650'752;

}  // namespace emu::card
