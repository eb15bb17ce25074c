// Lab: counts words in a text in constant memory tables (KMP per chunk), a Rabin-Karp with rolling hash, and case
// folding with a look-up table. Expected output: "KMP: PASSED", "Rabin-Karp: PASSED"
#include "gputk.h"
#include <cstring>
#include <cctype>
#include <string>
#define MAX_PATTERN 32
#define PATTERNS 4

__constant__ char d_pattern[PATTERNS][MAX_PATTERN];
__constant__ int d_failure[PATTERNS][MAX_PATTERN];
__constant__ int d_length[PATTERNS];
__device__ unsigned char fold[256];
__device__ unsigned int matches[PATTERNS];

__global__ void initFold() { int c = threadIdx.x; fold[c] = c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

__global__ void kmp(const char *text, int n, int chunk) {
  const int which = blockIdx.y, m = d_length[which];
  const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
  const int end = min(begin + chunk + m - 1, n);
  unsigned found = 0;
  for (int i = begin, k = 0; i < end; i++) {
    char c = fold[(unsigned char)text[i]];
    while (k > 0 && d_pattern[which][k] != c) k = d_failure[which][k - 1];
    if (d_pattern[which][k] == c) k++;
    if (k == m) { found++; k = d_failure[which][k - 1]; }
  }
  found = __reduce_add_sync(0xffffffff, found);
  if ((threadIdx.x & 31) == 0 && found) atomicAdd(&matches[which], found);
}

__global__ void rabinKarp(const char *text, int n, const char *pattern, int m, unsigned long long want, unsigned long long top, int *positions, int *count) {
  const unsigned long long base = 257, prime = 1000000007ull;
  int stride = 64, begin = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  if (begin + m > n) return;
  unsigned long long h = 0;
  for (int i = 0; i < m; i++) h = (h * base + (unsigned char)text[begin + i]) % prime;
  for (int i = begin;; i++) {
    if (h == want) {
      bool same = true;
      for (int k = 0; same && k < m; k++) same = text[i + k] == pattern[k];
      if (same) positions[atomicAdd(count, 1)] = i;
    }
    if (i + 1 >= begin + stride || i + 1 + m > n) break;
    h = ((h + prime * base - (unsigned char)text[i] * top % prime) * base + (unsigned char)text[i + m]) % prime;
  }
}

static int countHost(std::string text, std::string p) {
  for (auto &c : text) c = tolower(c);
  int k = 0;
  for (size_t at = text.find(p); at != std::string::npos; at = text.find(p, at + 1)) k++;
  return k;
}

int main() {
  const char *words[] = {"the ", "Quick", "lazy dog", "aaa", "GPU", "\n", "zz"};
  const char *patterns[PATTERNS] = {"the", "quick", "aa", "dog"};
  std::string text;
  Rng rng(7);
  while (text.size() < 20000) text += words[rng.below(7)];
  char pattern[PATTERNS][MAX_PATTERN] = {};
  int failure[PATTERNS][MAX_PATTERN] = {}, length[PATTERNS];
  for (int p = 0; p < PATTERNS; p++) {
    strcpy(pattern[p], patterns[p]);
    length[p] = strlen(patterns[p]);
    for (int i = 1, k = 0; i < length[p]; i++) {
      while (k && pattern[p][i] != pattern[p][k]) k = failure[p][k - 1];
      if (pattern[p][i] == pattern[p][k]) k++;
      failure[p][i] = k;
    }
  }
  gpuErrchk(cudaMemcpyToSymbol(d_pattern, pattern, sizeof pattern));
  gpuErrchk(cudaMemcpyToSymbol(d_failure, failure, sizeof failure));
  gpuErrchk(cudaMemcpyToSymbol(d_length, length, sizeof length));
  char *d_text;
  gpuErrchk(cudaMalloc(&d_text, text.size()));
  gpuErrchk(cudaMemcpy(d_text, text.data(), text.size(), cudaMemcpyHostToDevice));
  initFold<<<1, 256>>>();
  int chunk = 100, threads = ((int)text.size() + chunk - 1) / chunk;
  kmp<<<dim3((threads + 63) / 64, PATTERNS), 64>>>(d_text, text.size(), chunk);
  unsigned got[PATTERNS];
  gpuErrchk(cudaMemcpyFromSymbol(got, matches, sizeof got));
  bool ok = true;
  for (int p = 0; p < PATTERNS; p++) ok = ok && got[p] == (unsigned)countHost(text, patterns[p]);
  int failed = report("KMP", ok);

  const std::string needle = "lazy dogthe ";
  unsigned long long want = 0, top = 1;
  for (size_t i = 0; i < needle.size(); i++) want = (want * 257 + (unsigned char)needle[i]) % 1000000007ull;
  for (size_t i = 1; i < needle.size(); i++) top = top * 257 % 1000000007ull;
  char *d_needle; int *positions, *count;
  gpuErrchk(cudaMallocManaged(&positions, text.size() * sizeof(int)));
  gpuErrchk(cudaMallocManaged(&count, sizeof(int)));
  gpuErrchk(cudaMalloc(&d_needle, needle.size()));
  gpuErrchk(cudaMemcpy(d_needle, needle.data(), needle.size(), cudaMemcpyHostToDevice));
  *count = 0;
  rabinKarp<<<((int)text.size() / 64 + 128) / 128, 128>>>(d_text, text.size(), d_needle, needle.size(), want, top, positions, count);
  gpuErrchk(cudaDeviceSynchronize());
  long long sum = 0;
  int k = 0;
  for (size_t at = text.find(needle); at != std::string::npos; at = text.find(needle, at + 1)) k++, sum += at;
  ok = k == *count && k > 0;
  for (int i = 0; i < *count; i++) sum -= positions[i];
  failed += report("Rabin-Karp", ok && sum == 0);
  cudaFree(d_text); cudaFree(d_needle); cudaFree(positions); cudaFree(count);
  return failed;
}
