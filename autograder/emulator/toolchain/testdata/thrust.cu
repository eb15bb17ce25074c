#include <thrust/shuffle.h>

void mix(int* cards) { thrust::shuffle(cards, cards + 52, thrust::default_random_engine()); }
