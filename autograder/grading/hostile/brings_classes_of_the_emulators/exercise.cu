// Defines classes with the names of the emulator's classes, so that their type descriptions and virtual
// tables replace the emulator's.
#include "../parts/writes_out_of_bounds.cu"

namespace emu {
struct Operation {
  virtual ~Operation();
};
Operation::~Operation() {}
}  // namespace emu

void blind() {}
