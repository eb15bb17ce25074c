// The names of the driver API that programs on the runtime API use. There is no driver to call.
#pragma once

#include "cuda_runtime_api.h"

#define __cuda_cuda_h__  // programs ask whether CUDA has been included
#define CUDA_VERSION CUDART_VERSION

typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaArray_t CUarray;
typedef cudaTextureObject_t CUtexObject;
typedef cudaSurfaceObject_t CUsurfObject;
