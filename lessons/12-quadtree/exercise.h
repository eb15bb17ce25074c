// What the exercise and its checks agree on: points, the nodes of a quadtree, and four functions
// that the host calls.
//
// All arrays are ordinary host memory of the caller. Every function returns 0, or the first CUDA
// error that the host or a launching thread of the device met.
#pragma once

#ifdef __cplusplus
#define HOST_AND_DEVICE inline
#ifdef __CUDACC__
#undef HOST_AND_DEVICE
#define HOST_AND_DEVICE __host__ __device__ inline
#endif
#else
#define HOST_AND_DEVICE static inline
#endif

/// A point; its number is its place in the caller's array.
struct Point {
  float x, y;  ///< coordinates in the unit square
};

/// A square of the tree: the numbers of its points are order[begin] … order[begin + count - 1].
/// Where the tree has no such node, both are -1.
struct Node {
  int begin, count;  ///< where its points begin in `order`, and how many they are
};

/// Finds the number of a child node.
///
/// The root is node 0, the unit square. The children of node i are 4 * i + 1 … 4 * i + 4: quadrants
/// 0 to 3, of which 1 and 3 are the eastern ones (larger x), 2 and 3 the northern ones (larger y).
/// @param node  number of the parent node
/// @param quadrant  which of its quadrants, 0 to 3
/// @return the number of the child
HOST_AND_DEVICE int child_of(int node, int quadrant) { return 4 * node + 1 + quadrant; }

/// Counts the numbers for nodes of the first depths.
/// @param max_depth  the last depth that counts, 0 or more
/// @return how many numbers there are for nodes at depths 0 to max_depth
HOST_AND_DEVICE int nodes_to_depth(int max_depth) {
  int nodes = 1;
  for (int depth = 0; depth < max_depth; ++depth) nodes = 4 * nodes + 1;
  return nodes;
}

/// What is asked of a tree. A node is a leaf if it has at most min_points points or is at
/// max_depth; any other has four children, empty ones included.
struct TreeRules {
  int max_depth;   ///< 0 to 6; the root is at depth 0
  int min_points;  ///< 0 or more
  int few;   ///< a node of at most so many points launches nothing: its thread builds the rest
  int pool;  ///< slots for pending grids
};

#ifdef __cplusplus
extern "C" {
#endif

/// Counts the points in each quadrant of the unit square, around (0.5, 0.5).
///
/// A point on a border is eastern, or northern.
/// @param[out] counts  4 elements, one per quadrant
/// @param points  n elements
/// @param n  number of points, 0 or more
int count_quadrants(int* counts, const struct Point* points, int n);

/// Sorts the numbers 0 … n - 1 of the points by quadrant. Within a quadrant the order is free.
/// @param[out] order  n elements
/// @param[out] begins  5 elements: those of quadrant q are in `order` from begins[q] on and before
///   begins[q + 1]
/// @param points  n elements
/// @param n  number of points, 0 or more
int sort_into_quadrants(int* order, int* begins, const struct Point* points, int n);

/// Builds the whole tree by one thread of the host. It is given.
/// @param[out] nodes  nodes_to_depth(rules.max_depth) elements
/// @param[out] order  n elements: the numbers of the points, sorted into the nodes
/// @param points  n elements
/// @param n  number of points, 0 or more
/// @param rules  what is asked of the tree; the pool is not used
int build_on_the_host(struct Node* nodes, int* order, const struct Point* points, int n,
                      struct TreeRules rules);

/// Builds the whole tree by kernels that launch kernels, whatever the pool refuses.
/// @param[out] nodes  nodes_to_depth(rules.max_depth) elements
/// @param[out] order  n elements: the numbers of the points, sorted into the nodes
/// @param[out] refused  becomes the number of launches that the pool refused
/// @param points  n elements
/// @param n  number of points, 0 or more
/// @param rules  what is asked of the tree
int build_quadtree(struct Node* nodes, int* order, int* refused, const struct Point* points, int n,
                   struct TreeRules rules);

#ifdef __cplusplus
}
#endif
