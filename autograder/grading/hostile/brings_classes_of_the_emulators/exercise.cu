// Defines classes with the names of the emulator's, whose descriptions and tables of functions
// take the place of the emulator's own.
#include "../parts/writes_out_of_bounds.cu"

namespace emu {
struct Operation {
  virtual ~Operation();
};
Operation::~Operation() {}
}  // namespace emu

void blind() {}
