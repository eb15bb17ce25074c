/* Bezier lines whose children allocate their vertices on the device heap and whose parents free them later.
   Expected: "256 lines", then "Result = PASSED". */
#include "helperCuda.h"

__forceinline__ __device__ float2 operator+(float2 a, float2 b) { float2 c; c.x = a.x + b.x; c.y = a.y + b.y; return c; }
__forceinline__ __device__ float2 operator-(float2 a, float2 b) { float2 c; c.x = a.x - b.x; c.y = a.y - b.y; return c; }
__forceinline__ __device__ float2 operator*(float a, float2 b) { float2 c; c.x = a * b.x; c.y = a * b.y; return c; }
__forceinline__ __device__ float length(float2 a) { return sqrtf(a.x * a.x + a.y * a.y); }

#define MAX_TESSELLATION 32
struct BezierLine
{
    float2 CP[3];
    float2 *vertexPos;
    int nVertices;
};

__global__ void computeBezierLinePositions(int lidx, BezierLine *bLines, int nTessPoints)
{
    int idx = threadIdx.x + blockDim.x * blockIdx.x;
    if (idx < nTessPoints) {
        float u = (float)idx / (float)(nTessPoints - 1);
        float omu = 1.0f - u;
        float B3u[3];
        B3u[0] = omu * omu;
        B3u[1] = 2.0f * u * omu;
        B3u[2] = u * u;
        float2 position = {0, 0};
        for (int i = 0; i < 3; i++) position = position + B3u[i] * bLines[lidx].CP[i];
        bLines[lidx].vertexPos[idx] = position;
    }
}

__global__ void computeBezierLinesCDP(BezierLine *bLines, int nLines)
{
    int lidx = threadIdx.x + blockDim.x * blockIdx.x;
    if (lidx < nLines) {
        float curvature = length(bLines[lidx].CP[1] - 0.5f * (bLines[lidx].CP[0] + bLines[lidx].CP[2])) /
                          length(bLines[lidx].CP[2] - bLines[lidx].CP[0]);
        int nTessPoints = min(max((int)(curvature * 16.0f), 4), MAX_TESSELLATION);
        if (bLines[lidx].vertexPos == NULL) {
            bLines[lidx].nVertices = nTessPoints;
            cudaMalloc((void **)&bLines[lidx].vertexPos, nTessPoints * sizeof(float2));
        }
        computeBezierLinePositions<<<ceilf((float)bLines[lidx].nVertices / 32.0f), 32>>>(lidx, bLines, bLines[lidx].nVertices);
    }
}

__global__ void measureLines(const BezierLine *bLines, int nLines, float *lengths)
{
    int lidx = threadIdx.x + blockDim.x * blockIdx.x;
    if (lidx >= nLines) return;
    float sum = 0;
    for (int i = 1; i < bLines[lidx].nVertices; i++)
        sum += length(bLines[lidx].vertexPos[i] - bLines[lidx].vertexPos[i - 1]);
    lengths[lidx] = sum;
}

__global__ void freeVertexMem(BezierLine *bLines, int nLines)
{
    int lidx = threadIdx.x + blockDim.x * blockIdx.x;
    if (lidx < nLines) cudaFree(bLines[lidx].vertexPos);
}

#define N_LINES 256
#define BLOCK_DIM 64
int main(int argc, char **argv)
{
    BezierLine *bLines_h = new BezierLine[N_LINES];
    float2 last = {0, 0};
    for (int i = 0; i < N_LINES; i++) {
        bLines_h[i].CP[0] = last;
        for (int j = 1; j < 3; j++) {
            bLines_h[i].CP[j].x = (float)((i * 31 + j * 17) % 100) / 10;
            bLines_h[i].CP[j].y = (float)((i * 57 + j * 29 + 1) % 100) / 10 + 0.05f;
        }
        last = bLines_h[i].CP[2];
        bLines_h[i].vertexPos = NULL;
        bLines_h[i].nVertices = 0;
    }
    BezierLine *bLines_d;
    float *lengths_d, lengths_h[N_LINES];
    checkCuda(cudaMalloc((void **)&bLines_d, N_LINES * sizeof(BezierLine)));
    checkCuda(cudaMalloc((void **)&lengths_d, sizeof lengths_h));
    checkCuda(cudaMemcpy(bLines_d, bLines_h, N_LINES * sizeof(BezierLine), cudaMemcpyHostToDevice));
    computeBezierLinesCDP<<<(unsigned int)ceil((float)N_LINES / (float)BLOCK_DIM), BLOCK_DIM>>>(bLines_d, N_LINES);
    measureLines<<<iDivUp(N_LINES, BLOCK_DIM), BLOCK_DIM>>>(bLines_d, N_LINES, lengths_d);
    freeVertexMem<<<(unsigned int)ceil((float)N_LINES / (float)BLOCK_DIM), BLOCK_DIM>>>(bLines_d, N_LINES);
    checkCuda(cudaMemcpy(lengths_h, lengths_d, sizeof lengths_h, cudaMemcpyDeviceToHost));
    int good = 0;
    for (int i = 0; i < N_LINES; i++) { // between the chord and the control polygon
        float2 a = bLines_h[i].CP[0], b = bLines_h[i].CP[1], c = bLines_h[i].CP[2];
        float chord = hypotf(c.x - a.x, c.y - a.y), polygon = hypotf(b.x - a.x, b.y - a.y) + hypotf(c.x - b.x, c.y - b.y);
        good += lengths_h[i] >= chord * 0.9999f && lengths_h[i] <= polygon * 1.0001f;
    }
    printf("%d lines\n", good);
    checkCuda(cudaFree(bLines_d));
    checkCuda(cudaFree(lengths_d));
    delete[] bLines_h;
    return verdict(good == N_LINES);
}
