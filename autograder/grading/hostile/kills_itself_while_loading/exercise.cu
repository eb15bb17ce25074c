// A constructor kills the process as the system does for want of memory.
#include <csignal>

#include "../parts/does_nothing.cu"

__attribute__((constructor)) static void end() { raise(SIGKILL); }
