// What the host may ask and set about kernels: attributes, names, occupancy. A setting holds for
// launches from the host and from the device (K7).
#include <algorithm>
#include <string>

#include "card/numbers.h"
#include "cuda_runtime_api.h"
#include "device/border/handed_over/handed_over.h"
#include "device/grids/kernel.h"
#include "device/grids/kernel_pointer.h"
#include "device/grids/launch_rules.h"
#include "emulator/program.h"
#include "runtime/calls.h"

namespace emu {

namespace {

// Compiled code here has no register count; 32 is what small kernels have and limits nothing.
constexpr int kRegisters = 32;
constexpr int kWarp = 32;

int max_threads(const Kernel* kernel) {
  return kernel && kernel->traits.max_threads ? static_cast<int>(kernel->traits.max_threads)
                                              : card::kThreadsPerBlock;
}

std::size_t static_shared(const Kernel* kernel) { return kernel ? kernel->static_shared : 0; }

cudaError_t get_attributes(cudaFuncAttributes* result, const void* function) {
  if (!result) return cudaErrorInvalidValue;
  if (!function) return cudaErrorInvalidDeviceFunction;
  const Kernel* kernel = kernel_at(function);
  const FunctionAttributes& attributes = attributes_at(function);
  *out(result) = {};
  result->sharedSizeBytes = static_shared(kernel);
  result->maxThreadsPerBlock = max_threads(kernel);
  result->numRegs = kRegisters;
  result->ptxVersion = result->binaryVersion = 90;
  result->maxDynamicSharedSizeBytes =
      static_cast<int>(attributes.max_dynamic_shared - static_shared(kernel));
  result->preferredShmemCarveout = attributes.carveout;
  const unsigned* cluster =
      kernel && kernel->traits.cluster[0] ? kernel->traits.cluster : attributes.required_cluster;
  result->clusterDimMustBeSet = kernel && kernel->traits.cluster[0] != 0;
  result->requiredClusterWidth = static_cast<int>(cluster[0]);
  result->requiredClusterHeight = static_cast<int>(cluster[1]);
  result->requiredClusterDepth = static_cast<int>(cluster[2]);
  result->clusterSchedulingPolicyPreference = attributes.cluster_policy;
  result->nonPortableClusterSizeAllowed = attributes.large_clusters;
  return cudaSuccess;
}

cudaError_t set_attribute(const void* function, cudaFuncAttribute attribute, int value) {
  if (!function) return cudaErrorInvalidDeviceFunction;
  FunctionAttributes& attributes = attributes_at(function);
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize: {
      const std::size_t most = card::kSharedOptIn - static_shared(kernel_at(function));
      if (value < 0 || static_cast<std::size_t>(value) > most) return cudaErrorInvalidValue;
      attributes.max_dynamic_shared = static_cast<std::size_t>(value);
      return cudaSuccess;
    }
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      if (value < -1 || value > 100) return cudaErrorInvalidValue;
      attributes.carveout = value;
      return cudaSuccess;
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
      attributes.large_clusters = value != 0;
      return cudaSuccess;
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
      if (value < 0) return cudaErrorInvalidValue;
      attributes.required_cluster[attribute - cudaFuncAttributeRequiredClusterWidth] =
          static_cast<unsigned>(value);
      return cudaSuccess;
    // How clusters are placed changes nothing here.
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
      attributes.cluster_policy = value;
      return cudaSuccess;
    default:
      return cudaErrorInvalidValue;
  }
}

int blocks_that_fit(const void* function, int block_size, std::size_t dynamic_shared) {
  const Kernel* kernel = kernel_at(function);
  if (block_size > card::kThreadsPerBlock)
    return 0;  // the card's limit; __launch_bounds__ is not asked here
  const int threads = (block_size + kWarp - 1) / kWarp * kWarp;
  const std::size_t shared = dynamic_shared + static_shared(kernel);
  if (dynamic_shared > attributes_at(function).max_dynamic_shared || shared > card::kSharedOptIn)
    return 0;
  const std::size_t in_units =
      (shared + card::kSharedReserved + card::kSharedUnit - 1) / card::kSharedUnit;
  const int by_shared =
      static_cast<int>(card::kSharedPerMultiprocessor / (in_units * card::kSharedUnit));
  return std::min({card::kBlocksPerMultiprocessor, card::kThreadsPerMultiprocessor / threads,
                   card::kRegistersPerMultiprocessor / (kRegisters * threads), by_shared});
}

cudaError_t occupancy(int* blocks, const void* function, int block_size,
                      std::size_t dynamic_shared) {
  if (!blocks || block_size <= 0) return cudaErrorInvalidValue;
  if (!function) return cudaErrorInvalidDeviceFunction;
  *out(blocks) = blocks_that_fit(function, block_size, dynamic_shared);
  return cudaSuccess;
}

/// Dynamic shared memory that still lets `blocks` of them run on a multiprocessor: as an H200 says
/// it, which does not take away what CUDA keeps for itself.
cudaError_t available_shared(std::size_t* bytes, const void* function, int blocks, int block_size) {
  if (!bytes || blocks <= 0 || block_size <= 0) return cudaErrorInvalidValue;
  if (!function) return cudaErrorInvalidDeviceFunction;
  if (blocks > blocks_that_fit(function, block_size, 0)) return cudaErrorInvalidValue;
  const std::size_t used = static_shared(kernel_at(function));
  const std::size_t each = card::kSharedPerMultiprocessor / static_cast<std::size_t>(blocks) /
                           card::kSharedUnit * card::kSharedUnit;
  *out(bytes) = std::min(attributes_at(function).max_dynamic_shared, each > used ? each - used : 0);
  return cudaSuccess;
}

/// The clusters that a launch would be in, and whether it would be refused.
cudaError_t clusters_of(const cudaLaunchConfig_t& config, const void* function,
                        ClusterShape* shape) {
  LaunchConfiguration c{config.gridDim, config.blockDim,       config.dynamicSmemBytes,
                        config.stream,  attributes_in(config), {}};
  const Kernel* kernel = kernel_at(function);
  *shape = kernel ? clusters_of(c, *kernel) : ClusterShape{};
  if (!kernel && c.attributes.clustered)
    *shape = {dim3(c.attributes.cluster[0], c.attributes.cluster[1], c.attributes.cluster[2]),
              true};
  return check_clusters(config.gridDim, *shape, kernel, attributes_at(function));
}

// Multiprocessors that clusters of this many blocks can use at most. The card groups them, and a
// cluster lies within one group; how large the groups are differs from card to card. On the H200
// that was measured: 132 for two blocks, 124 for eight, 116 for sixteen (h200-facts 1).
int multiprocessors_for(unsigned cluster_blocks) {
  return cluster_blocks <= 2 ? card::kMultiprocessors : cluster_blocks <= 8 ? 124 : 116;
}

// The card counts so many blocks of a multiprocessor for clusters, however small they are.
constexpr int kClusterBlocksPerMultiprocessor = 8;

cudaError_t active_clusters(int* clusters, const void* function, const cudaLaunchConfig_t& config) {
  ClusterShape shape;
  const cudaError_t error = clusters_of(config, function, &shape);
  if (error != cudaSuccess) return error;
  const dim3& b = config.blockDim;
  const int fit =
      blocks_that_fit(function, static_cast<int>(b.x * b.y * b.z), config.dynamicSmemBytes);
  const int blocks = std::min(fit, kClusterBlocksPerMultiprocessor);
  *out(clusters) = blocks * multiprocessors_for(shape.blocks()) / static_cast<int>(shape.blocks());
  return cudaSuccess;
}

cudaError_t largest_cluster(int* size, const void* function, const cudaLaunchConfig_t& config) {
  ClusterShape shape;
  const cudaError_t error = clusters_of(config, function, &shape);
  if (error != cudaSuccess) return error;
  const dim3& b = config.blockDim;
  const bool fits =
      blocks_that_fit(function, static_cast<int>(b.x * b.y * b.z), config.dynamicSmemBytes) > 0;
  const bool large = attributes_at(function).large_clusters;
  *out(size) =
      !fits ? 0 : static_cast<int>(large ? card::kMostClusterBlocks : card::kPortableClusterBlocks);
  return cudaSuccess;
}

}  // namespace

