#include "life.h"
#include <cuda_runtime.h>
#include <stdexcept>
#include <string>

namespace game {
namespace {
void require(cudaError_t e, const char *what) { if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e)); }

template <int TX, int TY>
__global__ void __launch_bounds__(TX *TY) step(const Cell *__restrict__ from, Cell *__restrict__ to, int w, int h)
{
    __shared__ Cell tile[TY + 2][TX + 2];
    const int x0 = blockIdx.x * TX - 1, y0 = blockIdx.y * TY - 1;
    for (int k = threadIdx.y * TX + threadIdx.x; k < (TX + 2) * (TY + 2); k += TX * TY) {
        int x = (x0 + k % (TX + 2) + w) % w, y = (y0 + k / (TX + 2) + h) % h;
        tile[k / (TX + 2)][k % (TX + 2)] = from[y * w + x];
    }
    __syncthreads();
    const int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y;
    if (x >= w || y >= h) return;
    int n = 0;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
            if (i != 1 || j != 1) n += static_cast<int>(tile[threadIdx.y + j][threadIdx.x + i]);
    to[y * w + x] = next_state(tile[threadIdx.y + 1][threadIdx.x + 1], n);
}

__global__ void count(const Cell *cells, int n, int *total)
{
    int mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += cells[i] == Cell::alive;
    mine = __syncthreads_count(mine & 1) + 2 * __syncthreads_count(mine & 2) + 4 * __syncthreads_count(mine & 4);
    // at most 7 per thread
    if (threadIdx.x == 0) atomicAdd(total, mine);
}
}

struct Life::Impl {
    int w, h;
    Cell *board[2] = {};
    int *total = nullptr;
    cudaStream_t stream = nullptr;
    cudaGraphExec_t graph = nullptr;  // two generations
};

Life::Life(int width, int height, const std::vector<Cell> &cells) : impl_(new Impl{width, height})
{
    for (auto &b : impl_->board) require(cudaMalloc(&b, cells.size()), "cudaMalloc");
    require(cudaMalloc(&impl_->total, sizeof(int)), "cudaMalloc");
    require(cudaStreamCreateWithFlags(&impl_->stream, cudaStreamNonBlocking), "stream");
    require(cudaMemcpyAsync(impl_->board[0], cells.data(), cells.size(), cudaMemcpyDefault, impl_->stream), "copy");
    dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
    cudaGraph_t captured;
    require(cudaStreamBeginCapture(impl_->stream, cudaStreamCaptureModeThreadLocal), "capture");
    step<16, 8><<<grid, block, 0, impl_->stream>>>(impl_->board[0], impl_->board[1], width, height);
    step<16, 8><<<grid, block, 0, impl_->stream>>>(impl_->board[1], impl_->board[0], width, height);
    require(cudaStreamEndCapture(impl_->stream, &captured), "end of capture");
    require(cudaGraphInstantiate(&impl_->graph, captured, 0), "instantiate");
    require(cudaGraphDestroy(captured), "destroy");
}
Life::Life(Life &&) noexcept = default;
Life::~Life()
{
    if (!impl_) return;
    cudaGraphExecDestroy(impl_->graph);
    cudaStreamDestroy(impl_->stream);
    for (auto *b : impl_->board) cudaFree(b);
    cudaFree(impl_->total);
}
void Life::run(int generations)
{
    for (int g = 0; g < generations; g += 2) require(cudaGraphLaunch(impl_->graph, impl_->stream), "launch");
}
std::vector<Cell> Life::cells() const
{
    std::vector<Cell> out(impl_->w * impl_->h);
    require(cudaMemcpyAsync(out.data(), impl_->board[0], out.size(), cudaMemcpyDeviceToHost, impl_->stream), "copy");
    require(cudaStreamSynchronize(impl_->stream), "wait");
    return out;
}
int Life::alive() const
{
    int n = 0;
    require(cudaMemsetAsync(impl_->total, 0, sizeof(int), impl_->stream), "memset");
    count<<<8, 128, 0, impl_->stream>>>(impl_->board[0], impl_->w * impl_->h, impl_->total);
    require(cudaMemcpyAsync(&n, impl_->total, sizeof n, cudaMemcpyDeviceToHost, impl_->stream), "copy");
    require(cudaStreamSynchronize(impl_->stream), "wait");
    return n;
}
}
