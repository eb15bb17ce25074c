// Returns at once and does nothing.
#include "../parts/does_nothing.cu"
