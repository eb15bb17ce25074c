// NVTX's marks, ranges and names around launches, in C and in C++.
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>

#include <nvtx3/nvtx3.hpp>

#include "../../expect.h"

__global__ void add(int* data) { atomicAdd(data, 1); }

void launch_in_a_range(int* data) {
  NVTX3_FUNC_RANGE();
  const nvtx3::scoped_range range{"add", nvtx3::rgb{0, 118, 185}};
  add<<<1, 32>>>(data);
}

void push_with_attributes() {
  nvtxEventAttributes_t attributes = {};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.colorType = NVTX_COLOR_ARGB;
  attributes.color = 0xff00ff00;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = "with a color";
  nvtxRangePushEx(&attributes);
  nvtxRangePop();
}

int main() {
  int* data;
  cudaMallocManaged(&data, sizeof *data);
  *data = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  nvtxNameOsThreadA(1, "main");
  nvtxNameCudaStreamA(stream, "a stream");
  nvtxRangePush("all");
  const nvtxRangeId_t id = nvtxRangeStartA("from start to end");
  launch_in_a_range(data);
  nvtxMarkA("launched");
  nvtx3::mark("launched");
  push_with_attributes();
  cudaDeviceSynchronize();
  nvtxRangeEnd(id);
  nvtxRangePop();
  EXPECT_EQ(*data, 32);
  cudaStreamDestroy(stream);
  cudaFree(data);
  return failures();
}
