// Kernels as the device knows them: name, limits, attributes set by the host (K7).
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "card/numbers.h"
#include "emulator/launch_templates.h"
#include "emulator/seam.h"

namespace emu {

struct Kernel {
  std::string name;       // "fill"
  std::string signature;  // "fill(int*, int)"
  KernelTraits traits;
  std::size_t static_shared = 0;  // as far as seen: declarations are placed when first reached
  std::uint32_t report_index = 0;
  const KernelIdentity* identity = nullptr;
};

/// What cudaFuncSetAttribute set for a kernel, by its address; made on demand.
struct FunctionAttributes {
  std::size_t max_dynamic_shared = card::kSharedDefault;
  int carveout = -1;
  bool large_clusters = false;               // cudaFuncAttributeNonPortableClusterSizeAllowed
  unsigned required_cluster[3] = {0, 0, 0};  // cudaFuncAttributeRequiredCluster…; 0: not set
  int cluster_policy = 0;
};

/// All kernels that the program has launched or named.
struct Kernels {
  std::vector<std::unique_ptr<Kernel>> all;                 // by kernel_of; never taken back
  std::map<const void*, FunctionAttributes> attributes;     // by cudaFuncSetAttribute
  std::unordered_map<const void*, KernelPointer> pointers;  // by the program, also before main
};

/// The record behind an identity, made at its first launch.
Kernel& kernel_of(KernelIdentity& identity);
/// The attributes that hold for this kernel's launches.
const FunctionAttributes& attributes_of(const Kernel& kernel);
/// The attributes by the kernel's address, to be changed by the host.
FunctionAttributes& attributes_at(const void* kernel);
/// The kernel whose address this is; null when it was never launched and the program has not named
/// it with its type either.
Kernel* kernel_at(const void* address);
/// Makes the record of a kernel of plain parameters before its first launch. Host code only.
Kernel& meet_kernel(const void* address, const KernelPointer& how);

}  // namespace emu
