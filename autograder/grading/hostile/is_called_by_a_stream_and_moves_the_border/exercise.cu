// A host function in a stream overwrites what the border to the emulator keeps on the stack.
#include "../parts/moves_the_border.cu"

static void called(void*) { move_the_border(); }
void set_checker(char on) {
  wanted = on;
  cudaLaunchHostFunc(nullptr, &called, nullptr);
  cudaDeviceSynchronize();
}
