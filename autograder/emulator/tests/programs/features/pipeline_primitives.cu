// Copies into shared memory with the pipeline primitives, double-buffered and zero-filled; two
// streams tied by events, a host function and an old-style callback.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <atomic>
#include <cstdio>
#define T 64
__global__ void staged(const float4 *in, float *out, int chunks) {
  __shared__ alignas(16) float4 buf[2][T];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&buf[0][t], &in[blockIdx.x * chunks * T + t], sizeof(float4));
  __pipeline_commit();
  float acc = 0;
  for (int c = 0; c < chunks; ++c) {
    if (c + 1 < chunks) {
      __pipeline_memcpy_async(&buf[(c + 1) & 1][t], &in[(blockIdx.x * chunks + c + 1) * T + t], 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    float4 v = buf[c & 1][T - 1 - t];
    acc += v.x + v.y * 2 + v.z * 3 + v.w * 4;
    __syncthreads();
  }
  out[blockIdx.x * T + t] = acc;
}
__global__ void zfill(const int *in, int *out, int n) {
  __shared__ int s[T];
  int t = threadIdx.x, i = blockIdx.x * T + t;
  int left = n - i;
  __pipeline_memcpy_async(&s[t], &in[left > 0 ? i : 0], sizeof(int), left > 0 ? 0 : sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[i] = s[t ^ 1];
}
struct Note {
  std::atomic<int> calls{0};
  float *host;
  float sum = 0;
};
void CUDART_CB done(void *p) {
  Note *n = static_cast<Note *>(p);
  n->calls++;
  for (int i = 0; i < T * 4; ++i) n->sum += n->host[i];
}
void CUDART_CB old_style(cudaStream_t, cudaError_t status, void *p) {
  if (status == cudaSuccess) static_cast<Note *>(p)->calls += 10;
}
int main() {
  const int chunks = 5, blocks = 4, n = chunks * blocks * T;
  float4 *h, *d;
  float *o, *ho;
  cudaMallocHost((void **)&h, n * 16);
  cudaHostAlloc((void **)&ho, T * blocks * 4, cudaHostAllocDefault);
  for (int i = 0; i < n; ++i) h[i] = make_float4(i % 5, i % 7, i % 3, 1);
  cudaMalloc(&d, n * 16);
  cudaMalloc(&o, blocks * T * 4);
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreateWithPriority(&b, cudaStreamNonBlocking, 0);
  cudaEvent_t up, ran;
  cudaEventCreateWithFlags(&up, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&ran, cudaEventBlockingSync | cudaEventDisableTiming);
  Note note;
  note.host = ho;
  cudaMemcpyAsync(d, h, n * 16, cudaMemcpyHostToDevice, a);
  cudaEventRecord(up, a);
  cudaStreamWaitEvent(b, up, 0);
  staged<<<blocks, T, 0, b>>>(d, o, chunks);
  cudaEventRecord(ran, b);
  cudaStreamWaitEvent(a, ran);
  cudaMemcpyAsync(ho, o, blocks * T * 4, cudaMemcpyDeviceToHost, a);
  cudaLaunchHostFunc(a, done, &note);
  cudaStreamAddCallback(a, old_style, &note, 0);
  int bad = cudaStreamSynchronize(a) != cudaSuccess || cudaStreamQuery(b) != cudaSuccess ||
            cudaEventQuery(ran) != cudaSuccess;
  float total = 0;
  for (int k = 0; k < blocks; ++k)
    for (int t = 0; t < T; ++t) {
      float acc = 0;
      for (int c = 0; c < chunks; ++c) {
        float4 v = h[(k * chunks + c) * T + T - 1 - t];
        acc += v.x + v.y * 2 + v.z * 3 + v.w * 4;
      }
      bad += acc != ho[k * T + t];
      total += acc;
    }
  bad += note.calls != 11 || note.sum != total;
  int *zi, *zo;
  cudaMallocManaged(&zi, 400);
  cudaMallocManaged(&zo, 4 * 128);
  for (int i = 0; i < 100; ++i) zi[i] = i + 1;
  zfill<<<2, T>>>(zi, zo, 100);
  bad += cudaDeviceSynchronize();
  for (int i = 0; i < 128; ++i) bad += zo[i] != ((i ^ 1) < 100 ? (i ^ 1) + 1 : 0);
  cudaFreeHost(h);
  cudaFreeHost(ho);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaEventDestroy(up);
  cudaEventDestroy(ran);
  cudaFree(d);
  cudaFree(o);
  cudaFree(zi);
  cudaFree(zo);
  printf("%s\n", bad ? "bad" : "good");
  return bad;
}
