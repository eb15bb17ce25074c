// A constructor kills the process as the system does when memory runs out.
#include <csignal>

#include "../parts/does_nothing.cu"

__attribute__((constructor)) static void end() { raise(SIGKILL); }
