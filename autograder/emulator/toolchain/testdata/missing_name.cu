int main() {
  cudaKernel_t kernel;
  cudaGetKernel(&kernel, nullptr);
}
