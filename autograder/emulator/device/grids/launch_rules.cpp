#include "device/grids/launch_rules.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "card/numbers.h"
#include "device/device.h"
#include "device/finding.h"
#include "device/grids/block.h"
#include "device/grids/grid.h"
#include "device/grids/kernel.h"
#include "device/grids/variables.h"
#include "device/state.h"
#include "device/threads/ended.h"
#include "memory/memory.h"

namespace emu {

namespace {

// The device's own limits (K6): nvcc checks none of them.
bool fits_device(const LaunchConfiguration& c) {
  const std::uint64_t threads = std::uint64_t{c.block.x} * c.block.y * c.block.z;
  const bool counts = c.grid.x && c.grid.y && c.grid.z && threads;
  return counts && threads <= card::kThreadsPerBlock && c.block.x <= card::kMostBlockX &&
         c.block.y <= card::kMostBlockY && c.block.z <= card::kMostBlockZ &&
         c.grid.x <= card::kMostGridX && c.grid.y <= card::kMostGridY &&
         c.grid.z <= card::kMostGridZ;
}

/// What a launch is told that is the one to be refused on purpose.
cudaError_t refusal_on_purpose() {
  if (current_block && ++state.staging.by_device == state.settings.refused_launch.number)
    return state.settings.refused_launch.error;
  if (!current_block && ++state.staging.by_host == state.settings.refused_host_launch.number)
    return state.settings.refused_host_launch.error;
  return cudaSuccess;
}

std::string words_for(Leak leak) {
  switch (leak) {
    case Leak::kOwnLocal:
      return "local memory (an automatic variable, array or parameter), which is private to the "
             "launching thread and gone when it exits";
    case Leak::kOtherLocal:
      return "another thread's local memory (an automatic variable, array or parameter), which is "
             "private to that thread and gone when it exits";
    case Leak::kOwnShared:
      return "shared memory, which is private to the launching block and gone when it ends";
    default:
      return "another block's shared memory, which is private to that block and gone when it ends";
  }
}

void diagnose_pointer(const Kernel& kernel, const LaunchConfiguration& c, Leak leak) {
  const bool local = leak == Leak::kOwnLocal || leak == Leak::kOtherLocal;
  report_finding(
      {.rule = local ? "local-pointer" : "shared-pointer",
       .message = "this launch passes " + kernel.name + " a pointer to " + words_for(leak) +
                  (local ? ": pass the values themselves, in a struct if there are many, or put "
                           "them into global memory and pass a pointer to that"
                         : ": put the data into global memory and pass a pointer to that"),
       .where = c.line(),
       .cites = local ? "G2" : "G3"});
}

// Calls `look` with each word of the state.staging.staged arguments.
template <class Look>
void each_argument_word(Look look) {
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= state.staging.staged.how->size;
       at += sizeof(std::uintptr_t)) {
    std::uintptr_t word;
    std::memcpy(&word, static_cast<const char*>(state.staging.staged.arguments) + at, sizeof word);
    look(word);
  }
}

}  // namespace

cudaError_t check_configuration(const LaunchConfiguration& c, const Kernel& kernel) {
  const cudaError_t wrong = current_block ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;
  if (!fits_device(c)) return wrong;
  if (kernel.traits.max_threads &&
      std::uint64_t{c.block.x} * c.block.y * c.block.z > kernel.traits.max_threads)
    return wrong;
  if (c.shared_bytes > attributes_of(kernel).max_dynamic_shared) return wrong;
  return check_clusters(c.grid, clusters_of(c, kernel), &kernel, attributes_of(kernel));
}

