// What sticks and what does not: a failed assertion or a trap in a child process each; the parent sees how they
// end. prints: assert: 710 sticky, trap: 719 sticky, PASSED
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

__global__ void asserts(const int *p) { assert(p[threadIdx.x] < 3 && "small enough"); }
__global__ void traps(int *p) { if (threadIdx.x == 1) __trap(); p[threadIdx.x] = 0; }
__global__ void fine(int *p) { p[threadIdx.x]++; }

// 0: as expected
static int child(int which)
{
  int *p;
  if (cudaMallocManaged(&p, 4 * sizeof(int))) return 1;
  for (int i = 0; i < 4; i++) p[i] = i;
  fine<<<1, 4>>>(p);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  if (which == 0) asserts<<<1, 4>>>(p);
  else traps<<<1, 4>>>(p);
  cudaError_t expected = which == 0 ? cudaErrorAssert : cudaErrorLaunchFailure;
  if (cudaGetLastError() != cudaSuccess) return 3;      // asynchronous: not yet
  if (cudaDeviceSynchronize() != expected) return 4;
  cudaGetLastError();
  if (cudaDeviceSynchronize() != expected) return 5;    // still
  void *q;
  if (cudaMalloc(&q, 16) != expected) return 6;
  return 0;
}

int main(int argc, char **argv)
{
  if (argc > 1) {
    int rc = child(atoi(argv[1]));
    _exit(rc);
  }
  int bad = 0;
  const char *names[] = {"assert: 710", "trap: 719"};
  for (int which = 0; which < 2; which++) {
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
      char arg[2] = {(char)('0' + which), 0};
      if (!freopen("/dev/null", "w", stderr)) _exit(99);
      execl("/proc/self/exe", argv[0], arg, (char *)0);
      _exit(98);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    bool ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    printf("%s %s\n", names[which], ok ? "sticky" : "otherwise");
    if (!ok) printf("  status %x\n", status);
    bad += !ok;
  }
  puts(bad ? "FAILED" : "PASSED");
  return bad != 0;
}
