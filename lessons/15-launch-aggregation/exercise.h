// What the exercise and its checks agree on: one function that the host calls, for all ways to
// search.
//
// The neighbors of vertex v are neighbors[offsets[v]] to neighbors[offsets[v + 1] - 1]; there
// are vertices + 1 offsets. A neighbor may be v itself, and may come twice. All arrays are
// ordinary host memory of the caller.
#pragma once

/// Which threads visit the neighbors of a vertex.
enum Strategy {
  kFlat,            ///< its thread
  kChildPerVertex,  ///< a child grid
  kChildForLarge,   ///< a child grid if it has many, else its thread
  kChildPerWarp,    ///< those of many: one child grid for all of a warp
  kChildPerBlock,   ///< those of many: one child grid for all of a block
};

/// Parameters of the strategies.
struct Plan {
  int threshold;  ///< more neighbors than these are many; at least 0; not for kChildPerVertex
  int each;       ///< most neighbors per thread of a child; 1 to 65536; not for kChildPerVertex
  int pool;       ///< slots for pending grids; at least 32
};

#ifdef __cplusplus
extern "C" {
#endif

/// Finds the distance of each vertex from a source, by one of several strategies.
/// @param[out] depths  for each vertex the fewest edges on a path from the source; -1 if there is
///   no path
/// @param[out] refused  refused[0] becomes the number of launches that the device refused; nothing
///   is lost by them
/// @param offsets  vertices + 1 elements: where the neighbors of each vertex begin
/// @param neighbors  the neighbors of all vertices, one after another
/// @param vertices  number of vertices; a graph may be empty
/// @param source  the vertex where the search begins, 0 to vertices - 1
/// @param strategy  which threads visit the neighbors of a vertex
/// @param plan  thresholds and the size of the pool
/// @return 0, or the first CUDA error that the host met
int search(int* depths, int* refused, const int* offsets, const int* neighbors, int vertices,
           int source, Strategy strategy, Plan plan);

#ifdef __cplusplus
}
#endif
