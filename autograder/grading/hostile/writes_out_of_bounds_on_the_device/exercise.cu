// A kernel writes beyond the memory that it was given. A card need not notice: its pages are large.
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
