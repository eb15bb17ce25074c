// What samples share: error checks as macros over inline functions, a timer, and a check of results.
#ifndef HELPER_CUDA_H
#define HELPER_CUDA_H
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

template <typename T>
void checkResult(T result, char const *const func, const char *const file, int const line)
{
    if (result)
    {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
                static_cast<unsigned int>(result), cudaGetErrorName(result), func);
        exit(EXIT_FAILURE);
    }
}

#define checkCuda(val) checkResult((val), #val, __FILE__, __LINE__)
#define lastError(msg) __lastError(msg, __FILE__, __LINE__)

inline void __lastError(const char *errorMessage, const char *file, const int line)
{
    cudaError_t err = cudaGetLastError();
    if (cudaSuccess != err)
    {
        fprintf(stderr, "%s(%i) : lastError() CUDA error : %s : (%d) %s.\n", file, line,
                errorMessage, static_cast<int>(err), cudaGetErrorString(err));
        exit(EXIT_FAILURE);
    }
}

inline int flagGiven(const int argc, const char **argv, const char *name)
{
    for (int i = 1; i < argc; i++)
    {
        const char *s = argv[i];
        while (*s == '-') s++;
        size_t n = strlen(name);
        if (!strncmp(s, name, n) && (s[n] == 0 || s[n] == '=')) return i;
    }
    return 0;
}

inline int flagValue(const int argc, const char **argv, const char *name, int otherwise)
{
    int i = flagGiven(argc, argv, name);
    const char *eq = i ? strchr(argv[i], '=') : NULL;
    return eq ? atoi(eq + 1) : otherwise;
}

inline int iDivUp(int a, int b) { return (a % b != 0) ? (a / b + 1) : (a / b); }

// Picks the device as samples do, and says which.
inline int pickDevice(int argc, const char **argv)
{
    int devID = flagValue(argc, argv, "device", 0), count = 0;
    checkCuda(cudaGetDeviceCount(&count));
    if (devID >= count) devID = 0;
    cudaDeviceProp prop;
    checkCuda(cudaGetDeviceProperties(&prop, devID));
    checkCuda(cudaSetDevice(devID));
    printf("GPU Device %d with compute capability %d.%d\n", devID, prop.major, prop.minor);
    return devID;
}

inline int verdict(bool ok)
{
    printf("Result = %s\n", ok ? "PASSED" : "FAILED");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif // HELPER_CUDA_H
