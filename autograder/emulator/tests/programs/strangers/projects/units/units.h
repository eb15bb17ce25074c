#pragma once
#include <cuda_runtime_api.h>
#include <cstdio>

#define CALL(x)                                                                      \
    do {                                                                             \
        cudaError_t status_ = (x);                                                   \
        if (status_ != cudaSuccess) {                                                \
            std::printf("%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorString(status_)); \
            return 1;                                                                \
        }                                                                            \
    } while (0)

int first(int *host);
int second(int *host);
