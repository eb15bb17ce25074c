// A kernel writes beyond its allocation. A card need not notice that, because its pages are large.
#include "../parts/writes_out_of_bounds.cu"

void blind() {}
