// Names its variables in characters that turn the direction of writing, so that a reader sees other
// code than compilers do.
#include "../parts/writes_out_of_bounds.cu"

void blind() {
  bool ‮kcehc⁦ = false; // ⁩ the checker stays on
}
