// Every one-letter macro is a number, and the headers do not mind.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
static_assert(V == 1 && N == 'N' && T == 'T');
__global__ void kernel(int* out) {
  const auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  out[threadIdx.x] = cooperative_groups::reduce(tile, N, cooperative_groups::plus<int>());
  out[N] = cooperative_groups::inclusive_scan(tile, T);
}
int main() { kernel<<<1, 32>>>(nullptr); }
