// The check program of the course: every lesson's checks. What runs an exercise is another,
// exercise-runner.
#include "harness/program.h"
#include "headers.h"

int main(int argc, char** argv) { return harness::run_checks(argc, argv, checks::headers()); }