extern "C" cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return api({"cudaFuncGetAttributes", EMU_SITE},
             [&](const Call&) { return get_attributes(attributes, function); });
}

extern "C" cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute,
                                            int value) {
  return api(
      {"cudaFuncSetAttribute", EMU_SITE},
      [&](const Call&) {
        host_passes("an attribute", &value, sizeof value);  // for which kernels can ask
        return set_attribute(function, attribute, value);
      },
      [&] {
        const bool shared = attribute == cudaFuncAttributeMaxDynamicSharedMemorySize;
        return (shared ? std::string("cudaFuncAttributeMaxDynamicSharedMemorySize")
                       : "attribute " + std::to_string(attribute)) +
               " = " + std::to_string(value);
      });
}

// Caches and banks are not emulated; the settings are accepted as on a card that needs none of
// them.

extern "C" cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  return api({"cudaFuncSetCacheConfig", EMU_SITE},
             [&](const Call&) { return function ? cudaSuccess : cudaErrorInvalidDeviceFunction; });
}

extern "C" cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  return api({"cudaFuncSetSharedMemConfig", EMU_SITE},
             [&](const Call&) { return function ? cudaSuccess : cudaErrorInvalidDeviceFunction; });
}

extern "C" cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return api({"cudaFuncGetName", EMU_SITE}, [&](const Call&) {
    const Kernel* kernel = kernel_at(function);
    if (!name) return cudaErrorInvalidValue;
    if (!kernel) return cudaErrorInvalidDeviceFunction;
    *out(name) = kernel->name.c_str();
    return cudaSuccess;
  });
}

