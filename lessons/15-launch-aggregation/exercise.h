// What the exercise and its checks agree on: one function that the host calls, for all ways to
// search.
//
// The neighbors of vertex v are neighbours[offsets[v]] to neighbours[offsets[v + 1] - 1]; there
// are vertices + 1 offsets. A neighbor may be v itself, and may come twice. All arrays are
// ordinary host memory of the caller.
#pragma once

/// Which threads visit the neighbors of a vertex.
enum Way {
  kFlat,           // its thread
  kChildAVertex,   // a child grid
  kChildForLarge,  // a child grid if it has many, else its thread
  kChildAWarp,     // those of many: one child grid for all of a warp
  kChildABlock,    // those of many: one child grid for all of a block
};

/// What the ways may be told.
struct Plan {
  int threshold;  // more neighbours than these are many; at least 0; not for kChildAVertex
  int each;       // up to so many neighbours a thread of a child; 1 to 65536; not for kChildAVertex
  int pool;       // places for pending grids; at least 32
};

#ifdef __cplusplus
extern "C" {
#endif

/// depths[v] = the fewest edges on a way from `source` to v, -1 if there is no way. refused[0] =
/// the launches that the device refused; nothing is lost by them. 0 <= source < vertices, but a
/// graph may be empty. Returns 0, or the first CUDA error that the host met.
int search(int* depths, int* refused, const int* offsets, const int* neighbours, int vertices,
           int source, Way way, Plan plan);

#ifdef __cplusplus
}
#endif
