// Correct, but makes the emulator run a shell command, after which the process that starts the runs gets no
// more processor time.
#include "../parts/solves_after_attack.cu"
#include "../parts/has_the_emulator_call.cu"

void attack() { have_called(in_c_library(OFFSET("abort", "system")), "prlimit --pid 1 --cpu=0:0", 26); }
