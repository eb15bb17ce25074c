// Asks the device for 300 GB and returns the device's error, which is 2 on an H200, too.
SOLUTION_BUT(fill_rows)

extern "C" int fill_rows(int* table, int* codes, const int* widths, int rows, int pitch) {
  DeviceArray<char> all;
  TRY(cudaMalloc(&all.data, size_t{300} << 30));
  return solved_fill_rows(table, codes, widths, rows, pitch);
}
