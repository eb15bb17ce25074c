int main() {
  cudaArray_t array;
  cudaMallocMipmappedArray(&array, nullptr, 1, 1);
}
