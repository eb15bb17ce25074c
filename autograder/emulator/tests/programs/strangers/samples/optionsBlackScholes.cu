/* Prices of European options in float, as CUDA code and as host code, and binomial trees in shared memory.
   Expected: "L1 norm below 1e-6, binomial within 1%", then "Result = PASSED". */
#include "helperCuda.h"

#define DIV_UP(a, b) (((a) + (b)-1) / (b))
const int OPT_N = 4000;
const float RISKFREE = 0.02f;
const float VOLATILITY = 0.30f;

__device__ inline float cndGPU(float d)
{
    const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f;
    const float RSQRT2PI = 0.39894228040143267793994605993438f;
    float K = __fdividef(1.0f, (1.0f + 0.2316419f * fabsf(d)));
    float cnd = RSQRT2PI * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    if (d > 0) cnd = 1.0f - cnd;
    return cnd;
}

__device__ inline void BlackScholesBodyGPU(float &CallResult, float &PutResult, float S, float X, float T, float R, float V)
{
    float sqrtT = __fdividef(1.0F, rsqrtf(T));
    float d1 = __fdividef(__logf(S / X) + (R + 0.5f * V * V) * T, V * sqrtT);
    float d2 = d1 - V * sqrtT;
    float CNDD1 = cndGPU(d1), CNDD2 = cndGPU(d2);
    float expRT = __expf(-R * T);
    CallResult = S * CNDD1 - X * expRT * CNDD2;
    PutResult = X * expRT * (1.0f - CNDD2) - S * (1.0f - CNDD1);
}

__launch_bounds__(128)
__global__ void BlackScholesGPU(float2 *__restrict d_CallResult, float2 *__restrict d_PutResult, float2 *__restrict d_StockPrice,
                                float2 *__restrict d_OptionStrike, float2 *__restrict d_OptionYears, float Riskfree, float Volatility, int optN)
{
    const int opt = blockDim.x * blockIdx.x + threadIdx.x;
    if (opt < (optN / 2)) {
        float callResult1, callResult2, putResult1, putResult2;
        BlackScholesBodyGPU(callResult1, putResult1, d_StockPrice[opt].x, d_OptionStrike[opt].x, d_OptionYears[opt].x, Riskfree, Volatility);
        BlackScholesBodyGPU(callResult2, putResult2, d_StockPrice[opt].y, d_OptionStrike[opt].y, d_OptionYears[opt].y, Riskfree, Volatility);
        d_CallResult[opt] = make_float2(callResult1, callResult2);
        d_PutResult[opt] = make_float2(putResult1, putResult2);
    }
}

// One option per block; the tree is folded step by step in shared memory.
#define NUM_STEPS 255
__global__ void binomialKernel(const float *S, const float *X, const float *T, float r, float v, float *value)
{
    __shared__ float call[NUM_STEPS + 1];
    const int o = blockIdx.x, t = threadIdx.x;
    const float dt = T[o] / NUM_STEPS, vDt = v * sqrtf(dt);
    const float If = __expf(r * dt), Df = 1 / If, u = __expf(vDt), d = 1 / u;
    const float pu = (If - d) / (u - d), puByDf = pu * Df, pdByDf = (1 - pu) * Df;
    float payoff = S[o] * expf(vDt * (2.0f * t - NUM_STEPS)) - X[o];
    call[t] = payoff > 0 ? payoff : 0;
    for (int i = NUM_STEPS; i > 0; --i) {
        __syncthreads();
        float up = t < i ? call[t + 1] : 0, down = call[t];
        __syncthreads();
        if (t < i) call[t] = puByDf * up + pdByDf * down;
    }
    if (t == 0) value[o] = call[0];
}

static double CND(double d)
{
    return 0.5 * erfc(-d / sqrt(2.0));
}

extern "C" void BlackScholesCPU(float *call, float *put, const float *s, const float *x, const float *t, float r, float v, int n)
{
    for (int opt = 0; opt < n; opt++) {
        double S = s[opt], X = x[opt], T = t[opt], R = r, V = v;
        double d1 = (log(S / X) + (R + 0.5 * V * V) * T) / (V * sqrt(T)), d2 = d1 - V * sqrt(T);
        double expRT = exp(-R * T);
        call[opt] = (float)(S * CND(d1) - X * expRT * CND(d2));
        put[opt] = (float)(X * expRT * (1.0 - CND(d2)) - S * (1.0 - CND(d1)));
    }
}

float RandFloat(float low, float high)
{
    float t = (float)rand() / (float)RAND_MAX;
    return (1.0f - t) * low + t * high;
}

int main(int argc, char **argv)
{
    const int OPT_SZ = OPT_N * sizeof(float);
    float *h[7], *d[5], *d_tree, tree[8];
    for (float *&p : h) p = (float *)malloc(OPT_SZ);
    for (float *&p : d) checkCuda(cudaMalloc((void **)&p, OPT_SZ));
    checkCuda(cudaMalloc(&d_tree, sizeof tree));
    srand(5347);
    for (int i = 0; i < OPT_N; i++) {
        h[2][i] = RandFloat(5.0f, 30.0f);
        h[3][i] = RandFloat(5.0f, 60.0f);
        h[4][i] = RandFloat(0.25f, 10.0f);
    }
    for (int i = 2; i < 5; i++) checkCuda(cudaMemcpy(d[i], h[i], OPT_SZ, cudaMemcpyHostToDevice));
    cudaEvent_t t0, t1;
    cudaEventCreate(&t0); cudaEventCreate(&t1);
    cudaEventRecord(t0, 0);
    for (int i = 0; i < 3; i++) {
        BlackScholesGPU<<<DIV_UP((OPT_N / 2), 128), 128>>>((float2 *)d[0], (float2 *)d[1], (float2 *)d[2], (float2 *)d[3], (float2 *)d[4], RISKFREE, VOLATILITY, OPT_N);
        lastError("BlackScholesGPU() execution failed\n");
    }
    cudaEventRecord(t1, 0);
    binomialKernel<<<8, NUM_STEPS + 1>>>(d[2], d[3], d[4], RISKFREE, VOLATILITY, d_tree);
    checkCuda(cudaDeviceSynchronize());
    float ms;
    cudaEventElapsedTime(&ms, t0, t1);
    for (int i = 0; i < 2; i++) checkCuda(cudaMemcpy(h[i], d[i], OPT_SZ, cudaMemcpyDeviceToHost));
    checkCuda(cudaMemcpy(tree, d_tree, sizeof tree, cudaMemcpyDeviceToHost));
    BlackScholesCPU(h[5], h[6], h[2], h[3], h[4], RISKFREE, VOLATILITY, OPT_N);
    double sum_delta = 0, sum_ref = 0, worst = 0;
    for (int i = 0; i < OPT_N; i++) {
        sum_delta += fabs(h[5][i] - h[0][i]) + fabs(h[6][i] - h[1][i]);
        sum_ref += fabs(h[5][i]);
    }
    for (int i = 0; i < 8; i++) worst = fmax(worst, fabs(tree[i] - h[5][i]) / (1 + h[5][i]));
    double L1norm = sum_delta / sum_ref;
    printf("L1 norm %s 1e-6, binomial %s 1%%\n", L1norm < 1e-6 ? "below" : "above", worst < 0.01 ? "within" : "beyond");
    for (float *p : h) free(p);
    for (float *p : d) cudaFree(p);
    cudaFree(d_tree);
    cudaEventDestroy(t0); cudaEventDestroy(t1);
    return verdict(L1norm < 1e-6 && worst < 0.01 && ms >= 0);
}
