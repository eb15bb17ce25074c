// Has a function whose code is chosen while the library is loaded, before anything is protected.
#include "../parts/writes_out_of_bounds.cu"

using Function = void();
void looks_away() {}
extern "C" Function* choose() { return &looks_away; }
__attribute__((__ifunc__("choose"))) void chosen();

void blind() { chosen(); }
