// Two refusals and, after them, nothing that a compiler gets to see.
__global__ void parent(int* data) {
  cudaDeviceSynchronize();
  this is not C++;
}
