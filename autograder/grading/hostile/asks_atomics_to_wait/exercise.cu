// Correct, but its host code waits on a `std::atomic`. The compiler's message names a system call, at a line
// that contains none.
#include "solution.cu"

#include <atomic>
std::atomic<int> a{1};
int go() { a.wait(0); a.notify_all(); return 0; }
