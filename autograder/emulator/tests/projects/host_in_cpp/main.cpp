#include <cuda_runtime.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "kernels.h"

struct DeviceFree {
  void operator()(unsigned char* pointer) const { cudaFree(pointer); }
};

bool inverts(int n, unsigned char value) {
  std::vector<unsigned char> pixels(n, value);
  unsigned char* raw = nullptr;
  if (cudaMalloc(reinterpret_cast<void**>(&raw), pixels.size()) != cudaSuccess) return false;
  const std::unique_ptr<unsigned char, DeviceFree> device(raw);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(raw, pixels.data(), pixels.size(), cudaMemcpyHostToDevice, stream);
  launch_invert(raw, n, stream);
  cudaMemcpyAsync(pixels.data(), raw, pixels.size(), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  return std::all_of(pixels.begin(), pixels.end(),
                     [value](unsigned char pixel) { return pixel == 255 - value; });
}

int main() {
  bool first = false, second = false;
  std::thread other([&] { first = inverts(1000, 1); });
  other.join();
  second = inverts(5000, 200);
  std::cout << std::string(first && second ? "all pixels are inverted" : "wrong") << std::endl;
  return first && second ? 0 : 1;
}