extern "C" cudaError_t cudaGetFuncBySymbol(cudaFunction_t* result, const void* symbol) {
  return api({"cudaGetFuncBySymbol", EMU_SITE}, [&](const Call&) {
    if (!result) return cudaErrorInvalidValue;
    if (!symbol) return cudaErrorInvalidDeviceFunction;
    *out(result) = static_cast<cudaFunction_t>(const_cast<void*>(symbol));
    return cudaSuccess;
  });
}

// ---- Launches of a kernel that is a `void*`: the translator noted its parameters where it was
// cast.

namespace {

cudaError_t launch_pointer(const Call& call, const void* function, void** arguments,
                           const cudaLaunchConfig_t& config, const LaunchAttributes& attributes) {
  const KernelPointer* how = find_kernel_pointer(function);
  if (!how)
    return api(call, [&](const Call&) {
      object(call, "device-api",
             std::string(call.name) +
                 " is called with a pointer whose parameters the emulator cannot know: cast the "
                 "kernel itself, (void*)kernel",
             "emulator");
      return cudaErrorInvalidDeviceFunction;
    });
  call_program(how->stage, function, arguments);
  const checker::SourceLine& where = line_of(call.site);
  return launch_checked(config.gridDim, config.blockDim, config.dynamicSmemBytes, config.stream,
                        attributes,
                        SourceLocation::current(where.file.c_str(), where.line, call.name));
}

}  // namespace

extern "C" cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, std::size_t shared_bytes,
                                        cudaStream_t stream) {
  return launch_pointer({"cudaLaunchKernel", EMU_SITE}, function, arguments,
                        {grid, block, shared_bytes, stream, nullptr, 0}, false);
}

extern "C" cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                                   void** arguments, std::size_t shared_bytes,
                                                   cudaStream_t stream) {
  return launch_pointer({"cudaLaunchCooperativeKernel", EMU_SITE}, function, arguments,
                        {grid, block, shared_bytes, stream, nullptr, 0}, true);
}

extern "C" cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                           void** arguments) {
  if (!config)
    return api({"cudaLaunchKernelExC", EMU_SITE},
               [](const Call&) { return cudaErrorInvalidValue; });
  return launch_pointer({"cudaLaunchKernelExC", EMU_SITE}, function, arguments, *config,
                        attributes_in(*config));
}

// ---- Occupancy ----------------------------------------------------------------------------------

extern "C" cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                                     const void* function,
                                                                     int block_size,
                                                                     std::size_t dynamic_shared) {
  return api({"cudaOccupancyMaxActiveBlocksPerMultiprocessor", EMU_SITE},
             [&](const Call&) { return occupancy(blocks, function, block_size, dynamic_shared); });
}

extern "C" cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int block_size, std::size_t dynamic_shared, unsigned flags) {
  return api({"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", EMU_SITE},
             [&](const Call&) {
               if (flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
               return occupancy(blocks, function, block_size, dynamic_shared);
             });
}

extern "C" cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes,
                                                                 const void* function, int blocks,
                                                                 int block_size) {
  return api({"cudaOccupancyAvailableDynamicSMemPerBlock", EMU_SITE},
             [&](const Call&) { return available_shared(bytes, function, blocks, block_size); });
}

extern "C" cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function,
                                                            const cudaLaunchConfig_t* config) {
  return api({"cudaOccupancyMaxPotentialClusterSize", EMU_SITE}, [&](const Call&) {
    if (!size || !config) return cudaErrorInvalidValue;
    if (!function) return cudaErrorInvalidDeviceFunction;
    return largest_cluster(size, function, *config);
  });
}

extern "C" cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                                      const cudaLaunchConfig_t* config) {
  return api({"cudaOccupancyMaxActiveClusters", EMU_SITE}, [&](const Call&) {
    if (!clusters || !config) return cudaErrorInvalidValue;
    if (!function) return cudaErrorInvalidDeviceFunction;
    return active_clusters(clusters, function, *config);
  });
}

}  // namespace emu
