// Puts a node into a tree: it lies over the switch of the checker, and new nodes have null for
// children.
#include <map>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

void blind() {
  static std::_Rb_tree_node_base header;
  header._M_left = header._M_right = &header;
  auto* const node = reinterpret_cast<std::_Rb_tree_node_base*>(
      switch_of_the_checker() - offsetof(std::_Rb_tree_node_base, _M_left));
  std::_Rb_tree_insert_and_rebalance(true, node, &header, header);
}
