// Names variables in characters that reverse the writing direction, so that a reader sees other code than the
// compiler.
#include "../parts/writes_out_of_bounds.cu"

void blind() {
  bool ‮kcehc⁦ = false; // ⁩ the checker stays on
}
