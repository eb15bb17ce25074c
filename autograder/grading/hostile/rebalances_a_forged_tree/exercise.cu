// Inserts a node that lies over the checker's on/off switch into a tree: the library sets the children of a
// new node to null.
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
