// A launch in clusters, which the host asks for by an attribute.
#pragma once

#include <cuda_runtime.h>

/// Points to `attribute`, which must live as long.
inline cudaLaunchConfig_t in_clusters(cudaLaunchAttribute& attribute, dim3 grid, dim3 block,
                                      dim3 cluster) {
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster.x;
  attribute.val.clusterDim.y = cluster.y;
  attribute.val.clusterDim.z = cluster.z;
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return config;
}
