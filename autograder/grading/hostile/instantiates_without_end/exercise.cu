// Has templates that each need twice as many templates.
#include "solution.cu"

template <long N, long Depth>
struct Tree {
  static constexpr long sum = Tree<2 * N, Depth - 1>::sum + Tree<2 * N + 1, Depth - 1>::sum;
};
template <long N>
struct Tree<N, 0> {
  static constexpr long sum = N;
};
static_assert(Tree<1, 40>::sum != 0);
