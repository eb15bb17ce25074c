/* Quicksort by dynamic parallelism: left and right in streams of their own, selection sort below a depth.
   Expected: "Validating results: OK", then "Result = PASSED". */
#include <iostream>
#include <cstdio>
#include "helperCuda.h"

#define MAX_DEPTH 16
#define INSERTION_SORT 32

__device__ void selection_sort(unsigned int *data, int left, int right)
{
    for (int i = left; i <= right; ++i) {
        unsigned min_val = data[i];
        int min_idx = i;
        for (int j = i + 1; j <= right; ++j) {
            unsigned val_j = data[j];
            if (val_j < min_val) {
                min_idx = j;
                min_val = val_j;
            }
        }
        if (i != min_idx) {
            data[min_idx] = data[i];
            data[i] = min_val;
        }
    }
}

__global__ void cdp_simple_quicksort(unsigned int *data, int left, int right, int depth)
{
    if (depth >= MAX_DEPTH || right - left <= INSERTION_SORT) {
        selection_sort(data, left, right);
        return;
    }
    unsigned int *lptr = data + left;
    unsigned int *rptr = data + right;
    unsigned int pivot = data[(left + right) / 2];
    while (lptr <= rptr) {
        unsigned int lval = *lptr;
        unsigned int rval = *rptr;
        while (lval < pivot) {
            lptr++;
            lval = *lptr;
        }
        while (rval > pivot) {
            rptr--;
            rval = *rptr;
        }
        if (lptr <= rptr) {
            *lptr++ = rval;
            *rptr-- = lval;
        }
    }
    int nright = rptr - data;
    int nleft = lptr - data;
    if (left < (rptr - data)) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        cdp_simple_quicksort<<<1, 1, 0, s>>>(data, left, nright, depth + 1);
        cudaStreamDestroy(s);
    }
    if ((lptr - data) < right) {
        cudaStream_t s1;
        cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
        cdp_simple_quicksort<<<1, 1, 0, s1>>>(data, nleft, right, depth + 1);
        cudaStreamDestroy(s1);
    }
}

void run_qsort(unsigned int *data, unsigned int nitems)
{
    int left = 0;
    int right = nitems - 1;
    std::cout << "Launching kernel on the GPU" << std::endl;
    cdp_simple_quicksort<<<1, 1>>>(data, left, right, 0);
    checkCuda(cudaDeviceSynchronize());
}

int main(int argc, char **argv)
{
    int num_items = flagValue(argc, (const char **)argv, "num_items", 1000);
    unsigned int *h_data = (unsigned int *)malloc(num_items * sizeof(unsigned int));
    srand(2047);
    for (int i = 0; i < num_items; i++) h_data[i] = rand() % num_items;
    unsigned long long before = 0, after = 0;
    for (int i = 0; i < num_items; i++) before += h_data[i];
    unsigned int *d_data = 0;
    checkCuda(cudaMalloc((void **)&d_data, num_items * sizeof(unsigned int)));
    checkCuda(cudaMemcpy(d_data, h_data, num_items * sizeof(unsigned int), cudaMemcpyHostToDevice));
    run_qsort(d_data, num_items);
    checkCuda(cudaMemcpy(h_data, d_data, num_items * sizeof(unsigned), cudaMemcpyDeviceToHost));
    std::cout << "Validating results: ";
    bool ok = true;
    for (int i = 0; i < num_items; ++i) {
        after += h_data[i];
        if (i && h_data[i - 1] > h_data[i]) {
            std::cout << "Invalid item[" << i - 1 << "]: " << h_data[i - 1] << " greater than " << h_data[i] << std::endl;
            ok = false;
        }
    }
    std::cout << (ok ? "OK" : "wrong") << std::endl;
    free(h_data);
    checkCuda(cudaFree(d_data));
    return verdict(ok && before == after);
}
