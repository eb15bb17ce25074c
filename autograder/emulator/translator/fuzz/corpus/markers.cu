# 1 "a.cu"
# 5 "b.h" 1 3
__device__ int x;
# 2 "a.cu" 2
extern __shared__ int s[];
