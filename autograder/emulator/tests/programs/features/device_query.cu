// Prints what a device says of itself, as every course's first program does, and checks that the
// numbers fit together.
#include <cuda_runtime.h>

#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

namespace {

std::string human(size_t bytes) {
  const char* units[] = {"bytes", "KiB", "MiB", "GiB"};
  double v = static_cast<double>(bytes);
  int u = 0;
  while (v >= 1024 && u < 3) v /= 1024, ++u;
  std::ostringstream os;
  os << std::fixed << std::setprecision(u ? 1 : 0) << v << ' ' << units[u];
  return os.str();
}

int attribute(cudaDeviceAttr which, int device) {
  int value = -1;
  if (cudaDeviceGetAttribute(&value, which, device) != cudaSuccess) return -1;
  return value;
}

template <class T>
void line(const char* name, const T& value) {
  std::cout << "  " << std::left << std::setw(44) << name << value << '\n';
}

}  // namespace

int main() {
  int count = 0, driver = 0, runtime = 0;
  if (cudaError_t e = cudaGetDeviceCount(&count)) {
    std::cout << "cudaGetDeviceCount returned " << static_cast<int>(e) << "\n-> " << cudaGetErrorString(e) << '\n';
    return 1;
  }
  if (count == 0) std::cout << "There are no available device(s) that support CUDA\n";
  bool ok = count > 0;
  for (int dev = 0; dev < count; ++dev) {
    cudaSetDevice(dev);
    cudaDeviceProp p;
    if (cudaGetDeviceProperties(&p, dev) != cudaSuccess) return 1;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    std::cout << "Device " << dev << ": \"" << p.name << "\"\n";
    std::cout << "  CUDA driver / runtime " << driver / 1000 << '.' << driver % 100 / 10 << " / " << runtime / 1000 << '.' << runtime % 100 / 10 << '\n';
    line("Compute capability", std::to_string(p.major) + "." + std::to_string(p.minor));
    line("Total global memory", human(p.totalGlobalMem));
    line("Multiprocessors", p.multiProcessorCount);
    line("L2 cache", human(p.l2CacheSize));
    line("Constant memory", human(p.totalConstMem));
    line("Shared memory per block", human(p.sharedMemPerBlock));
    line("Shared memory per block, opt-in", human(p.sharedMemPerBlockOptin));
    line("Shared memory per multiprocessor", human(p.sharedMemPerMultiprocessor));
    line("Registers per block", p.regsPerBlock);
    line("Warp size", p.warpSize);
    line("Threads per multiprocessor", p.maxThreadsPerMultiProcessor);
    line("Threads per block", p.maxThreadsPerBlock);
    std::cout << "  Max block (" << p.maxThreadsDim[0] << ", " << p.maxThreadsDim[1] << ", " << p.maxThreadsDim[2] << "), grid ("
              << p.maxGridSize[0] << ", " << p.maxGridSize[1] << ", " << p.maxGridSize[2] << ")\n";
    line("Texture alignment", p.textureAlignment);
    line("Memory bus width", p.memoryBusWidth);
    line("Async engines", p.asyncEngineCount);
    line("Concurrent kernels", p.concurrentKernels ? "yes" : "no");
    line("Unified addressing", p.unifiedAddressing ? "yes" : "no");
    line("Managed memory", p.managedMemory ? "yes" : "no");
    line("Cooperative launch", p.cooperativeLaunch ? "yes" : "no");
    line("ECC", p.ECCEnabled ? "enabled" : "disabled");
    std::cout << "  PCI " << std::hex << p.pciDomainID << ':' << p.pciBusID << ':' << p.pciDeviceID << std::dec << '\n';
    char bus[32];
    ok &= cudaDeviceGetPCIBusId(bus, sizeof bus, dev) == cudaSuccess;
    int back = -1;
    ok &= cudaDeviceGetByPCIBusId(&back, bus) == cudaSuccess && back == dev;

    ok &= p.warpSize == 32 && attribute(cudaDevAttrWarpSize, dev) == 32;
    ok &= p.multiProcessorCount == attribute(cudaDevAttrMultiProcessorCount, dev);
    ok &= p.maxThreadsPerBlock == attribute(cudaDevAttrMaxThreadsPerBlock, dev);
    ok &= p.major == attribute(cudaDevAttrComputeCapabilityMajor, dev);
    ok &= (int)p.sharedMemPerBlock == attribute(cudaDevAttrMaxSharedMemoryPerBlock, dev);
    ok &= attribute(cudaDevAttrClockRate, dev) > 100000;
    ok &= attribute(cudaDevAttrMaxGridDimX, dev) == p.maxGridSize[0];
    size_t free_bytes = 0, total = 0;
    ok &= cudaMemGetInfo(&free_bytes, &total) == cudaSuccess && free_bytes > 0 && free_bytes <= total;
    size_t stack = 0, heap = 0;
    ok &= cudaDeviceGetLimit(&stack, cudaLimitStackSize) == cudaSuccess && stack >= 1024;
    ok &= cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize) == cudaSuccess && heap >= 8 << 20;
    cudaDeviceProp wish{};
    wish.major = 7;
    int chosen = -1;
    ok &= cudaChooseDevice(&chosen, &wish) == cudaSuccess && chosen >= 0 && chosen < count;
  }
  std::cout << (ok ? "PASSED" : "FAILED") << std::endl;
  return ok ? 0 : 1;
}
