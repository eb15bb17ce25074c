// The serial version is given and must be what the text says that it is.
#include "12-quadtree/built_tree.h"

namespace {

using namespace checks;

// The serial version is given and must be what the text says that it is.
TEST(Quadtree, AsTheSerialVersion) {
  const TreeRules rules{4, 5, 20, kPool};
  const Points points = crowded(200);
  const Reference tree = reference(points, rules);
  const int n = static_cast<int>(points.size());
  const Outcome serial = EXERCISE(build_on_the_host, output<Node>(nodes_to_depth(rules.max_depth)),
                                  output<int>(n), input(points), n, rules);
  ASSERT_THAT(serial, FinishedCleanly());
  ASSERT_THAT(serial, IsTheTree(tree)) << "this is the serial version, which is given";
  expect_right_tree(points, rules);
}

}  // namespace
