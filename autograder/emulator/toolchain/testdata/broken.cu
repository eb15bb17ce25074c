// An error for the compiler: its message must name this file, line and column.
__global__ void fill(int* data) { data[0] = 1; }
int main() {
  int* data = nullptr;
  fill<<<1, 32>>>(dta);
}
