// The kernel that indirect_launches.cu launches from another source file (K10).
__global__ void from_elsewhere(int* out) { atomicAdd(out, 1000000); }
