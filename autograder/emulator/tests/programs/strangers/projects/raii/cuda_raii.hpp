#pragma once
// Wrappers as one finds them in GitHub projects: moves, deleters, spans, exceptions.
#include <cuda_runtime.h>
#include <cstddef>
#include <functional>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace cux {

class error : public std::runtime_error {
public:
    error(cudaError_t code, const char* expression, const char* file, int line)
        : std::runtime_error(message(code, expression, file, line)), code_(code) {}
    cudaError_t code() const noexcept { return code_; }
private:
    static std::string message(cudaError_t c, const char* e, const char* f, int l) {
        std::ostringstream os;
        os << f << '(' << l << "): " << e << " returned " << cudaGetErrorName(c) << ", " << cudaGetErrorString(c);
        return os.str();
    }
    cudaError_t code_;
};

#define CUX_CHECK(...)                                                                      \
    [&] {                                                                                   \
        if (const auto cux_e = (__VA_ARGS__); cux_e != cudaSuccess)                         \
            throw ::cux::error(cux_e, #__VA_ARGS__, __FILE__, __LINE__);                    \
    }()

template <typename Handle, cudaError_t (*Destroy)(Handle)>
class unique_handle {
    Handle h_{};
public:
    unique_handle() = default;
    explicit unique_handle(Handle h) noexcept : h_(h) {}
    unique_handle(unique_handle&& o) noexcept : h_(std::exchange(o.h_, Handle{})) {}
    unique_handle& operator=(unique_handle&& o) noexcept { std::swap(h_, o.h_); return *this; }
    ~unique_handle() { if (h_) Destroy(h_); }
    Handle get() const noexcept { return h_; }
    operator Handle() const noexcept { return h_; }
};

struct stream : unique_handle<cudaStream_t, cudaStreamDestroy> {
    explicit stream(unsigned flags = cudaStreamNonBlocking) : unique_handle(make(flags)) {}
    void synchronize() const { CUX_CHECK(cudaStreamSynchronize(get())); }
    template <typename F>
    void enqueue(F f) const {
        auto p = std::make_unique<std::function<void()>>(std::move(f));
        CUX_CHECK(cudaLaunchHostFunc(get(), [](void* q) { std::unique_ptr<std::function<void()>>(static_cast<std::function<void()>*>(q))->operator()(); }, p.get()));
        p.release();
    }
private:
    static cudaStream_t make(unsigned flags) { cudaStream_t s; CUX_CHECK(cudaStreamCreateWithFlags(&s, flags)); return s; }
};
struct event : unique_handle<cudaEvent_t, cudaEventDestroy> {
    event() : unique_handle([] { cudaEvent_t e; CUX_CHECK(cudaEventCreate(&e)); return e; }()) {}
    void record(const stream& s) const { CUX_CHECK(cudaEventRecord(get(), s)); }
    float operator-(const event& earlier) const { float ms; CUX_CHECK(cudaEventElapsedTime(&ms, earlier, get())); return ms; }
};

template <typename T>
struct span {
    T* data_; std::size_t size_;
    __host__ __device__ T& operator[](std::size_t i) const { return data_[i]; }
    __host__ __device__ std::size_t size() const { return size_; }
    __host__ __device__ T* begin() const { return data_; }
    __host__ __device__ T* end() const { return data_ + size_; }
};

template <typename T>
class async_buffer {
    static_assert(std::is_trivially_copyable_v<T>);
    T* p_ = nullptr; std::size_t n_ = 0; cudaStream_t s_ = nullptr;
public:
    async_buffer(std::size_t n, const stream& s) : n_(n), s_(s) { CUX_CHECK(cudaMallocAsync(&p_, n * sizeof(T), s_)); }
    async_buffer(async_buffer&& o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(o.n_), s_(o.s_) {}
    ~async_buffer() { if (p_) cudaFreeAsync(p_, s_); }
    span<T> view() const { return {p_, n_}; }
    template <typename C> void upload(const C& c) { CUX_CHECK(cudaMemcpyAsync(p_, std::data(c), std::size(c) * sizeof(T), cudaMemcpyHostToDevice, s_)); }
    template <typename C> void download(C& c) const { CUX_CHECK(cudaMemcpyAsync(std::data(c), p_, std::size(c) * sizeof(T), cudaMemcpyDeviceToHost, s_)); }
};

template <typename F>
__global__ void for_index(std::size_t n, F f) {
    for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < n; i += std::size_t(gridDim.x) * blockDim.x) f(i);
}
template <typename F>
void parallel_for(const stream& s, std::size_t n, F&& f) {
    constexpr unsigned threads = 128;
    for_index<<<unsigned((n + threads - 1) / threads), threads, 0, s>>>(n, std::forward<F>(f));
    CUX_CHECK(cudaGetLastError());
}
template <typename T, typename Op>
__global__ void fold(span<const T> in, T* out, T identity, Op op) {
    extern __shared__ __align__(16) unsigned char raw[];
    T* s = reinterpret_cast<T*>(raw);
    T acc = identity;
    for (std::size_t i = threadIdx.x; i < in.size(); i += blockDim.x) acc = op(acc, in[i]);
    s[threadIdx.x] = acc;
    __syncthreads();
    for (unsigned h = blockDim.x / 2; h; h >>= 1) {
        if (threadIdx.x < h) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + h]);
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = s[0];
}

}  // namespace cux
