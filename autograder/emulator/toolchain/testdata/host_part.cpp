// Host code of a program, not translated: __global__ is a name like any other.
int host_part(int n) {
  int __global__ = 2;
  return n * __global__;
}
