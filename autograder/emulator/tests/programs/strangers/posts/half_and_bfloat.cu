// Half and bfloat16: axpy with half2, a dot product with float accumulators, conversions of all roundings,
// comparisons, a matrix-vector product in bfloat16.  prints: PASSED
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <stdio.h>
#include <math.h>
#define cudaCheck(e) do { cudaError_t s = e; if (s) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(s)); return 1; } } while (0)

__global__ void haxpy(int n, half a, const half *x, half *y)
{
	int start = threadIdx.x + blockDim.x * blockIdx.x;
	int stride = blockDim.x * gridDim.x;
#if __CUDA_ARCH__ >= 530
	int n2 = n/2;
	half2 *x2 = (half2*)x, *y2 = (half2*)y;
	for (int i = start; i < n2; i+= stride)
		y2[i] = __hfma2(__halves2half2(a, a), x2[i], y2[i]);
	// first thread handles singleton for odd arrays
	if (start == 0 && (n%2))
		y[n-1] = __hfma(a, x[n-1], y[n-1]);
#else
	for (int i = start; i < n; i+= stride)
		y[i] = __float2half(__half2float(a) * __half2float(x[i]) + __half2float(y[i]));
#endif
}

__global__ void scalarProductKernel(half2 const *const a, half2 const *const b, float *const results, size_t const size)
{
	const int stride = gridDim.x * blockDim.x;
	__shared__ half2 shArray[128];
	shArray[threadIdx.x] = __float2half2_rn(0.f);
	half2 value = __float2half2_rn(0.f);
	for (int i = threadIdx.x + blockDim.x * blockIdx.x; i < size; i += stride)
		value = __hfma2(a[i], b[i], value);
	shArray[threadIdx.x] = value;
	__syncthreads();
	for (int s = 64; s; s >>= 1) {
		if (threadIdx.x < s) shArray[threadIdx.x] = __hadd2(shArray[threadIdx.x], shArray[threadIdx.x + s]);
		__syncthreads();
	}
	if (threadIdx.x == 0) {
		half2 r = shArray[0];
		float f = __low2float(r) + __high2float(r);
		atomicAdd(results, f);
	}
}

__global__ void matvec(const __nv_bfloat16 *m, const __nv_bfloat162 *v, float *out, int n)
{
	int row = blockIdx.x;
	float sum = 0;
	for (int k = threadIdx.x; k < n / 2; k += 32) {
		float2 a = __bfloat1622float2(reinterpret_cast<const __nv_bfloat162 *>(m + row * n)[k]), b = __bfloat1622float2(v[k]);
		sum += a.x * b.x + a.y * b.y;
	}
	for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
	if (threadIdx.x == 0) out[row] = sum;
}

__global__ void odds(float *out)
{
	half a = __float2half(1.0f / 3), b(2.5f), c = __int2half_rn(7);
	out[0] = __half2float(__hmul(b, c));
	out[1] = (float)(b + c) - (float)(b - c);
	out[2] = __hgt(c, b) && !__hlt(c, b) && __heq(c, c) && __hisnan(__float2half(NAN));
	out[3] = __half2float(hsqrt(__float2half(2.25f))) + __half2float(hfloor(b)) + __half2float(hceil(b));
	out[4] = __half2float(__float2half_ru(1.0001f)) - __half2float(__float2half_rd(1.0001f));
	out[5] = fabsf(__half2float(a) - 1.0f / 3) < 1e-3f;
	out[6] = __half2int_rz(__float2half(-3.7f)) + __half2int_rn(__float2half(3.5f));
	half2 p = __halves2half2(b, c), q = __lowhigh2highlow(p);
	out[7] = __low2float(q) * 10 + __high2float(q);
	out[8] = __half_as_ushort(__float2half(1.0f)) == 0x3c00 && __half2float(__ushort_as_half(0x4000)) == 2;
	__nv_bfloat16 d = __float2bfloat16(3.140625f), e = d * __float2bfloat16(2.0f);
	out[9] = __bfloat162float(e) + (d < e ? 1 : 0);
	out[10] = __half2float(__hmax(b, c)) + __half2float(__hmin(b, c)) + __half2float(__habs(__hneg(c)));
	b += c; b *= __float2half(2.0f); --b;
	out[11] = (float)b;
	half mine = __shfl_down_sync(1, c, 0);
	out[12] = __half2float(mine);
	out[13] = __half2float(hexp(__float2half(0.0f))) + __half2float(hlog2(__float2half(8.0f))) + __half2float(hrcp(__float2half(4.0f)));
}

int main(void)
{
	const int n = 1001;
	half *x, *y;
	float *f;
	cudaCheck(cudaMallocManaged(&x, (n + 1) * sizeof(half)));
	cudaCheck(cudaMallocManaged(&y, (n + 1) * sizeof(half)));
	cudaCheck(cudaMallocManaged(&f, 64 * sizeof(float)));
	for (int i = 0; i <= n; i++) {
		x[i] = __float2half((float)(i % 8));
		y[i] = __float2half(1.0f);
	}
	f[0] = 0;
	haxpy<<<2, 64>>>(n, __float2half(2.0f), x, y);
	scalarProductKernel<<<2, 128>>>((half2 *)x, (half2 *)y, f, (n + 1) / 2);
	cudaCheck(cudaDeviceSynchronize());
	int bad = 0;
	float want = 0;
	for (int i = 0; i < n; i++) bad += __half2float(y[i]) != 2.0f * (i % 8) + 1;
	for (int i = 0; i <= n; i++) want += __half2float(x[i]) * __half2float(y[i]);
	bad += fabsf(f[0] - want) > 0.01f * want;
	odds<<<1, 1>>>(f);
	cudaCheck(cudaDeviceSynchronize());
	const float wants[] = {17.5f, 14, 1, 1.5f + 2 + 3, 0.0009765625f, 1, -3 + 4, 72.5f, 1, 6.28125f + 1, 7 + 2.5f + 7, 18, 7, 1 + 3 + 0.25f};
	for (int i = 0; i < 14; i++) if (f[i] != wants[i]) { printf("odds %d: %g instead of %g\n", i, f[i], wants[i]); bad++; }
	__nv_bfloat16 *m, *v;
	cudaCheck(cudaMallocManaged(&m, 16 * 64 * sizeof *m));
	cudaCheck(cudaMallocManaged(&v, 64 * sizeof *v));
	for (int i = 0; i < 16 * 64; i++) m[i] = __float2bfloat16((float)(i % 5));
	for (int i = 0; i < 64; i++) v[i] = __float2bfloat16(i * 0.5f);
	matvec<<<16, 32>>>(m, (__nv_bfloat162 *)v, f, 64);
	cudaCheck(cudaDeviceSynchronize());
	for (int r = 0; r < 16; r++) {
		float s = 0;
		for (int k = 0; k < 64; k++) s += ((r * 64 + k) % 5) * (k * 0.5f);
		bad += s != f[r];
	}
	cudaFree(x); cudaFree(y); cudaFree(f); cudaFree(m); cudaFree(v);
	puts(bad ? "FAILED" : "PASSED");
	return bad != 0;
}
