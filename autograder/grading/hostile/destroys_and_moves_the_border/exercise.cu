// Throws an object whose destructor overwrites what the border to the emulator keeps on the stack.
#include "../parts/moves_the_border.cu"

struct Thrown {
  ~Thrown() { move_the_border(); }
};
void set_checker(char on) {
  wanted = on;
  try {
    throw Thrown{};
  } catch (const Thrown&) {
  }
}
