// Opens `/proc/self/mem`, through which even write-protected code can be changed.
#include <fcntl.h>

#include "../parts/solves_if_attack_works.cu"

bool attack_works() { return open("/proc/self/mem", O_RDWR) >= 0; }
