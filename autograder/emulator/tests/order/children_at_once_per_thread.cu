// The same for nvcc --default-stream per-thread: the default stream of device code is the thread's own,
// so that the 64 children of one block run at once (S2).
#include "children_at_once.h"
