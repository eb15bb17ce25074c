// Right; on the host it waits by std::atomic, and the message speaks of a call of the system, in a line where there is none.
#include "solution.cu"

#include <atomic>
std::atomic<int> a{1};
int go() { a.wait(0); a.notify_all(); return 0; }
