// cudaCreateChannelDesc by numbers.
#include "cuda_runtime_api.h"

extern "C" cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                       cudaChannelFormatKind f) {
  return cudaChannelFormatDesc{x, y, z, w, f};
}
