#include <cublas_v2.h>

cublasHandle_t handle;
