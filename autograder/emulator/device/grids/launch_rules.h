// What a launch must keep to: errors that CUDA returns for it, and what it is told otherwise.
#pragma once

#include "device/device.h"
#include "device/grids/grid.h"
#include "device/grids/kernel.h"
#include "device/grids/staged.h"

namespace emu {

struct LaunchConfiguration {
  dim3 grid, block;
  std::size_t shared_bytes;
  cudaStream_t stream;
  LaunchAttributes attributes;
  SourceLocation where;

  checker::SourceLine line() const { return {where.file_name(), where.line(), ""}; }
};

// Errors that the launch returns.

/// The device's own limits (K6), the kernel's and those of clusters. A card says 9 to device code
/// and 1 to the host (CUDA 13).
cudaError_t check_configuration(const LaunchConfiguration& c, const Kernel& kernel);
/// How its clusters are to be (K14); call only if check_configuration has found nothing wrong.
ClusterShape clusters_of(const LaunchConfiguration& c, const Kernel& kernel);
/// Whether a grid may be in such clusters. A card says 912 if not (h200-facts 1).
cudaError_t check_clusters(dim3 grid, const ClusterShape& clusters, const Kernel* kernel,
                           const FunctionAttributes& attributes);
/// A kernel that launches graphs and is not to be a node of one (C3): reported, as the program may
/// not look at the error, and refused with 801. A child would fault.
cudaError_t check_outside_graph(const Kernel& kernel, const LaunchConfiguration& c);
/// The pending-launch pool (L2). In CDP1 a full pool only made launches slower, but there was a
/// limit to nesting (L6).
cudaError_t check_pool(const Device& device);

// These only report a finding, about the staged launch.

/// Cooperative grids may not launch (K11). Device code only.
void check_cooperation(const Kernel& kernel, const LaunchConfiguration& c);
/// A recursion whose places in the pool become free, as those of tails do, has no end on a card but
/// its time limit (T10). Here each launch is written down, so memory would end it, and say nothing.
void check_that_it_ends(const Kernel& kernel, const LaunchConfiguration& c);
/// Pointers that no child may get, whether the kernel uses what it gets or not (G2, G3).
void check_pointers(const Kernel& kernel, const LaunchConfiguration& c);
/// Addresses of another device's variables (M10): all devices' copies of a variable have one
/// address here, so that it would silently mean another copy.
void check_variables(const Kernel& kernel, const LaunchConfiguration& c, int device);

}  // namespace emu
