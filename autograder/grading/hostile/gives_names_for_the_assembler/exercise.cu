// Gives variables, members and parameters assembler names by asm labels, wherever a label is allowed.
#include "../parts/writes_out_of_bounds.cu"

extern int counter asm("emulator_enabled");
extern "C" void quiet(void*) __asm("__tsan_write4");
static int word __asm__(
    "__tsan_"
    "read4") __attribute__((used)) = 1;
void blind() {
  register long number asm("r12") = 1;
  counter = static_cast<int>(number);
}
