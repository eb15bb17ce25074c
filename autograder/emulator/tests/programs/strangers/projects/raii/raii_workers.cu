// RAII streams, std::thread workers with a stream each, std::async, generic lambdas of both sides, host functions
// that fulfil promises, and an exception that an error became. Expected: "4 workers, 3 tasks, refused", "PASSED"
#include "cuda_raii.hpp"
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <future>
#include <mutex>
#include <numeric>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

static long long triangle(long long n) { return n * (n - 1) / 2; }

static long long sum_of_squares_mod(int n, int mod, std::promise<void>* done)
{
    cux::stream s;
    cux::async_buffer<int> values(n, s);
    cux::async_buffer<long long> wide(n, s), result(1, s);
    auto v = values.view();
    auto w = wide.view();
    cux::parallel_for(s, n, [=] __device__(std::size_t i) { v[i] = static_cast<int>(i * i % mod); });
    cux::parallel_for(s, n, [=] __host__ __device__(std::size_t i) { w[i] = v[i]; });
    cux::fold<<<1, 64, 64 * sizeof(long long), s>>>(cux::span<const long long>{w.data_, w.size_}, result.view().data_, 0ll,
                                                     [] __device__(long long a, long long b) { return a + b; });
    std::array<long long, 1> host{-1};
    result.download(host);
    if (done) s.enqueue([done] { done->set_value(); });
    s.synchronize();
    return host[0];
}

static long long expected(int n, int mod) { long long t = 0; for (long long i = 0; i < n; ++i) t += i * i % mod; return t; }

// of the host: error 9 until CUDA 12
constexpr cudaError_t kTooManyThreads = CUDART_VERSION < 13000 ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;

int main()
{
    bool ok = true;
    std::mutex mutex;
    std::vector<std::pair<int, long long>> results;
    {
        std::vector<std::thread> workers;
        for (int t = 0; t < 4; ++t)
            workers.emplace_back([&, t] {
                auto r = sum_of_squares_mod(1000 + 100 * t, 97 + t, nullptr);
                std::lock_guard<std::mutex> lock(mutex);
                results.emplace_back(t, r);
            });
        for (auto& w : workers) w.join();
    }
    for (auto [t, r] : results) ok &= r == expected(1000 + 100 * t, 97 + t);

    std::vector<std::promise<void>> heard(3);
    std::vector<std::future<long long>> tasks;
    for (int t = 0; t < 3; ++t) tasks.push_back(std::async(std::launch::async, sum_of_squares_mod, 500, 11 + t, &heard[t]));
    for (int t = 0; t < 3; ++t) {
        heard[t].get_future().wait();
        ok &= tasks[t].get() == expected(500, 11 + t);
    }

    std::optional<cudaError_t> refused;
    try {
        cux::stream s;
        cux::event a, b;
        a.record(s);
        cux::parallel_for(s, 100, [] __device__(auto) {});
        b.record(s);
        s.synchronize();
        ok &= b - a > 0;
        cux::for_index<<<1, 4096, 0, s>>>(1, [] __device__(std::size_t) {});
        CUX_CHECK(cudaGetLastError());
    } catch (const cux::error& e) {
        refused = e.code();
        ok &= std::string_view(e.what()).find(cudaGetErrorName(kTooManyThreads)) != std::string_view::npos;
    }
    std::printf("%zu workers, %zu tasks, %s\n", results.size(), tasks.size(), refused ? "refused" : "not refused");
    ok &= refused == kTooManyThreads && triangle(4) == 6;
    std::puts(ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
