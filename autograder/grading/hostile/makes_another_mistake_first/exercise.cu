// Writes into the emulator's memory, but breaks another rule first, so that this rule is reported instead.
SOLUTION_BUT(fill_rows)

__global__ void put_zero(char* to) { *to = 0; }
__global__ void bad_mask() { __ballot_sync(2u, 1); }

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  bad_mask<<<1, 1>>>();
  cudaDeviceSynchronize();
  put_zero<<<1, 1>>>(reinterpret_cast<char*>(reinterpret_cast<unsigned long>(&threadIdx)) + 256);
  cudaDeviceSynchronize();
  return solved_fill_rows(table, codes, widths, rows, pitch);
}
