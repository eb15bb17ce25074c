// A hash table with linear probing: insert by atomicCAS, look up, delete by writing the empty value, iterate.
// prints: inserted, deleted, then PASSED
#include <cstdint>
#include <cstdio>
#include <random>
#include <unordered_map>
#include <unordered_set>
#include <vector>
#include <cuda_runtime.h>

struct KeyValue { uint32_t key; uint32_t value; };
const uint32_t kHashTableCapacity = 16 * 1024;
const uint32_t kNumKeyValues = kHashTableCapacity / 2;
const uint32_t kEmpty = 0xffffffff;

// 32 bit Murmur3-like finalizer
__device__ uint32_t hash(uint32_t k)
{
    k ^= k >> 16;
    k *= 0x85ebca6b;
    k ^= k >> 13;
    k *= 0xc2b2ae35;
    k ^= k >> 16;
    return k & (kHashTableCapacity-1);
}

__global__ void gpu_hashtable_insert(KeyValue* hashtable, const KeyValue* kvs, unsigned int numkvs)
{
    unsigned int threadid = blockIdx.x*blockDim.x + threadIdx.x;
    if (threadid < numkvs)
    {
        uint32_t key = kvs[threadid].key;
        uint32_t value = kvs[threadid].value;
        uint32_t slot = hash(key);
        while (true)
        {
            uint32_t prev = atomicCAS(&hashtable[slot].key, kEmpty, key);
            if (prev == kEmpty || prev == key)
            {
                atomicMax(&hashtable[slot].value, value);
                return;
            }
            slot = (slot + 1) & (kHashTableCapacity-1);
        }
    }
}

__global__ void gpu_hashtable_lookup(KeyValue* hashtable, KeyValue* kvs, unsigned int numkvs)
{
    unsigned int threadid = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadid < numkvs)
    {
        uint32_t key = kvs[threadid].key;
        uint32_t slot = hash(key);
        while (true)
        {
            if (hashtable[slot].key == key)
            {
                kvs[threadid].value = hashtable[slot].value;
                return;
            }
            if (hashtable[slot].key == kEmpty)
            {
                kvs[threadid].value = kEmpty;
                return;
            }
            slot = (slot + 1) & (kHashTableCapacity - 1);
        }
    }
}

__global__ void gpu_hashtable_delete(KeyValue* hashtable, const KeyValue* kvs, unsigned int numkvs)
{
    unsigned int threadid = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadid < numkvs)
    {
        uint32_t key = kvs[threadid].key;
        uint32_t slot = hash(key);
        while (true)
        {
            if (hashtable[slot].key == key) { atomicExch(&hashtable[slot].value, kEmpty); return; }
            if (hashtable[slot].key == kEmpty) return;
            slot = (slot + 1) & (kHashTableCapacity - 1);
        }
    }
}

__global__ void gpu_iterate_hashtable(const KeyValue* pHashTable, KeyValue* kvs, uint32_t* kvs_size)
{
    unsigned int threadid = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadid < kHashTableCapacity)
    {
        if (pHashTable[threadid].key != kEmpty)
        {
            uint32_t value = pHashTable[threadid].value;
            if (value != kEmpty)
            {
                uint32_t size = atomicAdd(kvs_size, 1);
                kvs[size] = pHashTable[threadid];
            }
        }
    }
}

// values: zero at first, so that atomicMax sees a number
__global__ void clear(KeyValue* t) { int i = blockIdx.x * blockDim.x + threadIdx.x; t[i] = {kEmpty, 0}; }

int main()
{
    std::mt19937 rng(4711);
    std::uniform_int_distribution<uint32_t> dis(0, 6000);
    std::vector<KeyValue> insert_kvs(kNumKeyValues);
    for (auto& kv : insert_kvs) kv = {dis(rng), dis(rng)};
    std::vector<KeyValue> delete_kvs(insert_kvs.begin(), insert_kvs.begin() + 1000);
    std::unordered_map<uint32_t, uint32_t> want;
    for (auto& kv : insert_kvs) { auto& v = want[kv.key]; v = std::max(v, kv.value); }
    size_t inserted = want.size();
    for (auto& kv : delete_kvs) want.erase(kv.key);

    KeyValue *pHashTable, *device_kvs;
    uint32_t* device_num_kvs;
    cudaMalloc(&pHashTable, sizeof(KeyValue) * kHashTableCapacity);
    cudaMalloc(&device_kvs, sizeof(KeyValue) * kNumKeyValues);
    cudaMalloc(&device_num_kvs, sizeof(uint32_t));
    cudaMemset(device_num_kvs, 0, sizeof(uint32_t));
    clear<<<kHashTableCapacity / 256, 256>>>(pHashTable);
    int mingridsize, threadblocksize;
    cudaOccupancyMaxPotentialBlockSize(&mingridsize, &threadblocksize, gpu_hashtable_insert, 0, 0);
    int gridsize = ((uint32_t)kNumKeyValues + threadblocksize - 1) / threadblocksize;
    cudaMemcpy(device_kvs, insert_kvs.data(), sizeof(KeyValue) * kNumKeyValues, cudaMemcpyHostToDevice);
    gpu_hashtable_insert<<<gridsize, threadblocksize>>>(pHashTable, device_kvs, kNumKeyValues);
    cudaMemcpy(device_kvs, delete_kvs.data(), sizeof(KeyValue) * delete_kvs.size(), cudaMemcpyHostToDevice);
    gpu_hashtable_delete<<<(1000 + 127) / 128, 128>>>(pHashTable, device_kvs, (uint32_t)delete_kvs.size());
    gpu_iterate_hashtable<<<kHashTableCapacity / 512, 512>>>(pHashTable, device_kvs, device_num_kvs);
    uint32_t n;
    cudaMemcpy(&n, device_num_kvs, sizeof n, cudaMemcpyDeviceToHost);
    std::vector<KeyValue> got(n);
    cudaMemcpy(got.data(), device_kvs, n * sizeof(KeyValue), cudaMemcpyDeviceToHost);
    bool ok = n == want.size();
    for (auto& kv : got) ok = ok && want.count(kv.key) && want[kv.key] == kv.value;
    // looked up: what is there, what was deleted, what never was
    std::vector<KeyValue> ask;
    for (uint32_t k = 0; k < 6100; k += 7) ask.push_back({k, 1});
    cudaMemcpy(device_kvs, ask.data(), sizeof(KeyValue) * ask.size(), cudaMemcpyHostToDevice);
    gpu_hashtable_lookup<<<(ask.size() + 255) / 256, 256>>>(pHashTable, device_kvs, ask.size());
    cudaMemcpy(ask.data(), device_kvs, sizeof(KeyValue) * ask.size(), cudaMemcpyDeviceToHost);
    for (auto& kv : ask) ok = ok && kv.value == (want.count(kv.key) ? want[kv.key] : kEmpty);
    printf("inserted %zu, deleted %zu\n", inserted, inserted - want.size());
    cudaFree(pHashTable); cudaFree(device_kvs); cudaFree(device_num_kvs);
    ok = ok && cudaGetLastError() == cudaSuccess;
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
