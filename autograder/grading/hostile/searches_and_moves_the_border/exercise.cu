// Calls a search whose comparison function overwrites what the border to the emulator keeps on the stack.
#include <cstdlib>
#include "../parts/moves_the_border.cu"

static int compare(const void*, const void*) {
  move_the_border();
  return 0;
}
void set_checker(char on) {
  wanted = on;
  int two[2] = {1, 2};
  std::bsearch(two, two, 2, sizeof(int), &compare);
}