namespace {

/// What the kernel itself says, or cudaFuncSetAttribute; else nothing.
std::optional<dim3> required_cluster(const Kernel* kernel, const FunctionAttributes& attributes) {
  const unsigned* of_kernel = kernel ? kernel->traits.cluster : nullptr;
  const unsigned* size = of_kernel && of_kernel[0] ? of_kernel : attributes.required_cluster;
  if (size[0] == 0 && size[1] == 0 && size[2] == 0) return std::nullopt;
  return dim3(std::max(1u, size[0]), std::max(1u, size[1]), std::max(1u, size[2]));
}

bool same(dim3 a, dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace

ClusterShape clusters_of(const LaunchConfiguration& c, const Kernel& kernel) {
  const unsigned* asked = c.attributes.cluster;
  if (c.attributes.clustered) return {dim3(asked[0], asked[1], asked[2]), true};
  if (const auto required = required_cluster(&kernel, attributes_of(kernel)))
    return {*required, true};
  return {};
}

cudaError_t check_clusters(dim3 grid, const ClusterShape& clusters, const Kernel* kernel,
                           const FunctionAttributes& attributes) {
  constexpr auto kWrong = cudaErrorInvalidClusterSize;
  const dim3& size = clusters.size;
  if (const auto required = required_cluster(kernel, attributes);
      required && !same(*required, size))
    return kWrong;
  const std::uint64_t blocks = std::uint64_t{size.x} * size.y * size.z;
  const unsigned most =
      attributes.large_clusters ? card::kMostClusterBlocks : card::kPortableClusterBlocks;
  if (blocks == 0 || blocks > most) return kWrong;
  return grid.x % size.x || grid.y % size.y || grid.z % size.z ? kWrong : cudaSuccess;
}

cudaError_t check_outside_graph(const Kernel& kernel, const LaunchConfiguration& c) {
  if (!kernel.traits.launches_graphs) return cudaSuccess;
  report_finding(
      {.rule = "lost-graph-launch",
       .message = kernel.name +
                  " calls cudaGraphLaunch, but this launch of it is not a node of a " + "graph: " +
                  (current_block ? "a child grid that launches a graph ends with error 700"
                                 : "the launch returns error 801, and nothing of the kernel runs") +
                  ". Kernels launch graphs only as nodes of a graph themselves: capture this "
                  "launch, instantiate that graph, and launch it from the host",
       .where = c.line(),
       .cites = "C3"});
  if (current_block) device_fault(cudaErrorIllegalAddress);
  return cudaErrorNotSupported;
}

cudaError_t check_pool(const Device& device) {
  constexpr unsigned kLevels = 24;
  if (state.settings.cdp1)
    return current_block && current_block->grid->depth + 1 >= kLevels
               ? cudaErrorLaunchMaxDepthExceeded
               : cudaSuccess;
  const bool full = current_block && device.pending >= device.pending_limit;
  return full ? cudaErrorLaunchPendingCountExceeded : refusal_on_purpose();
}

void check_cooperation(const Kernel& kernel, const LaunchConfiguration& c) {
  if (current_block->grid->cooperative)
    report_finding({.rule = "device-api",
                    .message = "a grid that the host launched cooperatively launches " +
                               kernel.name + ": cooperative grids cannot use dynamic parallelism",
                    .where = c.line(),
                    .cites = "K11"});
}

void check_that_it_ends(const Kernel& kernel, const LaunchConfiguration& c) {
  if (record.launches.size() < state.settings.most_launches) return;
  report_finding({.rule = "endless-launches",
                  .message = kernel.name + " is launched when " +
                             std::to_string(state.settings.most_launches) +
                             " grids have been launched before it, out of each other up to " +
                             std::to_string(current_block->grid->depth + 1) +
                             " levels deep: a recursion, or a chain of tails, that nothing "
                             "ends? On a card only a time limit would",
                  .where = c.line(),
                  .cites = "T10"});
  device_fault(cudaErrorLaunchTimeout);
}

void check_pointers(const Kernel& kernel, const LaunchConfiguration& c) {
  for (std::size_t leak = 0; leak < state.staging.staged.leaks.size(); ++leak)
    if (state.staging.staged.leaks[leak]) diagnose_pointer(kernel, c, static_cast<Leak>(leak));
}

void check_variables(const Kernel& kernel, const LaunchConfiguration& c, int device) {
  each_argument_word([&](std::uintptr_t word) {
    const int owner = foreign_variable(word, device);
    if (owner < 0) return;
    const std::string owners = std::to_string(owner), runs = std::to_string(device);
    const memory::Allocation* variable = memory::find(word);
    report_finding({.rule = "foreign-variable",
                    .message = "this launch passes " + kernel.name + ", which runs on device " +
                               runs + ", the address of " +
                               (variable && variable->name ? variable->name : "a variable") +
                               " that cudaGetSymbolAddress gave for device " + owners +
                               ": on a card it means device " + owners +
                               "'s copy, here that of device " + runs +
                               "; ask for the address with device " + runs +
                               " current, or share memory from cudaMalloc",
                    .where = c.line(),
                    .cites = "M10"});
  });
}

}  // namespace emu
