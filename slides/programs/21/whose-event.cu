// Lecture 21: what an event of device 0 can do on two devices, and what it cannot.
#include <cstdio>

void say(const char* what, cudaError_t error) { std::printf("%-38s %d\n", what, error); }

int main() {
  cudaStream_t s0, s1;
  cudaEvent_t e0, e1;
  float ms = 0;
  cudaSetDevice(0);
  cudaStreamCreate(&s0);
  cudaEventCreate(&e0);
  cudaSetDevice(1);
  cudaStreamCreate(&s1);
  cudaEventCreate(&e1);
  // [codes]
  cudaSetDevice(1);
  say("record e0 in device 0's stream", cudaEventRecord(e0, s0));
  say("record e0 in device 1's stream", cudaEventRecord(e0, s1));
  say("device 1's stream waits for e0", cudaStreamWaitEvent(s1, e0, 0));
  say("the host waits for e0", cudaEventSynchronize(e0));
  // [codes]
  cudaEventRecord(e1, s1);
  cudaEventSynchronize(e1);
  // [time]
  say("the time from e0 to e1", cudaEventElapsedTime(&ms, e0, e1));
  // [time]
  cudaEventDestroy(e0);
  cudaEventDestroy(e1);
  cudaStreamDestroy(s0);
  cudaStreamDestroy(s1);
}
