// Declares functions of the emulator and calls them to change its settings.

#include "../parts/writes_out_of_bounds.cu"

namespace emu {
extern bool checking;
void abandon_device();
}  // namespace emu

void blind() { emu::abandon_device(); }
