// The sizes that kernels.cu and serial.cpp agree on.
#pragma once

constexpr int kSaxpy = 1 << 22;
constexpr int kReduce = 1 << 20;
constexpr int kReduceBlock = 256;
constexpr int kMatrix = 256;
constexpr int kTile = 16;
constexpr int kTable = 1024;
constexpr int kUpdates = 62;
constexpr int kUpdateThreads = 256;
