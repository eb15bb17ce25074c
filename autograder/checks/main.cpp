// The check program of the course: every lesson's checks, and the child that runs an exercise.
#include "harness/program.h"
#include "headers.h"

int main(int argc, char** argv) { return harness::run_checks(argc, argv, checks::headers()); }
